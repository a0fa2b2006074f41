// Going through a game: buttons, arrow keys, and the wheel above the board.

import { el } from "./dom.js";

/** A turn of the wheel by so many pixels is a step, and so is a notch, which is longer: nobody can turn less. */
const NOTCH = 40;

/** Whether keys that are pressed there are about what is written or chosen there. */
const isTaken = (node) => node.closest?.("input, select, textarea, dialog, [role=tab], summary, .tree, .log");

/** Time between the moves of a replay, in milliseconds. */
const REPLAY = 700;

/** A button that plays a game once more by itself, from its start if it is at its end. */
function replay(section, go, isAtEnd) {
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
    clearInterval(timer);
    timer = null;
    node.textContent = "▷";
    node.setAttribute("aria-pressed", "false");
  }
  return node;
}

/** A row of buttons that go through a game. `go` is called with `first`, `back`, `forward` or
 *  `last`; keys and wheel do the same while `section` is shown, except where they move the
 *  cursor of the board or scroll it. `isAtEnd` says whether nothing follows. */
export function stepper(section, board, go, isAtEnd) {
  const button = (word, text) =>
    el("button", { type: "button", "data-label": word, click: () => go(word) }, text);
  document.addEventListener("keydown", (event) => {
    const word = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
    if (!word || section.hidden || event.defaultPrevented || isTaken(event.target)) return;
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
