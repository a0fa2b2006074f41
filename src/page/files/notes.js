// What is known of positions that were looked at: it outlives the look.

/** @import { Info, Score, Side } from "./native.js" */

/** @typedef {{
 *    lines: { a: Map<number, Info>, b: Map<number, Info> }, score: Score & { side: Side } | null,
 *    outcome: string | null, forbidden: string[], book: Side | null
 *  }} Note */

/** Positions whose notes are kept. */
const KEPT = 3000;

/** What is known of one position. */
class Found {
  constructor() {
    /** @type {Note["lines"]} */
    this.lines = { a: new Map(), b: new Map() };
    /** @type {string | null} */
    this.outcome = null;
    /** @type {string[]} */
    this.forbidden = [];
    /** @type {Note["book"]} */
    this.book = null;
    /** @type {Note["score"]} */
    this.said = null;
  }

  /** The worth of a position that ends the game is what has come of it, whatever an engine says.
   *  @returns {Note["score"]} */
  get score() {
    const [winner] = this.outcome ?? "n";
    if (winner === "d") return { cp: 0, side: "x", isDraw: true };
    return winner === "n" ? this.said : { mate: 0, side: winner === "x" ? "o" : "x" };
  }

  set score(said) {
    this.said = said;
  }
}

export class Notes {
  constructor() {
    /** @type {Map<string, Note>} */
    this.found = new Map();
  }

  /** What is known of a position, by the line that sets it up: `lines` are the best lines by
   *  engine and rank, `score` the last one with its side, `outcome` and `forbidden` what our
   *  engine says, null before it does, `book` who wins by a book that our engine has.
   *  @param {string} setup
   *  @returns {Note} */
  of(setup) {
    let note = this.found.get(setup);
    if (!note) {
      note = new Found();
      this.found.set(setup, note);
      const [oldest] = this.found.keys();
      if (this.found.size > KEPT) this.found.delete(oldest);
    }
    return note;
  }

  /** The score of a position, without making a note of it.
   *  @param {string} setup */
  score(setup) {
    return this.found.get(setup)?.score ?? null;
  }

  /** Another engine is asked, or the same one for something else: its lines are gone.
   *  @param {"a" | "b"} seat */
  forget(seat) {
    for (const note of this.found.values()) {
      note.lines[seat] = new Map();
      if (seat === "a") note.score = null;
    }
  }
}

/** Puts a line among the best ones; a move that has changed its rank is there once.
 *  @param {Map<number, Info>} lines
 *  @param {Info} info */
export function rank(lines, info) {
  const before = lines.get(info.multipv);
  for (const [other, line] of lines) {
    if (other === info.multipv || line.pv?.[0] !== info.pv?.[0]) continue;
    if (before) lines.set(other, { ...before, multipv: other });
    else lines.delete(other);
  }
  lines.set(info.multipv, info);
}
