// The chances of x over a game, as a curve with axes that can be clicked and asked.

/** @import { Score, Side } from "./native.js" */

import { draw, el } from "./dom.js";
import { judgement } from "./judgement.js";
import { chanceOfX, hasChance } from "./native.js";
import { t } from "./words.js";

const [WIDTH, HEIGHT] = [600, 120];

/** Steps between the numbers below a curve of so many plies: eight numbers or fewer.
 *  @param {number} plies */
const stride = (plies) => [1, 2, 5, 10, 20, 50, 100, 200, 500].find((step) => plies / step <= 8) ?? 1000;

/** Draws the scores of a line, one for each ply or null, the first before any move; `moves` are
 *  the moves between them, `here` is the ply that is shown, and `pick` is called with the ply
 *  that is clicked. `verdicts` are those of the moves, if they were reviewed; `isSigns` where x and o have signs.
 *  @param {((Score & { side: Side }) | null | undefined)[]} scores
 *  @param {string[]} moves
 *  @param {number} here
 *  @param {string} label
 *  @param {(ply: number) => void} pick
 *  @param {string[]} [verdicts]
 *  @param {boolean} [isSigns] */
export function graph(scores, moves, here, label, pick, verdicts = [], isSigns) {
  const plies = Math.max(scores.length - 1, 1);
  /** @param {number} ply */
  const x = (ply) => (ply / plies) * WIDTH;
  const tip = el("output", { class: "tip", hidden: true });
  /** @param {MouseEvent} event */
  const plyAt = (event) => {
    const box = svg.getBoundingClientRect();
    return Math.max(0, Math.min(plies, Math.round(((event.clientX - box.left) / box.width) * plies)));
  };
  /** @type {SVGElement} */
  const svg = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph",
    preserveAspectRatio: "none", role: "img", "aria-label": label,
    click: (event) => pick(plyAt(event)),
    pointermove: (event) => {
      const ply = plyAt(event);
      const score = scores[ply];
      tip.textContent = `${ply === 0 ? t("begin") : `${ply}. ${moves[ply - 1] ?? ""}`}: ` +
        (score ? judgement(score, score.side, isSigns) : t("noScore"));
      tip.hidden = false;
      tip.style.left = `${(ply / plies) * 100}%`;
      tip.dataset.side = ply > plies / 2 ? "left" : "right";
    },
    pointerleave: () => { tip.hidden = true; } },
  draw("rect", { width: WIDTH, height: HEIGHT, class: "paper" }),
  draw("path", { d: `M0 ${HEIGHT / 4}H${WIDTH}M0 ${HEIGHT * 0.75}H${WIDTH}`, class: "quarter" }),
  draw("path", { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: "middle" }));
  /** @type {[left: number, top: number, verdict: string][]} */
  const points = [];
  scores.forEach((score, ply) => {
    if (score && hasChance(score)) points.push([x(ply), HEIGHT * (1 - chanceOfX(score, score.side)), verdicts[ply - 1] ?? ""]);
  });
  if (points.length > 0) {
    const path = points.map(([left, top], index) => `${index ? "L" : "M"}${left} ${top}`).join("");
    svg.append(draw("path", { d: `${path}L${points[points.length - 1][0]} ${HEIGHT}L${points[0][0]} ${HEIGHT}Z`, class: "area" }),
      draw("path", { d: path, class: "curve" }),
      ...points.map(([left, top, verdict]) => draw("path", { d: `M${left} ${top}h0`, class: `knot ${verdict}` })));
  }
  svg.append(draw("path", { d: `M${x(here)} 0V${HEIGHT}`, class: "here" }));
  const numbers = Array.from({ length: Math.floor(plies / stride(plies)) + 1 }, (_, index) => index * stride(plies));
  const below = el("div", { class: "axis-below", "aria-hidden": "true" }, ...numbers.map((ply) => {
    const node = el("span", {}, ply);
    node.style.left = `${(ply / plies) * 100}%`;
    return node;
  }));
  return el("div", { class: "curve-frame" },
    el("div", { class: "axis-aside", "aria-hidden": "true" }, ...["100 %", "50 %", "0 %"].map((text) => el("span", {}, text))),
    el("div", { class: "plot" }, svg, tip), below);
}
