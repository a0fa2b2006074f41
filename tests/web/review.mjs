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
    await page.locator("#judged .hold").filter({ hasText: "would have held for White: 4. a3 instead of b1" }).waitFor();
    assert.equal(await page.locator("#judged .knot").count(), 6);
    // The mark of its own stands in the list, in the words, and on the board with the better point.
    await step(person, 4);
    assert.equal(await page.textContent("#play .move[data-step='4'] .allowedWin"), "▼");
    await page.locator("#judged .verdict").filter({ hasText: "4. b1 – blunder" }).filter({ hasText: "Black wins" }).waitFor();
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
    await page.click("[data-word=inDebug]");
    await page.locator("#debug .knot.blunder").waitFor({ state: "attached" });
    assert.equal(await page.locator("#debug .knot").count(), 6);
    await page.locator("#debug .chance").filter({ hasText: "Black wins with the next move" }).waitFor();
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
    const says = (text) => page.locator(".learn-says").filter({ hasText: text }).waitFor();
    await says("Find a better move for White");
    assert.deepEqual((await person.stones("white")).concat(await person.stones("black")).sort(), ["a1", "b2", "c1"]);
    await person.tap("b1");
    await says("b1 is what was played");
    await person.tap("c3");
    await says(/c3 gives away \d+ %: Black wins with the next move, beginning with a3/);
    assert.equal(await page.locator("#debug .ghost").count() >= 2, true, "the answer is on the board");
    await person.tap("a3");
    await says("a3 is right");
    await page.click("[data-does=learnFinish]");
    await page.locator(".learn:visible").filter({ hasText: "You found 1 of 1" }).waitFor();
    await page.click("[data-does=learnEnd]");
    assert.equal(await page.locator(".learn:visible").count(), 0);
    // The game is as it was.
    assert.equal(await page.locator("#debug .moves .move").count(), 5);
    await person.leave();
  },

  async "a review fits on a phone and speaks Chinese"({ browser, url }) {
    const person = await Person.arrive(browser, url, { size: PHONE, locale: "zh-CN" });
    const { page } = person;
    await reviewed(person);
    await page.locator("#judged").filter({ hasText: "准确率" }).waitFor();
    await page.click("#judged [data-does=learn]");
    await page.locator(".learn-says").filter({ hasText: "请在棋盘上为白方" }).waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= PHONE.width, `${wide}`);
    await person.leave();
  },

  async "a move that nobody would have bettered is not called better than itself"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("play");
    const said = await person.page.evaluate(async () => {
      const { Reviewed } = await import("/reviewed.js");
      const panel = new Reviewed({ go() {}, peek() {}, pick() {}, learn() {} });
      const review = { verdicts: ["best", "best"], best: ["b2", "a1"], losses: [0, 0], scores: [{ cp: 0 }, { cp: 0 }, { mate: 2 }],
        lines: ["b2", "a1"], accuracy: [1, 1], missed: [], allowed: [], hold: 1 };
      panel.show({ review, first: "x", moves: ["b2", "a1"], ply: 2, names: null });
      const own = panel.node.querySelector(".hold").textContent;
      panel.show({ review: { ...review, best: ["b2", "c3"] }, first: "x", moves: ["b2", "a1"], ply: 2, names: null });
      return [own, panel.node.querySelector(".hold").textContent];
    });
    assert.match(said[0], /^White could last hold the game before move 2, a1\./);
    assert.match(said[1], /for White: 2\. c3 instead of a1\./);
    await person.leave();
  },
};
