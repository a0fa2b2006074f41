// Where a visitor begins: the last game or an example on a board, three things to do, and the games to go on with.

/** @import { Chair, Scene } from "./envelope.d.ts" */
/** @import { Kind } from "./kinds.js" */
/** @import { Side } from "./native.js" */

import { Board } from "./board.js";
import { button, byId, el, memory, notice, select, within } from "./dom.js";
import { hasSigns, kindName } from "./kinds.js";
import { after, readFen } from "./native.js";
import { around, FIVE, miniature, THREE } from "./rules.js";
import { called, language, nameOf, t } from "./words.js";

/** A game as it was seen last. Older pages have kept the first four at most.
 *  @typedef {{ name: string, words?: string, chairs: string[], game: Kind,
 *    at?: number, number?: number, moves?: number, fen?: string, line?: string[], colors?: Side[], own?: Chair[],
 *    free?: Chair[], actor?: Chair | null, result?: string | null }} Kept */

/** Games that are remembered, and those that are listed at once. */
const MOST = 30;
const LISTED = 4;

/** The games that this browser has seen, the latest first.
 *  @returns {Kept[]} */
export const kept = () => memory.read("tables", []);

/** @param {Kept[]} games */
const keep = (games) => memory.set("tables", JSON.stringify(games.slice(0, MOST)));

/** Forgets a table that is no more.
 *  @param {string} table */
export const forget = (table) => keep(kept().filter(({ name }) => name !== table));

/** Remembers a table as it is now, so that it is found again.
 *  @param {Scene} scene */
export function remember({ table, view, own, free, destroy }) {
  const { rule, width, height, k, chairs, actor, line } = view;
  const known = kept();
  const before = known.find(({ name }) => name === table);
  /** @type {Kept} */
  const now = { name: table, chairs: chairs.map(({ name }) => name), game: { rule, width, height, k, destroy },
    number: view.game, moves: view.moves.length, fen: view.fen, line, colors: chairs.map(({ color }) => color), own, free,
    actor, result: view.result?.result ?? null };
  const isSame = before?.number === now.number && before?.moves === now.moves && before?.result === now.result;
  // A game that is only looked at stays where it was in the list.
  now.at = isSame && before?.at ? before.at : Date.now();
  keep(isSame ? known.map((one) => (one === before ? now : one)) : [now, ...known.filter((one) => one !== before)]);
}

/** Who plays there, for the reader.
 *  @param {Kept} game */
function title({ words, chairs, own, free, game }) {
  if (!own) return words ?? `${chairs.map(called).join(" – ")}, ${kindName(game)}`;
  if (own.length === 2) return t("bothSides");
  if (own.length === 0) return chairs.map(called).join(" – ");
  const other = own[0] === "first" ? "second" : "first";
  return t("against", free?.includes(other) ? t("guest") : called(chairs[other === "first" ? 0 : 1]));
}

/** How it stands: the result, or whose turn it was.
 *  @param {Kept} game */
function standing({ own = [], free = [], actor, colors, result, game }) {
  const isSigns = hasSigns(game);
  /** @param {Chair} chair
   *  @returns {Side} */
  const colorOf = (chair) => colors?.[chair === "first" ? 0 : 1] ?? "x";
  if (result === "1/2-1/2") return t("wasDrawn");
  if (result) {
    const winner = result === "1-0" ? "x" : "o";
    if (own.length !== 1) return t("hasWon", nameOf(winner, isSigns));
    return t(colorOf(own[0]) === winner ? "youWon" : "youLost");
  }
  if (!actor) return "";
  if (free.length > 0) return t("waitsForSomeone");
  if (own.length !== 1) return t("toMove", nameOf(colorOf(actor), isSigns));
  return t(own[0] === actor ? "yourTurn" : "theirTurn");
}

/** When its last move was made: the hour of today, else the day.
 *  @param {number | undefined} at */
function when(at) {
  if (!at) return "";
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return date.toLocaleString(language(), isToday ? { hour: "2-digit", minute: "2-digit" } : { day: "numeric", month: "short" });
}

/** What is said of a game below its title.
 *  @param {Kept} game */
const about = (game) => (game.own ? [standing(game), kindName(game.game), when(game.at)].filter(Boolean).join(" · ") : "");

/** A game in two lines.
 *  @param {Kept} game */
export const told = (game) => el("span", { class: "told" }, el("b", {}, title(game)), el("small", {}, about(game)));

/** The address of a game.
 *  @param {Kept} game */
export const address = ({ name }) => `#play?table=${name}`;

/** Whether nothing more is to be played there.
 *  @param {Kept} game */
export const isOver = ({ result }) => Boolean(result);

/** One's own games: those to go on with, and apart those that have ended. */
export class MyGames {
  /** A list that calls `changed` when a game was removed from it; `discard` deletes its table, where nobody else is there.
   *  @param {() => void} changed
   *  @param {(table: string) => Promise<unknown>} discard */
  constructor(changed, discard) {
    this.changed = changed;
    this.discard = discard;
    this.first = el("ul");
    // What was unfolded stays so.
    this.folds = ["moreGames", "finishedGames"].map((word) => el("details", { "data-fold": word }));
    this.node = el("section", { class: "card my-games" }, el("h2", { "data-word": "myGames" }), this.first, ...this.folds);
  }

  /** Lists all but the one that is shown elsewhere.
   *  @param {string | undefined} except */
  show(except) {
    const games = kept().filter(({ name }) => name !== except);
    this.node.hidden = games.length === 0;
    const open = games.filter((game) => !isOver(game));
    const rows = (/** @type {Kept[]} */ some) => some.map((game) => this.row(game));
    this.first.replaceChildren(...rows(open.slice(0, LISTED)));
    [open.slice(LISTED), games.filter(isOver)].forEach((some, index) => {
      const node = this.folds[index];
      node.hidden = some.length === 0;
      node.replaceChildren(el("summary", {}, t(node.dataset.fold ?? "", some.length)), el("ul", {}, ...rows(some)));
    });
  }

  /** @param {Kept} game */
  row(game) {
    return el("li", {}, el("a", { href: address(game) },
      game.fen ? miniature(around(readFen(game.fen))) : el("span"), told(game)), this.remover(game));
  }

  /** A button that removes a game from the list.
   *  @param {Kept} game */
  remover(game) {
    const words = t("removeGame", title(game));
    return el("button", { type: "button", class: "remove", "aria-label": words, title: words, click: () => {
      const buttons = () => [...within(byId("play"), ".remove")];
      const place = buttons().findIndex((node) => node === document.activeElement);
      keep(kept().filter(({ name }) => name !== game.name));
      this.changed();
      // Whoever removes by keyboard goes on with the next one.
      (buttons()[place] ?? buttons()[place - 1])?.focus();
      this.discard(game.name).then(() => notice(t("deletedGame")), () => notice(t("removedGame")));
    } }, "✕");
  }
}

/** A game whose last stone makes five. */
const EXAMPLE = "h8 i9 h9 h10 g8 i8 f8 e8 f7 g7 i10 g9 e6".split(" ");
const LINE = ["e6", "f7", "g8", "h9", "i10"];
const EMPTY = `${Array(15).fill(15).join("/")} x`;

/** What the levels see: the positions that they look at, and in freestyle on 15x15, as scripts/levels.py has measured it,
 *  per cent of the open threes that they stop, of their own that become fours, and of their wins by fours that they
 *  find; from level 7 on all. Two samples, 2,084 positions of 480 games, differed by 18 at most: hence steps of five.
 *  @type {Record<number, number[]>} */
const SEEN = { 1: [200, 60, 55, 15], 2: [200, 75, 70, 20], 3: [200, 95, 85, 25], 4: [400, 80, 80, 65], 5: [1500, 85, 80, 80],
  6: [600, 100, 100, 95], 7: [2000], 8: [5000], 9: [14000] };
/** The level that is offered to a newcomer. */
const USUAL = "4";
const LEVELS = Array.from({ length: 10 }, (_, index) => String(index + 1));
/** What is played with a friend, and by which clock: seconds for the game and for each move.
 *  @type {string[]} */
const GAMES = ["gomoku", "renju", "standard", "caro", "destroy", "tictactoe"];
const CLOCKS = [["", "@noClock"], ["180+2", "@clock3"], ["300+3", "@clock5"], ["600+5", "@clock10"], ["1800", "@clock30"]];
/** Who plays tic-tac-toe, in this order over all its games: there the levels are none. */
const ON_3X3 = ["random", "runlength", "engine"];

/** The board and the three choices. */
export class Start {
  /** `begin` founds a table for a game with the seats of Black and White, of which each is `me`, `guest` or the name of an
   *  opponent, and a clock; `others` leads to all other games, and `remover` makes a button that removes a game.
   *  @param {{ begin: (game: string, seats: string[], clock?: string) => void, others: () => void, remover: (game: Kept) => HTMLElement }} does */
  constructor(does) {
    this.does = does;
    this.board = new Board(() => {});
    const before = memory.read("quick", {});
    this.level = select({ id: "quick-level", "data-label": "strength", change: () => this.describe() }, LEVELS,
      LEVELS.includes(before.level) ? before.level : USUAL);
    this.about = el("p", { class: "quiet", id: "about-level" });
    this.small = select({ id: "quick-small", "data-label": "strength" }, ON_3X3,
      ON_3X3.includes(before.small) ? before.small : ON_3X3[1]);
    this.color = select({ "data-label": "myColor" }, [["random", "@byLot"], ["x", "@iBegin"], ["o", "@theyBegin"]],
      before.color ?? "random");
    const friend = memory.read("friend", {});
    this.game = select({ id: "friend-game", "data-label": "game" }, GAMES.map((name) => [name, `@game-${name}`]),
      GAMES.includes(friend.game) ? friend.game : GAMES[0]);
    this.side = select({ id: "friend-color", "data-label": "friendColor" }, [["random", "@byLot"], ["x", "@iBegin"], ["o", "@friendBegins"]],
      friend.color ?? "random");
    this.clock = select({ id: "friend-clock", "data-label": "clock" }, CLOCKS, CLOCKS.some(([value]) => value === friend.clock) ? friend.clock : "");
    this.place = el("div", { class: "start-board", inert: true, "aria-hidden": "true" });
    this.last = el("div", { class: "last-game" });
    /** @param {string} word
     *  @param {string[]} signs
     *  @param {...Node} nodes */
    const choice = (word, signs, ...nodes) => el("section", { class: "card choice" },
      el("h2", {}, el("span", { "data-word": word }), el("span", { class: "choice-signs", "aria-hidden": "true" },
        ...signs.map((sign) => el("span", { class: `stone ${sign}` })))), ...nodes);
    /** @param {string} start
     *  @param {string} word
     *  @param {() => void} click */
    const starter = (start, word, click) => button(word, click, { class: "main", "data-start": start });
    /** @param {string} name
     *  @param {string[]} rows
     *  @param {...Node} nodes */
    const game = (name, rows, ...nodes) => el("div", { class: "quick", role: "group", "aria-labelledby": `quick-${name}` }, miniature(rows),
      el("b", { "data-word": name, id: `quick-${name}` }), ...nodes);
    this.node = el("div", { class: "start" },
      this.place, this.last,
      el("div", { class: "choices" },
        choice("startLevel", ["x"],
          game("kind-freestyle", FIVE, this.level, starter("playNow", "playNow", () => this.begin("gomoku", `level:${this.level.value}`)), this.about),
          game("kind-tictactoe", THREE, this.small, starter("playTicTacToe", "playNow", () => this.begin("tictactoe", this.small.value))),
          el("div", { class: "row spread" }, this.color, button("otherGames", () => does.others(), { class: "link" }))),
        choice("startFriend", ["x", "o"], el("p", { class: "quiet", "data-word": "aboutFriends" }),
          el("div", { class: "row friend" }, this.game, this.side, this.clock),
          el("div", { class: "row" }, starter("inviteNow", "inviteNow", () => this.beginWith("guest")),
            button("hereNow", () => this.beginWith("me"), { "data-start": "hereNow" }))),
        choice("startAnalyse", ["x", "seen", "o"], el("p", { class: "quiet", "data-word": "aboutAnalyse" }),
          el("div", { class: "row" }, starter("analyseNow", "analyseNow", () => { location.hash = "analysis"; })))));
    this.look(null);
    this.describe();
  }

  /** Plays against the computer, and remembers how.
   *  @param {string} game
   *  @param {string} other */
  begin(game, other) {
    memory.set("quick", JSON.stringify({ level: this.level.value, small: this.small.value, color: this.color.value }));
    const isBlack = this.color.value === "random" ? Math.random() < 0.5 : this.color.value === "x";
    this.does.begin(game, isBlack ? ["me", other] : [other, "me"]);
  }

  /** Plays with a friend, who comes by a link or sits at this screen, and remembers how.
   *  @param {"guest" | "me"} other */
  beginWith(other) {
    const [game, color, clock] = [this.game.value, this.side.value, this.clock.value];
    memory.set("friend", JSON.stringify({ game, color, clock }));
    const isBlack = color === "random" ? Math.random() < 0.5 : color === "x";
    this.does.begin(game, isBlack ? ["me", other] : [other, "me"], clock);
  }

  /** Puts the board there, or away: beside the one at a table it would be a second one.
   *  @param {boolean} isShown */
  show(isShown) {
    this.place.replaceChildren(...(isShown ? [this.board.node] : []));
  }

  /** Shows the last game, or to a newcomer an example.
   *  @param {Kept | null} game */
  look(game) {
    this.node.classList.toggle("returns", game !== null);
    if (!game?.fen) {
      this.board.show(after(readFen(EMPTY), EXAMPLE), { line: LINE });
      this.last.replaceChildren(el("p", { class: "quiet" }, t("exampleSays")));
      return;
    }
    const position = readFen(game.fen);
    this.place.classList.toggle("signs", Math.max(position.width, position.height) <= 5);
    this.board.show(position, { line: game.line ?? [] });
    const open = el("a", { class: "button", href: address(game), id: "go-on" }, t(isOver(game) ? "lookAtIt" : "resume"));
    this.last.replaceChildren(el("div", {}, el("h2", {}, t("lastGame")), told(game)), open, this.does.remover(game));
  }

  /** Says what the levels are like, in the language of the page. */
  describe() {
    for (const option of this.level.options) {
      option.textContent = `${t("level", option.value)} · ${t(`level${option.value}`)}`;
    }
    for (const option of this.small.options) option.textContent = t(`ttt-${option.value}`);
    const [most, ...shares] = SEEN[Number(this.level.value)] ?? [];
    this.about.textContent = shares.length > 0 ? t("aboutLevel", ...shares) : most ? t("aboutStrong", most.toLocaleString("en")) : t("aboutFull");
  }
}
