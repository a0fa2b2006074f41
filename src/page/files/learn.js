// Learning from the mistakes of a reviewed game: the position before each is shown, a better move is asked for, and
// what is tried is compared with the engine's choice. Until then nothing is told of what the engine knows.

/** @import { Engine, Search } from "./engine.js" */
/** @import { WholeReview } from "./reviews.js" */
/** @import { Attributes } from "./dom.js" */
/** @import { Info, Score, Side } from "./native.js" */

import { el, renew } from "./dom.js";
import { judgement } from "./judgement.js";
import { chanceOfX, other } from "./native.js";
import { faultReasons } from "./reasons.js";
import { isFault, lossOf, slipWords } from "./reviews.js";
import { language, nameOf, t } from "./words.js";

/** A move that was worse than good, what was tried in its place, and what our engine said of moves.
 *  @typedef {{ index: number, verdict: string, color: Side, tried: string[], known: Map<string, Info | null> }} Mistake */
/** @typedef {{
 *    review: WholeReview, first: Side, moves: string[], all: Mistake[], left: Mistake[], count: number,
 *    found: number, skipped: number, state: "choosing" | "checking" | "asked" | "thinking" | "solved" | "over",
 *    said?: string | null, move?: string
 *  }} Lesson */

/** A move after which the chance is less than this below that after the engine's choice is as good. */
const ENOUGH = 0.05;
/** Moves of an answer that are shown on the board. */
const SHOWN = 6;

/** @param {number} share */
const percent = (share) => Math.round(100 * share);

/** The chance of the side to move, 0 to 1.
 *  @param {Score} score
 *  @param {Side} side */
function chance(score, side) {
  const x = chanceOfX(score, side);
  return side === "x" ? x : 1 - x;
}

export class Learn {
  /** `go(ply)` shows the game after so many moves of its main line; `ghosts(moves)` draws moves from there;
   *  `setup(moves)` is the line of the protocol for the position after them, where `k()` stones in a row win; `engine` is ours; `done` is called
   *  whenever more or less may be seen than before.
   *  @param {{ go: (ply: number) => void, ghosts: (moves: string[]) => void, setup: (moves: string[]) => string, k: () => number, engine: Engine, done: () => void }} does */
  constructor({ go, ghosts, setup, k, engine, done }) {
    this.go = go;
    this.ghosts = ghosts;
    this.setup = setup;
    this.k = k;
    this.engine = engine;
    this.done = done;
    this.node = el("section", { class: "card learn", hidden: true, role: "status" });
    /** What is asked: the mistakes that are left, and what was tried; null when nothing is.
     *  @type {Lesson | null} */
    this.lesson = null;
    engine.on("best", (search) => this.answered(search));
    engine.on("ended", () => this.fail());
    engine.on("refused", () => this.fail());
    engine.on("closed", () => this.fail());
  }

  /** Whether clicks on the board are tries. */
  get isOn() {
    return this.lesson !== null;
  }

  /** The lesson that goes on. */
  running() {
    if (!this.lesson) throw new Error("no lesson");
    return this.lesson;
  }

  /** Whether an answer is owed: what the engine knows is not shown. */
  get hides() {
    return this.lesson !== null && this.lesson.state !== "solved";
  }

  /** Begins with the mistakes of the player of that colour; without one, the reader chooses.
   *  @param {WholeReview} review
   *  @param {Side} first
   *  @param {string[]} moves
   *  @param {Side | null} [color] */
  start(review, first, moves, color = null) {
    /** @type {Mistake[]} */
    const all = review.verdicts.map((verdict, index) => ({ index, verdict, color: index % 2 === 0 ? first : other(first), tried: [],
      known: new Map() }))
      .filter(({ verdict }) => isFault(verdict));
    this.lesson = { review, first, moves, all, left: [], count: 0, found: 0, skipped: 0, state: "choosing" };
    if (color) this.choose([color]);
    else this.change();
  }

  /** Asks for the mistakes of these sides.
   *  @param {Side[]} colors */
  choose(colors) {
    const lesson = this.running();
    lesson.left = lesson.all.filter(({ color }) => colors.includes(color));
    lesson.count = lesson.left.length;
    if (lesson.count > 0) return this.ask();
    lesson.said = t("learnNone", nameOf(colors[0]));
    return this.change();
  }

  /** Shows the next mistake, or says how it went. */
  ask() {
    const lesson = this.running();
    const [now] = lesson.left;
    lesson.state = now ? "checking" : "over";
    lesson.said = null;
    if (now) {
      this.go(now.index);
      now.known = new Map();
      const best = lesson.review.best[now.index];
      if (best) this.look(best);
      else lesson.state = "asked";
    }
    this.ghosts([]);
    this.change();
  }

  end() {
    this.lesson = null;
    this.ghosts([]);
    this.change();
  }

  /** Has our engine look at the position after a move, for as long as at those of the review.
   *  @param {string} move */
  look(move) {
    const lesson = this.running();
    this.engine.say(this.setup([move]));
    this.engine.go(`nodes ${lesson.review.nodes}`, { lesson, about: lesson.left[0], move });
  }

  /** Our engine has looked at a move.
   *  @param {Search} search */
  answered({ about, lines }) {
    const { lesson } = this;
    if (!lesson || about?.lesson !== lesson || about.about !== lesson.left[0]) return;
    about.about.known.set(about.move ?? "", lines.get(1) ?? null);
    this.compare();
  }

  /** There is no engine any more: the question stands, and may be answered once there is. */
  fail() {
    const { lesson } = this;
    if (lesson?.state !== "checking" && lesson?.state !== "thinking") return;
    lesson.state = "asked";
    lesson.said = t("learnNoEngine");
    this.change();
  }

  /** The chance of who is asked after a move that was looked at, or null.
   *  @param {string} move */
  after(move) {
    const [now] = this.running().left;
    const info = now.known.get(move);
    return info ? 1 - chance(info, other(now.color)) : null;
  }

  /** What the game is after a move that was looked at, in words.
   *  @param {string} move */
  words(move) {
    const [now] = this.running().left;
    const info = now.known.get(move);
    return info ? judgement(info, other(now.color)) : "–";
  }

  /** What the game is after the move that was played, in words; the review looked at that as long. */
  playedWords() {
    const { review, left: [now] } = this.running();
    return judgement(review.scores[now.index + 1], other(now.color));
  }

  /** A move was tried.
   *  @param {string} move */
  try(move) {
    const lesson = this.running();
    const [now] = lesson.left;
    if (!now || !["checking", "asked"].includes(lesson.state)) return;
    this.ghosts([move]);
    if (move === lesson.moves[now.index]) {
      lesson.said = t("learnPlayed", move, lossOf(lesson.review, now.index));
      this.change();
      return;
    }
    lesson.state = "thinking";
    lesson.move = move;
    lesson.said = t("learnThinks", move);
    this.change();
    const best = lesson.review.best[now.index];
    const unknown = new Set((best ? [best, move] : [move]).filter((one) => !now.known.has(one)));
    if (unknown.size === 0) this.compare();
    for (const one of unknown) this.look(one);
  }

  /** Goes on once all is known that is compared. */
  compare() {
    const lesson = this.running();
    const [now] = lesson.left;
    const best = lesson.review.best[now.index];
    const par = best ? this.after(best) : chance(lesson.review.scores[now.index], now.color);
    if (lesson.state === "checking") {
      const played = 1 - chance(lesson.review.scores[now.index + 1], other(now.color));
      if (par !== null && par - played < ENOUGH) {
        // By a second look the engine's choice is no better: there is nothing to be found.
        lesson.skipped += 1;
        lesson.left.shift();
        return this.ask();
      }
      lesson.state = "asked";
      return this.change();
    }
    if (lesson.state !== "thinking") return undefined;
    const { move = "" } = lesson;
    const own = this.after(move);
    if (own === null || par === null) return undefined;
    const loss = Math.max(0, par - own);
    const seen = t("learnSeen", lesson.review.nodes.toLocaleString(language()));
    if (move === best) return this.solved(`${t("learnRight", move, this.words(move), lesson.moves[now.index], this.playedWords())} ${seen}`, move);
    if (loss < ENOUGH) return this.solved(`${t("learnGood", move, best ?? "–", this.words(move), this.words(best ?? ""))} ${seen}`, move);
    if (!now.tried.includes(move)) now.tried.push(move);
    lesson.state = "asked";
    // The answer to it may be the very point that is asked for: it is shown in the end.
    lesson.said = `${t("learnWrong", move, percent(loss), this.words(move))} ${seen}`;
    return this.change();
  }

  /** The better move is found, or given away; the line from a move on is shown.
   *  @param {string} text
   *  @param {string | null} move */
  solved(text, move) {
    const lesson = this.running();
    const [now] = lesson.left;
    if (move) lesson.found += 1;
    lesson.state = "solved";
    const failed = now.tried.map((wrong) => t("learnReply", wrong, now.known.get(wrong)?.pv?.[0] ?? "–", this.words(wrong)));
    const why = faultReasons(lesson.review, now.index, lesson.moves, this.k());
    lesson.said = [text, ...why, ...failed].join(" ");
    const line = move ? [move, ...(now.known.get(move)?.pv ?? [])] : lesson.review.lines[now.index].split(" ");
    this.ghosts(line.filter(Boolean).slice(0, SHOWN));
    this.change();
  }

  /** Gives the engine's choice away. */
  reveal() {
    const { review, left: [now] } = this.running();
    this.solved(t("learnAnswer", review.best[now.index] ?? "–", judgement(review.scores[now.index], now.color)), null);
  }

  /** Shows where the lesson is, and lets the desk show what may be seen. */
  change() {
    this.show();
    this.done();
  }

  show() {
    const { lesson } = this;
    this.node.hidden = !lesson;
    if (!lesson) return;
    const parts = lesson.state === "choosing" ? this.choice() : lesson.state === "over" ? this.summary() : this.question();
    renew(this.node, ...parts);
  }

  /** @param {string} word
   *  @param {() => void} click
   *  @param {Attributes} [more] */
  button(word, click, more) {
    return el("button", { type: "button", "data-does": word, click, ...more }, t(word));
  }

  /** @param {Attributes} [more] */
  leave(more) {
    return this.button("learnEnd", () => this.end(), more);
  }

  /** Whose mistakes. */
  choice() {
    const lesson = this.running();
    /** @param {Side[]} colors */
    const count = (colors) => lesson.all.filter(({ color }) => colors.includes(color)).length;
    /** @param {string} name
     *  @param {Side[]} colors */
    const button = (name, colors) => el("button", { type: "button", "data-side": colors.join(""), disabled: count(colors) === 0,
      click: () => this.choose(colors) }, `${name} (${count(colors)})`);
    return [el("h2", {}, t("learn")), ...(lesson.said ? [el("p", { class: "learn-says" }, lesson.said)] : []), el("p", {}, t("learnWhose")),
      el("div", { class: "row" }, button(nameOf("x"), ["x"]), button(nameOf("o"), ["o"]), button(t("learnBoth"), ["x", "o"]), this.leave())];
  }

  summary() {
    const lesson = this.running();
    return [el("h2", {}, t("learn")), el("p", {}, [t("learnOver", lesson.found, lesson.count - lesson.skipped),
      ...(lesson.skipped > 0 ? [t("learnSkipped", lesson.skipped)] : [])].join(" ")),
    el("div", { class: "row" }, this.leave({ class: "main" }))];
  }

  question() {
    const lesson = this.running();
    const [now] = lesson.left;
    const { review, moves } = lesson;
    const why = slipWords(review, now.index);
    const next = () => {
      lesson.left.shift();
      this.ask();
    };
    const isBusy = ["checking", "thinking"].includes(lesson.state);
    return [el("h2", {}, `${t("learn")} · ${lesson.count - lesson.left.length + 1} / ${lesson.count}`),
      el("p", {}, t("learnAsk", nameOf(now.color), `${now.index + 1}. ${moves[now.index]}`, t(now.verdict),
        lossOf(review, now.index)), ...(why.length > 0 ? [` (${why.join(", ")})`] : [])),
      el("p", { class: `learn-says ${lesson.state}` }, lesson.said ?? t("learnFind", nameOf(now.color))),
      el("div", { class: "row" },
        lesson.state === "solved" ? this.button(lesson.left.length > 1 ? "learnNext" : "learnFinish", next, { class: "main" })
          : this.button("learnShow", () => this.reveal(), { disabled: isBusy }), this.leave())];
  }
}
