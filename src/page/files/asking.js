// Asking a person for a name, and for a text that was copied somewhere else.

import { byId, el, memory } from "./dom.js";

/** Longest name that the server takes, in characters. */
const LONGEST = 40;

/** Asks for a name in a dialog below `place`, with the one that was given last; `fill` puts words into it, and
 *  `word` is what comes of it. Gives the name, or null where the person would rather not.
 *  @param {HTMLElement} place
 *  @param {(root: ParentNode) => void} fill
 *  @param {string} [word]
 *  @returns {Promise<string | null>} */
export function askName(place, fill, word = "sit") {
  return new Promise((resolve) => {
    const input = el("input", { name: "name", maxlength: LONGEST, required: true, autocomplete: "nickname",
      value: memory.get("name") ?? "" });
    /** @type {string | null} */
    let name = null;
    const dialog = el("dialog", { class: "ask-name", close: () => {
      dialog.remove();
      resolve(name);
    } }, el("form", { method: "dialog", submit: (event) => {
      if (event.submitter?.getAttribute("value") === "cancel") return;
      name = input.value.trim();
      if (!name) {
        event.preventDefault();
        return;
      }
      memory.set("name", name);
    } }, el("h2", { "data-word": "askName" }),
    el("label", { class: "field" }, el("span", { "data-word": "myName" }), input),
    el("div", { class: "row" }, el("button", { class: "main", value: "sit", "data-word": word }),
      el("button", { value: "cancel", formnovalidate: true, "data-word": "cancel" }))));
    place.append(dialog);
    fill(dialog);
    dialog.showModal();
    input.select();
  });
}

/** Asks for a text below `place`; `take` is called with it and says whether it was understood, `fill` puts words
 *  into what is new.
 *  @param {HTMLElement} place
 *  @param {(text: string) => Promise<boolean>} take
 *  @param {(root: ParentNode) => void} fill */
export function pasteDialog(place, take, fill) {
  const text = el("textarea", { rows: 8, "data-hint": "pasteHint", "data-label": "pasteHint" });
  /** @type {HTMLDialogElement} */
  const dialog = el("dialog", { close: () => {
    // What was said above it stays.
    document.body.append(byId("notice"));
    dialog.remove();
  } },
    el("form", { method: "dialog", submit: async (event) => {
      if (event.submitter?.getAttribute("value") !== "take") return;
      event.preventDefault();
      if (await take(text.value)) dialog.close();
    } }, el("h2", { "data-word": "paste" }), text,
    el("div", { class: "row" }, el("button", { type: "button", "data-word": "cancel", click: () => dialog.close() }),
      el("button", { class: "main", value: "take", "data-word": "take" }))));
  place.append(dialog);
  fill(dialog);
  dialog.showModal();
}
