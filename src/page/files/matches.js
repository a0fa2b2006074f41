// Matches between engines: started, watched, stopped, and opened from a log.

/** @import { Game, MatchView as About } from "./envelope.d.ts" */
/** @import { Told } from "./link.js" */
/** @import { MatchGame } from "./matchview.js" */

import { fold } from "./charts.js";
import { byId, el, engineButton, memory, notice, renew, select, within } from "./dom.js";
import { chooser } from "./files.js";
import { kindName } from "./kinds.js";
import { after, lineAt, readFen } from "./native.js";
import { ask, on, send } from "./link.js";
import { key } from "./lobby.js";
import { emptyFen, gameName, MatchView } from "./matchview.js";
import { plainly } from "./refusals.js";
import { called, know, t } from "./words.js";
import words from "./wordsresults.js";

know(words);

/** Engines of a match, at most. */
const MOST = 6;

/** A game of a log with the number of its line. A file may hold anything, so that nothing is known of the game yet.
 *  @typedef {[number: number, game: any]} Numbered */

/** What is shown before there is a match: one that tengen match has played with 0.1 seconds a move. Rows of the level of
 *  Black, the result, how many moves the opening gave, and the moves.
 *  @type {[string, string, number, string][]} */
const EXAMPLE = [
  ["4", "0-1", 5, "h5 f6 j3 k3 n6 h6 i4 g6 i6 g5 g4 j7 i7 i5 j4 h4 e7 j6 g3 i8 f3 e2 e6 i3 j2 l8 k7 j9 h7 j8 j10 j5"],
  ["5", "1-0", 5, "h5 f6 j3 k3 n6 h6 i6 g6 k4 j5 l5 m6 i2 h1 i4 i5 k2 l1 j4 l4 g4 h4 f3 k7 e2"],
  ["4", "0-1", 3, "j6 g6 m4 h7 m6 e4 f5 i6 j5 j7 h5 i7 g7 i5 l7 i8 k6 i4"],
  ["5", "1-0", 3, "j6 g6 m4 e6 k6 h6 i6 h5 m6 l6 l5 j7 m5 k5 j3 k4 m3 j4 m7"],
];

/** @type {(root: ParentNode) => void} */
let fillWords;
/** @type {MatchView} */
let view;
/** @type {ReturnType<typeof fields>} */
let form;
/** @type {HTMLDivElement} */
let engines;
/** The button for an engine of one's own, which then plays in place of the last one that was chosen.
 *  @type {HTMLButtonElement} */
let adder;
/** @type {HTMLUListElement} */
let list;
/** The part that the list is folded into.
 *  @type {HTMLDetailsElement} */
let all;
/** @type {string[]} */
let opponents = [];
/** @type {Game[]} */
let variants = [];
/** The match that is watched, by its name; null for a log that was opened, or nothing.
 *  @type {string | null} */
let watched = null;
/** How often an address was opened: only the last one counts. */
let opened = 0;
/** @type {MatchGame[]} */
let games = [];
/** @type {About[]} */
let known = [];
/** How many logs were opened. */
let logs = 0;

/** Whether there is a server: matches are played by one. */
const hasServer = () => document.documentElement.dataset.host !== "browser";

/** Shows a match that was played before, as an example of one. */
function showExample() {
  const [game, move_ms] = ["freestyle 15x15 k=5 destroy=0", 100];
  games = EXAMPLE.map(([level, result, opening_moves, moves], index) => ({ game: index + 1, black: `level:${level}`, white: `level:${9 - Number(level)}`,
    result, reason: "line", detail: lineAt(after(readFen(emptyFen(game)), moves.split(" "))).join(" "), opening: String(1 + (index >> 1)), opening_moves, moves }));
  view.show({ match: "example", isExample: true, game, engines: ["level:4", "level:5"], games: games.length, played: games.length, move_ms, state: "done", why: null }, games);
}

/** The matches that this browser has begun: those can be stopped here.
 *  @returns {string[]} */
const own = () => JSON.parse(memory.get("matches") ?? "[]");

/** @param {string} value */
function engineChoice(value) {
  const node = el("select", { "data-label": "engine", "aria-label": t("engine") }, ...opponents.map((name) => el("option", { value: name }, called(name))));
  node.value = opponents.includes(value) ? value : opponents[0] ?? "";
  return node;
}

/** @param {string[]} names */
function chooseEngines(names) {
  engines.replaceChildren(...names.map((name, index) => el("span", { class: "row entrant" }, engineChoice(name),
    names.length > 2 ? el("button", { type: "button", "aria-label": `${t("remove")} ${index + 1}`,
      click: () => chooseEngines(chosenEngines().filter((_, other) => other !== index)) }, "✕") : null)),
  names.length < MOST ? el("button", { type: "button", "data-does": "addEngine",
    click: () => chooseEngines([...chosenEngines(), "engine"]) }, t("addEngine")) : "",
  adder);
}

const chosenEngines = () => [...engines.querySelectorAll("select")].map(({ value }) => value);

/** @param {Event} event */
async function begin(event) {
  event.preventDefault();
  const wish = { game: form.variant.value, engines: chosenEngines(), games: Number(form.games.value),
    move_ms: Math.round(Number(form.seconds.value) * 1000), seed: crypto.getRandomValues(new Uint32Array(1))[0] };
  try {
    const { match } = await ask({ do: "match", key: key(), match: wish });
    memory.set("matches", JSON.stringify([match, ...own()].slice(0, 24)));
    location.hash = `matches?match=${match}`;
  } catch (error) {
    notice(plainly(error));
  }
}

async function refresh() {
  try {
    known = (await ask({ do: "matches" })).matches;
  } catch {
    known = [];
  }
  listMatches();
}

function listMatches() {
  const mine = own();
  /** @param {About} about */
  const row = (about) => el("li", { class: about.match === watched ? "row now" : "row" },
    el("a", { href: `#matches?match=${about.match}` }, about.engines.map(called).join(" – ")),
    el("span", { class: "quiet" }, `${gameName(about.game)} · ${t("progress", about.played, about.games)} · ${t(`match-${about.state}`)}`),
    about.state === "played" && mine.includes(about.match)
      ? el("button", { type: "button", "data-does": "halt", click: () => halt(about.match) }, t("haltMatch")) : null);
  // The list is told anew with every move: a button must not go while it is pressed.
  renew(list, ...known.map(row));
  all.hidden = known.length === 0;
  view.stop.hidden = !known.some(({ match, state }) => match === watched && state === "played" && mine.includes(match));
}

/** @param {string} match */
async function halt(match) {
  try {
    await ask({ do: "halt", match, key: key() });
    await refresh();
  } catch (error) {
    notice(plainly(error));
  }
}

/** What the form asks for. */
const fields = () => ({ variant: select({ "data-label": "game" }, []),
  games: el("input", { type: "number", min: 1, max: 200, value: 10, required: true }),
  seconds: el("input", { type: "number", min: 0.01, max: 5, step: "any", value: 0.1, required: true }) });

/** What a game of a log has to say.
 *  @type {Record<string, string>} */
const NEEDED = { game: "number", black: "string", white: "string", result: "string", reason: "string", moves: "string" };

/** The games of a log, each with the number of its line.
 *  @param {string[]} lines
 *  @returns {Numbered[]} */
function readGames(lines) {
  return lines.flatMap((line, index) => {
    const game = line.trim() ? JSON.parse(line) : null;
    return game !== null && ("game" in game || "moves" in game) ? [[index + 2, game]] : [];
  });
}

/** The first thing that a game lacks, with its line; nothing where all have what they need.
 *  @param {Numbered[]} games
 *  @returns {[number, string] | null} */
function missing(games) {
  for (const [number, game] of games) {
    const key = Object.keys(NEEDED).find((name) => typeof game[name] !== NEEDED[name]);
    if (key) return [number, key];
  }
  return null;
}

/** Opens the log of a match out of a file; says whether it is one.
 *  @param {string} text */
export function openLog(text) {
  const lines = text.trim().split("\n");
  try {
    const head = JSON.parse(lines[0]).match;
    const numbered = readGames(lines.slice(1));
    const gap = missing(numbered);
    if (gap) {
      notice(t("logGap", ...gap));
      return false;
    }
    if (typeof head.variant !== "string") {
      notice(t("logGap", 1, "variant"));
      return false;
    }
    const found = numbered.map(([, game]) => game);
    const names = [...new Set(found.flatMap(({ black, white }) => [black, white]))];
    watched = null;
    games = found;
    send({ do: "watch", match: null });
    history.pushState(null, "", "#matches");
    dispatchEvent(new HashChangeEvent("hashchange"));
    view.show({ match: `log ${logs += 1}`, game: head.variant, engines: names, games: found.length, played: found.length, state: "done", why: null }, games);
    return true;
  } catch {
    notice(t("badLog"));
    return false;
  }
}

/** @param {(root: ParentNode) => void} fill */
export function build(fill) {
  fillWords = fill;
  const section = byId("matches");
  view = new MatchView(section, fill, () => { if (watched) halt(watched); });
  engines = el("div", { class: "row entrants" });
  adder = engineButton((name) => chooseEngines([...chosenEngines().slice(0, -1), name]));
  form = fields();
  list = el("ul", { class: "match-list" });
  all = fold("all-matches", "", list);
  within(all, "h2")[0].dataset.word = "allMatches";
  all.hidden = true;
  /** @param {string} word
   *  @param {Node} node */
  const field = (word, node) => el("label", { class: "field" }, el("span", { "data-word": word }), node);
  const asks = [engines, el("div", { class: "row" }, field("game", form.variant), field("gamesCount", form.games), field("engineTime", form.seconds),
    el("button", { class: "main", "data-word": "startMatch", id: "start-match" }))];
  section.append(el("div", { class: "match-top" }, el("form", { class: "card", id: "new-match", submit: begin }, el("h2", { "data-word": "newMatch" }),
    el("p", { "data-word": hasServer() ? "aboutMatches" : "matchesNeedServer" }), ...(hasServer() ? asks : []),
    el("div", { class: "row" }, chooser(openLog, ".jsonl,.gz"))), all), view.node);
  on("watched", ({ about, from, lines, live }) => {
    if (about.match !== watched) return;
    games = [...games.slice(0, from), ...lines.map((line) => JSON.parse(line))];
    known = known.map((one) => (one.match === about.match ? about : one));
    listMatches();
    view.show(about, games, live);
  });
  document.addEventListener("language", () => {
    if (opponents.length === 0) return;
    nameChoices();
    listMatches();
    if (!view.node.hidden && view.about) view.show(view.about, view.games, view.live);
  });
}

function nameChoices() {
  const before = form.variant.value;
  form.variant.replaceChildren(...variants.map((one) => el("option", { value: one.name }, kindName(one))));
  form.variant.value = before || "gomoku";
  chooseEngines(chosenEngines().length > 0 ? chosenEngines() : ["level:4", "level:5"]);
}

/** @param {Told<"hello">} hello */
export function welcome(hello) {
  ({ opponents, variants } = hello);
  nameChoices();
  fillWords(byId("matches"));
  // After a broken connection the match is watched again.
  if (watched) {
    games = [];
    send({ do: "watch", match: watched });
  }
}

/** Opens the matches, and the one that the address names.
 *  @param {URLSearchParams} query */
export async function open(query) {
  const visit = (opened += 1);
  // The list stands above the match: it is there first, so that nothing is pushed down.
  await refresh();
  // Another address may have been opened meanwhile.
  if (visit !== opened) return;
  const next = query.get("match");
  if (!next && !view.about) showExample();
  if (!next || next === watched) return;
  watched = next;
  games = [];
  listMatches();
  send({ do: "watch", match: next });
}
