// How boards look and sound, as each browser likes it.

import { el, memory, targetOf } from "./dom.js";

/** @typedef {Record<keyof typeof USUAL, boolean>} Prefs */

/** What can be switched, and how it is at first. */
const USUAL = { numbers: false, names: true, flip: false, mirror: false, sound: true, aim: true, wait: true,
  why: true, opinion: false };

/** @returns {Partial<Prefs>} */
const read = () => {
  try {
    return JSON.parse(memory.get("prefs") ?? "{}");
  } catch {
    return {};
  }
};

/** The switches; a change of one is told to the document by the event `prefs`.
 *  @type {Prefs} */
export const prefs = { ...USUAL, ...read() };

/** A button that unfolds the switches; every board of the page follows them. */
export function prefsMenu() {
  const switches =
    /** @type {(keyof Prefs)[]} */
    (Object.keys(USUAL)).map((name) => {
    const input = el("input", { type: "checkbox", "data-pref": name, change: () => {
      prefs[name] = input.checked;
      memory.set("prefs", JSON.stringify(prefs));
      document.dispatchEvent(new Event("prefs"));
    } });
    return { name, input, node: el("label", {}, input, el("span", { "data-word": `pref-${name}` })) };
  });
  const follow = () => {
    for (const { name, input } of switches) input.checked = prefs[name];
  };
  follow();
  document.addEventListener("prefs", follow);
  const summary = el("summary", { "data-word": "boardPrefs" });
  const node = el("details", { class: "prefs" },
    summary,
    el("div", { class: "card", keydown: (event) => {
      if (event.key !== "Escape") return;
      node.open = false;
      summary.focus();
    } }, ...switches.map((one) => one.node)));
  document.addEventListener("pointerdown", (event) => {
    if (node.open && !node.contains(targetOf(event))) node.open = false;
  });
  return node;
}
