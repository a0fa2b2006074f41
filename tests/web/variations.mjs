// Nothing is lost: variations, undo, the browser's Back, and what engines have said.

import assert from "node:assert/strict";
import fs from "node:fs";

import { Person } from "./support.mjs";

const listed = (person) => person.page.$$eval("#debug .moves .move",
  (nodes) => nodes.map((node) => node.textContent));

/** Waits until the list of moves is that. */
async function lists(person, ...moves) {
  await person.page.waitForFunction((wanted) =>
    [...document.querySelectorAll("#debug .moves .move")].map((node) => node.textContent).join() === wanted,
  moves.join());
}

/** A person at the debugging board who has played h8 i9 j10 there, and instead of i9 h9. */
async function branched(browser, url) {
  const person = await Person.arrive(browser, url);
  await person.open("debug");
  for (const move of ["h8", "i9", "j10"]) {
    await person.tap(move);
    await person.page.locator("#debug .now").filter({ hasText: move }).waitFor();
  }
  for (let step = 0; step < 2; step += 1) await person.page.click("#debug [data-label=back]");
  await person.tap("h9");
  await person.page.locator("#debug .variation .now").filter({ hasText: "2. h9" }).waitFor();
  return person;
}

export const cases = {
  async "the tree of moves is written, read and walked"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("debug");
    const found = await person.page.evaluate(async () => {
      const { Game, isTree } = await import("./variations.js");
      const fen = "5/5/5/5/5 x k=4";
      const texts = ["", "a1", "a1 b2 (c3 d4) e5", "a1 (b1 c1 (c2) (c3) d1) (d4) e5 (e4)"];
      const same = texts.map((text) => new Game(fen, text).write());
      const game = new Game(fen, texts[3]);
      const steps = [];
      const note = () => steps.push(`${game.moves.join(" ")} @${game.ply} ${game.branches.join(".")}`);
      game.go(9);
      note();
      game.turn(1);
      note();
      game.go(1);
      game.turn(1);
      game.go(2);
      game.turn(-1);
      note();
      game.turn(1);
      note();
      const text = game.setup();
      game.promote();
      note();
      game.cut();
      note();
      const again = new Game(fen, texts[3]);
      again.enter([1, 2], 2);
      const deep = Array.from({ length: 4000 }, () => "a1").join(" (") + ")".repeat(3999);
      const wide = new Game(fen, deep).write();
      return { texts, same, steps, text, end: game.write(), again: again.moves.join(" "), wide,
        words: ["a1 (", "a1 ()", "(a1)", "a1 b2)", "a1 x!", "a1 (b1)", ""].map((one) =>
          isTree(one, (move) => /^[a-e][1-5]$/.test(move))) };
    });
    assert.deepEqual(found.same, found.texts);
    assert.deepEqual(found.steps, ["a1 e5 @2 0.0", "a1 e4 @2 0.1", "b1 c1 d1 @2 1.0",
      "b1 c2 @2 1.1", "b1 c2 @2 0.0", "b1 c1 d1 @1 0.0"]);
    assert.equal(found.text, "position fen 5/5/5/5/5 x k=4 moves b1 c2");
    assert.equal(found.end, "b1 (a1 e5 (e4)) (d4) c1 (c3) d1");
    assert.equal(found.again, "b1 c3");
    assert.equal(found.wide, "a1");
    assert.deepEqual(found.words, [false, false, false, false, false, true, true]);
    await person.leave();
  },

  async "a click in the middle of a game begins a variation, and nothing of the game is lost"({ browser, url }) {
    const person = await branched(browser, url);
    assert.deepEqual(await listed(person), ["1. h8", "2. i9", "2. h9", "3. j10"]);
    await person.sees("h9", "white");
    await person.page.locator("#debug .moves .move").filter({ hasText: "j10" }).click();
    await person.sees("i9", "white");
    await person.sees("j10", "black");
    // A link leads to the same place of the same tree.
    await person.page.locator("#debug .variation .move").click();
    await person.sees("h9", "white");
    const other = await Person.arrive(browser, url);
    await other.page.goto(person.page.url());
    await other.sees("h9", "white");
    assert.deepEqual(await listed(other), await listed(person));
    await other.leave();
    await person.page.click("#debug [data-does=promote]");
    await lists(person, "1. h8", "2. h9", "2. i9", "3. j10");
    await person.page.click("#debug [data-does=cut]");
    await lists(person, "1. h8", "2. i9", "3. j10");
    for (let step = 0; step < 2; step += 1) await person.page.click("#debug [data-does=undoEdit]");
    await lists(person, "1. h8", "2. i9", "2. h9", "3. j10");
    await person.page.click("#debug [data-does=undoEdit]");
    await lists(person, "1. h8", "2. i9", "3. j10");
    await person.page.click("#debug [data-does=redo]");
    await lists(person, "1. h8", "2. i9", "2. h9", "3. j10");
    await person.leave();
  },

  async "the browser's Back stays at the board, and an emptied board is had back"({ browser, url }) {
    const person = await branched(browser, url);
    await person.page.goBack();
    await lists(person, "1. h8", "2. i9", "3. j10");
    await person.page.goForward();
    await lists(person, "1. h8", "2. i9", "2. h9", "3. j10");
    await person.page.click("#debug [data-word=empty]");
    await lists(person);
    await person.page.goBack();
    await lists(person, "1. h8", "2. i9", "2. h9", "3. j10");
    await person.page.goForward();
    await lists(person);
    await person.page.click("#debug [data-does=undoEdit]");
    await lists(person, "1. h8", "2. i9", "2. h9", "3. j10");
    await person.leave();
  },

  async "variations are saved as SGF and read from it"({ browser, url }) {
    const person = await branched(browser, url);
    const download = person.page.waitForEvent("download");
    await person.page.click("#debug [data-save=sgf]");
    const saved = fs.readFileSync(await (await download).path(), "utf8");
    assert.equal(saved.match(/\(;/g).length, 3, saved);
    const other = await Person.arrive(browser, url);
    await other.open("debug");
    await other.page.click("#debug [data-word=paste]");
    await other.page.fill("dialog textarea", saved);
    await other.page.click("dialog [data-word=take]");
    await lists(other, "1. h8", "2. i9", "2. h9", "3. j10");
    for (const one of [person, other]) await one.leave();
  },

  async "an analysis outlives another view, a second engine and a step, and follows the position"({ browser, url }) {
    const person = await branched(browser, url);
    const { page } = person;
    const out = page.locator("[data-seat=a] .pvs");
    const scored = () => out.locator("b").first().textContent();
    await page.locator("[data-seat=a] [data-label=limit]").selectOption("depth 4");
    await page.click("[data-seat=a] button.main");
    await page.locator("[data-seat=a] [data-word=analyse]").waitFor();
    // Reasons may come later.
    const lines = () => page.$$eval("[data-seat=a] .pvs > li > :not(.reason)", (all) => all.map((node) => node.textContent).join());
    const before = await lines();
    await scored();
    await page.locator("#debug select[data-label=overlay]").selectOption("threatsX");
    await page.check("#compare");
    assert.equal(await lines(), before);
    await page.click("#debug [data-label=back]");
    await out.filter({ hasText: "Nothing is being analysed" }).waitFor();
    await page.click("#debug [data-label=forward]");
    assert.equal(await lines(), before);
    // Until somebody stops it, it goes where the position goes.
    await page.locator("[data-seat=a] [data-label=limit]").selectOption("infinite");
    await page.click("[data-seat=a] button.main");
    await out.locator("b").first().waitFor();
    await page.click("#debug [data-label=back]");
    await page.locator("#debug .log").filter({ hasText: /> go infinite[^]*> position[^]*> go infinite/ }).waitFor();
    await out.locator("b").first().waitFor();
    await page.locator("[data-seat=a] [data-word=stop]").click();
    await page.locator("[data-seat=a] [data-word=analyse]").waitFor();
    await page.click("#debug [data-label=back]");
    assert.equal(await page.locator("[data-seat=a] [data-word=stop]").count(), 0, "what was stopped stays so");
    await person.leave();
  },

  async "a new game in the middle of one is asked about"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.found({ game: "tictactoe", myName: "Ann", white: "fivestage" });
    await person.tap("b2");
    await person.reads("Ann (X) is to move");
    const [dialog] = await Promise.all([person.page.waitForEvent("dialog").then(async (asked) => {
      await asked.dismiss();
      return asked;
    }), person.page.click("#do-new-game")]);
    assert.match(dialog.message(), /Give up this game/);
    await person.sees("b2", "black");
    person.page.once("dialog", (dialog) => dialog.accept());
    await person.page.click("#do-new-game");
    await person.reads("Ann (X) moves first");
    await person.leave();
  },
};
