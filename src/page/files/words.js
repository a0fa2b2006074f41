// The words of the page in the language of its reader.

/** @import { Side } from "./native.js" */

import { memory, within } from "./dom.js";
import play from "./wordsplay.js";

/** What the page can say, by its names; parts of the page that are fetched later bring their own.
 *  @type {Record<string, string[]>} */
const WORDS = { ...play };

/** Learns the words of a part of the page.
 *  @param {Record<string, string[]>} words */
export const know = (words) => Object.assign(WORDS, words);

let index = 0;

/** How a player is called: levels of our engine by their number, others by their name. The same one
 *  twice in a match has a number behind its name.
 *  @param {string} name
 *  @returns {string} */
export function called(name) {
  const [, own, number = ""] = /^(level:\d+|engine)( \(\d+\))?$/.exec(name) ?? [];
  if (!own) return name;
  return (own === "engine" ? "Tengen" : t("level", own.slice("level:".length))) + number;
}

/** How the side of `x` or `o` is called: by its stones, or by its signs on a board that has signs in place of stones.
 *  @param {Side} side
 *  @param {boolean} [isSigns] */
export const nameOf = (side, isSigns = false) => (isSigns ? side.toUpperCase() : t(side === "x" ? "nameX" : "nameO"));

/** The word in the language of the page; {0}, {1} … are replaced.
 *  @param {string} name
 *  @param {...unknown} values
 *  @returns {string} */
export function t(name, ...values) {
  const text = WORDS[name]?.[index] ?? name;
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

/** The language: `en` or `zh`. */
export const language = () => (index === 0 ? "en" : "zh");

/** Changes the language and remembers it.
 *  @param {string} name */
export function speak(name) {
  index = name === "zh" ? 1 : 0;
  document.documentElement.lang = language();
  memory.set("language", language());
  fill();
  document.dispatchEvent(new Event("language"));
}

/** The language that was chosen, or the browser's. */
export const preferred = () => memory.get("language") ?? (navigator.language.startsWith("zh") ? "zh" : "en");
