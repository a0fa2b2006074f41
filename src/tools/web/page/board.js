// The board as a drawing: stones, marks, a cursor for the keyboard.

import { draw, el } from "./dom.js";
import { square, target } from "./native.js";

/** Units of the drawing per cell. */
const CELL = 30;
/** Room for the names of columns and rows. */
const EDGE = 22;

/** The points that are marked with a dot on boards of that side. */
function dots(side) {
  if (side < 11) return side % 2 === 1 && side > 4 ? [(side - 1) / 2] : [];
  const middle = side % 2 === 1 ? [(side - 1) / 2] : [];
  return [3, ...middle, side - 4];
}

export class Board {
  /** A board that calls `play` with the square that is clicked, or chosen by keyboard. */
  constructor(play) {
    this.play = play;
    this.cursor = null;
    this.size = "";
    this.root = el("div", { class: "board", tabindex: 0, role: "application",
      "data-label": "board", keydown: (event) => this.key(event) });
    this.says = el("p", { class: "hidden", "aria-live": "polite" });
    this.node = el("div", { class: "board-frame" }, this.root, this.says);
  }

  /** Shows a position. Marks: `line`, `forbidden` and `hint` are squares, `labels` are
   *  `{square, text, rank, why}`, `ghosts` are moves to come. */
  show(position, marks = {}) {
    this.position = position;
    this.marks = marks;
    const size = `${position.width}x${position.height}`;
    if (size !== this.size) {
      this.size = size;
      this.lay();
    }
    this.stones.replaceChildren(...this.drawStones());
    this.over.replaceChildren(...this.drawMarks());
  }

  x(col) { return EDGE + (col + 0.5) * CELL; }
  y(row) { return (this.position.height - row - 0.5) * CELL + 8; }

  /** Draws what stays while the size does. */
  lay() {
    const { width, height } = this.position;
    const [right, bottom] = [EDGE + width * CELL + 8, height * CELL + 8 + EDGE];
    const lines = [];
    for (let col = 0; col < width; col += 1) {
      lines.push(`M${this.x(col)} ${this.y(0)}V${this.y(height - 1)}`);
    }
    for (let row = 0; row < height; row += 1) {
      lines.push(`M${this.x(0)} ${this.y(row)}H${this.x(width - 1)}`);
    }
    // On small boards cells are large, names need not be; on the largest it is the other way round.
    const size = Math.max(5, Math.min(11, right / 40), Math.min(15, right / 80));
    const name = (x, y, text) => draw("text", { x, y, class: "name", "font-size": size }, text);
    const columns = Array.from({ length: width }, (_, col) =>
      name(this.x(col), bottom - 12 + size / 2, square(col, 0).replace(/\d+/, "")));
    const rows = Array.from({ length: height }, (_, row) =>
      name(EDGE / 2, this.y(row) + size / 2.8, row + 1));
    // Names lie above the board and stay in sight where it scrolls. A click there is none.
    const axis = (kind, [x, y, wide, high], ...names) => {
      const node = draw("svg", { viewBox: `${x} ${y} ${wide} ${high}`, class: `axis ${kind}`,
        "aria-hidden": "true" },
      draw("rect", { x, y, width: wide, height: high, class: "wood", rx: 6 }), ...names);
      node.style.width = `${(wide / right) * 100}%`;
      return node;
    };
    const low = bottom - EDGE;
    const points = dots(width).flatMap((col) => dots(height).map((row) =>
      draw("circle", { cx: this.x(col), cy: this.y(row), r: 3, class: "dot" })));
    this.stones = draw("g");
    this.over = draw("g");
    this.hover = draw("rect", { width: CELL - 4, height: CELL - 4, rx: 4, class: "cursor",
      visibility: "hidden" });
    const svg = draw("svg", { viewBox: `0 0 ${right} ${bottom}`, class: "drawn", role: "img",
      "aria-hidden": "true", click: (event) => this.click(event) },
    draw("rect", { width: right, height: bottom, class: "wood", rx: 6 }),
    draw("path", { d: lines.join(""), class: "grid" }), ...points,
    this.stones, this.over, this.hover);
    // Large boards scroll where cells would become too small to hit.
    const sheet = el("div", { class: "sheet" }, svg,
      axis("rows", [0, 0, EDGE, bottom], ...rows),
      axis("columns", [0, low, right, EDGE], ...columns),
      axis("corner", [0, low, EDGE, EDGE]));
    sheet.style.minWidth = `${Math.min(right, (width + 1) * 20)}px`;
    sheet.style.maxWidth = `${Math.max(right * 2, 560)}px`;
    this.svg = svg;
    this.root.replaceChildren(sheet);
    this.cursor = null;
    // Games begin in the middle.
    requestAnimationFrame(() => {
      this.root.scrollLeft = (this.root.scrollWidth - this.root.clientWidth) / 2;
      this.root.scrollTop = (this.root.scrollHeight - this.root.clientHeight) / 2;
    });
  }

  stone(col, row, letter, more = "") {
    const kind = letter.toLowerCase() === "x" ? "black" : "white";
    const [x, y] = [this.x(col), this.y(row)];
    const where = { class: `${kind} ${more}`, "data-square": square(col, row) };
    // Converted stones are squares.
    return letter === letter.toLowerCase()
      ? draw("circle", { ...where, cx: x, cy: y, r: CELL * 0.44 })
      : draw("rect", { ...where, x: x - 12, y: y - 12, width: 24, height: 24, rx: 2 });
  }

  drawStones() {
    const { cells, height, last } = this.position;
    const found = cells.flatMap((line, index) => line.map((letter, col) =>
      letter === "." ? null : this.stone(col, height - 1 - index, letter)));
    const stones = found.filter(Boolean);
    if (last) {
      const { col, row } = target(last);
      stones.push(draw("circle", { cx: this.x(col), cy: this.y(row), r: 4, class: "last" }));
    }
    return stones;
  }

  drawMarks() {
    const { line = [], forbidden = [], labels = [], ghosts = [], hint } = this.marks;
    const at = (name) => {
      const { col, row } = target(name);
      return { x: this.x(col), y: this.y(row) };
    };
    const nodes = [];
    for (const name of line) {
      const { x, y } = at(name);
      nodes.push(draw("circle", { cx: x, cy: y, r: CELL * 0.47, class: "win" }));
    }
    for (const name of forbidden) {
      const { x, y } = at(name);
      nodes.push(draw("path", { d: `M${x - 6} ${y - 6}l12 12m0-12l-12 12`, class: "forbidden",
        "data-forbidden": name }));
    }
    if (hint) {
      const { x, y } = at(hint);
      nodes.push(draw("circle", { cx: x, cy: y, r: CELL * 0.4, class: "hint" }));
    }
    if (ghosts.length === 0) {
      for (const { square: name, text, rank, kind, why } of labels) {
        const { x, y } = at(name);
        nodes.push(draw("g", {}, why ? draw("title", {}, why) : null,
          draw("circle", { cx: x, cy: y, r: CELL * 0.45,
            class: `candidate ${kind ?? `rank${Math.min(rank, 4)}`}` }),
          draw("text", { x, y: y + 3.5, class: "label" }, text)));
      }
    }
    let { side } = this.position;
    ghosts.forEach((move, index) => {
      const { col, row } = target(move);
      const letter = move.startsWith("*") ? side.toUpperCase() : side;
      nodes.push(this.stone(col, row, letter, "ghost"));
      nodes.push(draw("text", { x: this.x(col), y: this.y(row) + 4,
        class: `number on-${side}` }, index + 1));
      side = side === "x" ? "o" : "x";
    });
    return nodes;
  }

  click(event) {
    const box = this.svg.getBoundingClientRect();
    const scale = this.svg.viewBox.baseVal.width / box.width;
    const col = Math.floor(((event.clientX - box.left) * scale - EDGE) / CELL);
    const fromTop = Math.floor(((event.clientY - box.top) * scale - 8) / CELL);
    const row = this.position.height - 1 - fromTop;
    const { width, height } = this.position;
    if (col >= 0 && row >= 0 && col < width && row < height) this.play(square(col, row));
  }

  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const { width, height, cells } = this.position;
    const step = steps[event.key];
    if (step && !event.altKey && !event.ctrlKey) {
      const from = this.cursor ?? { col: (width - 1) >> 1, row: (height - 1) >> 1 };
      const moved = this.cursor ? step : [0, 0];
      this.cursor = {
        col: Math.max(0, Math.min(width - 1, from.col + moved[0])),
        row: Math.max(0, Math.min(height - 1, from.row + moved[1])),
      };
      const { col, row } = this.cursor;
      this.hover.setAttribute("x", this.x(col) - CELL / 2 + 2);
      this.hover.setAttribute("y", this.y(row) - CELL / 2 + 2);
      this.hover.setAttribute("visibility", "visible");
      this.hover.scrollIntoView({ block: "nearest", inline: "nearest" });
      this.says.textContent = `${square(col, row)} ${cells[height - 1 - row][col]}`;
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor) {
      this.play(square(this.cursor.col, this.cursor.row));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
