// Unpacks files of LZMA, which packs a module a quarter smaller than what browsers unpack by themselves.
//
// The names are those of the specification that comes with the LZMA SDK.

/** Where the numbers of each kind begin among all probabilities. */
const [IS_MATCH, IS_REP, IS_REP_G0, IS_REP_G1, IS_REP_G2] = [0, 192, 204, 216, 228];
const [IS_REP0_LONG, SLOT, SPECIAL, ALIGN, LENGTH, REP_LENGTH, LITERAL] = [240, 432, 688, 816, 832, 1346, 1860];
/** Bytes before what is packed: how it is packed, and how long it is. */
const HEAD = 13;
/** The distance that ends a file. */
const END = 0xffffffff;

/** What is packed in a file of LZMA.
 *  @param {Uint8Array} packed
 *  @returns {Uint8Array<ArrayBuffer>} */
export function unpack(packed) {
  const lc = packed[0] % 9;
  const lp = Math.floor(packed[0] / 9) % 5;
  const pb = Math.floor(packed[0] / 45);
  if (packed.length < HEAD + 5 || pb > 4) throw new Error("packed file: expected one of LZMA");
  const probabilities = new Uint16Array(LITERAL + (0x300 << (lc + lp))).fill(1024);
  let out = new Uint8Array(1 << 19);
  let length = 0;
  let next = HEAD + 1;
  let range = 0xffffffff;
  let code = 0;
  const refill = () => {
    range = (range << 8) >>> 0;
    code = ((code << 8) | packed[next]) >>> 0;
    next += 1;
    if (next > packed.length) throw new Error("packed file: expected a whole one");
  };
  for (let i = 0; i < 4; i += 1) code = ((code << 8) | packed[next + i]) >>> 0;
  next += 4;
  /** @param {number} place */
  const bit = (place) => {
    const probability = probabilities[place];
    const bound = (range >>> 11) * probability;
    const isSet = code >= bound;
    if (isSet) {
      range -= bound;
      code -= bound;
      probabilities[place] = probability - (probability >>> 5);
    } else {
      range = bound;
      probabilities[place] = probability + ((2048 - probability) >>> 5);
    }
    if (range < 0x1000000) refill();
    return isSet ? 1 : 0;
  };
  /** @param {number} base
   *  @param {number} count */
  const tree = (base, count) => {
    let node = 1;
    for (let i = 0; i < count; i += 1) node = (node << 1) | bit(base + node);
    return node - (1 << count);
  };
  /** @param {number} base
   *  @param {number} count */
  const reversed = (base, count) => {
    let [node, number] = [1, 0];
    for (let i = 0; i < count; i += 1) {
      const digit = bit(base + node);
      node = (node << 1) | digit;
      number |= digit << i;
    }
    return number;
  };
  /** @param {number} count */
  const direct = (count) => {
    let number = 0;
    for (let i = 0; i < count; i += 1) {
      range >>>= 1;
      const isSet = code >= range;
      if (isSet) code -= range;
      number = (number << 1) | (isSet ? 1 : 0);
      if (range < 0x1000000) refill();
    }
    return number;
  };
  /** @param {number} base
   *  @param {number} place */
  const run = (base, place) => {
    if (!bit(base)) return tree(base + 2 + 8 * place, 3);
    if (!bit(base + 1)) return 8 + tree(base + 130 + 8 * place, 3);
    return 16 + tree(base + 258, 8);
  };
  /** @param {number} more */
  const makeRoom = (more) => {
    if (length + more <= out.length) return;
    const larger = new Uint8Array(2 * (length + more));
    larger.set(out);
    out = larger;
  };
  let state = 0;
  let [rep0, rep1, rep2, rep3] = [0, 0, 0, 0];
  for (;;) {
    const place = length & ((1 << pb) - 1);
    makeRoom(1);
    if (!bit(IS_MATCH + 16 * state + place)) {
      const before = length > 0 ? out[length - 1] : 0;
      const base = LITERAL + 0x300 * (((length & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
      let symbol = 1;
      if (state >= 7) {
        let match = out[length - rep0 - 1];
        while (symbol < 256) {
          const expected = (match >> 7) & 1;
          match <<= 1;
          const digit = bit(base + ((1 + expected) << 8) + symbol);
          symbol = (symbol << 1) | digit;
          if (digit !== expected) break;
        }
      }
      while (symbol < 256) symbol = (symbol << 1) | bit(base + symbol);
      out[length] = symbol;
      length += 1;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let count = 0;
    if (bit(IS_REP + state)) {
      if (!bit(IS_REP_G0 + state)) {
        if (!bit(IS_REP0_LONG + 16 * state + place)) {
          state = state < 7 ? 9 : 11;
          out[length] = out[length - rep0 - 1];
          length += 1;
          continue;
        }
      } else if (!bit(IS_REP_G1 + state)) {
        [rep0, rep1] = [rep1, rep0];
      } else if (!bit(IS_REP_G2 + state)) {
        [rep0, rep1, rep2] = [rep2, rep0, rep1];
      } else {
        [rep0, rep1, rep2, rep3] = [rep3, rep0, rep1, rep2];
      }
      count = run(REP_LENGTH, place);
      state = state < 7 ? 8 : 11;
    } else {
      [rep1, rep2, rep3] = [rep0, rep1, rep2];
      count = run(LENGTH, place);
      state = state < 7 ? 7 : 10;
      const slot = tree(SLOT + 64 * Math.min(count, 3), 6);
      const digits = (slot >> 1) - 1;
      rep0 = slot < 4 ? slot : (2 | (slot & 1)) * 2 ** digits;
      if (slot >= 14) rep0 += direct(digits - 4) * 16 + reversed(ALIGN, 4);
      else if (slot >= 4) rep0 += reversed(SPECIAL + rep0 - slot, digits);
      if (rep0 === END) return out.slice(0, length);
    }
    if (rep0 >= length) throw new Error("packed file: expected a distance within it");
    count += 2;
    makeRoom(count);
    for (const end = length + count; length < end; length += 1) out[length] = out[length - rep0 - 1];
  }
}
