// The engine of the course: questions in lines of the protocol, and what is found in the answers.

import { on, send } from "./link.js";
import { language } from "./words.js";

/** The line that is no command of the protocol: it asks for the numbers of tic-tac-toe. */
const COUNT = "count";
/** What every question begins with: the questions before it have no say in it. */
const FRESH = ["ucinewgame", ...["Variant value gomoku", "Player value engine", "Level value 10", "MultiPV value 1", "Seed value 0",
  "AB Cut value true", "AB Order value true", "AB Hash value true", "AB Symmetry value true", "Mistake Min value false",
  "Mistake Corner value false"].map((option) => `setoption name ${option}`)];
/** What ends every question: the first line waits for its turn, and so the second one does. */
const END = ["setoption name Seed value 0", "isready"];

/** What is asked and not answered yet; answers come in order.
 *  @type {{ told: string[], resolve: (told: string[]) => void, reject: (why: Error) => void }[]} */
const waiting = [];

/** Nothing comes any more of what was asked. */
function forget() {
  for (const { reject } of waiting.splice(0)) reject(new Error("no engine"));
}

on("line", ({ from, line }) => {
  if (from !== "d") return;
  const [one] = waiting;
  if (line !== "readyok") one?.told.push(line);
  else if (waiting.shift()) one.resolve(one.told);
});
on("ended", ({ from }) => { if (from === "d") forget(); });
on("error", ({ from }) => { if (from === "d") forget(); });
on("closed", forget);

/** What the engine answers to lines.
 *  @param {string[]} lines
 *  @returns {Promise<string[]>} */
export function answer(lines) {
  if (lines.includes(COUNT)) return Promise.resolve(count());
  return new Promise((resolve, reject) => {
    waiting.push({ told: [], resolve, reject });
    const speak = `setoption name Language value ${language() === "zh" ? "Chinese" : "English"}`;
    for (const line of [...FRESH, speak, ...lines, ...END]) {
      if (!send({ do: "line", to: "d", line })) return forget();
    }
    return undefined;
  });
}

/** What stands behind `pattern` in the last of the lines that has it: a word, or with `{*}` the rest of the line.
 *  A `^` says that the line begins so.
 *  @param {string} pattern
 *  @param {string[]} lines */
function find(pattern, lines) {
  const [before, isRest] = pattern.endsWith("{*}") ? [pattern.slice(0, -3), true] : [pattern.slice(0, -2), false];
  for (const line of [...lines].reverse()) {
    const at = before.startsWith("^") ? (line.startsWith(before.slice(1)) ? before.length - 1 : -1)
      : line.includes(before) ? line.indexOf(before) + before.length : -1;
    if (at >= 0) return isRest ? line.slice(at) : line.slice(at).split(" ")[0].replace(/[,)]+$/, "");
  }
  return null;
}

/** Puts what is found in an answer to other values.
 *  @param {{ [name: string]: string | undefined } | undefined} finds
 *  @param {string[]} lines
 *  @param {Record<string, string>} values */
export function found(finds, lines, values) {
  for (const [name, pattern] of Object.entries(finds ?? {})) {
    const value = find(pattern ?? "", lines);
    if (value !== null) values[name] = value;
  }
}

/** A value for people: 5478 is 5,478, and -1 has a minus sign.
 *  @param {string} value */
export const shown = (value) => (/^-?\d+$/.test(value)
  ? value.replace("-", "−").replace(/\B(?=(\d{3})+$)/g, ",") : value);

/** A text with values in place of names.
 *  @param {string} text
 *  @param {Record<string, string>} values */
export const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? shown(values[name]) : whole));

/** What is typed in a shell to have the same said.
 *  @param {string[]} setup
 *  @param {string[]} lines */
export const pipe = (setup, lines) => (lines.includes(COUNT) ? "tengen count"
  : `printf '${[...setup, ...lines].join("\\n")}\\n' | tengen`);

/** The eight ways to look at a board of three by three, as the square that comes to each place. */
const VIEWS = Array.from({ length: 8 }, (_, view) => Array.from({ length: 9 }, (_, place) => {
  const [col, row] = [place % 3, Math.floor(place / 3)];
  const [x, y] = view & 4 ? [row, col] : [col, row];
  return (view & 1 ? 2 - x : x) + 3 * (view & 2 ? 2 - y : y);
}));
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/** The numbers of tic-tac-toe, counted one by one, as `tengen count` says them. */
function count() {
  /** The games from a board on: those that the first and the second player win, and draws.
   *  @type {Map<string, number[]>} */
  const known = new Map();
  const alike = new Set();
  /** @param {string[]} cells
   *  @param {number} ply
   *  @returns {number[]} */
  const walk = (cells, ply) => {
    const name = cells.join("");
    const before = known.get(name);
    if (before) return before;
    alike.add(VIEWS.map((view) => view.map((place) => cells[place]).join("")).sort()[0]);
    const own = ply % 2 === 0 ? "x" : "o";
    const isWon = LINES.some((line) => line.every((place) => cells[place] !== "." && cells[place] !== own));
    const games = isWon ? [ply % 2, 1 - ply % 2, 0] : ply === 9 ? [0, 0, 1] : [0, 0, 0];
    if (!isWon) {
      cells.forEach((cell, place) => {
        if (cell !== ".") return;
        cells[place] = own;
        walk(cells, ply + 1).forEach((number, index) => { games[index] += number; });
        cells[place] = ".";
      });
    }
    known.set(name, games);
    return games;
  };
  const [first, second, draws] = walk(Array(9).fill("."), 0);
  return [`positions: ${known.size}`, `positions up to symmetry: ${alike.size}`,
    `games: ${first + second + draws} (first wins ${first}, second wins ${second}, draws ${draws})`];
}
