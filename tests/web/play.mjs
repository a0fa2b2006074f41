// Playing with the mouse, as people do.

import assert from "node:assert/strict";
import fs from "node:fs";

import { PHONE, Person } from "./support.mjs";

const SQUARES = ["b2", "a1", "a3", "c1", "c3", "a2", "b1", "b3", "c2"];
const LINES = [["a1", "b1", "c1"], ["a2", "b2", "c2"], ["a3", "b3", "c3"], ["a1", "a2", "a3"],
  ["b1", "b2", "b3"], ["c1", "c2", "c3"], ["a1", "b2", "c3"], ["a3", "b2", "c1"]];

/** A move that completes a line of the first, else one that stops the second. */
function sensible(mine, theirs) {
  const free = SQUARES.filter((name) => !mine.includes(name) && !theirs.includes(name));
  const gap = (own) => LINES.map((line) => line.filter((name) => !own.includes(name)))
    .find((rest) => rest.length === 1 && free.includes(rest[0]))?.[0];
  return gap(mine) ?? gap(theirs) ?? free[0];
}

/** Plays a game of 3x3 to its end and says what the table says. */
export async function playOut(person) {
  for (;;) {
    await person.page.waitForFunction(() => {
      const words = document.getElementById("says").textContent;
      return /Ann \(.\) (moves first|is to move)|A draw|\) wins/.test(words);
    });
    const words = await person.page.textContent("#says");
    if (/A draw|\) wins/.test(words)) return words;
    const [x, o] = [await person.stones("black"), await person.stones("white")];
    const move = x.length === o.length ? sensible(x, o) : sensible(o, x);
    await person.tap(move);
    await person.sees(move, x.length === o.length ? "black" : "white");
  }
}

const ann = (more) => ({ game: "tictactoe", myName: "Ann", ...more });

/** Has the page note that it hears of a game with so many moves, and gives the page a clock that can be stopped. */
const timed = async (person) => {
  await person.page.clock.install();
  await person.page.addInitScript(() => {
    window.heard = {};
    window.WebSocket = class extends WebSocket {
      constructor(...all) {
        super(...all);
        this.addEventListener("message", ({ data }) => {
          const { is, view } = JSON.parse(data);
          if (is === "scene") window.heard[view.moves.length] = true;
        });
      }
    };
  });
};

/** An hour in milliseconds: the clock of a page is stopped later than anything that waits. */
const HOUR = 3_600_000;

/** Stops the clock of the page: whatever waits there waits until it is set on. */
const stopClock = async ({ page }) => page.clock.pauseAt(await page.evaluate(() => Date.now()) + HOUR);

/** Where parts of the table lie. */
const places = (person) => person.page.evaluate(() => ["#play .board", "#play .steps", "#play .chairs", "#play .tools",
  "#play .moves", "#play [data-word=leave]"].map((css) => Math.round(document.querySelector(css).getBoundingClientRect().top + scrollY)));

export const cases = {
  async "a game of 3x3 against fivestage by clicking ends in a draw"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.found(ann({ white: "fivestage" }));
    await person.reads("Ann (X) moves first");
    assert.match(await playOut(person), /A draw: the board is full/);
    await person.leave();
  },

  async "random is beaten on 3x3 before long, and the line is marked"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.found(ann({ white: "random" }));
    let words = "";
    for (let games = 0; games < 20 && !words.includes("Ann (X) wins"); games += 1) {
      if (games > 0) await person.page.click("#do-new-game");
      await person.reads("Ann (X) moves first");
      words = await playOut(person);
    }
    assert.match(words, /Ann \(X\) wins: a line at/);
    assert.equal(await person.page.locator("#play .win").count(), 3);
    await person.leave();
  },

  async "a forbidden point of renju is marked and refused"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.found(ann({ game: "renju", white: "me" }));
    const moves = ["g8", "a1", "i8", "a3", "h7", "a5", "h9", "a7"];
    for (const [index, move] of moves.entries()) {
      await person.tap(move);
      await person.sees(move, index % 2 === 0 ? "black" : "white");
    }
    await person.page.locator("#play [data-forbidden=h8]").waitFor();
    await person.tap("h8");
    await person.page.locator("#notice").filter({ hasText: "forbidden" }).waitFor();
    assert.equal((await person.stones("black")).length, 4);
    await person.leave();
  },

  async "a conversion turns a stone into a square and is used up"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.found(ann({ game: "destroy", white: "me" }));
    await person.tap("h8");
    await person.sees("h8", "black");
    // What cannot be taken back lightly has to be said twice.
    await person.tap("h8");
    await person.reads("Click h8 once more");
    await person.sees("h8", "black");
    await person.tap("h8");
    await person.page.locator("#play rect.white[data-square=h8]").waitFor();
    await person.page.locator("[data-chair=second]").filter({ hasText: "0 conversions" }).waitFor();
    const download = person.page.waitForEvent("download");
    await person.page.click("#play [data-save=pgn]");
    const saved = fs.readFileSync(await (await download).path(), "utf8");
    assert.match(saved, /h8 \*h8/);
    assert.match(saved, /\[Black "Ann"\]/);
    await person.leave();
  },

  async "two browsers play in one room, and a third looks on"({ browser, url }) {
    const host = await Person.arrive(browser, url);
    const link = await host.found(ann({ white: "guest" }));
    const guest = await Person.arrive(browser, url);
    await guest.page.goto(link);
    await guest.sit("second", "Bob");
    await host.page.locator("[data-chair=second]").filter({ hasText: "Bob" }).waitFor();
    const watcher = await Person.arrive(browser, url, { size: PHONE });
    await watcher.page.goto(link);
    await host.tap("b2");
    await guest.sees("b2", "black");
    await guest.tap("a1");
    for (const person of [host, watcher]) await person.sees("a1", "white");
    await watcher.tap("c3");
    await watcher.page.locator("#notice").filter({ hasText: "looking on" }).waitFor();
    assert.deepEqual(await host.stones("black"), ["b2"]);
    await host.page.locator("#people").filter({ hasText: "1 person watches" }).waitFor();
    for (const person of [host, guest, watcher]) await person.leave();
  },

  async "a draw is declined, and nobody runs away from a game of two"({ browser, url }) {
    const host = await Person.arrive(browser, url);
    const link = await host.found(ann({ white: "guest" }));
    await host.tap("b2");
    await host.reads("Waiting for your friend");
    const guest = await Person.arrive(browser, url);
    await guest.page.goto(link);
    await guest.sit("second", "Bob");
    await host.reads("Bob (O) is to move");
    await host.page.click("#do-offer-draw");
    await guest.page.locator("[data-word=decline]").click();
    await host.reads("Bob declines the draw");
    await guest.reads("You decline the draw");
    assert.ok(await host.page.locator("#do-new-game").isDisabled());
    guest.page.once("dialog", (dialog) => dialog.accept());
    await guest.page.click("#do-resign");
    await host.reads("Ann (X) wins: O resigned");
    assert.ok(await host.page.locator("#do-undo").isDisabled());
    await host.page.click("#do-new-game");
    await guest.page.locator("#play .offer [data-word=accept]").click();
    await host.reads("Ann (X) moves first");
    for (const person of [host, guest]) await person.leave();
  },

  async "a choice of colours in swap2 is told to everybody until the next move"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const link = await person.found(ann({ game: "gomoku", white: "guest", begin: "swap2" }));
    const guest = await Person.arrive(browser, url);
    await guest.page.goto(link);
    await guest.sit("second", "Bob");
    for (const [index, move] of ["h8", "i9", "j10"].entries()) {
      await person.tap(move);
      await guest.sees(move, index % 2 === 0 ? "black" : "white");
    }
    await guest.page.click("[data-choice=black]");
    for (const one of [person, guest]) await one.reads("swap2: Bob takes Black. Ann (White) is to move.");
    await person.tap("a1");
    await guest.reads("Bob (Black) is to move");
    assert.ok(!(await guest.page.locator("#says").textContent()).includes("swap2"));
    for (const one of [person, guest]) await one.leave();
  },

  async "a page that is loaded again goes on with its game"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.found(ann({ white: "fivestage" }));
    await person.tap("b2");
    await person.reads("Ann (X) is to move");
    const before = await person.stones("white");
    await person.page.reload();
    await person.sees("b2", "black");
    assert.deepEqual(await person.stones("white"), before);
    // Whoever looks at something else comes back to it, and from there to the other tables.
    await person.page.click("#tab-stats");
    await person.page.click("#tab-play");
    await person.sees("b2", "black");
    await person.page.click("#tab-play");
    await person.page.locator("#create").waitFor();
    await person.page.goBack();
    await person.sees("b2", "black");
    await person.page.click("#do-undo");
    await person.reads("Ann (X) moves first");
    assert.equal((await person.stones("black")).length, 0);
    await person.leave();
  },

  async "a board of 40x30 scrolls on a phone and takes its far corner"({ browser, url }) {
    const person = await Person.arrive(browser, url, { size: PHONE });
    await person.found(ann({ game: "gomoku40x30", white: "me" }));
    const place = person.page.locator("#play .board");
    const { scrolled, shown } = await place.evaluate((node) =>
      ({ scrolled: node.scrollWidth, shown: node.clientWidth }));
    assert.ok(scrolled > shown, "cells stay large enough to hit");
    await place.focus();
    await person.page.keyboard.press("ArrowRight");
    for (let step = 0; step < 30; step += 1) await person.page.keyboard.press("ArrowRight");
    for (let step = 0; step < 20; step += 1) await person.page.keyboard.press("ArrowUp");
    await person.page.keyboard.press("Enter");
    await person.sees("an30", "black");
    // Wherever it was scrolled to, the names of rows and columns are in sight and lie where
    // the stone does.
    for (const [x, y] of [[0, 0], [200, 100], [9999, 9999]]) {
      const seen = await place.evaluate((node, [left, top]) => {
        node.scrollTo(left, top);
        const middle = (box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        const named = (kind, name) => middle([...node.querySelectorAll(`.${kind} .name`)]
          .find((text) => text.textContent === name).getBoundingClientRect());
        const whole = node.getBoundingClientRect();
        const stone = middle(node.querySelector("[data-square=an30]").getBoundingClientRect());
        return { stone, row: named("left-side", "30"), col: named("low-side", "an"),
          edges: [whole.left, whole.bottom].map(Math.round) };
      }, [x, y]);
      const [left, bottom] = seen.edges;
      assert.ok(seen.row[0] > left && seen.row[0] < left + 16, `rows at ${x}: ${JSON.stringify(seen)}`);
      assert.ok(Math.abs(seen.row[1] - seen.stone[1]) < 3, `row 30 at ${y}: ${JSON.stringify(seen)}`);
      assert.ok(seen.col[1] < bottom && seen.col[1] > bottom - 16, `columns: ${JSON.stringify(seen)}`);
      assert.ok(Math.abs(seen.col[0] - seen.stone[0]) < 3, `column an: ${JSON.stringify(seen)}`);
    }
    await person.leave();
  },

  async "engines play each other, stop, and go on move by move"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.found({ game: "gomoku", black: "engine", white: "engine", engineTime: 0.3 });
    await person.page.locator("#play .board .white").first().waitFor();
    await person.page.click("#do-pause");
    await person.reads("Paused");
    for (let step = 0; step < 2; step += 1) {
      const { length } = await person.moves();
      await person.page.click("#do-step");
      await person.page.waitForFunction((count) =>
        document.querySelectorAll("#play .moves .move").length > count, length);
      await person.reads("Paused");
    }
    const { length } = await person.moves();
    await person.page.click("#do-resume");
    await person.page.waitForFunction((count) =>
      document.querySelectorAll("#play .moves .move").length > count, length + 2);
    await person.leave();
  },

  async "moves made faster than the table answers are neither lost nor doubled"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.found(ann({ game: "gomoku", white: "me" }));
    await person.page.evaluate(() => {
      const board = document.querySelector("#play .board");
      const keys = ["ArrowLeft", "Enter", "ArrowLeft", "Enter", "Enter", "ArrowUp", "Enter"];
      for (const key of keys) board.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    });
    await person.sees("g9", "black");
    // What is asked for after that is answered after that: nothing more is to come.
    await person.tap("a1");
    await person.sees("a1", "white");
    assert.deepEqual(await person.moves(), ["1. h8", "2. g8", "3. g9", "4. a1"]);
    assert.ok(await person.page.locator("#notice").isHidden(), "the second Enter is no second move");
    await person.leave();
  },

  async "two clicks in a row against an engine are one move"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.found(ann({ white: "fivestage" }));
    await person.page.evaluate(() => {
      const board = document.querySelector("#play .board");
      for (const key of ["ArrowLeft", "Enter", "ArrowLeft", "Enter"]) {
        board.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      }
    });
    await person.reads("Ann (X) is to move");
    assert.deepEqual(await person.stones("black"), ["b2"]);
    assert.equal((await person.stones("white")).length, 1);
    await person.leave();
  },

  async "a keyboard is enough to found a table and to play there"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("play");
    const { keyboard } = person.page;
    /** Goes on with Tab until what is wanted has the focus. */
    const reach = async (wanted) => {
      for (let step = 0; step < 60; step += 1) {
        if (await person.page.evaluate((css) => document.activeElement.matches(css), wanted)) return;
        await keyboard.press("Tab");
      }
      assert.fail(`${wanted} is out of reach`);
    };
    await reach("#play form select");
    await keyboard.type("Tic");
    await reach("#create");
    await keyboard.press("Enter");
    await reach("#play .board");
    await keyboard.press("ArrowUp");
    await keyboard.press("Enter");
    await person.sees("b2", "black");
    await person.page.locator("#play .board .white").waitFor();
    await reach("#do-undo");
    await keyboard.press("Enter");
    await person.page.locator("#play .board .black").waitFor({ state: "detached" });
    await person.leave();
  },

  async "an engine is chosen by its level"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.found(ann({ game: "gomoku", white: "level:2" }));
    await person.page.locator("[data-chair=second]").filter({ hasText: "Level 2" }).waitFor();
    await person.tap("b2");
    await person.reads("Ann (Black) is to move");
    await person.open("debug");
    await person.page.locator("[data-seat=a] [data-own=level]").selectOption("3");
    const log = person.page.locator("#debug .log");
    await log.filter({ hasText: "A> setoption name Level value 3" }).waitFor();
    await person.page.click("[data-seat=a] button.main");
    await log.filter({ hasText: "A< bestmove" }).waitFor();
    assert.ok(!(await log.textContent()).includes("info string error"));
    await person.leave();
  },

  async "a finished game is reviewed, and its mistakes are counted and exported"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const name = `Ann ${Math.random().toString(36).slice(2, 8)}`;
    const link = await person.found(ann({ myName: name, white: "me" }));
    // A game that no other case has had reviewed.
    for (const [index, move] of ["b2", "c3", "a3", "b3", "c1"].entries()) {
      await person.tap(move);
      await person.sees(move, index % 2 === 0 ? "black" : "white");
    }
    const ofDebug = await Person.arrive(browser, url);
    await ofDebug.page.goto(link);
    await ofDebug.page.click("[data-word=inAnalysis]");
    await ofDebug.page.locator("#debug:not([hidden])").waitFor();
    // The table behind the analysis is told of who comes.
    const watcher = await Person.arrive(browser, url);
    await watcher.page.goto(link);
    await watcher.page.locator("#do-review").waitFor();
    await person.review();
    // Who looks at the game learns of it, at the table and at the debugging board.
    await watcher.page.locator("#play .move[data-step='4'] .blunder").waitFor();
    assert.equal(await watcher.page.locator("#do-review").count(), 0);
    await ofDebug.page.locator("#debug .move .blunder").waitFor();
    await watcher.leave();
    await ofDebug.leave();
    await person.page.locator("#play .move[data-step='4'] .blunder").waitFor();
    await person.page.locator("#judged").filter({ hasText: `${name}: accuracy 100 % · no mistake` }).waitFor();
    // The marks are there when the game is opened again, also for others.
    await person.page.reload();
    await person.page.locator("#play .move[data-step='4'] .blunder").waitFor();
    assert.equal(await person.page.locator("#do-review").count(), 0);
    // They follow the game to the debugging board, and stay with its link.
    await person.page.click("#play .move[data-step='4']");
    await person.page.click("[data-word=inAnalysis]");
    await person.page.locator("#debug .move .blunder").waitFor();
    await person.page.reload();
    await person.page.locator("#debug .move .blunder").waitFor();
    await person.open("stats");
    await person.page.fill("#search-players", name);
    const row = person.page.locator("#players tbody tr").filter({ hasText: name });
    await row.waitFor();
    const cells = await row.locator("td").allTextContents();
    // Both sides were played by the same person: no fault of one, a blunder of the other.
    assert.deepEqual([cells[1], ...cells.slice(-3)], ["2", "0.0", "0.0", "0.5"]);
    const download = person.page.waitForEvent("download");
    await person.page.click("#games [data-does=exportCsv]");
    const [head, game] = fs.readFileSync(await (await download).path(), "utf8").split("\n")
      .map((line) => line.split(","));
    assert.equal(game[head.indexOf("white_blunders")], "1");
    assert.match(game[head.indexOf("verdicts")], /^(best|good) \S+ \S+ blunder best$/);
    await person.leave();
  },

  async "statistics change after a game, and it can be deleted"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const name = `Ann ${Math.random().toString(36).slice(2, 8)}`;
    await person.found(ann({ myName: name, white: "fivestage" }));
    person.page.on("dialog", (dialog) => dialog.accept());
    await person.page.click("#do-resign");
    await person.reads("fivestage (O) wins: X resigned");
    await person.open("stats");
    const row = person.page.locator("#games tr").filter({ hasText: name });
    await row.first().waitFor();
    assert.equal(await row.count(), 1);
    assert.equal(await person.page.locator("#players tr").filter({ hasText: name }).count(), 1);
    await row.filter({ hasText: "Tic-tac-toe" }).last().waitFor();
    await person.page.click("#language");
    await row.filter({ hasText: "井字棋" }).last().waitFor();
    await person.page.locator("#stats select").first().selectOption({ label: "井字棋" });
    await row.last().locator("button").last().click();
    await row.first().waitFor({ state: "detached" });
    await person.leave();
  },

  async "an answer takes its time, unless a clock runs short or nobody wants that"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    const shows = (count) => page.waitForFunction((moves) => document.querySelectorAll("#play .moves .move").length === moves, count);
    await timed(person);
    await person.found(ann({ white: "random" }));
    await stopClock(person);
    await person.tap("b2");
    await page.waitForFunction(() => window.heard[2]);
    assert.equal((await person.moves()).length, 1, "the answer is held back");
    await page.clock.runFor(300);
    assert.equal((await person.moves()).length, 1, "it takes 0.6 s");
    await page.clock.runFor(1000);
    await shows(2);
    // Nobody wants that.
    await page.click("#play .prefs > summary");
    await page.click("#play [data-pref=wait]");
    const taken = [...await person.stones("black"), ...await person.stones("white")];
    await person.tap(SQUARES.find((name) => !taken.includes(name)));
    await shows(4);
    await page.click("#play .prefs > summary");
    await page.click("#play [data-pref=wait]");
    await page.clock.resume();
    // A clock runs short.
    await person.found(ann({ white: "random", moveTime: 10 }));
    await stopClock(person);
    await person.tap("b2");
    await shows(2);
    await person.leave();
  },

  async "an answer that is not shown yet is neither lost nor in the way of what comes next"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await timed(person);
    const answered = async () => {
      await page.evaluate(() => { window.heard = {}; });
      await person.tap("b2");
      await page.waitForFunction(() => window.heard[2]);
      assert.equal((await person.moves()).length, 1, "the answer is held back");
    };
    // A click shows the answer and is no move.
    await person.found(ann({ white: "random" }));
    await stopClock(person);
    await answered();
    await person.tap("b2");
    assert.equal((await person.moves()).length, 2);
    await page.clock.runFor(2000);
    assert.equal((await person.moves()).length, 2);
    assert.ok(await page.locator("#notice").isHidden());
    // What is taken back is gone at once, with the answer that nobody has seen.
    await page.click("#do-undo");
    await person.reads("Ann (X) moves first");
    await answered();
    await page.click("#do-undo");
    await person.reads("Ann (X) moves first");
    await page.clock.runFor(2000);
    assert.deepEqual([await person.stones("black"), await person.stones("white")], [[], []]);
    // Who leaves takes nothing along.
    await answered();
    await page.evaluate(() => { location.hash = "play"; });
    await page.locator("#create").waitFor();
    await page.clock.runFor(2000);
    assert.ok(await page.locator("#play div.columns").isHidden());
    await person.leave();
  },

  async "a rematch swaps sides, and three losses in a row offer the level below"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    page.on("dialog", (dialog) => dialog.accept());
    await person.found(ann({ game: "gomoku", white: "level:2" }));
    await person.reads("Ann (Black) moves first");
    await page.click("#do-resign");
    await person.reads("Level 2 (White) wins");
    await page.click("#do-rematch");
    await person.reads("Ann (White) is to move");
    await page.click("#do-resign");
    await person.reads("Level 2 (Black) wins");
    assert.equal(await page.locator("#do-level").count(), 0, "two are no row");
    await page.click("#do-new-game");
    await person.reads("Ann (White) is to move");
    await page.click("#do-resign");
    await page.locator("#do-level").filter({ hasText: "Three losses: level 1" }).waitFor();
    // It stays while the table does, and leads to the same game against another one.
    await page.reload();
    await page.click("#do-level");
    await page.locator("[data-chair=second]").filter({ hasText: "Level 1" }).waitFor();
    await page.locator("#kind").filter({ hasText: "Gomoku" }).waitFor();
    await person.reads("Ann (Black) moves first");
    await page.click("#do-resign");
    await person.reads("Level 1 (White) wins");
    assert.equal(await page.locator("#do-level").count(), 0, "the row began anew");
    await person.leave();
  },

  async "three games with one end call for another level, and only a person waits for an answer"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("play");
    const found = await person.page.evaluate(async () => {
      const { count, leastTime, nextLevel } = await import("./partner.js");
      const chair = (name, color, human) => ({ name, color, human, clock_ms: null, move_ms: human ? null : 1000 });
      let game = 0;
      /** A table at which Ann plays that level, after so many moves, with that result. */
      const scene = (level, result, more = {}, moves = []) => ({ table: "t", own: ["first"], free: [], destroy: 0, ...more,
        view: { game, rule: "freestyle", width: 15, height: 15, k: 5, start: null, stage: "play", moves, actor: "second",
          result: result && { result }, chairs: [chair("Ann", "x", true), chair(level, "o", false)], ...more.view } });
      const opponents = ["level:1", "level:4", "level:5", "level:9", "engine"];
      const end = (level, result, more) => {
        game += 1;
        count(scene(level, result, more));
        return nextLevel(scene(level, result, more), opponents)?.name ?? null;
      };
      const row = (level, results) => results.map((result) => end(level, result));
      const offers = [row("level:4", ["1-0", "1-0", "1-0", "1-0"]), row("level:4", ["1/2-1/2", "1-0", "1-0"]),
        row("level:5", ["0-1", "0-1", "0-1"]), row("engine", ["1-0", "1-0", "1-0"]), row("level:9", ["1-0", "1-0", "1-0"]),
        row("level:1", ["0-1", "0-1", "0-1"])];
      // A game that goes on after its end has not ended.
      count(scene("level:1", null));
      offers.push(row("level:1", ["0-1"]), [1, 2, 3].map(() => end("fivestage", "1-0")));
      const after = (level, more) => leastTime(scene(level, null, more, ["h8"]), scene(level, null, more, ["h8", "i9"]));
      const two = { own: [], view: { chairs: [chair("level:1", "x", false), chair("level:1", "o", false)] } };
      const short = { view: { chairs: [{ ...chair("Ann", "x", true), clock_ms: 30_000 }, chair("level:1", "o", false)] } };
      const long = { view: { chairs: [{ ...chair("Ann", "x", true), clock_ms: 300_000 }, chair("level:1", "o", false)] } };
      return { offers, times: [after("level:1"), after("engine"), after("level:1", two), after("level:1", { own: [] }),
        after("level:1", short), after("level:1", long), leastTime(null, scene("level:1", null, {}, ["h8"])),
        leastTime(scene("level:1", null, {}, ["h8", "i9"]), scene("level:1", null, {}, []))] };
    });
    assert.deepEqual(found.offers, [[null, null, "level:5", "level:5"], [null, null, null], [null, null, "level:4"],
      [null, null, null], [null, null, "engine"], [null, null, null], [null], [null, null, null]]);
    assert.deepEqual(found.times, [400, 1000, 0, 0, 0, 400, 0, 0]);
    await person.leave();
  },

  async "what the engine thinks is told to those who want it"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.found(ann({ white: "fivestage" }));
    await person.tap("b2");
    await person.reads("Ann (X) is to move");
    const chair = person.page.locator("[data-chair=second]");
    assert.match(await chair.textContent(), /0 won$/);
    await person.page.click("#play .prefs > summary");
    await person.page.click("#play [data-pref=opinion]");
    await chair.filter({ hasText: / · [\d.]+\sm?s/ }).waitFor();
    await person.leave();
  },

  async "nothing moves at a table: offers, clocks and the end have their places"({ browser, url }) {
    for (const size of [PHONE, { width: 1024, height: 768 }, { width: 1440, height: 900 }]) {
      const host = await Person.arrive(browser, url, { size });
      const link = await host.found(ann({ white: "guest", gameClock: 5 }));
      const guest = await Person.arrive(browser, url, { size });
      await guest.page.goto(link);
      await guest.sit("second", "Bob");
      await host.reads("Ann (X) moves first");
      const before = await places(guest);
      const stays = async (one, when) => assert.deepEqual(await places(one), before, `${when}, ${size.width}`);
      await host.tap("b2");
      await guest.sees("b2", "black");
      await stays(host, "a move");
      await host.page.click("#do-offer-draw");
      await guest.page.locator("[data-word=decline]").waitFor();
      await stays(guest, "an offer");
      assert.ok(await guest.page.evaluate(() => [...document.querySelectorAll("#play .columns *")].every((node) =>
        node.getBoundingClientRect().right <= innerWidth)), "nothing is cut off");
      await guest.page.click("[data-word=decline]");
      await host.reads("Bob declines the draw");
      await stays(host, "declined");
      host.page.once("dialog", (dialog) => dialog.accept());
      await host.page.click("#do-resign");
      await guest.page.locator("#do-rematch").waitFor();
      for (const one of [host, guest]) await stays(one, "the end");
      for (const one of [host, guest]) await one.leave();
      // Nor does what an engine has to say.
      const player = await Person.arrive(browser, url, { size });
      await player.found(ann({ game: "gomoku", white: "level:1" }));
      await player.reads("moves first");
      const empty = await places(player);
      await player.page.click("#do-hint");
      await player.reads("Hint: ");
      await player.page.locator("#play .board .hint").waitFor();
      assert.deepEqual(await places(player), empty, `a hint, ${size.width}`);
      await player.tap("h8");
      await player.page.locator("#play .board .white").first().waitFor();
      assert.deepEqual(await places(player), empty, `an answer, ${size.width}`);
      player.page.once("dialog", (dialog) => dialog.accept());
      await player.page.click("#do-resign");
      await player.page.locator("#do-rematch").waitFor();
      assert.deepEqual(await places(player), empty, `the end against an engine, ${size.width}`);
      await player.leave();
    }
  },

  async "who plays an engine is told what its moves do, where that is wanted"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.found(ann({ game: "tictactoe", white: "engine" }));
    await person.tap("a1");
    await person.sees("b2", "white");
    await person.tap("a2");
    await person.reads(/Tengen: a3 stops X from/);
    await person.page.click("#play .prefs summary");
    await person.page.uncheck("#play [data-pref=why]");
    await person.page.waitForFunction(() => !document.querySelector("#says").textContent.includes("stops"));
    await person.page.check("#play [data-pref=why]");
    // A classic player says itself why it moved, in the language of each reader.
    await person.found(ann({ game: "gomoku", white: "runlength" }));
    await person.tap("h8");
    await person.page.locator("#play .board .white").nth(0).waitFor();
    await person.tap("i8");
    await person.reads(/runlength plays [gj]8 – longest run through a point: 3 of Black\./);
    await person.page.click("#language");
    await person.reads(/runlength 下 [gj]8：经过该点的最长连子：黑方 3 子。/);
    // What was said of a later move is not said of an earlier one.
    await person.page.click("#do-undo");
    await person.page.waitForFunction(() => !document.querySelector("#says").textContent.includes("3 子"));
    await person.leave();
  },

  async "a click that was meant for what stood there before does not start the next game"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.found(ann({ white: "fivestage" }));
    person.page.on("dialog", (dialog) => dialog.accept());
    const there = await person.page.evaluate(() => new Promise((resolve) => {
      const hits = () => {
        const box = document.getElementById("do-rematch").getBoundingClientRect();
        return document.elementFromPoint(box.left + 9, box.top + 9).id;
      };
      new MutationObserver((_, observer) => {
        if (!document.getElementById("do-rematch")) return;
        observer.disconnect();
        const soon = hits();
        setTimeout(() => resolve([soon, hits()]), 700);
      }).observe(document.querySelector("#play .tools"), { childList: true });
      document.getElementById("do-resign").click();
    }));
    assert.notEqual(there[0], "do-rematch");
    assert.equal(there[1], "do-rematch");
    await person.leave();
  },

  async "the clock of whoever was too slow stays at nothing"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.found(ann({ white: "fivestage", moveTime: 1 }));
    await person.reads("fivestage (O) wins: X's time is up");
    const clock = person.page.locator("[data-chair=first] .clock");
    assert.equal(await clock.textContent(), "0:00");
    await person.page.waitForTimeout(500);
    assert.equal(await clock.textContent(), "0:00");
    await person.leave();
  },

  async "what is said for a while covers nothing that it is about"({ browser, url }) {
    const person = await Person.arrive(browser, url, { size: PHONE });
    const link = await person.found(ann({ white: "me", game: "gomoku" }));
    const watcher = await Person.arrive(browser, url, { size: { width: 700, height: 620 } });
    await watcher.page.goto(link);
    for (const [square, isHigh] of [["h15", false], ["h1", true]]) {
      await watcher.tap(square);
      await watcher.page.locator("#notice").filter({ hasText: "looking on" }).waitFor();
      assert.equal(await watcher.page.$eval("#notice", (node) => node.getBoundingClientRect().top < innerHeight / 2), isHigh, square);
      await watcher.page.evaluate(() => { document.getElementById("notice").hidden = true; });
    }
    for (const one of [person, watcher]) await one.leave();
  },
};
