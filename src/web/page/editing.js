// Setting a position up, stone by stone, and steps back and forth through what was shown.

import { el } from "./dom.js";
import { target } from "./native.js";

export class Editing {
  /** `position()` is the one that is shown, and `replace(position)` puts another one there. */
  constructor({ position, replace }) {
    Object.assign(this, { position, replace });
    /** What a click puts: `x`, `o`, or `.` for nothing; null while nothing is set up. */
    this.kind = null;
    /** Hidden meanwhile. */
    this.others = null;
    const button = (word, click, more) => el("button", { type: "button", "data-word": word, click, ...more });
    const kind = (word, value) => button(word, () => this.choose(value), { "data-kind": value });
    const turn = (side) => this.replace({ ...this.position(), side });
    this.node = el("div", { class: "row", hidden: true }, kind("putX", "x"), kind("putO", "o"), kind("erase", "."),
      button("sideX", () => turn("x")), button("sideO", () => turn("o")),
      button("done", () => this.choose(null), { class: "main" }));
  }

  get isOn() {
    return this.kind !== null;
  }

  /** Chooses what a click puts, or with null that it is a move again. */
  choose(kind) {
    const isFirst = !this.isOn;
    this.kind = kind;
    this.node.hidden = kind === null;
    this.others.hidden = kind !== null;
    for (const node of this.node.querySelectorAll("[data-kind]")) {
      node.setAttribute("aria-pressed", node.dataset.kind === kind);
    }
    // From here on it is a position, not a game.
    if (kind !== null && isFirst) this.replace({ ...this.position(), last: null });
  }

  /** A square was clicked: what lies there already is taken away. */
  put(name) {
    const position = this.position();
    const { col, row } = target(name);
    const line = position.cells[position.height - 1 - row];
    line[col] = line[col] === this.kind ? "." : this.kind;
    this.replace({ ...position, last: null });
  }
}

/** Most states that are remembered. */
const KEPT = 300;

/** Each state is a text that leads to it. */
export class Undo {
  constructor() {
    this.before = [];
    this.after = [];
  }

  /** A state is about to be left for a new one. */
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

  /** The state before, or null; the present one can be had again. */
  back(state) {
    return this.move(this.before, this.after, state);
  }

  /** The state that was taken back last, or null. */
  forth(state) {
    return this.move(this.after, this.before, state);
  }

  move(from, to, state) {
    const next = from.pop() ?? null;
    if (next !== null) to.push(state);
    return next;
  }
}
