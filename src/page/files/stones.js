// Stones, and crosses and circles on small boards, as parts of a drawing.

/** @import { Attributes } from "./dom.js" */

import { draw } from "./dom.js";

/** Units of the drawing per cell. */
export const CELL = 30;

/** Shades of the stones, for the drawing with that name.
 *  @param {string} name */
export function shades(name) {
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
