// What those at a table are told at a glance: whose turn it is, and who has won.

import { t } from "./words.js";

/** The headline for whoever looks at a scene, and its kind: `turn`, `won`, `lost`, `drawn` or
 *  null. Those who play both sides or look on are told nothing of themselves. */
export function headline({ view, own, free }) {
  const mine = own.length === 1 ? view.chairs[own[0] === "first" ? 0 : 1] : null;
  if (view.result) {
    if (view.result.result === "1/2-1/2") return { text: t("headDrawn"), kind: "drawn" };
    const winner = view.result.result === "1-0" ? "x" : "o";
    if (!mine) return { text: t(winner === "x" ? "xWins" : "oWins"), kind: "drawn" };
    return mine.color === winner ? { text: t("headWon"), kind: "won" } : { text: t("headLost"), kind: "lost" };
  }
  if (!mine || view.paused || free.includes(view.actor)) return { text: "", kind: null };
  return view.actor === own[0] ? { text: t("headTurn"), kind: "turn" } : { text: t("headWait"), kind: "wait" };
}
