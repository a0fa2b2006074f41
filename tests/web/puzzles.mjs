// Puzzles: solved by clicking, refuted on the board, and kept by the browser.

import assert from "node:assert/strict";

import { PHONE, Person } from "./support.mjs";

/** The figures of whoever solves. */
const figures = (person) => person.page.$$eval("#my-puzzles [data-value]", (nodes) =>
  Object.fromEntries(nodes.map((node) => [node.dataset.value, node.textContent])));

const says = (person, state, text = "") =>
  person.page.locator(`#puzzle .learn-says.${state}`).filter({ hasText: text }).waitFor();

/** Opens the puzzle with that number. */
async function pose(person, number) {
  await person.open(`puzzles?n=${number}`);
  await person.page.locator("#puzzle h2").filter({ hasText: new RegExp(`^(Puzzle ${number}|第 ${number} 题)$`) }).waitFor();
  await says(person, "asked");
}

/** The longest line of the puzzle that is shown, by its solution; afterwards it stands as at first. */
async function solution(person) {
  await person.page.click("[data-does=puzzleAnswer]");
  await says(person, "shown");
  const line = await person.page.locator("#puzzle .better-line .move").allTextContents();
  await person.page.click("[data-does=puzzleAgain]");
  await says(person, "asked");
  return line;
}

/** The number of the first puzzle of a theme, from 1, with a line that long at least. */
const ofTheme = (person, wanted, grade) => person.page.evaluate(async ([kind, least]) => {
  const { ask } = await import("./link.js");
  const { puzzles } = await ask({ do: "puzzle", ask: { do: "list" } });
  return puzzles.findIndex((one) => one[0] === kind && one[2] >= least) + 1;
}, [wanted, grade]);

/** The first puzzle, from 1, of a theme and an empty square whose answer there is of that kind. */
const wrongMove = (person, kind, why) => person.page.evaluate(async ([theme, wanted]) => {
  const { ask } = await import("./link.js");
  const { readFen } = await import("./native.js");
  const { puzzles } = await ask({ do: "puzzle", ask: { do: "list" } });
  for (const [number, one] of puzzles.entries()) {
    if (one[0] !== theme) continue;
    const { cells, width, height } = readFen((await ask({ do: "puzzle", ask: { do: "show", number } })).fen);
    for (const [col, row] of [[0, 0], [width - 1, 0], [0, height - 1], [7, 7], [7, 6], [6, 7], [8, 7], [5, 5]]) {
      const move = `${String.fromCharCode(97 + col)}${row + 1}`;
      if (cells[height - 1 - row][col] !== ".") continue;
      const tried = await ask({ do: "puzzle", ask: { do: "try", number, moves: "", move } });
      if (tried.why === wanted) return [number + 1, move];
    }
  }
  throw new Error(`no ${theme} in which a move ${wanted}`);
}, [kind, why]);

export const cases = {
  async "a puzzle is solved move by move, and rating and streak are kept"({ browser, url }) {
    const helper = await Person.arrive(browser, url);
    await helper.open("puzzles");
    const number = await ofTheme(helper, "vcf", 2);
    await pose(helper, number);
    const line = await solution(helper);
    await helper.leave();
    assert.ok(line.length >= 3, line.join());
    const person = await Person.arrive(browser, url);
    await pose(person, number);
    const side = (await person.page.textContent("#puzzles .says")).startsWith("Black") ? "black" : "white";
    // The opponent resists longest, as in the longest line: whatever else it does, the first move is the first one there.
    await person.tap(line[0]);
    await person.sees(line[0], side);
    await says(person, "right", "resists longest");
    // The answer comes after a moment; a tick says that the move is right.
    await person.page.locator("#puzzles .badge.right").waitFor();
    await person.sees(line[1], side === "black" ? "white" : "black");
    assert.ok((await person.page.textContent("#puzzle .learn-says")).includes(line[1]));
    for (let step = 2; step < line.length; step += 2) {
      await person.tap(line[step]);
      await person.sees(line[step], side);
    }
    await says(person, "solved", "completes the line");
    await person.page.locator("#puzzles .badge.right").waitFor();
    assert.equal(await person.page.locator("#puzzles .win").count(), 5);
    const after = await figures(person);
    assert.deepEqual([after.streak, after.bestStreak, after.puzzlesSolved], ["1", "1", "1 / 300"]);
    assert.ok(Number(after.rating) > 1000, after.rating);
    await person.page.locator("#rating-change").filter({ hasText: /\+\d+/ }).waitFor();
    // It is gone through as any game is.
    await person.page.click("#puzzles [data-label=first]");
    await person.page.locator(`#puzzles [data-square=${line[0]}]`).waitFor({ state: "detached" });
    // The browser remembers, and goes on with another one.
    await person.page.reload();
    await person.page.locator("#my-puzzles [data-value=rating]").filter({ hasText: after.rating }).waitFor();
    await person.page.click("[data-does=puzzleSkip]");
    await person.page.locator("#puzzle h2").filter({ hasNotText: new RegExp(`^Puzzle ${number}$`) }).waitFor();
    await person.leave();
  },

  async "an answer that comes late takes no other puzzle away"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    let release;
    await person.page.routeWebSocket(/./, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((text) => {
        const message = JSON.parse(text);
        const isFirst = !release && message.is === "puzzle" && message.fen;
        if (isFirst) release = () => socket.send(text);
        else socket.send(text);
      });
    });
    await person.open("puzzles");
    while (!release) await person.page.waitForTimeout(20);
    await pose(person, 12);
    release();
    await person.page.waitForTimeout(200);
    assert.equal(await person.page.locator("#puzzle h2").textContent(), "Puzzle 12");
    assert.ok(person.page.url().endsWith("#puzzles?n=12"), person.page.url());
    await person.leave();
  },

  async "a wrong move is refuted on the board, and counts once"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("puzzles");
    const [attack, free] = await wrongMove(person, "vct", "loses");
    await pose(person, attack);
    await person.tap(free);
    await says(person, "wrong", "It is taken back: try another move.");
    await person.page.locator(`#puzzles .ghost[data-square=${free}]`).waitFor();
    await person.page.locator("#puzzles .badge.wrong").waitFor();
    assert.equal((await person.stones("black")).includes(free) || (await person.stones("white")).includes(free), false, "it is taken back");
    // The reply stands on the board, and whoever doubts it looks for themselves.
    const reply = await person.page.locator("#puzzle .better-line .move").first().textContent();
    await person.page.locator(`#puzzles .ghost[data-square=${reply}]`).waitFor();
    const debug = await person.page.getAttribute("#puzzle [data-does=inAnalysis]", "href");
    assert.ok(new URLSearchParams(debug.split("?")[1]).get("moves").startsWith(`${free} ${reply}`), debug);
    // The line is not shown where it would give the right move away.
    const [secret, far] = await wrongMove(person, "vct", "losesIn");
    await pose(person, secret);
    await person.tap(far);
    await says(person, "wrong", /loses: (Black|White) (wins in \d+ moves|completes a line)\. It is taken back/);
    assert.equal(await person.page.locator("#puzzles .ghost").count(), 1);
    assert.equal(await person.page.locator("#puzzle .better-line").count(), 0);
    // In a defence the proof itself wins against every other move: its moves stand on the board and can be pointed at.
    const [defence, other] = await wrongMove(person, "defence", "loses");
    await pose(person, defence);
    const before = Number((await figures(person)).rating);
    await person.tap(other);
    await says(person, "wrong", /loses: (Black|White) (wins|completes a line) with/);
    // An easy one: failing a hard one may cost less than a point.
    const { rating, streak } = await figures(person);
    assert.ok(Number(rating) < before && streak === "0", `${rating}, ${before} before`);
    await person.tap(other);
    await says(person, "wrong");
    assert.equal((await figures(person)).rating, rating, "a puzzle counts once");
    // The line of the try before is gone by now, and that of this one may still come.
    await person.page.locator("#puzzle .better-line .move").first().waitFor();
    const line = await person.page.locator("#puzzle .better-line .move").allTextContents();
    // The opponent's answer and what follows come one after the other.
    await person.page.waitForFunction((count) => document.querySelectorAll("#puzzles .ghost").length === count, line.length + 1);
    await person.page.locator("#puzzle .better-line .move").first().hover();
    assert.equal(await person.page.locator("#puzzles .ghost").count(), 2);
    await person.leave();
  },

  async "hints say more each time, and the solution is shown as a line"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await person.open("puzzles");
    await pose(person, await ofTheme(person, "vcf", 3));
    await page.click("[data-does=puzzleHint]");
    await says(person, "asked", "Look for a four");
    await page.click("[data-does=puzzleHint]");
    await says(person, "asked", /Play [a-o]\d+\./);
    const [, move] = /Play ([a-o]\d+)/.exec(await page.textContent("#puzzle .learn-says"));
    await page.locator(`#puzzles .ghost[data-square=${move}]`).waitFor();
    await person.tap(move);
    await says(person, "right", `${move} is right`);
    assert.equal((await figures(person)).puzzlesSolved, "0 / 300", "who was helped has not solved it");
    await page.click("[data-does=puzzleAnswer]");
    await says(person, "shown", `The solution is ${move}`);
    const line = await page.locator("#puzzle .better-line .move").allTextContents();
    assert.equal(line[0], move);
    await page.waitForFunction((count) => document.querySelectorAll("#puzzles .ghost").length === count, line.length);
    // What is shown is over: a click is no try.
    await person.tap(line.at(-1));
    assert.equal(await page.locator("#puzzles .ghost").count(), line.length);
    page.once("dialog", (dialog) => dialog.accept());
    await page.click("[data-does=puzzlesForget]");
    await page.locator("#my-puzzles [data-value=rating]").filter({ hasText: "1000" }).waitFor();
    await person.leave();
  },

  async "theme and rule are chosen and remembered, and no puzzle comes twice"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await person.open("puzzles");
    await page.locator("#puzzle h2").waitFor();
    await page.locator("#puzzles select[data-label=puzzleTheme]").selectOption("defence");
    await page.locator("#puzzles select[data-label=rule]").selectOption("renju");
    const head = page.locator("#puzzle .quiet").first();
    await head.filter({ hasText: /^defence · Renju/ }).waitFor();
    await page.locator("#puzzles .says").filter({ hasText: /threatens to win\. (Black|White) is to move: every move but one loses/ }).waitFor();
    await page.reload();
    await page.goto(`${url}#puzzles`);
    await head.filter({ hasText: /^defence · Renju/ }).waitFor();
    assert.equal(await page.locator("#puzzles select[data-label=rule]").inputValue(), "renju");
    const found = await page.evaluate(async () => {
      const { PuzzleBook, worth } = await import("./puzzlebook.js");
      const book = new PuzzleBook();
      const list = [["vcf", "renju", 1, 1, 0], ["vcf", "renju", 2, 2, 0], ["vct", "renju", 1, 3, 0], ["vcf", "renju", 9, 6, 0], ["vcf", "renju", 2, 3, 0]];
      const isVcf = ([kind]) => kind === "vcf";
      const order = [];
      for (let now = null; order.length < 4; order.push(now)) {
        now = book.next(list, isVcf, now, 0);
        book.count(now, list[now][2], true);
      }
      return { order, none: book.next(list, () => false, 0, 0), again: book.next(list, isVcf, 3, 0.99), streak: book.streak,
        rating: book.rating, once: book.count(0, 1, false), worth: [worth(1), worth(9)], past: book.past };
    });
    // The nearest in strength come first; then those that were there before.
    assert.deepEqual(found.order, [0, 1, 4, 3]);
    assert.deepEqual([found.none, found.streak, found.once, found.worth], [null, 4, null, [900, 2500]]);
    assert.ok(found.again !== 2 && found.rating > 1050, JSON.stringify(found));
    assert.deepEqual([found.past.length, found.past[0], found.past.at(-1)], [5, 1000, found.rating]);
    await person.leave();
  },

  async "themes are those of the data, and each says how many puzzles it has"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await person.open("puzzles");
    await page.locator("#puzzle h2").waitFor();
    const options = await page.locator("#puzzles select[data-label=puzzleTheme] option").allTextContents();
    const counts = options.slice(1).map((text) => Number(/ · 0 \/ (\d+)$/.exec(text)[1]));
    assert.equal(counts.reduce((sum, count) => sum + count, 0), 300, options.join());
    assert.ok(counts.length === 7 && counts.every((count) => count > 0), options.join());
    // Which theme it is, is a hint: it is named where it was chosen.
    const head = page.locator("#puzzle .quiet").first();
    await head.filter({ hasText: /^(win by fours|win by threats|defence) · / }).waitFor();
    await page.locator("#puzzles select[data-label=puzzleTheme]").selectOption("quiet");
    await head.filter({ hasText: /^quiet wins · / }).waitFor();
    await page.locator("#puzzles .says").filter({ hasText: "wins by threats" }).waitFor();
    const themes = await page.evaluate(async () => {
      const { themeOf } = await import("./puzzlebook.js");
      return [["vcf", "", 1, 1, 0], ["vcf", "", 1, 2, 0], ["vcf", "", 1, 5, 0], ["vcf", "", 1, 6, 0], ["vct", "", 1, 4, 0], ["vct", "", 1, 4, 1], ["defence", "", 1, 1, 0]].map(themeOf);
    });
    assert.deepEqual(themes, ["five", "four", "fours", "long", "threes", "quiet", "defence"]);
    // The button for light and dark is still called so.
    await page.click("#language");
    await page.click("#language");
    await page.locator("#theme[aria-label='Light or dark']").waitFor();
    assert.equal(await page.getAttribute("html", "lang"), "en");
    await person.leave();
  },

  async "the puzzle of the day is the same for everybody, and its result is told"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await person.open("puzzles?day");
    await page.locator("#puzzle h2").filter({ hasText: /^Puzzle \d+ · Puzzle of the day$/ }).waitFor();
    const number = Number(/\d+/.exec(await page.textContent("#puzzle h2"))[0]);
    assert.ok(page.url().endsWith(`#puzzles?n=${number}`), page.url());
    await page.locator("#daily").filter({ hasText: "not tried yet" }).waitFor();
    const days = await page.evaluate(async () => {
      const { ofDay } = await import("./puzzlebook.js");
      const of = (day) => ofDay(new Date(2026, 0, day, 23, 59), 300);
      return { now: ofDay(new Date(), 300), all: new Set(Array.from({ length: 300 }, (_, day) => of(day))).size,
        same: ofDay(new Date(2026, 0, 5, 0, 1), 300) === of(5) };
    });
    assert.deepEqual(days, { now: number - 1, all: 300, same: true });
    const other = await Person.arrive(browser, url);
    await other.open("puzzles");
    await other.page.locator("#puzzle h2").waitFor();
    await other.page.click("#daily a");
    await other.page.locator("#puzzle h2").filter({ hasText: `Puzzle ${number} · Puzzle of the day` }).waitFor();
    await other.page.click("[data-does=puzzleAnswer]");
    await other.page.locator("#daily").filter({ hasText: "✗ tried, and not solved at first" }).waitFor();
    await other.leave();
    await person.leave();
  },

  async "who wants no motion sees the answer at once"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.page.emulateMedia({ reducedMotion: "reduce" });
    await person.open("puzzles");
    const [defence, other] = await wrongMove(person, "defence", "loses");
    await pose(person, defence);
    await person.tap(other);
    await says(person, "wrong");
    const line = await person.page.locator("#puzzle .better-line .move").count();
    assert.equal(await person.page.locator("#puzzles .ghost").count(), line + 1);
    await person.leave();
  },

  async "a keyboard is enough to solve a puzzle, in Chinese, on a phone"({ browser, url }) {
    const person = await Person.arrive(browser, url, { size: PHONE, locale: "zh-CN" });
    const { page } = person;
    await pose(person, 1);
    const [move] = await solution(person);
    const board = page.locator("#puzzles .board");
    await board.focus();
    // The cursor begins in the middle.
    const [aside, up] = [move.charCodeAt(0) - 104, Number(move.slice(1)) - 8];
    await page.keyboard.press("ArrowUp");
    for (let step = 0; step < Math.abs(aside); step += 1) await page.keyboard.press(aside > 0 ? "ArrowRight" : "ArrowLeft");
    for (let step = 0; step < Math.abs(up); step += 1) await page.keyboard.press(up > 0 ? "ArrowUp" : "ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator("#puzzle .learn-says").filter({ hasText: `${move} ` }).filter({ hasText: /正确|成连/ }).waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= PHONE.width, `${wide}`);
    await page.locator("#tab-puzzles").filter({ hasText: "习题" }).waitFor();
    // A link to a puzzle that is none is told.
    await page.goto(`${url}#puzzles?n=301`);
    await page.locator("#notice").filter({ hasText: "链接已损坏" }).waitFor();
    await person.leave();
  },
};
