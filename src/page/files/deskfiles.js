// What leaves the debugging board: files, a drawing that plays itself, and addresses, long ones and short ones, which lead
// back to it.

/** @import { Board } from "./board.js" */

import { notice, save } from "./dom.js";
import { film } from "./film.js";
import { ask } from "./link.js";
import { isOn, isPosition, readFen } from "./native.js";
import { pack } from "./pack.js";
import { plainly } from "./refusals.js";
import { Game, isTree } from "./variations.js";
import { t } from "./words.js";

/** Saves the game with its variations in a format with that name.
 *  @param {Game} game
 *  @param {string} format */
export async function saveAs(game, format) {
  const moves = game.write();
  try {
    save(`game.${format}`, (await ask({ do: "write", format, fen: game.fen, moves })).text);
    // Such a file names no rule, and has one line of moves.
    const isLess = moves.includes("(") || !game.fen.includes("rule=freestyle");
    if (format === "psq" && isLess) notice(t("psqLess"));
  } catch (error) {
    notice(plainly(error));
  }
}

/** Saves the line that is shown as a drawing that plays itself; the board has to be drawn anew afterwards.
 *  @param {Board} board
 *  @param {Game} game */
export function saveFilm(board, game) {
  save("game.svg", film(board, game.fen, game.moves), "image/svg+xml");
}

/** A short link to what an address of the board says; `name` is that of the analysis or of the debugging board.
 *  @param {string} address
 *  @param {string} name */
export function shareLink(address, name) {
  const query = new URLSearchParams(address);
  const packed = pack(query.get("fen") ?? "", query.get("moves") ?? "");
  for (const name of ["fen", "moves"]) query.delete(name);
  return `${location.href.split("#")[0]}#${name}?g=${packed}&${query}`;
}

/** Whether a text begins as the log of a match does.
 *  @param {string} text */
export const isLog = (text) => text.trimStart().startsWith('{"match"');

/** What a text that was pasted is besides a file: the `hash` of a link to a board, the `query` of a position with moves,
 *  or a `text` that is read, without the numbers of moves and the words of the protocol.
 *  @param {string} text
 *  @returns {{ hash?: string, query?: URLSearchParams, text: string }} */
export function pasted(text) {
  const line = text.trim();
  const hash = /^https?:\/\/\S*#((?:analysis|debug)\?\S+)$/.exec(line)?.[1];
  const told = /^position\s+(startpos|fen\s+(.+?))(?:\s+moves\s+(.*))?$/.exec(line);
  const [, , fen, moves] = told ?? [];
  if (fen && moves) return { query: new URLSearchParams({ fen, moves }), text };
  if (told) return { text: fen ?? moves ?? "startpos" };
  const isNumbered = /^1\.\s*\*?[a-z]+\d+(\s+(\d+\.+\s*)?\*?[a-z]+\d+)*$/.test(line);
  return { hash, text: isNumbered ? line.replaceAll(/\d+\.+\s*/g, "") : text };
}

/** What the address of the page says of the game.
 *  @param {Game} game */
export function addressOf(game) {
  const { fen, ply, branches } = game;
  const query = new URLSearchParams({ fen, moves: game.write(), ply: String(ply) });
  if (branches.some(Boolean)) query.set("line", branches.join("."));
  return String(query);
}

/** The game of an address, or null where it is none.
 *  @param {URLSearchParams} query */
export function gameOf(query) {
  const [fen, moves] = [query.get("fen") ?? "", query.get("moves") ?? ""];
  if (!isPosition(fen)) return null;
  const board = readFen(fen);
  if (!isTree(moves, (move) => isOn(board, move))) return null;
  const game = new Game(fen, moves);
  const ply = Number(query.get("ply") ?? game.moves.length);
  if (!Number.isInteger(ply)) return null;
  game.enter((query.get("line") ?? "").split(".").map(Number), ply);
  return game;
}
