// The tree of a small search, to be unfolded: what was looked at, what was cut off and
// why, and what the hash table gave.

/** @import { Position, Side } from "./native.js" */

import { button, el, notice, select } from "./dom.js";
import { lineCount } from "./judgement.js";
import { other, readFen } from "./native.js";
import { TreeWatch } from "./watchtree.js";
import { fill, nameOf, t } from "./words.js";

/** A position that a small search has looked at.
 *  @typedef {{
 *    number: number, parent: number, ply: number, children: Visit[], move?: string, score?: string,
 *    why?: string, window?: string[], hash?: string[], pruned: string[], mirrored: string[]
 *  }} Visit */

/** Reads a line that traces a visit; null for every other line.
 *  @param {string} line
 *  @returns {Visit | null} */
export function readVisit(line) {
  const match = /^info string trace (\d+) of (\d+) ply (\d+) (.*)$/.exec(line);
  if (!match) return null;
  /** @type {Visit} */
  const visit = { number: Number(match[1]), parent: Number(match[2]), ply: Number(match[3]), children: [], pruned: [], mirrored: [] };
  const words = match[4].split(" ");
  for (let index = 0; index < words.length; index += 2) {
    const word = words[index];
    if (word === "window" || word === "hash") {
      visit[word] = [words[index + 1], words[index + 2]];
      index += 1;
    } else if (word === "pruned" || word === "mirrored") visit[word] = words[index + 1].split(",");
    else if (word === "move" || word === "score" || word === "why") visit[word] = words[index + 1];
  }
  return visit;
}

export class Tree {
  /** A tree that asks through `search(limits, options)`, and shows the moves that lead to a
   *  position by `look(moves)`.
   *  @param {(player: string, limits: string, options: Record<string, boolean>) => void} search
   *  @param {(moves: string[]) => void} look */
  constructor(search, look) {
    this.look = look;
    /** The position at the root. */
    this.position = readFen("3/3/3 x");
    /** A tree that is watched step by step, and the lines that tell the steps. */
    this.watch = new TreeWatch(look);
    /** @type {string[]} */
    this.told = [];
    /** @type {Map<number, Visit>} */
    this.visits = new Map();
    this.player = select({ "data-label": "player" }, ["alphabeta", "minimax"]);
    this.depth = select({ "data-label": "depth" }, ["1", "2", "3", "4", "5", "6", "7", "8", "9"], "3");
    /** @param {string} word
     *  @returns {[HTMLInputElement, HTMLLabelElement]} */
    const box = (word) => {
      const input = el("input", { type: "checkbox", checked: true });
      return [input, el("label", {}, input, el("span", { "data-word": word }))];
    };
    const [cut, cutLabel] = box("cutting");
    const [hash, hashLabel] = box("hashing");
    const [symmetry, symmetryLabel] = box("mirroring");
    this.says = el("p", { class: "quiet", role: "status" });
    this.out = el("div", { class: "tree" });
    /** @param {string} trace */
    const grow = (trace) => {
      this.visits.clear();
      this.told = [];
      this.watch.show(this.position, []);
      this.out.replaceChildren();
      this.says.textContent = t("growing");
      search(this.player.value, `depth ${this.depth.value} ${trace}`,
        { "AB Cut": cut.checked, "AB Hash": hash.checked, "AB Symmetry": symmetry.checked });
    };
    this.node = el("section", { class: "card", id: "tree" }, el("h2", { "data-word": "tree" }),
      el("div", { class: "row" }, this.player,
        el("label", {}, el("span", { "data-word": "depth" }), this.depth),
        cutLabel, hashLabel, symmetryLabel,
        button("grow", () => grow("trace"), { class: "main" }), button("watchSteps", () => grow("events"))),
      this.says, this.watch.node, this.out);
  }

  /** Takes a line of the engine; says whether it belongs to the tree.
   *  @param {string} line */
  hear(line) {
    if (line.startsWith("info string trace ")) this.told.push(line);
    const visit = readVisit(line);
    if (!visit) return line === this.told[this.told.length - 1];
    this.visits.set(visit.number, visit);
    return true;
  }

  /** The search has ended: whose children are whose is known by now. */
  finish() {
    this.watch.show(this.position, this.told);
    if (this.watch.steps.length > 0) {
      this.says.textContent = "";
      return;
    }
    const visits = [...this.visits.values()].sort((one, other) => one.number - other.number);
    for (const visit of visits) visit.children = [];
    for (const visit of visits) this.visits.get(visit.parent)?.children.push(visit);
    const root = this.visits.get(1);
    if (!root) {
      this.says.textContent = t("noTree");
      return;
    }
    /** @param {string} why */
    const number = (why) => visits.filter((visit) => visit.why === why).length;
    this.says.textContent = t("grown", visits.length, number("cut"), number("hash")) +
      ` ${t("treeView", nameOf(this.position.side))}`;
    const node = this.branch(root, []);
    this.out.replaceChildren(node);
    if (node instanceof HTMLDetailsElement) node.open = true;
  }

  /** A position with what is below it, which is drawn when it is unfolded.
   *  @param {Visit} visit
   *  @param {string[]} path */
  branch(visit, path) {
    const moves = visit.move ? [...path, visit.move] : path;
    const isTheirs = visit.ply % 2 === 1;
    /** @param {string | undefined} score */
    const say = (score) => words(score, this.position.side, isTheirs);
    // From the root's view bounds change places on the other side's turn.
    const [given = "", value] = visit.hash ?? [];
    const bound = !isTheirs || given === "exact" ? given : given === "lower" ? "upper" : "lower";
    const span = isTheirs ? [...visit.window ?? []].reverse() : visit.window ?? [];
    const line = el("span", { class: "visit", pointerenter: () => this.look(moves) },
      el("b", {}, visit.move ?? t("root")), ` ${say(visit.score)} `,
      el("span", { class: `why why-${visit.why}` }, t(`why-${visit.why}`)),
      visit.window && visit.window.join() !== "-inf,inf" ? el("small", {}, ` ${t("between", ...span.map(say))}`) : null,
      visit.hash ? el("small", {}, ` ${t("hashGave")} ${t(bound)} ${say(value)}`) : null);
    const lost = [...visit.pruned.map((move) => [move, "pruned"]),
      ...visit.mirrored.map((move) => [move, "mirrored"])];
    if (visit.children.length + lost.length === 0) return el("div", { class: "leaf" }, line);
    const node = el("details", {}, el("summary", {}, line));
    node.addEventListener("toggle", () => {
      if (!node.open || node.childElementCount > 1) return;
      node.append(...visit.children.map((child) => this.branch(child, moves)),
        ...lost.map(([move, why]) => el("div", { class: "leaf lost", "data-lost": why },
          el("s", {}, move), " ", el("span", { class: `why why-${why}` }, t(why)))));
      fill(node);
    });
    return node;
  }
}

/** A score in a tree, lines or an end of the game, in words from the view of `side`, who moves at the root; `isTheirs` where
 *  the other side moves and the score is for them.
 *  @param {string | undefined} score
 *  @param {Side} side
 *  @param {boolean} isTheirs */
function words(score, side, isTheirs) {
  if (score === undefined) return "?";
  const end = /^(win|loss)(\d+)$/.exec(score);
  if (end) {
    const winner = (end[1] === "win") === isTheirs ? other(side) : side;
    return t(end[2] === "0" ? "hasWon" : "winAtPly", nameOf(winner), end[2]);
  }
  if (score === "inf" || score === "-inf") return (score === "inf") === isTheirs ? "−∞" : "∞";
  return lineCount(isTheirs ? -Number(score) : Number(score));
}

/** Says that a tree of that depth would be too large, where it would.
 *  @param {Position} position
 *  @param {number} depth */
export function isTooLarge(position, depth) {
  const free = position.cells.flat().filter((letter) => letter === ".").length;
  const is = free > 30 && depth > 3;
  if (is) notice(t("tooLarge"));
  return is;
}
