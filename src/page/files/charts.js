// Drawings of statistics, and the parts that they are folded into.

/** @import { Child } from "./dom.js" */
/** @import { Pairs } from "./tallies.js" */

import { draw, el } from "./dom.js";
import { games, score } from "./tallies.js";
import { called, language, t } from "./words.js";

/** Whether there is room for all at once: not on a phone. */
export const isWide = () => matchMedia("(min-width: 801px)").matches;

/** What was folded or unfolded by hand, by its id.
 *  @type {Map<string, boolean>} */
const folds = new Map();

/** The head of a part that can be folded.
 *  @param {string} text */
export const heading = (text) => el("summary", {}, el("h2", {}, text));

/** A part that can be folded, and is on a phone.
 *  @param {string} id
 *  @param {string} text
 *  @param {...Child} children
 *  @returns {HTMLDetailsElement} */
export function fold(id, text, ...children) {
  /** @type {HTMLDetailsElement} */
  const node = el("details", { class: "card fold", id, open: folds.get(id) ?? isWide(), toggle: () => folds.set(id, node.open) }, heading(text), ...children);
  // What is pressed counts at once, for the part may be drawn anew before it has been heard.
  node.firstElementChild?.addEventListener("click", () => folds.set(id, !node.open));
  return node;
}

/** Points of players against each other. Where there is little room, columns have the numbers of the rows.
 *  @param {string} word what stands above the names
 *  @param {string[]} names
 *  @param {Pairs} pairs
 *  @param {(own: string, other: string) => void} [click] */
export function duelTable(word, names, pairs, click) {
  /** @param {string} own
   *  @param {string} other */
  const cell = (own, other) => {
    const count = pairs.get(own)?.get(other);
    if (own === other || !count) return el("td", { class: "self" }, own === other ? "·" : "");
    const text = `${score(count)}/${games(count)}`;
    const node = el("td", { class: "duel", title: t("duel", called(own), count.won, count.drawn, count.lost, called(other)) },
      click ? el("button", { type: "button", class: "move", click: () => click(own, other) }, text) : text);
    node.style.setProperty("--share", (score(count) / games(count)).toFixed(2));
    return node;
  };
  const isNarrow = !isWide();
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("matrix") }, el("table", { class: "matrix" },
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t(word)),
      ...names.map((name, index) => el("th", { scope: "col", title: called(name) }, isNarrow ? index + 1 : called(name))))),
    el("tbody", {}, ...names.map((own, index) => el("tr", {}, el("th", { scope: "row", title: called(own) }, `${isNarrow ? `${index + 1} ` : ""}${called(own)}`),
      ...names.map((other) => cell(own, other)))))));
}

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
  return fold("lengths", t("lengths"),
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
  return fold("colours", t("byColour"), ...rows.map(bar),
    el("p", { class: "quiet" }, t("byColourLegend")));
}

const COLORS = ["#8a4b08", "#0b5394", "#237a3b", "#b3261e", "#6a3d9a", "#5d6470"];
/** Lines are told apart by more than their colours. */
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "4 5", "12 2"];

/** A line of the curves, or the sign of one.
 *  @param {number} index
 *  @param {string} d
 *  @param {...Node} children */
function line(index, d, ...children) {
  const node = draw("path", { d, class: "rating-line", "stroke-dasharray": DASHES[index % DASHES.length] }, ...children);
  // Darker in the light, and lighter in the dark.
  node.style.stroke = `color-mix(in srgb, ${COLORS[index % COLORS.length]} 65%, var(--text))`;
  return node;
}

/** Ratings over time: names with points of time and rating. Nothing where no rating says anything.
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
  return el("div", {},
    el("div", { class: "curve-frame" },
      el("div", { class: "axis-aside", "aria-hidden": "true" }, ...[high, (high + low) / 2, low].map((elo) => el("span", {}, Math.round(elo)))),
      el("div", { class: "plot" }, draw("svg", { viewBox: `0 0 ${width} ${height}`, class: "graph", role: "img", preserveAspectRatio: "none",
        "aria-label": t("ratingOverTime") }, draw("rect", { width, height, class: "paper" }),
      ...lines.map(([name, points], index) => line(index, `M${points.map(([at, elo]) => `${x(at).toFixed(1)} ${y(elo).toFixed(1)}`).join("L")}`,
        draw("title", {}, called(name)))))),
      el("div", { class: "axis-below ends", "aria-hidden": "true" }, el("b", {}, day(from)), el("b", {}, day(to)))),
    el("p", { class: "key-list" }, ...lines.map(([name, points], index) => el("span", {},
      draw("svg", { class: "rating-key", viewBox: "0 0 30 6", "aria-hidden": "true" }, line(index, "M0 3h30")),
      `${called(name)} ${Math.round(points[points.length - 1][1])}`))));
}
