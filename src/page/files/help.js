// The help: the rules of every game, how games begin, the keys, and who made it.

/** @import { Told } from "./link.js" */

import { byId, el } from "./dom.js";
import { ruleName, ruleNodes } from "./rules.js";
import { t } from "./words.js";

/** The games by what wins; the size of the board is another matter. */
const GAMES = [{ rule: "freestyle" }, { rule: "freestyle", width: 3, height: 3 }, { rule: "standard" }, { rule: "renju" },
  { rule: "caro" }, { rule: "caro-overline" }, { rule: "freestyle", destroy: 1 }]
  .map((game) => ({ width: 15, height: 15, k: 5, destroy: 0, ...game }));
/** Keys, and what they do. */
const KEYS = [["Tab", "keyBoard"], ["← →", "keyStep"], ["Home End", "keyEnds"], ["keyTouch", "keyTap"]];

let version = "";

/** What is said, in the language of the page. */
function show() {
  /** @param {string} word
   *  @param {...(Node | string)} nodes */
  const card = (word, ...nodes) => el("section", { class: "card" }, el("h2", {}, t(word)), ...nodes);
  /** @param {string} word
   *  @param {...Node} nodes */
  const rule = (word, ...nodes) => [el("h3", {}, t(word)), el("div", { class: "rule" }, ...nodes)];
  /** @param {string} word
   *  @param {...unknown} values */
  const say = (word, ...values) => el("p", {}, t(word, ...values));
  const games = GAMES.flatMap((game) => {
    const name = ruleName(game);
    const nodes = rule(`kind-${name}`, ...ruleNodes(game));
    if (name === "renju") nodes[1].append(say("aboutFouls"));
    return nodes;
  });
  byId("help").replaceChildren(el("div", { class: "help" }, card("helpGames", ...games), el("div", {},
    card("helpBegin", el("h3", {}, "swap2"), say("about-swap2"), el("h3", {}, t("handicap")), say("about-handicap", "2–5")),
    card("helpKeys", el("dl", {}, ...KEYS.flatMap(([key, does]) => [el("dt", {}, el("kbd", {}, t(key))), el("dd", {}, t(does))]))),
    card("helpWho", say("aboutWho", version)))));
}

/** Builds the help; all of its words are its own. */
export function build() {
  show();
  document.addEventListener("language", show);
}

/** @param {Told<"hello">} hello */
export function welcome(hello) {
  ({ version } = hello);
  show();
}

export function open() {
  document.title = "Tengen";
}
