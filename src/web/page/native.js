// The native protocol as far as a page needs it: squares, position text, lines.

/** The name of a column, from 0: a … z, aa … an. */
const column = (col) => (col < 26 ? "" : String.fromCharCode(96 + Math.floor(col / 26))) +
  String.fromCharCode(97 + (col % 26));

/** The side that plays against `x` or `o`. */
export const other = (side) => (side === "x" ? "o" : "x");

/** The name of a square; both numbers from 0, rows from the bottom. */
export const square = (col, row) => column(col) + (row + 1);

/** Column and row of a square's name, or null. */
export function point(name) {
  const match = /^([a-z]{1,2})(\d{1,2})$/.exec(name);
  if (!match) return null;
  const letters = [...match[1]].map((letter) => letter.charCodeAt(0) - 96);
  const col = letters.reduce((sum, letter) => sum * 26 + letter, 0) - 1;
  return { col, row: Number(match[2]) - 1 };
}

/** The square of a move: `h8`, `*h8` and `P@h8` are all about h8. */
export const target = (move) => point(move.replace(/^(\*|P@)/, ""));

/** Reads position text that has passed the engine. Cells are "x", "o", "X", "O" or ".",
 *  top row first. */
export function readFen(fen) {
  const [rows, side, ...fields] = fen.trim().split(/\s+/);
  const cells = rows.split("/").map((row) =>
    row.replace(/\d+/g, (run) => ".".repeat(Number(run))));
  const field = Object.fromEntries(fields.map((text) => text.split("=")));
  return {
    cells: cells.map((row) => [...row]),
    width: cells[0].length,
    height: cells.length,
    side,
    k: Number(field.k ?? 5),
    rule: field.rule ?? "freestyle",
    destroy: (field.destroy ?? "0,0").split(",").map(Number),
    last: field.last ?? null,
  };
}

/** Whether text that came from anywhere is a position as far as the page draws it. */
export function isPosition(text) {
  const [rows, side] = text.trim().split(/\s+/);
  const widths = rows.split("/").map((row) =>
    (/^[xoXO\d]+$/.test(row) ? row.replace(/\d+/g, (run) => ".".repeat(Math.min(run, 99))).length : 0));
  const fits = (size) => size >= 3 && size <= 40;
  return fits(widths.length) && widths.every((width) => width === widths[0] && fits(width)) &&
    (side === "x" || side === "o");
}

/** Whether a move is about a square of that position. */
export function isOn(position, move) {
  const at = target(move);
  return at !== null && at.col < position.width && at.row >= 0 && at.row < position.height;
}

/** Writes position text. */
export function writeFen(position) {
  const rows = position.cells.map((row) =>
    row.join("").replace(/\.+/g, (run) => String(run.length)));
  const last = position.last ? ` last=${position.last}` : "";
  return `${rows.join("/")} ${position.side} k=${position.k} rule=${position.rule} ` +
    `destroy=${position.destroy.join(",")}${last}`;
}

/** The position after moves; whether they are legal is for the engine to say. */
export function after(position, moves) {
  const next = { ...position, cells: position.cells.map((row) => [...row]),
    destroy: [...position.destroy] };
  for (const move of moves) {
    const { col, row } = target(move);
    const isConversion = move.startsWith("*");
    next.cells[next.height - 1 - row][col] = isConversion ? next.side.toUpperCase() : next.side;
    if (isConversion) next.destroy[next.side === "x" ? 0 : 1] -= 1;
    next.side = other(next.side);
    next.last = square(col, row);
  }
  return next;
}

/** The squares of the line that the last stone has completed, if it has. */
export function lineAt({ cells, height, k, last }) {
  if (!last) return [];
  const { col, row } = point(last);
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
 *  with every hundred. */
export const chance = (cp) => 1 / (1 + 3 ** (-cp / 100));

const NUMBERS = ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"];

/** Reads an `info` line with a score or a line of play; null for every other line. */
export function readInfo(line) {
  const words = line.split(" ");
  if (words[0] !== "info" || words[1] === "string") return null;
  const info = { multipv: 1 };
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index];
    if (NUMBERS.includes(word)) info[word] = Number(words[(index += 1)]);
    else if (word === "score") {
      info[words[index + 1]] = Number(words[index + 2]);
      index += 2;
    } else if (word === "lowerbound" || word === "upperbound") info.bound = word;
    else if (word === "pv") {
      info.pv = words.slice(index + 1);
      break;
    }
  }
  return [info.cp, info.mate, info.pv].every((part) => part === undefined) ? null : info;
}

/** A whole number with its sign. */
export const signed = (number) => `${number > 0 ? "+" : number < 0 ? "−" : ""}${Math.abs(number)}`;

/** A score for people: +0.35, +2 where lines are counted, or #3 for a win in three. */
export function scoreText({ cp, mate, lines, bound }, digits = 2) {
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

/** A score in the unit of the player that gave it: of one that counts lines, `lines` in place of `cp`. */
export function inUnit(score, player) {
  const isCounted = COUNT_LINES.includes(player) && Number.isFinite(score.cp);
  return isCounted ? { ...score, cp: undefined, lines: score.cp / 100 } : score;
}

/** Whether chances of winning follow from a score: none from a count of lines, or from none. */
export const hasChance = ({ cp, mate }) => cp !== undefined || mate !== undefined;

/** The chance that x wins, of a score for the side to move. */
export function chanceOfX({ cp, mate }, side) {
  const own = mate === undefined ? chance(cp) : mate > 0 ? 1 : 0;
  return side === "x" ? own : 1 - own;
}
