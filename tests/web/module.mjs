// The module of a site in Node.js: what its engine answers to lines.

import fs from "node:fs";
import path from "node:path";

/** A script of the site as a module of Node.js. */
const importText = (file) => import(`data:text/javascript;base64,${fs.readFileSync(file, "base64")}`);

/** The lines that the engine of the site in `folder` says to `lines`, in the module of that name. */
export default async function ask(folder, lines, name = "tengen-simd") {
  const { unpack } = await importText(path.join(folder, "site/lzma.js"));
  const file = (name) => unpack(fs.readFileSync(path.join(folder, `site/${name}.lzma`)));
  const module = new WebAssembly.Module(file(`${name}.wasm`));
  const isShared = WebAssembly.Module.imports(module).some(({ kind }) => kind === "memory");
  const shared = isShared ? new WebAssembly.Memory({ initial: 768, maximum: 4096, shared: true }) : null;
  const told = [];
  let exports = null;
  const memory = () => (shared ?? exports.memory).buffer;
  const text = (place, length) => new TextDecoder().decode(new Uint8Array(memory(), place, length).slice());
  const put = (sent) => {
    const place = exports.buffer(sent.length);
    new Uint8Array(memory(), place, sent.length).set(sent);
    return sent.length;
  };
  const host = { now: () => performance.now(), receive: () => -1, ask_for_helper: () => 0,
    tell: (place, length) => told.push(text(place, length)),
    load: (place, length) => put(file(text(place, length))),
    fail: (place, length) => { throw new Error(text(place, length)); } };
  ({ exports } = new WebAssembly.Instance(module, { host, env: shared ? { memory: shared } : {} }));
  exports.begin();
  exports.open_engine();
  for (const line of lines) {
    exports.hear_engine(put(new TextEncoder().encode(line)));
  }
  return told;
}
