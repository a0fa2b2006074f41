// What this browser has solved: rating, streak, and which puzzle comes next; and which one is that of the day.

/** @import { Listed } from "./envelope.d.ts" */

import { memory } from "./dom.js";

/** What a browser keeps.
 *  @typedef {{ rating: number, streak: number, best: number, solved: number[], failed: number[], past: number[] }} Kept */

/** The rating of a solver before the first puzzle, and how much the first puzzles change it, and later ones. */
const BEGIN = 1000;
const FIRST = 40;
const LATER = 20;
const FIRST_PUZZLES = 20;
/** So many ratings are remembered, to draw how they went. */
const PAST = 100;

/** Themes, the easy ones first. */
export const THEMES = ["five", "four", "fours", "long", "threes", "quiet", "defence"];

/** The theme of a puzzle, by what the winner plays in the longest line.
 *  @param {Listed} puzzle */
export function themeOf([kind, , , moves, quiet]) {
  if (kind === "defence") return kind;
  if (kind === "vct") return quiet > 0 ? "quiet" : "threes";
  return moves > 5 ? "long" : ["five", "four"][moves - 1] ?? "fours";
}

/** A prime larger than the number of puzzles: the puzzles of days that follow each other differ much in strength, and none
 *  comes again before all others have come. */
const STRIDE = 7919;

/** The number of the puzzle of a day: the same for everybody whose calendar shows that date.
 *  @param {Date} date
 *  @param {number} count */
export const ofDay = (date, count) => (Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000 * STRIDE) % count;

/** The rating of a puzzle of that grade, 1 to 9: who has the same solves half of them.
 *  @param {number} grade */
export const worth = (grade) => 700 + 200 * grade;

/** @type {Kept} */
const EMPTY = { rating: BEGIN, streak: 0, best: 0, solved: [], failed: [], past: [] };

export class PuzzleBook {
  constructor() {
    this.rating = BEGIN;
    this.streak = 0;
    this.best = 0;
    /** Numbers of puzzles that were solved at the first try.
     *  @type {Set<number>} */
    this.solved = new Set();
    /** The same of those that were not.
     *  @type {Set<number>} */
    this.failed = new Set();
    /** The ratings so far, the present one last.
     *  @type {number[]} */
    this.past = [];
    try {
      this.take(JSON.parse(memory.get("puzzles") ?? "{}"));
    } catch {
      this.take({});
    }
  }

  /** Begins with what was kept.
   *  @param {Partial<Kept>} kept */
  take(kept) {
    const all = { ...EMPTY, ...kept };
    this.rating = all.rating;
    this.streak = all.streak;
    this.best = all.best;
    this.solved = new Set(all.solved);
    this.failed = new Set(all.failed);
    this.past = [...all.past];
  }

  keep() {
    const { rating, streak, best, solved, failed, past } = this;
    memory.set("puzzles", JSON.stringify({ rating, streak, best, solved: [...solved], failed: [...failed], past }));
  }

  /** Takes in what was solved in another browser: what was solved in either is, and the rating is that of who has tried
   *  more. What comes from a file may be anything.
   *  @param {any} other */
  merge(other) {
    /** @param {unknown} list
     *  @returns {number[]} */
    const numbers = (list) => (Array.isArray(list) ? list.filter(Number.isInteger) : []);
    const [wins, slips, past] = [other.solved, other.failed, other.past].map(numbers);
    if (wins.length + slips.length > this.solved.size + this.failed.size) {
      [this.rating, this.streak] = [Number(other.rating) || BEGIN, Number(other.streak) || 0];
      this.past = past.slice(-PAST);
    }
    this.best = Math.max(this.best, Number(other.best) || 0);
    for (const number of wins) this.solved.add(number);
    this.failed = new Set([...this.failed, ...slips].filter((number) => !this.solved.has(number)));
    this.keep();
  }

  /** Counts how a puzzle went at the first try, and says by how much the rating changes: a puzzle counts once.
   *  @param {number} number
   *  @param {number} grade
   *  @param {boolean} isSolved */
  count(number, grade, isSolved) {
    if (this.isKnown(number)) return null;
    const expected = 1 / (1 + 10 ** ((worth(grade) - this.rating) / 400));
    const weight = this.solved.size + this.failed.size < FIRST_PUZZLES ? FIRST : LATER;
    const change = Math.round(weight * ((isSolved ? 1 : 0) - expected));
    this.rating += change;
    this.streak = isSolved ? this.streak + 1 : 0;
    this.best = Math.max(this.best, this.streak);
    this[isSolved ? "solved" : "failed"].add(number);
    this.past = [...this.past.length > 0 ? this.past : [this.rating - change], this.rating].slice(-PAST);
    this.keep();
    return change;
  }

  /** @param {number} number */
  isKnown(number) {
    return this.solved.has(number) || this.failed.has(number);
  }

  forget() {
    this.take({});
    this.keep();
  }

  /** The number of the puzzle that comes next, one of those as hard as its solver is good: of `[kind, rule, grade]` that
   *  pass `fits` those that are new, else those that went wrong, else any; `chance` is 0 to 1. Null where none fits.
   *  @param {Listed[]} puzzles
   *  @param {(puzzle: Listed) => boolean} fits
   *  @param {number | undefined} now
   *  @param {number} [chance] */
  next(puzzles, fits, now, chance = Math.random()) {
    const all = puzzles.map((_, number) => number).filter((number) => fits(puzzles[number]));
    const others = all.filter((number) => number !== now);
    const pools = [others.filter((number) => !this.isKnown(number)), others.filter((number) => this.failed.has(number)), others, all];
    const pool = pools.find((numbers) => numbers.length > 0);
    if (!pool) return null;
    /** @param {number} number */
    const far = (number) => Math.abs(worth(puzzles[number][2]) - this.rating);
    const least = Math.min(...pool.map(far));
    const near = pool.filter((number) => far(number) === least);
    return near[Math.floor(chance * near.length)];
  }
}
