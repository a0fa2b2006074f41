// The engine as a module of WebAssembly: how it is fetched, started, and spoken to.

import { unpack } from "./lzma.js";

/** What the module gives.
 *  @typedef {{
 *    memory: WebAssembly.Memory, buffer: (length: number) => number, begin: () => void,
 *    open_engine: () => void, hear_engine: (length: number) => number,
 *    take_news: (length: number, now: number, date: number) => void, answer_page: (length: number) => void,
 *    review_game: (length: number) => void
 *  }} Exports */

/** A module that computes with vectors. A browser that refuses it loads the one without. */
const VECTORS = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

/** Where a file of that name lies, packed.
 *  @param {string} name */
const addressOf = (name) => new URL(`./${name}.lzma`, import.meta.url);

/** Fetches a file that modules are going to ask for.
 *  @param {string} name */
export async function fetchFile(name) {
  const response = await fetch(addressOf(name));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return unpack(new Uint8Array(await response.arrayBuffer()));
}

/** Fetches a file while a module waits for it, which cannot wait otherwise; null where it cannot be had.
 *  @param {string} name */
function fetchNow(name) {
  const request = new XMLHttpRequest();
  request.open("GET", addressOf(name), false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch {
    return null;
  }
  return request.status === 200 ? unpack(new Uint8Array(request.response)) : null;
}

/** Fetches the module that this browser can run.
 *  @returns {Promise<WebAssembly.Module>} */
export async function fetchModule() {
  const hasVectors = WebAssembly.validate(Uint8Array.from(VECTORS));
  return WebAssembly.compile(await fetchFile(hasVectors ? "tengen-simd.wasm" : "tengen.wasm"));
}

/** A module at work in this thread. `tell` takes each text; `receive` gives a line that came meanwhile, or null; `files`
 *  are those that were fetched before the module asks for them. */
export class Running {
  /** @param {WebAssembly.Module} module
   *  @param {(text: string) => void} tell
   *  @param {() => string | null} receive
   *  @param {Map<string, Uint8Array>} [files] */
  constructor(module, tell, receive, files) {
    /** @type {string | null} why the module has failed */
    this.failure = null;
    /** @type {string | undefined} the file for lack of which the module has ended */
    this.missing = undefined;
    const text = (/** @type {number} */ place, /** @type {number} */ length) => {
      // A shared or a grown memory has a new buffer each time; a copy can be decoded everywhere.
      const bytes = new Uint8Array(this.exports.memory.buffer, place, length).slice();
      return new TextDecoder().decode(bytes);
    };
    const host = {
      now: () => performance.now(),
      tell: (/** @type {number} */ place, /** @type {number} */ length) => tell(text(place, length)),
      receive: () => {
        const line = receive();
        return line === null ? -1 : this.put(line);
      },
      load: (/** @type {number} */ place, /** @type {number} */ length) => {
        const name = text(place, length);
        const bytes = files?.get(name) ?? fetchNow(name);
        if (bytes) return this.putBytes(bytes);
        this.missing = name;
        throw new Error(`file: ${name}: expected one that can be loaded`);
      },
      fail: (/** @type {number} */ place, /** @type {number} */ length) => { this.failure = text(place, length); },
    };
    const { exports } = new WebAssembly.Instance(module, { host });
    /** @type {any} what an instance exports is known by its source alone */
    const known = exports;
    /** @type {Exports} */
    this.exports = known;
    this.exports.begin();
  }

  /** Puts a text where the module finds it, and gives its length in bytes.
   *  @param {string} text */
  put(text) {
    return this.putBytes(new TextEncoder().encode(text));
  }

  /** @param {Uint8Array} bytes */
  putBytes(bytes) {
    const place = this.exports.buffer(bytes.length);
    new Uint8Array(this.exports.memory.buffer, place, bytes.length).set(bytes);
    return bytes.length;
  }
}
