// Steps back and forth through what was shown: each state is a text that leads to it.

/** Most states that are remembered. */
const KEPT = 300;

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
