// A dialog for text that was copied somewhere else.

import { byId, el } from "./dom.js";

/** Asks for a text below `place`; `take` is called with it and says whether it was understood, `fill` puts words
 *  into what is new. */
export function pasteDialog(place, take, fill) {
  const text = el("textarea", { rows: 8, "data-hint": "pasteHint", "data-label": "pasteHint" });
  const dialog = el("dialog", { close: () => {
    // What was said above it stays.
    document.body.append(byId("notice"));
    dialog.remove();
  } },
    el("form", { method: "dialog", submit: async (event) => {
      if (event.submitter?.value !== "take") return;
      event.preventDefault();
      if (await take(text.value)) dialog.close();
    } }, el("h2", { "data-word": "paste" }), text,
    el("div", { class: "row" }, el("button", { type: "button", "data-word": "cancel", click: () => dialog.close() }),
      el("button", { class: "main", value: "take", "data-word": "take" }))));
  place.append(dialog);
  fill(dialog);
  dialog.showModal();
}
