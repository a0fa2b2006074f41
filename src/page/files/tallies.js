// What can be counted of finished games: points, and how they began.

/** @import { Review } from "./envelope.d.ts" */
/** @import { Side } from "./native.js" */

import { squareOf } from "./native.js";

/** A game that has ended.
 *  @typedef {{ black: string, white: string, result: string }} Played */
/** @typedef {Played & { ended: number, review: Review | null }} Tallied */
/** @typedef {{ won: number, drawn: number, lost: number }} Count */
/** A player's row.
 *  @typedef {Count & {
 *    name: string, x: Count, o: Count, last: number, reviewed: number, faults: number[],
 *    accuracy: number | null, judged: number, games: number, rate: number
 *  }} Row */
/** Points of each player against each other.
 *  @typedef {Map<string, Map<string, Count>>} Pairs */
/** @typedef {{ move: string, x: number, drawn: number, o: number, games: number }} Follow */

/** Points of a side in a game: 1, ½ or 0.
 *  @param {Played} game
 *  @param {Side} color
 *  @returns {number} */
export const pointsOf = (game, color) => {
  if (game.result === "1/2-1/2") return 0.5;
  return (game.result === "1-0") === (color === "x") ? 1 : 0;
};

/** The winner of a game, or `drawn`.
 *  @param {{ result: string }} game */
export const endOf = ({ result }) => (result === "1-0" ? "x" : result === "0-1" ? "o" : "drawn");

/** @param {{ moves: string }} game */
export const movesOf = (game) => game.moves.split(" ").filter(Boolean);

/** @returns {Count} */
const none = () => ({ won: 0, drawn: 0, lost: 0 });

/** @param {Count} count
 *  @param {number} points */
function add(count, points) {
  count[points === 1 ? "won" : points === 0 ? "lost" : "drawn"] += 1;
}

/** @param {Count} count */
export const games = ({ won, drawn, lost }) => won + drawn + lost;

/** Points of a count.
 *  @param {{ won: number, drawn: number }} count */
export const score = ({ won, drawn }) => won + drawn / 2;

/** One row a player: totals, the same as Black and as White, faults and accuracy of reviewed games.
 *  @template {Tallied} Game
 *  @param {Game[]} list
 *  @param {(game: Game, color: Side) => number[]} faultsOf
 *  @returns {Row[]} */
export function players(list, faultsOf) {
  /** @type {Map<string, Row>} */
  const table = new Map();
  /** @param {string} name */
  const row = (name) => {
    const own = table.get(name) ?? { name, ...none(), x: none(), o: none(), last: 0, reviewed: 0, faults: [0, 0, 0],
      accuracy: 0, judged: 0, games: 0, rate: 0 };
    table.set(name, own);
    return own;
  };
  for (const game of list) {
    /** @type {Side[]} */
    const sides = ["x", "o"];
    for (const color of sides) {
      const own = row(color === "x" ? game.black : game.white);
      const points = pointsOf(game, color);
      add(own, points);
      add(own[color], points);
      own.last = Math.max(own.last, game.ended);
      if (!game.review) continue;
      own.reviewed += 1;
      faultsOf(game, color).forEach((count, index) => { own.faults[index] += count; });
      const accuracy = game.review.accuracy[color === "x" ? 0 : 1];
      if (accuracy !== null) {
        own.accuracy = (own.accuracy ?? 0) + accuracy;
        own.judged += 1;
      }
    }
  }
  const rows = [...table.values()];
  for (const one of rows) {
    one.games = games(one);
    one.rate = score(one) / one.games;
    one.accuracy = one.accuracy !== null && one.judged > 0 ? one.accuracy / one.judged : null;
  }
  return rows;
}

/** Points of each player against each other: names to names to counts. What is counted of further games is added to
 *  `table`.
 *  @param {Played[]} list
 *  @param {Pairs} [table]
 *  @returns {Pairs} */
export function duels(list, table = new Map()) {
  for (const game of list) {
    const { black, white } = game;
    if (black === white) continue;
    for (const [own, other] of [[black, white], [white, black]]) {
      const row = table.get(own) ?? new Map();
      table.set(own, row);
      const count = row.get(other) ?? none();
      row.set(other, count);
      add(count, pointsOf(game, own === black ? "x" : "o"));
    }
  }
  return table;
}

/** How likely it is that of two equal players one wins so many of the decided games, or more of them: small where a
 *  result is no chance.
 *  @param {number} won
 *  @param {number} lost */
export function byChance(won, lost) {
  const all = won + lost;
  let [log, sum] = [all * Math.log(0.5), 0];
  for (let few = 0; few <= Math.min(won, lost); few += 1) {
    sum += Math.exp(log);
    log += Math.log((all - few) / (few + 1));
  }
  return Math.min(1, 2 * sum);
}

/** First moves of a game that are looked at. */
const DEEP = 14;

/** The symmetries of a board of that size, as maps of column and row.
 *  @param {number} width
 *  @param {number} height
 *  @returns {((x: number, y: number) => [number, number])[]} */
function symmetries(width, height) {
  const [right, top] = [width - 1, height - 1];
  /** @type {((x: number, y: number) => [number, number])[]} */
  const all = [(x, y) => [x, y], (x, y) => [right - x, y], (x, y) => [x, top - y], (x, y) => [right - x, top - y]];
  return width !== height ? all
    : [...all, (x, y) => [y, x], (x, y) => [top - y, x], (x, y) => [y, right - x], (x, y) => [top - y, right - x]];
}

/** @param {number} col */
const letter = (col) => (col < 26 ? "" : String.fromCharCode(96 + Math.floor(col / 26))) + String.fromCharCode(97 + (col % 26));

/** The first moves of a game, turned so that games that only differ by a symmetry begin alike: of all views the one
 *  whose squares come last, read from the first move on.
 *  @param {{ width: number, height: number, moves: string }} game */
export function opening(game) {
  const { width, height } = game;
  const moves = movesOf(game).slice(0, DEEP);
  const squares = moves.map(squareOf);
  /** @type {{ key: number[], line: [x: number, y: number][] } | null} */
  let best = null;
  for (const turn of symmetries(width, height)) {
    const line = squares.map(({ col, row }) => turn(col, row));
    const key = line.map(([x, y]) => y * width + x);
    const before = best?.key ?? [];
    const first = best ? key.findIndex((value, index) => value !== before[index]) : 0;
    if (!best || (first >= 0 && key[first] > best.key[first])) best = { key, line };
  }
  return (best?.line ?? []).map(([x, y], index) => `${moves[index].startsWith("*") ? "*" : ""}${letter(x)}${y + 1}`);
}

/** What followed a line of first moves: rows with the move, the number of games, and how they ended, the most played
 *  first. `list` has games with their `opening`.
 *  @param {{ opening: string[], result: string }[]} list
 *  @param {string[]} line */
export function follows(list, line) {
  /** @type {Map<string, Follow>} */
  const table = new Map();
  for (const game of list) {
    if (line.some((move, index) => game.opening[index] !== move)) continue;
    const move = game.opening[line.length];
    if (!move) continue;
    const row = table.get(move) ?? { move, x: 0, drawn: 0, o: 0, games: 0 };
    table.set(move, row);
    row.games += 1;
    row[endOf(game)] += 1;
  }
  return [...table.values()].sort((one, other) => other.games - one.games);
}
