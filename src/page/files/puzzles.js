// Puzzles: a position in which one move is right, as far as was looked. The server has the proofs and answers tries; what
// was solved is kept by this browser.

/** @import { Attributes } from "./dom.js" */
/** @import { Ask, Clue, Listed, Shown, Tried, TriedWhy } from "./envelope.d.ts" */
/** @import { Step } from "./stepper.js" */

import { Board } from "./board.js";
import { byId, draw as figure, el, memory, notice, renew, select } from "./dom.js";
import { kindName } from "./kinds.js";
import { ask } from "./link.js";
import { after, lineAt, other, readFen, squareOf } from "./native.js";
import { prefsMenu } from "./prefs.js";
import { ofDay, PuzzleBook, themeOf, THEMES, worth } from "./puzzlebook.js";
import { plainly } from "./refusals.js";
import { sound } from "./sounds.js";
import { stepper } from "./stepper.js";
import { know, language, nameOf, t } from "./words.js";
import words from "./wordspuzzles.js";

/** What is told, by what was asked.
 *  @typedef {{ list: { puzzles: Listed[] }, show: Shown, try: Tried, clue: Clue }} Answers */
/** A puzzle that is solved: as the server tells it, with the moves so far, what was said last, and how it goes.
 *  @typedef {Shown & {
 *    moves: string[], points: string[], ghosts: string[], said: string[] | null, clues: number,
 *    state: "asked" | "right" | "wrong" | "solved" | "shown", isClean: boolean, change: number | null,
 *    isWaiting?: boolean, line?: string[] | null, badge?: { square: string, isRight: boolean } | null
 *  }} Puzzle */

know(words);

/** An answer on the board takes so many milliseconds, as one of a person does: so it is seen. */
const ANSWERED = 500;

const book = new PuzzleBook();
/** What is known of all puzzles, `[kind, rule, grade]` by their numbers; null before it was asked for.
 *  @type {Listed[] | null} */
let puzzles = null;
/** How often an address was opened: only the last one counts. */
let opened = 0;
/** The puzzle that is solved: as the server tells it, with the moves so far, what was said last, and how it goes.
 *  @type {Puzzle | null} */
let now = null;
/** How often a puzzle was asked for; only the last answer counts. */
let wishes = 0;
/** @type {Board} */
let board;
/** @type {HTMLElement} */
let says;
/** @type {HTMLElement} */
let card;
/** @type {HTMLElement} */
let mine;
/** @type {HTMLSelectElement} */
let theme;
/** @type {HTMLSelectElement} */
let rule;
/** The move after which the board is shown, or null for the present one.
 *  @type {number | null} */
let lookedAt = null;
/** Moves of the end that are not on the board yet: they are put there one after the other. */
let due = 0;
/** @type {number | undefined} */
let dueAt;
/** The column beside the board, and the puzzle of the day in it.
 *  @type {HTMLElement} */
let aside;
/** @type {HTMLElement} */
let daily;

/** Asks the server; what it refuses is said, and null comes back.
 *  @template {Ask["do"]} Do
 *  @param {{ do: Do } & Extract<Ask, { do: Do }>} what
 *  @returns {Promise<Answers[Do] | null>} */
async function answer(what) {
  try {
    /** @type {any} the answer to that question */
    const told = await ask({ do: "puzzle", ask: what });
    return told;
  } catch (error) {
    notice(plainly(error));
    return null;
  }
}

/** @param {Listed} puzzle */
const fits = (puzzle) => (!theme.value || theme.value === themeOf(puzzle)) && (!rule.value || rule.value === puzzle[1]);

/** The number of the puzzle of this day. */
const today = () => ofDay(new Date(), puzzles?.length ?? 1);

/** The puzzle that is solved. */
function posed() {
  if (!now) throw new Error("no puzzle");
  return now;
}

/** Has the address name the puzzle. */
function nameIt() {
  history.replaceState(null, "", `#puzzles?n=${posed().number + 1}`);
}

/** What the address says of puzzles; null where it is about something else. */
function addressed() {
  const [part, query] = location.hash.split("?");
  return part === "#puzzles" ? String(new URLSearchParams(query ?? "")) : null;
}

/** Puts a puzzle on the board, one that suits the solver if none is named, unless another one is wanted or the
 *  address says something else by the time the answer is there.
 *  @param {number | null} [number]
 *  @param {string | null} [query] */
async function pose(number = book.next(puzzles ?? [], fits, now?.number), query = addressed()) {
  if (number === null) return notice(t("puzzleNone"));
  const own = wishes += 1;
  const found = await answer({ do: "show", number });
  if (!found || own !== wishes || addressed() !== query) return undefined;
  now = { ...found, moves: [], points: found.forbidden, ghosts: [], said: null, clues: 0, state: "asked", isClean: true, change: null };
  lookedAt = null;
  unfold(0);
  nameIt();
  return show();
}

/** Puts the last moves on the board one after the other, so many of them; those of before are there at once.
 *  @param {number} count */
function unfold(count) {
  clearInterval(dueAt);
  due = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : count;
  if (due === 0) return;
  dueAt = setInterval(() => {
    due -= 1;
    sound("stone");
    draw();
    if (due === 0) clearInterval(dueAt);
  }, ANSWERED);
}

/** Whether nothing is left to find: it is solved, or the solution is shown. */
const isOver = () => ["solved", "shown"].includes(posed().state);

/** The side that solves. */
const solver = () => readFen(posed().fen).side;

/** Counts how it goes, once.
 *  @param {boolean} isSolved */
function count(isSolved) {
  const puzzle = posed();
  puzzle.isClean &&= isSolved;
  puzzle.change = book.count(puzzle.number, puzzle.grade, isSolved) ?? puzzle.change;
}

/** A square was clicked.
 *  @param {string} name */
async function clicked(name) {
  if (!now || now.isWaiting) return undefined;
  if (lookedAt !== null) return look(null);
  if (isOver()) return undefined;
  const position = after(readFen(now.fen), now.moves);
  const { col, row } = squareOf(name);
  if (position.cells[position.height - 1 - row][col] !== ".") return notice(t("refused-occupied", name));
  const puzzle = now;
  unfold(0);
  Object.assign(puzzle, { isWaiting: true, ghosts: [name], said: [t("puzzleThinks", name)], line: null, badge: null });
  sound("stone");
  show();
  const tried = await answer({ do: "try", number: now.number, moves: now.moves.join(" "), move: name });
  puzzle.isWaiting = false;
  if (puzzle !== now) return undefined;
  puzzle.ghosts = [];
  puzzle.said = null;
  if (tried) hear(name, tried);
  return show();
}

/** What came of a try.
 *  @param {string} move
 *  @param {Tried} tried */
function hear(move, tried) {
  const puzzle = posed();
  const opponent = nameOf(other(solver()));
  puzzle.clues = 0;
  puzzle.points = tried.forbidden;
  puzzle.badge = { square: move, isRight: tried.is_right };
  // An answer that would show the right move is not named.
  const [isNamed, isFive] = [tried.line.length > 0, tried.length === 1];
  /** @type {Record<TriedWhy, string>} */
  const said = { line: "puzzleLine", proof: "puzzleProof", another: "puzzleAnother", only: "puzzleOnly",
    loses: isFive ? "puzzleFive" : "puzzleLoses", losesIn: isFive ? "puzzleFiveSomewhere" : "puzzleLosesIn",
    fours: puzzle.kind === "vcf" ? "puzzleNoFours" : "puzzleFours", holds: "puzzleHolds", calm: "puzzleCalm", unknown: "puzzleUnknown" };
  const word = said[tried.why];
  if (!tried.is_right) {
    const end = ["fours", "holds"].includes(tried.why) ? [t(isNamed ? "puzzleAfter" : "puzzleAfterOne", opponent)] : [];
    Object.assign(puzzle, { state: "wrong", said: [t(word, move, opponent, tried.length), ...end], line: [move, ...tried.line], ghosts: [move, ...tried.line] });
    count(false);
    unfold(tried.line.length);
    return;
  }
  const reply = tried.reply ? t("puzzleReply", opponent, tried.reply)
    : ["proof", "another"].includes(tried.why) ? t("puzzleNoAnswer", opponent) : "";
  puzzle.moves.push(...(tried.reply ? [move, tried.reply] : [move]));
  puzzle.said = [t(word, move), tried.why === "only" && puzzle.searched ? t("puzzleSearched", opponent, puzzle.searched) : "", tried.is_solved ? "" : reply].filter(Boolean);
  puzzle.state = tried.is_solved ? "solved" : "right";
  if (tried.is_solved) {
    puzzle.said.push(t("puzzleSolved"));
    count(puzzle.isClean);
    sound("win");
  } else unfold(tried.reply ? 1 : 0);
}

/** A hint: first the kind of move, then the move; or with `all` the whole solution.
 *  @param {boolean} all */
async function help(all) {
  const puzzle = posed();
  const depth = all ? "all" : puzzle.clues === 0 ? "look" : "move";
  const clue = await answer({ do: "clue", number: puzzle.number, moves: all ? "" : puzzle.moves.join(" "), depth });
  if (!clue || puzzle !== now) return;
  count(false);
  lookedAt = null;
  unfold(0);
  Object.assign(puzzle, { line: null, badge: null });
  if (all) {
    const isDefence = puzzle.kind === "defence";
    const line = (clue.line ?? "").split(" ");
    Object.assign(puzzle, { moves: [], state: "shown", said: [t(isDefence ? "puzzleWasOnly" : "puzzleWas", clue.move)], line,
      ghosts: isDefence && clue.move ? [clue.move] : line, points: [] });
  } else {
    puzzle.clues += 1;
    Object.assign(puzzle, { state: "asked", ghosts: clue.move ? [clue.move] : [], said: [clue.move ? t("clueMove", clue.move) : t(`clue-${clue.look}`)] });
  }
  show();
}

/** Shows the solution after so many moves; its end is where it goes on.
 *  @param {number | null} ply */
function look(ply) {
  unfold(0);
  lookedAt = ply === null || ply >= posed().moves.length ? null : Math.max(0, ply);
  draw();
}

const shownPly = () => lookedAt ?? now?.moves.length ?? 0;

/** @param {Step} word */
function go(word) {
  if (now) look({ first: 0, back: shownPly() - 1, forward: shownPly() + 1, last: null }[word]);
}

function draw() {
  const puzzle = posed();
  const isPresent = lookedAt === null;
  const ghosts = isPresent ? puzzle.ghosts : [];
  const moves = puzzle.moves.slice(0, shownPly() - (ghosts.length > 0 ? 0 : due));
  const position = after(readFen(puzzle.fen), moves);
  board.show(position, { moves, ghosts: ghosts.slice(0, ghosts.length - due), forbidden: isPresent ? puzzle.points : [], badge: isPresent ? puzzle.badge : null,
    line: lineAt(position), turn: isPresent && !isOver() && !puzzle.isWaiting ? solver() : null });
  const isFive = puzzle.kind === "vcf" && puzzle.length === 1;
  says.textContent = t(isFive ? "puzzle-five" : `puzzle-${puzzle.kind}`, nameOf(solver()), nameOf(other(solver())));
}

/** A line whose moves are shown on the board up to the one under the pointer. */
function lineNodes() {
  // What is refuted stands in the sentence before.
  const puzzle = posed();
  const from = puzzle.state === "wrong" ? 1 : 0;
  const line = puzzle.line ?? [];
  if (line.length <= from) return [];
  /** @param {number} index */
  const look = (index) => { unfold(0); puzzle.ghosts = line.slice(0, index + 1); draw(); };
  return [el("span", { class: "better-line" }, ...line.slice(from).map((move, index) => {
    const show = () => look(index + from);
    return el("button", { type: "button", class: "move", pointerenter: show, focus: show, click: show }, move);
  }))];
}

/** How the rating went, as a line. */
function ratingLine() {
  const { past } = book;
  if (past.length < 3) return "";
  const [low, high] = [Math.min(...past), Math.max(...past)];
  const points = past.map((rating, index) => `${(index / (past.length - 1)) * 100} ${36 - 32 * ((rating - low) / (high - low || 1))}`);
  return figure("svg", { class: "rating-way", viewBox: "0 0 100 40", preserveAspectRatio: "none", role: "img", "aria-label": t("ratingWay", past[0], book.rating, low, high) },
    figure("path", { class: "curve", d: `M${points.join("L")}` }));
}

/** The puzzle of the day, and how it went. */
function showDaily() {
  if (!puzzles) return;
  const number = today();
  const state = book.solved.has(number) ? "✓ dailySolved" : book.failed.has(number) ? "✗ dailyFailed" : "";
  const [sign, word] = state.split(" ");
  renew(daily, el("a", { href: "#puzzles?day" }, t("dailyPuzzle")),
    el("span", { class: "quiet" }, [new Date().toLocaleDateString(language(), { day: "numeric", month: "long" }), t("puzzleGrade", puzzles[number][2]),
      word ? `${sign} ${t(word)}` : t("dailyNew")].join(" · ")));
}

/** Says how many puzzles a theme has, and how many of them were solved. */
function countThemes() {
  const themes = (puzzles ?? []).map(themeOf);
  for (const option of [...theme.options].slice(1)) {
    const own = [...themes.keys()].filter((number) => themes[number] === option.value);
    option.textContent = `${t(`theme-${option.value}`)} · ${own.filter((number) => book.solved.has(number)).length} / ${own.length}`;
  }
}

function show() {
  if (!now || !puzzles) return;
  draw();
  /** @param {string} word
   *  @param {() => unknown} click
   *  @param {Attributes} [more] */
  const button = (word, click, more) => el("button", { type: "button", "data-does": word, click, ...more }, t(word));
  const change = now.change === null ? [] : [el("span", { class: "quiet", id: "rating-change" },
    ` ${t("rating")} ${now.change < 0 ? "−" : now.change > 0 ? "+" : "±"}${Math.abs(now.change)}`)];
  const position = readFen(now.fen);
  // Which theme it is would help: it is told to those who have chosen it, and afterwards.
  const kind = isOver() || theme.value ? `theme-${themeOf(puzzles[now.number])}` : `kind-${now.kind}`;
  renew(card, el("h2", {}, [t("puzzleNumber", now.number + 1), now.number === today() ? t("dailyPuzzle") : ""].filter(Boolean).join(" · ")),
    el("p", { class: "quiet" }, [t(kind), kindName({ ...position, destroy: 0 }), t("puzzleGrade", now.grade)].join(" · ")),
    el("p", { class: `learn-says ${now.state}`, role: "status" }, (now.said ?? [t("puzzleFind")]).join(" "), ...lineNodes(),
      now.state === "wrong" ? t("puzzleBack") : "", ...change),
    el("div", { class: "row" },
      button(isOver() ? "puzzleNext" : "puzzleSkip", () => pose(), isOver() ? { class: "main" } : {}),
      ...(isOver() ? [] : [button("puzzleHint", () => help(false)), button("puzzleAnswer", () => help(true))]),
      isOver() || now.moves.length > 0 ? button("puzzleAgain", () => pose(posed().number)) : "",
      el("a", { href: `#analysis?${new URLSearchParams({ fen: now.fen, moves: [...now.moves, ...now.line ?? []].join(" ") })}`, "data-does": "inAnalysis" }, t("inAnalysis"))));
  /** @param {string} word
   *  @param {string | number} value */
  const row = (word, value) => el("div", {}, el("dt", {}, t(word)), el("dd", { "data-value": word }, value));
  const way = ratingLine();
  renew(mine, el("h2", {}, t("myPuzzles")), el("dl", { class: "figures" }, row("rating", book.rating), row("streak", book.streak),
    row("bestStreak", book.best), row("puzzlesSolved", `${book.solved.size} / ${puzzles.length}`)),
  ...(way ? [way] : []),
  el("details", { class: "more" }, el("summary", {}, t("whatRating")), el("p", {}, t("aboutRating", worth(1), worth(2) - worth(1)))),
  el("p", { class: "quiet" }, t("aboutPuzzles", puzzles.length)),
  ...(book.solved.size + book.failed.size === 0 ? [] : [el("div", { class: "row" }, button("puzzlesForget", () => {
    if (!window.confirm(t("puzzlesForgetSure"))) return;
    book.forget();
    show();
  }))]));
  showDaily();
  countThemes();
  aside.hidden = false;
}

/** Builds the part once. */
export function build() {
  board = new Board(clicked);
  says = el("p", { class: "says" });
  card = el("section", { class: "card learn", id: "puzzle" });
  mine = el("section", { class: "card", id: "my-puzzles" });
  daily = el("p", { class: "row", id: "daily" });
  const changed = () => {
    memory.set("puzzle-choice", [theme.value, rule.value].join());
    if (!puzzles) return;
    if (puzzles.some(fits)) pose();
    else notice(t("puzzleNone"));
  };
  const [ownTheme, ownRule] = (memory.get("puzzle-choice") ?? ",").split(",");
  theme = select({ "data-label": "puzzleTheme", change: changed }, [["", "@allThemes"], ...THEMES.map((name) => [name, ""])], THEMES.includes(ownTheme) ? ownTheme : "");
  rule = select({ "data-label": "rule", change: changed },
    [["", "@allRules"], ...["freestyle", "standard", "renju", "caro", "caro-overline"].map((name) => [name, `@kind-${name}`])], ownRule);
  const section = byId("puzzles");
  // Nothing of it is known at first: what is filled in later would push away what stands below.
  aside = el("div", { class: "right", hidden: true }, card, el("section", { class: "card" }, daily, el("div", { class: "row choose" }, theme, rule)), mine);
  const steps = stepper(section, board, go, () => !now || shownPly() >= now.moves.length);
  section.append(el("div", { class: "columns" },
    el("div", { class: "left" }, says, board.node, el("div", { class: "row under" }, steps, prefsMenu())),
    aside));
  board.show(readFen(`${Array(15).fill(15).join("/")} x`));
  document.addEventListener("language", () => show());
}

/** Nothing that the server says of itself is needed here. */
export function welcome() {}

/** Opens a puzzle: the one that the address names, else the one that was there, else one that suits.
 *  @param {URLSearchParams} query */
export async function open(query) {
  const visit = (opened += 1);
  puzzles ??= (await answer({ do: "list" }))?.puzzles ?? null;
  // Another address may have been opened meanwhile.
  if (!puzzles || visit !== opened) return undefined;
  const wanted = query.has("day") ? today() : Number(query.get("n")) - 1;
  if (query.get("n") !== null && !puzzles[wanted]) notice(t("badLink"));
  if (puzzles[wanted]) return wanted === now?.number ? show() : pose(wanted, String(query));
  if (!now) return pose(undefined, String(query));
  if (addressed() === String(query)) nameIt();
  return show();
}
