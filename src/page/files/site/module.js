// The engine as a module of WebAssembly: how it is fetched, started, and spoken to.

import { unpack } from "./lzma.js";

/** What the module gives.
 *  @typedef {{
 *    memory: WebAssembly.Memory, buffer: (length: number) => number, begin: () => void,
 *    open_engine: () => void, hear_engine: (length: number) => number,
 *    take_news: (length: number, now: number, date: number) => void, answer_page: (length: number) => void,
 *    review_game: (length: number) => void, room: (bytes: number) => number, help: () => void,
 *    __stack_pointer: WebAssembly.Global, __tls_size: WebAssembly.Global, __wasm_init_tls: (place: number) => void
 *  }} Exports */

/** What another thread needs to help a module: its memory, where the stack of the thread begins in it and where its own
 *  variables lie, and since when the module counts the time.
 *  @typedef {{ memory: WebAssembly.Memory, stack: number, own: number, origin: number }} Place */

/** Pages of a memory that threads share, at first and at most: the first two as in scripts/site.sh, others for a browser
 *  that gives no more. */
const INITIAL = 768;
const MOST = [32_768, 16_384, 8192, 4096];
/** Bytes of the stack of a helper: a hundred times what searches of the largest boards were seen to use. */
const STACK = 8 << 20;
/** The most threads of a search: each takes memory of its own. */
const MOST_THREADS = 32;

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

/** A memory that threads share; null where the browser has none.
 *  @param {boolean} isLarge Whether it is for searches. */
function sharedMemory(isLarge) {
  for (const maximum of isLarge ? MOST : MOST.slice(-1)) {
    try {
      return new WebAssembly.Memory({ initial: INITIAL, maximum, shared: true });
    } catch {
      // A smaller one may do.
    }
  }
  return null;
}

/** Fetches the module that this browser can run. The one for several threads works with one, too: a later visit, which
 *  may have several, needs no other.
 *  @returns {Promise<WebAssembly.Module>} */
export async function fetchModule() {
  const hasVectors = WebAssembly.validate(Uint8Array.from(VECTORS));
  const name = hasVectors ? (sharedMemory(false) ? "-threads" : "-simd") : "";
  return WebAssembly.compile(await fetchFile(`tengen${name}.wasm`));
}

/** Lends this thread to a module in another one, and does not come back. `fail` takes the reason why the module ends.
 *  @param {WebAssembly.Module} module
 *  @param {Place} place
 *  @param {(why: string) => void} fail */
export function lend(module, { memory, stack, own, origin }, fail) {
  const ahead = performance.timeOrigin - origin;
  const host = {
    now: () => performance.now() + ahead,
    receive: () => -1,
    tell: () => {},
    load: () => { throw new Error("file: expected one that is there already"); },
    ask_for_helper: () => 0,
    fail: (/** @type {number} */ at, /** @type {number} */ length) => fail(textIn(memory, at, length)),
  };
  const { exports } = new WebAssembly.Instance(module, { host, env: { memory } });
  /** @type {any} what an instance exports is known by its source alone */
  const known = exports;
  /** @type {Exports} */
  const { __stack_pointer: top, __wasm_init_tls: begin, help } = known;
  top.value = stack;
  begin(own);
  help();
}

/** @param {WebAssembly.Memory} memory
 *  @param {number} place
 *  @param {number} length */
function textIn(memory, place, length) {
  // A shared or a grown memory has a new buffer each time; a copy can be decoded everywhere.
  return new TextDecoder().decode(new Uint8Array(memory.buffer, place, length).slice());
}

/** A module at work in this thread. `tell` takes each text; `receive` gives a line that came meanwhile, or null; `files`
 *  are those that were fetched before the module asks for them; `start` has another thread come, where there may be one. */
export class Running {
  /** @param {WebAssembly.Module} module
   *  @param {(text: string) => void} tell
   *  @param {() => string | null} receive
   *  @param {Map<string, Uint8Array>} [files]
   *  @param {((place: Place) => void) | null} [start] */
  constructor(module, tell, receive, files, start) {
    /** @type {string | null} why the module has failed */
    this.failure = null;
    /** @type {string | undefined} the file for lack of which the module has ended */
    this.missing = undefined;
    const isShared = WebAssembly.Module.imports(module).some(({ kind }) => kind === "memory");
    const shared = isShared ? sharedMemory(Boolean(files)) : null;
    let helpers = 0;
    const text = (/** @type {number} */ place, /** @type {number} */ length) => textIn(this.memory, place, length);
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
      ask_for_helper: () => {
        const most = Math.min(navigator.hardwareConcurrency || 1, MOST_THREADS) - 1;
        if (!shared || !start || helpers >= most) return 0;
        helpers += 1;
        const [stack, own] = [STACK, this.exports.__tls_size.value].map((bytes) => this.exports.room(bytes));
        start({ memory: shared, stack: stack + STACK, own, origin: performance.timeOrigin });
        return 1;
      },
      fail: (/** @type {number} */ place, /** @type {number} */ length) => { this.failure = text(place, length); },
    };
    const { exports } = new WebAssembly.Instance(module, { host, env: shared ? { memory: shared } : {} });
    /** @type {any} what an instance exports is known by its source alone */
    const known = exports;
    /** @type {Exports} */
    this.exports = known;
    this.memory = shared ?? this.exports.memory;
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
    new Uint8Array(this.memory.buffer, place, bytes.length).set(bytes);
    return bytes.length;
  }
}
