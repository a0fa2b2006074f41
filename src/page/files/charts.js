// Drawings of statistics.

import { draw, el } from "./dom.js";
import { called, language, t } from "./words.js";

/** How long games were, in moves.
 *  @param {number[]} sizes */
export function lengths(sizes) {
  const step = Math.max(1, Math.ceil((Math.max(...sizes) + 1) / 20));
  /** @type {number[]} */
  const bars = [];
  for (const size of sizes) bars[Math.floor(size / step)] = (bars[Math.floor(size / step)] ?? 0) + 1;
  const most = Math.max(...bars.filter(Boolean));
  const [width, height] = [360, 120];
  const wide = width / bars.length;
  const nodes = [];
  for (let index = 0; index < bars.length; index += 1) {
    const high = ((bars[index] ?? 0) / most) * (height - 30);
    nodes.push(draw("rect", { x: index * wide + 1, y: height - 16 - high, width: wide - 2,
      height: high, class: "bar" }, draw("title", {}, `${index * step}–${(index + 1) * step - 1}: ${bars[index] ?? 0}`)));
    if (bars[index]) {
      nodes.push(draw("text", { x: index * wide + wide / 2, y: height - 19 - high, class: "tick" },
        bars[index]));
    }
    if (bars.length < 25) {
      nodes.push(draw("text", { x: index * wide + wide / 2, y: height - 3, class: "tick" }, index * step));
    }
  }
  return el("section", { class: "card" }, el("h2", {}, t("lengths")),
    draw("svg", { viewBox: `0 0 ${width} ${height}`, class: "bars", role: "img",
      "aria-label": t("lengths") }, ...nodes));
}

/** How often Black and White have won, of each kind of game: rows of a name and counts.
 *  @param {[name: string, counts: { x: number, drawn: number, o: number }][]} rows */
export function colours(rows) {
  /** @param {[name: string, counts: { x: number, drawn: number, o: number }]} row */
  const bar = ([name, { x, drawn, o }]) => {
    const all = x + drawn + o;
    /** @param {string} kind
     *  @param {number} count */
    const part = (kind, count) => {
      const node = el("span", { class: `share ${kind}` }, count / all >= 0.12 ? `${Math.round((100 * count) / all)} %` : "");
      node.style.flexGrow = String(count);
      return node;
    };
    const words = t("shares", x, drawn, o);
    return el("div", { class: "colour-row" }, el("span", {}, name),
      el("span", { class: "shares", role: "img", title: words, "aria-label": `${name}: ${words}` }, part("x", x), part("d", drawn), part("o", o)));
  };
  return el("section", { class: "card", id: "colours" }, el("h2", {}, t("byColour")), ...rows.map(bar),
    el("p", { class: "quiet" }, t("byColourLegend")));
}

const COLORS = ["#8a4b08", "#0b5394", "#237a3b", "#b3261e", "#6a3d9a", "#5d6470"];

/** Ratings over time: names with points of time and rating.
 *  @param {Map<string, [at: number, elo: number][]>} found */
export function curves(found) {
  const lines = [...found].filter(([, points]) => points.length > 1);
  if (lines.length === 0) return null;
  const all = lines.flatMap(([, points]) => points);
  const [from, to] = [Math.min(...all.map(([at]) => at)), Math.max(...all.map(([at]) => at))];
  const [low, high] = [Math.min(...all.map(([, elo]) => elo)) - 10, Math.max(...all.map(([, elo]) => elo)) + 10];
  const [width, height] = [600, 150];
  /** @param {number} at */
  const x = (at) => (to === from ? width : ((at - from) / (to - from)) * width);
  /** @param {number} elo */
  const y = (elo) => height * (1 - (elo - low) / (high - low));
  /** @param {number} at */
  const day = (at) => new Date(at * 1000).toLocaleDateString(language());
  return el("section", { class: "card", id: "rating" }, el("h2", {}, t("ratingOverTime")),
    el("div", { class: "curve-frame" },
      el("div", { class: "axis-aside", "aria-hidden": "true" }, ...[high, (high + low) / 2, low].map((elo) => el("span", {}, Math.round(elo)))),
      el("div", { class: "plot" }, draw("svg", { viewBox: `0 0 ${width} ${height}`, class: "graph", role: "img", preserveAspectRatio: "none",
        "aria-label": t("ratingOverTime") }, draw("rect", { width, height, class: "paper" }),
      ...lines.map(([name, points], index) => draw("path", { d: `M${points.map(([at, elo]) => `${x(at).toFixed(1)} ${y(elo).toFixed(1)}`).join("L")}`,
        class: "rating-line", stroke: COLORS[index % COLORS.length] }, draw("title", {}, called(name)))))),
      el("div", { class: "axis-below ends", "aria-hidden": "true" }, el("b", {}, day(from)), el("b", {}, day(to)))),
    el("p", { class: "key-list" }, ...lines.map(([name, points], index) => {
      const sign = el("i", { class: "rating-key" });
      sign.style.background = COLORS[index % COLORS.length];
      return el("span", {}, sign, `${called(name)} ${Math.round(points[points.length - 1][1])}`);
    })));
}
