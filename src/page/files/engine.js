// An engine at one of the two desks: lines to it, and what its lines mean.

/** @import { EndCode, Panel } from "./envelope.d.ts" */
/** @import { Told } from "./link.js" */
/** @import { Info, Side } from "./native.js" */
/** @import { Lesson, Mistake } from "./learn.js" */

import { on, send } from "./link.js";
import { readInfo } from "./native.js";

/** What a search was asked for.
 *  @typedef {{
 *    setup?: string, side?: Side, tree?: boolean, play?: boolean, openings?: string, lesson?: Lesson,
 *    about?: Mistake, move?: string
 *  }} About */
/** @typedef {{ lines: Map<number, Info>, about?: About | null, hasScore?: boolean }} Search */
/** What is told of an engine, by its kind.
 *  @typedef {{
 *    line: [direction: string, text: string], info: [search: Search, info: Info],
 *    best: [search: Search, best: string], board: [found: Record<string, string>],
 *    patterns: [rows: string[][]], "patterns standing": [rows: string[][]], moves: [rows: string[][]],
 *    eval: [rows: string[][]], proof: [finding: string, text: string, winner: string],
 *    book: [search: Search, winner: Side], error: [refusal: { what: string, text: string }], started: [name: string], ended: [code: EndCode],
 *    refused: [refusal: Told<"error">], closed: []
 *  }} Events */

/** Collects the lines of an inspection command up to the one that ends it.
 *  @type {{ name: "patterns" | "patterns standing" | "moves" | "eval", end: string, row: RegExp }[]} */
export const REPORTS = [
  { name: "patterns", end: "patternsok", row: /^(\S+) x (\S+) o (\S+) threat x (\S+(?: \(\S+\))?) o (\S+)$/ },
  { name: "patterns standing", end: "patternsok", row: /^([xo]) ((?:open-|double-)?(?:two|three|four|five)) (\S.*)$/ },
  { name: "moves", end: "movesok", row: /^(\S+) order (-?\d+) reason (.*)$/ },
  { name: "eval", end: "evalok", row: /^([a-z]+\d+|open|lacking-one) x (-?\d+) o (-?\d+)$/ },
];

export class Engine {
  /** The engine at desk `a` or `b`. Its `heard` gets every line with its direction.
   *  @param {Panel} seat */
  constructor(seat) {
    this.seat = seat;
    /** What is called, by kind. Each takes what is told of its kind, which a record of all cannot say.
     *  @type {Record<string, ((...what: any[]) => unknown)[]>} */
    this.listeners = {};
    /** @type {Record<string, string[][]>} */
    this.rows = {};
    /** @type {Record<string, string>} */
    this.found = {};
    /** The lines of a proof so far, or null.
     *  @type {string[] | null} */
    this.proof = null;
    /** Searches that were asked for and not answered; infos belong to the first.
     *  @type {Search[]} */
    this.searches = [];
    on("line", (message) => { if (message.from === seat) this.hear(message.line); });
    on("ended", (message) => {
      if (message.from !== seat) return;
      this.forget();
      this.tell("ended", message.code);
    });
    on("error", (message) => {
      if (message.from !== seat) return;
      this.forget();
      this.tell("refused", message);
    });
    on("started", (message) => { if (message.from === seat) this.tell("started", message.name); });
    on("closed", () => {
      this.forget();
      this.tell("closed");
    });
  }

  /** Nothing more comes of what was asked. */
  forget() {
    this.searches = [];
    this.proof = null;
  }

  /** Calls back for `line`, `info`, `best`, `board`, `patterns`, `moves`, `eval`, `proof`, `error`,
   *  `started`, `ended`, `closed`, or `refused`: there is no engine, and nothing is answered.
   *  @template {keyof Events} Kind
   *  @param {Kind} kind
   *  @param {(...what: Events[Kind]) => unknown} listener */
  on(kind, listener) {
    (this.listeners[kind] ??= []).push(listener);
  }

  /** @template {keyof Events} Kind
   *  @param {Kind} kind
   *  @param {Events[Kind]} what */
  tell(kind, ...what) {
    for (const listener of this.listeners[kind] ?? []) listener(...what);
  }

  /** Sends a line as it is.
   *  @param {string} line
   *  @param {About} [about] */
  say(line, about) {
    if (!send({ do: "line", to: this.seat, line })) return false;
    this.tell("line", ">", line);
    if (/^\s*go(\s|$)/.test(line)) {
      if (!/\bperft\b/.test(line)) this.searches.push({ lines: new Map(), about });
    }
    return true;
  }

  /** Asks for a move; `about` comes back with everything that is said of it.
   *  @param {string} limits
   *  @param {About} [about] */
  go(limits, about) {
    return this.say(`go ${limits}`.trim(), about);
  }

  /** Whether an answer is owed. */
  isBusy() {
    return this.searches.length > 0;
  }

  /** @param {string} line */
  hear(line) {
    this.tell("line", "<", line);
    const info = readInfo(line);
    if (info) {
      const search = this.searches[0];
      if (search) {
        search.lines.set(info.multipv, info);
        this.tell("info", search, info);
      }
      return;
    }
    if (line.startsWith("bestmove")) {
      const search = this.searches.shift();
      if (search) this.tell("best", search, line.split(" ")[1]);
      return;
    }
    if (line.startsWith("proof ")) {
      (this.proof ??= []).push(line.slice("proof ".length));
      return;
    }
    const proven = /^proofok (\w+)(?: ([xo]) wins)?/.exec(line);
    if (proven) {
      this.tell("proof", proven[1], `${(this.proof ?? []).join("\n")}\n`, proven[2]);
      this.proof = null;
      return;
    }
    // What was refused, and the whole line about it.
    const refused = /^info string error: (([a-z]*).*)$/.exec(line);
    if (refused) {
      this.tell("error", { what: refused[2], text: refused[1] });
      return;
    }
    const [, winner] = /^info string book: claims ([xo]) wins$/.exec(line) ?? [];
    if (winner && this.searches[0]) {
      this.tell("book", this.searches[0], winner === "x" ? "x" : "o");
      return;
    }
    const field = /^(Fen|Key|Side|Outcome|Forbidden): (.*)$/.exec(line);
    if (field) {
      this.found[field[1]] = field[2];
      if (field[1] === "Forbidden") {
        this.tell("board", this.found);
        this.found = {};
      }
      return;
    }
    for (const { name, end, row } of REPORTS) {
      if (line === end) {
        this.tell(name, this.rows[name] ?? []);
        this.rows[name] = [];
      } else {
        const match = row.exec(line);
        if (match) (this.rows[name] ??= []).push(match.slice(1));
      }
    }
  }
}
