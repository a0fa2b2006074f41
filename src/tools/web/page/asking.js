// Asking a person for a name.

import { el, memory } from "./dom.js";

/** Longest name that the server takes, in characters. */
const LONGEST = 40;

/** Asks for a name in a dialog below `place`, with the one that was given last; `fill` puts words into it. Gives the
 *  name, or null where the person would rather not. */
export function askName(place, fill) {
  return new Promise((resolve) => {
    const input = el("input", { name: "name", maxlength: LONGEST, required: true, autocomplete: "nickname",
      value: memory.get("name") ?? "" });
    let name = null;
    const dialog = el("dialog", { class: "ask-name", close: () => {
      dialog.remove();
      resolve(name);
    } }, el("form", { method: "dialog", submit: (event) => {
      if (event.submitter?.value === "cancel") return;
      name = input.value.trim();
      if (!name) {
        event.preventDefault();
        return;
      }
      memory.set("name", name);
    } }, el("h2", { "data-word": "askName" }),
    el("label", { class: "field" }, el("span", { "data-word": "myName" }), input),
    el("div", { class: "row" }, el("button", { class: "main", value: "sit", "data-word": "sit" }),
      el("button", { value: "cancel", formnovalidate: true, "data-word": "cancel" }))));
    place.append(dialog);
    fill(dialog);
    dialog.showModal();
    input.select();
  });
}
