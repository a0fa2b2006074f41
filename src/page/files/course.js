// The course: lessons that a reader goes through step by step, with a board on which questions are answered. Every
// lesson is a client of the engine's lines, as a program of the reader's own would be.

/** @import { Game as Variant, Lesson } from "./envelope.d.ts" */
/** @import { Info, Position, Side } from "./native.js" */
/** @import { Label } from "./board.js" */
/** @import { Place } from "./courseboard.js" */
/** @import { Told } from "./link.js" */
/** @import { ContestView } from "./coursecontest.js" */
/** @import { TreeWatch } from "./coursetree.js" */

import { Board } from "./board.js";
import { answer, filled, found, pipe, shown } from "./courseengine.js";
import { drawn, letterAt, places, positionOf, setup, startOf } from "./courseboard.js";
import { byId, copy, el, memory, notice, renew, save, targetOf } from "./dom.js";
import { REPORTS } from "./engine.js";
import { chooser } from "./files.js";
import { hasSigns } from "./kinds.js";
import { ask, on } from "./link.js";
import { lineAt, readInfo } from "./native.js";
import { labels, legendNodes } from "./overlays.js";
import { plainly } from "./refusals.js";
import { sound } from "./sounds.js";
import { fill, know, language, nameOf, t } from "./words.js";
import words from "./coursewords.js";

/** @typedef {{ en: string, zh: string }} Text */

know(words);

/** What an overlay of a step is called by the debugging board.
 *  @type {Partial<Record<string, string>>} */
const OVERLAYS = { "worth-x": "worthX", "worth-o": "worthO", "threats-x": "threatsX", "threats-o": "threatsO", standing: "standing", order: "order" };
/** Questions that were answered, as `lesson/step`.
 *  @type {string[]} */
const done = memory.read("course", []);

/** @type {Lesson[] | null} */
let course = null;
/** What the address wants to be watched in a step, from 1: an event of a search, or a game; 0 for nothing. */
let wanted = 0;
/** How often an address was opened: only the last one counts. */
let opened = 0;
/** @type {Variant[]} */
let variants = [];
/** The lesson that is read: its number from 1, or 0 for one of a file. */
let number = 0;
/** @type {Lesson | null} */
let lesson = null;
/** A lesson that was opened as a file.
 *  @type {Lesson | null} */
let own = null;
/** The letters of that lesson, which the address has.
 *  @type {string} */
let ownLetters = "";
/** The step, from 0. */
let at = 0;
/** @type {Place[]} */
let boards = [];
/** What is known at this step, and what the engine has said.
 *  @type {Record<string, string>} */
let values = {};
/** @type {string[][] | null} */
let answers = null;
let isLost = false;
/** What was said of the reader's answer, and its place on the board.
 *  @type {{ text: string, square: string, isRight: boolean } | null} */
let verdict = null;
/** The game that is played from here: its moves, what was said last, and the lines that asked for that: the position,
 *  then the question.
 *  @type {{ moves: string[], said: string, isBusy: boolean, asked?: string[][] } | null} */
let game = null;
/** Moves of a line that are on the board. */
let walked = 0;
/** The tree that is watched, and the moves to its position that is looked at.
 *  @type {TreeWatch | null} */
let watch = null;
/** @type {string[]} */
let looked = [];
/** The contest that is watched, and the moves of its game that are on the board.
 *  @type {ContestView | null} */
let contest = null;
/** @type {string[]} */
let played = [];
/** How often a step was shown: only answers for the present one count. */
let visits = 0;

/** @type {Board} */
let board;
/** @type {HTMLElement} */
let left;
/** @type {HTMLElement} */
let legend;
/** @type {HTMLElement} */
let card;
/** @type {HTMLElement} */
let treePlace;
/** @type {HTMLElement} */
let overview;
/** @type {HTMLElement} */
let columns;

/** A text in the language of the reader.
 *  @param {Text} text */
const inWords = (text) => text[language()];

/** A text with its values, as paragraphs; what stands between backquotes is code.
 *  @param {string} text
 *  @returns {HTMLElement[]} */
const paragraphs = (text) => text.split("\n").map((line) => el("p", {}, ...line.split("\u0060").map((part, index) => (index % 2 === 1 ? el("code", {}, part) : part))));

/** The step that is shown. */
function step() {
  if (!lesson) throw new Error("no lesson");
  return lesson.steps[at];
}

/** The place that is shown, with the moves of a game. */
const here = () => ({ ...boards[at], moves: [...boards[at].moves, ...game?.moves ?? [], ...played] });

/** Shows a step: `place` is the number of the lesson with that of the step, and with that of what is watched there.
 *  @param {string} place */
function go(place) {
  const [first, second = "1", third] = place.split("/");
  wanted = Number(third) || 0;
  const next = first === "own" ? own : course?.[Number(first) - 1] ?? null;
  lesson = next;
  number = first === "own" ? 0 : Number(first);
  if (!next) return show();
  at = Math.min(Math.max(Number(second) - 1 || 0, 0), next.steps.length - 1);
  boards = places(next);
  return begin();
}

/** The address of a step of the reader's own lesson, which has all of it.
 *  @param {number | string} place */
const ownAddress = (place) => `learn/own/${place}${ownLetters && `?lesson=${ownLetters}`}`;

/** Takes a lesson of the reader's own.
 *  @param {string} text */
async function take(text) {
  ({ lesson: own } = await ask({ do: "lesson", text }));
  ownLetters = await (await import("./courselink.js")).letters(JSON.stringify(own));
}

/** Has the address name what is watched: an event of a search, or a game, from 1.
 *  @param {number} watched */
function note(watched) {
  // A tree is also drawn anew where another part of the page is in view.
  if (!location.hash.startsWith("#learn/")) return;
  const place = `${at + 1}/${watched}`;
  history.replaceState(null, "", `#${number ? `learn/${number}/${place}` : ownAddress(place)}`);
}

/** Has the address name a step.
 *  @param {number} index */
function turn(index) {
  if (!lesson || index < 0 || index >= lesson.steps.length) return;
  // The address is heard of later, and the next key may come before.
  at = index;
  location.hash = number ? `learn/${number}/${index + 1}` : ownAddress(index + 1);
}

/** Begins with a step, and asks the engine what it asks. */
async function begin() {
  const visit = (visits += 1);
  const { asks = [], known, play } = step();
  const position = positionOf(boards[at], variants);
  values = { ...drawn(step(), position).values, ...known };
  answers = asks.length > 0 ? null : [];
  isLost = false;
  verdict = null;
  walked = 0;
  watch = null;
  looked = [];
  contest?.pause();
  contest = null;
  played = [];
  treePlace.hidden = true;
  game = play ? { moves: [], said: "", isBusy: false } : null;
  show();
  try {
    const told = [];
    for (const { lines, find } of asks) {
      const said = await answer([...setup(boards[at]), ...lines]);
      if (visit !== visits) return;
      found(find, said, values);
      told.push(said);
    }
    answers = told;
    if (step().contest) await watchContest(visit);
    if (step().show === "tree") await watchTree(told[0], visit);
  } catch {
    if (visit !== visits) return;
    isLost = true;
  }
  show();
  if (play) reply();
}

/** Has a contest watched.
 *  @param {number} visit */
async function watchContest(visit) {
  const { ContestView } = await import("./coursecontest.js");
  const { contest: given } = step();
  if (visit !== visits || !given) return;
  const shown = new ContestView(given, boards[at], (moves) => {
    if (contest !== shown) return;
    played = moves;
    if (!shown.isOn) note(shown.number());
    draw();
  });
  contest = shown;
  treePlace.replaceChildren(shown.node);
  treePlace.hidden = false;
  if (wanted > 0) await shown.open(wanted);
}

/** Has a tree watched whose steps the engine has told.
 *  @param {string[]} told
 *  @param {number} visit */
async function watchTree(told, visit) {
  const { TreeWatch } = await import("./coursetree.js");
  if (visit !== visits) return;
  const shown = new TreeWatch((moves) => {
    if (watch !== shown) return;
    looked = moves;
    if (shown.at > 0) note(shown.at + 1);
    draw();
  });
  watch = shown;
  treePlace.replaceChildren(shown.node);
  treePlace.hidden = false;
  shown.show(positionOf(boards[at], variants), told);
  shown.go(wanted - 1);
}

/** The lines that ask the player of a game for a move.
 *  @param {import("./envelope.d.ts").Play} play */
const moveLines = ({ against, options = {}, limits = "" }) => [...Object.entries({ Player: against, ...options }).map(([name, value]) => `setoption name ${name} value ${value}`),
  `go ${limits}`.trim()];

/** The player of a game answers, where it has the turn. */
async function reply() {
  const { play } = step();
  const now = game;
  const visit = visits;
  if (!play || !now) return;
  const position = positionOf(here(), variants);
  if (position.side === play.side || isOver(position)) return;
  now.isBusy = true;
  show();
  try {
    /** @type {Record<string, string>} */
    const told = {};
    const asked = [setup(here()), moveLines(play)];
    found({ move: "^bestmove {}", why: "info string why {*}" }, await answer(asked.flat()), told);
    if (visit !== visits || game !== now) return;
    const { move, why } = told;
    now.said = why ? t("playWhy", play.against, move, why) : t("playMove", move);
    now.asked = asked;
    now.moves.push(move);
    sound("stone");
  } catch {
    isLost = true;
  }
  now.isBusy = false;
  show();
}

/** A text with its values, in the reader's language.
 *  @param {Text} text
 *  @param {Record<string, string>} known */
const spoken = (text, known) => filled(inWords(text), known);

/** Whether the game has ended.
 *  @param {Position} position */
const isOver = (position) => lineAt(position).length > 0 || !position.cells.flat().includes(".");

/** How the game has ended, in words; nothing while it goes on.
 *  @param {Position} position */
function ending(position) {
  if (!isOver(position)) return "";
  if (lineAt(position).length === 0) return t("playDrawn");
  return t(position.side === step().play?.side ? "playLost" : "playWon");
}

/** A square was clicked.
 *  @param {string} name */
function clicked(name) {
  if (game) return play(name);
  if (step().question) return judge(name);
  return undefined;
}

/** @param {string} name */
function play(name) {
  const now = game;
  const position = positionOf(here(), variants);
  if (!now || now.isBusy || isOver(position) || position.side !== step().play?.side) return undefined;
  if (letterAt(position, name) !== ".") return notice(t("refused-occupied", name));
  now.moves.push(name);
  now.said = "";
  sound("stone");
  show();
  return reply();
}

/** Whether a line has some pieces, in their order.
 *  @param {string} line
 *  @param {string[]} pieces */
function hasAll(line, pieces) {
  let from = 0;
  for (const piece of pieces) {
    const place = line.indexOf(piece, from);
    if (place < 0) return false;
    from = place + piece.length;
  }
  return true;
}

/** The reader answers the question with a square.
 *  @param {string} name */
async function judge(name) {
  const { question } = step();
  const visit = visits;
  if (!question) return undefined;
  const known = { ...values, move: name };
  let isRight = question.squares?.split(" ").includes(name) ?? false;
  if (question.has) {
    if (letterAt(positionOf(boards[at], variants), name) !== ".") return notice(t("refused-occupied", name));
    const place = question.played ? { ...boards[at], moves: [...boards[at].moves, name] } : boards[at];
    try {
      const told = await answer([...setup(place), ...(question.lines ?? []).map((line) => line.replaceAll("{move}", name))]);
      if (visit !== visits) return undefined;
      found(question.find, told, known);
      const pieces = question.has.replaceAll("{move}", name).split("*");
      isRight = told.some((line) => hasAll(line, pieces));
    } catch {
      isLost = true;
      return show();
    }
  }
  verdict = { text: spoken(isRight ? question.right : question.wrong, known), square: name, isRight };
  const key = `${number}/${at + 1}`;
  if (isRight && number > 0 && !done.includes(key)) memory.set("course", JSON.stringify([...done, key].slice(0, done.push(key))));
  return show();
}

/** What stands on the board besides stones.
 *  @param {Position} position
 *  @returns {{ signs: Label[], overlay: import("./overlays.js").Overlay | null }} */
function signs(position) {
  const { marks = {}, show: shows } = step();
  /** @type {Label[]} */
  const own = Object.entries(marks).map(([square, text]) => ({ square, text: filled(text ?? "", values), kind: "good" }));
  const kind = OVERLAYS[shows ?? ""];
  if (!kind || !answers || game?.moves.length) return { signs: own, overlay: null };
  const rows = answers.flat().flatMap((line) => REPORTS.flatMap(({ row }) => row.exec(line)?.slice(1) ?? []).length > 0
    ? [REPORTS.map(({ row }) => row.exec(line)).find(Boolean)?.slice(1) ?? []] : []);
  const overlay = { kind, rows };
  return { signs: [...labels(position, overlay, { a: new Map(), b: new Map() }), ...own], overlay };
}

/** The moves of the line that the engine would play. */
function line() {
  if (step().show !== "line") return [];
  const infos = (answers ?? []).flat().map(readInfo).filter((/** @type {Info | null} */ info) => info?.pv);
  return infos.at(-1)?.pv ?? [];
}

function draw() {
  const place = here();
  const position = positionOf(place, variants);
  const { lines } = drawn(step(), position);
  const ghosts = watch ? looked : line().slice(0, walked);
  const found = signs(position);
  const isAsked = Boolean(step().question) && !verdict?.isRight;
  board.show(position, { moves: place.moves, bands: game ? [] : lines, labels: found.signs, ghosts, line: lineAt(position),
    turn: game && !game.isBusy && position.side === step().play?.side && !isOver(position) ? position.side : isAsked && step().question?.has ? position.side : null,
    badge: verdict && { square: verdict.square, isRight: verdict.isRight } });
  legend.replaceChildren(...(found.overlay ? legendNodes(found.overlay, found.signs) : []));
}

/** Bars for the answers that have a name. */
function bars() {
  const { asks = [], show: shows } = step();
  if (shows !== "bars" || !answers) return [];
  const rows = asks.flatMap(({ name, find }) => {
    const [key] = Object.keys(find ?? {}).sort();
    return name && values[key] ? [{ name: inWords(name), value: Number(values[key]) }] : [];
  });
  const most = Math.max(...rows.map(({ value }) => value), 1);
  return [el("table", { class: "bars" }, ...rows.map(({ name, value }) => {
    const bar = el("span", { class: "bar" });
    bar.style.width = `${Math.max(0.5, 100 * value / most)}%`;
    return el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, shown(String(value))), el("td", { class: "grow" }, bar));
  }))];
}

/** Lines of an answer that are shown. */
const SHOWN = 40;

/** Whether the lines behind a step are shown. */
let areLinesShown = false;

/** The first lines of what was answered, and how many more there are.
 *  @param {string[][]} told */
function firstLines(told) {
  const lines = told.flat();
  const more = lines.length - SHOWN;
  return [...lines.slice(0, SHOWN), ...(more > 0 ? [t("linesMore", more)] : [])].join("\n");
}

/** The lines behind a step, and how to have the same said in a terminal. */
function asLines() {
  const { asks = [], question, shell = [] } = step();
  const setUp = setup(boards[at]);
  const pipes = asks.map(({ lines }) => pipe(setUp, lines));
  if (question?.lines && verdict) pipes.push(pipe(setUp, question.lines.map((text) => text.replaceAll("{move}", verdict?.square ?? ""))));
  if (game?.asked) pipes.push(pipe(game.asked[0], game.asked[1]));
  if (pipes.length === 0) pipes.push(pipe(setup(here()), ["d"]));
  const address = new URLSearchParams({ fen: startOf(boards[at], variants), moves: here().moves.join(" ") });
  const text = [...pipes, ...shell].join("\n");
  const said = firstLines(answers ?? []);
  return el("details", { class: "as-lines", open: areLinesShown, toggle: ({ target }) => { areLinesShown = /** @type {HTMLDetailsElement} */ (target).open; } }, el("summary", {}, t("asLines")), el("p", {}, t("asLinesHint")),
    el("pre", { class: "log", tabindex: 0, "aria-label": t("asLines") }, text, ...(said ? [`\n\n${said}`] : [])),
    el("div", { class: "row" }, el("button", { type: "button", click: () => copy(text, t("copied")) }, t("copy")),
      el("a", { href: `#debug?${address}` }, t("onDebug"))));
}

/** What the reader is asked, and what was said of the answer. */
function questionNodes() {
  const { question } = step();
  if (!question) return [];
  return [el("p", { class: "learn-says" }, spoken(question.ask, values)),
    el("p", { class: `learn-says ${verdict?.isRight ? "solved" : "wrong"}`, role: "status", id: "verdict" }, verdict?.text ?? "")];
}

function gameNodes() {
  const { play } = step();
  if (!play || !game) return [];
  const position = positionOf(here(), variants);
  const over = ending(position);
  /** @type {Side} */
  const side = play.side === "o" ? "o" : "x";
  return [el("p", { class: "learn-says" }, t("playHere", nameOf(side, hasSigns(position)))),
    el("p", { role: "status", id: "reply" }, [game.said, over].filter(Boolean).join(" ")),
    ...(game.moves.length > 0 ? [el("div", { class: "row" }, el("button", { type: "button", "data-does": "playAgain", click: () => begin() }, t("playAgain")))] : [])];
}

function walkNodes() {
  const moves = line();
  if (moves.length === 0) return [];
  /** @param {number} by */
  const walk = (by) => { walked = Math.min(Math.max(walked + by, 0), moves.length); show(); };
  return [el("div", { class: "row" },
    el("button", { type: "button", "aria-label": t("walkBack"), disabled: walked === 0, click: () => walk(-1) }, "◀"),
    el("button", { type: "button", "aria-label": t("walkOn"), "data-does": "walkOn", disabled: walked === moves.length, click: () => walk(1) }, "▶"),
    el("span", { class: "quiet" }, moves.slice(0, walked).join(" ") || `0 / ${moves.length}`))];
}

/** Shows the step, or the list of lessons. */
function show() {
  overview.hidden = lesson !== null;
  if (!lesson) treePlace.hidden = true;
  columns.hidden = lesson === null;
  if (!lesson) return list();
  draw();
  const { say, code = [], link, shell = [], show: shows } = step();
  const count = lesson.steps.length;
  const isLast = at === count - 1;
  const following = number > 0 ? course?.[number] : null;
  const isKnown = answers !== null || isLost;
  const text = spoken(say, isLost ? {} : values);
  /** @param {string} sign
   *  @param {string} word
   *  @param {number} index */
  const move = (sign, word, index) => el("button", { type: "button", "aria-label": t(word), "data-does": word, disabled: index < 0 || index >= count,
    class: word === "forward" ? "main" : null, click: () => turn(index) }, sign);
  renew(card,
    el("p", { class: "row quiet" }, el("a", { href: "#learn" }, t("courseAll")), el("span", {}, number > 0 ? t("lessonOf", number) : t("lessonOwn"))),
    el("h2", {}, inWords(lesson.title)),
    el("div", { class: "lesson-text", "aria-live": "polite" }, ...(isKnown ? paragraphs(text) : [el("p", { class: "quiet" }, t("courseAsks"))]),
      ...(isLost ? [el("p", { class: "trouble" }, t("courseFails"))] : [])),
    el("div", {}, ...bars(), ...walkNodes(), ...questionNodes(), ...gameNodes(),
      ...(shows === "answer" && answers ? [el("pre", { class: "log", tabindex: 0 }, firstLines(answers))] : []),
      ...(code.length > 0 ? [el("pre", { class: "log", tabindex: 0 }, code.join("\n")), el("button", { type: "button", click: () => copy(code.join("\n"), t("copied")) }, t("copy"))] : []),
      ...(shell.length > 0 ? [el("pre", { class: "log", tabindex: 0 }, shell.join("\n"))] : []),
      ...(link ? [el("p", {}, el("a", { href: `#${link}` }, t("toSee")))] : [])),
    el("div", { class: "row steps-of-lesson" }, move("◀", "back", at - 1), el("span", {}, `${at + 1} / ${count}`), move("▶", "forward", at + 1),
      isLast && following ? el("a", { href: `#learn/${number + 1}/1`, "data-does": "lessonNext" }, t("lessonNext", inWords(following.title))) : ""),
    asLines(),
    el("div", { class: "quiet" }, ...(isLast ? [...paragraphs(t("courseSource", inWords(lesson.source))),
      el("button", { type: "button", "data-does": "lessonSave", click: () => save(`lesson-${number || "own"}.json`, JSON.stringify(lesson, null, 2), "application/json") }, t("lessonSave"))] : [])));
  document.title = `${inWords(lesson.title)} · Tengen`;
}

/** The lessons, with those that are done. */
function list() {
  document.title = "Tengen";
  if (!course) return;
  const rows = course.map(({ title, steps }, index) => {
    const questions = steps.flatMap(({ question }, place) => (question ? [`${index + 1}/${place + 1}`] : []));
    const isDone = questions.length > 0 && questions.every((key) => done.includes(key));
    return el("li", {}, el("a", { href: `#learn/${index + 1}/1` }, inWords(title)), isDone ? el("span", { class: "quiet" }, ` ✓ ${t("lessonDone")}`) : "");
  });
  renew(overview, el("h2", {}, t("course")), el("p", {}, t("courseIntro")), el("ol", { class: "lessons" }, ...rows),
    el("div", {}, ...paragraphs(t("courseOwn"))), overview.lastElementChild?.matches(".own-lesson") ? overview.lastElementChild : ownLesson());
}

/** The button that opens a lesson of the reader's own. */
function ownLesson() {
  const node = el("div", { class: "own-lesson row" }, chooser(async (text) => {
    try {
      await take(text);
      location.hash = ownAddress(1);
      go("own/1");
    } catch (error) {
      notice(plainly(error));
    }
  }, ".json"));
  fill(node);
  return node;
}

/** Keys that are pressed there are about what is chosen there.
 *  @param {Event} event */
const isTaken = (event) => targetOf(event)?.closest("input, select, textarea, dialog, pre, [role=tab], summary");

/** Builds the course once. */
export function build() {
  board = new Board(clicked);
  legend = el("p", { class: "quiet key-list" });
  card = el("section", { class: "card lesson" });
  overview = el("section", { class: "card", id: "lessons" });
  treePlace = el("section", { class: "card", hidden: true });
  left = el("div", { class: "left" }, board.node, legend);
  columns = el("div", { class: "columns", hidden: true }, left, el("div", { class: "right" }, card, treePlace));
  byId("learn").append(overview, columns);
  // The engine has spoken the language of before; a game is not begun again for that.
  document.addEventListener("language", () => {
    contest?.draw();
    if (lesson && !game && !contest) begin();
    else show();
  });
  document.addEventListener("keydown", (event) => {
    // What a speaker holds in the hand sends the keys of pages; where there is more to see of this one, they are for that.
    const isWhole = document.documentElement.scrollHeight <= innerHeight + 4;
    const by = event.key === "ArrowRight" || (isWhole && event.key === "PageDown") ? 1 : event.key === "ArrowLeft" || (isWhole && event.key === "PageUp") ? -1 : 0;
    if (by === 0 || byId("learn").hidden || !lesson || event.defaultPrevented || isTaken(event)) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    turn(at + by);
  });
  on("closed", () => { isLost = answers === null; });
}

/** @param {Told<"hello">} hello */
export function welcome(hello) {
  ({ variants } = hello);
}

/** Opens what an address says: a lesson and a step, or the list.
 *  @param {URLSearchParams} query */
export async function open(query) {
  const visit = (opened += 1);
  course ??= await (await fetch("./course.json")).json();
  const given = query.get("lesson");
  if (given && given !== ownLetters) {
    const text = await (await import("./courselink.js")).lessonText(given);
    try {
      await take(text ?? given);
    } catch (error) {
      own = null;
      ownLetters = "";
      notice(plainly(error));
    }
  }
  // Another address may have been opened meanwhile.
  if (visit === opened) go(query.get("at") ?? "");
}
