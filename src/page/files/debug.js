// The debugging board: a position, what engines think of it, and every line they say.

/** @import { Game as Variant } from "./envelope.d.ts" */
/** @import { Label } from "./board.js" */
/** @import { Engine } from "./engine.js" */
/** @import { Learn } from "./learn.js" */
/** @import { Told } from "./link.js" */
/** @import { Position } from "./native.js" */
/** @import { Note } from "./notes.js" */
/** @import { Overlay } from "./overlays.js" */
/** @import { Desk } from "./seat.js" */
/** @import { Step } from "./stepper.js" */
/** @import { Place } from "./variations.js" */

import { pasteDialog } from "./asking.js";
import { Board } from "./board.js";
import { button, byId, copy, el, hush, notice, select, within } from "./dom.js";
import { addressOf, gameOf, isLog, pasted, saveAs, saveFilm, shareLink } from "./deskfiles.js";
import { DeskReview } from "./deskreview.js";
import { Editing, Undo } from "./editing.js";
import { goToAnalysis, opener, savePicture } from "./files.js";
import { graph } from "./graph.js";
import * as here from "./here.js";
import { Bar } from "./judgement.js";
import { emptied, hasSigns, nameGame, nameVariants } from "./kinds.js";
import { ask, on, send } from "./link.js";
import { Log } from "./log.js";
import { moveList } from "./movelist.js";
import { readFen, squareOf, writeFen } from "./native.js";
import { Notes } from "./notes.js";
import { ASKS, labels, legendNodes, OVERLAYS } from "./overlays.js";
import { unpack } from "./pack.js";
import { bring } from "./parts.js";
import { prefsMenu } from "./prefs.js";
import { isProof, ProofPlayer } from "./proofs.js";
import { reasonsOf, reasonWords } from "./reasons.js";
import { plainly } from "./refusals.js";
import { Questions } from "./questions.js";
import { recall } from "./reviews.js";
import { saveButtons, showSaves } from "./saves.js";
import { Seat } from "./seat.js";
import { sound } from "./sounds.js";
import { stepper } from "./stepper.js";
import { isTooLarge, Tree } from "./tree.js";
import { Game } from "./variations.js";
import { verify, Why } from "./why.js";
import { know, language, nameOf, speakOfSigns, t } from "./words.js";
import words from "./wordsdesk.js";

know(words);

const START = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x k=5 rule=freestyle destroy=0,0";
/** @type {Overlay} */
let overlay = { kind: "candidates", rows: [] };

/** What the board is called as it is shown: `debug` with all that authors of engines need, else `analysis`. */
let name = "debug";
/** What lies on the board in an analysis at most. */
const PLAIN_OVERLAYS = ["candidates", "threatsX", "threatsO", "standing", "none"];
/** @type {HTMLSelectElement} */
let overlays;
/** Whether two engines are compared.
 *  @type {HTMLInputElement} */
let compare;
/** @type {{ a: Seat, b: Seat }} */
let seats;
const questions = new Questions();
const undo = new Undo();
/** @type {Board} */
let board;
/** @type {Bar} */
let bar;
/** @type {HTMLElement} */
let key;
/** @type {HTMLElement} */
let graphPlace;
/** @type {HTMLElement} */
let says;
/** @type {HTMLElement} */
let list;
/** @type {HTMLElement} */
let listTools;
/** @type {HTMLElement} */
let tools;
/** @type {Editing} */
let editing;
/** @type {HTMLSelectElement} */
let variant;
/** The review of the game, the lesson in it, and our own engine at a desk of its own.
 *  @type {DeskReview} */
let deskReview;
/** @type {Learn} */
let lesson;
/** @type {Engine} */
let ours;
/** A proof that is played, and who asks for one.
 *  @type {ProofPlayer} */
let proofs;
/** @type {Why} */
let why;
/** What the list of moves shows, to draw it anew only when it is something else. */
let listed = "";
/** What the engines' places share with the board.
 *  @type {Desk} */
const desk = { game: new Game(START), notes: new Notes(), ghosts: [], sweep: null,
  tree: new Tree(grow, (moves) => { desk.ghosts = moves; redraw(); }),
  log: new Log((seat, line) => {
    const isPosition = /^\s*(position|setoption|ucinewgame)\b/.test(line);
    const isSent = seats[seat === "b" ? "b" : "a"].engine.say(line);
    // The board follows what is typed.
    if (isSent && isPosition && seat === "a") seats.a.engine.say("d");
    return isSent;
  }),
  note: () => desk.notes.of(desk.game.setup()), refresh, askOverlay, redraw, redrawGraph, play, playAll, step,
  complain: (refusal) => notice(plainly(refusal)),
  quiet: () => {
    for (const seat of Object.values(seats)) if (seat.engine.isBusy()) seat.toggle();
  }, reveal, hides: () => lesson.hides, isPlain: () => name === "analysis" };

/** Searches a small tree with one of the players who write it down.
 *  @param {string} player
 *  @param {string} limits
 *  @param {Record<string, boolean>} options */
function grow(player, limits, options) {
  if (isTooLarge(desk.game.position(), limits)) return false;
  const { engine } = seats.a;
  seats.a.place();
  engine.say(`setoption name Player value ${player}`);
  for (const [name, value] of Object.entries(options)) {
    engine.say(`setoption name ${name} value ${value}`);
  }
  // The tree of several lines would be several trees.
  if (player === "engine") engine.say("setoption name MultiPV value 1");
  desk.tree.position = desk.game.position();
  const isAsked = engine.go(limits, { tree: true });
  seats.a.mark();
  return isAsked;
}

/** Plays a move, as a variation where the game has another one; the engine judges it, and it is
 *  taken back if that refuses.
 *  @param {string} move */
function play(move) {
  const { outcome } = desk.note();
  if (outcome && outcome !== "none") {
    notice(says.textContent);
    return;
  }
  playAll([move]);
}

/** Plays moves one after the other.
 *  @param {string[]} moves */
function playAll(moves) {
  desk.sweep = null;
  const before = address();
  const isNew = moves.map((move) => desk.game.play(move)).includes(true);
  if (isNew) undo.leave(before);
  sound("stone");
  refresh(isNew);
}

/** Puts another game in place of the one that is shown, which can be had back.
 *  @param {Game} game */
function replace(game) {
  undo.leave(address());
  desk.game = game;
  desk.sweep = null;
  if (lesson.isOn) lesson.end();
  if (proofs.isOn) proofs.end();
  refresh(true);
}

/** Changes the tree of the game, which can be undone.
 *  @param {(game: Game) => void} how */
function change(how) {
  undo.leave(address());
  how(desk.game);
  refresh(true);
}

/** A square was clicked.
 *  @param {string} name */
function clicked(name) {
  if (editing.isOn) return editing.put(name);
  const position = desk.game.position();
  const { col, row } = squareOf(name);
  const letter = position.cells[position.height - 1 - row][col];
  desk.ghosts = [];
  const isOther = letter !== "." && letter.toLowerCase() !== position.side;
  const left = position.destroy[position.side === "x" ? 0 : 1];
  const isConversion = isOther && letter === letter.toLowerCase() && left > 0;
  if (letter !== "." && !(isConversion && !proofs.isOn)) return notice(t("refused-occupied", name));
  if (desk.note().forbidden.includes(name) && lesson.isOn) return notice(t("xFoulAt", name));
  const move = isConversion ? `*${name}` : name;
  return lesson.isOn ? lesson.try(move) : proofs.isOn ? proofs.reply(name) : play(move);
}

/** Shows or hides what the engine knows: a lesson asks for that. */
function reveal() {
  byId("debug").classList.toggle("lesson", lesson.isOn);
  redraw();
  redrawGraph();
  for (const seat of Object.values(seats)) seat.show();
}

/** Everything follows the position: the engines, the board, the link. A change gets an entry of
 *  its own in the browser's history.
 *  @param {boolean} [isChange]
 *  @returns {void} */
function refresh(isChange = false) {
  overlay.rows = [];
  for (const seat of Object.values(seats)) {
    if (!seat.node.hidden) seat.place();
  }
  questions.ask(writeFen(desk.game.position()));
  if (inspector() === ours) ours.say(desk.game.setup());
  inspector().say("d");
  askOverlay();
  desk.ghosts = [];
  redraw();
  redrawGraph();
  remember(isChange);
}

/** Who is asked about positions and what lies on them: our own engine, whichever engine sits at the first place. */
const inspector = () => (seats.a.isOwn() ? seats.a.engine : ours);

/** Asks for what the board shows besides the lines of a search. */
function askOverlay() {
  overlay.rows = [];
  const question = ASKS[overlay.kind];
  if (!question) return;
  // Other players tell their own points.
  overlay.isInHundredths = inspector() === ours || seats.a.player.value === "engine";
  // A lesson may have put another position on that desk.
  if (inspector() === ours) ours.say(desk.game.setup());
  inspector().say(question);
}

/** What the engine says of the position is what holds.
 *  @param {Record<string, string>} found */
function judged(found) {
  const answer = questions.hear(found.Fen, writeFen(desk.game.position()));
  if (answer === "refused") {
    undo.forget();
    if (desk.game.ply > 0) desk.game.cut();
    else desk.game = new Game(found.Fen);
    return refresh();
  }
  if (answer === "stale") return undefined;
  if (answer === "other") {
    undo.leave(address());
    desk.game = new Game(found.Fen);
    for (const seat of Object.values(seats)) seat.show();
    redrawGraph();
    remember(true);
  }
  const note = desk.note();
  note.outcome = found.Outcome;
  note.forbidden = found.Forbidden === "none" ? [] : found.Forbidden.split(" ");
  return redraw();
}

function redraw() {
  if (deskReview.take()) {
    redrawGraph();
    seats.a.show();
  }
  const position = desk.game.position();
  desk.tree.follow(position);
  if (!byId("debug").hidden) speakOfSigns(hasSigns(position));
  nameGame(variant, variants, position);
  showSaves(tools, Math.max(...readFen(desk.game.fen).destroy));
  const { outcome, forbidden } = desk.note();
  const line = / wins (?!forbidden)(.*)$/.exec(outcome ?? "")?.[1].split(" ") ?? [];
  const shown = lesson.hides ? [] : labels(position, overlay, linesShown()).map(explained(position));
  key.replaceChildren(...legendNodes(overlay, shown));
  /** @type {Partial<Note>} */
  const known = lesson.hides ? {} : desk.note();
  if (proofs.winner) bar.show({ mate: 1, side: proofs.winner }, undefined, t("provenWin", nameOf(proofs.winner)));
  else bar.show(known.score);
  why.show(known);
  const peek = deskReview.peek();
  if (peek) return board.show(peek.position, peek.marks);
  board.show(position, { line, forbidden, labels: shown, judged: deskReview.marks().judged,
    ghosts: desk.ghosts, moves: desk.game.moves.slice(0, desk.game.ply),
    turn: !editing.isOn && (outcome ?? "none") === "none" ? position.side : null,
    converts: position.destroy[position.side === "x" ? 0 : 1] > 0,
    asks: (name) => { says.textContent = t("convertSure", name); }, looks: playOut });
  const reason = played && reasonFor(played, position);
  says.textContent = reason ? `${played}: ${reason}` : sentence(position);
  return redrawList();
}

/** The square of the candidate whose line is played out on the board.
 *  @type {string | null} */
let played = null;
/** Moves of a line that are played out. */
const LONGEST_LINE = 9;

/** Plays the line of a candidate out on the board, while the pointer or the cursor is on it.
 *  @param {string | null} name */
function playOut(name) {
  const lines = overlay.kind === "candidates" && !lesson.hides ? Object.values(linesShown()).flatMap((own) => [...own.values()]) : [];
  const line = name && lines.find(({ pv }) => pv?.[0] === name)?.pv;
  if (!line && !played) return;
  played = line ? name : null;
  desk.ghosts = line ? line.slice(0, LONGEST_LINE) : [];
  redraw();
}

/** The reason for a move, as far as it was asked for.
 *  @param {string} move
 *  @param {Position} position */
function reasonFor(move, { k }) {
  const { fen, moves, ply } = desk.game;
  return reasonWords(reasonsOf(fen, moves.slice(0, ply), move), k);
}

/** A label of a move with the reason for it.
 *  @param {Position} position
 *  @returns {(label: Label) => Label} */
const explained = (position) => (label) => {
  const reason = reasonFor(label.square, position);
  return reason && label.why ? { ...label, why: `${label.why} · ${reason}` } : label;
};

/** What both engines have said of the position; a second one counts while it is there. */
function linesShown() {
  const { a, b } = desk.note().lines;
  return { a, b: seats.b.node.hidden ? new Map() : b };
}

/** Draws the list of moves, if it is another one. */
function redrawList() {
  const { game } = desk;
  const found = lesson.isOn ? null : deskReview.found();
  deskReview.show();
  const now = [address(), language(), Boolean(found)].join("\n");
  if (now === listed) return;
  listed = now;
  list.replaceChildren(...moveList(game, found, goTo));
  const [shown] = within(list, ".now");
  if (shown) list.scrollTop = shown.offsetTop - list.offsetTop - list.clientHeight / 2;
  /** @type {Record<string, boolean>} */
  const can = { undoEdit: undo.before.length > 0, redo: undo.after.length > 0, cut: game.ply > 0,
    promote: !game.isMain() };
  for (const node of listTools.querySelectorAll("button")) node.disabled = !can[node.dataset.does ?? ""];
}

/** @param {Position} position */
function sentence(position) {
  const outcome = desk.note().outcome ?? "none";
  if (outcome === "draw") return t("isDraw");
  if (outcome.includes("forbidden")) return t("xFoul");
  if (outcome.startsWith("x wins")) return t("xWins");
  if (outcome.startsWith("o wins")) return t("oWins");
  const toMove = t(position.side === "x" ? "xToMove" : "oToMove");
  const { book } = desk.note();
  return book && !lesson.hides ? `${toMove} · ${t("bookWins", nameOf(book, hasSigns(position)))}` : toMove;
}

function redrawGraph() {
  const { game } = desk;
  const scores = lesson.isOn ? [] : [game.root, ...game.line()].map((place) => desk.notes.score(game.setup(place)));
  graphPlace.replaceChildren(graph(scores, game.moves, game.ply, t("chances"), (ply) => step(() => game.go(ply)),
    lesson.isOn ? [] : deskReview.found()?.verdicts));
}

/** Goes somewhere in the game.
 *  @param {() => void} how */
function step(how) {
  desk.sweep = null;
  const before = desk.game.here;
  how();
  deskReview.peeked = null;
  if (desk.game.here !== before) refresh();
  proofs.show();
}

/** @param {Place} place */
const goTo = (place) => step(() => desk.game.visit(place));

/** @type {Record<Step, (game: Game) => void>} */
const STEPS = { first: (game) => game.go(0), back: (game) => game.go(game.ply - 1),
  forward: (game) => game.go(game.ply + 1), last: (game) => game.go(game.moves.length) };

/** Puts another game on the board; `moves` may have variations.
 *  @param {string} fen
 *  @param {string} [moves] */
export function load(fen, moves = "") {
  const game = new Game(fen, moves);
  game.go(game.moves.length);
  replace(game);
  recall("desk", fen, game.mainLine(), redraw);
}

/** What the address of the page says of the game. */
const address = () => addressOf(desk.game);

/** The address of the page leads here again; after a change the one before is behind it.
 *  @param {boolean} [isChange] */
function remember(isChange) {
  if (byId("debug").hidden) return;
  const next = `#${name}?${address()}`;
  if (next === location.hash) return;
  const isInside = location.hash.startsWith(`#${name}?`);
  history[isChange && isInside ? "pushState" : "replaceState"](null, "", next);
}

/** Shows the board as an analysis or as the debugging board.
 *  @param {string} next */
function turnInto(next) {
  if (name === next) return;
  name = next;
  const isPlain = desk.isPlain();
  byId("debug").classList.toggle("analysis", isPlain);
  for (const option of overlays.options) option.hidden = isPlain && !PLAIN_OVERLAYS.includes(option.value);
  if (isPlain && !PLAIN_OVERLAYS.includes(overlays.value)) {
    overlays.value = "candidates";
    overlay = { kind: "candidates", rows: [] };
  }
  if (isPlain && compare.checked) compare.click();
  for (const seat of Object.values(seats)) seat.turn();
}

/** Opens what an address says, as an analysis or as the debugging board.
 *  @param {URLSearchParams} query
 *  @param {string} as
 *  @returns {void} */
export function open(query, as) {
  turnInto(as);
  const found = query.get("g") === null ? null : unpack(query.get("g") ?? "") ?? { fen: "?", moves: "" };
  if (found) {
    for (const [name, value] of Object.entries(found)) query.set(name, value);
    query.delete("g");
  }
  if (!query.get("fen")) return refresh();
  const [isLesson, isWhy] = ["learn", "why"].map((name) => query.get(name) !== null);
  for (const name of ["learn", "why"]) query.delete(name);
  if (lesson.isOn && !isLesson) lesson.end();
  const begin = () => {
    redraw();
    if (isLesson && !lesson.isOn) deskReview.learn();
    if (isWhy && !proofs.isOn && !why.wanted) why.begin();
  };
  if (String(query) === address()) {
    refresh();
    return begin();
  }
  const game = gameOf(query);
  if (!game) {
    notice(t("badLink"));
    return refresh();
  }
  undo.leave(address());
  desk.game = game;
  desk.sweep = null;
  refresh();
  recall("desk", game.fen, game.mainLine(), begin);
  return begin();
}

/** Shows a state of before again.
 *  @param {string | null} state */
function travel(state) {
  if (state === null) return;
  desk.game = gameOf(new URLSearchParams(state)) ?? desk.game;
  desk.sweep = null;
  refresh(true);
}

/** @param {string} text
 *  @param {string | null} variant
 *  @param {{ format?: string }} [file] */
async function take(text, variant, file = {}) {
  if (isLog(text)) {
    await bring("matches");
    return (await import("./matches.js")).openLog(text);
  }
  if (isProof(text)) {
    const isTrue = await verify(text);
    return isTrue !== false && (proofs.open(text, { isChecked: isTrue === true }) || (notice(t("badProof")), false));
  }
  try {
    const read = await ask({ do: "read", text, format: file.format ?? null, variant, bytes: file.format === "lib" });
    load(read.fen, read.moves);
    hush();
    const notes = read.rows_guessed ? [...read.notes, t("rowsFromBelow")] : read.notes;
    if (notes.length > 0) notice(notes.join(" · "));
    return true;
  } catch (error) {
    notice(plainly(error));
    return false;
  }
}

/** Takes what was pasted: a file, or what the page itself, or the protocol, says of a game.
 *  @param {string} given */
async function takePasted(given) {
  const { hash, query, text } = pasted(given);
  if (hash) location.hash = hash;
  const game = query && gameOf(query);
  if (game) load(game.fen, game.write());
  if (!hash && !game) return take(text, variant.value || null);
  hush();
  return true;
}

/** @type {(root: ParentNode) => void} */
let fillWords;
/** @type {Variant[]} */
let variants = [];

/** Builds the page once. `fill` puts words into new parts of it.
 *  @param {(root: ParentNode) => void} fill */
export function build(fill) {
  fillWords = fill;
  board = new Board(clicked);
  graphPlace = el("div");
  bar = new Bar();
  key = el("p", { class: "quiet key-list", id: "legend" });
  says = el("span", { role: "status" });
  list = el("div", { class: "moves" });
  seats = { a: new Seat("a", desk), b: new Seat("b", desk) };
  seats.b.node.hidden = true;
  deskReview = new DeskReview(desk);
  ours = deskReview.engine;
  ({ lesson } = deskReview);
  editing = new Editing({ position: () => desk.game.position(), replace: (position) => replace(new Game(writeFen(position))) });
  proofs = new ProofPlayer({ load, playAll, here: () => desk.game.here, done: redraw });
  why = new Why(ours, desk, proofs);
  for (const engine of [seats.a.engine, ours]) {
    engine.on("board", (found) => { if (engine === inspector()) judged(found); });
    engine.on("ended", () => { if (engine === inspector()) questions.outdate(); });
  }
  on("closed", () => questions.outdate());
  seats.a.engine.on("error", ({ what }) => { if (what === "position") questions.refuse(); });
  for (const kind of new Set(Object.values(ASKS))) {
    for (const engine of [seats.a.engine, ours]) {
      engine.on(kind, (rows) => {
        if (ASKS[overlay.kind] !== kind || engine !== inspector()) return;
        overlay.rows = rows;
        redraw();
      });
    }
  }
  variant = select({ "data-label": "game", change: () => {
    // What is typed by hand afterwards is about this game, too.
    for (const seat of Object.values(seats)) {
      if (!seat.node.hidden && seat.isOwn()) {
        seat.engine.say(`setoption name Variant value ${variant.value}`);
      }
    }
    const chosen = variants.find(({ name }) => name === variant.value);
    if (!chosen) return;
    const { width, height, k, rule, destroy } = chosen;
    load(`${Array(height).fill(width).join("/")} x k=${k} rule=${rule} destroy=${destroy},${destroy}`);
  } }, []);
  overlays = select({ "data-label": "overlay", change: () => {
    overlay = { kind: overlays.value, rows: [] };
    askOverlay();
    redraw();
  } }, OVERLAYS);
  compare = el("input", { type: "checkbox", id: "compare", change: () => {
    seats.b.node.hidden = !compare.checked;
    if (compare.checked) seats.b.place();
    else send({ do: "close", to: "b" });
    redraw();
  } });
  tools = el("div", { class: "row" }, variant,
    button("empty", () => load(writeFen(emptied(readFen(desk.game.fen))))),
    button("edit", () => editing.choose("x")),
    opener((text, file) => take(text, null, file), goToAnalysis), button("paste", () => pasteDialog(byId("debug"), takePasted, fillWords)),
    button("share", () => { remember(); copy(shareLink(address(), name), t("shared")); }),
    ...saveButtons((format) => saveAs(desk.game, format)), button("saveSvg", () => savePicture(board, "svg")),
    button("savePng", () => savePicture(board, "png")), button("saveFilm", () => {
      saveFilm(board, desk.game);
      redraw();
    }));
  editing.others = tools;
  /** @param {string} word
   *  @param {() => void} click */
  const does = (word, click) => button(word, click, { "data-does": word });
  listTools = el("div", { class: "row" },
    does("undoEdit", () => travel(undo.back(address()))), does("redo", () => travel(undo.forth(address()))),
    does("promote", () => change((game) => game.promote())),
    does("cut", () => change((game) => game.cut())));
  const steps = el("div", { class: "row under" },
    // A lesson asks about one position: what came after it is part of the answer.
    stepper(byId("debug"), board, (word) => { if (!lesson.isOn) step(() => STEPS[word](desk.game)); },
      () => desk.game.ply >= desk.game.moves.length),
    prefsMenu(), el("label", {}, el("span", { "data-word": "overlay" }), overlays));
  const curve = el("section", { class: "card curve-card" },
    el("div", { class: "row" }, el("h2", { "data-word": "chances" }), el("span", { class: "grow" }),
      button("analyseGame", () => {
        if (seats.a.engine.isBusy()) seats.a.toggle();
        desk.sweep = true;
        desk.game.go(0);
        refresh();
        seats.a.start("movetime 200");
      })), graphPlace, deskReview.panel.node);
  byId("debug").append(el("div", { class: "columns" },
    el("div", { class: "left" }, el("p", { class: "says" }, says, el("span", { class: "grow" }), bar.words, why.node),
      el("div", { class: "beside" }, bar.node, board.node), steps, key),
    el("div", { class: "right" }, tools, editing.node, lesson.node, proofs.node, seats.a.node, here.node,
      el("label", { class: "row author" }, compare, el("span", { "data-word": "compare" })),
      seats.b.node, curve,
      el("section", { class: "card" }, el("h2", { "data-word": "moves" }), list, listTools),
      desk.log.node, desk.tree.node)));
  redraw();
  redrawGraph();
  for (const seat of Object.values(seats)) seat.show();
  document.addEventListener("language", () => {
    nameVariants(variant, variants);
    redraw();
    redrawGraph();
    for (const seat of Object.values(seats)) seat.show();
  });
}

/** The server has said what there is.
 *  @param {Told<"hello">} hello */
export function welcome(hello) {
  here.welcome(hello);
  /** @param {HTMLSelectElement} node
   *  @param {string[]} names */
  const fill = (node, names) => {
    const before = node.value;
    node.replaceChildren(...names.map((name) => el("option", { value: name }, name)));
    node.value = names.includes(before) ? before : names[0];
  };
  /** @param {Variant} variant */
  const isUsual = ({ name }) => name === "gomoku";
  variants = [...hello.variants.filter(isUsual), ...hello.variants.filter((one) => !isUsual(one))];
  fill(variant, variants.map(({ name }) => name));
  nameVariants(variant, variants);
  variant.append(el("option", { value: "", hidden: true, "data-word": "own" }, t("own")));
  nameGame(variant, variants, desk.game.position());
  for (const seat of Object.values(seats)) {
    fill(seat.breed, hello.engines);
    fill(seat.player, ["engine", ...hello.players.filter((name) => name !== "engine")]);
    seat.isKnown = false;
  }
}
