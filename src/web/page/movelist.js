// The moves of a game with its variations, as text that can be clicked.

import { el } from "./dom.js";
import { sign } from "./reviews.js";

/** Larger trees are shown along their line alone, with the first moves of what branches off. */
const MOST = 1200;
/** Variations in variations are indented so often. */
const DEEPEST = 8;

/** The elements of the list. `review` is that of the main line; `pick` is called with the place
 *  that is clicked. */
export function moveList(game, review, pick) {
  const isAll = game.places().length <= MOST;
  const shown = new Set(game.line());
  const main = new Set();
  for (let [at] = game.root.children; at; [at] = at.children) main.add(at);
  const button = (place) => el("button", { type: "button",
    class: `move${place === game.here ? " now" : ""}${shown.has(place) ? "" : " aside"}`,
    "aria-current": place === game.here ? "step" : null, click: () => pick(place) },
  `${place.ply}. ${place.move}`, main.has(place) ? sign(review, place.ply - 1) : null);
  const list = [];
  const open = [{ at: game.root, into: { append: (...nodes) => list.push(...nodes) }, depth: 0 }];
  while (open.length > 0) {
    const { at, into, depth } = open.pop();
    for (let place = at; place.children.length > 0;) {
      const children = isAll ? place.children
        : [...place.children].sort((one, other) => shown.has(other) - shown.has(one));
      const [first, ...others] = children;
      into.append(button(first));
      for (const other of others) {
        const line = el("div", { class: depth < DEEPEST ? "variation" : "variation flat" }, button(other));
        into.append(line);
        if (isAll) open.push({ at: other, into: line, depth: depth + 1 });
      }
      place = first;
    }
  }
  return list;
}
