// Why a move is worth playing, in the words of people: by the codes that the engine gives, never by its sentences.

/** @import { Hint, ReasonText } from "./envelope.d.ts" */
/** @import { Side } from "./native.js" */

import { isLikely, judgement, percent } from "./judgement.js";
import { ask } from "./link.js";
import { know, nameOf, t } from "./words.js";
import words from "./wordsreasons.js";

know(words);

/** Reasons that are said at once: what ends a game needs no other. */
const MOST = 2;

/** Where squares lie, if they lie in one line.
 *  @param {string[]} squares */
function place(squares) {
  const points = squares.map((name) => [/^[a-z]+/.exec(name)?.[0] ?? "", Number(/\d+$/.exec(name)?.[0])]);
  const [[column, row], ...rest] = points.length > 1 ? points : [["", 0]];
  if (rest.length === 0) return "";
  if (rest.every(([, one]) => one === row)) return t("placeRow", row);
  if (rest.every(([one]) => one === column)) return t("placeColumn", column);
  const sorted = [...squares].sort((one, two) => Number(/\d+$/.exec(one)?.[0]) - Number(/\d+$/.exec(two)?.[0]));
  // Shapes in several lines have no one place.
  const steps = points.map(([name, at]) => [number(String(name)), Number(at)]);
  const isLine = [1, -1].some((slope) => steps.every(([x, y]) => x - slope * y === steps[0][0] - slope * steps[0][1]));
  return isLine ? t("placeDiagonal", sorted[0], sorted.at(-1)) : "";
}

/** The number of a column: a is 1, aa is 27.
 *  @param {string} name */
const number = (name) => [...name].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 96, 0);

/** One reason as it follows the name of a move; `k` stones in a row win, `isSigns` where they are crosses and circles.
 *  @param {ReasonText} reason
 *  @param {number} k
 *  @param {boolean} [isSigns] */
function one({ code, moves, side, squares = [] }, k, isSigns) {
  const name = code === "allows-win-by-fours" && moves === 1 ? `${code}-now` : code;
  const isAny = k !== 5 && t(`any-${code}`) !== `any-${code}`;
  const isWin = moves !== undefined;
  const text = t(`${isAny ? "any" : "reason"}-${name}`, side ? nameOf(side, isSigns) : "", isWin ? "" : place(squares), moves);
  return text.trim();
}

/** The most important reasons as they follow the name of a move; nothing where there are none.
 *  @param {ReasonText[] | undefined} reasons
 *  @param {number} [k]
 *  @param {boolean} [isSigns] */
export function reasonWords(reasons = [], k = 5, isSigns) {
  const [first] = reasons;
  const isAll = first && (first.moves !== undefined || ["five", "forbidden"].includes(first.code));
  return reasons.slice(0, isAll ? 1 : MOST).map((reason) => one(reason, k, isSigns)).join("; ");
}

/** Whether the first reason speaks against the move.
 *  @param {ReasonText[] | undefined} reasons */
export const isAgainst = (reasons) => ["forbidden", "allows-win-by-fours"].includes(reasons?.[0]?.code ?? "");

/** What is wrong with a move of a reviewed game: what the best one does, and what the move allows.
 *  @param {import("./envelope.d.ts").Review} review
 *  @param {number} index
 *  @param {string[]} moves
 *  @param {number} k
 *  @param {boolean} [isSigns] */
export function faultReasons(review, index, moves, k, isSigns) {
  const missed = reasonWords(review.best_reasons?.[index], k, isSigns);
  const own = review.reasons?.[index];
  const allowed = isAgainst(own) ? reasonWords(own, k, isSigns) : "";
  const reply = allowed ? "" : reasonWords(review.reply_reasons?.[index], k, isSigns);
  return [missed && t("reasonMissed", review.best?.[index] ?? "", missed), allowed && t("reasonAllowed", moves[index], allowed),
    reply && t("reasonReply", review.replies?.[index] ?? "", reply)].filter(Boolean);
}

/** A hint for the side to move: the move, why, and how its reader stands; others than the one who asked see the chances.
 *  @param {Hint} hint
 *  @param {Side} side
 *  @param {boolean} isOwn
 *  @param {number} k
 *  @param {boolean} isSigns */
export function hintWords(hint, side, isOwn, k, isSigns) {
  const why = reasonWords(hint.reasons, k, isSigns);
  const score = { cp: hint.cp ?? undefined, mate: hint.mate ?? undefined };
  return `${t("hintSays", why ? t("reasonOf", hint.move, why) : hint.move)}. ${isOwn ? standing(score, side, isSigns) : judgement(score, side, isSigns)}.`;
}

/** How the player of a side stands, told to that player.
 *  @param {import("./native.js").Score} score
 *  @param {Side} side
 *  @param {boolean} isSigns */
function standing(score, side, isSigns) {
  const { cp, mate } = score;
  if (mate !== undefined && mate > 0) return t(mate === 1 ? "youWinNow" : "youWin", mate);
  if (mate !== undefined || cp === undefined || isLikely(score)) return judgement(score, side, isSigns);
  const chance = percent(score, side);
  return t("youStand", side === "x" ? chance : 100 - chance);
}

/** Reasons that are known, by the position and the move; null while they are asked for.
 *  @type {Map<string, Map<string, ReasonText[] | null>>} */
const known = new Map();
/** Positions whose reasons are kept. */
const KEPT = 200;

/** The reasons for a move in a position, if they were asked for; with `shapes` those of its shapes alone.
 *  @param {string} fen
 *  @param {string[]} moves
 *  @param {string} move
 *  @param {boolean} [shapes] */
export const reasonsOf = (fen, moves, move, shapes = false) => known.get(`${shapes} ${fen} ${moves.join(" ")}`)?.get(move) ?? [];

/** Asks for the reasons for moves that are not known yet, and calls `done` once more is known.
 *  @param {string} fen
 *  @param {string[]} moves
 *  @param {string[]} of
 *  @param {() => void} done
 *  @param {boolean} [shapes] */
export async function askReasons(fen, moves, of, done, shapes = false) {
  const name = `${shapes} ${fen} ${moves.join(" ")}`;
  const found = known.get(name) ?? new Map();
  const wanted = of.filter((move) => !found.has(move)).slice(0, 10);
  if (wanted.length === 0 || [...found.values()].includes(null)) return;
  known.set(name, found);
  if (known.size > KEPT) known.delete(known.keys().next().value ?? "");
  for (const move of wanted) found.set(move, null);
  try {
    const { reasons } = await ask({ do: "explain", fen, moves: moves.join(" "), of: wanted.join(" "), shapes });
    wanted.forEach((move, index) => found.set(move, reasons[index]));
    done();
  } catch {
    // What is not explained is shown without a reason, and asked for again when it is seen next.
    for (const move of wanted) found.delete(move);
  }
}
