// A game as a drawing that plays itself.

/** @import { Board } from "./board.js" */

import { draw } from "./dom.js";
import { picture } from "./files.js";
import { after, readFen, squareOf } from "./native.js";

/** Seconds for a move, and at the end before it begins again. */
const MOVE = 0.7;
const REST = 3;

/** The text of an SVG in which a game is played again and again; `board` shows some position of it, and has to be shown
 *  anew afterwards.
 *  @param {Board} board
 *  @param {string} fen
 *  @param {string[]} moves */
export function film(board, fen, moves) {
  const start = readFen(fen);
  board.show(start, {});
  const whole = moves.length * MOVE + REST;
  /** @type {{ col: number, row: number, from: number, to: number, letter: string }[]} */
  const frames = [];
  let position = start;
  moves.forEach((move, index) => {
    const { side } = position;
    position = after(position, [move]);
    const { col, row } = squareOf(move);
    frames.push({ col, row, from: index, to: moves.length, letter: move.startsWith("*") ? side.toUpperCase() : side });
    // A stone that is converted later is another one from then on.
    const before = frames.slice(0, -1).findLast((one) => one.col === col && one.row === row);
    if (before) before.to = index;
  });
  /** @type {NodeListOf<SVGElement>} */
  const given = board.stones.querySelectorAll("[data-square]");
  for (const node of given) {
    const there = squareOf(node.dataset.square ?? "");
    const at = frames.find(({ col, row }) => there.col === col && there.row === row);
    if (at) node.append(change(0, at.from, whole));
  }
  const played = frames.map(({ col, row, from, to, letter }) => {
    const node = board.put(board.name, letter, board.x(col), board.y(row), { class: letter.toLowerCase() === "x" ? "black" : "white" });
    node.append(change(from + 1, to === moves.length ? null : to + 1, whole));
    return node;
  });
  board.stones.replaceChildren(...given, ...played);
  return picture(board).text;
}

/** Shows a stone from one move on and up to another one, or to the end.
 *  @param {number} from
 *  @param {number | null} to
 *  @param {number} whole */
function change(from, to, whole) {
  /** @param {number} move */
  const at = (move) => ((move * MOVE) / whole).toFixed(4);
  const steps = [["0", from === 0 ? "visible" : "hidden"], ...(from === 0 ? [] : [[at(from), "visible"]]),
    ...(to === null ? [] : [[at(to), "hidden"]])];
  return draw("animate", { attributeName: "visibility", calcMode: "discrete", dur: `${whole.toFixed(1)}s`, repeatCount: "indefinite",
    keyTimes: steps.map(([time]) => time).join(";"), values: steps.map(([, value]) => value).join(";") });
}
