// What is said while the own search of the engine is watched: a lesson, wherever it is looked at.

/** @import { Visited } from "./coursetree.js" */

import { scoreText } from "./native.js";
import { t } from "./words.js";

/** So many units of the engine's evaluation are one of the numbers that people see. */
const UNITS = 314;

/** An estimate for people.
 *  @param {string} score */
export const estimate = (score) => scoreText({ cp: Math.trunc(100 * Number(score) / UNITS) }).replace("-", "−");

/** Why the engine leaves a position, in words.
 *  @type {Record<string, string>} */
export const REASONS = { leaf: "watchLeaf", margin: "watchMargin", line: "watchNext", fours: "watchFours", threats: "watchThreats", closed: "watchClosed", near: "watchNear", late: "watchLate" };

/** A score as a number that can be compared.
 *  @param {string} score */
const rank = (score) => (/^win/.test(score) ? 32000 - Number(score.slice(3)) : /^loss/.test(score) ? Number(score.slice(4)) - 32000
  : /inf/.test(score) ? 32001 * (score.startsWith("-") ? -1 : 1) : Number(score));

/** Whether the engine enters a position only to ask whether it is better than the best so far.
 *  @param {import("./coursetree.js").TreeEvent} event */
export const asksForMore = ({ depth, window }) => depth !== undefined && rank(window[1]) - rank(window[0]) === 1;

/** That a position is entered, in a sentence.
 *  @param {Visited} now
 *  @param {string} mine
 *  @param {string} yours
 *  @param {Map<number, Visited>} all
 *  @param {boolean} isOurs */
export function entering({ number, parent, ply, depth, moves, isAsked }, mine, yours, all, isOurs) {
  const move = moves[moves.length - 1];
  const before = [...all.values()].findLast((node) => node.number < number && node.parent === parent && (ply === 0 ? node.depth === depth : node.moves[node.moves.length - 1] === move));
  if (ply === 0) return !isOurs ? t("watchBegin", mine, yours) : depth ? t(before?.sign ? "watchWider" : "watchDepth", mine, depth) : "";
  return before ? t(before.depth < depth ? "watchDeeper" : "watchAgain", move) : t(isAsked && !all.get(parent)?.isAsked ? "watchAsk" : "watchTry", yours, move);
}

/** @type {Record<string, string[]>} */
export default {
  watchDepth: ["{0} is to move. Moves that the engine looks ahead: {1}. Values are its estimates for {0}.", "轮到{0}。引擎往前看 {1} 步。数值是它对{0}的估计。"],
  watchWider: ["{0} is to move. The value was beyond the bounds, so that the same begins again with wider ones.", "轮到{0}。数值超出了界限，于是放宽界限重新来过。"],
  watchAsk: ["{0} tries {1}. The question is only whether it is better than what is known.", "{0}试走 {1}。只问它是否比已知的更好。"],
  watchDeeper: ["{0} seems better than expected and is looked at again, deeper.", "{0} 比预料的好，于是再看一次，看得更深。"],
  watchAgain: ["{0} is better, and is looked at again for its value.", "{0} 更好，于是再看一次以求其值。"],
  watchLeaf: ["Here the search looks no deeper. The estimate is {0}.", "搜索到此为止。估计值：{0}。"],
  watchMargin: ["{0} stands so well here that nobody looks on. The estimate is {1}.", "此处{0}形势太好，不必再看。估计值：{1}。"],
  watchNext: ["{0} completes a line with the next stone.", "{0}下一子就连成一线。"],
  watchFours: ["A search of fours has found a win of {0}.", "连续冲四的搜索发现{0}能赢。"],
  watchThreats: ["A search of threats has found a win of {0}.", "威胁搜索发现{0}能赢。"],
  watchClosed: ["No line is left here that could change the result for the better.", "此处已没有能改善结果的线。"],
  watchNear: ["A quicker end than any from here is known already.", "已知有比这里更快的终局。"],
  watchLate: ["The likely replies to {0} were looked at, and the rest seems hopeless: {1}.", "{0} 的可能应手都已看过，其余似无希望：{1}。"],
  watchAllLikely: ["Every reply to {0} that the engine considers was looked at: {1}.", "引擎考虑的 {0} 的应手都已看过：{1}。"],
  watchHash: ["The table knows enough of this position: {0}.", "表中对此局面所知已够：{0}。"],
  watchEnough: ["The question was whether {0} is better for {1} than {2}, {3}. With {4} it is: {5}. That is enough.", "问题是对{1}来说 {0} 是否好于 {2}（{3}）。走 {4} 确实更好：{5}。这就够了。"],
  watchBeyond: ["With {0} the value is beyond the bounds that were expected, {1}: this has to be looked at again.", "走 {0} 后数值超出预期的界限：{1}，须再看一次。"],
};
