// The first minute: a board to look at, and three things to do.

import { Board } from "./board.js";
import { el, select } from "./dom.js";
import { after, readFen } from "./native.js";
import { t } from "./words.js";

/** A game whose last stone makes five. */
const EXAMPLE = "h8 i9 h9 h10 g8 i8 f8 e8 f7 g7 i10 g9 e6".split(" ");
const FIVE = ["e6", "f7", "g8", "h9", "i10"];
const EMPTY = `${Array(15).fill(15).join("/")} x`;

/** The level that is offered to a newcomer. */
const USUAL = "4";
const LEVELS = Array.from({ length: 10 }, (_, index) => String(index + 1));

/** The board and the three choices. `begin` founds a table: it is called with the seats of Black and
 *  White, of which each is `me`, `guest` or the name of an opponent. */
export class Start {
  /** @param {(seats: string[]) => void} begin */
  constructor(begin) {
    this.board = new Board(() => {});
    this.level = select({ id: "quick-level", "data-label": "strength", change: () => this.describe() }, LEVELS, USUAL);
    this.about = el("p", { class: "quiet", id: "about-level" });
    this.color = select({ "data-label": "myColor" }, [["random", "@random"], ["x", "@blackFirst"], ["o", "@whiteSecond"]]);
    this.place = el("div", { class: "start-board", inert: true, "aria-hidden": "true" });
    /** @param {string} word
     *  @param {string[]} signs
     *  @param {...Node} nodes */
    const choice = (word, signs, ...nodes) => el("section", { class: "card choice" },
      el("h2", {}, el("span", { "data-word": word }), el("span", { class: "choice-signs", "aria-hidden": "true" },
        ...signs.map((sign) => el("span", { class: `stone ${sign}` })))), ...nodes);
    /** @param {string} word
     *  @param {() => void} click */
    const button = (word, click) =>
      el("button", { type: "button", class: "main", "data-word": word, "data-start": word, click });
    /** @param {string} other */
    const seats = (other) => {
      const isBlack = this.color.value === "random" ? Math.random() < 0.5 : this.color.value === "x";
      return isBlack ? ["me", other] : [other, "me"];
    };
    this.node = el("div", { class: "start" },
      this.place,
      el("div", { class: "choices" },
        choice("startLevel", ["x"], el("div", { class: "row" }, this.level, this.color,
          button("playNow", () => begin(seats(`level:${this.level.value}`)))), this.about),
        choice("startFriend", ["x", "o"], el("p", { class: "quiet", "data-word": "aboutFriend" }),
          el("div", { class: "row" }, button("inviteNow", () => begin(["me", "guest"])))),
        choice("startAnalyse", ["x", "seen", "o"], el("p", { class: "quiet", "data-word": "aboutAnalyse" }),
          el("div", { class: "row" }, button("analyseNow", () => { location.hash = "analysis"; })))));
    this.board.show(after(readFen(EMPTY), EXAMPLE), { line: FIVE });
    this.describe();
  }

  /** Puts the board there, or away: beside the one at a table it would be a second one.
   *  @param {boolean} isShown */
  show(isShown) {
    this.place.replaceChildren(...(isShown ? [this.board.node] : []));
  }

  /** Says what the levels are like, in the language of the page. */
  describe() {
    for (const option of this.level.options) {
      option.textContent = `${t("level", option.value)} · ${t(`level${option.value}`)}`;
    }
    this.about.textContent = t(`about-level${this.level.value}`);
  }
}
