// Founding a table, and finding old ones again.

/** @import { Game, NewTable, Scene, Sitter, UndoRule } from "./envelope.d.ts" */
/** @import { Kind } from "./kinds.js" */
/** @import { Told } from "./link.js" */

import { el, memory, notice, select, within } from "./dom.js";
import { kindName } from "./kinds.js";
import { ask } from "./link.js";
import { plainly } from "./refusals.js";
import { Start } from "./start.js";
import { called, t } from "./words.js";

/** A table that this browser has seen.
 *  @typedef {{ name: string, words?: string, chairs: string[], game: Kind }} Kept */

/** @type {Game[]} */
let variants = [];
/** @type {string[]} */
let opponents = [];

/** The first choices, and below them the form and the list of tables.
 *  @type {HTMLDivElement} */
export let node;
/** @type {Start} */
let start;
/** @type {HTMLDivElement} */
let tableList;
/** @type {ReturnType<typeof fields>} */
let form;
/** @type {(root: ParentNode) => void} */
let fillWords;
/** Whether opponents were there before: a choice that was made stays. */
let hasChosen = false;

/** Who plays against a newcomer. */
const USUAL = "level:4";
/** Players that know one board only. */
const OF_3X3 = ["fivestage", "linecount"];

/** The key of a browser that keeps nothing. */
let forgetful = "";

/** What proves that chairs are one's own: made once, kept by this browser. */
export function key() {
  let own = memory.get("key") ?? forgetful;
  if (!own) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    own = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    forgetful = own;
    memory.set("key", own);
  }
  return own;
}

/** @param {string} word
 *  @param {...Node} nodes */
const field = (word, ...nodes) =>
  el("label", { class: "field" }, el("span", { "data-word": word }), ...nodes);

/** @param {string} words
 *  @param {() => void} click */
const button = (words, click) => el("button", { type: "button", click }, words);

/** @param {string} value */
function seatChoice(value) {
  return select({}, [["me", "@me"], ["guest", "@guest"]], value);
}

/** What the form asks for. */
const fields = () => ({
  name: el("input", { maxlength: 40, value: memory.get("name") ?? "", autocomplete: "nickname" }),
  variant: select({ change: chosen }, []),
  width: el("input", { type: "number", min: 3, max: 40, value: 7, change: chosen }),
  height: el("input", { type: "number", min: 3, max: 40, value: 6, change: chosen }),
  k: el("input", { type: "number", min: 3, max: 9, value: 4 }),
  rule: select({},
    ["freestyle", "standard", "renju", "caro", "caro-overline"]),
  destroy: el("input", { type: "number", min: 0, max: 9, value: 0 }),
  black: seatChoice("me"),
  white: seatChoice("guest"),
  random: el("input", { type: "checkbox" }),
  more: el("details", { class: "more" }, el("summary", { "data-word": "more" })),
  opening: select({}, [["empty", "@emptyBoard"], ["swap2", "swap2"],
    ...[2, 3, 4, 5].map((stones) => [`handicap:${stones}`, `${stones} ●`])]),
  undo: select({}, [["free", "@free"], ["once", "@once"], ["off", "@off"]]),
  minutes: el("input", { type: "number", min: 0, max: 600, step: "any", "data-hint": "none" }),
  increment: el("input", { type: "number", min: 0, max: 600, step: "any", "data-hint": "none" }),
  moveTime: el("input", { type: "number", min: 0, max: 3600, step: "any", "data-hint": "none" }),
  engineTime: el("input", { type: "number", min: 0.01, max: 60, step: "any", value: 1 }),
  own: el("div", { class: "own-size", hidden: true }),
  rematch: el("input", { type: "checkbox" }),
  load: el("input", { type: "file", accept: ".psq,.sgf,.pgn,.moves,.fen,.txt" }),
});

/** Builds the form once. `fill` puts words into new parts of it.
 *  @param {(root: ParentNode) => void} fill */
export function build(fill) {
  fillWords = fill;
  form = fields();
  form.own.append(field("width", form.width), field("height", form.height), field("inRow", form.k),
    field("rule", form.rule), field("conversions", form.destroy));
  tableList = el("div", { class: "row" });
  form.more.append(el("div", { class: "form" },
    field("begin", form.opening), field("undoRule", form.undo), field("load", form.load),
    field("gameClock", form.minutes), field("increment", form.increment),
    field("moveTime", form.moveTime), field("engineTime", form.engineTime),
    el("label", { class: "check" }, form.rematch, el("span", { "data-word": "rematch" }))));
  const table = el("form", { class: "card lobby", submit: found },
    el("h2", { "data-word": "newTable" }),
    el("div", { class: "form" },
      field("game", form.variant), field("myName", form.name),
      field("black", form.black), field("white", form.white)),
    form.own,
    el("label", { class: "check" }, form.random, el("span", { "data-word": "randomColor" })),
    form.more,
    el("div", { class: "row" }, el("button", { class: "main", "data-word": "create", id: "create" })),
    tableList);
  start = new Start(([black, white]) => {
    /** @param {string} who
     *  @returns {Sitter} */
    const seat = (who) => (who === "me" ? { me: ownName() } : who === "guest" ? "guest" : { engine: who });
    create({ game: "gomoku", seats: [seat(black), seat(white)], opening: "empty", undo: "free",
      rematch: false, seed: seed(), engine_ms: 1000 });
  });
  node = el("div", { class: "home" }, start.node, table);
  // A visitor of a table sees no other board before.
  show(!location.hash.includes("table="));
  document.addEventListener("language", () => {
    nameEngines();
    start.describe();
    listTables();
  });
}

/** Another game was chosen: only those who know it can be played against. */
function chosen() {
  form.own.hidden = form.variant.value !== "";
  const { value } = form.variant;
  const named = variants.find(({ name }) => name === value);
  const { width, height } = named ?? { width: Number(form.width.value), height: Number(form.height.value) };
  const isSmall = width === 3 && height === 3;
  for (const choice of [form.black, form.white]) {
    for (const option of choice.options) {
      option.hidden = option.disabled = OF_3X3.includes(option.value) && !isSmall;
    }
    if (choice.selectedOptions[0]?.disabled) choice.value = opponents.includes(USUAL) ? USUAL : "engine";
  }
}

const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** The player's name, as it is written in the form. */
function ownName() {
  memory.set("name", form.name.value.trim());
  return form.name.value.trim() || t("player");
}

/** Founds a table and goes there.
 *  @param {NewTable} wishes */
async function create(wishes) {
  try {
    const founded = await ask({ do: "found", key: key(), table: wishes });
    location.hash = `play?table=${founded.table}`;
  } catch (error) {
    notice(plainly(error));
  }
}

/** @param {Event} event */
async function found(event) {
  event.preventDefault();
  const name = ownName();
  /** @param {string} value
   *  @returns {Sitter} */
  const seat = (value) => (value === "me" ? { me: name } : value === "guest" ? "guest" : { engine: value });
  /** @param {HTMLInputElement} input */
  const number = (input) => Number(input.value) || 0;
  const game = form.variant.value || { width: number(form.width), height: number(form.height),
    k: number(form.k), rule: form.rule.value, destroy: number(form.destroy) };
  /** @type {[Sitter, Sitter]} */
  const seats = [seat(form.black.value), seat(form.white.value)];
  if (form.random.checked && Math.random() < 0.5) seats.reverse();
  const undo =
    /** @type {UndoRule} */
    (form.undo.value);
  /** @type {NewTable} */
  const wishes = { game, seats, opening: form.opening.value, undo, rematch: form.rematch.checked, seed: seed() };
  const [file] = form.load.files ?? [];
  if (file) wishes.load = await file.text();
  if (number(form.minutes) > 0 || number(form.increment) > 0) {
    const increment = number(form.increment);
    wishes.clock = `${Math.round(number(form.minutes) * 60)}${increment > 0 ? `+${increment}` : ""}`;
  }
  /** @param {HTMLInputElement} input */
  const ms = (input) => Math.round(number(input) * 1000);
  if (ms(form.moveTime) > 0) wishes.move_ms = ms(form.moveTime);
  if (ms(form.engineTime) > 0) wishes.engine_ms = ms(form.engineTime);
  await create(wishes);
}

/** Shows all that, or hides it.
 *  @param {boolean} isShown */
export function show(isShown) {
  node.hidden = !isShown;
  start.show(isShown);
}

/** Who plays what there; older pages have kept only words.
 *  @param {Kept} table */
const wordsOf = ({ words, chairs, game }) => words ?? `${chairs.map(called).join(" – ")}, ${kindName(game)}`;

/** The tables that this browser has seen, the latest first.
 *  @returns {Kept[]} */
const kept = () => JSON.parse(memory.get("tables") ?? "[]");

/** Shows the tables that this browser has seen. */
export function listTables() {
  const known = kept();
  tableList.replaceChildren(...(known.length > 0 ? [el("span", { class: "quiet", "data-word": "tables" }),
    ...known.map((one) => button(wordsOf(one), () => { location.hash = `play?table=${one.name}`; }))] : []));
  fillWords(tableList);
}

/** Remembers a table, so that it is found again.
 *  @param {Scene} scene */
export function remember(scene) {
  const { rule, width, height, k, chairs } = scene.view;
  const game = { rule, width, height, k, destroy: scene.destroy };
  const own = { name: scene.table, chairs: chairs.map(({ name }) => name), game };
  const known = kept().filter(({ name }) => name !== own.name);
  memory.set("tables", JSON.stringify([own, ...known].slice(0, 8)));
}

/** Engines to play against: ours by strength, simple players, and those of others.
 *  @param {string[]} players */
function engineGroups(players) {
  /** @param {string} name */
  const isLevel = (name) => name === "engine" || name.startsWith("level:");
  /** @param {string} name */
  const levelOf = (name) => (name === "engine" ? 10 : Number(name.slice("level:".length)));
  const levels = opponents.filter(isLevel).sort((one, other) => levelOf(one) - levelOf(other));
  const simple = opponents.filter((name) => players.includes(name) && !isLevel(name));
  const others = opponents.filter((name) => !players.includes(name) && !isLevel(name));
  /** @param {string} word
   *  @param {Node[]} options */
  const group = (word, options) => el("optgroup", { "data-engines": true, "data-group": word }, ...options);
  /** @param {string[]} names */
  const plain = (names) => names.map((name) => el("option", { value: name }, name));
  const groups = [group("levels", levels.map((name) =>
    el("option", { value: name, "data-level": levelOf(name) }))), group("simple", plain(simple))];
  if (others.length > 0) groups.push(group("others", plain(others)));
  return groups;
}

/** Words of choices that are not single ones. */
function nameEngines() {
  for (const choice of node.querySelectorAll("optgroup")) choice.label = t(choice.dataset.group ?? "");
  for (const choice of form.variant.options) {
    if (choice.dataset.size) choice.textContent = `${t(`game-${choice.value}`)} · ${choice.dataset.size} · ${t("row", choice.dataset.k)}`;
  }
  for (const choice of within(node, "[data-level]")) {
    const { level } = choice.dataset;
    choice.textContent = `${t("level", level)} · ${t(`level${level}`)}`;
  }
}

/** The server has said what there is.
 *  @param {Told<"hello">} hello */
export function welcome(hello) {
  ({ variants, opponents } = hello);
  const before = form.variant.value;
  form.variant.replaceChildren(...variants.map(({ name, width, height, k }) =>
    el("option", { value: name, "data-size": `${width}×${height}`, "data-k": k })),
  el("option", { value: "", "data-word": "own" }));
  form.variant.value = variants.some(({ name }) => name === before) ? before : "gomoku";
  for (const choice of [form.black, form.white]) {
    const own = choice.value;
    for (const group of choice.querySelectorAll("optgroup[data-engines]")) group.remove();
    choice.append(...engineGroups(hello.players));
    choice.value = opponents.includes(own) || ["me", "guest"].includes(own) ? own : "me";
  }
  if (!hasChosen) {
    hasChosen = true;
    form.white.value = opponents.includes(USUAL) ? USUAL : "engine";
  }
  fillWords(node);
  nameEngines();
  chosen();
}
