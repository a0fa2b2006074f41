// A small search that is watched step by step: the tree as it grows, the bounds, and each cut in a sentence.

/** @import { Position } from "./native.js" */

import { CELL, sign } from "./board.js";
import { button, draw, el, renew, select } from "./dom.js";
import { hasSigns } from "./kinds.js";
import { after, lineSum, other, readFen, signed, squareOf } from "./native.js";
import { fill, know, nameOf, t } from "./words.js";
import ownSearch, { asksForMore, entering, estimate, REASONS } from "./coursesearch.js";
import words from "./wordswatch.js";

know(words);
know(ownSearch);

/** An event of a search: its kind, the number of its position, and its fields with their words.
 *  @typedef {{ kind: string, number: number, [field: string]: any }} TreeEvent */
/** A position of the tree as far as the steps have come; `low` and `high` are its bounds, from the view of the root.
 *  @typedef {{
 *    number: number, parent: number, ply: number, depth: number, moves: string[], isAsked: boolean, low?: string, high?: string, best?: string,
 *    by?: number, value?: string, sign?: string, why?: string
 *  }} Visited */

/** How many words a field has, where they are not one.
 *  @type {Record<string, number>} */
const WORDS_OF = { window: 2, hash: 2, lines: 4, "lacking-one": 4 };
/** Trees with more positions are shown along the way from the root, and what lies beside it is folded. */
const WHOLE = 40;
/** Milliseconds for a step, from slow to fast. */
const PACES = ["3000", "1500", "500"];
/** Moves of a list that are named. */
const NAMED = 6;
/** What a bound is the other side's view.
 *  @type {Record<string, string>} */
const TURNED = { lower: "upper", upper: "lower" };
/** @type {Record<string, string>} */
const SIGNS = { lower: "≥ ", upper: "≤ " };

/** The first of some moves.
 *  @param {string[]} moves */
const some = (moves) => moves.slice(0, NAMED).join(", ") + (moves.length > NAMED ? ` (+${moves.length - NAMED})` : "");

/** A score of a side from the view of the root.
 *  @param {string} score
 *  @param {boolean} isTheirs whether the side is the other one there */
function seen(score, isTheirs) {
  if (!isTheirs || score === "0") return score;
  if (/^[wl]/.test(score)) return score.startsWith("win") ? score.replace("win", "loss") : score.replace("loss", "win");
  return score.startsWith("-") ? score.slice(1) : `-${score}`;
}

/** Reads a line that tells an event of a search; null for every other line.
 *  @param {string} line
 *  @returns {TreeEvent | null} */
export function readEvent(line) {
  const match = /^info string trace ([a-z]+) (\d+) ?(.*)$/.exec(line);
  if (!match) return null;
  /** @type {TreeEvent} */
  const event = { kind: match[1], number: Number(match[2]) };
  const given = match[3].split(" ");
  while (given.length > 1) {
    const name = given.shift() ?? "";
    const own = given.splice(0, WORDS_OF[name] ?? 1);
    event[name] = own.length > 1 ? own : own[0];
  }
  return event;
}

/** The events of each step: what happens at once for people is one.
 *  @param {TreeEvent[]} events */
function stepsOf(events) {
  /** @type {TreeEvent[][]} */
  const steps = [];
  for (const event of events) {
    const step = steps[steps.length - 1];
    const before = step?.[step.length - 1];
    const isSame = before?.number === event.number && (before.kind === event.kind ||
      (event.kind === "value" ? event.why !== "all" : event.kind === "known"));
    if (isSame) step.push(event);
    else steps.push([event]);
  }
  return steps;
}

export class TreeWatch {
  /** A tree that is watched. `look(moves)` shows the moves that lead to a position.
   *  @param {(moves: string[]) => void} look */
  constructor(look) {
    this.look = look;
    /** @type {TreeEvent[][]} */
    this.steps = [];
    this.at = 0;
    /** Whether all positions fit. */
    this.isWhole = true;
    /** Steps that were not told, because there were too many.
     *  @type {string | undefined} */
    this.more = undefined;
    /** What the question was about. */
    this.position = readFen("3/3/3 x");
    /** Whether it is the engine's own search, whose values are estimates and no lines. */
    this.isOurs = false;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.says = el("p", { class: "watch-says", role: "status" });
    this.counts = el("small", { class: "quiet" });
    this.rows = el("tbody");
    this.table = el("div", { class: "watch-rows", tabindex: 0, "data-label": "watch" }, el("table", {}, el("thead", {},
      el("tr", {}, el("th", { "data-word": "watchMove" }), el("th", {}, "α"), el("th", {}, "β"),
        el("th", { "data-word": "watchValue" }))), this.rows));
    this.pace = select({ "data-label": "watchPace" }, PACES.map((pace, index) => [pace, `@watchPace${index}`]), PACES[1]);
    this.player = el("button", { type: "button", "data-label": "replay", "aria-pressed": "false", click: () => this.play() }, "▷");
    /** @param {string} label
     *  @param {string} text
     *  @param {() => number} where */
    const step = (label, text, where) => el("button", { type: "button", "data-label": label, click: () => this.go(where()) }, text);
    this.node = el("div", { class: "watch", hidden: true, keydown: (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[/** @type {KeyboardEvent} */ (event).key];
      if (!by || event.target === this.pace) return;
      event.preventDefault();
      event.stopPropagation();
      this.go(this.at + by);
    } }, el("div", { class: "watch-tree" },
      el("div", { class: "row" }, el("span", { class: "steps" }, step("first", "|◀", () => 0), step("back", "◀", () => this.at - 1),
        step("forward", "▶", () => this.at + 1), step("last", "▶|", () => this.steps.length - 1), this.player), this.pace,
      button("watchCut", () => this.go(this.nextCut()))), this.says, this.table, this.counts));
    document.addEventListener("language", () => this.draw());
  }

  /** Shows a search: the position that it was about, and the lines that were said.
   *  @param {Position} position
   *  @param {string[]} lines */
  show(position, lines) {
    this.position = position;
    const events = lines.map(readEvent).filter((event) => event !== null);
    this.steps = stepsOf(events);
    this.isWhole = events.filter(({ kind }) => kind === "enter").length <= WHOLE;
    this.isOurs = events[0]?.depth !== undefined || events[0]?.kind === "enter" && ["fours", "threats"].includes(events[1]?.why);
    this.more = lines.map((line) => /^info string trace: (\d+)/.exec(line)?.[1]).find(Boolean);
    this.node.hidden = this.steps.length === 0;
    // Bounds that bound nothing need no room.
    this.node.classList.toggle("windowless", !events.some(({ window }) => window && window[0] !== "-inf"));
    fill(this.node);
    this.pause();
    this.go(0);
  }

  /** @param {number} at */
  go(at) {
    this.at = Math.max(0, Math.min(at, this.steps.length - 1));
    this.draw();
  }

  /** The next step that is a cut; the last step where there is none. */
  nextCut() {
    const next = this.steps.findIndex(([{ kind }], index) => index > this.at && kind === "cut");
    return next < 0 ? this.steps.length - 1 : next;
  }

  /** Goes on by itself, or stops. */
  play() {
    if (this.timer !== undefined) return this.pause();
    if (this.at >= this.steps.length - 1) this.go(0);
    const next = () => {
      this.timer = setTimeout(() => {
        if (!this.node.getClientRects().length || this.at >= this.steps.length - 1) return this.pause();
        this.go(this.at + 1);
        return next();
      }, Number(this.pace.value));
    };
    next();
    return this.mark();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.mark();
  }

  mark() {
    const isOn = this.timer !== undefined;
    this.player.textContent = isOn ? "⏸" : "▷";
    this.player.setAttribute("aria-pressed", String(isOn));
  }

  /** How a side is called on this board.
   *  @param {boolean} isTheirs whether it is the side that does not move at the root */
  name(isTheirs) {
    const { side } = this.position;
    return nameOf(isTheirs ? other(side) : side, hasSigns(this.position));
  }

  /** A score from the view of the root.
   *  @param {string} score
   *  @param {boolean} isShort whether there is no room for a sentence */
  value(score, isShort = false) {
    const [, end, plies] = /^(win|loss)(\d+)$/.exec(score) ?? [];
    if (end) {
      const name = this.name(end === "loss");
      return isShort ? `${name} ✓${plies}` : t("watchWin", name, plies);
    }
    if (/^-?inf$/.test(score)) return score.replace("-", "−").replace("inf", "∞");
    return this.isOurs ? estimate(score) : signed(Number(score));
  }

  /** The positions as they are after the step. */
  visited() {
    /** @type {Map<number, Visited>} */
    const all = new Map();
    for (const event of this.steps.slice(0, this.at + 1).flat()) {
      const { number } = event;
      if (event.kind === "enter") {
        const parent = Number(event.of);
        all.set(number, { number, parent, ply: Number(event.ply), depth: Number(event.depth), isAsked: asksForMore(event),
          moves: [...all.get(parent)?.moves ?? [], ...event.move ? [event.move] : []] });
      }
      const node = all.get(number);
      if (!node) continue;
      const isTheirs = node.ply % 2 === 1;
      if (event.window) {
        const both = event.window.map((/** @type {string} */ score) => seen(score, isTheirs));
        [node.low, node.high] = isTheirs ? both.reverse() : both;
      }
      if (event.kind === "bound") {
        node.best = seen(event.score, isTheirs);
        node.by = Number(event.by);
      }
      if (event.kind === "value") {
        node.why = event.why;
        node.value = event.score && seen(event.score, isTheirs);
        node.sign = SIGNS[isTheirs ? TURNED[event.bound] : event.bound] ?? "";
      }
    }
    return all;
  }

  draw() {
    const step = this.steps[this.at];
    if (!step) return;
    const all = this.visited();
    const now = all.get(step[0].number);
    if (!now) return;
    const way = new Set();
    for (let node = /** @type {Visited | undefined} */ (now); node; node = all.get(node.parent)) way.add(node.number);
    const shown = [...all.values()].filter(({ number, parent }) => this.isWhole || way.has(number) || way.has(parent));
    renew(this.rows, ...shown.map((node) => this.row(node, node === now)));
    this.says.textContent = this.sentence(step, now, all);
    const cuts = this.steps.slice(0, this.at + 1).filter(([{ kind }]) => kind === "cut").length;
    this.counts.textContent = t("watchCounts", this.at + 1, this.steps.length, all.size, cuts) +
      (this.more ? ` · ${t("watchMore", this.more)}` : "");
    const [row] = this.rows.getElementsByClassName("now");
    if (row instanceof HTMLElement) {
      // The row is seen without the page moving.
      const { offsetTop, offsetHeight } = row;
      const most = offsetTop - 2 * offsetHeight;
      this.table.scrollTop = Math.min(most, Math.max(this.table.scrollTop, offsetTop + offsetHeight - this.table.clientHeight));
    }
    this.look(now.moves);
  }

  /** @param {Visited} node
   *  @param {boolean} isNow */
  row({ number, moves, ply, low, high, best, value, sign: bound, why }, isNow) {
    const isTheirs = ply % 2 === 1;
    const move = el("td", {}, hasSigns(this.position) ? this.small(moves) : null, moves[moves.length - 1] ?? t("watchRoot"));
    move.style.paddingInlineStart = `${Math.min(ply, 9) * 0.9}rem`;
    /** @param {string | undefined} score
     *  @param {string} [before]
     *  @param {string} [behind] */
    const cell = (score, before = "", behind = "") => el("td", { title: score && this.value(score) },
      score === undefined ? "" : before + this.value(score, true) + behind);
    // What was left long ago is unfolded by going back to where it was left.
    return el("tr", { class: `${isNow ? "now " : ""}${why ?? "open"}`, "aria-current": isNow ? "step" : null,
      click: () => this.go(this.steps.findLastIndex(([event], index) => index <= this.at && event.number === number)),
      pointerenter: () => this.look(moves) },
      move, cell(low), cell(high), why ? cell(value, bound, why === "cut" ? " ✂" : "") : cell(best, isTheirs ? SIGNS.upper : SIGNS.lower));
  }

  /** The board after the moves, small.
   *  @param {string[]} moves */
  small(moves) {
    const { cells, width, height, last } = after(this.position, moves);
    const lines = [...cells.keys()].slice(1).map((row) => `M0 ${row * CELL}h${width * CELL}`)
      .concat([...cells[0].keys()].slice(1).map((col) => `M${col * CELL} 0v${height * CELL}`));
    const at = moves.length > 0 && last ? squareOf(last) : null;
    return draw("svg", { viewBox: `0 0 ${width * CELL} ${height * CELL}`, class: "watch-board", "aria-hidden": "true" },
      at ? draw("rect", { x: at.col * CELL, y: (height - 1 - at.row) * CELL, width: CELL, height: CELL, class: "last" }) : null,
      draw("path", { d: lines.join(""), class: "grid cells" }),
      ...cells.flatMap((line, row) => line.flatMap((letter, col) => (letter === "." ? [] :
        [sign("", letter, (col + 0.5) * CELL, (row + 0.5) * CELL, { class: letter.toLowerCase() === "x" ? "black" : "white" })]))));
  }

  /** What happens in a step, in a sentence.
   *  @param {TreeEvent[]} step
   *  @param {Visited} now
   *  @param {Map<number, Visited>} all */
  sentence(step, now, all) {
    const [event] = step;
    const isTheirs = now.ply % 2 === 1;
    const [mine, yours] = [this.name(isTheirs), this.name(!isTheirs)];
    /** @param {number} number */
    const moveTo = (number) => all.get(number)?.moves.at(-1) ?? "";
    /** @param {string | undefined} score */
    const tell = (score) => (score === undefined ? "" : this.value(score));
    const value = `${now.sign ?? ""}${tell(now.value)}`;
    /** @type {string[]} */
    const said = [];
    if (event.kind === "enter") said.push(entering(now, mine, yours, all, this.isOurs));
    if (event.kind === "mirror") {
      said.push(t("watchMirror", some(step.map(({ move, of }) => `${move} = ${of}`))));
    }
    if (event.kind === "bound") said.push(t("watchBest", mine, moveTo(Number(event.by)), tell(now.best)));
    if (event.kind === "cut") {
      const cause = all.get(Number(event.against));
      const [theirs, own] = isTheirs ? [now.low, now.high] : [now.high, now.low];
      const instead = now.moves[(cause?.ply ?? 0) - 1];
      const reached = (all.get(Number(event.by))?.sign ?? "") + tell(own);
      if (!cause) said.push(t("watchBeyond", moveTo(Number(event.by)), reached));
      else if ((cause.ply + now.ply) % 2 === 1) said.push(t("watchEnough", instead, mine, cause.moves.at(-1), (cause.sign ?? "") + tell(cause.value), moveTo(Number(event.by)), reached));
      else said.push(t("watchCutOff", yours, cause.moves.at(-1), instead, tell(theirs), mine, moveTo(Number(event.by)), reached));
      if (event.pruned) said.push(t("watchLeft", some(event.pruned.split(","))));
    }
    for (const { kind, of, by, why, lines, "lacking-one": lacking = ["x", "0", "o", "0"] } of step) {
      if (kind === "known") {
        said.push(t(by === "identity" ? "watchKnown" : "watchKnownMirror", all.get(Number(of))?.moves.join(" "), value));
      }
      if (lines) {
        const [own, their] = this.position.side === "x" ? [1, 3] : [3, 1];
        said.push(t("watchLines", this.name(false), lines[own], this.name(true), lines[their],
          lineSum([lines[own], lines[their]], [lacking[own], lacking[their]])));
      }
      if (why === "end") said.push(value === "0" ? t("watchDraw") : `${value}.`);
      if (why === "stopped") said.push(t("watchStopped"));
      if (why in REASONS && (why !== "leaf" || this.isOurs)) said.push(t(REASONS[why], why === "late" ? moveTo(now.number) : why === "leaf" ? value : mine, value));
      if (why === "hash" && step.length === 1) said.push(t("watchHash", value));
      if (why === "all") {
        said.push(now.ply === 0 ? t("watchDone", mine, moveTo(now.by ?? 0), value) : t(this.isOurs ? "watchAllLikely" : "watchAll", moveTo(now.number), value));
        if (now.best && !now.sign && now.best !== now.value) said.push(t("watchWrong", mine, tell(now.best)));
      }
    }
    return said.join(" ");
  }
}
