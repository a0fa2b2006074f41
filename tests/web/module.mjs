// The module of a site in Node.js: what its engine answers to lines.

import fs from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";

/** The lines that the engine of the site in `folder` says to `lines`. */
export default function ask(folder, lines) {
  const bytes = gunzipSync(fs.readFileSync(path.join(folder, "site/tengen-simd.wasm.gz")));
  const told = [];
  let exports = null;
  const text = (place, length) => new TextDecoder().decode(new Uint8Array(exports.memory.buffer, place, length));
  const host = { now: () => performance.now(), receive: () => -1,
    tell: (place, length) => told.push(text(place, length)),
    fail: (place, length) => { throw new Error(text(place, length)); } };
  ({ exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { host }));
  exports.begin();
  exports.open_engine();
  for (const line of lines) {
    const sent = new TextEncoder().encode(line);
    const place = exports.buffer(sent.length);
    new Uint8Array(exports.memory.buffer, place, sent.length).set(sent);
    exports.hear_engine(sent.length);
  }
  return told;
}
