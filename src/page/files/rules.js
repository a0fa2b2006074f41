// The rules of a game: three sentences, and small pictures of boards, which lists of games have, too.

/** @import { Kind } from "./kinds.js" */
/** @import { Position } from "./native.js" */

import { CELL, sign, stone } from "./board.js";
import { draw, el } from "./dom.js";
import { squareOf } from "./native.js";
import { t } from "./words.js";

/** Points of a side that a picture of a game has at most: more would be too small to be seen. */
const CUT = 9;

/** The rows of a position around its last stone.
 *  @param {Position} position */
export function around({ cells, width, height, last }) {
  const { col, row } = last ? squareOf(last) : { col: width >> 1, row: height >> 1 };
  /** @param {number} place
   *  @param {number} side */
  const from = (place, side) => Math.max(0, Math.min(side - CUT, place - (CUT >> 1)));
  const [left, top] = [from(col, width), from(height - 1 - row, height)];
  return cells.slice(top, top + CUT).map((cell) => cell.slice(left, left + CUT).join(""));
}

/** A picture of rows of stones, with letters as in positions; `w` and `W` are black stones of a line that wins, `s` of
 *  one that does not, and `!` is a forbidden point. What is around it says the same in words.
 *  @param {string[]} rows */
export function miniature(rows) {
  const [right, bottom] = [rows[0].length * CELL, rows.length * CELL];
  const isCells = rows.length <= 5 && rows[0].length <= 5;
  const [put, shift] = isCells ? [sign, 0] : [stone, CELL / 2];
  /** @param {number} length
   *  @param {(place: number) => string} path */
  const lines = (length, path) => Array.from({ length: length / CELL }, (_, index) => path(index * CELL + shift)).join("");
  const stones = rows.flatMap((row, high) => [...row].flatMap((letter, wide) => {
    const [x, y] = [(wide + 0.5) * CELL, (high + 0.5) * CELL];
    if (letter === ".") return [];
    if (letter === "!") return [draw("path", { class: "forbidden", d: `M${x - 8} ${y - 8}l16 16m0-16l-16 16` })];
    const look = letter.replace(/[ws]/, "x").replace("W", "X");
    const node = put("", look, x, y, { class: look.toLowerCase() === "x" ? "black" : "white" });
    if (letter === "s") return [node, draw("path", { class: "ring", d: `M${x - 15} ${y}h30` })];
    if (!/w/i.test(letter)) return [node];
    return [node, draw("rect", { class: isCells ? "ring cell" : "ring", x: x - 14, y: y - 14, width: 28, height: 28, rx: letter === "w" && !isCells ? 14 : 1 })];
  }));
  return draw("svg", { class: "mini", viewBox: `0 0 ${right} ${bottom}`, "aria-hidden": "true" },
    draw("rect", { class: isCells ? "wood sheet-of-cells" : "wood", width: right, height: bottom }),
    draw("path", { class: "grid", d: lines(right, (x) => `M${x} 0v${bottom}`) + lines(bottom, (y) => `M0 ${y}h${right}`) }), ...stones);
}

/** Five in a row, and three. */
export const FIVE = ["........", "......w.", "..o..w..", "...ow...", "...wo...", "..w.o...", ".w......", "........"];
export const THREE = ["w.o", ".wo", "o.w"];

/** What Black may not do in renju, by its code. */
const FOULS = { "double-three": [".......", ".......", "...x...", "..x!x..", "...x...", ".......", "......."],
  "double-four": [".......", ".......", ".......", "xxx!...", "...x...", "...x...", "...x..."],
  overline: [".......", ".......", ".......", "xxx!xx.", ".......", ".......", "......."] };

/** The name of the rules of a game, as words have it.
 *  @param {Kind} kind */
export function ruleName({ rule, width, height, destroy }) {
  if (destroy > 0) return "destroy";
  return width === 3 && height === 3 ? "tictactoe" : rule;
}

/** The rules of a game: pictures of what wins and what does not, and three sentences.
 *  @param {Kind} kind */
export function ruleNodes(kind) {
  const { k, destroy } = kind;
  const name = ruleName(kind);
  const [win, lose] = ["w".repeat(k), "s".repeat(k)];
  /** @type {Record<string, string[]>} */
  const rows = { freestyle: [`.${win}..`, `.${win}w.`], standard: [`.${win}..`, `.${lose}s.`],
    caro: [`o${win}..`, `o${lose}o.`, `.${lose}s.`], "caro-overline": [`o${win}..`, `o${lose}o.`, `o${win}wo`],
    destroy: [`.${"x".repeat(k - 2)}ox..`, `.${win.slice(2)}Ww..`] };
  const empty = ".".repeat(k + 3);
  const pictures = name === "tictactoe" ? [miniature(THREE)]
    : name !== "renju" ? [miniature([empty, ...rows[name].flatMap((row) => [row, empty])])]
    : Object.entries(FOULS).map(([code, board]) => el("figure", {}, miniature(board), el("figcaption", {}, t(`foul-${code}`))));
  return [el("div", { class: "rule-pictures" }, ...pictures),
    el("p", {}, t(`rules-${name}`, k, destroy === 1 ? t("onceOnly") : t("timesOnly", destroy)))];
}
