// What those at a table are told at a glance: whose turn it is, who has won, and what the clocks say.

/** @import { ChairView, Scene } from "./envelope.d.ts" */

import { t } from "./words.js";

/** The headline of a scene for its viewer, and its kind: `turn`, `won`, `lost`, `drawn` or
 *  null. Those who play both sides or look on are told nothing of themselves.
 *  @param {Scene} scene
 *  @returns {{ text: string, kind: "turn" | "wait" | "won" | "lost" | "drawn" | null }} */
export function headline({ view, own, free }) {
  const mine = own.length === 1 ? view.chairs[own[0] === "first" ? 0 : 1] : null;
  if (view.result) {
    if (view.result.result === "1/2-1/2") return { text: t("headDrawn"), kind: "drawn" };
    const winner = view.result.result === "1-0" ? "x" : "o";
    if (!mine) return { text: t(winner === "x" ? "xWins" : "oWins"), kind: "drawn" };
    return mine.color === winner ? { text: t("headWon"), kind: "won" } : { text: t("headLost"), kind: "lost" };
  }
  if (!mine || view.paused || (view.actor && free.includes(view.actor))) return { text: "", kind: null };
  return view.actor === own[0] ? { text: t("headTurn"), kind: "turn" } : { text: t("headWait"), kind: "wait" };
}

/** Whether a clock is shown: the time of a move is of interest where a person moves.
 *  @param {ChairView} chair */
export const hasClock = (chair) => chair.clock_ms !== null || (chair.human && chair.move_ms !== null);

/** The clock of the game and the time for the move, after so many milliseconds.
 *  @param {ChairView} chair
 *  @param {number} used */
export const clocks = (chair, used) =>
  (hasClock(chair) ? [chair.clock_ms, chair.running ? chair.move_ms : null] : [])
  .filter((ms) => ms !== null)
  .map((ms) => clock(Math.max(0, ms - used))).join(" / ");

/** @param {number} ms */
function clock(ms) {
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
