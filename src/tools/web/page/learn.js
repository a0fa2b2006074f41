// Learning from the mistakes of a reviewed game: the position before each is shown, a better move is asked for, and a
// wrong one is answered with what it allows.

import { el, renew } from "./dom.js";
import { judgement } from "./judgement.js";
import { chanceOfX, other } from "./native.js";
import { isFault, slips } from "./reviews.js";
import { nameOf, t } from "./words.js";

/** A move that gives away less of the win rate than this is as good as right. */
const ENOUGH = 0.05;
/** Positions that are looked at for a try: as many as for each move of the review. */
const LIMIT = "nodes 20000";
/** Moves of an answer that are shown on the board. */
const SHOWN = 6;


export class Learn {
  /** `go(ply)` shows the game after so many moves of its main line; `ghosts(moves)` draws moves from there;
   *  `setup(moves)` is the line of the protocol for the position after them; `engine` is ours. */
  constructor({ go, ghosts, setup, engine, done }) {
    Object.assign(this, { go, ghosts, setup, engine, done });
    this.node = el("section", { class: "card learn", hidden: true, role: "status" });
    /** What is asked: the mistakes that are left, and what was tried; null when nothing is. */
    this.lesson = null;
    engine.on("best", (search) => this.answered(search));
  }

  /** Whether clicks on the board are tries. */
  get isOn() {
    return this.lesson !== null;
  }

  /** Begins with the mistakes of a game; `color` takes those of one player alone. */
  start(review, first, moves, color = null) {
    const all = review.verdicts.map((verdict, index) => ({ index, verdict, color: index % 2 === 0 ? first : other(first) }));
    const own = all.filter((one) => isFault(one.verdict) && (!color || one.color === color));
    this.lesson = { review, first, moves, left: own, count: own.length, found: 0 };
    this.ask();
  }

  /** Shows the next mistake, or says how it went. */
  ask() {
    const { lesson } = this;
    const [now] = lesson.left;
    lesson.state = now ? "asked" : "over";
    lesson.said = null;
    if (now) this.go(now.index);
    this.ghosts([]);
    this.show();
  }

  end() {
    this.lesson = null;
    this.ghosts([]);
    this.node.hidden = true;
    this.done();
  }

  /** The chance of the side to move, 0 to 1. */
  chance(score, side) {
    const x = chanceOfX(score, side);
    return side === "x" ? x : 1 - x;
  }

  /** A move was tried. */
  try(move) {
    const { lesson } = this;
    const [now] = lesson.left;
    if (!now || lesson.state === "solved" || lesson.state === "thinking") return;
    const { review, moves } = lesson;
    this.ghosts([move]);
    if (move === review.best[now.index]) return this.solved(t("learnRight", move));
    if (move === moves[now.index]) {
      lesson.said = t("learnPlayed", move, Math.round(100 * review.losses[now.index]));
      lesson.state = "asked";
      return this.show();
    }
    lesson.state = "thinking";
    lesson.said = t("learnThinks", move);
    this.engine.say(this.setup([move]));
    this.engine.go(LIMIT, { learn: lesson, move });
    return this.show();
  }

  /** Our engine has looked at what was tried. */
  answered({ about, lines }) {
    const { lesson } = this;
    if (!lesson || about?.learn !== lesson || lesson.state !== "thinking") return;
    const [now] = lesson.left;
    const info = lines.get(1);
    const before = this.chance(lesson.review.scores[now.index], now.color);
    // Without a line the game is over: who moved last has not lost it.
    const after = info ? 1 - this.chance(info, other(now.color)) : 1;
    const loss = Math.max(0, before - after);
    if (loss < ENOUGH) {
      this.solved(t("learnGood", about.move, Math.round(100 * loss)));
      return;
    }
    lesson.state = "asked";
    lesson.said = t("learnWrong", about.move, Math.round(100 * loss), judgement(info, other(now.color)), (info.pv ?? [])[0] ?? "–");
    this.ghosts([about.move, ...(info.pv ?? [])].slice(0, SHOWN));
    this.show();
  }

  solved(text) {
    const { lesson } = this;
    if (!lesson.isShown) lesson.found += 1;
    lesson.isShown = false;
    lesson.state = "solved";
    lesson.said = text;
    this.show();
  }

  /** Gives the better move away. */
  reveal() {
    const { lesson } = this;
    const [now] = lesson.left;
    lesson.isShown = true;
    this.solved(t("learnAnswer", lesson.review.best[now.index] ?? "–"));
    this.ghosts(lesson.review.lines[now.index].split(" ").slice(0, SHOWN));
  }

  show() {
    const { lesson } = this;
    this.node.hidden = !lesson;
    if (!lesson) return;
    const button = (word, click, more) => el("button", { type: "button", "data-does": word, click, ...more }, t(word));
    const next = () => {
      lesson.left.shift();
      this.ask();
    };
    if (lesson.state === "over") {
      renew(this.node, el("h2", {}, t("learn")), el("p", {}, t("learnOver", lesson.found, lesson.count)),
        el("div", { class: "row" }, button("learnEnd", () => this.end(), { class: "main" })));
      return;
    }
    const [now] = lesson.left;
    const { review, moves } = lesson;
    const why = slips(review, now.index).map((slip) => t(slip));
    const isSolved = lesson.state === "solved";
    renew(this.node, el("h2", {}, `${t("learn")} · ${lesson.count - lesson.left.length + 1} / ${lesson.count}`),
      el("p", {}, t("learnAsk", nameOf(now.color), `${now.index + 1}. ${moves[now.index]}`, t(now.verdict),
        Math.round(100 * review.losses[now.index])), ...(why.length > 0 ? [` (${why.join(", ")})`] : [])),
      el("p", { class: `learn-says ${lesson.state}` }, lesson.said ?? t("learnFind", nameOf(now.color))),
      el("div", { class: "row" },
        isSolved ? button(lesson.left.length > 1 ? "learnNext" : "learnFinish", next, { class: "main" })
          : button("learnShow", () => this.reveal(), { disabled: lesson.state === "thinking" }),
        button("learnEnd", () => this.end())));
  }
}
