// The debugging board: a position, what engines think of it, and every line they say.

import { Board } from "./board.js";
import { byId, copy, el, notice, save, select } from "./dom.js";
import { Engine } from "./engine.js";
import { Game } from "./game.js";
import { graph } from "./graph.js";
import { kindName } from "./kinds.js";
import { ask, on, send } from "./link.js";
import { Log } from "./log.js";
import { isOn, isPosition, readFen, scoreText, target, writeFen } from "./native.js";
import { Questions } from "./questions.js";
import { plainly } from "./refusals.js";
import { marksOf, recall, sign } from "./reviews.js";
import { saveButtons, showSaves } from "./saves.js";
import { isTooLarge, Tree } from "./tree.js";
import { t } from "./words.js";

const START = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x k=5 rule=freestyle destroy=0,0";
const LIMITS = [["movetime 1000", "1 s"], ["movetime 100", "0.1 s"], ["movetime 5000", "5 s"],
  ["depth 4", "@depth4"], ["depth 8", "@depth8"], ["nodes 10000", "@nodes10k"],
  ["infinite", "@untilStop"]];
const OVERLAYS = [["candidates", "@candidates"], ["order", "@order"], ["threatsX", "@threatsX"],
  ["threatsO", "@threatsO"], ["worthX", "@worthX"], ["worthO", "@worthO"], ["none", "@nothing"]];
/** What an overlay asks the engine for. */
const ASKS = { order: "moves", threatsX: "patterns", threatsO: "patterns",
  worthX: "eval", worthO: "eval" };
/** Ends of engines that nobody has to be told of: asked for, or mended by the next line. */
const EXPECTED = ["another engine was chosen", "closed", "nobody asked it anything"];
/** Threats in a few letters. */
const SHORT = { five: "5", "open-four": "4o", four: "4", "double-four": "44", "four-three": "43",
  "double-three": "33", "open-three": "3o", three: "3", overline: "6+", forbidden: "✕", none: "" };

let game = new Game(START);
let outcome = "none";
let forbidden = [];
let overlay = { kind: "candidates", rows: [] };
let ghosts = [];
let editing = null;
let sweep = null;

const seats = {};
const questions = new Questions();
let tree, board, graphPlace, says, list, log, tools, editTools, variant;

const button = (word, click, more) =>
  el("button", { type: "button", "data-word": word, click, ...more });

/** An engine with its settings and what it thinks. */
class Seat {
  constructor(name) {
    this.name = name;
    this.engine = new Engine(name);
    this.lines = new Map();
    this.breed = select({ "data-label": "engine", change: () => {
      send({ do: "engine", to: name, name: this.breed.value });
      this.isKnown = false;
      this.own.hidden = !this.isOwn();
      refresh();
    } }, ["tengen"]);
    this.player = select({ "data-label": "player", change: () => this.settle() }, ["engine"]);
    this.multi = select({ "data-label": "bestLines", change: () => this.settle() },
      ["1", "3", "5", "10"], "3");
    this.level = select({ "data-own": "level", change: () => this.settle() },
      Array.from({ length: 10 }, (_, index) => String(index + 1)), "10");
    this.limit = select({ "data-label": "limit" }, LIMITS);
    this.own = el("span", { class: "own" }, this.player,
      el("label", {}, el("span", { "data-word": "strength" }), this.level));
    this.out = el("ol", { class: "pvs" });
    this.go = button("analyse", () => this.toggle(), { class: "main" });
    this.node = el("section", { class: "card seat", "data-seat": name },
      el("h2", {}, `${name.toUpperCase()} `, el("span", { class: "who" })),
      el("div", { class: "row" }, this.breed, this.own,
        el("label", {}, el("span", { "data-word": "bestLines" }), this.multi)),
      el("div", { class: "row" }, this.limit, this.go,
        button("playBest", () => this.playBest())), this.out);
    const engine = this.engine;
    engine.on("line", (direction, text) => {
      // A tree has thousands of lines; its own place shows them.
      if (!(name === "a" && direction === "<" && tree.hear(text))) log.add(name, direction, text);
    });
    engine.on("info", (search, info) => this.think(search, info));
    engine.on("best", (search, best) => this.answered(search, best));
    engine.on("ended", (why) => {
      if (!EXPECTED.includes(why)) notice(t("ended", name.toUpperCase(), why));
      this.isKnown = false;
      this.mark();
    });
    engine.on("error", (text) => notice(plainly(text)));
    this.isKnown = false;
  }

  /** Whether the engine is ours; others take no options of ours from a page. */
  isOwn() {
    return this.breed.value === "tengen";
  }

  /** Says what the engine has to know: its options, then the position. */
  settle() {
    if (this.isOwn()) {
      this.engine.say(`setoption name Player value ${this.player.value}`);
      this.engine.say(`setoption name Level value ${this.level.value}`);
    }
    this.engine.say(`setoption name MultiPV value ${this.multi.value}`);
    this.isKnown = true;
  }

  /** Says the position; a search that runs is about the last one. */
  place() {
    if (!this.isKnown) this.settle();
    if (this.engine.isBusy()) this.engine.say("stop");
    this.lines.clear();
    this.engine.say(game.line());
    this.show();
  }

  toggle() {
    if (this.engine.isBusy()) {
      sweep = null;
      this.engine.say("stop");
    } else this.start();
    this.mark();
  }

  start(limit = this.limit.value) {
    this.place();
    this.engine.go(limit, { ply: game.ply, line: game.line(), side: game.position().side });
    this.mark();
  }

  think(search, info) {
    if (!search.about || search.about.line !== game.line()) return;
    if (info.multipv === 1 && this.name === "a" && !info.bound) {
      const { side, ply } = search.about;
      game.scores[ply] = { cp: info.cp, mate: info.mate, side };
      redrawGraph();
    }
    if (!info.pv) return;
    // A move that has changed its rank stands on the list once.
    const before = this.lines.get(info.multipv);
    for (const [rank, line] of this.lines) {
      if (rank === info.multipv || line.pv[0] !== info.pv[0]) continue;
      if (before) this.lines.set(rank, { ...before, multipv: rank });
      else this.lines.delete(rank);
    }
    this.lines.set(info.multipv, info);
    this.show();
    if (this.name === "a") redraw();
  }

  answered(search, best) {
    this.mark();
    if (search.about?.tree) {
      tree.finish();
      // The search was another player's.
      this.settle();
      return;
    }
    if (search.about?.play && search.about.line === game.line() && best !== "(none)") play(best);
    if (sweep && this.name === "a" && search.about?.line === game.line()) {
      if (game.ply < game.moves.length) {
        game.go(game.ply + 1);
        refresh();
        this.start("movetime 200");
      } else sweep = null;
    }
  }

  playBest() {
    const best = this.lines.get(1)?.pv?.[0];
    if (best && !this.engine.isBusy()) return play(best);
    if (this.engine.isBusy()) this.engine.say("stop");
    this.place();
    this.engine.go(this.limit.value === "infinite" ? "movetime 1000" : this.limit.value,
      { ply: game.ply, line: game.line(), side: game.position().side, play: true });
    return this.mark();
  }

  mark() {
    this.go.dataset.word = this.engine.isBusy() ? "stop" : "analyse";
    this.go.textContent = t(this.go.dataset.word);
  }

  /** Lists the best lines; whoever points at a move sees it on the board. */
  show() {
    const infos = [...this.lines.values()].sort((one, other) => one.multipv - other.multipv);
    this.out.replaceChildren(...infos.map((info) => {
      const moves = info.pv.slice(0, 20).map((move, index) => {
        const look = () => { ghosts = info.pv.slice(0, index + 1); redraw(); };
        return el("button", { type: "button", class: "move", pointerenter: look, focus: look,
          click: () => { for (const one of info.pv.slice(0, index + 1)) game.play(one); refresh(); },
        }, move);
      });
      return el("li", { pointerleave: () => { ghosts = []; redraw(); } },
        el("b", {}, scoreText(info)),
        el("small", {}, ` ${info.depth ?? "–"}/${info.seldepth ?? "–"} · ${count(info.nodes)} `),
        ...moves);
    }));
    if (infos.length === 0) {
      this.out.append(el("li", { class: "quiet", "data-word": "noLines" }, t("noLines")));
    }
  }
}

/** Searches a small tree with one of the players who write it down. */
function grow(player, limits, options) {
  if (isTooLarge(game.position(), Number(limits.split(" ")[1]))) return;
  const { engine } = seats.a;
  seats.a.place();
  engine.say(`setoption name Player value ${player}`);
  for (const [name, value] of Object.entries(options)) {
    engine.say(`setoption name ${name} value ${value}`);
  }
  engine.go(limits, { tree: true });
  seats.a.mark();
}

/** A number of positions, short. */
function count(nodes) {
  if (nodes === undefined) return "–";
  if (nodes < 10_000) return String(nodes);
  return nodes < 10_000_000 ? `${Math.round(nodes / 1000)}k` : `${Math.round(nodes / 1e6)}M`;
}

/** Plays a move; the engine judges it, and it is taken back if that refuses. */
function play(move) {
  if (outcome !== "none" && game.ply === game.moves.length) {
    notice(says.textContent);
    return;
  }
  game.play(move);
  refresh();
}

/** A square was clicked. */
function clicked(name) {
  const position = game.position();
  const { col, row } = target(name);
  const letter = position.cells[position.height - 1 - row][col];
  if (editing) {
    position.cells[position.height - 1 - row][col] = letter === editing ? "." : editing;
    position.last = null;
    game = new Game(writeFen(position));
    return refresh();
  }
  ghosts = [];
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
  questions.ask(writeFen(game.position()));
  seats.a.engine.say("d");
  const question = ASKS[overlay.kind];
  if (question) seats.a.engine.say(question);
  ghosts = [];
  redraw();
  redrawGraph();
  remember();
}

/** What the engine says of the position is what holds. */
function judged(found) {
  const answer = questions.hear(found.Fen, writeFen(game.position()));
  if (answer === "refused") {
    if (game.ply > 0) game.drop();
    else game = new Game(found.Fen);
    return refresh();
  }
  if (answer === "stale") return undefined;
  if (answer === "other") {
    game = new Game(found.Fen);
    redrawGraph();
  }
  outcome = found.Outcome;
  forbidden = found.Forbidden === "none" ? [] : found.Forbidden.split(" ");
  return redraw();
}

function redraw() {
  const position = game.position();
  board.node.closest(".columns")?.classList.toggle("wide", position.width > 20);
  nameGame(position);
  showSaves(tools, Math.max(...readFen(game.fen).destroy));
  const line = / wins (?!forbidden)(.*)$/.exec(outcome)?.[1].split(" ") ?? [];
  board.show(position, { line, forbidden, labels: labels(position), ghosts });
  says.textContent = sentence(position);
  const review = marksOf(game.fen, game.moves);
  list.replaceChildren(...game.moves.map((move, index) =>
    el("button", { type: "button", class: index + 1 === game.ply ? "move now" : "move",
      click: () => goTo(index + 1) }, `${index + 1}. ${move}`, sign(review, index))));
}

function sentence(position) {
  if (outcome === "draw") return t("isDraw");
  if (outcome.includes("forbidden")) return t("xFoul");
  if (outcome.startsWith("x wins")) return t("xWins");
  if (outcome.startsWith("o wins")) return t("oWins");
  return t(position.side === "x" ? "xToMove" : "oToMove");
}

/** What stands on empty points. */
function labels(position) {
  if (overlay.kind === "candidates") {
    return [...seats.a.lines.values()].filter((info) => !info.pv[0].startsWith("*"))
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

function redrawGraph() {
  graphPlace.replaceChildren(graph(game, t("chances"), goTo));
}

function goTo(ply) {
  game.go(ply);
  refresh();
}

/** Puts another game on the board. */
export function load(fen, moves = [], ply = moves.length) {
  game = new Game(fen);
  game.moves = moves;
  game.go(ply);
  outcome = "none";
  sweep = null;
  refresh();
  recall(fen, moves, redraw);
}

/** The address of the page leads here again. */
function remember() {
  const query = new URLSearchParams({ fen: game.fen, moves: game.moves.join(" "), ply: game.ply });
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
    const moves = game.moves.join(" ");
    save(`game.${format}`, (await ask({ do: "write", format, fen: game.fen, moves })).text);
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
  game = new Game(writeFen({ ...game.position(), last: null }));
  refresh();
}

function turn(side) {
  game = new Game(writeFen({ ...game.position(), side }));
  refresh();
}

/** Builds the page once. `fill` puts words into new parts of it. */
export function build(fill) {
  fillWords = fill;
  board = new Board(clicked);
  graphPlace = el("div");
  says = el("p", { class: "says", role: "status" });
  list = el("div", { class: "moves" });
  log = new Log((seat, line) => {
    const isPosition = /^\s*(position|setoption|ucinewgame)\b/.test(line);
    const isSent = seats[seat].engine.say(line);
    // The board follows what is typed.
    if (isSent && isPosition && seat === "a") seats.a.engine.say("d");
    return isSent;
  });
  tree = new Tree(grow, (moves) => { ghosts = moves; redraw(); });
  seats.a = new Seat("a");
  seats.b = new Seat("b");
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
    button("empty", () => load(writeFen(emptied(readFen(game.fen))))),
    button("edit", () => edit("x")), button("paste", pasteDialog),
    button("share", () => { remember(); copy(location.href, t("shared")); }),
    ...saveButtons(saveAs));
  const kind = (word, value) => button(word, () => edit(value), { "data-kind": value });
  editTools = el("div", { class: "row", hidden: true }, kind("putX", "x"), kind("putO", "o"),
    kind("erase", "."), button("sideX", () => turn("x")), button("sideO", () => turn("o")),
    button("done", () => edit(null), { class: "main" }));
  const steps = el("div", { class: "row" }, icon("first", "|◀", () => goTo(0)),
    icon("back", "◀", () => goTo(game.ply - 1)), icon("forward", "▶", () => goTo(game.ply + 1)),
    icon("last", "▶|", () => goTo(game.moves.length)),
    el("label", {}, el("span", { "data-word": "overlay" }), show));
  byId("debug").append(el("div", { class: "columns" },
    el("div", { class: "left" }, tools, editTools, says, board.node, steps, list,
      el("h2", { "data-word": "chances" }), graphPlace,
      button("analyseGame", () => {
        sweep = true;
        game.go(0);
        refresh();
        seats.a.start("movetime 200");
      })),
    el("div", { class: "right" }, seats.a.node,
      el("label", { class: "row" }, compare, el("span", { "data-word": "compare" })),
      seats.b.node, log.node, tree.node)));
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
  nameGame(game.position());
  for (const seat of Object.values(seats)) {
    fill(seat.breed, hello.engines);
    fill(seat.player, ["engine", ...hello.players.filter((name) => name !== "engine")]);
    seat.isKnown = false;
  }
}
