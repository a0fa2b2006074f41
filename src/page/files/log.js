// The lines in both directions, with a filter, and a place to type one.

/** @import { Panel } from "./envelope.d.ts" */

import { copy, el, memory, select } from "./dom.js";
import { t } from "./words.js";

/** Lines that are kept. */
const KEPT = 3000;

export class Log {
  /** A log whose typed lines go to `say(seat, line)`.
   *  @param {(seat: Panel, line: string) => boolean} say */
  constructor(say) {
    /** @type {string[]} */
    this.lines = [];
    /** @type {string[]} */
    this.typed = JSON.parse(memory.get("typed") ?? "[]");
    this.place = this.typed.length;
    this.filter = el("input", { type: "search", "data-hint": "filter", "data-label": "filter",
      input: () => this.refill() });
    this.list = el("pre", { class: "log", tabindex: 0, "data-label": "lines" });
    this.seat = select({ "data-label": "desk" }, [["a", "A"], ["b", "B"]]);
    this.input = el("input", { class: "grow", "data-hint": "typeLine", "data-label": "typeLine",
      id: "line", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      keydown: (event) => this.key(event) });
    const form = el("form", { class: "row", submit: (event) => {
      event.preventDefault();
      this.send(say);
    } }, this.seat, this.input, el("button", { "data-word": "send" }));
    const tools = el("div", { class: "row bar-of-tools" }, this.filter,
      el("button", { type: "button", "data-word": "copy",
        click: () => copy(this.shown().join("\n"), t("copied")) }),
      el("button", { type: "button", "data-word": "clear", click: () => {
        this.lines = [];
        this.refill();
      } }));
    this.node = el("section", { class: "card log-card" }, el("h2", { "data-word": "lines" }),
      tools, this.list, form);
  }

  /** Takes a line of a desk: `>` to the engine, `<` from it.
   *  @param {string} seat
   *  @param {string} direction
   *  @param {string} text */
  add(seat, direction, text) {
    const line = `${seat.toUpperCase()}${direction} ${text}`;
    this.lines.push(line);
    if (this.lines.length > KEPT) this.lines.splice(0, KEPT / 10);
    if (!this.fits(line)) return;
    const isAtEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 30;
    this.list.append(this.row(line));
    while (this.list.childElementCount > KEPT / 3) this.list.firstElementChild?.remove();
    if (isAtEnd) this.list.scrollTop = this.list.scrollHeight;
  }

  /** @param {string} line */
  row(line) {
    const kind = line[1] === ">" ? "out" : line.includes(" info string error") ? "bad" : "in";
    return el("span", { class: kind }, `${line}\n`);
  }

  /** @param {string} line */
  fits(line) {
    return line.toLowerCase().includes(this.filter.value.toLowerCase());
  }

  shown() {
    return this.lines.filter((line) => this.fits(line));
  }

  refill() {
    this.list.replaceChildren(...this.shown().slice(-KEPT / 3).map((line) => this.row(line)));
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** @param {(seat: Panel, line: string) => boolean} say */
  send(say) {
    const line = this.input.value;
    if (!line.trim()) return;
    if (say(this.seat.value === "b" ? "b" : "a", line)) {
      this.typed = [...this.typed.filter((other) => other !== line), line].slice(-100);
      memory.set("typed", JSON.stringify(this.typed));
      this.place = this.typed.length;
      this.input.value = "";
    }
  }

  /** The arrows bring back what was typed before.
   *  @param {KeyboardEvent} event */
  key(event) {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    this.place = Math.max(0, Math.min(this.typed.length, this.place + step));
    this.input.value = this.typed[this.place] ?? "";
  }
}
