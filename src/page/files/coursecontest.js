// A contest in a lesson: many games of two players, which are watched on the board of the lesson, and the score.

/** @import { Contest, ContestGame } from "./envelope.d.ts" */
/** @import { Place } from "./courseboard.js" */

import { el } from "./dom.js";
import { nameOf, t } from "./words.js";
import { ask } from "./link.js";
import { plainly } from "./refusals.js";

/** Milliseconds between two pictures, and pictures of a game. */
const PACE = 60;
const PICTURES = 4;

export class ContestView {
  /** A contest that has not begun. `look` shows a game as far as its moves go.
   *  @param {Contest} contest
   *  @param {Place} place
   *  @param {(moves: string[]) => void} look */
  constructor(contest, place, look) {
    this.contest = contest;
    this.place = place;
    this.look = look;
    /** The games that are known; the first `at` of them have been shown.
     *  @type {ContestGame[]} */
    this.games = [];
    this.at = 0;
    this.picture = 0;
    /** Whether it goes on by itself, and at once to the end. */
    this.isOn = false;
    this.isHurried = false;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** Asked for and not here yet.
     *  @type {Promise<unknown> | null} */
    this.asked = null;
    this.trouble = "";
    /** @param {string} does
     *  @param {() => void} click
     *  @param {string} [kind] */
    const button = (does, click, kind) => el("button", { type: "button", "data-does": does, class: kind ?? null, click });
    this.run = button("contestRun", () => (this.isOn ? this.pause() : this.go()), "main");
    this.end = button("contestEnd", () => { this.isHurried = true; this.go(); });
    this.again = button("contestAgain", () => { this.at = 0; this.picture = 0; this.isHurried = false; this.look([]); this.go(); });
    /** @type {HTMLInputElement} */
    this.which = el("input", { type: "range", min: 1, max: 1, value: 1 });
    this.which.addEventListener("input", () => this.pick(Number(this.which.value)));
    this.caption = el("span", { class: "quiet" });
    this.rows = el("table", { class: "bars contest" });
    this.says = el("p", { role: "status", id: "contest" });
    this.node = el("div", {}, el("div", { class: "row" }, this.run, this.end, this.again), this.rows, el("label", {}, this.which, this.caption), this.says);
    this.draw();
  }

  /** Goes on. */
  go() {
    this.isOn = true;
    this.trouble = "";
    if (this.at < this.contest.games && this.timer === undefined) this.tick();
    this.draw();
  }

  /** Stops; a contest that is not looked at any more stops, too. */
  pause() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isOn = false;
    this.isHurried = false;
    this.draw();
  }

  /** The next picture, and games that are wanted soon. */
  tick() {
    const isKnown = this.at < this.games.length;
    if (this.games.length < this.contest.games && this.games.length < this.at + 5) this.fetch();
    if (this.isHurried) {
      if (isKnown) this.at = this.games.length;
    } else if (isKnown) {
      const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
      this.picture += isStill ? PICTURES : 1;
      const { moves } = this.games[this.at];
      const all = moves.split(" ");
      this.look(all.slice(0, Math.ceil(all.length * Math.min(this.picture / PICTURES, 1))));
      // The end is seen for a moment.
      if (this.picture > PICTURES) {
        this.at += 1;
        this.picture = 0;
      }
    }
    if (this.at >= this.contest.games) {
      this.pause();
      return this.pick(this.at);
    }
    this.timer = setTimeout(() => {
      if (this.isOn && this.node.getClientRects().length > 0) this.tick();
      else this.pause();
    }, this.isHurried ? 0 : PACE);
    return this.draw();
  }

  /** Asks for more games. */
  fetch() {
    this.asked ??= ask({ do: "contest", game: this.place.game, moves: this.place.moves.join(" "), contest: this.contest, from: this.games.length })
      .then(({ games }) => { this.games.push(...games); })
      .catch((error) => {
        this.trouble = plainly(error);
        this.pause();
      })
      .finally(() => { this.asked = null; });
  }

  /** The number of the game that is shown. */
  number() {
    return Math.min(Number(this.which.value), Math.max(this.at, 1));
  }

  /** Has all games up to a number played, and shows the end of that one.
   *  @param {number} number */
  async open(number) {
    const wanted = Math.min(number, this.contest.games);
    while (this.games.length < wanted && !this.trouble) {
      this.fetch();
      await this.asked;
    }
    this.at = Math.min(wanted, this.games.length);
    this.pick(this.at);
  }

  /** Shows the end of a game, counted from 1.
   *  @param {number} number */
  pick(number) {
    if (this.isOn) this.pause();
    this.which.max = String(Math.max(this.at, 1));
    this.which.value = String(number);
    const game = this.games[number - 1];
    if (game) this.look(game.moves.split(" "));
    this.draw();
  }

  draw() {
    const { first, second, games } = this.contest;
    const score = [0, 0, 0];
    for (const { first: side, winner } of this.games.slice(0, this.at)) score[winner ? (winner === side ? 0 : 1) : 2] += 1;
    const isOver = this.at >= games;
    /** @param {string} player */
    const name = (player) => t(`player-${player}`);
    this.run.textContent = t(this.isOn ? "contestStop" : this.at > 0 ? "contestOn" : "contestRun");
    this.end.textContent = t("contestEnd");
    this.again.textContent = t("contestAgain");
    this.run.hidden = this.end.hidden = isOver;
    this.again.hidden = !isOver;
    this.rows.replaceChildren(...[name(first), name(second), t("contestDraws")].map((who, index) => {
      const bar = el("span", { class: "bar" });
      bar.style.width = `${100 * score[index] / games}%`;
      return el("tr", {}, el("th", { scope: "row" }, who), el("td", {}, String(score[index])), el("td", { class: "grow" }, bar));
    }));
    // While games go by, the slider goes with them.
    const shown = this.isOn ? Math.min(this.at + 1, games) : this.number();
    this.which.max = String(Math.max(this.at, 1));
    if (this.isOn) this.which.value = String(Math.max(this.at, 1));
    this.which.disabled = this.at === 0 || this.isOn;
    const game = this.games[shown - 1];
    const side = game ? nameOf(game.first === "o" ? "o" : "x") : "";
    this.caption.textContent = game ? t("contestGame", shown, games, side, name(first)) : this.isOn ? t("courseAsks") : t("contestNone", games);
    this.says.textContent = this.trouble || (isOver ? t("contestOver", games, name(first), score[0], name(second), score[1], score[2]) : "");
  }
}
