// A game as a few letters, so that a link to it is short.

import { isPosition, readFen, square, squareOf } from "./native.js";

const RULES = ["freestyle", "standard", "renju", "caro", "caro-overline"];
const VERSION = 1;
/** What stands for the signs of a tree of moves and for a conversion: no square has such a number.
 *  @type {Record<string, number>} */
const SIGNS = { "(": 255, ")": 254, "*": 253 };
/** Boards with more squares need two bytes for each. */
const MOST_IN_A_BYTE = 250;
/** Letters of the longest link that is read: more than a browser's address takes, and than any game needs. */
const LONGEST = 1 << 16;

/** @param {number[]} bytes */
const base64 = (bytes) => {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};

/** @param {number} width
 *  @param {number} height */
const emptyRows = (width, height) => Array(height).fill(width).join("/");

/** The letters for a game: its start as position text, and its moves as `Game.write` has them.
 *  @param {string} fen
 *  @param {string} moves */
export function pack(fen, moves) {
  const { width, height, k, rule, destroy, side } = readFen(fen);
  const isPlain = fen.split(" ")[0] === emptyRows(width, height) && side === "x" && RULES.includes(rule);
  const isWide = width * height > MOST_IN_A_BYTE;
  const bytes = [VERSION, (isPlain ? 0 : 1) + (isWide ? 2 : 0)];
  if (isPlain) bytes.push(width, height, k, RULES.indexOf(rule), ...destroy);
  else bytes.push(fen.length >> 8, fen.length & 255, ...[...fen].map((letter) => letter.charCodeAt(0)));
  /** @param {number} value */
  const number = (value) => (isWide ? bytes.push(value >> 8, value & 255) : bytes.push(value));
  /** @param {string} text */
  const sign = (text) => number(isWide ? 0xff00 + SIGNS[text] : SIGNS[text]);
  for (const word of moves.replace(/[()*]/g, " $& ").split(" ").filter(Boolean)) {
    if (word in SIGNS) sign(word);
    else {
      const { col, row } = squareOf(word);
      number(row * width + col);
    }
  }
  return base64(bytes);
}

/** The start and the moves of such letters, or null where they are none.
 *  @param {string} text */
export function unpack(text) {
  if (text.length > LONGEST) return null;
  try {
    const bytes = [...atob(text.replaceAll("-", "+").replaceAll("_", "/"))].map((letter) => letter.charCodeAt(0));
    let at = 0;
    const next = () => {
      if (at >= bytes.length) throw new RangeError(text);
      return bytes[at++];
    };
    if (next() !== VERSION) return null;
    const flags = next();
    let fen = "";
    if (flags & 1) {
      const length = next() * 256 + next();
      for (let index = 0; index < length; index += 1) fen += String.fromCharCode(next());
    } else {
      const [width, height, k, rule, x, o] = Array.from({ length: 6 }, next);
      fen = `${emptyRows(width, height)} x k=${k} rule=${RULES[rule]} destroy=${x},${o}`;
    }
    if (!isPosition(fen)) return null;
    const { width } = readFen(fen);
    const names = Object.fromEntries(Object.entries(SIGNS).map(([name, value]) => [flags & 2 ? 0xff00 + value : value, name]));
    let moves = "";
    while (at < bytes.length) {
      const value = flags & 2 ? next() * 256 + next() : next();
      const word = names[value] ?? square(value % width, Math.floor(value / width));
      const isTight = word === ")" || moves === "" || moves.endsWith("(") || moves.endsWith("*");
      moves += isTight ? word : ` ${word}`;
    }
    return { fen, moves };
  } catch {
    return null;
  }
}
