// A game in the address of the page, so that it can be opened again and given to others.

import { isOn, isPosition, readFen } from "./native.js";
import { Game, isTree } from "./variations.js";

/** What the address of the page says of the game. */
export function addressOf(game) {
  const { fen, ply, branches } = game;
  const query = new URLSearchParams({ fen, moves: game.write(), ply });
  if (branches.some(Boolean)) query.set("line", branches.join("."));
  return String(query);
}

/** The game of an address, or null where it is none. */
export function gameOf(query) {
  const [fen, moves] = [query.get("fen"), query.get("moves") ?? ""];
  if (!isPosition(fen)) return null;
  const board = readFen(fen);
  if (!isTree(moves, (move) => isOn(board, move))) return null;
  const game = new Game(fen, moves);
  const ply = Number(query.get("ply") ?? game.moves.length);
  if (!Number.isInteger(ply)) return null;
  game.enter((query.get("line") ?? "").split(".").map(Number), ply);
  return game;
}
