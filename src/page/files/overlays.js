// What an engine sees, drawn on the empty points of the board, and what the signs mean.

/** @import { Label } from "./board.js" */
/** @import { Info, Position } from "./native.js" */

import { el } from "./dom.js";
import { judgement, percent } from "./judgement.js";
import { chanceOfX, hasChance, lineSum, other, signed, target } from "./native.js";
import { nameOf, t } from "./words.js";

/** @typedef {{ kind: string, rows: string[][], isInHundredths?: boolean }} Overlay */
/** The best lines of both engines.
 *  @typedef {{ a: Map<number, Info>, b: Map<number, Info> }} Lines */

export const OVERLAYS = [["candidates", "@candidates"], ["order", "@order"], ["threatsX", "@threatsX"],
  ["threatsO", "@threatsO"], ["standing", "@standing"], ["worthX", "@worthX"], ["worthO", "@worthO"], ["none", "@nothing"]];
/** What an overlay asks the engine for.
 *  @type {Record<string, "moves" | "patterns" | "patterns standing" | "eval">} */
export const ASKS = { order: "moves", threatsX: "patterns", threatsO: "patterns", standing: "patterns standing",
  worthX: "eval", worthO: "eval" };
/** Threats in a few letters, from the strongest, and how urgent they are; a forbidden point has its reason behind it.
 *  @type {Record<string, string[]>} */
const THREATS = { five: ["5", "winning"], "open-four": ["4o", "winning"], "double-four": ["44", "winning"],
  "four-three": ["43", "winning"], four: ["4", "forcing"], "double-three": ["33", "forcing"],
  "open-three": ["3o", "pressing"], forbidden: ["✕", "slow"] };
/** Shapes on the board in a few letters, from the strongest, and how urgent they are.
 *  @type {Record<string, string[]>} */
const SHAPES = { five: ["5", "winning"], "open-four": ["4o", "winning"], "double-four": ["44", "winning"],
  four: ["4", "forcing"], "open-three": ["3o", "pressing"], three: ["3", "slow"], "open-two": ["2o", "slow"], two: ["2", "slow"] };
/** A move is as good as the best one, or gives away so much of the chances.
 *  @type {[loss: number, kind: string][]} */
const LOSSES = [[0.02, "best"], [0.07, "good"], [0.2, "fair"], [2, "poor"]];
/** Moves of the search order that are shown. */
const FIRST = 10;

/** The square of a move that puts a stone, else null.
 *  @param {string} move */
const placed = (move) => (move.startsWith("*") ? null : move.replace("P@", ""));

/** The best lines as numbers on the board: the chance of x, coloured by what the move costs. Moves
 *  without a score, and what the second engine would play, have the name of their engine or its count of lines.
 *  @param {Position} position
 *  @param {Lines} lines
 *  @returns {Label[]} */
function candidates(position, { a, b }) {
  const { side } = position;
  const infos = [...a.values()].filter((info) => placed(info.pv?.[0] ?? "*") && hasChance(info));
  /** @param {Info} info */
  const own = (info) => (side === "x" ? chanceOfX(info, side) : 1 - chanceOfX(info, side));
  const best = Math.max(...infos.map(own));
  // What is proven to lose is bad, however little hope there was.
  /** @param {Info} info */
  const loses = ({ mate }) => mate !== undefined && mate < 0;
  const isLost = infos.every(loses);
  /** @type {Label[]} */
  const found = infos.map((info) => ({ square: placed(info.pv?.[0] ?? "*") ?? "", text: percent(info, side),
    kind: loses(info) && !isLost ? "poor" : LOSSES.find(([loss]) => best - own(info) < loss)?.[1], why: judgement(info, side) }));
  for (const [name, line] of Object.entries({ A: a.get(1), B: b.get(1) })) {
    const square = line && placed(line.pv?.[0] ?? "*");
    const known = found.find((other) => other.square === square);
    if (known) {
      if (name === "B") known.mark = name;
    } else if (square) {
      const text = line.lines === undefined ? name : signed(side === "x" ? line.lines : -line.lines);
      found.push({ square, text, kind: "second", mark: name, why: judgement(line, side) });
    }
  }
  return found;
}

/** What stands on empty points: squares with text, kind or heat.
 *  @param {Position} position
 *  @param {Overlay} overlay
 *  @param {Lines} lines
 *  @returns {Label[]} */
export function labels(position, overlay, lines) {
  if (overlay.kind === "candidates") return candidates(position, lines);
  const rows = overlay.rows.filter(([name]) => target(name));
  const isX = overlay.kind.endsWith("X");
  if (overlay.kind === "order") {
    return rows.slice(0, FIRST).map(([name, , reason], index) =>
      ({ square: name.replace("*", ""), text: index + 1, kind: index === 0 ? "best" : "fair", why: reason }));
  }
  if (overlay.kind.startsWith("threats")) {
    return rows.map(([name, , , x, o]) => [name, isX ? x : o]).filter(([, threat]) => threat !== "none")
      .map(([name, threat]) => {
        const [word, reason] = threat.split(" ");
        const [text, kind] = THREATS[word];
        const foul = reason ? ` (${t(`foul-${reason.slice(1, -1)}`)})` : "";
        return { square: name, text, kind, name: word, why: t(`threat-${word}`) + foul };
      });
  }
  if (overlay.kind === "standing") {
    // Strongest first: a stone shows the strongest of the shapes that it belongs to.
    const known = new Set();
    return overlay.rows.flatMap(([, shape, squares]) => squares.split(" ").map((square) => [square, shape]))
      .filter(([square]) => !known.has(square) && known.add(square))
      .map(([square, shape]) => {
        const [text, kind] = SHAPES[shape];
        // The stone shows through.
        return { square, text, kind, heat: 0.6, name: shape, why: t(`threat-${shape}`) };
      });
  }
  if (overlay.kind.startsWith("worth")) {
    const values = rows.map(([name, x, o]) => ({ name, value: Number(isX ? x : o) })).filter(({ value }) => value > 0);
    const most = Math.max(...values.map(({ value }) => value));
    return values.map(({ name, value }) => ({ square: name, text: "", kind: isX ? "heatx" : "heato",
      heat: (0.1 + 0.85 * value / most).toFixed(2), why: `${name}: ${overlay.isInHundredths ? (value / 100).toFixed(2) : value}` }));
  }
  return [];
}

/** What the signs on the board mean: pairs of a kind with its sign, and words.
 *  @param {Overlay} overlay
 *  @param {Label[]} shown
 *  @returns {[sign: [kind: string, text: string, heat?: number] | null, words: string][]} */
function legend(overlay, shown) {
  const side = overlay.kind === "worthX" ? "x" : "o";
  const [lines, lacking] = overlay.rows.filter(([name]) => !target(name));
  if (overlay.kind.startsWith("worth") && lacking) {
    /** @param {string[]} row */
    const both = ([, x, o]) => (side === "x" ? [x, o] : [o, x]);
    const [own, their] = both(lines);
    return [[null, t("legendLines", nameOf(side), own, nameOf(other(side)), their, lineSum([own, their], both(lacking)))]];
  }
  if (shown.length === 0) return [];
  if (overlay.kind === "candidates") {
    const isRinged = shown.some(({ mark }) => mark);
    /** @type {ReturnType<typeof legend>} */
    const signs = [];
    if (shown.some(({ kind }) => kind !== "second")) {
      signs.push([null, t("legendChance")]);
      for (const [, kind] of LOSSES) signs.push([[kind, ""], t(`loss-${kind}`)]);
    }
    if (isRinged) signs.push([["second ringed", ""], t("legendSecond")]);
    return signs;
  }
  if (overlay.kind === "order") return [[null, t("legendOrder", FIRST)]];
  if (overlay.kind.startsWith("worth")) {
    const kind = `heat${side}`;
    return [[null, t("legendWorth", nameOf(side))], [[kind, "", 0.2], t("worthLittle")],
      [[kind, "", 0.95], t("worthMuch")]];
  }
  const found = new Set(shown.map(({ name }) => name));
  return Object.entries({ ...THREATS, ...SHAPES }).filter(([name]) => found.has(name))
    .map(([name, [text, kind]]) => [[kind, text], t(`threat-${name}`)]);
}

/** The legend of the board: each sign with its words.
 *  @param {Overlay} overlay
 *  @param {Label[]} shown */
export const legendNodes = (overlay, shown) => legend(overlay, shown).map(([sign, words]) =>
  el("span", {}, sign ? keySign(...sign) : null, words));

/** A sign of the board for the legend.
 *  @param {string} kind
 *  @param {string} text
 *  @param {number} [heat] */
function keySign(kind, text, heat = 1) {
  const node = el("i", { class: `key ${kind}` }, text);
  node.style.setProperty("--heat", String(heat));
  return node;
}
