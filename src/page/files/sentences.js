// What stands above the board of a table.

/** @import { Chair, Scene } from "./envelope.d.ts" */
/** @import { Side } from "./native.js" */

import { hasSigns } from "./kinds.js";
import { other } from "./native.js";
import { hintWords } from "./reasons.js";
import { called, nameOf, t } from "./words.js";

/** Who has a colour.
 *  @param {Scene} scene
 *  @param {Side} color */
export function chairOf(scene, color) {
  const [first, second] = scene.view.chairs;
  return first.color === color ? first : second;
}

/** Whether the player of the next move has not come yet.
 *  @param {Scene} scene */
export const isWaiting = ({ free, view: { actor } }) => actor !== null && free.includes(actor);

/** What an engine has told: hundredths, lines, a proof, or nothing at all.
 *  @param {{ cp?: number | null, mate?: number | null, lines?: number | null }} thought */
export const told = ({ cp, mate, lines }) => ({ cp: cp ?? undefined, mate: mate ?? undefined, lines: lines ?? undefined });

/** What has happened, or has to happen next; `taken` is the choice of colours that was seen last:
 *  by whom, and after how many moves.
 *  @param {Scene} scene
 *  @param {{ by: Chair, moves: number } | null} taken */
export function sentence(scene, taken) {
  const { view } = scene;
  const isSigns = hasSigns(view);
  /** @param {Chair | null} chair */
  const playerOf = (chair) => view.chairs[chair === "first" ? 0 : 1];
  if (view.result) {
    const { result, reason } = view.result;
    if (result === "1/2-1/2") return t(reason === "full" ? "drawFull" : reason === "left" ? "drawLeft" : "drawAgreed");
    const winner = chairOf(scene, result === "1-0" ? "x" : "o");
    const loser = nameOf(other(winner.color), isSigns);
    /** @type {Partial<Record<typeof reason, string>>} */
    const ends = { line: t("whyLine", view.line.join(" ")), forbidden: t("whyForbidden", loser),
      resign: t("whyResign", loser), left: t("whyLeft", loser), time: t("whyTime", loser) };
    const why = ends[reason] ?? `${t("whyFault", loser)}${view.result.detail ? ` (${view.result.detail})` : ""}`;
    return t("wins", called(winner.name), nameOf(winner.color, isSigns), why);
  }
  // A player alone at a table waits for an opponent, also when that player moves first.
  if (isWaiting(scene) || (scene.free.length > 0 && view.moves.length === 0 && scene.own.length > 0)) {
    return t(scene.own.length > 0 || scene.founded ? "waiting" : "seatIsFree");
  }
  const actor = playerOf(view.actor);
  const stage = { "three-stones": "stageThree", choice: "stageChoice", "two-stones": "stageTwo",
    "last-choice": "stageLast", play: null }[view.stage];
  const isOwn = view.actor !== null && scene.own.includes(view.actor);
  const words = stage ? t(isOwn ? `${stage}Own` : stage, called(actor.name), nameOf(view.side, isSigns))
    : t(view.moves.length === 0 ? "movesFirst" : "isToMove", called(actor.name), nameOf(actor.color, isSigns));
  const hint = view.hint ? ` ${hintWords(view.hint, view.side, isOwn, view.k, isSigns)}`
    : view.hint_awaited ? ` ${t("hint")}: …` : "";
  // Whose turn it is stands before it for who has asked.
  const isHinted = view.hint !== null && isOwn && scene.own.length === 1;
  const isDecliner = scene.own.length === 1 && scene.own[0] === view.draw_declined;
  const declined = view.draw_declined
    ? ` ${t(isDecliner ? "drawDeclinedOwn" : "drawDeclined", called(playerOf(view.draw_declined).name))}` : "";
  const chooser = taken && view.moves.length <= taken.moves ? playerOf(taken.by) : null;
  const took = chooser ? `${t("took", called(chooser.name), nameOf(chooser.color, isSigns))} ` : "";
  return (view.paused ? `${t("paused")} ` : "") + took + (isHinted ? "" : words) + hint + declined;
}
