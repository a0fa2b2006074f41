// Tables: founding one, sitting down, playing, looking on.

import { Board } from "./board.js";
import { byId, copy, el, memory, notice, renew, save, select } from "./dom.js";
import { ask, on, send } from "./link.js";
import { readFen, scoreText, target } from "./native.js";
import { t } from "./words.js";

let scene = null;
let table = null;
let heardAt = 0;
let variants = [];
let opponents = [];

let lobby, room, board, says, chairs, tools, offer, tableTools, moves, tableList;
let form = {};
let fillWords;

/** What proves that chairs are one's own: made once, kept by this browser. */
function key() {
  let own = memory.get("key") ?? key.forgetful;
  if (!own) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    own = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    key.forgetful = own;
    memory.set("key", own);
  }
  return own;
}

export { key };

const button = (word, click, more) =>
  el("button", { type: "button", "data-word": word, click, ...more });

const field = (word, ...nodes) =>
  el("label", { class: "field" }, el("span", { "data-word": word }), ...nodes);

/** The words of a table may be long; names stay as they are. */
const chairOf = (color) => scene.view.chairs.find((chair) => chair.color === color);

// --- Founding a table ---------------------------------------------------------------

function seatChoice(value) {
  return select({}, [["me", "@me"], ["guest", "@guest"]], value);
}

function buildLobby() {
  form = {
    name: el("input", { maxlength: 40, value: memory.get("name") ?? "", autocomplete: "nickname",
      "data-hint": "myName" }),
    variant: select({ change: ownSize }, []),
    width: el("input", { type: "number", min: 3, max: 40, value: 7, "data-label": "width" }),
    height: el("input", { type: "number", min: 3, max: 40, value: 6, "data-label": "height" }),
    k: el("input", { type: "number", min: 3, max: 9, value: 4, "data-label": "inRow" }),
    rule: select({ "data-label": "rule" },
      ["freestyle", "standard", "renju", "caro", "caro-overline"]),
    destroy: el("input", { type: "number", min: 0, max: 9, value: 0, "data-label": "conversions" }),
    black: seatChoice("me"),
    white: seatChoice("guest"),
    opening: select({}, [["empty", "@emptyBoard"], ["swap2", "swap2"],
      ...[2, 3, 4, 5].map((stones) => [`handicap:${stones}`, `${stones} ●`])]),
    undo: select({}, [["free", "@free"], ["once", "@once"], ["off", "@off"]]),
    minutes: el("input", { type: "number", min: 0, max: 600, step: "any", "data-hint": "none" }),
    increment: el("input", { type: "number", min: 0, max: 600, step: "any", "data-hint": "none" }),
    moveTime: el("input", { type: "number", min: 0, max: 3600, step: "any", "data-hint": "none" }),
    engineTime: el("input", { type: "number", min: 0.01, max: 60, step: "any", value: 1 }),
    rematch: el("input", { type: "checkbox" }),
    load: el("input", { type: "file", accept: ".psq,.sgf,.pgn,.moves,.fen,.txt" }),
  };
  form.own = el("div", { class: "row", hidden: true }, form.width, "×", form.height, form.k,
    form.rule, form.destroy);
  tableList = el("div", { class: "row" });
  lobby = el("form", { class: "card", submit: found },
    el("h2", { "data-word": "newTable" }),
    el("div", { class: "form" },
      field("game", form.variant, form.own),
      field("black", form.black), field("white", form.white), field("myName", form.name),
      field("begin", form.opening), field("undoRule", form.undo),
      field("gameClock", form.minutes), field("increment", form.increment),
      field("moveTime", form.moveTime), field("engineTime", form.engineTime),
      field("load", form.load),
      el("label", { class: "row check" }, form.rematch, el("span", { "data-word": "rematch" }))),
    el("div", { class: "row" }, el("button", { class: "main", "data-word": "create", id: "create" })),
    tableList);
}

function ownSize() {
  form.own.hidden = form.variant.value !== "";
}

async function found(event) {
  event.preventDefault();
  const name = form.name.value.trim() || t("me");
  memory.set("name", form.name.value.trim());
  const seat = (value) => (value === "me" ? { me: name } : value === "guest" ? "guest" : { engine: value });
  const number = (input) => Number(input.value) || 0;
  const game = form.variant.value || { width: number(form.width), height: number(form.height),
    k: number(form.k), rule: form.rule.value, destroy: number(form.destroy) };
  const wishes = { game, seats: [seat(form.black.value), seat(form.white.value)],
    opening: form.opening.value, undo: form.undo.value, rematch: form.rematch.checked,
    seed: crypto.getRandomValues(new Uint32Array(1))[0] };
  const [file] = form.load.files;
  if (file) wishes.load = await file.text();
  if (number(form.minutes) > 0 || number(form.increment) > 0) {
    const increment = number(form.increment);
    wishes.clock = `${Math.round(number(form.minutes) * 60)}${increment > 0 ? `+${increment}` : ""}`;
  }
  const ms = (input) => Math.round(number(input) * 1000);
  if (ms(form.moveTime) > 0) wishes.move_ms = ms(form.moveTime);
  if (ms(form.engineTime) > 0) wishes.engine_ms = ms(form.engineTime);
  try {
    const founded = await ask({ do: "found", key: key(), table: wishes });
    location.hash = `play?table=${founded.table}`;
  } catch (error) {
    notice(error.message);
  }
}

// --- At a table ---------------------------------------------------------------------

function buildRoom() {
  board = new Board(clicked);
  says = el("p", { class: "says", role: "status", id: "says" });
  chairs = el("div", { class: "chairs" });
  offer = el("p", { class: "row", hidden: true });
  tools = el("div", { class: "row" });
  moves = el("div", { class: "moves" });
  tableTools = el("div", { class: "row" },
    button("link", () => copy(location.href, t("shared"))),
    button("inDebug", () => {
      const { view } = scene;
      const query = new URLSearchParams({ fen: firstFen(view), moves: view.moves.join(" "),
        ply: view.moves.length });
      location.hash = `debug?${query}`;
    }),
    button("saveSgf", () => saveAs("sgf")), button("savePsq", () => saveAs("psq")),
    button("leave", () => { location.hash = "play"; }));
  room = el("div", { class: "columns", hidden: true },
    el("div", { class: "left" }, says, offer, board.node),
    el("div", { class: "right" }, chairs, tools, el("section", { class: "card" },
      el("h2", { "data-word": "moves" }), moves), tableTools,
    el("p", { class: "quiet", id: "people" })));
}

/** The position in which the moves of a table began. */
function firstFen(view) {
  if (view.start) return view.start;
  const rows = Array(view.height).fill(view.width).join("/");
  const all = scene.destroy;
  return `${rows} x k=${view.k} rule=${view.rule} destroy=${all},${all}`;
}

async function saveAs(format) {
  const { view } = scene;
  try {
    const fen = firstFen(view);
    save(`game.${format}`, (await ask({ do: "write", format, fen, moves: view.moves.join(" ") })).text);
  } catch (error) {
    notice(error.message);
  }
}

const want = (what, chair) => send({ do: "want", chair: chair ?? null, want: what });

function clicked(name) {
  if (!scene) return;
  const { view } = scene;
  if (view.result) return notice(says.textContent);
  const position = readFen(view.fen);
  const { col, row } = target(name);
  const letter = position.cells[position.height - 1 - row][col];
  const isTheirs = letter !== "." && letter.toLowerCase() !== view.side &&
    letter === letter.toLowerCase();
  const left = view.conversions?.[view.side === "x" ? 0 : 1] ?? 0;
  return want({ do: "play", move: isTheirs && left > 0 ? `*${name}` : name });
}

/** Puts nodes with their words where they belong, if they are others than before. */
function change(parent, ...nodes) {
  for (const node of nodes) fillWords(el("div", {}, node));
  renew(parent, ...nodes);
}

/** Shows what the server says of the table; it is always all of it. */
function show(next) {
  scene = next;
  heardAt = performance.now();
  lobby.hidden = true;
  room.hidden = false;
  const { view } = scene;
  room.classList.toggle("wide", view.width > 20);
  board.show(readFen(view.fen), { line: view.line, forbidden: view.forbidden,
    hint: view.hint?.move.replace("*", "") });
  says.textContent = sentence();
  change(chairs, ...["first", "second"].map(chairNode));
  offerNode();
  toolNodes();
  renew(moves, ...view.moves.map((move, index) =>
    el("span", { class: "move" }, `${index + 1}. ${move}`)));
  moves.scrollTop = moves.scrollHeight;
  byId("people").textContent = t("people", scene.people) +
    (scene.free.length > 0 ? ` · ${t("stayHere")}` : "");
  tick();
}

function sentence() {
  const { view } = scene;
  const nameOf = (chair) => view.chairs[chair === "first" ? 0 : 1];
  if (view.result) {
    const { result, reason } = view.result;
    if (result === "1/2-1/2") return t(reason === "full" ? "drawFull" : "drawAgreed");
    const winner = chairOf(result === "1-0" ? "x" : "o");
    const why = { line: t("whyLine", view.line.join(" ")), forbidden: t("whyForbidden"),
      resign: t("whyResign"), time: t("whyTime") }[reason] ??
      `${t("whyFault")}${view.result.detail ? ` (${view.result.detail})` : ""}`;
    return t("wins", winner.name, winner.color, why);
  }
  const actor = nameOf(view.actor);
  const stage = { "three-stones": "stageThree", choice: "stageChoice", "two-stones": "stageTwo",
    "last-choice": "stageChoice" }[view.stage];
  const words = stage ? t(stage, actor.name)
    : t(view.moves.length === 0 ? "movesFirst" : "isToMove", actor.name, actor.color);
  const hint = view.hint ? ` ${t("hint")}: ${view.hint.move} (${scoreText(view.hint.mate === null
    ? { cp: view.hint.cp ?? 0 } : { mate: view.hint.mate })})` : "";
  return (view.paused ? `${t("paused")} ` : "") + words + hint;
}

function chairNode(name, index) {
  const { view } = scene;
  const chair = view.chairs[index];
  const isFree = scene.free.includes(name);
  const acts = view.actor === name;
  const conversions = view.conversions
    ? t("left", view.conversions[chair.color === "x" ? 0 : 1]) : "";
  const thought = chair.depth === null ? "" : `d${chair.depth} ` + (chair.mate !== null
    ? scoreText({ mate: chair.mate }) : chair.cp !== null ? scoreText({ cp: chair.cp }) : "");
  const node = el("div", { class: acts ? "chair acts" : "chair", "data-chair": name },
    el("div", {}, el("span", { class: `stone ${chair.color}` }), " ",
      el("b", {}, isFree ? t("freeChair") : chair.name),
      scene.own.includes(name) ? ` (${t("you")})` : ""),
    el("div", { class: "clock" }, clocks(chair, 0)),
    el("small", {}, [t("wonGames", chair.wins), conversions, thought].filter(Boolean).join(" · ")));
  if (isFree) node.append(button("sit", () => sit(name), { class: "main" }));
  return node;
}

function sit(chair) {
  const name = memory.get("name") || window.prompt(t("myName"), "") || t("guest");
  memory.set("name", name);
  send({ do: "sit", chair, name: name.slice(0, 40) });
}

function offerNode() {
  const { view } = scene;
  const from = view.draw_offer;
  const isForMe = from && scene.own.some((chair) => chair !== from);
  offer.hidden = !from;
  if (!from) return;
  const name = view.chairs[from === "first" ? 0 : 1].name;
  const to = from === "first" ? "second" : "first";
  change(offer, el("span", {}, t("drawOffered", name)), ...(isForMe ? [
    button("accept", () => want({ do: "answer-draw", accept: true }, to)),
    button("decline", () => want({ do: "answer-draw", accept: false }, to))] : []));
}

function toolNodes() {
  const { view } = scene;
  const plays = scene.own.length > 0;
  const isOver = view.result !== null;
  const isMine = scene.own.includes(view.actor);
  const hasEngine = view.chairs.some((chair) => !chair.human);
  const nodes = [];
  const add = (word, what, isOn) =>
    nodes.push(button(word, () => want(what), { disabled: !isOn, id: `do-${what.do}` }));
  if (isMine && ["choice", "last-choice"].includes(view.stage)) {
    const choose = (word, choice) => nodes.push(button(word, () => want({ do: "choose", choice }),
      { class: "main" }));
    choose("takeBlack", "black");
    choose("takeWhite", "white");
    if (view.stage === "choice") choose("placeTwo", "two");
  }
  if (plays) {
    add("undo", { do: "undo" }, view.moves.length > 0);
    add("hint", { do: "hint" }, isMine && !isOver && view.stage === "play");
    add("swap", { do: "swap-sides" }, !isOver && view.stage === "play");
    add("offerDraw", { do: "offer-draw" }, !isOver && !view.draw_offer);
    add("resign", { do: "resign" }, !isOver);
  }
  if (plays || scene.leads) {
    if (hasEngine) {
      add(view.paused ? "resume" : "pause", { do: view.paused ? "resume" : "pause" }, !isOver);
      if (view.paused) add("step", { do: "step" }, !isOver);
    }
    nodes.push(button("newGame", () => want({ do: "new-game", swap: false }),
      { class: isOver ? "main" : "", id: "do-new-game" }));
  }
  change(tools, ...nodes);
}

/** Clocks run on between messages. */
function tick() {
  if (!scene || room.hidden) return;
  const passed = performance.now() - heardAt;
  [...room.querySelectorAll(".clock")].forEach((node, index) => {
    const chair = scene.view.chairs[index];
    node.textContent = clocks(chair, chair.running && !scene.view.paused ? passed : 0);
  });
}

/** The clock of the game and the time for the move, after so many milliseconds. */
const clocks = (chair, used) => [chair.clock_ms, chair.move_ms].filter((ms) => ms !== null)
  .map((ms) => clock(Math.max(0, ms - used))).join(" / ");

function clock(ms) {
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function listTables() {
  const known = JSON.parse(memory.get("tables") ?? "[]");
  tableList.replaceChildren(...(known.length > 0 ? [el("span", { class: "quiet", "data-word": "tables" }),
    ...known.map(({ name, words }) => button("", () => { location.hash = `play?table=${name}`; }))] : []));
  [...tableList.querySelectorAll("button")].forEach((node, index) => {
    delete node.dataset.word;
    node.textContent = known[index].words;
  });
  fillWords(tableList);
}

function remember() {
  const { view } = scene;
  const words = `${view.chairs[0].name} – ${view.chairs[1].name}, ${view.width}×${view.height}`;
  const known = JSON.parse(memory.get("tables") ?? "[]").filter(({ name }) => name !== scene.table);
  memory.set("tables", JSON.stringify([{ name: scene.table, words }, ...known].slice(0, 8)));
}

// --- What main.js calls -------------------------------------------------------------

export function build(fill) {
  fillWords = fill;
  buildLobby();
  buildRoom();
  byId("play").append(lobby, room);
  on("scene", (message) => {
    if (message.table !== table) return;
    show(message);
    remember();
  });
  on("error", (message) => {
    if (message.from) return;
    notice(message.text);
    if (message.text.startsWith("table: ") && table) {
      if (message.text.includes("closed")) enter();
      else location.hash = "play";
    }
  });
  document.addEventListener("language", () => { if (scene && !room.hidden) show(scene); });
  setInterval(tick, 200);
}

function enter() {
  send({ do: "enter", table, key: key() });
}

/** Opens a table, or the place where they are founded. */
export function open(query) {
  const next = query.get("table");
  if (next !== table) {
    if (table) send({ do: "leave" });
    table = next;
    scene = null;
  }
  if (table && !scene) enter();
  lobby.hidden = Boolean(table);
  room.hidden = !scene;
  listTables();
}

export function welcome(hello) {
  ({ variants, opponents } = hello);
  const before = form.variant.value;
  form.variant.replaceChildren(...variants.map(({ name, width, height, k }) =>
    el("option", { value: name }, `${name} · ${width}×${height}, ${k}`)),
  el("option", { value: "", "data-word": "own" }));
  form.variant.value = variants.some(({ name }) => name === before) ? before : "gomoku";
  for (const choice of [form.black, form.white]) {
    const own = choice.value;
    for (const node of choice.querySelectorAll("[data-engine]")) node.remove();
    choice.append(...opponents.map((name) => el("option", { value: name, "data-engine": "" }, name)));
    choice.value = own;
  }
  fillWords(lobby);
  // After a broken connection the table is entered again.
  scene = null;
}
