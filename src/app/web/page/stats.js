// Finished games: who won what, how games began, how long they were.

import { Board } from "./board.js";
import { byId, draw, el, notice, save, select } from "./dom.js";
import { ask, isOpen } from "./link.js";
import { readFen, target } from "./native.js";
import { key } from "./play.js";
import { t } from "./words.js";

let games = [];
let fillWords, variant, player, place;

/** The game of a row in a few words. */
const kind = (game) => `${game.rule} ${game.width}×${game.height}, ${game.k}` +
  (game.destroy > 0 ? ` *${game.destroy}` : "");

const movesOf = (game) => game.moves.split(" ").filter(Boolean);

/** Points of a player in a game: 1, ½ or 0. */
const points = (game, name) => {
  if (game.result === "1/2-1/2") return 0.5;
  return (game.result === "1-0" ? game.black : game.white) === name ? 1 : 0;
};

function chosen() {
  return games.filter((game) => (!variant.value || kind(game) === variant.value) &&
    (!player.value || game.black === player.value || game.white === player.value));
}

function fillChoices() {
  const fill = (node, values) => {
    const before = node.value;
    node.replaceChildren(el("option", { value: "" }, t("all")),
      ...[...new Set(values)].sort().map((value) => el("option", { value }, value)));
    node.value = values.includes(before) ? before : "";
  };
  fill(variant, games.map(kind));
  fill(player, games.flatMap((game) => [game.black, game.white]));
}

/** A table with a head of words and rows of cells. */
function grid(words, rows) {
  return el("div", { class: "scroll" }, el("table", {},
    el("thead", {}, el("tr", {}, ...words.map((word) =>
      el("th", { scope: "col" }, word ? t(word) : "")))),
    el("tbody", {}, ...rows.map((cells) => el("tr", {}, ...cells.map((cell) => el("td", {}, cell)))))));
}

function results(list) {
  const table = new Map();
  for (const game of list) {
    for (const [name, color] of [[game.black, "x"], [game.white, "o"]]) {
      const id = JSON.stringify([name, color, kind(game)]);
      const row = table.get(id) ?? [0, 0, 0];
      row[{ 1: 0, 0.5: 1, 0: 2 }[points(game, name)]] += 1;
      table.set(id, row);
    }
  }
  const rows = [...table].sort().map(([id, [won, drawn, lost]]) => {
    const [name, color, which] = JSON.parse(id);
    const rate = ((won + drawn / 2) / (won + drawn + lost)) * 100;
    return [name, color, which, won, drawn, lost, `${rate.toFixed(0)} %`];
  });
  return grid(["player", "as", "game", "wonCount", "drawnCount", "lostCount", "rate"], rows);
}

/** The share of points of the chosen player, game by game. */
function overTime(list) {
  if (!player.value || list.length < 2) return null;
  const [width, height] = [600, 90];
  let sum = 0;
  const knots = [...list].reverse().map((game, index) => {
    sum += points(game, player.value);
    const share = sum / (index + 1);
    return `${(index / (list.length - 1)) * width} ${height * (1 - share)}`;
  });
  return el("section", { class: "card" }, el("h2", {}, t("overTime")),
    draw("svg", { viewBox: `0 0 ${width} ${height}`, class: "graph", role: "img",
      preserveAspectRatio: "none", "aria-label": t("overTime") },
    draw("rect", { width, height, class: "paper" }),
    draw("path", { d: `M0 ${height / 2}H${width}`, class: "middle" }),
    draw("path", { d: `M${knots.join("L")}`, class: "curve" })));
}

/** Where the first stones of games of one size were placed. */
function heat(list) {
  const first = list[0];
  const same = list.filter((game) => game.width === first.width && game.height === first.height &&
    !game.start);
  if (same.length === 0) return null;
  const counts = new Map();
  for (const game of same) {
    for (const move of movesOf(game).slice(0, 6)) {
      if (target(move)) counts.set(move, (counts.get(move) ?? 0) + 1);
    }
  }
  const most = Math.max(...counts.values());
  const board = new Board(() => {});
  const rows = Array(first.height).fill(first.width).join("/");
  board.show(readFen(`${rows} x`), { labels: [...counts].map(([square, count]) =>
    ({ square: square.replace("*", ""), text: count, rank: 4 - Math.floor((count / most) * 3) })) });
  return el("section", { class: "card" },
    el("h2", {}, `${t("heat")} · ${kind(first)}`), board.node);
}

function lengths(list) {
  const sizes = list.map((game) => movesOf(game).length);
  const step = Math.max(1, Math.ceil((Math.max(...sizes) + 1) / 20));
  const bars = [];
  for (const size of sizes) bars[Math.floor(size / step)] = (bars[Math.floor(size / step)] ?? 0) + 1;
  const most = Math.max(...bars.filter(Boolean));
  const [width, height] = [600, 110];
  const wide = width / bars.length;
  const nodes = [];
  for (let index = 0; index < bars.length; index += 1) {
    const high = ((bars[index] ?? 0) / most) * (height - 24);
    nodes.push(draw("rect", { x: index * wide + 1, y: height - 16 - high, width: wide - 2,
      height: high, class: "bar" }, draw("title", {}, `${index * step}–${(index + 1) * step - 1}: ${bars[index] ?? 0}`)));
    if (bars.length < 25) {
      nodes.push(draw("text", { x: index * wide + wide / 2, y: height - 3, class: "tick" }, index * step));
    }
  }
  return el("section", { class: "card" }, el("h2", {}, t("lengths")),
    draw("svg", { viewBox: `0 0 ${width} ${height}`, class: "bars", role: "img",
      "aria-label": t("lengths") }, ...nodes));
}

function firstFen(game) {
  if (game.start) return game.start;
  const rows = Array(game.height).fill(game.width).join("/");
  return `${rows} x k=${game.k} rule=${game.rule} destroy=${game.destroy},${game.destroy}`;
}

function gameRows(list) {
  return grid(["when", "black", "white", "game", "result", "why", "length", "", ""],
    list.slice(0, 100).map((game) => [new Date(game.ended * 1000).toLocaleString(), game.black,
      game.white, kind(game), game.result, game.reason, movesOf(game).length,
      el("button", { type: "button", click: () => {
        const query = new URLSearchParams({ fen: firstFen(game), moves: game.moves });
        location.hash = `debug?${query}`;
      } }, t("show")),
      el("button", { type: "button", click: () => remove(game) }, t("remove"))]));
}

async function remove(game) {
  if (!window.confirm(t("removeSure"))) return;
  try {
    await ask({ do: "forget", game: game.id, key: key() });
    await refresh();
  } catch (error) {
    notice(error.message);
  }
}

const FIELDS = ["id", "ended", "rule", "width", "height", "k", "destroy", "black", "white", "result",
  "reason", "start", "moves"];

/** A cell of CSV; what a spreadsheet would take for a formula is quoted as text. */
function cell(value) {
  const text = value === null ? "" : String(value);
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csv() {
  const rows = chosen().map((game) => FIELDS.map((name) => cell(game[name])).join(","));
  save("games.csv", [FIELDS.join(","), ...rows, ""].join("\n"));
}

function jsonLines() {
  save("games.jsonl", chosen().map((game) => `${JSON.stringify(game)}\n`).join(""));
}

function show() {
  const list = chosen();
  if (list.length === 0) {
    place.replaceChildren(el("p", { class: "quiet" }, t("noGames")));
    return;
  }
  place.replaceChildren(...[
    el("section", { class: "card" }, el("h2", {}, t("results")), results(list)),
    overTime(list),
    el("div", { class: "columns" }, heat(list), lengths(list)),
    el("section", { class: "card" }, el("h2", {}, `${t("games")}: ${list.length}`), gameRows(list)),
  ].filter(Boolean));
  fillWords(place);
}

async function refresh() {
  if (!isOpen()) return;
  try {
    ({ games } = await ask({ do: "games" }));
    fillChoices();
    show();
  } catch (error) {
    notice(error.message);
  }
}

export function build(fill) {
  fillWords = fill;
  variant = select({ "data-label": "game", change: show }, []);
  player = select({ "data-label": "player", change: show }, []);
  place = el("div", { class: "left" });
  const button = (word, click) => el("button", { type: "button", "data-word": word, click });
  byId("stats").append(el("div", { class: "row" },
    el("label", {}, el("span", { "data-word": "game" }), variant),
    el("label", {}, el("span", { "data-word": "player" }), player), el("span", { class: "grow" }),
    button("exportCsv", csv), button("exportJson", jsonLines)), place);
  document.addEventListener("language", () => { fillChoices(); show(); });
}

export function welcome() {}

export function open() {
  refresh();
}
