// The debugging board: a position, what engines think of it, and every line they say.

import { Board } from "./board.js";
import { byId, copy, el, notice, save, select } from "./dom.js";
import { Game } from "./game.js";
import { graph } from "./graph.js";
import { kindName } from "./kinds.js";
import { ask, on, send } from "./link.js";
import { Log } from "./log.js";
import { isOn, isPosition, readFen, target, writeFen } from "./native.js";
import { ASKS, labels, OVERLAYS } from "./overlays.js";
import { Questions } from "./questions.js";
import { marksOf, recall, sign } from "./reviews.js";
import { saveButtons, showSaves } from "./saves.js";
import { Seat } from "./seat.js";
import { isTooLarge, Tree } from "./tree.js";
import { t } from "./words.js";

const START = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x k=5 rule=freestyle destroy=0,0";
let outcome = "none";
let forbidden = [];
let overlay = { kind: "candidates", rows: [] };
let editing = null;

const seats = {};
const questions = new Questions();
let board, graphPlace, says, list, tools, editTools, variant;
/** What the engines' places share with the board. */
const desk = { game: new Game(START), ghosts: [], sweep: null, tree: null, log: null,
  refresh, redraw, redrawGraph, play };

const button = (word, click, more) =>
  el("button", { type: "button", "data-word": word, click, ...more });

/** Searches a small tree with one of the players who write it down. */
function grow(player, limits, options) {
  if (isTooLarge(desk.game.position(), Number(limits.split(" ")[1]))) return;
  const { engine } = seats.a;
  seats.a.place();
  engine.say(`setoption name Player value ${player}`);
  for (const [name, value] of Object.entries(options)) {
    engine.say(`setoption name ${name} value ${value}`);
  }
  engine.go(limits, { tree: true });
  seats.a.mark();
}

/** Plays a move; the engine judges it, and it is taken back if that refuses. */
function play(move) {
  if (outcome !== "none" && desk.game.ply === desk.game.moves.length) {
    notice(says.textContent);
    return;
  }
  desk.game.play(move);
  refresh();
}

/** A square was clicked. */
function clicked(name) {
  const position = desk.game.position();
  const { col, row } = target(name);
  const letter = position.cells[position.height - 1 - row][col];
  if (editing) {
    position.cells[position.height - 1 - row][col] = letter === editing ? "." : editing;
    position.last = null;
    desk.game = new Game(writeFen(position));
    return refresh();
  }
  desk.ghosts = [];
  const isOther = letter !== "." && letter.toLowerCase() !== position.side;
  const left = position.destroy[position.side === "x" ? 0 : 1];
  return play(isOther && letter === letter.toLowerCase() && left > 0 ? `*${name}` : name);
}

/** Everything follows the position: the engines, the board, the link. */
function refresh() {
  overlay.rows = [];
  for (const seat of Object.values(seats)) {
    if (!seat.node.hidden) seat.place();
  }
  questions.ask(writeFen(desk.game.position()));
  seats.a.engine.say("d");
  const question = ASKS[overlay.kind];
  if (question) seats.a.engine.say(question);
  desk.ghosts = [];
  redraw();
  redrawGraph();
  remember();
}

/** What the engine says of the position is what holds. */
function judged(found) {
  const answer = questions.hear(found.Fen, writeFen(desk.game.position()));
  if (answer === "refused") {
    if (desk.game.ply > 0) desk.game.drop();
    else desk.game = new Game(found.Fen);
    return refresh();
  }
  if (answer === "stale") return undefined;
  if (answer === "other") {
    desk.game = new Game(found.Fen);
    redrawGraph();
  }
  outcome = found.Outcome;
  forbidden = found.Forbidden === "none" ? [] : found.Forbidden.split(" ");
  return redraw();
}

function redraw() {
  const position = desk.game.position();
  board.node.closest(".columns")?.classList.toggle("wide", position.width > 20);
  nameGame(position);
  showSaves(tools, Math.max(...readFen(desk.game.fen).destroy));
  const line = / wins (?!forbidden)(.*)$/.exec(outcome)?.[1].split(" ") ?? [];
  board.show(position, { line, forbidden, labels: labels(position, overlay, seats.a.lines),
    ghosts: desk.ghosts });
  says.textContent = sentence(position);
  const review = marksOf(desk.game.fen, desk.game.moves);
  list.replaceChildren(...desk.game.moves.map((move, index) =>
    el("button", { type: "button", class: index + 1 === desk.game.ply ? "move now" : "move",
      click: () => goTo(index + 1) }, `${index + 1}. ${move}`, sign(review, index))));
}

function sentence(position) {
  if (outcome === "draw") return t("isDraw");
  if (outcome.includes("forbidden")) return t("xFoul");
  if (outcome.startsWith("x wins")) return t("xWins");
  if (outcome.startsWith("o wins")) return t("oWins");
  return t(position.side === "x" ? "xToMove" : "oToMove");
}

function redrawGraph() {
  graphPlace.replaceChildren(graph(desk.game, t("chances"), goTo));
}

function goTo(ply) {
  desk.game.go(ply);
  refresh();
}

/** Puts another game on the board. */
export function load(fen, moves = [], ply = moves.length) {
  desk.game = new Game(fen);
  desk.game.moves = moves;
  desk.game.go(ply);
  outcome = "none";
  desk.sweep = null;
  refresh();
  recall(fen, moves, redraw);
}

/** The address of the page leads here again. */
function remember() {
  const { fen, moves, ply } = desk.game;
  const query = new URLSearchParams({ fen, moves: moves.join(" "), ply });
  if (!byId("debug").hidden) history.replaceState(null, "", `#debug?${query}`);
}

/** Opens what an address says. */
export function open(query) {
  const fen = query.get("fen");
  if (!fen) return refresh();
  const moves = (query.get("moves") ?? "").split(" ").filter(Boolean);
  const ply = Number(query.get("ply") ?? moves.length);
  if (!isPosition(fen) || !moves.every((move) => isOn(readFen(fen), move)) || !Number.isInteger(ply)) {
    notice(t("badLink"));
    return refresh();
  }
  return load(fen, moves, ply);
}

async function take(text, variant) {
  try {
    const read = await ask({ do: "read", text, format: null, variant });
    load(read.fen, read.moves);
    if (read.notes.length > 0) notice(read.notes.join(" · "));
    return true;
  } catch (error) {
    notice(error.message);
    return false;
  }
}

async function saveAs(format) {
  try {
    const moves = desk.game.moves.join(" ");
    save(`game.${format}`, (await ask({ do: "write", format, fen: desk.game.fen, moves })).text);
  } catch (error) {
    notice(error.message);
  }
}

function pasteDialog() {
  const text = el("textarea", { rows: 8, "data-hint": "pasteHint", "data-label": "pasteHint" });
  const dialog = el("dialog", { close: () => {
    // What was said above it stays.
    document.body.append(byId("notice"));
    dialog.remove();
  } },
    el("form", { method: "dialog", submit: async (event) => {
      if (event.submitter?.value !== "take") return;
      event.preventDefault();
      if (await take(text.value, variant.value || null)) dialog.close();
    } }, el("h2", { "data-word": "paste" }), text,
    el("div", { class: "row" }, button("cancel", () => dialog.close()),
      el("button", { class: "main", value: "take", "data-word": "take" }))));
  byId("debug").append(dialog);
  fillWords(dialog);
  dialog.showModal();
}

let fillWords;
let variants = [];

/** Shows which game with a name is on the board, or that it is none of them. */
function nameGame({ width, height, k, rule, destroy }) {
  const fits = (other) => other.width === width && other.height === height && other.k === k &&
    other.rule === rule && other.destroy >= Math.max(...destroy);
  const now = variants.find(({ name }) => name === variant.value);
  if (now && fits(now)) return;
  variant.value = variants.find(fits)?.name ?? "";
}

/** Calls the games with a name as people do. */
function nameVariants() {
  for (const one of variants) {
    const choice = [...variant.options].find(({ value }) => value === one.name);
    if (choice) choice.textContent = kindName(one);
  }
}

function edit(kind) {
  editing = kind;
  editTools.hidden = kind === null;
  tools.hidden = kind !== null;
  for (const node of editTools.querySelectorAll("[data-kind]")) {
    node.setAttribute("aria-pressed", node.dataset.kind === kind);
  }
  if (kind === null) return;
  // From here on it is a position, not a game.
  desk.game = new Game(writeFen({ ...desk.game.position(), last: null }));
  refresh();
}

function turn(side) {
  desk.game = new Game(writeFen({ ...desk.game.position(), side }));
  refresh();
}

/** Builds the page once. `fill` puts words into new parts of it. */
export function build(fill) {
  fillWords = fill;
  board = new Board(clicked);
  graphPlace = el("div");
  says = el("p", { class: "says", role: "status" });
  list = el("div", { class: "moves" });
  desk.log = new Log((seat, line) => {
    const isPosition = /^\s*(position|setoption|ucinewgame)\b/.test(line);
    const isSent = seats[seat].engine.say(line);
    // The board follows what is typed.
    if (isSent && isPosition && seat === "a") seats.a.engine.say("d");
    return isSent;
  });
  desk.tree = new Tree(grow, (moves) => { desk.ghosts = moves; redraw(); });
  seats.a = new Seat("a", desk);
  seats.b = new Seat("b", desk);
  seats.b.node.hidden = true;
  seats.a.engine.on("board", judged);
  seats.a.engine.on("ended", () => questions.outdate());
  on("closed", () => questions.outdate());
  seats.a.engine.on("error", (text) => { if (text.startsWith("position")) questions.refuse(); });
  for (const kind of ["patterns", "moves", "eval"]) {
    seats.a.engine.on(kind, (rows) => {
      if (ASKS[overlay.kind] !== kind) return;
      overlay.rows = rows;
      redraw();
    });
  }
  variant = select({ "data-label": "game", change: () => {
    // What is typed by hand afterwards is about this game, too.
    for (const seat of Object.values(seats)) {
      if (!seat.node.hidden && seat.isOwn()) {
        seat.engine.say(`setoption name Variant value ${variant.value}`);
      }
    }
    const { width, height, k, rule, destroy } = variants.find(({ name }) => name === variant.value);
    load(`${Array(height).fill(width).join("/")} x k=${k} rule=${rule} destroy=${destroy},${destroy}`);
  } }, []);
  const show = select({ "data-label": "overlay", change: () => {
    overlay = { kind: show.value, rows: [] };
    refresh();
  } }, OVERLAYS);
  const icon = (word, text, click) =>
    el("button", { type: "button", "data-label": word, click }, text);
  const compare = el("input", { type: "checkbox", id: "compare", change: () => {
    seats.b.node.hidden = !compare.checked;
    if (compare.checked) seats.b.place();
    else send({ do: "close", to: "b" });
  } });
  tools = el("div", { class: "row" }, variant,
    button("empty", () => load(writeFen(emptied(readFen(desk.game.fen))))),
    button("edit", () => edit("x")), button("paste", pasteDialog),
    button("share", () => { remember(); copy(location.href, t("shared")); }),
    ...saveButtons(saveAs));
  const kind = (word, value) => button(word, () => edit(value), { "data-kind": value });
  editTools = el("div", { class: "row", hidden: true }, kind("putX", "x"), kind("putO", "o"),
    kind("erase", "."), button("sideX", () => turn("x")), button("sideO", () => turn("o")),
    button("done", () => edit(null), { class: "main" }));
  const steps = el("div", { class: "row" }, icon("first", "|◀", () => goTo(0)),
    icon("back", "◀", () => goTo(desk.game.ply - 1)),
    icon("forward", "▶", () => goTo(desk.game.ply + 1)),
    icon("last", "▶|", () => goTo(desk.game.moves.length)),
    el("label", {}, el("span", { "data-word": "overlay" }), show));
  byId("debug").append(el("div", { class: "columns" },
    el("div", { class: "left" }, tools, editTools, says, board.node, steps, list,
      el("h2", { "data-word": "chances" }), graphPlace,
      button("analyseGame", () => {
        desk.sweep = true;
        desk.game.go(0);
        refresh();
        seats.a.start("movetime 200");
      })),
    el("div", { class: "right" }, seats.a.node,
      el("label", { class: "row" }, compare, el("span", { "data-word": "compare" })),
      seats.b.node, desk.log.node, desk.tree.node)));
  redraw();
  redrawGraph();
  for (const seat of Object.values(seats)) seat.show();
  document.addEventListener("language", () => {
    nameVariants();
    redraw();
  });
  on("error", (message) => { if (message.from) notice(message.text); });
}

function emptied(position) {
  const [conversions] = [Math.max(...position.destroy)];
  return { ...position, cells: position.cells.map((row) => row.map(() => ".")), side: "x",
    last: null, destroy: [conversions, conversions] };
}

/** The server has said what there is. */
export function welcome(hello) {
  const fill = (node, names) => {
    const before = node.value;
    node.replaceChildren(...names.map((name) => el("option", { value: name }, name)));
    node.value = names.includes(before) ? before : names[0];
  };
  const isUsual = ({ name }) => name === "gomoku";
  variants = [...hello.variants.filter(isUsual), ...hello.variants.filter((one) => !isUsual(one))];
  fill(variant, variants.map(({ name }) => name));
  nameVariants();
  variant.append(el("option", { value: "", hidden: true, "data-word": "own" }, t("own")));
  nameGame(desk.game.position());
  for (const seat of Object.values(seats)) {
    fill(seat.breed, hello.engines);
    fill(seat.player, ["engine", ...hello.players.filter((name) => name !== "engine")]);
    seat.isKnown = false;
  }
}
