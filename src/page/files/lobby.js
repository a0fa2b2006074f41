// Founding a table, and finding old ones again.

/** @import { Game, NewTable, Sitter, UndoRule } from "./envelope.d.ts" */
/** @import { Kind } from "./kinds.js" */
/** @import { Told } from "./link.js" */

import { askName } from "./asking.js";
import { el, engineButton, memory, notice, select, within } from "./dom.js";
import { ask } from "./link.js";
import { plainly } from "./refusals.js";
import { ruleNodes } from "./rules.js";
import { kept, MyGames, remember, Start } from "./start.js";
import { know, t } from "./words.js";
import words from "./wordsstart.js";

know(words);

export { remember };

/** @type {Game[]} */
let variants = [];
/** @type {string[]} */
let opponents = [];

/** The first choices, and below them the form and the list of tables.
 *  @type {HTMLDivElement} */
export let node;
/** @type {Start} */
let start;
/** @type {MyGames} */
let games;
/** The rules of the game that is chosen, and what its beginning is.
 *  @type {HTMLElement} */
let rules;
/** @type {HTMLElement} */
let beginning;
/** @type {ReturnType<typeof fields>} */
let form;
/** @type {(root: ParentNode) => void} */
let fillWords;
/** Whether opponents were there before: a choice that was made stays. */
let hasChosen = false;
/** The game that is described before the server has said which there are. */
const GOMOKU = { rule: "freestyle", width: 15, height: 15, k: 5, destroy: 0 };
/** Whether a game is on the smallest board: there the levels are in no order, but for the best.
 *  @param {Kind} kind */
const isTiny = ({ width, height }) => width === 3 && height === 3;

/** How the form was filled in for the last game, by the names of its fields, and which game that was.
 *  @returns {{ kind?: Kind, open?: boolean } & Record<string, any>} */
const lastForm = () => memory.read("form", {});

/** Who plays against a newcomer. */
const USUAL = "level:4";
/** Players that know one board only. */
const OF_3X3 = ["fivestage", "linecount"];
/** Our engine as well as it can play. */
const BEST = "engine";
/** The smallest side of a board with a handicap, and the fewest points for swap2, as the server has them. */
const HANDICAP_SIDE = 7;
const SWAP2_POINTS = 25;

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

/** @param {string} value */
function seatChoice(value) {
  return select({}, [["me", "@me"], ["guest", "@guest"]], value);
}

/** What the form asks for. */
const fields = () => ({
  name: el("input", { maxlength: 40, value: memory.get("name") ?? "", autocomplete: "nickname", change: () => { ownName(); } }),
  variant: select({ change: chosen }, []),
  width: el("input", { type: "number", min: 3, max: 40, value: 7, input: chosen }),
  height: el("input", { type: "number", min: 3, max: 40, value: 6, input: chosen }),
  k: el("input", { type: "number", min: 3, max: 9, value: 4, input: chosen }),
  rule: select({ change: chosen },
    ["freestyle", "standard", "renju", "caro", "caro-overline"].map((rule) => [rule, `@kind-${rule}`])),
  destroy: el("input", { type: "number", min: 0, max: 9, value: 0, input: chosen }),
  black: seatChoice("me"),
  white: seatChoice("guest"),
  random: el("input", { type: "checkbox" }),
  more: el("details", { class: "more" }, el("summary", { "data-word": "more" })),
  opening: select({ change: chosen }, [["empty", "@emptyBoard"], ["swap2", "swap2"],
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
  rules = el("div", { class: "rules", "aria-live": "polite" });
  beginning = el("div", { class: "quiet beginning", "aria-live": "polite" });
  form.more.append(el("div", { class: "form" },
    field("begin", form.opening), field("undoRule", form.undo)), beginning, el("div", { class: "form" },
    field("load", form.load),
    field("gameClock", form.minutes), field("increment", form.increment),
    field("moveTime", form.moveTime), field("engineTime", form.engineTime),
    el("label", { class: "check" }, form.rematch, el("span", { "data-word": "rematch" }))));
  const table = el("form", { class: "card lobby", submit: found },
    el("h2", { "data-word": "newTable" }),
    el("div", { class: "form" }, field("game", form.variant), field("myName", form.name)),
    form.own, rules,
    el("div", { class: "form" }, field("black", form.black), field("white", form.white)),
    el("div", { class: "row" }, el("label", { class: "check" }, form.random, el("span", { "data-word": "randomColor" })), el("span", { class: "grow" }),
      engineButton((name) => { form.white.value = name; })),
    form.more,
    el("div", { class: "row" }, el("button", { class: "main", "data-word": "create", id: "create" })));
  start = new Start({ begin: async (game, [black, white], clock) => {
    const isInvitation = [black, white].includes("guest");
    if (isInvitation && document.documentElement.dataset.host === "browser") return notice(t("inviteNeeds"));
    // Who invites somebody has a name.
    if (isInvitation && !form.name.value.trim()) {
      const name = await askName(node, fillWords, "inviteNow");
      if (!name) return null;
      form.name.value = name;
    }
    return create({ game, seats: [seat(black), seat(white)], opening: "empty", undo: "free",
      rematch: false, seed: seed(), engine_ms: 1000, ...(clock ? { clock } : {}) });
  }, remover: (game) => games.remover(game),
  others: () => {
    table.scrollIntoView({ block: "start", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    form.variant.focus({ preventScroll: true });
  } });
  games = new MyGames(listTables, (table) => ask({ do: "discard", table, key: key() }));
  node = el("div", { class: "home" }, start.node, el("div", { class: "below" }, games.node, table));
  fillAsLast();
  describe();
  listTables();
  // A visitor of a table sees no other board before.
  show(!location.hash.includes("table="));
  document.addEventListener("language", () => {
    nameEngines();
    start.describe();
    describe();
    listTables();
  });
}

/** Fields that are remembered, for the next game begins like the last one. */
const KEPT =
  /** @type {const} */
  (["variant", "width", "height", "k", "rule", "destroy", "black", "white", "random", "opening", "undo", "minutes", "increment",
    "moveTime", "engineTime", "rematch"]);

/** What of a field is remembered.
 *  @param {HTMLInputElement | HTMLSelectElement} field
 *  @returns {"value" | "checked"} */
const partOf = ({ type }) => (type === "checkbox" ? "checked" : "value");

/** Fills in the form as it was for the last game; what the server has to say first comes with its greeting. */
function fillAsLast() {
  const before = lastForm();
  for (const name of KEPT) {
    if (name in before) Object.assign(form[name], { [partOf(form[name])]: before[name] });
  }
  form.more.open = Boolean(before.open);
}

/** Remembers how the form is filled in, and whether clocks and the like are in sight. */
function keepForm() {
  const all = KEPT.map((name) => [name, Reflect.get(form[name], partOf(form[name]))]);
  memory.set("form", JSON.stringify({ ...Object.fromEntries(all), kind: wanted(), open: form.more.open }));
}

/** The game that the form asks for.
 *  @returns {Kind} */
function wanted() {
  if (variants.length === 0) return lastForm().kind ?? GOMOKU;
  const [width, height, k, destroy] = [form.width, form.height, form.k, form.destroy].map(({ value }) => Number(value));
  return variants.find(({ name }) => name === form.variant.value) ?? { rule: form.rule.value, width, height, k, destroy };
}

/** Says what the rules of the chosen game are, and how it begins. */
function describe() {
  const kind = wanted();
  rules.replaceChildren(...(kind.k >= 3 && kind.k <= 9 ? ruleNodes(kind) : []));
  form.own.hidden = variants.length > 0 ? form.variant.value !== "" : lastForm().variant !== "";
  const [what, stones] = form.opening.value.split(":");
  beginning.textContent = what === "empty" ? "" : t(`about-${what}`, stones);
}

/** Something about the game was chosen: only those who know it can be played against, and it begins only as it can. */
function chosen() {
  const { width, height, k, destroy } = wanted();
  const isSmall = isTiny(wanted());
  for (const choice of [form.black, form.white]) {
    for (const option of choice.options) {
      // Below full strength the levels are those of gomoku: on the smallest board they are in no order.
      const isOut = OF_3X3.includes(option.value) ? !isSmall : isSmall && option.value.startsWith("level:");
      option.hidden = option.disabled = isOut;
    }
    if (choice.selectedOptions[0]?.disabled) {
      if (isSmall) choice.dataset.before = choice.value;
      choice.value = isSmall ? BEST : opponents.includes(USUAL) ? USUAL : BEST;
    } else if (!isSmall && choice.dataset.before) {
      if (choice.value === BEST) choice.value = choice.dataset.before;
      delete choice.dataset.before;
    }
  }
  for (const option of form.opening.options) {
    option.disabled = option.value === "swap2" ? k !== 5 || destroy > 0 || width * height < SWAP2_POINTS
      : option.value !== "empty" && Math.min(width, height) < HANDICAP_SIDE;
  }
  if (form.opening.selectedOptions[0]?.disabled) form.opening.value = "empty";
  nameEngines();
  describe();
}

const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** The player's name, as it is written in the form. */
function ownName() {
  memory.set("name", form.name.value.trim());
  return form.name.value.trim() || t("player");
}

/** A seat as the server knows it.
 *  @param {string} value
 *  @returns {Sitter} */
const seat = (value) => (value === "me" ? { me: ownName() } : value === "guest" ? "guest" : { engine: value });

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
  keepForm();
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
  if (file) wishes.load = await (await import("./encodings.js")).textOf(file);
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

/** Shows the tables that this browser has seen, and the last of them on the board. */
export function listTables() {
  if (document.activeElement !== form.name) form.name.value = memory.get("name") ?? "";
  const last = kept().find(({ fen }) => fen) ?? null;
  games.show(last?.name);
  start.look(last);
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
  const isSmall = isTiny(wanted());
  for (const choice of within(node, "[data-level]")) {
    const { level } = choice.dataset;
    choice.textContent = isSmall ? t("neverLoses") : `${t("level", level)} · ${t(`level${level}`)}`;
  }
}

/** The server has said what there is.
 *  @param {Told<"hello">} hello */
export function welcome(hello) {
  ({ variants, opponents } = hello);
  const before = hasChosen ? form.variant.value : String(lastForm().variant ?? "gomoku");
  form.variant.replaceChildren(...variants.map(({ name, width, height, k }) =>
    el("option", { value: name, "data-size": `${width}×${height}`, "data-k": k })),
  el("option", { value: "", "data-word": "own" }));
  form.variant.value = before === "" || variants.some(({ name }) => name === before) ? before : "gomoku";
  for (const choice of [form.black, form.white]) {
    const own = hasChosen ? choice.value : String(lastForm()[choice === form.black ? "black" : "white"] ?? (choice === form.white ? USUAL : "me"));
    for (const group of choice.querySelectorAll("optgroup[data-engines]")) group.remove();
    choice.append(...engineGroups(hello.players));
    choice.value = opponents.includes(own) || ["me", "guest"].includes(own) ? own : opponents.includes(USUAL) ? USUAL : BEST;
  }
  hasChosen = true;
  fillWords(node);
  nameEngines();
  chosen();
}
