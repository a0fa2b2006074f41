// Lines on their way to an engine that is at work and hears no messages: a ring of shared memory.

/** Bytes of lines that may wait. */
const SIZE = 1 << 20;
/** Two numbers at the beginning: how many bytes were written and read since then. */
const HEAD = 8;

export class Ring {
  /** @param {SharedArrayBuffer} [shared] */
  constructor(shared = new SharedArrayBuffer(HEAD + SIZE)) {
    this.shared = shared;
    this.counts = new Int32Array(shared, 0, 2);
    this.bytes = new Uint8Array(shared, HEAD);
  }

  /** Puts a line; says whether there was room.
   *  @param {string} line */
  put(line) {
    const text = new TextEncoder().encode(line);
    const written = Atomics.load(this.counts, 0);
    const waiting = (written - Atomics.load(this.counts, 1)) >>> 0;
    if (waiting + 4 + text.length > SIZE) return false;
    const { length } = text;
    [length & 255, (length >> 8) & 255, (length >> 16) & 255, 0, ...text].forEach((byte, place) => {
      this.bytes[((written >>> 0) + place) % SIZE] = byte;
    });
    Atomics.store(this.counts, 0, (written + 4 + length) | 0);
    return true;
  }

  /** Takes the next line; null if there is none. */
  take() {
    const read = Atomics.load(this.counts, 1);
    if (Atomics.load(this.counts, 0) === read) return null;
    const at = (/** @type {number} */ place) => this.bytes[((read >>> 0) + place) % SIZE];
    const length = at(0) | (at(1) << 8) | (at(2) << 16);
    const text = Uint8Array.from({ length }, (_, place) => at(4 + place));
    Atomics.store(this.counts, 1, (read + 4 + length) | 0);
    return new TextDecoder().decode(text);
  }
}
