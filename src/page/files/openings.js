// How games began: a tree of first moves with results, on a board and as a table.

/** @import { Search } from "./engine.js" */
/** @import { Follow } from "./tallies.js" */

import { Board } from "./board.js";
import { fold, heading } from "./charts.js";
import { el } from "./dom.js";
import { Engine } from "./engine.js";
import { judgement } from "./judgement.js";
import { after, readFen } from "./native.js";
import { follows, opening } from "./tallies.js";
import { t } from "./words.js";

/** A game, and its first moves once they were looked at.
 *  @typedef {{ width: number, height: number, moves: string, result: string, opening?: string[] }} Began */

/** Moves that are listed, and judged by the engine. */
const LISTED = 12;
/** Positions for the score of a move. */
const LIMIT = "nodes 5000";

export class Openings {
  constructor() {
    /** The empty board on which the games began, and what their kind is called. */
    this.fen = "";
    this.title = "";
    /** What followed the line.
     *  @type {Follow[]} */
    this.rows = [];
    /** @type {string[]} */
    this.line = [];
    /** @type {(Began & { opening: string[] })[]} */
    this.list = [];
    /** @type {Map<string, string>} */
    this.scores = new Map();
    /** @type {string[][] | null} */
    this.asked = null;
    this.board = new Board((square) => {
      const row = this.rows.find(({ move }) => move.replace("*", "") === square);
      if (row) this.go([...this.line, row.move]);
    });
    // The wheel goes back, and along the moves that were played most.
    this.board.root.addEventListener("wheel", (event) => {
      if (event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      if (event.deltaY < 0) this.go(this.line.slice(0, -1));
      else if (this.rows.length > 0) this.go([...this.line, this.rows[0].move]);
    }, { passive: false });
    this.path = el("p", { class: "row" });
    this.table = el("div");
    this.node = fold("openings", "");
    this.engine = new Engine("c");
    this.engine.on("best", (search) => this.answered(search));
    this.engine.on("ended", () => { this.asked = null; });
  }

  /** Takes games of one kind that began on the empty board `fen`.
   *  @param {Began[]} games
   *  @param {string} fen
   *  @param {string} title */
  take(games, fen, title) {
    this.title = title;
    if (this.fen !== fen) {
      this.fen = fen;
      this.line = [];
      this.scores.clear();
    }
    this.list = games.map((game) => Object.assign(game, { opening: game.opening ?? opening(game) }));
    this.show();
  }

  /** @param {string[]} line */
  go(line) {
    this.line = line;
    this.asked = null;
    this.show();
  }

  show() {
    this.rows = follows(this.list, this.line);
    const rows = this.rows.slice(0, LISTED);
    const position = after(readFen(this.fen), this.line);
    const most = rows[0]?.games ?? 1;
    this.board.show(position, { moves: this.line, labels: rows.map(({ move, games }) => ({ square: move.replace("*", ""),
      text: games, kind: ["slow", "fair", "good", "best"][Math.min(3, Math.floor((games / most) * 3.99))], why: t("gamesOf", games) })) });
    /** @param {string} text
     *  @param {string[]} line */
    const step = (text, line) => el("button", { type: "button", class: "move", click: () => this.go(line) }, text);
    this.path.replaceChildren(step(t("emptyBoard"), []),
      ...this.line.map((move, index) => step(`${index + 1}. ${move}`, this.line.slice(0, index + 1))));
    /** @param {Follow} row */
    const share = (row) => {
      /** @param {string} kind
       *  @param {number} count */
      const part = (kind, count) => {
        const node = el("span", { class: `share ${kind}` });
        node.style.flexGrow = String(count);
        return node;
      };
      const words = t("shares", row.x, row.drawn, row.o);
      return el("span", { class: "shares", role: "img", title: words, "aria-label": words },
        part("x", row.x), part("d", row.drawn), part("o", row.o));
    };
    /** @param {number} count
     *  @param {Follow} row */
    const percent = (count, row) => `${Math.round((100 * count) / row.games)} %`;
    this.table.replaceChildren(el("div", { class: "scroll" }, el("table", {},
      el("thead", {}, el("tr", {}, ...["move", "games", "results", "blackWon", "drawnCount", "whiteWon", "engine"].map((word) =>
        el("th", { scope: "col" }, t(word))))),
      el("tbody", {}, ...rows.map((row) => el("tr", {},
        el("td", {}, step(row.move, [...this.line, row.move])),
        el("td", { "data-name": t("games") }, row.games), el("td", {}, share(row)),
        el("td", { "data-name": t("blackWon") }, percent(row.x, row)), el("td", { "data-name": t("drawnCount") }, percent(row.drawn, row)),
        el("td", { "data-name": t("whiteWon") }, percent(row.o, row)),
        el("td", { "data-name": t("engine"), class: "score" }, this.scores.get([...this.line, row.move].join(" ")) ?? "–")))))));
    this.node.replaceChildren(heading(`${t("openings")} · ${this.title}`), this.path,
      el("div", { class: "two" }, this.board.node, el("div", {}, this.table,
        el("p", { class: "row" }, el("button", { type: "button", "data-does": "judge", disabled: rows.length === 0 || this.asked !== null,
          click: () => this.judge() }, t("judgeOpenings"))))));
  }

  /** Asks our engine what the listed moves are worth, one after the other. */
  judge() {
    this.asked = this.rows.slice(0, LISTED).map(({ move }) => [...this.line, move])
      .filter((line) => !this.scores.has(line.join(" ")));
    this.next();
    this.show();
  }

  next() {
    const line = this.asked?.[0];
    if (!line) {
      this.asked = null;
      return;
    }
    this.engine.say(`position fen ${this.fen} moves ${line.join(" ")}`);
    this.engine.go(LIMIT, { openings: line.join(" "), side: after(readFen(this.fen), line).side });
  }

  /** @param {Search} search */
  answered({ about, lines }) {
    if (!about?.openings || !about.side) return;
    const info = lines.get(1);
    this.scores.set(about.openings, info ? judgement(info, about.side) : "–");
    if (this.asked?.[0]?.join(" ") === about.openings) {
      this.asked.shift();
      this.next();
    }
    this.show();
  }
}
