// The board of a lesson: its position, the lines of the protocol that set it up, and what is drawn on it.

/** @import { Game as Variant, Lesson, Step } from "./envelope.d.ts" */
/** @import { Position } from "./native.js" */

import { after, readFen, square, squareOf } from "./native.js";

/** A board: a game with a name or a position text, and the moves from there.
 *  @typedef {{ game: string, moves: string[] }} Place */

/** The squares of all lines that win when they are full.
 *  @param {Position} position */
function winningLines({ width, height, k }) {
  /** @type {string[][]} */
  const lines = [];
  for (const [aside, up] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
    for (let col = 0; col < width; col += 1) {
      for (let row = 0; row < height; row += 1) {
        const [x, y] = [col + (k - 1) * aside, row + (k - 1) * up];
        if (x < width && y >= 0 && y < height) lines.push(Array.from({ length: k }, (_, step) => square(col + step * aside, row + step * up)));
      }
    }
  }
  return lines;
}

/** The boards of all steps.
 *  @param {Lesson} lesson
 *  @returns {Place[]} */
export function places({ steps }) {
  let now = { game: "", moves: "" };
  return steps.map(({ game, moves }) => {
    now = { game: game ?? now.game, moves: moves ?? (game ? "" : now.moves) };
    return { game: now.game, moves: now.moves.split(" ").filter(Boolean) };
  });
}

/** The start of a place.
 *  @param {Place} place
 *  @param {Variant[]} variants */
export function startOf({ game }, variants) {
  if (game.includes("/")) return game;
  const { width, height, k, rule, destroy } = variants.find(({ name }) => name === game) ?? { width: 3, height: 3, k: 3, rule: "freestyle", destroy: 0 };
  return `${Array(height).fill(width).join("/")} x k=${k} rule=${rule} destroy=${destroy},${destroy}`;
}

/** The position of a place.
 *  @param {Place} place
 *  @param {Variant[]} variants */
export const positionOf = (place, variants) => after(readFen(startOf(place, variants)), place.moves);

/** The lines of the protocol that set it up.
 *  @param {Place} place */
export function setup({ game, moves }) {
  const played = moves.length > 0 ? ` moves ${moves.join(" ")}` : "";
  return game.includes("/") ? [`position fen ${game}${played}`]
    : [`setoption name Variant value ${game}`, `position startpos${played}`];
}

/** What stands on a square: x, o, or a point.
 *  @param {Position} position
 *  @param {string} name */
export function letterAt({ cells, height }, name) {
  const { col, row } = squareOf(name);
  return cells[height - 1 - row][col].toLowerCase();
}

/** The winning lines that a step draws, and what is known by the laws of the board alone.
 *  @param {Step} step
 *  @param {Position} position */
export function drawn({ lines: text }, position) {
  const all = winningLines(position);
  /** @param {string} foe */
  const open = (foe) => all.filter((line) => line.every((name) => letterAt(position, name) !== foe));
  const [x, o] = [open("o"), open("x")];
  const lines = !text ? [] : text === "openx" ? x : text === "openo" ? o : text === "all" ? all : text === "last" ? all.filter((line) => line.includes(position.last ?? ""))
    : text.split(",").map((group) => group.trim().split(" "));
  /** @type {Record<string, string>} */
  const values = { lines: String(all.length), drawn: String(lines.length), openx: String(x.length), openo: String(o.length),
    open: String(x.length - o.length), free: String(position.cells.flat().filter((cell) => cell === ".").length) };
  return { lines, values };
}
