// What people call a game, by its rules, its board and its line; and which one is on the debugging board.

/** @import { Position } from "./native.js" */
/** @import { Game } from "./envelope.d.ts" */

import { t } from "./words.js";

/** @typedef {Pick<Game, "width" | "height" | "k" | "destroy"> & { rule: string }} Kind */

/** Whether a board of that size has crosses and circles in place of stones.
 *  @param {{ width: number, height: number }} size */
export const hasSigns = ({ width, height }) => Math.max(width, height) <= 5;

/** The name of a game with these columns, rows, stones in a row, rule and conversions.
 *  @param {Kind} kind */
export function kindName({ rule, width, height, k, destroy }) {
  const size = `${width}×${height}`;
  if (rule === "freestyle" && destroy === 0 && k !== 5) {
    return size === "3×3" ? t("kind-tictactoe") : `${t("row", k)} · ${size}`;
  }
  return [`${t(`kind-${destroy > 0 ? "destroy" : rule}`)} · ${size}`,
    k === 5 ? "" : t("row", k), destroy > 1 ? t("each", destroy) : ""].filter(Boolean).join(" · ");
}

/** Shows which game with a name is on the board, or that it is none of them.
 *  @param {HTMLSelectElement} variant
 *  @param {Game[]} variants
 *  @param {Position} position */
export function nameGame(variant, variants, { width, height, k, rule, destroy }) {
  /** @param {Game} other */
  const fits = (other) => other.width === width && other.height === height && other.k === k &&
    other.rule === rule && other.destroy >= Math.max(...destroy);
  const now = variants.find(({ name }) => name === variant.value);
  if (now && fits(now)) return;
  variant.value = variants.find(fits)?.name ?? "";
}

/** Calls the games with a name as people do.
 *  @param {HTMLSelectElement} variant
 *  @param {Game[]} variants */
export function nameVariants(variant, variants) {
  for (const one of variants) {
    const choice = [...variant.options].find(({ value }) => value === one.name);
    if (choice) choice.textContent = kindName(one);
  }
}

/** The empty board of the same game.
 *  @param {Position} position
 *  @returns {Position} */
export function emptied(position) {
  const [conversions] = [Math.max(...position.destroy)];
  return { ...position, cells: position.cells.map((row) => row.map(() => ".")), side: "x",
    last: null, destroy: [conversions, conversions] };
}
