// What the moves of finished games were worth, and how that is shown.

import { el } from "./dom.js";
import { ask } from "./link.js";
import { t } from "./words.js";

/** Faults, from the least, with the signs that books use. */
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Reviews that this page has seen, by the start and the moves of their games. */
const seen = new Map();

const name = (fen, moves) => `${fen.split(" ", 4).join(" ")}|${moves.join(" ")}`;

/** Remembers the review of a game, so that it is known wherever the game is shown. */
export const remember = (fen, moves, review) => seen.set(name(fen, moves), review);

/** The review of a game, if this page has seen it. */
export const reviewOf = (fen, moves) => seen.get(name(fen, moves)) ?? null;

/** The same on a board that does not take the forbidden point with which a game ended: there
 *  the game has one move less. */
export function marksOf(fen, moves) {
  const own = name(fen, moves);
  const isOneMore = (other) => other.startsWith(`${own} `) && !other.slice(own.length + 1).includes(" ");
  return seen.get(own) ?? seen.get([...seen.keys()].find(isOneMore)) ?? null;
}

/** Games that this page has asked about. */
const asked = new Set();

/** Fetches the review of a game that was opened, if it has been made; says whether there is
 *  one that this page had not seen. */
export async function recall(fen, moves) {
  const own = name(fen, moves);
  if (moves.length === 0 || seen.has(own) || asked.has(own)) return false;
  asked.add(own);
  try {
    const { review } = await ask({ do: "marks", fen, moves: moves.join(" ") });
    if (review) seen.set(own, review);
    return review !== null;
  } catch {
    // Without a connection, or about no position: nothing is known.
    asked.delete(own);
    return false;
  }
}

/** Has a finished game reviewed: by its number, or by its table and its number there. */
export const ordered = (game) => ask({ do: "review", game });

/** The sign of a move, with words for whoever points at it; null for a move that is fine. */
export function sign(review, index) {
  const verdict = review?.verdicts[index];
  if (!SIGNS[verdict]) return null;
  const best = review.best[index];
  const words = `${t(verdict)}, ${Math.round(review.losses[index] * 100)} %` +
    (best ? ` · ${t("better", best)}` : "");
  return el("span", { class: `fault ${verdict}`, title: words, role: "img", "aria-label": words },
    SIGNS[verdict]);
}

/** Numbers of inaccuracies, mistakes and blunders of the player who began (0) or the other (1). */
export function faults(review, player) {
  const own = review.verdicts.filter((_, index) => index % 2 === player);
  return Object.keys(SIGNS).map((verdict) => own.filter((other) => other === verdict).length);
}

/** The same in a few words. */
export function faultWords(counts) {
  const parts = Object.values(SIGNS).map((text, index) => [counts[index], text])
    .filter(([count]) => count > 0).map(([count, text]) => `${count} ${text}`);
  return parts.join("  ") || t("noFault");
}

/** What the signs mean. */
export const legend = () => el("p", { class: "quiet legend" }, t("legend"));
