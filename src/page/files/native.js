// The native protocol as far as a page needs it: squares, position text, lines.

/** @typedef {"x" | "o"} Side */
/** A square: both numbers from 0, rows from the bottom.
 *  @typedef {{ col: number, row: number }} Point */
/** @typedef {{
 *    cells: string[][], width: number, height: number, side: Side, k: number, rule: string, destroy: number[],
 *    last: string | null
 *  }} Position */
/** What a position is worth to a side: hundredths, own moves to a win, or lines; or that the game has ended in a draw.
 *  @typedef {{ cp?: number, mate?: number, lines?: number, bound?: string, isDraw?: boolean }} Score */
/** What a line says of a search.
 *  @typedef {Score & {
 *    multipv: number, depth?: number, seldepth?: number, nodes?: number, nps?: number, hashfull?: number,
 *    time?: number, pv?: string[]
 *  }} Info */

/** The name of a column, from 0: a … z, aa … an.
 *  @param {number} col */
const column = (col) => (col < 26 ? "" : String.fromCharCode(96 + Math.floor(col / 26))) +
  String.fromCharCode(97 + (col % 26));

/** The side that plays against `x` or `o`.
 *  @param {Side} side
 *  @returns {Side} */
export const other = (side) => (side === "x" ? "o" : "x");

/** The name of a square; both numbers from 0, rows from the bottom.
 *  @param {number} col
 *  @param {number} row */
export const square = (col, row) => column(col) + (row + 1);

/** Column and row of a square's name, or null.
 *  @param {string} name
 *  @returns {Point | null} */
export function point(name) {
  const match = /^([a-z]{1,2})(\d{1,2})$/.exec(name);
  if (!match) return null;
  const letters = [...match[1]].map((letter) => letter.charCodeAt(0) - 96);
  const col = letters.reduce((sum, letter) => sum * 26 + letter, 0) - 1;
  return { col, row: Number(match[2]) - 1 };
}

/** The square of a move: `h8`, `*h8` and `P@h8` are all about h8.
 *  @param {string} move */
export const target = (move) => point(move.replace(/^(\*|P@)/, ""));

/** The square of a move that is one.
 *  @param {string} move
 *  @returns {Point} */
export function squareOf(move) {
  const at = target(move);
  if (!at) throw new RangeError(move);
  return at;
}

/** Reads position text that has passed the engine. Cells are "x", "o", "X", "O" or ".",
 *  top row first.
 *  @param {string} fen
 *  @returns {Position} */
export function readFen(fen) {
  const [rows, side, ...fields] = fen.trim().split(/\s+/);
  /** @type {string[][]} */
  const cells = rows.split("/").map((row) =>
    [...row.replace(/\d+/g, (run) => ".".repeat(Number(run)))]);
  const field = Object.fromEntries(fields.map((text) => text.split("=")));
  return {
    cells,
    width: cells[0].length,
    height: cells.length,
    side: side === "o" ? "o" : "x",
    k: Number(field.k ?? 5),
    rule: field.rule ?? "freestyle",
    destroy: (field.destroy ?? "0,0").split(",").map(Number),
    last: field.last ?? null,
  };
}

/** Whether text that came from anywhere is a position as far as the page draws it.
 *  @param {string} text */
export function isPosition(text) {
  const [rows, side] = text.trim().split(/\s+/);
  const widths = rows.split("/").map((row) =>
    (/^[xoXO\d]+$/.test(row) ? row.replace(/\d+/g, (run) => ".".repeat(Math.min(Number(run), 99))).length : 0));
  /** @param {number} size */
  const fits = (size) => size >= 3 && size <= 40;
  return fits(widths.length) && widths.every((width) => width === widths[0] && fits(width)) &&
    (side === "x" || side === "o");
}

/** Whether a move is about a square of that position.
 *  @param {Position} position
 *  @param {string} move */
export function isOn(position, move) {
  const at = target(move);
  return at !== null && at.col < position.width && at.row >= 0 && at.row < position.height;
}

/** Writes position text.
 *  @param {Position} position */
export function writeFen(position) {
  const rows = position.cells.map((row) =>
    row.join("").replace(/\.+/g, (run) => String(run.length)));
  const last = position.last ? ` last=${position.last}` : "";
  return `${rows.join("/")} ${position.side} k=${position.k} rule=${position.rule} ` +
    `destroy=${position.destroy.join(",")}${last}`;
}

/** The position after moves; whether they are legal is for the engine to say.
 *  @param {Position} position
 *  @param {string[]} moves
 *  @returns {Position} */
export function after(position, moves) {
  const next = { ...position, cells: position.cells.map((row) => [...row]),
    destroy: [...position.destroy] };
  for (const move of moves) {
    const { col, row } = squareOf(move);
    const isConversion = move.startsWith("*");
    next.cells[next.height - 1 - row][col] = isConversion ? next.side.toUpperCase() : next.side;
    if (isConversion) next.destroy[next.side === "x" ? 0 : 1] -= 1;
    next.side = other(next.side);
    next.last = square(col, row);
  }
  return next;
}

/** The squares of the line that the last stone has completed, if it has.
 *  @param {Position} position */
export function lineAt({ cells, height, k, last }) {
  if (!last) return [];
  const { col, row } = squareOf(last);
  const own = cells[height - 1 - row][col];
  for (const [aside, up] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
    const line = [];
    for (const way of [-1, 1]) {
      for (let step = way === 1 ? 0 : -1; cells[height - 1 - row - step * up]?.[col + step * aside] === own; step += way) {
        line.push(square(col + step * aside, row + step * up));
      }
    }
    if (line.length >= k) return line;
  }
  return [];
}

/** The chance to win at so many hundredths: 100 is three of four, and the odds triple
 *  with every hundred.
 *  @param {number} cp */
export const chance = (cp) => 1 / (1 + 3 ** (-cp / 100));

/** @type {("depth" | "seldepth" | "multipv" | "nodes" | "nps" | "hashfull" | "time")[]} */
const NUMBERS = ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"];

/** Reads an `info` line with a score or a line of play; null for every other line.
 *  @param {string} line
 *  @returns {Info | null} */
export function readInfo(line) {
  const words = line.split(" ");
  if (words[0] !== "info" || words[1] === "string") return null;
  /** @type {Info} */
  const info = { multipv: 1 };
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index];
    const number = NUMBERS.find((name) => name === word);
    if (number) info[number] = Number(words[(index += 1)]);
    else if (word === "score") {
      const unit = words[index + 1];
      if (unit === "cp" || unit === "mate") info[unit] = Number(words[index + 2]);
      index += 2;
    } else if (word === "lowerbound" || word === "upperbound") info.bound = word;
    else if (word === "pv") {
      info.pv = words.slice(index + 1);
      break;
    }
  }
  return [info.cp, info.mate, info.pv].every((part) => part === undefined) ? null : info;
}

/** A whole number with its sign.
 *  @param {number} number */
export const signed = (number) => `${number > 0 ? "+" : number < 0 ? "−" : ""}${Math.abs(number)}`;

/** Open lines less the other side's as a sum, and 40 for each line more that lacks one stone.
 *  @param {string[]} lines those of a side and of the other one
 *  @param {string[]} lacking the same of lines that lack one stone */
export function lineSum([own, their], [near, theirNear]) {
  const value = Number(own) - Number(their) + 40 * (Number(near) - Number(theirNear));
  return `${own} − ${their}${near === "0" && theirNear === "0" ? "" : ` + 40 × (${near} − ${theirNear})`} = ${signed(value)}`;
}

/** A score for people: +0.35, +2 where lines are counted, or #3 for a win in three.
 *  @param {Score} score
 *  @param {number} [digits] */
export function scoreText({ cp = 0, mate, lines, bound }, digits = 2) {
  const sign = bound === "lowerbound" ? "≥" : bound === "upperbound" ? "≤" : "";
  if (mate !== undefined) return `${sign}${mate < 0 ? "-" : ""}#${Math.abs(mate)}`;
  if (lines !== undefined) return sign + signed(lines);
  // What decides the game needs no number: its size says nothing.
  if (Math.abs(cp) >= 1000) return `${sign}${cp > 0 ? "+" : "−"}`;
  const places = digits;
  return `${sign}${cp > 0 ? "+" : ""}${(cp / 100).toFixed(places)}`;
}

/** Players of ours whose hundredths are those of a line that can still be completed. */
const COUNT_LINES = ["minimax", "alphabeta"];

/** A score in the unit of the player that gave it: of one that counts lines, `lines` in place of `cp`.
 *  @template {Score} Given
 *  @param {Given} score
 *  @param {string} player
 *  @returns {Given} */
export function inUnit(score, player) {
  const { cp } = score;
  const isCounted = COUNT_LINES.includes(player) && cp !== undefined;
  return isCounted ? { ...score, cp: undefined, lines: cp / 100 } : score;
}

/** Whether chances of winning follow from a score: none from a count of lines, or from none.
 *  @param {Score} score */
export const hasChance = ({ cp, mate }) => cp !== undefined || mate !== undefined;

/** The chance that x wins, of a score for the side to move.
 *  @param {Score} score
 *  @param {Side} side */
export function chanceOfX({ cp = 0, mate }, side) {
  const own = mate === undefined ? chance(cp) : mate > 0 ? 1 : 0;
  return side === "x" ? own : 1 - own;
}
