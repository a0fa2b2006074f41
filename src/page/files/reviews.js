// What the moves of finished games were worth, and how that is shown.

/** @import { Review } from "./envelope.d.ts" */
/** @import { Score, Side } from "./native.js" */

import { el } from "./dom.js";
import { ask, on } from "./link.js";
import { Refused } from "./refusals.js";
import { t } from "./words.js";

/** A review with all its lists.
 *  @typedef {Review & Required<Pick<Review, "best" | "losses" | "scores" | "lines">>} WholeReview */
/** @typedef {"missedWin" | "allowedWin"} Slip */
/** What shows a game: its table, or the board of the analysis.
 *  @typedef {"table" | "desk"} Viewer */
/** @typedef {{ own: string, fen: string, moves: string[], shown: Map<Viewer, () => void>, id?: number }} Opened */

/** Faults, from the least, with the signs that books use.
 *  @type {Record<string, string>} */
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Signs of moves that lost more than a share of the chances: a win that was not taken, one that was given. */
const SLIPS = { missedWin: "☆", allowedWin: "▼" };

/** Reviews that this page has seen, by the start and the moves of their games.
 *  @type {Map<string, WholeReview>} */
const seen = new Map();

/** The side on which the reader sat in games that were played here.
 *  @type {Map<string, Side>} */
const played = new Map();

/** @param {string} fen
 *  @param {string[]} moves */
const name = (fen, moves) => `${fen.split(" ", 4).join(" ")}|${moves.join(" ")}`;

/** A review with all its lists: what the server leaves out is empty.
 *  @param {Review} review
 *  @returns {WholeReview} */
const whole = (review) => ({ best: [], losses: [], scores: [], lines: [], ...review });

/** Remembers the review of a game, so that it is known wherever the game is shown.
 *  @param {string} fen
 *  @param {string[]} moves
 *  @param {Review} review */
export const remember = (fen, moves, review) => seen.set(name(fen, moves), whole(review));

/** Remembers on which side the reader sat in a game.
 *  @param {string} fen
 *  @param {string[]} moves
 *  @param {Side} color */
export const sat = (fen, moves, color) => played.set(name(fen, moves), color);

/** The review of a game, if this page has seen it.
 *  @param {string} fen
 *  @param {string[]} moves */
export const reviewOf = (fen, moves) => seen.get(name(fen, moves)) ?? null;

/** What is kept of a game, also for a board that does not take the forbidden point with which it ended: there the game
 *  has one move less.
 *  @template Kept
 *  @param {Map<string, Kept>} games
 *  @param {string} fen
 *  @param {string[]} moves
 *  @returns {Kept | null} */
function kept(games, fen, moves) {
  const own = name(fen, moves);
  /** @param {string} other */
  const isOneMore = (other) => other.startsWith(`${own} `) && !other.slice(own.length + 1).includes(" ");
  return games.get(own) ?? games.get([...games.keys()].find(isOneMore) ?? "") ?? null;
}

/** The review of a game on such a board.
 *  @param {string} fen
 *  @param {string[]} moves */
export const marksOf = (fen, moves) => kept(seen, fen, moves);

/** The side on which the reader sat in a game, or null where it was none or both.
 *  @param {string} fen
 *  @param {string[]} moves */
export const seatOf = (fen, moves) => kept(played, fen, moves);

/** The game that was opened last: how it was, its name, and what to call once its review is there.
 *  @type {Opened | null} */
let opened = null;

/** Takes the review of the opened game, if it is one.
 *  @param {Opened} game
 *  @param {Review | null} review */
function take(game, review) {
  if (!review || seen.has(game.own)) return;
  seen.set(game.own, whole(review));
  for (const show of game.shown.values()) show();
}

/** When the server is asked again that had too much to do, in milliseconds. */
const LATER = 2000;

/** Asks for the review of the opened game; the server says later if it is made later. */
async function look() {
  const game = opened;
  if (!game || seen.has(game.own)) return;
  try {
    const { id, review } = await ask({ do: "marks", fen: game.fen, moves: game.moves.join(" ") });
    game.id = id;
    take(game, review);
  } catch (refusal) {
    // Of what is no position nothing is known, and a new connection asks again; a server that has too much to do has
    // more time later.
    if (refusal instanceof Refused && refusal.code === "full") setTimeout(() => game === opened && look(), LATER);
  }
}

on("open", look);
on("marks", ({ id, review }) => {
  if (opened?.id === id) take(opened, review);
});

/** Fetches the review of a game that is opened at a table or a desk, now or when it is made, and calls back if it is
 *  one that this page had not seen. A table goes on behind the analysis of its game, and both are called.
 *  @param {Viewer} viewer
 *  @param {string} fen
 *  @param {string[]} moves
 *  @param {() => void} shown */
export function recall(viewer, fen, moves, shown) {
  const own = name(fen, moves);
  if (moves.length === 0 || seen.has(own)) return;
  const isOther = opened?.own !== own;
  if (!opened || isOther) opened = { own, fen, moves, shown: new Map() };
  opened.shown.set(viewer, shown);
  if (isOther) look();
}

/** Has a finished game reviewed: by its number, or by its table and its number there.
 *  @param {number | { table: string, number: number }} game */
export const ordered = (game) => ask({ do: "review", game });

/** The chances that a move gave away in whole percent, not more than it did: verdicts begin at some.
 *  @param {WholeReview} review
 *  @param {number} index */
export const lossOf = (review, index) => Math.floor(Math.round(1000 * review.losses[index]) / 10);

/** Whether a move of that verdict was worse than good.
 *  @param {string} verdict */
export const isFault = (verdict) => verdict in SIGNS;

/** What a move did to the game besides: it `missedWin`, or `allowedWin`, or both.
 *  @param {Review} review
 *  @param {number} index
 *  @returns {Slip[]} */
export function slips(review, index) {
  /** @type {Slip[]} */
  const all = ["missedWin", "allowedWin"];
  return all.filter((slip) => review[slip === "missedWin" ? "missed" : "allowed"].includes(index));
}

/** The same in words: a win is one where it is proven, else a likely one.
 *  @param {WholeReview} review
 *  @param {number} index */
export const slipWords = (review, index) => slips(review, index).map((slip) => {
  /** @type {Score | undefined} */
  const score = review.scores[slip === "missedWin" ? index : index + 1];
  return t(score?.mate === undefined ? `${slip}Likely` : slip);
});

/** The sign of a move, with its meaning in words; null for a move that is fine.
 *  @param {WholeReview | null | undefined} review
 *  @param {number} index */
export function sign(review, index) {
  const verdict = review?.verdicts[index];
  if (!verdict || !SIGNS[verdict]) return null;
  const best = review.best[index];
  const more = slips(review, index);
  const say = slipWords(review, index);
  const words = [`${t(verdict)}, ${lossOf(review, index)} %`, ...say,
    ...(best ? [t("better", best)] : [])].join(" · ");
  return el("span", { class: `fault ${verdict}`, title: words, role: "img", "aria-label": words },
    SIGNS[verdict], ...more.map((slip) => el("span", { class: `mark ${slip}` }, SLIPS[slip])));
}

/** Numbers of inaccuracies, mistakes and blunders of the player who began (0) or the other (1).
 *  @param {Review} review
 *  @param {0 | 1} player */
export function faults(review, player) {
  const own = review.verdicts.filter((_, index) => index % 2 === player);
  return Object.keys(SIGNS).map((verdict) => own.filter((other) => other === verdict).length);
}

/** The same in a few words.
 *  @param {number[]} counts */
export function faultWords(counts) {
  const parts = Object.values(SIGNS).map((text, index) => (counts[index] > 0 ? `${counts[index]} ${text}` : "")).filter(Boolean);
  return parts.join(" · ") || t("noFault");
}

/** What the signs mean. */
export const legend = () => el("p", { class: "quiet legend" }, t("legend"));

/** What a review has to say on the board of the move that was played last: a ring, and the better point.
 *  @param {WholeReview | null} review
 *  @param {string[]} played
 *  @returns {import("./board.js").Marks} */
export function reviewMarks(review, played) {
  const index = played.length - 1;
  if (!review || !isFault(review.verdicts[index])) return {};
  /** @param {string} move */
  const square = (move) => move.replace(/^(\*|P@)/, "");
  const best = review.best[index];
  const isFree = best && !played.some((move) => square(move) === square(best));
  return { judged: { square: square(played[index]), verdict: review.verdicts[index] },
    labels: best && isFree ? [{ square: square(best), text: "!", kind: "best", why: t("better", best) }] : [] };
}
