// Finished games: who won what, how games began, how long they were.

import { Board } from "./board.js";
import { byId, draw, el, notice, save, select } from "./dom.js";
import { kindName } from "./kinds.js";
import { ask, isOpen } from "./link.js";
import { key } from "./lobby.js";
import { readFen, target } from "./native.js";
import { faults, faultWords, legend, ordered, remember } from "./reviews.js";
import { called, language, t } from "./words.js";

let games = [];
let fillWords, variant, player, place;
/** Numbers of games whose review was asked for and is not there. */
const waiting = new Set();

/** What was played, as the value of a choice; `nameOfKind` is for people. */
const kind = ({ rule, width, height, k, destroy }) =>
  JSON.stringify({ rule, width, height, k, destroy });

const nameOfKind = (value) => kindName(JSON.parse(value));

const movesOf = (game) => game.moves.split(" ").filter(Boolean);

/** Points of a side in a game: 1, ½ or 0. */
const pointsOf = (game, color) => {
  if (game.result === "1/2-1/2") return 0.5;
  return (game.result === "1-0") === (color === "x") ? 1 : 0;
};

/** The same for a player by name. */
const points = (game, name) => pointsOf(game, game.black === name ? "x" : "o");

/** Inaccuracies, mistakes and blunders of a side in a game that was reviewed. */
const faultsOf = (game, color) =>
  faults(game.review, firstFen(game).split(" ")[1] === color ? 0 : 1);

function chosen() {
  return games.filter((game) => (!variant.value || kind(game) === variant.value) &&
    (!player.value || game.black === player.value || game.white === player.value));
}

function fillChoices() {
  const fill = (node, values, nameOf) => {
    const before = node.value;
    const choices = [...new Set(values)].map((value) => [nameOf(value), value]).sort();
    node.replaceChildren(el("option", { value: "" }, t("all")),
      ...choices.map(([name, value]) => el("option", { value }, name)));
    node.value = values.includes(before) ? before : "";
  };
  fill(variant, games.map(kind), nameOfKind);
  fill(player, games.flatMap((game) => [game.black, game.white]), called);
}

/** A table with a head of words and rows of cells. */
function grid(words, rows) {
  return el("div", { class: "scroll" }, el("table", {},
    el("thead", {}, el("tr", {}, ...words.map((word) =>
      el("th", { scope: "col" }, word ? t(word) : el("span", { class: "hidden" }, t("tools")))))),
    el("tbody", {}, ...rows.map((cells) => el("tr", {}, ...cells.map((cell, index) =>
      // On a phone there is no room for a head: each cell says what it is.
      el("td", { "data-name": words[index] ? t(words[index]) : null }, cell)))))));
}

function results(list) {
  const table = new Map();
  for (const game of list) {
    for (const [name, color] of [[game.black, "x"], [game.white, "o"]]) {
      const id = JSON.stringify([name, color, kind(game)]);
      const row = table.get(id) ?? { ends: [0, 0, 0], reviewed: 0, faults: [0, 0, 0] };
      row.ends[{ 1: 0, 0.5: 1, 0: 2 }[pointsOf(game, color)]] += 1;
      if (game.review) {
        row.reviewed += 1;
        faultsOf(game, color).forEach((count, index) => { row.faults[index] += count; });
      }
      table.set(id, row);
    }
  }
  const rows = [...table].sort().map(([id, row]) => {
    const [won, drawn, lost] = row.ends;
    const [name, color, which] = JSON.parse(id);
    const rate = ((won + drawn / 2) / (won + drawn + lost)) * 100;
    const mean = (count) => (row.reviewed > 0 ? (count / row.reviewed).toFixed(1) : "–");
    return [called(name), color, nameOfKind(which), won, drawn, lost, `${rate.toFixed(0)} %`, row.reviewed,
      ...row.faults.map(mean)];
  });
  return grid(["player", "as", "game", "wonCount", "drawnCount", "lostCount", "rate", "reviewed",
    ...["?!", "?", "??"].map((sign) => t("perGame", sign))], rows);
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
    ({ square: square.replace("*", ""), text: count, kind: ["slow", "fair", "good", "best"][Math.floor((count / most) * 3)] })) });
  return el("section", { class: "card" },
    el("h2", {}, `${t("heat")} · ${kindName(first)}`), board.node);
}

function lengths(list) {
  const sizes = list.map((game) => movesOf(game).length);
  const step = Math.max(1, Math.ceil((Math.max(...sizes) + 1) / 20));
  const bars = [];
  for (const size of sizes) bars[Math.floor(size / step)] = (bars[Math.floor(size / step)] ?? 0) + 1;
  const most = Math.max(...bars.filter(Boolean));
  const [width, height] = [360, 120];
  const wide = width / bars.length;
  const nodes = [];
  for (let index = 0; index < bars.length; index += 1) {
    const high = ((bars[index] ?? 0) / most) * (height - 30);
    nodes.push(draw("rect", { x: index * wide + 1, y: height - 16 - high, width: wide - 2,
      height: high, class: "bar" }, draw("title", {}, `${index * step}–${(index + 1) * step - 1}: ${bars[index] ?? 0}`)));
    if (bars[index]) {
      nodes.push(draw("text", { x: index * wide + wide / 2, y: height - 19 - high, class: "tick" },
        bars[index]));
    }
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
  return grid(["when", "black", "white", "game", "result", "why", "length", "review", "", ""],
    list.slice(0, 100).map((game) => [when(game), called(game.black),
      called(game.white), kindName(game), game.result, t(`by-${game.reason}`), movesOf(game).length,
      reviewCell(game),
      el("button", { type: "button", click: () => {
        const query = new URLSearchParams({ fen: firstFen(game), moves: game.moves });
        location.hash = `debug?${query}`;
      } }, t("show")),
      el("button", { type: "button", click: () => remove(game) }, t("remove"))]));
}

/** The day and the minute, as people here write them. */
const when = (game) => new Date(game.ended * 1000)
  .toLocaleString(language(), { dateStyle: "short", timeStyle: "short" });

/** Faults of both sides, or the way to have them counted. */
function reviewCell(game) {
  if (game.review) {
    const line = (color) => el("div", {}, el("span", { class: `stone ${color}` }), " ",
      faultWords(faultsOf(game, color)));
    return el("div", { class: "faults" }, line("x"), line("o"));
  }
  const isWaiting = waiting.has(game.id);
  return el("button", { type: "button", disabled: isWaiting || game.moves === "",
    click: () => review(game) }, t(isWaiting ? "reviewing" : "review"));
}

async function review(game) {
  waiting.add(game.id);
  show();
  try {
    const answer = await ordered(game.id);
    game.review = answer.review;
    remember(firstFen(game), movesOf(game), answer.review);
    return true;
  } catch (error) {
    notice(error.message);
    return false;
  } finally {
    waiting.delete(game.id);
    show();
  }
}

/** Has all games that are shown reviewed, one after the other, as long as the page is open here. */
async function reviewAll() {
  for (const game of chosen().filter((one) => !one.review && one.moves !== "")) {
    if (byId("stats").hidden || waiting.size > 0 || !await review(game)) return;
  }
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
  const sides = { black: "x", white: "o" };
  const names = Object.keys(sides).flatMap((side) =>
    ["inaccuracies", "mistakes", "blunders"].map((fault) => `${side}_${fault}`));
  const rows = chosen().map((game) => {
    const counts = Object.values(sides).flatMap((color) =>
      (game.review ? faultsOf(game, color) : ["", "", ""]));
    const verdicts = game.review?.verdicts.join(" ") ?? "";
    return [...FIELDS.map((name) => cell(game[name])), ...counts, verdicts].join(",");
  });
  save("games.csv", [[...FIELDS, ...names, "verdicts"].join(","), ...rows, ""].join("\n"));
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
    el("section", { class: "card" }, el("h2", {}, t("results")), results(list), legend()),
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
    button("reviewAll", reviewAll), button("exportCsv", csv), button("exportJson", jsonLines)), place);
  document.addEventListener("language", () => { fillChoices(); show(); });
}

export function welcome() {}

export function open() {
  refresh();
}
