// A match between engines: who stands where, who met whom, and every game.

/** @import { LiveGame, MatchView as Match } from "./envelope.d.ts" */
/** @import { Score } from "./native.js" */
/** @import { Step } from "./stepper.js" */
/** @import { Row, Tallied } from "./tallies.js" */
/** @import { Column } from "./grid.js" */
/** @import { Child } from "./dom.js" */

import { Board } from "./board.js";
import { duelTable } from "./charts.js";
import { el } from "./dom.js";
import { Grid } from "./grid.js";
import { hasScore, judgement } from "./judgement.js";
import { kindName } from "./kinds.js";
import { after, inUnit, readFen } from "./native.js";
import { ratingText, Ratings } from "./ratings.js";
import { byChance, duels, movesOf, players, score } from "./tallies.js";
import { stepper } from "./stepper.js";
import { seconds } from "./thinking.js";
import { called, language, t } from "./words.js";

/** What an engine said of a move.
 *  @typedef {Score & { depth?: number, nodes?: number, time_ms: number }} Chosen */
/** A game of a match, as its log has it, or as far as it was played.
 *  @typedef {Omit<LiveGame, "start"> & {
 *    start?: string | null, result?: string, reason?: string, detail?: string, opening?: string,
 *    opening_moves?: number, chosen?: (Chosen | null)[], fault?: { engine?: unknown, stderr?: unknown }
 *  }} MatchGame */
/** A match, perhaps one out of a log or the example.
 *  @typedef {Omit<Match, "match" | "move_ms"> & { match?: string, move_ms?: number, isExample?: boolean }} About */

/** A result that chance gives less often than this is taken for more than chance. */
const SELDOM = 0.05;

/** The empty board of a game, as a log names it: `freestyle 15x15 k=5 destroy=0`.
 *  @param {string} text */
export function emptyFen(text) {
  const [, rule, width, height] = /^(\S+) (\d+)x(\d+)/.exec(text ?? "") ?? [null, "freestyle", 15, 15];
  const k = /\bk=(\d+)/.exec(text ?? "")?.[1] ?? 5;
  const destroy = /\bdestroy=(\d+)/.exec(text ?? "")?.[1] ?? 0;
  return `${Array(Number(height)).fill(width).join("/")} x k=${k} rule=${rule} destroy=${destroy},${destroy}`;
}

/** What people call the game of a match, which a log names as `emptyFen` reads it.
 *  @param {string} text */
export function gameName(text) {
  const position = readFen(emptyFen(text));
  return kindName({ ...position, destroy: Math.max(...position.destroy) });
}

/** What the engine that failed has written to standard error, where that is known: a log may hold anything.
 *  @param {MatchGame} game */
function complaints({ fault }) {
  const lines = Array.isArray(fault?.stderr) ? fault.stderr.map(String).filter((line) => line.trim()) : [];
  return { engine: called(String(fault?.engine ?? "")), lines, last: lines.at(-1)?.trim() ?? "" };
}

export class MatchView {
  /** A view in that part of the page; `fill` puts words into what is new, and `halt` stops the match that is shown.
   *  @param {HTMLElement} section
   *  @param {(root: ParentNode) => void} fill
   *  @param {() => void} halt */
  constructor(section, fill, halt) {
    this.fill = fill;
    this.board = new Board(() => {});
    this.says = el("p", { class: "says", role: "status" });
    this.thought = el("p", { class: "quiet", id: "match-thought" });
    /** @type {MatchGame[]} */
    this.games = [];
    /** @type {MatchGame | null} */
    this.picked = null;
    /** The game that is being played, and what of the match is drawn.
     *  @type {MatchGame | null} */
    this.live = null;
    this.drawn = "";
    /** The match that is shown.
     *  @type {About | null} */
    this.about = null;
    /** The empty board of its game. */
    this.empty = emptyFen("");
    this.ply = 0;
    this.follow = el("button", { type: "button", "data-does": "follow", "data-word": "followGame", hidden: true, click: () => {
      this.picked = this.live;
      this.ply = this.moves().length;
      this.draw();
    } });
    this.stop = el("button", { type: "button", "data-does": "haltThis", "data-word": "haltMatch", hidden: true, click: halt });
    const steps = stepper(section, this.board, (word) => this.go(word), () => this.ply >= this.moves().length);
    this.fault = el("div", { class: "card", id: "match-fault", hidden: true });
    this.left = el("div", { class: "left" }, this.says, this.board.node, el("div", { class: "row under" }, steps, this.follow, this.stop), this.thought, this.fault);
    this.right = el("div", { class: "right" });
    this.node = el("div", { class: "columns match", hidden: true }, this.left, this.right);
    this.grid = new Grid({ columns: () => this.columns(), sort: "number", refill: () => this.grid.show(this.games) });
  }

  /** Columns of the table of games.
   *  @returns {Column<MatchGame>[]} */
  columns() {
    return [{ name: "number", of: (game) => game.game, by: (game) => game.game },
      { name: "black", of: (game) => called(game.black), by: (game) => game.black },
      { name: "white", of: (game) => called(game.white), by: (game) => game.white },
      { name: "result", of: (game) => game.result, by: (game) => game.result },
      { name: "why", of: (game) => this.why(game), by: (game) => game.reason },
      { name: "length", of: (game) => movesOf(game).length, by: (game) => movesOf(game).length },
      { name: "opening", of: (game) => game.opening || "–", by: (game) => game.opening },
      { name: "", of: (game) => el("button", { type: "button", "data-does": "pick", "aria-pressed": game.game === this.picked?.game ? "true" : "false",
        click: () => this.pick(game) }, t("show")) },
      { name: "", of: (game) => el("a", { href: this.link(game), "data-does": "inDebug" }, t("debug")) }];
  }

  /** How a game ended; of a program that failed also the last line that it wrote.
   *  @param {MatchGame} game */
  why(game) {
    const { last } = complaints(game);
    return el("span", { title: game.detail ?? null }, t(`by-${game.reason}`), last ? el("small", { class: "last-line", title: last }, last) : null);
  }

  /** @param {MatchGame} game */
  first(game) {
    return game.start ?? this.empty;
  }

  /** @param {MatchGame} game */
  link(game) {
    return `#debug?${new URLSearchParams({ fen: this.first(game), moves: game.moves })}`;
  }

  moves() {
    return this.picked ? movesOf(this.picked) : [];
  }

  /** Shows a match: `about` has `game`, `engines`, `games`, `played`, `state` and `why`; `games` are lines of its log, and
   *  `live` is the game that is being played. Who looks at its last move, or at the end of the last game, is taken along.
   *  @param {About} about
   *  @param {MatchGame[]} games
   *  @param {MatchGame | null} [live] */
  show(about, games, live = null) {
    const { picked } = this;
    const isOther = about.match !== this.about?.match;
    const isLast = !picked || picked === this.live || picked === this.games.at(-1);
    const isFollowing = isOther || (isLast && this.ply >= this.moves().length);
    const wasLive = picked !== null && picked === this.live;
    const isNew = isOther || games !== this.games;
    this.about = about;
    this.games = games;
    this.live = live;
    this.empty = emptyFen(about.game);
    this.node.hidden = false;
    if (isFollowing) {
      this.picked = live ?? games.at(-1) ?? null;
      this.ply = this.moves().length;
    } else if (wasLive && picked) {
      // The game that was shown live goes on, or is over.
      this.picked = live?.game === picked.game ? live : games.find(({ game }) => game === picked.game) ?? picked;
    } else if (!picked || !games.includes(picked)) this.picked = games.find(({ game }) => game === picked?.game) ?? games.at(-1) ?? null;
    const look = JSON.stringify([about, games.length, language()]);
    if (!isNew && look === this.drawn) return this.draw();
    this.drawn = look;
    const list = games.map((game) => ({ ...game, result: game.result ?? "", ended: 0, review: null }));
    // Tables without a row say nothing.
    if (games.length === 0) this.right.replaceChildren(this.head(about));
    else this.right.replaceChildren(this.head(about), this.standings(list), this.cross(list),
      el("section", { class: "card", id: "match-games" }, el("h2", {}, `${t("games")}: ${games.length}`), this.grid.node));
    this.grid.show(games);
    this.fill(this.right);
    return this.draw();
  }

  /** @param {About} about */
  head(about) {
    const bar = el("progress", { max: about.games, value: about.played, "aria-label": t("progress", about.played, about.games) });
    const names = about.engines.map(called).join(" – ");
    return el("section", { class: "card", id: "match-head" }, el("h2", {}, about.isExample ? t("exampleMatch", names) : names),
      el("p", { class: "quiet" }, [gameName(about.game), about.move_ms ? t("eachMove", seconds(about.move_ms)) : ""].filter(Boolean).join(" · ")),
      el("p", { class: "row" }, bar, el("span", { "data-state": about.isExample ? null : about.state }, `${t("progress", about.played, about.games)} · ${t(`match-${about.state}`)}`,
        about.why ? `: ${about.why}` : "")));
  }

  /** @param {Tallied[]} list */
  standings(list) {
    const rows = players(list, () => [0, 0, 0]).sort((one, other) => other.rate - one.rate);
    const ratings = new Ratings(list);
    /** @param {Row} row
     *  @returns {Child[]} */
    const cells = (row) => [called(row.name), row.games, row.won, row.drawn, row.lost, `${(100 * row.rate).toFixed(1)} %`,
      ratingText(ratings.of(row.name))];
    const words = ["engine", "games", "wonCount", "drawnCount", "lostCount", "rate", "elo"];
    return el("section", { class: "card", id: "standings" }, el("h2", {}, t("standings")), el("div", { class: "scroll" }, el("table", {},
      el("thead", {}, el("tr", {}, ...words.map((word) => el("th", { scope: "col" }, t(word))))),
      el("tbody", {}, ...rows.map((row) => el("tr", {}, ...cells(row).map((cell, index) => el("td", { "data-name": t(words[index]) }, cell))))))),
    this.verdict(list, rows), el("p", { class: "quiet" }, t("ratingLegend")));
  }

  /** Whether the games of the two that stand first are enough to tell which one is stronger.
   *  @param {Tallied[]} list
   *  @param {Row[]} rows */
  verdict(list, [one, other]) {
    const count = other ? duels(list).get(one.name)?.get(other.name) : null;
    if (!count) return null;
    const points = score(count);
    const isClear = byChance(count.won, count.lost) < SELDOM;
    return el("p", { id: "verdict" }, t(isClear ? count.won > count.lost ? "matchClear" : "matchReversed" : "matchUnclear",
      called(one.name), called(other.name), points, count.won + count.drawn + count.lost - points));
  }

  /** Points of each engine against each other.
   *  @param {Tallied[]} list */
  cross(list) {
    const pairs = duels(list);
    return el("section", { class: "card", id: "crosstable" }, el("h2", {}, t("crosstable")), duelTable("engine", [...pairs.keys()], pairs));
  }

  /** @param {MatchGame} game */
  pick(game) {
    this.picked = game;
    this.ply = 0;
    this.grid.show(this.games);
    this.draw();
    this.left.scrollIntoView({ block: "nearest" });
  }

  /** @param {Step} word */
  go(word) {
    const most = this.moves().length;
    this.ply = Math.max(0, Math.min(most, { first: 0, back: this.ply - 1, forward: this.ply + 1, last: most }[word]));
    this.draw();
  }

  draw() {
    const game = this.picked;
    const all = this.moves();
    const moves = all.slice(0, this.ply);
    const fen = game ? this.first(game) : this.empty;
    const isLive = game !== null && game === this.live;
    const isEnd = game && !isLive && this.ply === all.length;
    this.follow.hidden = !this.live || (isLive && this.ply === all.length);
    this.board.show(after(readFen(fen), moves), { moves,
      line: isEnd && game.reason === "line" && game.detail ? game.detail.split(" ").filter((word) => /^[a-z]+\d+$/.test(word)) : [] });
    this.node.dataset.live = String(isLive);
    this.says.textContent = game
      ? `${t("gameNumber", game.game)}: ${called(game.black)} – ${called(game.white)} · ${isEnd ? `${game.result}, ${t(`by-${game.reason}`)}` : `${this.ply} / ${all.length}`}`
      : t("noGameYet");
    const { engine, lines, last } = game ? complaints(game) : { engine: "", lines: [], last: "" };
    this.fault.hidden = !last;
    // What was unfolded stays so while the same game is gone through.
    const told = `${game?.game} ${last} ${language()}`;
    if (game && last && this.fault.dataset.told !== told) {
      this.fault.dataset.told = told;
      this.fault.replaceChildren(el("p", { class: "trouble" }, `${engine}: ${t(`by-${game.reason}`)}`), el("p", {}, t("lastWords")), el("code", {}, last),
        el("details", {}, el("summary", {}, t("complaints", engine, lines.length)), el("pre", { class: "log", tabindex: 0, role: "region", "aria-label": t("complaints", engine, lines.length) }, lines.join("\n"))));
    }
    // What the engine said of the move that is shown.
    const chosen = game?.chosen?.[this.ply - 1 - (game.opening_moves ?? 0)];
    const side = moves.length > 0 ? after(readFen(fen), moves.slice(0, -1)).side : "x";
    this.thought.textContent = !game || !chosen ? "" : [all[this.ply - 1],
      chosen.depth || hasScore(chosen) ? judgement(inUnit(chosen, (side === "x" ? game.black : game.white).replace(/ \(\d+\)$/, "")), side) : "",
      seconds(chosen.time_ms)].filter(Boolean).join(" · ");
  }
}
