// Buttons that save a game, in the formats that have words for it.

import { el, within } from "./dom.js";

/** Formats that people ask for; the last is for games that the others cannot tell. */
const FORMATS = { saveSgf: "sgf", savePsq: "psq", savePgn: "pgn" };

/** A button for each format; `save` is called with its name.
 *  @param {(format: string) => unknown} save */
export const saveButtons = (save) => Object.entries(FORMATS).map(([word, format]) =>
  el("button", { type: "button", "data-word": word, "data-save": format, click: () => save(format) }));

/** Shows the buttons that make sense: where stones are converted, only one format says how.
 *  @param {ParentNode} place
 *  @param {number} conversions */
export function showSaves(place, conversions) {
  for (const node of within(place, "[data-save]")) {
    node.hidden = (node.dataset.save === "pgn") !== (conversions > 0);
  }
}
