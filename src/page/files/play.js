// At a table: sitting down, playing, looking on.

/** @import { Chair, Scene, TableRequest, TableView } from "./envelope.d.ts" */
/** @import { Told } from "./link.js" */
/** @import { Refusal } from "./refusals.js" */
/** @import { Step } from "./stepper.js" */

import { Board } from "./board.js";
import { button, byId, copy, el, hush, notice, renew, save, targetOf } from "./dom.js";
import { hasSigns, kindName } from "./kinds.js";
import { ask, on, send } from "./link.js";
import * as lobby from "./lobby.js";
import { after, readFen, squareOf } from "./native.js";
import { against, count, leastTime, nextLevel } from "./partner.js";
import { prefs, prefsMenu } from "./prefs.js";
import { askReasons, reasonsOf, reasonWords } from "./reasons.js";
import { plainly } from "./refusals.js";
import { askName } from "./asking.js";
import { Reviewed } from "./reviewed.js";
import { ordered, recall, remember as keep, reviewMarks, reviewOf, sat, sign } from "./reviews.js";
import { saveButtons, showSaves } from "./saves.js";
import { chairOf, isWaiting, sentence } from "./sentences.js";
import { sound } from "./sounds.js";
import { forget } from "./start.js";
import { stepper } from "./stepper.js";
import { Complaints, seconds } from "./thinking.js";
import { chairNode, clocks, headline, mayAsk, offerNodes, toolNodes } from "./turn.js";
import { called, language, t } from "./words.js";

/** @type {Scene | null} */
let scene = null;
/** @type {string | null} */
let table = null;
let heardAt = 0;
/** The scene with an engine's answer that is not shown yet, when it came, and when it is shown.
 *  @type {{ next: Scene, came: number, due: number, timer: number } | null} */
let held = null;
/** When the last move was shown. */
let movedAt = 0;
/** Whether this table has asked its players for something above the board. */
let hasAsked = false;
/** Who can be played against.
 *  @type {string[]} */
let opponents = [];

/** @type {HTMLDivElement} */
let room;
/** @type {HTMLElement} */
let shut;
/** @type {HTMLElement} */
let shutWhy;
/** @type {Board} */
let board;
/** @type {HTMLElement} */
let kind;
/** @type {HTMLElement} */
let banner;
/** @type {HTMLElement} */
let says;
/** A sentence of more letters than that is written smaller where there is little room. */
const LONG = 90;
/** @type {HTMLElement} */
let chairs;
/** @type {HTMLElement} */
let tools;
/** @type {HTMLElement} */
let offer;
/** @type {HTMLElement} */
let tableTools;
/** @type {HTMLElement} */
let moves;
/** @type {Reviewed} */
let judged;
/** @type {Complaints} */
let complaints;
/** What is needed where there may be other people, fetched when a table is there.
 *  @type {typeof import("./friend.js") | null} */
let friend = null;
/** @type {import("./friend.js").FriendCards | null} */
let cards = null;
/** What was due of the people when they were shown last. */
let peopleWere = "";
/** The choice of colours that was seen last: by whom, in which game, and after how many moves.
 *  @type {{ by: Chair, moves: number } | null} */
let taken = null;
/** The refusal that says why the table cannot be entered.
 *  @type {Refusal | null} */
let refusal = null;
/** Refusals after which this page is at no table any more, and those that a table gives which cannot be entered.
 *  @type {(string | undefined)[]} */
const LEFT = ["no-table", "too-fast"];
/** @type {(string | undefined)[]} */
const SHUT = ["full", "failed"];
/** Whether the table was asked for by a key. */
let isByKeys = false;
/** Whether a review was asked for and is not there. */
let isReviewing = false;
/** How many moves are on the board of one who looks back, or null for the game as it stands.
 *  @type {number | null} */
let lookedAt = null;
/** The moves that the pointer is on in a review, and the ply from which they go on.
 *  @type {{ ply: number, line: string[] } | null} */
let peeked = null;
/** The move that was sent and is not answered yet: a second click on it is none.
 *  @type {string | null} */
let pending = null;
/** @type {(root: ParentNode) => void} */
let fillWords;

function buildRoom() {
  board = new Board(clicked);
  banner = el("b", { class: "banner", id: "banner", hidden: true });
  says = el("span", { role: "status", id: "says" });
  kind = el("p", { class: "quiet", id: "kind" });
  chairs = el("div", { class: "chairs" });
  offer = el("p", { class: "row offer", hidden: true });
  tools = el("div", { class: "row tools" });
  moves = el("div", { class: "moves" });
  judged = new Reviewed({ go: look, pick: peek, peek, hasCurve: true, learn: () => inAnalysis(shown().view.moves.length, "learn"),
    why: () => inAnalysis(shownPly(), "why") });
  judged.node.id = "judged";
  complaints = new Complaints();
  tableTools = el("div", { class: "row" },
    button("link", share),
    button("inAnalysis", () => inAnalysis(shownPly())),
    ...saveButtons(saveAs),
    button("leave", () => { location.hash = "play"; }));
  room = el("div", { class: "columns", hidden: true },
    el("div", { class: "left" }, el("div", { class: "above" }, el("p", { class: "says" }, banner, says), offer), board.node,
      el("div", { class: "row under" }, stepper(byId("play"), board, go, () => lookedAt === null),
        prefsMenu())),
    el("div", { class: "right" }, el("div", { class: "row" }, kind, el("p", { class: "quiet", id: "people" })), chairs, tools, el("section", { class: "card" },
      el("h2", { "data-word": "moves" }), moves, judged.node), complaints.node, tableTools));
}

/** Puts the link of the table where it can be given to others from. */
const share = () => copy(location.href, t("shared"));

/** Builds what is seen in place of a table that cannot be entered. */
function buildShut() {
  shutWhy = el("p", { role: "status" });
  shut = el("section", { class: "card", id: "shut", hidden: true }, shutWhy,
    el("p", { class: "row" }, button("again", enter), button("leave", () => { location.hash = "play"; })));
}

/** Says why the table cannot be entered, or with `null` that it can.
 *  @param {Refusal | null} why */
function refuse(why) {
  refusal = why;
  shut.hidden = !why;
  if (why) {
    room.hidden = true;
    shutWhy.textContent = plainly(why);
  }
}

/** The table that is shown, as it was told last. */
function shown() {
  if (!scene) throw new Error("no table");
  return scene;
}

/** The position in which the moves of a table began.
 *  @param {TableView} view */
function firstFen(view) {
  if (view.start) return view.start;
  const rows = Array(view.height).fill(view.width).join("/");
  const all = shown().destroy;
  return `${rows} x k=${view.k} rule=${view.rule} destroy=${all},${all}`;
}

/** Shows the game in an analysis, from that ply on; there `learn` asks for its mistakes, `why` for a proof.
 *  @param {number} ply
 *  @param {string} [what] */
function inAnalysis(ply, what) {
  const { view } = shown();
  const query = new URLSearchParams({ fen: firstFen(view), moves: view.moves.join(" "), ply: String(ply) });
  if (what) query.set(what, "all");
  location.hash = `analysis?${query}`;
}

/** Marks the moves of a finished game that was reviewed, or is while it is looked at, and remembers who sat where.
 *  @param {Scene} scene */
function mark({ table: own, view, own: seats }) {
  if (seats.length === 1) sat(firstFen(view), view.moves, view.chairs[seats[0] === "first" ? 0 : 1].color);
  recall("table", firstFen(view), view.moves, () => { if (scene?.table === own) show(scene); });
}

/** Has the finished game reviewed; others may have had it done, then it is there at once. */
async function review() {
  const { view } = shown();
  isReviewing = true;
  show(shown());
  try {
    const answer = await ordered({ table: shown().table, number: view.game });
    keep(firstFen(view), view.moves, answer.review);
  } catch (error) {
    notice(plainly(error));
  }
  isReviewing = false;
  if (scene) show(scene);
}

/** The review of the game that is shown, if it has ended and was reviewed. */
const reviewed = () => (shown().view.result ? reviewOf(firstFen(shown().view), shown().view.moves) : null);

/** The moves, with the signs of a review once there is one. */
function moveNodes() {
  const { view } = shown();
  const review = reviewed();
  renew(moves, ...view.moves.map((move, index) => el("button", { type: "button",
    class: index + 1 === shownPly() ? "move now" : "move", "data-step": index + 1, "data-time": timeOf(index) }, `${index + 1}. ${move}`,
  sign(review, index))));
  judged.show({ review, first: readFen(firstFen(view)).side, moves: view.moves, k: view.k, ply: shownPly(),
    names: [chairOf(shown(), "x").name, chairOf(shown(), "o").name], isSigns: hasSigns(view) });
}

/** The time of a move, where engines play each other; the times of people are not shown.
 *  @param {number} index */
function timeOf(index) {
  const ms = shown().view.times[index];
  const isShown = shown().view.chairs.every((chair) => !chair.human) && typeof ms === "number";
  return isShown ? seconds(ms) : null;
}

/** Shows moves from a position of the game, or with null the game again.
 *  @param {number | null} ply
 *  @param {string[]} [line] */
function peek(ply, line) {
  peeked = ply === null ? null : { ply, line: line ?? [] };
  showBoard();
}

/** @param {string} format */
async function saveAs(format) {
  const { view } = shown();
  try {
    /** @type {[string, string]} */
    const names = [chairOf(shown(), "x").name, chairOf(shown(), "o").name];
    const result = view.result?.result ?? null;
    const moves = view.moves.join(" ");
    save(`game.${format}`, (await ask({ do: "write", format, fen: firstFen(view), moves, names, result })).text);
  } catch (error) {
    notice(plainly(error));
  }
}

/** Asks the table for something; what cannot be sent now is not sent later.
 *  @param {TableRequest} what
 *  @param {Chair} [chair] */
function want(what, chair) {
  hush();
  // What is asked for is about what is seen; who takes a move back need not see the answer to it.
  if (what.do !== "undo") release();
  if (send({ do: "want", chair: chair ?? null, want: what })) return;
  pending = null;
  notice(t("offline"));
}

/** @param {string} name */
function clicked(name) {
  if (!scene) return;
  // A click before the answer is shown shows it and plays nothing: the player did not know the answer.
  if (held) return release();
  const { view } = scene;
  if (lookedAt !== null) return look(null);
  if (view.result) return null;
  const position = readFen(view.fen);
  const { col, row } = squareOf(name);
  const letter = position.cells[position.height - 1 - row][col];
  const isTheirs = letter !== "." && letter.toLowerCase() !== view.side &&
    letter === letter.toLowerCase();
  const left = view.conversions?.[view.side === "x" ? 0 : 1] ?? 0;
  // A second click on the same square is none; nor is one while the other side is to answer.
  if (pending === name || (pending && scene.own.length < 2)) return null;
  pending = name;
  return want({ do: "play", move: isTheirs && left > 0 ? `*${name}` : name });
}

/** Puts nodes with their words where they belong, if they are others than before.
 *  @param {HTMLElement} parent
 *  @param {...Node} nodes */
function change(parent, ...nodes) {
  for (const node of nodes) fillWords(el("div", {}, node));
  renew(parent, ...nodes);
}

/** Fetches what people need who come to a table from other machines. */
async function befriend() {
  if (friend || document.documentElement.dataset.host === "browser") return;
  const module = await import("./friend.js");
  if (friend) return;
  friend = module;
  cards = new module.FriendCards(fillWords);
  tools.after(cards.invite);
  tableTools.prepend(cards.phrases);
  tableTools.after(cards.mine, cards.back, cards.heard);
  if (scene) show(scene);
}

/** How many milliseconds ago the scene was told. */
const later = () => performance.now() - heardAt;

/** How many moves are on the board. */
const shownPly = () => lookedAt ?? shown().view.moves.length;

/** Shows the game after so many moves; at its end it goes on as it is played.
 *  @param {number | null} ply */
function look(ply) {
  if (!scene) return;
  const most = scene.view.moves.length;
  lookedAt = ply === null || ply >= most ? null : Math.max(0, ply);
  peeked = null;
  showBoard();
  moveNodes();
}

/** Goes through the game.
 *  @param {Step} word */
function go(word) {
  if (!scene || room.hidden) return;
  look({ first: 0, back: shownPly() - 1, forward: shownPly() + 1, last: null }[word]);
}

/** Draws the board, as it is or as it was. */
function showBoard() {
  const { view } = shown();
  const moves = view.moves.slice(0, shownPly());
  const review = reviewed();
  room.classList.toggle("past", lookedAt !== null && !review);
  if (peeked) {
    const before = view.moves.slice(0, peeked.ply);
    board.show(after(readFen(firstFen(view)), before), { moves: before, ghosts: peeked.line });
    return;
  }
  if (lookedAt !== null) {
    board.show(after(readFen(firstFen(view)), moves), { moves, ...reviewMarks(review, moves) });
    says.textContent = t("lookingBack", lookedAt, view.moves.length);
    return;
  }
  const isMine = !view.result && view.actor !== null && shown().own.includes(view.actor) && !view.paused && !isWaiting(shown()) &&
    !["choice", "last-choice"].includes(view.stage);
  board.show(readFen(view.fen), { line: view.line, forbidden: view.forbidden, moves,
    hint: view.hint?.move.replace("*", ""), turn: isMine ? view.side : null,
    converts: (view.conversions?.[view.side === "x" ? 0 : 1] ?? 0) > 0,
    asks: (name) => { says.textContent = t("convertSure", name); },
    aims: (name) => { says.textContent = name ? t("tapAgain", name) : happened(); } });
  if (!board.aim) says.textContent = happened();
  says.classList.toggle("long", says.textContent.length > LONG);
}

/** What has happened; who plays an engine is told what its last move does, as far as its shapes show that.
 *  @returns {string} */
function happened() {
  const { view, own } = shown();
  const said = [friend?.answerOf(shown()), sentence(shown(), taken)].filter(Boolean).join(" ");
  const last = view.moves.at(-1);
  const engine = view.chairs.find((chair) => !chair.human);
  const isAnswer = own.length === 1 && view.actor === own[0] && view.stage === "play" && !view.hint;
  if (!prefs.why || !last || !engine || !isAnswer) return said;
  // A classic player has said itself why it moved.
  if (engine.why) return `${said} ${t("engineWhy", called(engine.name), last, engine.why[language() === "zh" ? 1 : 0])}`;
  const [fen, before] = [firstFen(view), view.moves.slice(0, -1)];
  askReasons(fen, before, [last], () => {
    if (scene && !room.hidden && !board.aim && !peeked && lookedAt === null) says.textContent = happened();
  }, true);
  const why = reasonWords(reasonsOf(fen, before, last, true), view.k, hasSigns(view));
  return why ? `${said} ${t("engineMoved", called(engine.name), last, why)}` : said;
}

/** Says what has happened: above the board, in the title of the page, and by a sound.
 *  @param {Scene | null} [before] */
function tell(before) {
  const now = shown();
  const { text, kind: sort } = headline(now);
  banner.textContent = text;
  banner.dataset.kind = String(sort);
  banner.hidden = !text;
  const sign = sort === "turn" ? "● " : sort === "won" ? "★ " : "";
  document.title = text && !byId("play").hidden ? `${sign}${text} – Tengen` : "Tengen";
  if (before?.table !== now.table) return;
  // Who waits may look at something else meanwhile.
  const came = before.free.find((chair) => !now.free.includes(chair) && !now.own.includes(chair));
  if (came && now.own.length > 0) {
    notice(t("hasCome", now.view.chairs[came === "first" ? 0 : 1].name));
    sound("end");
  }
  if (before.view.game !== now.view.game) return;
  if (now.view.result && !before.view.result) sound(sort === "won" ? "win" : "end");
  else if (now.view.moves.length > before.view.moves.length) sound("stone");
}

/** Remembers a choice of colours: the stones on the board do not tell of it.
 *  @param {Scene | null} before
 *  @param {Scene} now */
function noteChoice(before, { view, table: own }) {
  const isSame = before?.table === own && before.view.game === view.game;
  if (!isSame) taken = null;
  else if (["choice", "last-choice"].includes(before.view.stage) && view.stage === "play") {
    taken = before.view.actor && { by: before.view.actor, moves: view.moves.length };
  }
}

/** Takes in what the server says of the table: the answer of an engine is shown once it has taken its time, and
 *  everything else at once, with all that was held back.
 *  @param {Scene} next */
function hear(next) {
  const came = performance.now();
  const isHeld = held?.next.view.game === next.view.game && held.next.view.moves.join() === next.view.moves.join() &&
    !held.next.view.result === !next.view.result;
  const due = held && isHeld ? held.due : movedAt + leastTime(scene, next);
  drop();
  if (due <= came || document.hidden || byId("play").hidden) show(next, came);
  else held = { next, came, due, timer: setTimeout(release, due - came) };
}

/** Shows what was held back. */
function release() {
  if (!held) return;
  const { next, came } = held;
  drop();
  show(next, came);
}

/** Forgets what was held back. */
function drop() {
  clearTimeout(held?.timer);
  held = null;
}

/** Founds a table for the same game against another level.
 *  @param {string} player */
async function climb(player) {
  try {
    const { table: name } = await ask({ do: "found", key: lobby.key(), table: against(shown(), player) });
    location.hash = `play?table=${name}`;
  } catch (error) {
    notice(plainly(error));
  }
}

/** Shows a table, as the server has told of it at that time.
 *  @param {Scene} next
 *  @param {number} [came] */
function show(next, came = next === scene ? heardAt : performance.now()) {
  noteChoice(scene, next);
  const before = scene;
  // Every move calls players back to the present; spectators may go on looking back.
  const isNews = next.view.moves.length !== before?.view.moves.length;
  if (before?.table !== next.table || before?.view.game !== next.view.game || (isNews && next.own.length > 0)) {
    lookedAt = null;
  }
  scene = next;
  if (before?.table === next.table && before.own.length > 0 && next.own.length === 0) notice(t("seatGone"));
  pending = null;
  heardAt = came;
  const isSame = before?.table === next.table && before.view.game === next.view.game;
  if (isNews) movedAt = performance.now();
  if (isSame && !before.view.result !== !next.view.result) count(next);
  hasAsked = (before?.table === next.table && hasAsked) || mayAsk(next);
  lobby.show(false);
  room.hidden = false;
  if (isByKeys) board.root.focus({ preventScroll: true });
  isByKeys = false;
  refuse(null);
  const { view } = scene;
  room.classList.toggle("signs", hasSigns(view));
  showBoard();
  tell(before);
  kind.textContent = kindName({ ...view, destroy: scene.destroy });
  showSaves(tableTools, scene.destroy);
  complaints.show(scene);
  befriend().catch(() => {});
  const nodes = [chairNode(scene, "first", sit), chairNode(scene, "second", sit)];
  if (friend) {
    friend.dressChair(scene, "first", nodes[0], later());
    friend.dressChair(scene, "second", nodes[1], later());
    peopleWere = friend.dueOf(scene, later());
  }
  cards?.show(scene);
  change(chairs, ...nodes);
  offer.hidden = !hasAsked;
  const asked = offerNodes(scene, want);
  change(offer, ...(asked.length > 0 ? asked : friend?.askNodes(scene, { want, sit, later: later() }) ?? []));
  tools.classList.toggle("over", view.result !== null);
  const level = nextLevel(scene, opponents);
  change(tools, ...toolNodes(scene, { want, review, isReviewing, latest: shown, level, climb: () => climb(level?.name ?? ""),
    canReview: view.result !== null && view.moves.length > 0 && !reviewOf(firstFen(view), view.moves) }));
  moveNodes();
  if (view.result) mark(scene);
  moves.scrollTop = moves.scrollHeight;
  const watching = scene.watching - (scene.own.length === 0 ? 1 : 0);
  byId("people").textContent = [scene.own.length === 0 && scene.free.length === 0 ? t("youWatch") : "",
    watching > 0 ? t(watching === 1 ? "oneWatches" : "manyWatch", watching) : ""].filter(Boolean).join(" · ");
  tick();
}

/** @param {Chair} chair */
async function sit(chair) {
  const name = await askName(byId("play"), fillWords);
  if (name) send({ do: "sit", chair, name });
}

/** Clocks run on between messages. */
function tick() {
  if (!scene || room.hidden) return;
  const passed = performance.now() - heardAt;
  [...room.querySelectorAll(".clock")].forEach((node, index) => {
    const chair = shown().view.chairs[index];
    node.textContent = clocks(shown().view, chair, chair.running && !shown().view.paused ? passed : 0);
    // Tenths are shown where little is left.
    node.classList.toggle("low", /^\d\.\d/.test(node.textContent));
  });
  if (friend && friend.dueOf(shown(), passed) !== peopleWere) {
    const sent = pending;
    show(shown());
    // Nothing was answered by that.
    pending = sent;
  }
}

/** Builds the page once. `fill` puts words into new parts of it.
 *  @param {(root: ParentNode) => void} fill */
export function build(fill) {
  fillWords = fill;
  lobby.build(fill);
  buildRoom();
  buildShut();
  byId("play").append(lobby.node, room, shut);
  // What needs no server is there at once.
  lobby.show(!/[?&]table=/.test(location.hash));
  on("scene", (message) => {
    if (message.table !== table) return;
    hear(message);
    lobby.remember(message);
  });
  on("error", (message) => {
    if (message.from) return;
    pending = null;
    if (table && !scene && ["table-waits", "not-loaded"].includes(message.code)) {
      refuse(message);
      if (message.code === "table-waits") return;
    }
    notice(scene && isWaiting(scene) && message.code === "other-turn" ? t("waiting") : plainly(message));
    if (!table) return;
    if (message.code === "no-table") forget(table);
    if (message.code === "table-closed") enter();
    else if (LEFT.includes(message.code) || (!scene && SHUT.includes(message.code))) location.hash = "play";
  });
  const again = () => { if (scene && !room.hidden) show(scene); };
  document.addEventListener("prefs", again);
  document.addEventListener("language", () => {
    again();
    refuse(refusal);
  });
  moves.addEventListener("click", (event) => {
    const step = targetOf(event)?.closest("[data-step]")?.getAttribute("data-step");
    if (step) look(Number(step));
  });
  setInterval(tick, 200);
}

function enter() {
  if (table) send({ do: "enter", table, key: lobby.key() });
}

/** Opens a table, or the place where they are founded.
 *  @param {URLSearchParams} query */
export function open(query) {
  const next = query.get("table");
  if (next !== table) {
    if (table) send({ do: "leave" });
    table = next;
    // The button that a key was pressed on is gone when the table is there.
    isByKeys = document.querySelector("button:focus-visible") !== null;
    scene = null;
    drop();
    refuse(null);
  }
  if (table && !scene) enter();
  if (scene) tell(scene);
  else document.title = "Tengen";
  lobby.show(!table);
  room.hidden = !scene;
  lobby.listTables();
}

/** The server has said what there is.
 *  @param {Told<"hello">} hello */
export function welcome(hello) {
  lobby.welcome(hello);
  opponents = hello.opponents;
  // After a broken connection the table is entered again.
  scene = null;
  drop();
}
