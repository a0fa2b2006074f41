// What a review says beside a board: how well both played, the move that is shown, and what was better.

/** @import { WholeReview } from "./reviews.js" */
/** @import { Score, Side } from "./native.js" */

import { el, renew } from "./dom.js";
import { graph } from "./graph.js";
import { judgement } from "./judgement.js";
import { other } from "./native.js";
import { faultReasons } from "./reasons.js";
import { faults, faultWords, isFault, legend, lossOf, slips, slipWords } from "./reviews.js";
import { called, nameOf, t } from "./words.js";

/** A reviewed game, and how many moves of it are on the board.
 *  @typedef {{ review: WholeReview, first: Side, moves: string[], ply: number, names?: string[], k?: number }} Shown */

/** The worth of every position of a reviewed game, each with the side to move: what a curve is drawn of.
 *  @param {WholeReview | null} review
 *  @param {Side} first
 *  @returns {(Score & { side: Side })[]} */
export const scoresOf = (review, first) => (review?.scores ?? []).map((score, ply) =>
  ({ ...score, side: ply % 2 === 0 ? first : other(first) }));

export class Reviewed {
  /** `go(ply)` shows the game after so many moves; `peek(ply, moves)` shows moves from there for as long as the pointer
   *  is on them, `peek(null)` no longer; `pick(ply, moves)` is called for those that are clicked, `learn()` for
   *  the lesson about the mistakes, and `why()`, where it is there, for the proof of a win.
   *  @param {{ go: (ply: number) => void, peek: (ply: number | null, moves?: string[]) => void, pick: (ply: number, moves: string[]) => void, learn: () => void, why?: (() => void) | null, hasCurve?: boolean }} does */
  constructor({ go, peek, pick, learn, why = null, hasCurve = false }) {
    this.go = go;
    this.peek = peek;
    this.pick = pick;
    this.learn = learn;
    this.why = why;
    this.hasCurve = hasCurve;
    /** Stones in a row that win. */
    this.k = 5;
    /** @type {boolean | undefined} */
    this.isSigns = undefined;
    this.node = el("div", { class: "reviewed" });
  }

  /** Shows the review of a game, with `ply` moves of it on the board; `first` is the side that began, `names` are
   *  those of Black and White where they are known, and `isSigns` says that they have signs. With null there is none.
   *  @param {{ review: WholeReview | null, first: Side, moves: string[], ply: number, names?: string[], k?: number, isSigns?: boolean } | null} about */
  show(about) {
    this.isSigns = about?.isSigns;
    this.node.hidden = !about?.review;
    if (!about?.review) return this.node.replaceChildren();
    const { review, first, moves, ply, names } = about;
    this.k = about.k ?? 5;
    return renew(this.node, this.players(review, first, names), this.curve(review, first, moves, ply),
      this.words(review, first, moves, ply), this.line(review, ply), this.hold(review, first, moves),
      this.tools(review, ply), legend());
  }

  /** @param {WholeReview} review
   *  @param {Side} first
   *  @param {string[]} [names] */
  players(review, first, names) {
    const share = review.accuracy;
    /** @param {Side} color
     *  @param {0 | 1} index */
    const row = (color, index) => el("p", { "data-accuracy": color }, el("span", { class: `stone ${color}` }),
      ` ${names ? called(names[index]) : nameOf(color, this.isSigns)}: `,
      share[index] === null ? null : el("b", {}, t("accuracy", Math.round(100 * share[index]))),
      share[index] === null ? "" : " · ", faultWords(faults(review, color === first ? 0 : 1)));
    return el("div", { class: "players" }, row("x", 0), row("o", 1));
  }

  /** @param {WholeReview} review
   *  @param {Side} first
   *  @param {string[]} moves
   *  @param {number} ply */
  curve(review, first, moves, ply) {
    if (!this.hasCurve) return el("div");
    return graph(scoresOf(review, first), moves, ply, t(this.isSigns ? "chancesOfX" : "chances"), this.go, review.verdicts,
      this.isSigns);
  }

  /** What is said of the move that led to the position on the board.
   *  @param {WholeReview} review
   *  @param {Side} first
   *  @param {string[]} moves
   *  @param {number} ply */
  words(review, first, moves, ply) {
    const verdict = review.verdicts[ply - 1];
    if (!verdict) return el("p", { class: "verdict" }, t("reviewStart"));
    const scores = scoresOf(review, first);
    const from = judgement(scores[ply - 1], scores[ply - 1].side, this.isSigns);
    const to = judgement(scores[ply], scores[ply].side, this.isSigns);
    const loss = lossOf(review, ply - 1);
    return el("p", { class: "verdict", "data-verdict": verdict },
      el("b", {}, `${ply}. ${moves[ply - 1]} – ${t(verdict)}`), loss > 0 ? ` (−${loss} %)` : "",
      from === to || loss === 0 ? `: ${to}` : `: ${from} → ${to}`,
      ...faultReasons(review, ply - 1, moves, this.k, this.isSigns).map((text) => el("span", { class: "reason" }, text)),
      ...slips(review, ply - 1).map((slip, index) => el("span", { class: `slip ${slip}` }, slipWords(review, ply - 1)[index])),
      this.why && scores[ply].mate ? el("button", { type: "button", class: "why-button", "data-does": "why", click: () => this.why?.() }, t("whyWon")) : "");
  }

  /** The best moves from the position before it.
   *  @param {WholeReview} review
   *  @param {number} ply */
  line(review, ply) {
    const moves = (review.lines[ply - 1] ?? "").split(" ").filter(Boolean);
    if (moves.length === 0 || review.verdicts[ply - 1] === "best") return el("p", { hidden: true });
    /** @param {string} move
     *  @param {number} index */
    const button = (move, index) => {
      const upTo = moves.slice(0, index + 1);
      const look = () => this.peek(ply - 1, upTo);
      return el("button", { type: "button", class: "move", pointerenter: look, focus: look,
        // Not in the middle of a change that takes the button away.
        blur: ({ relatedTarget }) => {
          if (!(relatedTarget instanceof Element && relatedTarget.closest(".better-line"))) queueMicrotask(() => this.peek(null));
        }, click: () => this.pick(ply - 1, upTo) }, move);
    };
    return el("p", { class: "better-line", pointerleave: () => this.peek(null) }, `${t("engineLine")} `,
      ...moves.map(button));
  }

  /** Where the loser could last have held the game, as far as that was seen. Reviews that were made before it was
   *  looked for any longer say nothing of it.
   *  @param {WholeReview} review
   *  @param {Side} first
   *  @param {string[]} moves */
  hold(review, first, moves) {
    const { hold, hold_searched: searched, hold_proven: isProven } = review;
    if (hold === null || searched === undefined) return el("p", { hidden: true });
    const color = hold % 2 === 0 ? first : other(first);
    return el("p", { class: "hold" }, t(isProven ? "lastHoldProven" : "lastHold", nameOf(color, this.isSigns), hold + 1,
      review.best[hold] ?? "–", moves[hold] ?? "–", searched?.toLocaleString("en") ?? ""), " ",
    el("button", { type: "button", click: () => this.go(hold + 1) }, t("show")));
  }

  /** @param {WholeReview} review
   *  @param {number} ply */
  tools(review, ply) {
    const plies = review.verdicts.map((verdict, index) => (isFault(verdict) ? index + 1 : 0)).filter(Boolean);
    const before = plies.filter((one) => one < ply).at(-1);
    const next = plies.find((one) => one > ply);
    /** @param {string} word
     *  @param {number | undefined} to */
    const button = (word, to) => el("button", { type: "button", "data-does": word, disabled: to === undefined,
      click: () => { if (to !== undefined) this.go(to); } }, t(word));
    return el("div", { class: "row" }, button("faultBefore", before), button("faultNext", next),
      plies.length === 0 ? null : el("button", { type: "button", class: "main", "data-does": "learn",
        click: () => this.learn() }, t("learn")));
  }
}
