// Finished games: who won what against whom, how games began, how long they were.

/** @import { Finished } from "./envelope.d.ts" */
/** @import { Column } from "./grid.js" */
/** @import { Kind } from "./kinds.js" */
/** @import { Side } from "./native.js" */
/** @import { Told } from "./link.js" */
/** @import { Rating } from "./ratings.js" */
/** @import { Row } from "./tallies.js" */

import { along } from "./along.js";
import { colours, curves, duelTable, fold, isWide, lengths } from "./charts.js";
import { byId, el, memory, notice, save, select } from "./dom.js";
import { Grid } from "./grid.js";
import { kindName } from "./kinds.js";
import { ask, isOpen } from "./link.js";
import { key } from "./lobby.js";
import { Openings } from "./openings.js";
import { plainly } from "./refusals.js";
import { faults, faultWords, legend, ordered } from "./reviews.js";
import { history, ratingText, Ratings } from "./ratings.js";
import { duels, endOf, movesOf, players, pointsOf } from "./tallies.js";
import { called, know, language, t } from "./words.js";
import words from "./wordsresults.js";

/** A finished game, and what this page has added to it.
 *  @typedef {Finished & { kind: string, length: number, opening?: string[] }} Kept */
/** @typedef {Row & { rating: Rating | null }} Rated */

know(words);

/** Players of the head-to-head table (as many as have room on a phone), and of the curves of ratings; own games whose
 *  results are told one by one. */
const IN_MATRIX = 12;
const IN_NARROW_MATRIX = 5;
const IN_CURVES = 6;
const LATEST = 20;

/** Who types waits so many milliseconds for what is found. */
const PAUSE = 120;

/** @type {Kept[]} */
let games = [];
/** @type {number | undefined} */
let seeking;
/** @type {(root: ParentNode) => void} */
let fillWords;
/** @type {HTMLSelectElement} */
let variant;
/** @type {HTMLInputElement} */
let search;
/** What is taken along, or brought in.
 *  @type {HTMLElement} */
let belongings;
/** @type {HTMLDivElement} */
let place;
/** The figures of whoever sits here, and the choices for all that follows.
 *  @type {HTMLDivElement} */
let mine;
/** @type {HTMLDivElement} */
let choices;
/** @type {HTMLSpanElement} */
let chips;
/** @type {HTMLInputElement} */
let byColour;
/** @type {Grid<Rated>} */
let playerGrid;
/** @type {Grid<Kept>} */
let gameGrid;
/** @type {Openings} */
let openings;
/** Players by whom the games are chosen: none, one, or two against each other.
 *  @type {string[]} */
let who = [];
/** The ratings of all who have played games of the chosen kind, and of which games they are.
 *  @type {{ of: Kept[] | null, kind: string | null, all: Kept[], ratings: Ratings }} */
let rated = { of: null, kind: null, all: [], ratings: new Ratings() };
/** Numbers of games whose review was asked for and is not there.
 *  @type {Set<number>} */
const waiting = new Set();

/** What was played, as the value of a choice; `nameOfKind` is for people.
 *  @param {Kind} kind */
const kind = ({ rule, width, height, k, destroy }) =>
  JSON.stringify({ rule, width, height, k, destroy });

/** @param {string} value */
const nameOfKind = (value) => kindName(JSON.parse(value));

/** Inaccuracies, mistakes and blunders of a side in a game that was reviewed.
 *  @param {Finished} game
 *  @param {Side} color */
const faultsOf = (game, color) =>
  (game.review ? faults(game.review, firstFen(game).split(" ")[1] === color ? 0 : 1) : [0, 0, 0]);

/** Whether a player took part who is looked for.
 *  @param {string} name */
const isFound = (name) => called(name).toLowerCase().includes(search.value.trim().toLowerCase());

function chosen() {
  /** @param {Kept} game */
  const isOfKind = (game) => !variant.value || game.kind === variant.value;
  /** @param {Kept} game */
  const isOfPlayers = (game) => who.every((name) => game.black === name || game.white === name);
  /** @param {Kept} game */
  const isSought = (game) => !search.value.trim() || isFound(game.black) || isFound(game.white);
  return games.filter((game) => isOfKind(game) && isOfPlayers(game) && isSought(game));
}

/** Games are of these players alone.
 *  @param {string[]} names */
function choose(names) {
  who = names;
  gameGrid.page = 0;
  show();
}

function fillChoices() {
  const before = variant.value;
  const values = [...new Set(games.map((game) => game.kind))];
  variant.replaceChildren(el("option", { value: "" }, t("all")),
    ...values.map((value) => [nameOfKind(value), value]).sort().map(([name, value]) => el("option", { value }, name)));
  variant.value = values.includes(before) ? before : "";
}

/** @param {number | null} share */
const percent = (share) => (share === null ? "–" : `${Math.round(100 * share)} %`);
/** @param {string} name */
const nameButton = (name) => el("button", { type: "button", class: "move name", click: () => choose([name]) }, called(name));

/** The columns of the players; with the choice by colour, six more.
 *  @returns {Column<Rated>[]} */
function playerColumns() {
  /** @param {string} name
   *  @param {(row: Rated) => number} of
   *  @returns {Column<Rated>} */
  const count = (name, of) => ({ name, of, by: of });
  /** @param {Side} color */
  const colour = (color) => [count(`${color}-won`, (row) => row[color].won), count(`${color}-drawn`, (row) => row[color].drawn),
    count(`${color}-lost`, (row) => row[color].lost)];
  /** @param {string} sign
   *  @param {number} index
   *  @returns {Column<Rated>} */
  const mean = (sign, index) => ({ name: t("perGame", sign),
    of: (row) => (row.reviewed > 0 ? (row.faults[index] / row.reviewed).toFixed(1) : "–"),
    by: (row) => (row.reviewed > 0 ? row.faults[index] / row.reviewed : null) });
  return [{ name: "player", of: (row) => nameButton(row.name), by: (row) => called(row.name).toLowerCase() },
    count("games", (row) => row.games), count("wonCount", (row) => row.won), count("drawnCount", (row) => row.drawn),
    count("lostCount", (row) => row.lost), { name: "rate", of: (row) => percent(row.rate), by: (row) => row.rate },
    { name: "elo", of: (row) => ratingText(row.rating), by: (row) => (row.rating && !row.rating.isVague ? row.rating.elo : null) },
    ...(byColour.checked ? [...colour("x"), ...colour("o")] : []),
    { name: "accurate", of: (row) => percent(row.accuracy), by: (row) => row.accuracy },
    ...["?!", "?", "??"].map(mean)];
}

/** @returns {Column<Kept>[]} */
const gameColumns = () => [{ name: "when", of: when, by: (game) => game.ended },
  { name: "black", of: (game) => nameButton(game.black), by: (game) => called(game.black).toLowerCase() },
  { name: "white", of: (game) => nameButton(game.white), by: (game) => called(game.white).toLowerCase() },
  { name: "game", of: (game) => kindName(game) }, { name: "result", of: (game) => game.result, by: (game) => game.result },
  { name: "why", of: (game) => t(`by-${game.reason}`), by: (game) => game.reason },
  { name: "length", of: (game) => game.length, by: (game) => game.length },
  { name: "review", of: reviewCell },
  { name: "", of: (game) => el("button", { type: "button", click: () => {
    location.hash = `analysis?${new URLSearchParams({ fen: firstFen(game), moves: game.moves })}`;
  } }, t("show")) },
  { name: "", of: (game) => el("button", { type: "button", click: () => remove(game) }, t("remove")) }];

/** Points of those who have played most, against each other.
 *  @param {Kept[]} list
 *  @param {Row[]} rows */
function matrix(list, rows) {
  const most = isWide() ? IN_MATRIX : IN_NARROW_MATRIX;
  const names = [...rows].sort((one, other) => other.games - one.games).slice(0, most).map((row) => row.name);
  const pairs = duels(list);
  if (names.length < 2 || pairs.size === 0) return null;
  return fold("matrix", t("matrix"), duelTable("player", names, pairs, (own, other) => choose([own, other])), el("p", { class: "quiet" }, t("matrixLegend")));
}

/** @param {Kept[]} list
 *  @returns {[string, { x: number, drawn: number, o: number }][]} */
function colourRows(list) {
  const table = new Map();
  for (const game of list) {
    const row = table.get(game.kind) ?? { x: 0, drawn: 0, o: 0 };
    row[endOf(game)] += 1;
    table.set(game.kind, row);
  }
  /** @param {{ x: number, drawn: number, o: number }} counts */
  const size = ({ x, drawn, o }) => x + drawn + o;
  return [...table].sort(([, one], [, other]) => size(other) - size(one)).slice(0, 8).map(([value, row]) => [nameOfKind(value), row]);
}

/** The ratings by all games of the chosen kind: a rating is that against all players, whatever name is searched for. */
function ratingsNow() {
  if (rated.of !== games || rated.kind !== variant.value) {
    const all = variant.value ? games.filter((game) => game.kind === variant.value) : games;
    rated = { of: games, kind: variant.value, all, ratings: new Ratings(all) };
  }
  return rated;
}

/** The rows of the table of players.
 *  @param {Kept[]} list
 *  @returns {Rated[]} */
function playerRows(list) {
  const { ratings } = ratingsNow();
  return players(list, faultsOf).map((row) => ({ ...row, rating: ratings.of(row.name) }));
}

/** The curves of who is chosen, or of those who have played most.
 *  @param {Rated[]} rows */
function ratingCurves(rows) {
  const names = who.length > 0 ? who : [...rows].sort((one, other) => other.games - one.games).slice(0, IN_CURVES).map((row) => row.name);
  const { all, ratings } = ratingsNow();
  const drawn = curves(history(all, names, ratings));
  return drawn ? fold("rating", t("ratingOverTime"), drawn) : null;
}

/** The games of whoever sits here: how many, how good, and how it went. They are known by the name that was given last. */
function ownFigures() {
  const name = memory.get("name") || t("player");
  const { all, ratings } = ratingsNow();
  const own = all.filter(({ black, white }) => (black === name) !== (white === name));
  const head = el("h2", {}, t("ownGames", name));
  if (own.length === 0) return el("section", { class: "card", id: "own" }, head, el("p", {}, t(games.length === 0 ? "noGames" : "noOwnGames", name)), el("a", { class: "button", href: "#play" }, t("playOne")));
  const row = players(own, faultsOf).find((one) => one.name === name);
  const rating = ratings.of(name);
  /** @param {string} word
   *  @param {string | number} value */
  const figure = (word, value) => el("div", {}, el("dt", {}, t(word)), el("dd", { "data-value": word }, value));
  const [low, high] = rating ? [rating.elo - rating.error, rating.elo + rating.error].map(Math.round) : [0, 0];
  const drawn = curves(history(all, [name], ratings));
  /** @param {Kept} game */
  const result = (game) => {
    const isBlack = game.black === name;
    const points = pointsOf(game, isBlack ? "x" : "o");
    const word = points === 1 ? "won" : points === 0 ? "lost" : "drawn";
    const text = `${t(`${word}Count`)} · ${called(isBlack ? game.white : game.black)} · ${when(game)}`;
    return el("li", { class: word, title: text }, el("span", { "aria-hidden": "true" }, t(`${word}Short`)), el("span", { class: "hidden" }, text));
  };
  return el("section", { class: "card", id: "own" }, head, el("div", { class: "beside-curve" }, el("div", {}, el("dl", { class: "figures" },
    figure("games", own.length), figure("wonDrawnLost", row ? `${row.won} – ${row.drawn} – ${row.lost}` : ""), figure("rate", percent(row?.rate ?? null)),
    figure("elo", rating && !rating.isVague ? Math.round(rating.elo) : "–")),
  rating ? el("p", {}, t(rating.isVague ? "ratingVague" : "ratingKnown", low, high)) : null,
  el("p", { class: "quiet" }, t("latestGames")), el("ol", { class: "results" }, ...own.slice(0, LATEST).reverse().map(result))), drawn));
}

/** How games of one kind began: of the chosen one, or of that which was played most.
 *  @param {Kept[]} list */
function takeOpenings(list) {
  const counts = new Map();
  for (const game of list) if (!game.start) counts.set(game.kind, (counts.get(game.kind) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? [null];
  const own = variant.value || most;
  const same = list.filter((game) => game.kind === own && !game.start);
  openings.node.hidden = same.length === 0;
  if (same.length > 0) openings.take(same, firstFen(same[0]), nameOfKind(own));
}

/** @param {Finished} game */
function firstFen(game) {
  if (game.start) return game.start;
  const rows = Array(game.height).fill(game.width).join("/");
  return `${rows} x k=${game.k} rule=${game.rule} destroy=${game.destroy},${game.destroy}`;
}

/** The day and the minute, as people here write them.
 *  @param {Kept} game */
const when = (game) => new Date(game.ended * 1000)
  .toLocaleString(language(), { dateStyle: "short", timeStyle: "short" });

/** Faults of both sides, or the way to have them counted.
 *  @param {Kept} game */
function reviewCell(game) {
  const { review: found } = game;
  if (found) {
    /** @param {Side} color */
    const line = (color) => el("div", {}, el("span", { class: `stone ${color}` }), " ",
      `${percent(found.accuracy[color === "x" ? 0 : 1])} · ${faultWords(faultsOf(game, color))}`);
    return el("div", { class: "faults" }, line("x"), line("o"));
  }
  const isWaiting = waiting.has(game.id);
  return el("button", { type: "button", disabled: isWaiting || game.moves === "",
    click: () => review(game) }, t(isWaiting ? "reviewing" : "review"));
}

/** @param {Kept} game */
async function review(game) {
  waiting.add(game.id);
  show();
  try {
    game.review = (await ordered(game.id)).review;
    return true;
  } catch (error) {
    notice(plainly(error));
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

/** @param {Kept} game */
async function remove(game) {
  if (!window.confirm(t("removeSure"))) return;
  try {
    await ask({ do: "forget", game: game.id, key: key() });
    await refresh();
  } catch (error) {
    notice(plainly(error));
  }
}

/** @type {(keyof Finished)[]} */
const FIELDS = ["id", "ended", "rule", "width", "height", "k", "destroy", "black", "white", "result",
  "reason", "start", "moves"];

/** A cell of CSV; what a spreadsheet would take for a formula is quoted as text.
 *  @param {unknown} value */
function cell(value) {
  const text = value === null || value === undefined ? "" : String(value);
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** @param {string} name
 *  @param {string[]} head
 *  @param {unknown[][]} rows */
const csv = (name, head, rows) => save(name, [head.join(","), ...rows.map((row) => row.map(cell).join(",")), ""].join("\n"));

function gamesCsv() {
  /** @type {Record<string, Side>} */
  const sides = { black: "x", white: "o" };
  const names = Object.keys(sides).flatMap((side) => ["accuracy", "inaccuracies", "mistakes", "blunders"].map((fault) => `${side}_${fault}`));
  csv("games.csv", [...FIELDS, ...names, "verdicts"], gameGrid.sorted(chosen()).map((game) => {
    const { review: found } = game;
    /** @type {unknown[]} */
    const counts = Object.values(sides).flatMap((color, index) =>
      (found ? [found.accuracy[index], ...faultsOf(game, color)] : Array(4).fill("")));
    return [...FIELDS.map((name) => game[name]), ...counts, game.review?.verdicts.join(" ") ?? ""];
  }));
}

/** Games as lines of JSON, without what this page has added. */
function gamesJson() {
  const lines = gameGrid.sorted(chosen()).map(({ kind: _, length: __, opening: ___, ...game }) => `${JSON.stringify(game)}\n`);
  save("games.jsonl", lines.join(""));
}

/** One row a player, as it is exported.
 *  @param {Rated} row */
const playerRow = ({ name, games: count, won, drawn, lost, rate, rating, x, o, reviewed, accuracy, faults: [inaccuracies, mistakes, blunders] }) =>
  ({ player: name, games: count, won, drawn, lost, rate: Number(rate.toFixed(4)), elo: rating ? Math.round(rating.elo) : null,
    error: rating ? Math.round(rating.error) : null, black_won: x.won, black_drawn: x.drawn, black_lost: x.lost, white_won: o.won,
    white_drawn: o.drawn, white_lost: o.lost, reviewed, accuracy: accuracy === null ? null : Number(accuracy.toFixed(3)),
    inaccuracies, mistakes, blunders });

const playersShown = () => playerGrid.sorted(playerRows(chosen()).filter(({ name }) => isFound(name))).map(playerRow);

function playersCsv() {
  const rows = playersShown();
  csv("players.csv", Object.keys(rows[0] ?? {}), rows.map((row) => Object.values(row)));
}

function show() {
  const list = chosen();
  chips.replaceChildren(...who.map((name) => el("button", { type: "button", class: "chip", "aria-label": `${called(name)}: ${t("remove")}`,
    click: () => choose(who.filter((other) => other !== name)) }, `${called(name)} ✕`)));
  mine.replaceChildren(ownFigures());
  choices.hidden = games.length === 0;
  if (list.length === 0) {
    place.replaceChildren(...(games.length === 0 ? [] : [el("p", { class: "quiet" }, t("noneFits"))]));
    return;
  }
  const rows = playerRows(list);
  playerGrid.show(rows.filter(({ name }) => isFound(name)));
  gameGrid.show(list);
  takeOpenings(list);
  /** @param {string} word
   *  @param {() => void} click */
  const button = (word, click) => el("button", { type: "button", "data-does": word, click }, t(word));
  const parts = [
    fold("players", t("results"), playerGrid.node, el("p", { class: "quiet" }, t("ratingLegend")), legend(),
      el("div", { class: "row" }, button("playersCsv", playersCsv), button("playersJson", () => save("players.json", `${JSON.stringify(playersShown(), null, 1)}\n`)))),
    el("div", { class: "halves" }, matrix(list, rows), el("div", { class: "left" }, colours(colourRows(list)), lengths(list.map((game) => game.length)))),
    ratingCurves(rows), openings.node,
    fold("games", `${t("games")}: ${list.length}`, gameGrid.node,
      el("div", { class: "row" }, button("reviewAll", reviewAll), button("exportCsv", gamesCsv), button("exportJson", gamesJson))),
  ];
  place.replaceChildren(...parts.flatMap((part) => part ?? []));
  fillWords(place);
}

/** Games that are kept in a browser, the latest: more would be no quicker and tell no more. */
const MOST = 100_000;

/** Fetches all games, part by part; the first part is shown at once where nothing is yet. */
async function refresh() {
  if (!isOpen()) return;
  place.setAttribute("aria-busy", "true");
  try {
    /** @type {Kept[]} */
    const found = [];
    /** @type {number | null} */
    let before = null;
    for (let more = true; more && found.length < MOST;) {
      /** @type {Told<"games">} */
      const part = await ask({ do: "games", before });
      ({ more } = part);
      for (const game of part.games) found.push({ ...game, kind: kind(game), length: movesOf(game).length });
      before = found.at(-1)?.id ?? null;
      if (more && part.games.length > 0 && games.length === 0) {
        games = [...found];
        fillChoices();
        show();
      }
      if (part.games.length === 0) break;
    }
    // What was brought from elsewhere came later than it ended.
    games = found.sort((one, other) => other.ended - one.ended);
    fillChoices();
    show();
  } catch (error) {
    notice(plainly(error));
  }
  place.setAttribute("aria-busy", "false");
  // Below what has just come, so that it is not pushed about.
  belongings.hidden = false;
}

/** @param {(root: ParentNode) => void} fill */
export function build(fill) {
  fillWords = fill;
  variant = select({ "data-label": "game", change: () => { gameGrid.page = 0; show(); } }, []);
  search = el("input", { type: "search", "data-hint": "searchPlayers", "data-label": "searchPlayers", id: "search-players",
    input: () => {
      playerGrid.page = gameGrid.page = 0;
      clearTimeout(seeking);
      seeking = setTimeout(show, PAUSE);
    } });
  byColour = el("input", { type: "checkbox", id: "by-colour", change: show });
  chips = el("span", { class: "row" });
  place = el("div", { class: "left" });
  playerGrid = new Grid({ columns: playerColumns, sort: "games", refill: show });
  gameGrid = new Grid({ columns: gameColumns, sort: "when", refill: show });
  openings = new Openings();
  mine = el("div");
  choices = el("div", { class: "row", hidden: true }, el("label", {}, el("span", { "data-word": "game" }), variant), search,
    el("label", {}, byColour, el("span", { "data-word": "colourColumns" })), chips);
  belongings = along();
  belongings.hidden = true;
  byId("stats").append(mine, choices, place, belongings);
  document.addEventListener("language", () => { fillChoices(); show(); });
}

export function welcome() {}

export function open() {
  refresh();
}
