// Reviews of finished games: what they say, and learning from them.

import assert from "node:assert/strict";

import { PHONE, Person } from "./support.mjs";

/** Plays a game of 3x3 on both sides that White loses by b1, and has it reviewed. */
async function reviewed(person, moves = ["b2", "a1", "c1", "b1", "a3"]) {
  await person.found({ game: "tictactoe", myName: "Ann", white: "me" });
  for (const [index, move] of moves.entries()) {
    await person.tap(move);
    await person.sees(move, index % 2 === 0 ? "black" : "white");
  }
  await person.review();
}

const step = (person, number) => person.page.click(`#play .move[data-step="${number}"]`);

export const cases = {
  async "a review tells how well both played, and of each move what it did"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await reviewed(person);
    assert.match(await page.textContent("#judged [data-accuracy=x]"), /Ann: accuracy 100 % · no mistake/);
    assert.match(await page.textContent("#judged [data-accuracy=o]"), /Ann: accuracy \d+ % · 1 \?\?/);
    await page.locator("#judged .hold").filter({ hasText: "would have held for O, by proof: 4. a3 instead of b1" }).waitFor();
    assert.equal(await page.locator("#judged .knot").count(), 6);
    // The mark of its own stands in the list, in the words, and on the board with the better point.
    await step(person, 4);
    assert.equal(await page.textContent("#play .move[data-step='4'] .allowedWin"), "▼");
    await page.locator("#judged .verdict").filter({ hasText: "4. b1 – blunder" }).filter({ hasText: "X wins" }).waitFor();
    await page.locator("#judged .slip.allowedWin").waitFor();
    await page.locator("#play .board .judged.blunder").waitFor();
    assert.equal(await page.textContent("#play .board .label"), "!");
    // Whoever points at the better line sees it from the position before.
    await page.locator("#judged .better-line .move").nth(1).hover();
    assert.deepEqual([...await person.stones("black"), ...await person.stones("white")].sort(), ["a1", "b2", "c1"]);
    assert.equal(await page.locator("#play .ghost").count(), 2);
    await page.locator("#judged .hold").hover();
    await page.locator("#play .ghost").first().waitFor({ state: "detached" });
    await page.click("#judged [data-does=faultBefore]", { trial: true, timeout: 500 }).then(() => assert.fail("none before"), () => {});
    await page.click("#play [data-label=first]");
    await page.click("#judged [data-does=faultNext]");
    await page.locator("#judged .verdict").filter({ hasText: "4. b1" }).waitFor();
    await person.leave();
  },

  async "what a review computed is there at the debugging board without asking"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await reviewed(person);
    await step(person, 4);
    await page.click("[data-word=inAnalysis]");
    await page.locator("#debug .knot.blunder").waitFor({ state: "attached" });
    assert.equal(await page.locator("#debug .knot").count(), 6);
    await page.locator("#debug .chance").filter({ hasText: "X wins with the next move" }).waitFor();
    await page.locator("[data-seat=a] .pvs .move").filter({ hasText: "a3" }).waitFor();
    assert.equal((await page.textContent("#debug .log")).includes("A> go"), false, "nothing was searched for");
    // A better line is played as a variation; the game stays.
    await page.locator("#debug .better-line .move").first().click();
    await person.sees("a3", "white");
    assert.equal(await page.locator("#debug .variation").count(), 1);
    await person.leave();
  },

  async "mistakes are learned from: wrong tries are answered, the right one is praised"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await reviewed(person);
    await page.click("#judged [data-does=learn]");
    // Both sides were Ann's: she chooses.
    await page.locator(".learn:visible").filter({ hasText: "Whose mistakes" }).waitFor();
    assert.equal(await page.locator(".learn [data-side=x]").isDisabled(), true, "X made none");
    await page.click(".learn [data-side=o]");
    const says = (text) => page.locator(".learn-says").filter({ hasText: text }).waitFor();
    await says("Find a better move for O");
    assert.deepEqual((await person.stones("white")).concat(await person.stones("black")).sort(), ["a1", "b2", "c1"]);
    await person.tap("b1");
    await says("b1 is what was played");
    await person.tap("c3");
    await says(/c3 gives away \d+ %. After it: X wins with the next move/);
    // The answer to it is the very move that is looked for.
    assert.equal((await page.textContent(".learn-says")).includes("a3"), false);
    assert.equal(await page.locator("#debug .ghost").count(), 1, "the try alone is on the board");
    await person.tap("a3");
    await says(/a3 is the engine's choice, too. After it: X 50 %. After b1, which was played: X wins with the next move/);
    await says("c3 was answered by a3: X wins with the next move.");
    await page.click("[data-does=learnFinish]");
    await page.locator(".learn:visible").filter({ hasText: "You found 1 of 1" }).waitFor();
    await page.click("[data-does=learnEnd]");
    assert.equal(await page.locator(".learn:visible").count(), 0);
    // The game is as it was.
    assert.equal(await page.locator("#debug .moves .move").count(), 5);
    await person.leave();
  },

  async "a lesson hides all that the engine knows, whatever was seen before, until it is answered"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await reviewed(person);
    await page.click("[data-word=inAnalysis]");
    await page.locator("#debug .knot.blunder").waitFor({ state: "attached" });
    // Both engines have looked at the position that will be asked about.
    await page.click("#debug .moves .move >> nth=2");
    await page.click("#tab-debug");
    await page.check("#compare");
    for (const seat of ["a", "b"]) await page.click(`[data-seat=${seat}] [data-word=analyse]`);
    await page.locator("[data-seat=b] .pvs .move").first().waitFor();
    await page.locator("#debug .board .label").first().waitFor();
    await page.click("#debug [data-does=learn]");
    await page.click(".learn [data-side=o]");
    const asked = page.locator(".learn-says.asked");
    await asked.filter({ hasText: "Find a better move" }).waitFor();
    const leaks = () => page.evaluate(() => {
      const isSeen = (node) => node.checkVisibility() && node.getClientRects().length > 0;
      const seen = (selector) => [...document.querySelectorAll(`#debug ${selector}`)].filter(isSeen);
      return { signs: seen(".candidate, .board .label, .judged, .board .hint, .ghost").length, places: seen(".seat, .graph, .log, .moves, .reviewed, #tree, .why-button, #legend *").length,
        bar: document.querySelector("#debug .evaluation").dataset.known, words: document.querySelector("#debug .chance").textContent,
        tells: /a3/.test(document.querySelector("#debug").innerText) };
    });
    const nothing = { signs: 0, places: 0, bar: "false", words: "", tells: false };
    assert.deepEqual(await leaks(), nothing);
    // No key leads past it either: the game stays where it is asked about.
    for (const key of ["ArrowRight", "End", "ArrowLeft", "Home"]) await page.keyboard.press(key);
    await page.locator("#debug .board").hover();
    await page.mouse.wheel(0, 120);
    assert.deepEqual((await person.stones("white")).concat(await person.stones("black")).sort(), ["a1", "b2", "c1"]);
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press("Tab");
      const held = await page.evaluate(() => document.activeElement.closest(".seat, .graph, .log, .reviewed, #tree, .moves")?.className ?? null);
      assert.equal(held, null);
    }
    assert.deepEqual(await leaks(), nothing);
    await person.tap("a3");
    await page.locator(".learn-says.solved").waitFor();
    assert.equal(await page.getAttribute("#debug .evaluation", "data-known"), "true");
    await page.click("[data-does=learnEnd]");
    await page.locator("[data-seat=a] .pvs .move").first().waitFor();
    await person.leave();
  },

  async "a lesson asks for the reader's own mistakes alone"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    // Bob, who plays White, lets Ann win; she has nothing to learn, he has.
    await person.found({ game: "tictactoe", myName: "Ann", white: "guest" });
    const other = await Person.arrive(browser, page.url());
    await other.page.goto(page.url());
    await other.sit("second", "Bob");
    for (const [index, move] of ["b2", "a1", "c1", "b1", "a3"].entries()) {
      const [now, next] = index % 2 === 0 ? [person, other] : [other, person];
      await now.tap(move);
      await next.sees(move, index % 2 === 0 ? "black" : "white");
    }
    await person.review();
    await page.click("#judged [data-does=learn]");
    await page.locator(".learn:visible").filter({ hasText: "no mistake of X" }).waitFor();
    await other.review();
    await other.page.click("#judged [data-does=learn]");
    await other.page.locator(".learn-says").filter({ hasText: "Find a better move for O" }).waitFor();
    assert.match(await other.page.textContent(".learn h2"), /1 \/ 1/);
    await other.leave();
    await person.leave();
  },

  async "any move that is as good is right, and says so"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    // An edge against the centre loses; every corner would have held.
    await reviewed(person, ["b2", "b1", "a1", "c3", "a3", "a2", "c1"]);
    await page.click("#judged [data-does=learn]");
    await page.click(".learn [data-side=o]");
    const says = (text) => page.locator(".learn-says").filter({ hasText: text }).waitFor();
    await says("Find a better move for O");
    const corners = ["a1", "c1", "a3", "c3"];
    let count = 0;
    for (const corner of corners) {
      await person.tap(corner);
      await page.locator(".learn-says.solved").waitFor();
      const text = await page.textContent(".learn-says");
      assert.match(text, new RegExp(`^${corner} is (the engine's choice, too|as good as [ac][13], the engine's choice: less than 5 % apart)\\. After .*: X 50 %`));
      count += 1;
      await page.click("[data-does=learnEnd]");
      await page.click("#debug [data-does=learn]");
      await page.click(".learn [data-side=o]");
      await says("Find a better move for O");
    }
    assert.equal(count, corners.length);
    await person.leave();
  },

  async "a review fits on a phone and speaks Chinese"({ browser, url }) {
    const person = await Person.arrive(browser, url, { size: PHONE, locale: "zh-CN" });
    const { page } = person;
    await reviewed(person);
    await page.locator("#judged").filter({ hasText: "准确率" }).waitFor();
    await page.click("#judged [data-does=learn]");
    await page.click(".learn [data-side=o]");
    await page.locator(".learn-says").filter({ hasText: "请在棋盘上为O" }).waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= PHONE.width, `${wide}`);
    await person.leave();
  },

  async "a move is said to hold by proof alone, and else how far was seen"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("play");
    const said = await person.page.evaluate(async () => {
      const { Reviewed } = await import("./reviewed.js");
      const panel = new Reviewed({ go() {}, peek() {}, pick() {}, learn() {} });
      const review = { verdicts: ["best", "best"], best: ["b2", "c3"], losses: [0, 0], scores: [{ cp: 0 }, { cp: 0 }, { mate: 2 }],
        lines: ["b2", "a1"], accuracy: [1, 1], missed: [], allowed: [], hold: 1, hold_searched: 400_000, hold_proven: false };
      const tell = (more) => {
        panel.show({ review: { ...review, ...more }, first: "x", moves: ["b2", "a1"], ply: 2, names: null });
        return panel.node.querySelector(".hold")?.textContent ?? null;
      };
      return [tell({}), tell({ hold_proven: true }), tell({ hold_searched: undefined })];
    });
    assert.match(said[0], /^The last move that kept 40 % or more for White in longer searches \(400,000 positions, no win found against it\): 2\. c3 instead of a1\./);
    assert.match(said[1], /^The last move found that would have held for White, by proof: 2\. c3 instead of a1\./);
    assert.equal(said[2], null, "reviews of before say nothing");
    await person.leave();
  },
};
