// What people call a game: by its rules, its board and its line.

import { t } from "./words.js";

/** The name of a game with these columns, rows, stones in a row, rule and conversions. */
export function kindName({ rule, width, height, k, destroy }) {
  const size = `${width}×${height}`;
  if (rule === "freestyle" && destroy === 0 && k !== 5) {
    return size === "3×3" ? t("kind-tictactoe") : `${t("row", k)} · ${size}`;
  }
  return [`${t(`kind-${destroy > 0 ? "destroy" : rule}`)} · ${size}`,
    k === 5 ? "" : t("row", k), destroy > 1 ? t("each", destroy) : ""].filter(Boolean).join(" · ");
}
