// Which position an engine's answer is about: clicks can be faster than answers.

/** Rows and side of a position: what an answer is recognised by.
 *  @param {string} fen */
const shape = (fen) => fen.split(" ", 2).join(" ");

/** Most questions that are remembered. */
const KEPT = 999;

export class Questions {
  constructor() {
    /** Positions that the engine was asked about and has not told yet, in their order.
     *  @type {string[]} */
    this.asked = [];
    /** The same of engines that have ended: who answers is known only once all is quiet.
     *  @type {string[]} */
    this.outdated = [];
    this.isRefused = false;
  }

  /** The engine is asked what it says of this position.
   *  @param {string} fen */
  ask(fen) {
    this.asked.push(shape(fen));
    this.asked.splice(0, this.asked.length - KEPT);
  }

  /** The engine has refused a position: its next answer is about the one before. */
  refuse() {
    this.isRefused = true;
  }

  /** The engine is gone: what was asked may stay without an answer. */
  outdate() {
    this.outdated = [...this.outdated, ...this.asked].slice(-KEPT);
    this.asked = [];
  }

  /** What an answer means for the position that is shown now: it is `judged`; it was
   *  `refused`; the answer is `stale`; or an`other` one was set up by hand.
   *  @param {string} fen
   *  @param {string} shown
   *  @returns {"judged" | "refused" | "stale" | "other"} */
  hear(fen, shown) {
    const [told, current] = [shape(fen), shape(shown)];
    const { isRefused } = this;
    this.isRefused = false;
    const answered = () => this.asked.splice(0, this.asked.indexOf(told) + 1);
    if (told === current) {
      answered();
      if (this.asked.length === 0) this.outdated = [];
      return "judged";
    }
    if (isRefused) return (this.asked.shift() ?? current) === current ? "refused" : "stale";
    if (this.asked.includes(told)) {
      answered();
      return "stale";
    }
    return this.outdated.includes(told) ? "stale" : "other";
  }
}
