// What can be counted of finished games: points, and how they began.

import { point } from "./native.js";

/** Points of a side in a game: 1, ½ or 0. */
export const pointsOf = (game, color) => {
  if (game.result === "1/2-1/2") return 0.5;
  return (game.result === "1-0") === (color === "x") ? 1 : 0;
};

export const movesOf = (game) => game.moves.split(" ").filter(Boolean);

const none = () => ({ won: 0, drawn: 0, lost: 0 });

function add(count, points) {
  count[points === 1 ? "won" : points === 0 ? "lost" : "drawn"] += 1;
}

export const games = ({ won, drawn, lost }) => won + drawn + lost;

/** Points of a count. */
export const score = ({ won, drawn }) => won + drawn / 2;

/** One row a player: totals, the same as Black and as White, faults and accuracy of reviewed games. */
export function players(list, faultsOf) {
  const table = new Map();
  const row = (name) => {
    if (!table.has(name)) {
      table.set(name, { name, ...none(), x: none(), o: none(), last: 0, reviewed: 0, faults: [0, 0, 0], accuracy: 0, judged: 0 });
    }
    return table.get(name);
  };
  for (const game of list) {
    for (const [name, color] of [[game.black, "x"], [game.white, "o"]]) {
      const own = row(name);
      const points = pointsOf(game, color);
      add(own, points);
      add(own[color], points);
      own.last = Math.max(own.last, game.ended);
      if (!game.review) continue;
      own.reviewed += 1;
      faultsOf(game, color).forEach((count, index) => { own.faults[index] += count; });
      const accuracy = game.review.accuracy[color === "x" ? 0 : 1];
      if (accuracy !== null) {
        own.accuracy += accuracy;
        own.judged += 1;
      }
    }
  }
  const rows = [...table.values()];
  for (const one of rows) {
    one.games = games(one);
    one.rate = score(one) / one.games;
    one.accuracy = one.judged > 0 ? one.accuracy / one.judged : null;
  }
  return rows;
}

/** Points of each player against each other: names to names to counts. What is counted of further games is added to
 *  `table`. */
export function duels(list, table = new Map()) {
  for (const game of list) {
    const { black, white } = game;
    if (black === white) continue;
    for (const [own, other, color] of [[black, white, "x"], [white, black, "o"]]) {
      if (!table.has(own)) table.set(own, new Map());
      const row = table.get(own);
      if (!row.has(other)) row.set(other, none());
      add(row.get(other), pointsOf(game, color));
    }
  }
  return table;
}

/** First moves of a game that are looked at. */
const DEEP = 14;

/** The symmetries of a board of that size, as maps of column and row. */
function symmetries(width, height) {
  const [right, top] = [width - 1, height - 1];
  const all = [(x, y) => [x, y], (x, y) => [right - x, y], (x, y) => [x, top - y], (x, y) => [right - x, top - y]];
  return width !== height ? all
    : [...all, (x, y) => [y, x], (x, y) => [top - y, x], (x, y) => [y, right - x], (x, y) => [top - y, right - x]];
}

const letter = (col) => (col < 26 ? "" : String.fromCharCode(96 + Math.floor(col / 26))) + String.fromCharCode(97 + (col % 26));

/** The first moves of a game, turned so that games that only differ by a symmetry begin alike: of all views the one
 *  whose squares come last, read from the first move on. */
export function opening(game) {
  const { width, height } = game;
  const moves = movesOf(game).slice(0, DEEP);
  const squares = moves.map((move) => point(move.replace("*", "")));
  let best = null;
  for (const turn of symmetries(width, height)) {
    const line = squares.map(({ col, row }) => turn(col, row));
    const key = line.map(([x, y]) => y * width + x);
    const first = best ? key.findIndex((value, index) => value !== best.key[index]) : 0;
    if (!best || (first >= 0 && key[first] > best.key[first])) best = { key, line };
  }
  return (best?.line ?? []).map(([x, y], index) => `${moves[index].startsWith("*") ? "*" : ""}${letter(x)}${y + 1}`);
}

/** What followed a line of first moves: rows with the move, the number of games, and how they ended, the most played
 *  first. `list` has games with their `opening`. */
export function follows(list, line) {
  const table = new Map();
  for (const game of list) {
    if (line.some((move, index) => game.opening[index] !== move)) continue;
    const move = game.opening[line.length];
    if (!move) continue;
    if (!table.has(move)) table.set(move, { move, x: 0, drawn: 0, o: 0, games: 0 });
    const row = table.get(move);
    row.games += 1;
    row[{ "1-0": "x", "0-1": "o" }[game.result] ?? "drawn"] += 1;
  }
  return [...table.values()].sort((one, other) => other.games - one.games);
}
