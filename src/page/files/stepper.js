// Going through a game: buttons, arrow keys, and the wheel above the board.

/** @import { Board } from "./board.js" */

import { el, targetOf } from "./dom.js";

/** @typedef {"first" | "back" | "forward" | "last"} Step */

/** A turn of the wheel by so many pixels is a step, and so is a notch, which is longer: a wheel cannot turn less. */
const NOTCH = 40;

/** Whether keys that are pressed there are about what is written or chosen there.
 *  @param {Event} event */
const isTaken = (event) => targetOf(event)?.closest("input, select, textarea, dialog, [role=tab], summary, .watch, .log");

/** Keys that go through a game.
 *  @type {Record<string, Step>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

/** Time between the moves of a replay, in milliseconds. */
const REPLAY = 700;

/** A button that plays a game once more by itself, from its start if it is at its end.
 *  @param {HTMLElement} section
 *  @param {(step: Step) => void} go
 *  @param {() => boolean} isAtEnd */
function replay(section, go, isAtEnd) {
  /** @type {number | null} */
  let timer = null;
  const node = el("button", { type: "button", "data-label": "replay", "aria-pressed": "false", click: () => {
    if (timer !== null) return stop();
    if (isAtEnd()) go("first");
    node.textContent = "⏸";
    node.setAttribute("aria-pressed", "true");
    timer = setInterval(() => {
      if (section.hidden || isAtEnd()) stop();
      else go("forward");
    }, REPLAY);
    return undefined;
  } }, "▷");
  function stop() {
    clearInterval(timer ?? undefined);
    timer = null;
    node.textContent = "▷";
    node.setAttribute("aria-pressed", "false");
  }
  return node;
}

/** A row of buttons that go through a game. `go` is called with `first`, `back`, `forward` or
 *  `last`; keys and wheel do the same while `section` is shown, except where they move the
 *  cursor of the board or scroll it. `isAtEnd` says whether nothing follows.
 *  @param {HTMLElement} section
 *  @param {Board} board
 *  @param {(step: Step) => void} go
 *  @param {() => boolean} isAtEnd */
export function stepper(section, board, go, isAtEnd) {
  /** @param {Step} word
   *  @param {string} text */
  const button = (word, text) =>
    el("button", { type: "button", "data-label": word, click: () => go(word) }, text);
  document.addEventListener("keydown", (event) => {
    const word = KEYS[event.key];
    if (!word || section.hidden || event.defaultPrevented || isTaken(event)) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!board.node.getClientRects().length) return;
    go(word);
    event.preventDefault();
  });
  let turned = 0;
  board.root.addEventListener("wheel", (event) => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = board.root;
    if (event.ctrlKey || scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1) return;
    event.preventDefault();
    turned += event.deltaMode === 0 ? event.deltaY : event.deltaY * NOTCH;
    if (Math.abs(turned) < NOTCH) return;
    go(turned > 0 ? "forward" : "back");
    turned = 0;
  }, { passive: false });
  return el("span", { class: "steps" }, button("first", "|◀"), button("back", "◀"),
    button("forward", "▶"), button("last", "▶|"), replay(section, go, isAtEnd));
}
