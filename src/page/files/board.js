// The board as a drawing: stones, marks, what the pointer is about to do, a cursor for the keyboard.

/** @import { Attributes } from "./dom.js" */
/** @import { Point, Position, Side } from "./native.js" */

import { draw, el, renew } from "./dom.js";
import { hasSigns } from "./kinds.js";
import { other, readFen, square, squareOf } from "./native.js";
import { prefs } from "./prefs.js";

/** What stands on a point.
 *  @typedef {{
 *    square: string, text: string | number, kind?: string, heat?: number | string, mark?: string, why?: string,
 *    name?: string
 *  }} Label */
/** @typedef {{
 *    line?: string[], forbidden?: string[], hint?: string | null, labels?: Label[], ghosts?: string[],
 *    moves?: string[], judged?: { square: string, verdict: string }, turn?: Side | null, converts?: boolean,
 *    badge?: { square: string, isRight: boolean } | null, bands?: string[][],
 *    asks?: (name: string) => void, aims?: (name: string | null) => void, looks?: (name: string | null) => void
 *  }} Marks */

/** Units of the drawing per cell. */
export const CELL = 30;
/** Cells narrower than this many pixels are hard to hit with a finger. */
const SMALL = 40;
/** Cells that the lens shows in each direction. */
const LENS = 2.5;

let boards = 0;

/** The points that are marked with a dot on boards of that side.
 *  @param {number} side */
function dots(side) {
  if (side < 11) return side % 2 === 1 && side > 4 ? [(side - 1) / 2] : [];
  const middle = side % 2 === 1 ? [(side - 1) / 2] : [];
  return [3, ...middle, side - 4];
}

/** Shades of the stones, for the drawing with that name.
 *  @param {string} name */
function shades(name) {
  /** @param {string} kind
   *  @param {...[offset: string, color: string]} stops */
  const shade = (kind, ...stops) => draw("radialGradient", { id: `${name}-${kind}`, cx: "38%", cy: "32%", r: "72%" },
    ...stops.map(([offset, color]) => draw("stop", { offset, "stop-color": color })));
  return draw("defs", {}, shade("x", ["0%", "#6f7176"], ["45%", "#2b2c30"], ["100%", "#0b0b0d"]),
    shade("o", ["0%", "#ffffff"], ["60%", "#f1efea"], ["100%", "#c9c5bb"]));
}

/** A stone of `letter` (x, o; converted ones X, O are squares) around a point; `where` are its
 *  further attributes.
 *  @param {string} name
 *  @param {string} letter
 *  @param {number} x
 *  @param {number} y
 *  @param {Attributes} where
 *  @returns {SVGElement} */
export function stone(name, letter, x, y, where) {
  const fill = `url(#${name}-${letter.toLowerCase()})`;
  return letter === letter.toLowerCase()
    ? draw("circle", { ...where, fill, cx: x, cy: y, r: CELL * 0.45 })
    : draw("rect", { ...where, fill, x: x - 12, y: y - 12, width: 24, height: 24, rx: 3 });
}

/** The same as a cross or a circle; a converted one has a frame.
 *  @param {string} _
 *  @param {string} letter
 *  @param {number} x
 *  @param {number} y
 *  @param {Attributes} where
 *  @returns {SVGElement} */
export function sign(_, letter, x, y, where) {
  const at = { ...where, class: `${where.class} sign` };
  const path = letter.toLowerCase() === "x" ? `M${x - 8} ${y - 8}l16 16m0-16l-16 16`
    : `M${x - 9} ${y}a9 9 0 1 0 18 0a9 9 0 1 0 -18 0`;
  const frame = letter === letter.toLowerCase() ? "" : `M${x - 13} ${y - 13}h26v26h-26z`;
  return draw("path", { ...at, d: path + frame });
}

export class Board {
  /** A board that calls `play` with the square that is clicked, or chosen by keyboard.
   *  @param {(square: string) => unknown} play */
  constructor(play) {
    this.play = play;
    this.name = `board-${boards += 1}`;
    /** @type {Point | null} */
    this.cursor = null;
    /** The square that a first tap has chosen: a second one plays there.
     *  @type {string | null} */
    this.aim = null;
    /** The square of the stone that was set down last, while this board shows it being set down.
     *  @type {string | null} */
    this.fresh = null;
    this.size = "";
    /** What is shown; the smallest board until something is. */
    this.position = readFen("3/3/3 x");
    /** @type {Marks} */
    this.marks = {};
    /** The square under the pointer.
     *  @type {string | null} */
    this.under = null;
    this.isLens = false;
    this.byPointer = false;
    this.put = stone;
    this.edge = 0;
    this.below = draw("g");
    this.stones = draw("g");
    this.over = draw("g");
    this.hover = draw("g");
    this.frame = draw("rect");
    this.svg = draw("svg");
    this.root = el("div", { class: "board", tabindex: 0, role: "application",
      "data-label": "board", keydown: (event) => this.key(event),
      pointerdown: () => { this.cursor = null; this.byPointer = true; this.mark(null); },
      focus: () => { if (!this.root.matches(":active")) this.byPointer = false; } });
    this.says = el("p", { class: "hidden", "aria-live": "polite" });
    this.lens = draw("svg", { class: "lens", "aria-hidden": "true", viewBox: "0 0 1 1" });
    this.node = el("div", { class: "board-frame" }, this.root, this.says);
    document.addEventListener("prefs", () => {
      if (!this.size) return;
      this.size = "";
      this.show(this.position, this.marks);
    });
  }

  /** Shows a position. Marks: `line`, `forbidden` and `hint` are squares, `labels` are
   *  `{square, text, kind, heat, why}`, `ghosts` are moves to come, `moves` are those that led
   *  here, `judged` is `{square, verdict}` of a reviewed move, `turn` is the side whose stone follows the pointer, with `converts` where it may turn
   *  stones of the other side. `asks` is called with a stone that has to be chosen twice, `aims` with the square that
   *  a first tap has chosen, and with null once it is chosen no more; `looks` with the one under the pointer or the cursor.
   *  @param {Position} position
   *  @param {Marks} [marks] */
  show(position, marks = {}) {
    const before = this.position.cells.flat();
    this.position = position;
    this.marks = marks;
    const size = `${position.width}x${position.height}`;
    const isNew = size !== this.size;
    if (isNew) {
      this.size = size;
      this.lay();
    }
    // A single stone more is one that is set down; it stays the same one until the next.
    const { last } = position;
    const changed = position.cells.flat().filter((letter, index) => letter !== before[index]);
    if (isNew || last !== this.fresh) this.fresh = !isNew && changed.length === 1 && changed[0] !== "." ? last : null;
    if (this.aim && !this.what(this.aim)) this.point(null);
    else this.point(this.aim);
    this.below.replaceChildren(...this.drawBelow());
    renew(this.stones, ...this.drawStones());
    this.over.replaceChildren(...this.drawMarks());
    this.preview(this.under);
  }

  /** @param {number} col */
  x(col) { return this.edge + ((prefs.mirror ? this.position.width - 1 - col : col) + 0.5) * CELL; }
  /** @param {number} row */
  y(row) { return this.edge + ((prefs.flip ? row : this.position.height - 1 - row) + 0.5) * CELL; }

  /** The middle of a square.
   *  @param {string} name */
  at(name) {
    const { col, row } = squareOf(name);
    return { x: this.x(col), y: this.y(row) };
  }

  /** Draws what stays while the size does. */
  lay() {
    const { width, height } = this.position;
    const isCells = hasSigns(this.position);
    this.put = isCells ? sign : stone;
    this.edge = !prefs.names ? 6 : isCells ? 8 : width > 20 ? 20 : 14;
    const { edge } = this;
    const [right, bottom] = [2 * edge + width * CELL, 2 * edge + height * CELL];
    const lines = [];
    const [from, more] = isCells ? [1, 0] : [0, 0.5];
    for (let col = from; col < width; col += 1) {
      lines.push(`M${edge + (col + more) * CELL} ${edge + more * CELL}v${(height - 2 * more) * CELL}`);
    }
    for (let row = from; row < height; row += 1) {
      lines.push(`M${edge + more * CELL} ${edge + (row + more) * CELL}h${(width - 2 * more) * CELL}`);
    }
    // On small boards cells are large, names need not be; on the largest it is the other way round.
    const size = Math.max(4.5, Math.min(10, right / 42), Math.min(15, right / 80));
    /** @param {number} x
     *  @param {number} y
     *  @param {string | number} word */
    const text = (x, y, word) => draw("text", { x, y, class: "name", "font-size": size }, word);
    /** @param {number} y */
    const columns = (y) => Array.from({ length: width }, (_, col) =>
      text(this.x(col), y + size * 0.36, square(col, 0).replace(/\d+/, "")));
    /** @param {number} x */
    const rows = (x) => Array.from({ length: height }, (_, row) =>
      text(x, this.y(row) + size * 0.36, row + 1));
    // Names lie above the board and stay in sight where it scrolls. A click there is none.
    /** @param {string} kind
     *  @param {number[]} box
     *  @param {Node[]} [names] */
    const axis = (kind, [x, y, wide, high], names = []) => {
      const node = draw("svg", { viewBox: `${x} ${y} ${wide} ${high}`, class: `axis ${kind}`,
        "aria-hidden": "true" },
      draw("rect", { x, y, width: wide, height: high, class: "wood" }), ...names);
      node.style.width = `${(wide / right) * 100}%`;
      return node;
    };
    const near = edge * 0.6;
    const [far, low] = [right - edge, bottom - edge];
    const axes = !prefs.names ? [] : [axis("rows left-side", [0, 0, edge, bottom], rows(near)),
      axis("rows right-side", [far, 0, edge, bottom], rows(right - near)),
      axis("columns top-side", [0, 0, right, edge], columns(near)),
      axis("columns low-side", [0, low, right, edge], columns(bottom - near)),
      axis("corner left-side top-side", [0, 0, edge, edge]), axis("corner right-side top-side", [far, 0, edge, edge]),
      axis("corner left-side low-side", [0, low, edge, edge]),
      axis("corner right-side low-side", [far, low, edge, edge])];
    const points = isCells ? [] : dots(width).flatMap((col) => dots(height).map((row) =>
      draw("circle", { cx: this.x(col), cy: this.y(row), r: 3, class: "dot" })));
    this.below = draw("g");
    this.stones = draw("g");
    this.over = draw("g");
    this.hover = draw("g", { class: "hover" });
    this.frame = draw("rect", { width: CELL - 4, height: CELL - 4, rx: 4, class: "cursor",
      visibility: "hidden" });
    const all = draw("g", { id: `${this.name}-all` },
      draw("rect", { width: right, height: bottom, class: isCells ? "wood sheet-of-cells" : "wood" }),
      draw("path", { d: lines.join(""), class: isCells ? "grid cells" : "grid" }), ...points,
      this.below, this.stones, this.over, this.hover);
    const svg = draw("svg", { viewBox: `0 0 ${right} ${bottom}`, class: "drawn", role: "img",
      "aria-hidden": "true", "data-edge": edge, click: (event) => this.click(event),
      pointermove: (event) => this.preview(event.pointerType === "mouse" ? this.squareAt(event) : null),
      pointerleave: () => this.preview(null) }, shades(this.name), all, this.frame);
    // Large boards scroll where cells would become too small to hit.
    const sheet = el("div", { class: "sheet" }, svg, ...axes);
    sheet.style.minWidth = `${Math.min(right, (width + 1) * 20)}px`;
    this.svg = svg;
    this.under = null;
    this.root.replaceChildren(sheet);
    this.node.append(this.lens);
    this.lens.replaceChildren(draw("use", { href: `#${this.name}-all` }));
    /** @type {(HTMLElement | null)[]} */
    const framed = [this.node, this.node.closest(".columns")];
    for (const node of framed) node?.style.setProperty("--ratio", (right / bottom).toFixed(4));
    this.cursor = null;
    // Games begin in the middle.
    requestAnimationFrame(() => {
      this.root.scrollLeft = (this.root.scrollWidth - this.root.clientWidth) / 2;
      this.root.scrollTop = (this.root.scrollHeight - this.root.clientHeight) / 2;
    });
  }

  /** @param {string} name */
  letter(name) {
    const { col, row } = squareOf(name);
    return this.position.cells[this.position.height - 1 - row][col];
  }

  /** What a click on a square would put there: a letter as in `cells`, or null.
   *  @param {string} name */
  what(name) {
    const { turn, converts } = this.marks;
    if (!turn) return null;
    const letter = this.letter(name);
    if (letter === ".") return turn;
    return converts && letter === other(turn) ? turn.toUpperCase() : null;
  }

  drawStones() {
    const { cells, height, last } = this.position;
    const numbers = new Map(prefs.numbers ? (this.marks.moves ?? []).map((move, index) =>
      [move.replace(/^(\*|P@)/, ""), index + 1]) : []);
    return cells.flatMap((line, index) => line.flatMap((letter, col) => {
      if (letter === ".") return [];
      const name = square(col, height - 1 - index);
      const [x, y] = [this.x(col), this.y(height - 1 - index)];
      const isX = letter.toLowerCase() === "x";
      const node = this.put(this.name, letter, x, y,
        { class: `${isX ? "black" : "white"}${name === this.fresh ? " fresh" : ""}`, "data-square": name });
      const number = numbers.get(name);
      return number === undefined ? [node] : [node, draw("text", { x, y: y + 4,
        class: `number on-${isX ? "x" : "o"}${name === last ? " newest" : ""}` }, number)];
    }));
  }

  /** The last move and the winning line: they lie below the stones, whose colours stay what they are. */
  drawBelow() {
    const { last } = this.position;
    const { line = [] } = this.marks;
    const [cell, halo] = [CELL / 2, CELL * 0.58];
    /** @param {string} name
     *  @param {string} kind
     *  @param {number} more */
    const mark = (name, kind, more) => {
      const { x, y } = this.at(name);
      return this.put === sign
        ? draw("rect", { x: x - cell, y: y - cell, width: CELL, height: CELL, class: `${kind} cell` })
        : draw("circle", { cx: x, cy: y, r: halo + more, class: kind });
    };
    const ends = [line[0], line[line.length - 1]].filter(Boolean).map((name) => this.at(name));
    const band = ends.length === 2 && this.put !== sign
      ? [draw("path", { d: `M${ends[0].x} ${ends[0].y}L${ends[1].x} ${ends[1].y}`, class: "win-band" })] : [];
    return [...last && !line.includes(last) ? [mark(last, "last", -1)] : [], ...band, ...line.map((name) => mark(name, "win", 0))];
  }

  drawMarks() {
    const { bands = [], forbidden = [], labels = [], ghosts = [], hint, judged, badge } = this.marks;
    /** @type {SVGElement[]} */
    const nodes = bands.map((band) => draw("path", { class: "band",
      d: band.map((name, index) => `${index === 0 ? "M" : "L"}${this.at(name).x} ${this.at(name).y}`).join("") }));
    if (judged) {
      const { x, y } = this.at(judged.square);
      nodes.push(draw("circle", { cx: x, cy: y, r: CELL * 0.47, class: `judged ${judged.verdict}` }));
    }
    for (const name of forbidden) {
      const { x, y } = this.at(name);
      nodes.push(draw("path", { d: `M${x - 6} ${y - 6}l12 12m0-12l-12 12`, class: "forbidden",
        "data-forbidden": name }));
    }
    if (hint) {
      const { x, y } = this.at(hint);
      nodes.push(draw("circle", { cx: x, cy: y, r: CELL * 0.4, class: "hint" }));
    }
    if (ghosts.length === 0) nodes.push(...labels.map((label) => this.drawLabel(label)));
    let { side } = this.position;
    ghosts.forEach((move, index) => {
      const { col, row } = squareOf(move);
      const [x, y] = [this.x(col), this.y(row)];
      nodes.push(this.put(this.name, move.startsWith("*") ? side.toUpperCase() : side, x, y,
        { class: `${side === "x" ? "black" : "white"} ghost`, "data-square": square(col, row) }));
      nodes.push(draw("text", { x, y: y + 4, class: `number on-${side}` }, index + 1));
      side = other(side);
    });
    // A tick or a cross at the corner of a stone, since some people cannot tell green from red.
    if (badge) {
      const { x, y } = this.at(badge.square);
      nodes.push(draw("g", { class: `badge ${badge.isRight ? "right" : "wrong"}`, transform: `translate(${x + 9} ${y - 9})` },
        draw("circle", { r: 8 }), draw("path", { d: badge.isRight ? "M-3.2 .2l2.4 2.6l4-5.2" : "M-2.8-2.8l5.6 5.6m0-5.6l-5.6 5.6" })));
    }
    return nodes;
  }

  /** @param {Label} label */
  drawLabel({ square: name, text, kind = "", heat, mark }) {
    const { x, y } = this.at(name);
    const look = draw("circle", { cx: x, cy: y, r: CELL * 0.45,
      class: `candidate ${kind}`, "fill-opacity": heat ?? null });
    const ring = mark ? draw("circle", { cx: x, cy: y, r: CELL * 0.47, class: "second-ring", "data-mark": mark }) : null;
    return draw("g", {}, look,
      ...[ring].filter(Boolean), draw("text", { x, y: y + 3.5, class: "label" }, text));
  }

  /** The square below a pointer, or null.
   *  @param {MouseEvent} event */
  squareAt(event) {
    const box = this.svg.getBoundingClientRect();
    const scale = this.svg.viewBox.baseVal.width / box.width;
    const left = Math.floor(((event.clientX - box.left) * scale - this.edge) / CELL);
    const top = Math.floor(((event.clientY - box.top) * scale - this.edge) / CELL);
    const { width, height } = this.position;
    if (left < 0 || top < 0 || left >= width || top >= height) return null;
    return square(prefs.mirror ? width - 1 - left : left, prefs.flip ? top : height - 1 - top);
  }

  /** Shows what a click on that square would do.
   *  @param {string | null} name */
  preview(name) {
    const isOther = name !== this.under;
    this.under = name;
    if (isOther) this.marks.looks?.(name);
    this.root.title = this.marks.labels?.find((label) => label.square === name)?.why ?? "";
    const shown = this.aim ?? name;
    const letter = shown && (this.marks.ghosts ?? []).length === 0 ? this.what(shown) : null;
    if (!shown || !letter) return this.hover.replaceChildren();
    const { x, y } = this.at(shown);
    return this.hover.replaceChildren(this.put(this.name, letter, x, y,
      { class: `${letter.toLowerCase() === "x" ? "black" : "white"} ghost` }));
  }

  /** Chooses a square, which is played by a second click; `isLens` where a finger hides it.
   *  @param {string | null} name
   *  @param {boolean} [isLens] */
  point(name, isLens = this.isLens) {
    const isOther = name !== this.aim;
    this.aim = name;
    if (isOther) this.marks.aims?.(name);
    this.isLens = isLens;
    this.lens.classList.toggle("shown", Boolean(name && isLens));
    this.root.classList.toggle("aims", Boolean(name));
    if (!name) return;
    const { x, y } = this.at(name);
    const { width, height } = this.svg.viewBox.baseVal;
    const span = LENS * CELL;
    this.lens.setAttribute("viewBox", `${x - span} ${y - span} ${2 * span} ${2 * span}`);
    this.lens.dataset.side = `${x < width / 2 ? "right" : "left"} ${y < height / 2 ? "low" : "top"}`;
    this.lens.replaceChildren(draw("use", { href: `#${this.name}-all` }),
      draw("path", { class: "cross", d: `M${x} ${y - span}v${span - CELL / 2}m0 ${CELL}v${span}` +
        `M${x - span} ${y}h${span - CELL / 2}m${CELL} 0h${span}` }));
    this.says.textContent = name;
  }

  /** @param {PointerEvent} event */
  click(event) {
    const name = this.squareAt(event);
    if (!name) return;
    const cell = this.svg.getBoundingClientRect().width / this.svg.viewBox.baseVal.width * CELL;
    this.choose(name, event.pointerType === "touch" && prefs.aim && cell < SMALL);
  }

  /** The user wants to play on a square. A conversion has to be chosen twice, and what a finger
   *  may have missed.
   *  @param {string} name
   *  @param {boolean} [isTouch] */
  choose(name, isTouch = false) {
    const letter = this.what(name);
    const isConversion = letter !== null && letter !== letter.toLowerCase();
    if ((isTouch && letter || isConversion) && this.aim !== name) {
      this.point(name, isTouch);
      this.preview(null);
      if (isConversion) this.marks.asks?.(name);
      return;
    }
    this.point(null);
    this.preview(null);
    this.play(name);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    /** @type {Record<string, number[]>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const { width, height } = this.position;
    const step = steps[event.key];
    if (event.key === "Escape" && this.aim) this.point(null);
    // After a click the arrows go through the game, as they do elsewhere.
    else if (step && !this.byPointer && !event.altKey && !event.ctrlKey) {
      const from = this.cursor ?? { col: (width - 1) >> 1, row: (height - 1) >> 1 };
      const [aside, up] = this.cursor ? step : [0, 0];
      this.mark({
        col: Math.max(0, Math.min(width - 1, from.col + (prefs.mirror ? -aside : aside))),
        row: Math.max(0, Math.min(height - 1, from.row + (prefs.flip ? -up : up))),
      });
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor) {
      this.choose(square(this.cursor.col, this.cursor.row));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Puts the cursor of the keyboard on a square, or with `null` away.
   *  @param {Point | null} at */
  mark(at) {
    this.cursor = at;
    this.frame.setAttribute("visibility", at ? "visible" : "hidden");
    if (!at) return;
    this.marks.looks?.(square(at.col, at.row));
    const { col, row } = at;
    this.frame.setAttribute("x", String(this.x(col) - CELL / 2 + 2));
    this.frame.setAttribute("y", String(this.y(row) - CELL / 2 + 2));
    this.frame.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.says.textContent = `${square(col, row)} ${this.letter(square(col, row))}`;
  }
}
