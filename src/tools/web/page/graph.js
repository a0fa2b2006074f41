// The chances of x over a game, as a curve that can be clicked.

import { draw } from "./dom.js";
import { chanceOfX } from "./native.js";

const [WIDTH, HEIGHT] = [600, 90];

/** Draws the scores of a line, one for each ply or null; `here` is the ply that is shown, and
 *  `pick` is called with the ply that is clicked. */
export function graph(scores, here, label, pick) {
  const plies = Math.max(scores.length - 1, 1);
  const x = (ply) => (ply / plies) * WIDTH;
  const svg = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph",
    preserveAspectRatio: "none", role: "img", "aria-label": label,
    click: (event) => {
      const box = svg.getBoundingClientRect();
      pick(Math.round(((event.clientX - box.left) / box.width) * plies));
    } },
  draw("rect", { width: WIDTH, height: HEIGHT, class: "paper" }),
  draw("path", { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: "middle" }));
  const points = [];
  scores.forEach((score, ply) => {
    if (score) points.push([x(ply), HEIGHT * (1 - chanceOfX(score, score.side))]);
  });
  if (points.length > 0) {
    const path = points.map(([left, top], index) => `${index ? "L" : "M"}${left} ${top}`).join("");
    svg.append(draw("path", { d: path, class: "curve" }),
      ...points.map(([left, top]) => draw("circle", { cx: left, cy: top, r: 2.5, class: "knot" })));
  }
  svg.append(draw("path", { d: `M${x(here)} 0V${HEIGHT}`, class: "here" }));
  return svg;
}
