// Setting a position up, stone by stone, and steps back and forth through what was shown.

/** @import { Position, Side } from "./native.js" */

import { button, el, within } from "./dom.js";
import { squareOf } from "./native.js";

export class Editing {
  /** `position()` is the one that is shown, and `replace(position)` puts another one there.
   *  @param {{ position: () => Position, replace: (position: Position) => void }} does */
  constructor({ position, replace }) {
    this.position = position;
    this.replace = replace;
    /** What a click puts: `x`, `o`, or `.` for nothing; null while nothing is set up.
     *  @type {string | null} */
    this.kind = null;
    /** Hidden meanwhile.
     *  @type {HTMLElement | null} */
    this.others = null;
    /** @param {string} word
     *  @param {string} value */
    const kind = (word, value) => button(word, () => this.choose(value), { "data-kind": value });
    /** @param {Side} side */
    const turn = (side) => this.replace({ ...this.position(), side });
    this.node = el("div", { class: "row", hidden: true }, kind("putX", "x"), kind("putO", "o"), kind("erase", "."),
      button("sideX", () => turn("x")), button("sideO", () => turn("o")),
      button("done", () => this.choose(null), { class: "main" }));
  }

  get isOn() {
    return this.kind !== null;
  }

  /** Chooses what a click puts, or with null that it is a move again.
   *  @param {string | null} kind */
  choose(kind) {
    const isFirst = !this.isOn;
    this.kind = kind;
    this.node.hidden = kind === null;
    if (this.others) this.others.hidden = kind !== null;
    for (const node of within(this.node, "[data-kind]")) {
      node.setAttribute("aria-pressed", String(node.dataset.kind === kind));
    }
    // From here on it is a position, not a game.
    if (kind !== null && isFirst) this.replace({ ...this.position(), last: null });
  }

  /** A square was clicked: what lies there already is taken away.
   *  @param {string} name */
  put(name) {
    const position = this.position();
    const { col, row } = squareOf(name);
    const line = position.cells[position.height - 1 - row];
    line[col] = line[col] === this.kind ? "." : this.kind ?? ".";
    this.replace({ ...position, last: null });
  }
}

/** Most states that are remembered. */
const KEPT = 300;

/** Each state is a text that leads to it. */
export class Undo {
  constructor() {
    /** @type {string[]} */
    this.before = [];
    /** @type {string[]} */
    this.after = [];
  }

  /** A state is about to be left for a new one.
   *  @param {string} state */
  leave(state) {
    if (this.before.at(-1) === state) return;
    this.before.push(state);
    this.before.splice(0, this.before.length - KEPT);
    this.after = [];
  }

  /** The state was none: what was left for it is there again. */
  forget() {
    this.before.pop();
  }

  /** The state before, or null; the present one can be had again.
   *  @param {string} state */
  back(state) {
    return this.move(this.before, this.after, state);
  }

  /** The state that was taken back last, or null.
   *  @param {string} state */
  forth(state) {
    return this.move(this.after, this.before, state);
  }

  /** @param {string[]} from
   *  @param {string[]} to
   *  @param {string} state */
  move(from, to, state) {
    const next = from.pop() ?? null;
    if (next !== null) to.push(state);
    return next;
  }
}
