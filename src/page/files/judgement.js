// Scores in the words of people, always from Black's view: x is Black, who has the first move.

/** @import { Score, Side } from "./native.js" */

import { el } from "./dom.js";
import { chanceOfX, hasChance, other, signed } from "./native.js";
import { nameOf, t } from "./words.js";

/** So many hundredths are no proof, but close to certain. */
const LIKELY = 1000;

/** Whether a score is no proof, but close to certain.
 *  @param {Score} score */
export const isLikely = ({ cp, mate }) => mate === undefined && Math.abs(cp ?? 0) >= LIKELY;

/** Whether an engine has said what it thinks of a move.
 *  @param {Score} info */
export const hasScore = (info) => hasChance(info) || info.lines !== undefined;

/** A number of lines in words.
 *  @param {number} lines */
export const lineCount = (lines) => t(Math.abs(lines) === 1 ? "oneLine" : "lineCount", signed(lines));

/** The chance of x in percent: 0 and 100 only where it is certain.
 *  @param {Score} score
 *  @param {Side} side */
export function percent(score, side) {
  const exact = 100 * chanceOfX(score, side);
  if (score.mate !== undefined) return Math.round(exact);
  return Math.max(1, Math.min(99, Math.round(exact)));
}

/** Who wins by a score for `side`, in words; else the chance of x, with whose it is, or what x has more
 *  in the unit of the player; without a score, that the player has no opinion. `isSigns` where x and o have signs.
 *  @param {Score} score
 *  @param {Side} side
 *  @param {boolean} [isSigns]
 *  @returns {string} */
export function judgement({ cp, mate, lines, isDraw }, side, isSigns) {
  /** @param {Side} who */
  const name = (who) => nameOf(who, isSigns);
  if (isDraw) return t("headDrawn");
  if (mate === 0) return t("hasWon", name(other(side)));
  if (mate !== undefined) return t(Math.abs(mate) === 1 ? "winsNow" : "winsIn", name(mate > 0 ? side : other(side)), Math.abs(mate));
  if (lines !== undefined) return `${name("x")} ${lineCount(side === "x" ? lines : -lines)}`;
  if (cp === undefined) return t("noOpinion");
  if (isLikely({ cp })) return t("willWin", name(cp > 0 ? side : other(side)));
  return `${name("x")} ${percent({ cp }, side)} %`;
}

/** A bar beside the board: the dark part is the chance of x. */
export class Bar {
  constructor() {
    this.part = el("div", { class: "part" });
    this.node = el("div", { class: "evaluation", role: "img", "data-known": "false" }, this.part);
    this.words = el("span", { class: "chance" });
  }

  /** Shows a score for its `side`, or with null that there is none; the bar itself shows chances alone.
   *  @param {(Score & { side: Side }) | null | undefined} score
   *  @param {boolean} [isSigns]
   *  @param {string} [words] what else is said of the score */
  show(score, isSigns, words = score ? judgement(score, score.side, isSigns) : "") {
    const chance = score && hasChance(score) ? percent(score, score.side) : null;
    this.node.dataset.known = String(chance !== null);
    this.node.setAttribute("aria-label", words || t("noScore"));
    this.node.title = words || t("noScore");
    // The winner is named elsewhere; the bar says what it shows.
    this.words.textContent = score?.mate === 0 ? `${nameOf("x", isSigns)} ${chance} %` : words;
    this.part.style.setProperty("--chance", `${chance ?? 50}%`);
  }
}
