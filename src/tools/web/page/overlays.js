// What an engine sees, drawn on the empty points of the board.

import { scoreText, target } from "./native.js";

export const OVERLAYS = [["candidates", "@candidates"], ["order", "@order"], ["threatsX", "@threatsX"],
  ["threatsO", "@threatsO"], ["worthX", "@worthX"], ["worthO", "@worthO"], ["none", "@nothing"]];
/** What an overlay asks the engine for. */
export const ASKS = { order: "moves", threatsX: "patterns", threatsO: "patterns",
  worthX: "eval", worthO: "eval" };
/** Threats in a few letters. */
const SHORT = { five: "5", "open-four": "4o", four: "4", "double-four": "44", "four-three": "43",
  "double-three": "33", "open-three": "3o", three: "3", overline: "6+", forbidden: "✕", none: "" };

/** What stands on empty points. */
export function labels(position, overlay, lines) {
  if (overlay.kind === "candidates") {
    return [...lines.values()].filter((info) => !info.pv[0].startsWith("*"))
      .map((info) => ({ square: info.pv[0].replace("P@", ""), text: scoreText(info, 1),
        rank: info.multipv }));
  }
  const rows = overlay.rows.filter(([name]) => target(name));
  const isX = overlay.kind.endsWith("X");
  if (overlay.kind === "order") {
    return rows.slice(0, 99).map(([name, , reason], index) =>
      ({ square: name.replace("*", ""), text: index + 1, rank: index + 1, why: reason }));
  }
  if (overlay.kind.startsWith("threats")) {
    const found = rows.map(([name, , , x, o]) => [name, isX ? x : o]);
    return found.filter(([, threat]) => threat !== "none").map(([name, threat]) =>
      ({ square: name, text: SHORT[threat] ?? threat.slice(0, 4), kind: isX ? "forx" : "foro" }));
  }
  if (overlay.kind.startsWith("worth")) {
    return rows.map(([name, x, o]) => [name, Number(isX ? x : o)])
      .filter(([, value]) => value !== 0)
      .map(([name, value]) => ({ square: name, text: value, kind: isX ? "forx" : "foro" }));
  }
  return [];
}
