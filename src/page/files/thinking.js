// How engines think at a table: what they expect, their time, and what they complain of.

/** @import { ChairView, Scene } from "./envelope.d.ts" */

import { el } from "./dom.js";
import { isLikely, judgement } from "./judgement.js";
import { told } from "./sentences.js";
import { called, t } from "./words.js";

/** A number of positions, short.
 *  @param {number | null | undefined} nodes */
export function count(nodes) {
  if (nodes === undefined || nodes === null) return "–";
  if (nodes < 10_000) return String(Math.round(nodes));
  return nodes < 10_000_000 ? `${Math.round(nodes / 1000)}k` : `${Math.round(nodes / 1e6)}M`;
}

/** Seconds as people read them, on one line.
 *  @param {number} ms */
export const seconds = (ms) => (ms < 95 ? `${ms}\u00a0ms` : `${(ms / 1000).toFixed(ms < 9950 ? 1 : 0)}\u00a0s`);

/** What an engine has said of its search, in a few words; nothing of people. `isSigns` where x and o have signs.
 *  @param {ChairView} chair
 *  @param {boolean} isSigns */
export function thought(chair, isSigns) {
  if (chair.human) return "";
  const { depth, think_ms: ms } = chair;
  const isSure = (depth ?? 0) > 1 || isLikely(told(chair));
  // What one look at the board says is not worth much, unless it comes of a book, or is all that the player does and does
  // not say itself.
  const isTold = depth !== null && (isSure || (chair.mate === null && chair.cp === null && (chair.lines !== null || !chair.why)));
  return [isTold ? judgement(told(chair), chair.color, isSigns) : "", ms === null || ms === undefined ? "" : seconds(ms)]
    .filter(Boolean).join(" · ");
}

/** Drawers with what the engines of a table wrote to standard error. */
export class Complaints {
  constructor() {
    this.drawers = [0, 1].map(() => {
      const [title, text] = [el("summary"), el("pre", { class: "log", tabindex: 0 })];
      return { title, text, node: el("details", { class: "card drawer", hidden: true }, title, text) };
    });
    this.node = el("div", { class: "drawers" }, ...this.drawers.map(({ node }) => node));
  }

  /** @param {Scene} scene */
  show(scene) {
    this.drawers.forEach(({ title, text, node }, index) => {
      const lines = scene.errors?.[index] ?? [];
      node.hidden = lines.length === 0;
      title.textContent = t("complaints", called(scene.view.chairs[index].name), lines.length);
      const said = lines.join("\n");
      if (text.textContent === said) return;
      const isAtEnd = text.scrollHeight - text.scrollTop - text.clientHeight < 30;
      text.textContent = said;
      text.setAttribute("aria-label", title.textContent);
      if (isAtEnd) text.scrollTop = text.scrollHeight;
    });
  }
}

/** Times between moves that can be chosen, in milliseconds. */
const PACES = [0, 250, 500, 1000, 2000, 3000, 5000];

/** A choice of the time between the moves of two engines; `set` is called with it.
 *  @param {number} now
 *  @param {(ms: number) => void} set */
export function paceChoice(now, set) {
  const choices = PACES.includes(now) ? PACES : [...PACES, now].sort((one, other) => one - other);
  /** The choice that is pressed may be an earlier one that looks the same.
   *  @param {Event} event */
  const chosen = ({ currentTarget }) => { if (currentTarget instanceof HTMLSelectElement) set(Number(currentTarget.value)); };
  const node = el("select", { id: "pace", change: chosen },
    ...choices.map((ms) => el("option", { value: ms, selected: ms === now }, ms === 0 ? t("none") : seconds(ms))));
  return el("label", {}, el("span", {}, t("pace")), node);
}
