// What a small search is asked for, and the tree that it walks.

/** @import { TreeWatch } from "./coursetree.js" */
/** @import { Position } from "./native.js" */

import { button, el, notice, select } from "./dom.js";
import { readFen, writeFen } from "./native.js";
import { t } from "./words.js";

export class Tree {
  /** A tree that asks through `search(limits, options)`, which says whether that was possible, and shows the moves that lead to a
   *  position by `look(moves)`.
   *  @param {(player: string, limits: string, options: Record<string, boolean>) => boolean} search
   *  @param {(moves: string[]) => void} look */
  constructor(search, look) {
    /** The position at the root. */
    this.position = readFen("3/3/3 x");
    this.look = look;
    /** What shows the steps; it is fetched with the first tree.
     *  @type {TreeWatch | null} */
    this.watch = null;
    /** The lines that tell the steps.
     *  @type {string[]} */
    this.told = [];
    this.player = select({ "data-label": "player" }, ["alphabeta", "minimax", "engine"]);
    this.depth = select({ "data-label": "depth" }, ["1", "2", "3", "4", "5", "6", "7", "8", "9"], "3");
    const boxes = Object.entries({ Cut: "cutting", Order: "ordering", Hash: "hashing", Symmetry: "mirroring" }).map(([name, word]) => {
      const input = el("input", { type: "checkbox", checked: true });
      return { name: `AB ${name}`, input, label: el("label", {}, input, el("span", { "data-word": word })) };
    });
    // The engine's own search has no such switches.
    this.player.addEventListener("change", () => { for (const { input } of boxes) input.disabled = this.player.value === "engine"; });
    this.says = el("p", { class: "quiet", role: "status" });
    this.node = el("section", { class: "card", id: "tree" }, el("h2", { "data-word": "tree" }),
      el("div", { class: "row" }, this.player, el("label", {}, el("span", { "data-word": "depth" }), this.depth),
        ...boxes.map(({ label }) => label), button("grow", async () => {
          try {
            (await this.watched()).show(this.position, []);
          } catch {
            return notice(t("offline"));
          }
          this.told = [];
          this.says.textContent = "…";
          // The engine's own search needs no board that is small: it ends with so many positions.
          const isAsked = search(this.player.value, `depth ${this.depth.value}${this.player.value === "engine" ? " nodes 100000" : ""} trace events`,
            Object.fromEntries(boxes.map(({ name, input }) => [name, input.checked])));
          if (!isAsked) this.says.textContent = "";
        }, { class: "main" })), this.says);
  }

  async watched() {
    const { TreeWatch } = await import("./coursetree.js");
    if (!this.watch) {
      this.watch = new TreeWatch(this.look);
      this.node.append(this.watch.node);
    }
    return this.watch;
  }

  /** Takes a line of the engine; says whether it belongs to the tree.
   *  @param {string} line */
  hear(line) {
    const is = line.startsWith("info string trace");
    if (is) this.told.push(line);
    return is;
  }

  /** Another position is on the board: only its own tree is shown.
   *  @param {Position} position */
  follow(position) {
    if (this.watch) this.watch.node.hidden = this.watch.steps.length === 0 || writeFen(position) !== writeFen(this.position);
  }

  /** The search has ended. */
  finish() {
    this.watch?.show(this.position, this.told);
    this.says.textContent = this.told.length > 0 ? "" : t("noTree");
  }
}

/** Says that a tree would be too large, where it would.
 *  @param {Position} position
 *  @param {string} limits those of the search, the depth first */
export function isTooLarge(position, limits) {
  const free = position.cells.flat().filter((letter) => letter === ".").length;
  const is = free > 30 && Number(limits.split(" ")[1]) > 3 && !limits.includes("nodes");
  if (is) notice(t("tooLarge"));
  return is;
}
