// Why a move is worth playing, in the words of people: by the codes that the engine gives, never by its sentences.

/** @import { Hint, ReasonText } from "./envelope.d.ts" */
/** @import { Point, Side } from "./native.js" */

import { isLikely, judgement, percent } from "./judgement.js";
import { ask } from "./link.js";
import { square, squareOf } from "./native.js";
import { know, language, nameOf, t } from "./words.js";
import words from "./wordsreasons.js";

know(words);

/** Kinds of reasons that are said at once: what ends a game needs no other. */
const MOST = 2;

/** The line in which two squares lie, as the end of a word's name; nothing where there is none.
 *  @param {Point} one
 *  @param {Point} two */
function way(one, two) {
  const [x, y] = [two.col - one.col, two.row - one.row];
  if (x === 0 || y === 0) return x === y ? "" : y === 0 ? "Row" : "Column";
  return x === y ? "Diagonal" : x === -y ? "Diagonal2" : "";
}

/** Where squares lie: in one line, or in several that meet in one of them. Of two that all others are in line with, the
 *  one with fewer lines is where they meet.
 *  @param {string[]} squares
 *  @returns {string[]} */
function places(squares) {
  const points = squares.map(squareOf);
  const met = points.filter((one) => points.every((two) => one === two || way(one, two)));
  const [fewest = []] = met.map((centre) => ["Row", "Column", "Diagonal", "Diagonal2"].flatMap((name) => {
    const line = points.filter((one) => one === centre || way(centre, one) === name).sort((one, two) => one.col - two.col);
    const [first, last] = [line[0], line[line.length - 1]].map(({ col, row }) => square(col, row));
    return line.length < 2 ? [] : [t(`place${name}`.replace("2", ""), name === "Row" ? centre.row + 1 : name === "Column" ? first.replace(/\d+/, "") : first, last)];
  })).sort((one, two) => one.length - two.length);
  return fewest;
}

/** What reasons of one code say together, as it follows the name of a move; `k` stones in a row win, `isSigns` where they
 *  are crosses and circles.
 *  @param {ReasonText[]} group
 *  @param {number} k
 *  @param {boolean} [isSigns] */
function said(group, k, isSigns) {
  const [{ code, moves, side, squares = [] }] = group;
  const name = code === "allows-win-by-fours" && moves === 1 ? `${code}-now` : code;
  const isAny = k !== 5 && t(`any-${code}`) !== `any-${code}`;
  const lines = group.flatMap((one) => places(one.squares ?? []));
  const where = moves ? squares[0] ?? "" : new Intl.ListFormat(language() === "zh" ? "zh" : "en-GB").format(lines);
  return t(`${isAny ? "any" : "reason"}-${name}`, side ? nameOf(side, isSigns) : "", where, moves).trim();
}

/** The most important reasons as they follow the name of a move; nothing where there are none.
 *  @param {ReasonText[] | undefined} reasons
 *  @param {number} [k]
 *  @param {boolean} [isSigns] */
export function reasonWords(reasons = [], k = 5, isSigns) {
  /** Reasons of the same code are said together.
   *  @type {ReasonText[][]} */
  const groups = [];
  for (const reason of reasons) {
    const last = groups.at(-1);
    if (last?.[0].code === reason.code) last.push(reason);
    else groups.push([reason]);
  }
  const [first] = reasons;
  const isAll = first && (first.moves !== undefined || ["five", "forbidden"].includes(first.code));
  return groups.slice(0, isAll ? 1 : MOST).map((group) => said(group, k, isSigns)).join(t("reasonAnd"));
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
  const [best, answer] = [review.best?.[index] ?? "", review.replies?.[index] ?? ""];
  return [missed && t("reasonMissed", best, missed), allowed && t("reasonAllowed", moves[index], allowed),
    reply && t(answer === best ? "reasonTaken" : "reasonReply", answer, reply)].filter(Boolean);
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
  return t("hintSays", why ? t("reasonOf", hint.move, why) : hint.move, (isOwn ? standing : judgement)(score, side, isSigns));
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
