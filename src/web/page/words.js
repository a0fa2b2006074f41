// The words of the page in the language of its reader.

import { memory } from "./dom.js";
import play from "./wordsplay.js";

/** What the page can say, by its names; parts of the page that are fetched later bring their own. */
const WORDS = { ...play };

/** Learns the words of a part of the page. */
export const know = (words) => Object.assign(WORDS, words);

let index = 0;

/** How a player is called: levels of our engine by their number, others by their name. The same one
 *  twice in a match has a number behind its name. */
export function called(name) {
  const [, own, number = ""] = /^(level:\d+|engine)( \(\d+\))?$/.exec(name) ?? [];
  if (!own) return name;
  return (own === "engine" ? "Tengen" : t("level", own.slice("level:".length))) + number;
}

/** How the side of `x` or `o` is called. */
export const nameOf = (side) => t(side === "x" ? "nameX" : "nameO");

/** The word in the language of the page; {0}, {1} … are replaced. */
export function t(name, ...values) {
  const text = WORDS[name]?.[index] ?? name;
  return text.replace(/\{(\d)\}/g, (_, place) => values[place]);
}

/** Fills in every element that names its word: `data-word` as text, `data-label` for
 *  those who cannot see it, `data-hint` as a placeholder. */
export function fill(root = document.body) {
  const each = (name, set) => {
    for (const node of root.querySelectorAll(`[data-${name}]`)) set(node, t(node.dataset[name]));
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

/** Changes the language and remembers it. */
export function speak(name) {
  index = name === "zh" ? 1 : 0;
  document.documentElement.lang = language();
  memory.set("language", language());
  fill();
  document.dispatchEvent(new Event("language"));
}

/** The language that was chosen, or the browser's. */
export const preferred = () => memory.get("language") ?? (navigator.language.startsWith("zh") ? "zh" : "en");
