// The engine as a module of WebAssembly: how it is fetched, started, and spoken to.

/** What the module gives.
 *  @typedef {{
 *    memory: WebAssembly.Memory, buffer: (length: number) => number, begin: () => void,
 *    open_engine: () => void, hear_engine: (length: number) => number,
 *    take_news: (length: number, now: number, date: number) => void, answer_page: (length: number) => void,
 *    review_game: (length: number) => void
 *  }} Exports */

/** A module that computes with vectors. A browser that refuses it loads the one without. */
const VECTORS = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

/** Fetches the module, which is packed: not every web space packs what it sends.
 *  @returns {Promise<WebAssembly.Module>} */
export async function fetchModule() {
  const name = WebAssembly.validate(Uint8Array.from(VECTORS)) ? "./tengen-simd.wasm.gz" : "./tengen.wasm.gz";
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  // Some web spaces say that such a file is packed, so that the browser has unpacked it already.
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isPacked) return WebAssembly.compile(bytes);
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(plain).arrayBuffer());
}

/** A module at work in this thread. `tell` takes each text; `receive` gives a line that came meanwhile, or null. */
export class Running {
  /** @param {WebAssembly.Module} module
   *  @param {(text: string) => void} tell
   *  @param {() => string | null} receive */
  constructor(module, tell, receive) {
    /** @type {string | null} why the module has failed */
    this.failure = null;
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
    const bytes = new TextEncoder().encode(text);
    const place = this.exports.buffer(bytes.length);
    new Uint8Array(this.exports.memory.buffer, place, bytes.length).set(bytes);
    return bytes.length;
  }
}
