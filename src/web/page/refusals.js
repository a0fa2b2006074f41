// What is refused most often, in the words of people; the rest stays as it came.

import { called, t } from "./words.js";

/** Beginnings of refusals, and the words for them. */
const BEGINNINGS = {
  "undo: no move of this player": "refusedUndo", "undo: swap2": "refusedOpening",
  "undo: not agreed": "refusedNever", "undo: the game ended": "refusedEnded",
  "seat: looking on": "refusedWatcher", "move: the game is paused": "refusedPaused",
  "hint: the game is paused": "refusedPaused", "new-game: a game of two": "refusedDuel",
  "swap: a game of two": "refusedDuel", "draw: offered already": "refusedOffered",
};

const TURN = /^\S+: it is (.*)'s turn/;

/** Whether something was refused because it is the other side's turn. */
export const isAboutTurn = (text) => TURN.test(text);

/** A refusal of a table, of our engine or of the server, with its code where it has one. */
export function plainly(text, code) {
  if (code === "full") return t("refusedFull");
  const foul = /^(?:move|position): (\S+?):? \(?forbidden \(([a-z-]+)\)/.exec(text);
  if (foul) return t("refusedFoul", foul[1], t(`foul-${foul[2]}`));
  const taken = /^(?:move|position): (\S+?):? \(?occupied/.exec(text);
  if (taken) return t("refusedTaken", taken[1]);
  const turn = TURN.exec(text);
  if (turn) return t("refusedTurn", called(turn[1]));
  if (/^table: .*: expected the name of a table$/.test(text)) return t("noTable");
  if (/^(table|engine|no place)\b.*(one too many|no place|too much)/.test(text)) return t("refusedFull");
  const missing = /^engine: (.*): expected a program that can be started(; the table waits for it)?$/.exec(text);
  if (missing) return t(missing[2] ? "refusedWaiting" : "refusedEngine", missing[1]);
  const words = Object.entries(BEGINNINGS).find(([start]) => text.startsWith(start))?.[1];
  return words ? t(words) : text;
}
