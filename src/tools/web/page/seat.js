// An engine at the debugging board: its settings, and what it thinks.

import { el, notice, select } from "./dom.js";
import { Engine } from "./engine.js";
import { send } from "./link.js";
import { scoreText } from "./native.js";
import { plainly } from "./refusals.js";
import { t } from "./words.js";

const LIMITS = [["movetime 1000", "1 s"], ["movetime 100", "0.1 s"], ["movetime 5000", "5 s"],
  ["depth 4", "@depth4"], ["depth 8", "@depth8"], ["nodes 10000", "@nodes10k"],
  ["infinite", "@untilStop"]];
/** Ends of engines that nobody has to be told of: asked for, or mended by the next line. */
const EXPECTED = ["another engine was chosen", "closed", "nobody asked it anything"];

const button = (word, click, more) =>
  el("button", { type: "button", "data-word": word, click, ...more });

/** A number of positions, short. */
function count(nodes) {
  if (nodes === undefined) return "–";
  if (nodes < 10_000) return String(nodes);
  return nodes < 10_000_000 ? `${Math.round(nodes / 1000)}k` : `${Math.round(nodes / 1e6)}M`;
}

/** An engine with its settings and what it thinks. */
export class Seat {
  /** The engine at that place of the debugging board. */
  constructor(name, desk) {
    this.name = name;
    this.desk = desk;
    this.engine = new Engine(name);
    this.lines = new Map();
    this.breed = select({ "data-label": "engine", change: () => {
      send({ do: "engine", to: name, name: this.breed.value });
      this.isKnown = false;
      this.own.hidden = !this.isOwn();
      this.desk.refresh();
    } }, ["tengen"]);
    this.player = select({ "data-label": "player", change: () => this.settle() }, ["engine"]);
    this.multi = select({ "data-label": "bestLines", change: () => this.settle() },
      ["1", "3", "5", "10"], "3");
    this.level = select({ "data-own": "level", change: () => this.settle() },
      Array.from({ length: 10 }, (_, index) => String(index + 1)), "10");
    this.limit = select({ "data-label": "limit" }, LIMITS);
    this.own = el("span", { class: "own" }, this.player,
      el("label", {}, el("span", { "data-word": "strength" }), this.level));
    this.out = el("ol", { class: "pvs" });
    this.go = button("analyse", () => this.toggle(), { class: "main" });
    this.node = el("section", { class: "card seat", "data-seat": name },
      el("h2", {}, `${name.toUpperCase()} `, el("span", { class: "who" })),
      el("div", { class: "row" }, this.breed, this.own,
        el("label", {}, el("span", { "data-word": "bestLines" }), this.multi)),
      el("div", { class: "row" }, this.limit, this.go,
        button("playBest", () => this.playBest())), this.out);
    const engine = this.engine;
    engine.on("line", (direction, text) => {
      // A tree has thousands of lines; its own place shows them.
      if (!(name === "a" && direction === "<" && this.desk.tree.hear(text))) this.desk.log.add(name, direction, text);
    });
    engine.on("info", (search, info) => this.think(search, info));
    engine.on("best", (search, best) => this.answered(search, best));
    engine.on("ended", (why) => {
      if (!EXPECTED.includes(why)) notice(t("ended", name.toUpperCase(), why));
      this.isKnown = false;
      this.mark();
    });
    engine.on("error", (text) => notice(plainly(text)));
    this.isKnown = false;
  }

  /** Whether the engine is ours; others take no options of ours from a page. */
  isOwn() {
    return this.breed.value === "tengen";
  }

  /** Says what the engine has to know: its options, then the position. */
  settle() {
    if (this.isOwn()) {
      this.engine.say(`setoption name Player value ${this.player.value}`);
      this.engine.say(`setoption name Level value ${this.level.value}`);
    }
    this.engine.say(`setoption name MultiPV value ${this.multi.value}`);
    this.isKnown = true;
  }

  /** Says the position; a search that runs is about the last one. */
  place() {
    if (!this.isKnown) this.settle();
    if (this.engine.isBusy()) this.engine.say("stop");
    this.lines.clear();
    this.engine.say(this.desk.game.line());
    this.show();
  }

  toggle() {
    if (this.engine.isBusy()) {
      this.desk.sweep = null;
      this.engine.say("stop");
    } else this.start();
    this.mark();
  }

  start(limit = this.limit.value) {
    this.place();
    this.engine.go(limit, { ply: this.desk.game.ply, line: this.desk.game.line(), side: this.desk.game.position().side });
    this.mark();
  }

  think(search, info) {
    if (!search.about || search.about.line !== this.desk.game.line()) return;
    if (info.multipv === 1 && this.name === "a" && !info.bound) {
      const { side, ply } = search.about;
      this.desk.game.scores[ply] = { cp: info.cp, mate: info.mate, side };
      this.desk.redrawGraph();
    }
    if (!info.pv) return;
    // A move that has changed its rank stands on the list once.
    const before = this.lines.get(info.multipv);
    for (const [rank, line] of this.lines) {
      if (rank === info.multipv || line.pv[0] !== info.pv[0]) continue;
      if (before) this.lines.set(rank, { ...before, multipv: rank });
      else this.lines.delete(rank);
    }
    this.lines.set(info.multipv, info);
    this.show();
    if (this.name === "a") this.desk.redraw();
  }

  answered(search, best) {
    this.mark();
    if (search.about?.tree) {
      this.desk.tree.finish();
      // The search was another player's.
      this.settle();
      return;
    }
    if (search.about?.play && search.about.line === this.desk.game.line() && best !== "(none)") this.desk.play(best);
    if (this.desk.sweep && this.name === "a" && search.about?.line === this.desk.game.line()) {
      if (this.desk.game.ply < this.desk.game.moves.length) {
        this.desk.game.go(this.desk.game.ply + 1);
        this.desk.refresh();
        this.start("movetime 200");
      } else this.desk.sweep = null;
    }
  }

  playBest() {
    const best = this.lines.get(1)?.pv?.[0];
    if (best && !this.engine.isBusy()) return this.desk.play(best);
    if (this.engine.isBusy()) this.engine.say("stop");
    this.place();
    this.engine.go(this.limit.value === "infinite" ? "movetime 1000" : this.limit.value,
      { ply: this.desk.game.ply, line: this.desk.game.line(), side: this.desk.game.position().side, play: true });
    return this.mark();
  }

  mark() {
    this.go.dataset.word = this.engine.isBusy() ? "stop" : "analyse";
    this.go.textContent = t(this.go.dataset.word);
  }

  /** Lists the best lines; whoever points at a move sees it on the board. */
  show() {
    const infos = [...this.lines.values()].sort((one, other) => one.multipv - other.multipv);
    this.out.replaceChildren(...infos.map((info) => {
      const moves = info.pv.slice(0, 20).map((move, index) => {
        const look = () => { this.desk.ghosts = info.pv.slice(0, index + 1); this.desk.redraw(); };
        return el("button", { type: "button", class: "move", pointerenter: look, focus: look,
          click: () => { for (const one of info.pv.slice(0, index + 1)) this.desk.game.play(one); this.desk.refresh(); },
        }, move);
      });
      return el("li", { pointerleave: () => { this.desk.ghosts = []; this.desk.redraw(); } },
        el("b", {}, scoreText(info)),
        el("small", {}, ` ${info.depth ?? "–"}/${info.seldepth ?? "–"} · ${count(info.nodes)} `),
        ...moves);
    }));
    if (infos.length === 0) {
      this.out.append(el("li", { class: "quiet", "data-word": "noLines" }, t("noLines")));
    }
  }
}
