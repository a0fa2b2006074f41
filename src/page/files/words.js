// The words of the page in the language of its reader. Where they are written, each has both languages; what is sent to a
// browser are all words of one language, and files of pairs with nothing in them.

/** @import { Side } from "./native.js" */

import { memory, within } from "./dom.js";
import play from "./wordsplay.js";

/** What the page can say, by its names; parts of the page that are fetched later bring their own.
 *  @type {Record<string, string[]>} */
const WORDS = { ...play };

/** Learns the words of a part of the page.
 *  @param {Record<string, string[]>} words */
export const know = (words) => Object.assign(WORDS, words);

/** How the words of a language are fetched: English, Chinese.
 *  @type {(() => Promise<{ default: Record<string, string> }>)[]} */
const FETCH = [() => import("./wordsen.js"), () => import("./wordszh.js")];
/** The words of the languages that were fetched.
 *  @type {Record<string, string>[]} */
const fetched = [];

let index = 0;
/** Whether the board in view has crosses and circles in place of stones. */
let areSigns = false;

/** How a player is called: levels of our engine by their number, others by their name. The same one
 *  twice in a match has a number behind its name.
 *  @param {string} name
 *  @returns {string} */
export function called(name) {
  const [, own, number = ""] = /^(level:\d+|engine)( \(\d+\))?$/.exec(name) ?? [];
  if (!own) return name;
  return (own === "engine" ? "Tengen" : t("level", own.slice("level:".length))) + number;
}

/** How the side of `x` or `o` is called: by its stones, or by its signs on a board that has signs in place of stones, as
 *  the one in view unless it is said.
 *  @param {Side} side
 *  @param {boolean} [isSigns] */
export const nameOf = (side, isSigns = areSigns) => (isSigns ? side.toUpperCase() : t(side === "x" ? "nameX" : "nameO"));

/** The word in the language of the page; {0}, {1} … are replaced.
 *  @param {string} name
 *  @param {...unknown} values
 *  @returns {string} */
export function t(name, ...values) {
  /** @param {string} name */
  const known = (name) => fetched[index]?.[name] ?? WORDS[name]?.[index];
  const text = (areSigns && known(`signs-${name}`)) || known(name) || name;
  return text.replace(/\{(\d)\}/g, (_, place) => String(values[place]));
}

/** Fills in every element that names its word: `data-word` as text, `data-label` for
 *  those who cannot see it, `data-hint` as a placeholder.
 *  @param {ParentNode} [root] */
export function fill(root = document.body) {
  /** @param {string} name
   *  @param {(node: HTMLElement, text: string) => void} set */
  const each = (name, set) => {
    for (const node of within(root, `[data-${name}]`)) set(node, t(node.dataset[name] ?? ""));
  };
  each("word", (node, text) => { node.textContent = text; });
  each("label", (node, text) => {
    node.setAttribute("aria-label", text);
    node.setAttribute("title", text);
  });
  each("hint", (node, text) => { node.setAttribute("placeholder", text); });
}

/** Speaks of crosses and circles from now on, or of stones: words that name them have others with `signs-` before them.
 *  @param {boolean} isOn */
export function speakOfSigns(isOn) {
  if (isOn === areSigns) return;
  areSigns = isOn;
  fill();
}

/** The language: `en` or `zh`. */
export const language = () => (index === 0 ? "en" : "zh");

/** The place of a language among the two.
 *  @param {string} name */
const placeOf = (name) => (name === "zh" ? 1 : 0);

/** Fetches the words of a language.
 *  @param {string} name */
export async function fetchWords(name) {
  const place = placeOf(name);
  fetched[place] ??= (await FETCH[place]()).default;
}

/** Changes the language, whose words are here, and remembers it.
 *  @param {string} name */
export function speak(name) {
  index = placeOf(name);
  document.documentElement.lang = language();
  memory.set("language", language());
  fill();
  document.dispatchEvent(new Event("language"));
}

/** The language that was chosen, or the browser's. */
export const preferred = () => memory.get("language") ?? (navigator.language.startsWith("zh") ? "zh" : "en");
