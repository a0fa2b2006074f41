// Adding an engine of one's own by its command line, where the server allows that; else how to have it allowed.

import { button, byId, el } from "./dom.js";
import { ask, isInBrowser, on } from "./link.js";
import { hello } from "./parts.js";
import { plainly } from "./refusals.js";
import { fill, t } from "./words.js";

/** Longest name and longest command line, in characters. */
const LONGEST_NAME = 40;
const LONGEST_COMMAND = 2000;

/** What waits for the server to say what there is now.
 *  @type {(() => void)[]} */
const waiting = [];
on("hello", () => { for (const look of waiting.splice(0)) look(); });

/** Waits until engines are as `isSo` says.
 *  @param {(added: string[]) => boolean} isSo */
async function offered(isSo) {
  while (!isSo(hello?.added ?? [])) await new Promise((resolve) => { waiting.push(() => resolve(null)); });
}

/** The form for an engine, and the list of those that were added; `take` is called with the name of a new one.
 *  @param {HTMLDialogElement} dialog
 *  @param {(name: string) => void} take */
function form(dialog, take) {
  const name = el("input", { maxlength: LONGEST_NAME, required: true, autocomplete: "off" });
  const command = el("input", { maxlength: LONGEST_COMMAND, required: true, autocomplete: "off", spellcheck: "false", "data-hint": "engineCommandHint" });
  const says = el("p", { role: "status" });
  const add = el("button", { class: "main", "data-word": "addThis" });
  const list = el("ul", { class: "match-list" });
  /** Does what may be refused, and says why it was; nothing else is begun meanwhile.
   *  @param {string} word
   *  @param {() => Promise<void>} work */
  const attempt = async (word, work) => {
    says.className = "quiet";
    says.textContent = t(word);
    add.disabled = true;
    try {
      await work();
      says.textContent = "";
    } catch (error) {
      says.className = "trouble";
      says.textContent = plainly(error);
    }
    add.disabled = false;
  };
  const show = () => list.replaceChildren(...(hello?.added ?? []).map((one) => el("li", { class: "row" }, el("span", { class: "grow" }, one),
    el("button", { type: "button", "aria-label": `${t("remove")} ${one}`, click: () => attempt("", async () => {
      await ask({ do: "unregister", name: one });
      await offered((added) => !added.includes(one));
      show();
      name.focus();
    }) }, t("remove")))));
  show();
  return [el("form", { submit: (event) => {
    event.preventDefault();
    if (add.disabled) return;
    const called = name.value.trim().replace(/\s+/g, " ");
    attempt("engineTried", async () => {
      await ask({ do: "register", name: called, command: command.value });
      await offered((added) => added.includes(called));
      take(called);
      dialog.close();
    });
  } }, el("p", { class: "quiet", "data-word": "aboutOwnEngine" }),
  el("label", { class: "field" }, el("span", { "data-word": "engineName" }), name),
  el("label", { class: "field" }, el("span", { "data-word": "engineCommand" }), command),
  says, el("div", { class: "row" }, add, button("closeThis", () => dialog.close()))), list];
}

/** Opens the dialog; `take` is called with the name of an engine that was added.
 *  @param {(name: string) => void} take */
export function addEngine(take) {
  /** @type {HTMLDialogElement} */
  const dialog = el("dialog", { class: "add-engine", close: () => {
    // What was said above it stays.
    document.body.append(byId("notice"));
    dialog.remove();
  } }, el("h2", { "data-word": "addOwnEngine" }));
  if (hello?.added) dialog.append(...form(dialog, take));
  else dialog.append(el("p", { "data-word": isInBrowser ? "engineNeedsServer" : "engineNeedsOption" }), el("div", { class: "row" }, button("closeThis", () => dialog.close())));
  document.body.append(dialog);
  fill(dialog);
  dialog.showModal();
}
