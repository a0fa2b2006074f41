// An engine at the debugging board: its settings, and what it thinks.

/** @import { About, Search } from "./engine.js" */
/** @import { EndCode } from "./envelope.d.ts" */
/** @import { Log } from "./log.js" */
/** @import { Info, Side } from "./native.js" */
/** @import { Note, Notes } from "./notes.js" */
/** @import { Refusal } from "./refusals.js" */
/** @import { Tree } from "./tree.js" */
/** @import { Game } from "./variations.js" */

import { button, el, engineButton, notice, select } from "./dom.js";
import { Engine } from "./engine.js";
import { threadsFor } from "./here.js";
import { hasScore, judgement } from "./judgement.js";
import { send } from "./link.js";
import { inUnit, scoreText } from "./native.js";
import { rank } from "./notes.js";
import { askReasons, reasonsOf, reasonWords } from "./reasons.js";
import { plainly } from "./refusals.js";
import { count } from "./thinking.js";
import { t } from "./words.js";

/** What the parts of the debugging board share.
 *  @typedef {{
 *    game: Game, notes: Notes, ghosts: string[], sweep: boolean | null, tree: Tree, log: Log, note: () => Note,
 *    refresh: (isChange?: boolean) => void, askOverlay: () => void, redraw: () => void, redrawGraph: () => void,
 *    play: (move: string) => void, playAll: (moves: string[]) => void, step: (how: () => void) => void,
 *    complain: (refusal: Refusal) => void, quiet: () => void, reveal: () => void, hides: () => boolean, isPlain: () => boolean
 *  }} Desk */

const LIMITS = [["movetime 1000", "1 s"], ["movetime 100", "0.1 s"], ["movetime 5000", "5 s"],
  ["depth 4", "@depth4"], ["depth 8", "@depth8"], ["nodes 10000", "@nodes10k"],
  ["infinite", "@untilStop"]];
/** Ends of engines that need no words: asked for, or mended by the next line.
 *  @type {EndCode[]} */
const EXPECTED = ["changed", "closed", "idle"];

/** An engine with its settings and what it thinks. */
export class Seat {
  /** The engine at that place of the debugging board.
   *  @param {"a" | "b"} name
   *  @param {Desk} desk */
  constructor(name, desk) {
    this.name = name;
    this.desk = desk;
    this.engine = new Engine(name);
    this.breed = select({ "data-label": "engine", change: () => {
      send({ do: "engine", to: name, name: this.breed.value });
      this.isKnown = false;
      /** @type {Refusal | null} */
      this.trouble = null;
      this.own.hidden = !this.isOwn();
      desk.notes.forget(name);
      desk.refresh();
    } }, ["tengen"]);
    this.player = select({ "data-label": "player", change: () => this.change() }, ["engine"]);
    this.multi = select({ "data-label": "bestLines", change: () => this.change() },
      ["1", "3", "5", "10"], "3");
    this.level = select({ "data-own": "level", change: () => this.change() },
      Array.from({ length: 10 }, (_, index) => String(index + 1)), "10");
    this.limit = select({ "data-label": "limit", class: "author" }, LIMITS);
    this.own = el("span", { class: "own author" }, this.player,
      el("label", {}, el("span", { "data-word": "strength" }), this.level));
    this.out = el("ol", { class: "pvs" });
    this.go = button("analyse", () => this.toggle(), { class: "main" });
    this.node = el("section", { class: "card seat", "data-seat": name },
      el("h2", { class: "author" }, `${name.toUpperCase()} `, el("span", { class: "who" })),
      el("div", { class: "row" }, this.breed, engineButton((name) => this.choose(name)), this.own,
        el("label", {}, el("span", { "data-word": "bestLines" }), this.multi)),
      el("div", { class: "row" }, this.limit, this.go,
        button("playBest", () => this.playBest())), this.out);
    const engine = this.engine;
    engine.on("line", (direction, text) => {
      // A tree has thousands of lines; its own place shows them.
      if (!(name === "a" && direction === "<" && desk.tree.hear(text))) desk.log.add(name, direction, text);
    });
    engine.on("info", (search, info) => this.think(search, info));
    engine.on("best", (search, best) => this.answered(search, best));
    engine.on("book", (search, winner) => this.knows(search, winner));
    engine.on("ended", (code) => {
      if (!EXPECTED.includes(code)) this.fail({ text: t("ended", name.toUpperCase(), t(`ended-${code}`)) });
      this.isKnown = false;
      this.mark();
    });
    engine.on("refused", (refusal) => this.fail(refusal));
    engine.on("started", () => this.fail(null));
    engine.on("error", (refusal) => notice(plainly(refusal)));
    this.isKnown = false;
    /** Threads that it was told to have. */
    this.threads = 1;
    /** The refusal that says why there is no engine. */
    this.trouble = null;
  }

  /** The best lines of the position that is shown, by rank. */
  get lines() {
    return this.desk.note().lines[this.name];
  }

  /** Whether the engine is ours; others take no options of ours from a page. */
  isOwn() {
    return this.breed.value === "tengen";
  }

  /** Has the engine of that name.
   *  @param {string} name */
  choose(name) {
    this.breed.value = name;
    this.breed.dispatchEvent(new Event("change"));
  }

  /** Shows why there is no engine, or with `null` that there is one; nothing is awaited of it.
   *  @param {Refusal | null} refusal */
  fail(refusal) {
    this.trouble = refusal;
    if (refusal) this.isKnown = false;
    this.show();
    this.mark();
  }

  /** Threads that the engine should have: the debugging board shows the same search each time. */
  threadsWanted() {
    return this.isOwn() && this.desk.isPlain() ? threadsFor(this.name) : 1;
  }

  /** Says what the engine has to know: its options, then the position. */
  settle() {
    const threads = this.threadsWanted();
    // One that is new has one thread.
    if (threads !== (this.isKnown ? this.threads : 1)) this.engine.say(`setoption name Threads value ${threads}`);
    this.threads = threads;
    if (this.isOwn()) {
      this.engine.say(`setoption name Player value ${this.player.value}`);
      this.engine.say(`setoption name Level value ${this.level.value}`);
    }
    this.engine.say(`setoption name MultiPV value ${this.multi.value}`);
    this.isKnown = true;
  }

  /** Something else was chosen: what runs begins again with that. */
  change() {
    const isRunning = this.isAnalysing();
    if (this.engine.isBusy()) this.engine.say("stop");
    this.desk.notes.forget(this.name);
    this.settle();
    // What lies on the board is what the player sees.
    this.desk.askOverlay();
    if (isRunning) this.start();
    this.show();
    this.desk.redraw();
  }

  /** Whether an analysis runs whose lines are shown. */
  isAnalysing() {
    const about = this.engine.searches.at(-1)?.about;
    return about ? !about.tree && !about.play : false;
  }

  /** Says the position. An analysis of it goes on; one of another position follows. */
  place() {
    if (!this.isKnown) this.settle();
    const about = this.engine.searches.at(-1)?.about;
    const setup = this.desk.game.setup();
    if (about?.setup === setup) return this.show();
    const isFollowing = this.isAnalysing() && !this.desk.sweep;
    if (this.engine.isBusy()) this.engine.say("stop");
    this.engine.say(setup);
    if (isFollowing) this.search(this.until());
    return this.show();
  }

  toggle() {
    if (this.engine.isBusy()) {
      this.desk.sweep = null;
      this.engine.say("stop");
      // What was stopped does not follow the position.
      for (const search of this.engine.searches) search.about = null;
    } else this.start();
    this.mark();
  }

  /** Whether the board became an analysis or the debugging board: an analysis is one of the whole engine. */
  turn() {
    if (this.desk.isPlain() && (this.player.value !== "engine" || this.level.value !== "10")) {
      this.player.value = "engine";
      this.level.value = "10";
      this.change();
    }
    this.show();
    this.mark();
  }

  /** How long to analyse: as chosen, or until the engine is switched off. */
  until() {
    return this.desk.isPlain() ? "infinite" : this.limit.value;
  }

  /** @param {string} [limit] */
  start(limit = this.until()) {
    this.place();
    this.desk.note().lines[this.name] = new Map();
    this.search(limit);
    this.show();
  }

  /** Asks for a move in the position that was said.
   *  @param {string} limit
   *  @param {About} [more] */
  search(limit, more) {
    const { game } = this.desk;
    if (this.threads !== this.threadsWanted()) this.settle();
    this.engine.go(limit, { setup: game.setup(), side: game.position().side, ...more });
    this.mark();
  }

  /** @param {Search} search
   *  @param {Info} said */
  think(search, said) {
    const { setup, side } = search.about ?? {};
    if (!setup || !side) return;
    const info = this.isOwn() ? inUnit(said, this.player.value) : said;
    search.hasScore ||= hasScore(info);
    // A line without a score is all that a player without an opinion says; others add it to one.
    if (search.hasScore && !hasScore(info)) return;
    const note = this.desk.notes.of(setup);
    if (info.multipv === 1 && this.name === "a" && !info.bound) {
      note.score = { cp: info.cp, mate: info.mate, lines: info.lines, side };
      this.desk.redrawGraph();
    }
    if (!info.pv) return;
    rank(note.lines[this.name], info);
    if (setup !== this.desk.game.setup()) return;
    this.show();
    this.desk.redraw();
  }

  /** The position is one of a book: of a proof, or its upper part.
   *  @param {Search} search
   *  @param {Side} winner */
  knows(search, winner) {
    const { setup } = search.about ?? {};
    if (!setup) return;
    this.desk.notes.of(setup).book = winner;
    this.desk.redraw();
  }

  /** @param {Search} search
   *  @param {string} best */
  answered(search, best) {
    this.mark();
    if (search.about?.tree) {
      this.desk.tree.finish();
      // The search was another player's.
      this.settle();
      return;
    }
    const { desk } = this;
    const isHere = search.about?.setup === desk.game.setup();
    // An engine that says nothing of its thinking has chosen all the same.
    if (search.about?.setup && best !== "(none)") {
      const { lines } = desk.notes.of(search.about.setup);
      if (lines[this.name].size === 0) lines[this.name].set(1, { multipv: 1, pv: [best] });
      if (isHere) {
        this.show();
        desk.redraw();
      }
    }
    if (search.about?.play && isHere && best !== "(none)") desk.play(best);
    if (desk.sweep && this.name === "a" && isHere) {
      if (desk.game.ply < desk.game.moves.length) {
        desk.game.go(desk.game.ply + 1);
        desk.refresh();
        this.start("movetime 200");
      } else desk.sweep = null;
    }
  }

  playBest() {
    const best = this.lines.get(1)?.pv?.[0];
    if (best) return this.desk.play(best);
    if (this.engine.isBusy()) this.engine.say("stop");
    this.place();
    return this.search(this.until() === "infinite" ? "movetime 1000" : this.until(), { play: true });
  }

  mark() {
    const words = this.desk.isPlain() ? ["engineOff", "engineOn"] : ["stop", "analyse"];
    this.go.dataset.word = words[this.engine.isBusy() ? 0 : 1];
    this.go.textContent = t(this.go.dataset.word);
  }

  /** Lists the best lines; a move under the pointer is shown on the board. */
  show() {
    const { desk } = this;
    const infos = desk.hides() ? [] : [...this.lines.values()].sort((one, other) => one.multipv - other.multipv);
    const { side, k } = desk.game.position();
    const { fen, ply } = desk.game;
    const played = desk.game.moves.slice(0, ply);
    this.out.replaceChildren(...infos.map((info) => {
      const pv = info.pv ?? [];
      const moves = pv.slice(0, 20).map((move, index) => {
        const look = () => { desk.ghosts = pv.slice(0, index + 1); desk.redraw(); };
        return el("button", { type: "button", class: "move", pointerenter: look, focus: look,
          click: () => desk.playAll(pv.slice(0, index + 1)) }, move);
      });
      return el("li", { pointerleave: () => { desk.ghosts = []; desk.redraw(); } },
        el("b", {}, hasScore(info) || info.depth !== undefined ? judgement(info, side) : t("moveAlone")),
        el("small", { class: "author", title: t("depthNodes") }, hasScore(info) ? ` ${scoreText(info)} · ${info.depth ?? "–"}/` +
          `${info.seldepth ?? "–"} · ${count(info.nodes)} ` : " "),
        ...moves, el("small", { class: "reason" }, reasonWords(reasonsOf(fen, played, pv[0]), k)));
    }));
    const firsts = infos.map(({ pv }) => pv?.[0] ?? "").filter(Boolean);
    askReasons(fen, played, firsts, () => {
      this.show();
      desk.redraw();
    });
    if (this.trouble) {
      this.out.prepend(el("li", { class: "trouble", role: "alert" }, plainly(this.trouble)));
    } else if (infos.length === 0) {
      this.out.append(el("li", { class: "quiet", "data-word": "noLines" }, t("noLines")));
    }
  }
}
