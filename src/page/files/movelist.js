// The moves of a game with its variations, as text that can be clicked.

/** @import { WholeReview } from "./reviews.js" */
/** @import { Game, Place } from "./variations.js" */

import { el } from "./dom.js";
import { sign } from "./reviews.js";

/** Larger trees are shown along their line alone, with the first moves of what branches off. */
const MOST = 1200;
/** Variations in variations are indented so often. */
const DEEPEST = 8;

/** The elements of the list. `review` is that of the main line; `pick` is called with the place
 *  that is clicked.
 *  @param {Game} game
 *  @param {WholeReview | null} review
 *  @param {(place: Place) => void} pick */
export function moveList(game, review, pick) {
  const isAll = game.places().length <= MOST;
  const shown = new Set(game.line());
  const main = new Set();
  for (let [at] = game.root.children; at; [at] = at.children) main.add(at);
  /** @param {Place} place */
  const button = (place) => el("button", { type: "button",
    class: `move${place === game.here ? " now" : ""}${shown.has(place) ? "" : " aside"}`,
    "aria-current": place === game.here ? "step" : null, click: () => pick(place) },
  `${place.ply}. ${place.move}`, main.has(place) ? sign(review, place.ply - 1) : null);
  /** @type {Node[]} */
  const list = [];
  /** @type {{ at: Place, put: (node: Node) => void, depth: number }[]} */
  const open = [{ at: game.root, put: (node) => { list.push(node); }, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { at, put, depth } = next;
    for (let place = at; place.children.length > 0;) {
      const children = isAll ? place.children
        : [...place.children].sort((one, other) => Number(shown.has(other)) - Number(shown.has(one)));
      const [first, ...others] = children;
      put(button(first));
      for (const other of others) {
        const line = el("div", { class: depth < DEEPEST ? "variation" : "variation flat" }, button(other));
        put(line);
        if (isAll) open.push({ at: other, put: (node) => line.append(node), depth: depth + 1 });
      }
      place = first;
    }
  }
  return list;
}
