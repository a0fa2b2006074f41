// The course: lessons, questions that are answered on the board, games in them, addresses, and lessons of one's own.

import assert from "node:assert/strict";
import { Person, PHONE } from "./support.mjs";

const text = (person, selector) => person.page.locator(selector).textContent();
const says = (person, words) => person.page.locator("#learn .lesson-text", { hasText: words }).waitFor();

export const cases = {
  async "a lesson is gone through, and its question answered wrong and right"({ browser, url }) {
    const ann = await Person.arrive(browser, url);
    await ann.open("learn");
    await ann.page.locator("#lessons li").first().waitFor();
    assert.ok(await ann.page.locator("#lessons li").count() >= 10);
    assert.equal(await ann.page.locator("#lessons li", { hasText: "✓" }).count(), 0);
    await ann.page.locator("#lessons a").first().click();
    await says(ann, "There are 8 such lines");
    assert.equal(await ann.page.locator("#learn .band").count(), 8);
    await ann.page.locator("[data-does=forward]").click();
    await ann.page.locator("#learn .learn-says", { hasText: "Which square" }).waitFor();
    assert.match(ann.page.url(), /#learn\/1\/2$/);
    await ann.tap("a1");
    await ann.page.locator("#verdict.wrong", { hasText: "a1" }).waitFor();
    await ann.tap("b2");
    await ann.page.locator("#verdict.solved", { hasText: "four lines go through b2" }).waitFor();
    // The last question of the lesson is answered by the engine.
    await ann.page.goto(`${url}#learn/1/6`);
    await ann.page.locator("#learn .learn-says", { hasText: "win at once" }).waitFor();
    await ann.tap("c3");
    await ann.page.locator("#verdict.wrong", { hasText: "c3 fills no line" }).waitFor();
    await ann.tap("b1");
    await ann.page.locator("#verdict.solved").waitFor();
    // Back in the list it is ticked, also after the page was loaded again.
    await ann.page.reload();
    await ann.page.locator("#learn h2", { hasText: "Lines" }).waitFor();
    await ann.page.getByText("All lessons").click();
    assert.match(await text(ann, "#lessons li >> nth=0"), /✓/);
    await ann.leave();
  },

  async "numbers of a lesson are those that the engine counts"({ browser, url }) {
    const ann = await Person.arrive(browser, url);
    await ann.open("learn/2/2");
    await says(ann, "255,168");
    await says(ann, "5,478");
    await ann.page.keyboard.press("ArrowRight");
    await says(ann, "765 left");
    await ann.page.keyboard.press("ArrowLeft");
    await ann.page.keyboard.press("ArrowLeft");
    await ann.page.locator("#learn .bars tr", { hasText: "127,872" }).waitFor();
    await ann.page.getByText("See it as lines").click();
    assert.match(await text(ann, "#learn .as-lines pre"), /printf .*go perft 3\\n' \| tengen/);
    await ann.leave();
  },

  async "the rule with its mistake is beaten in a game of the lesson"({ browser, url }) {
    const ann = await Person.arrive(browser, url);
    await ann.open("learn/3/3");
    await ann.page.locator("#learn .learn-says", { hasText: "you are X" }).waitFor();
    const replied = (words) => ann.page.locator("#reply", { hasText: words }).waitFor();
    await ann.tap("a1");
    await replied("fivestage plays b2");
    await ann.tap("c3");
    await replied("plays a3");
    await ann.tap("c1");
    await replied(/plays (b1|c2)/);
    const blocked = /plays (b1|c2)/.exec(await text(ann, "#reply"))[1];
    await ann.tap(blocked === "b1" ? "c2" : "b1");
    await replied("You have won.");
    // The lines are those that asked for the answer, and stay open while one plays.
    await ann.page.getByText("See it as lines").click();
    assert.match(await text(ann, "#learn .as-lines pre"), /moves a1 b2 c3 a3 c1\\nsetoption name Player value fivestage\\nsetoption name Mistake Corner value true\\ngo\\n' \| tengen$/);
    await ann.page.locator("[data-does=playAgain]").click();
    await ann.page.locator("#reply", { hasText: /^$/ }).waitFor({ state: "attached" });
    assert.equal(await ann.page.locator("#learn .board [data-square]").count(), 0);
    await ann.tap("a1");
    await replied("fivestage plays b2");
    assert.equal(await ann.page.locator("#learn .as-lines[open]").count(), 1);
    await ann.leave();
  },

  async "a step is opened by its address in Chinese and on a phone"({ browser, url }) {
    const li = await Person.arrive(browser, url, { size: PHONE, locale: "zh-CN", touch: true });
    await li.open("learn/3/1");
    await says(li, "防守：挡住对方的线");
    await li.tap("b1");
    await li.page.locator("#verdict.solved", { hasText: "防守：挡住一条线" }).waitFor();
    const over = await li.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(over <= 0, `${over} pixels too wide`);
    await li.page.locator("#language").click();
    await says(li, "Defence: block a line");
    await li.tap("b1");
    await li.page.locator("#verdict.solved", { hasText: "defence: blocks a line" }).waitFor();
    assert.equal(await li.page.title(), "Rules that never lose · Tengen");
    // Numbers are found in what the engine says in either language.
    await li.page.locator("#language").click();
    await li.page.goto(`${url}#learn/4/4`);
    await says(li, "角的值是 −1，中心是 1，边是 −2");
    // What is no lesson is the list of them.
    await li.page.goto(`${url}#learn/99/7`);
    await li.page.locator("#lessons li").first().waitFor();
    await li.page.goto(`${url}#learn/1/99`);
    await li.page.locator("#learn .steps-of-lesson", { hasText: "6 / 6" }).waitFor();
    await li.leave();
  },

  async "a line of play is walked through"({ browser, url }) {
    const ann = await Person.arrive(browser, url);
    await ann.open("learn");
    await ann.page.locator("#lessons a", { hasText: "Threats" }).click();
    await ann.page.locator("[data-does=forward]").click();
    await ann.page.locator("[data-does=forward]").click();
    await says(ann, "The whole line: h7 h8 h4");
    await ann.page.locator("[data-does=walkOn]").click();
    await ann.page.locator("[data-does=walkOn]").click();
    assert.equal(await ann.page.locator("#learn .board .ghost").count(), 2);
    await ann.leave();
  },

  async "a tree is watched beside the board, up to its cuts"({ browser, url }) {
    const ann = await Person.arrive(browser, url);
    await ann.open("learn/6/1");
    await says(ann, "10 positions are enough in place of 14");
    const tree = ann.page.locator("#learn .watch");
    await tree.locator("[data-word=watchCut]").click();
    await tree.locator("[data-word=watchCut]").click();
    // The board shows the position that is looked at.
    await ann.page.locator("#learn .board .ghost").first().waitFor();
    const said = await tree.locator(".watch-says").textContent();
    assert.match(said, /a3|a2/);
    // The address leads there.
    await ann.page.reload();
    await tree.locator(".watch-says", { hasText: said }).waitFor();
    // Another step has no tree.
    await ann.page.locator("[data-does=forward]").click();
    await tree.waitFor({ state: "hidden" });
    await ann.tap("c3");
    await ann.page.locator("#verdict.solved").waitFor();
    await ann.leave();
  },

  async "a lesson of one's own is opened as a file, and what is wrong with it is said"({ browser, url }) {
    const ann = await Person.arrive(browser, url);
    await ann.open("learn");
    const lesson = { title: { en: "Mine", zh: "我的" }, source: { en: "me", zh: "我" }, steps: [
      { say: { en: "{free} squares, and the engine plays {best}.", zh: "{free} 格" }, game: "tictactoe", moves: "a1 b2 b1",
        asks: [{ lines: ["go depth 5"], find: { best: "^bestmove {}" } }] }] };
    const give = (value) => ann.page.locator("#lessons input[type=file]").setInputFiles({ name: "mine.json",
      mimeType: "application/json", buffer: Buffer.from(typeof value === "string" ? value : JSON.stringify(value)) });
    await give({ ...lesson, steps: [{ ...lesson.steps[0], game: "chess" }] });
    await ann.page.locator("#notice", { hasText: "chess" }).waitFor();
    await give("nonsense");
    await ann.page.locator("#notice", { hasText: /lesson/ }).waitFor();
    await give(lesson);
    await says(ann, "6 squares, and the engine plays c1.");
    assert.match(ann.page.url(), /#learn\/own\/1\?lesson=/);
    // Whoever has the address has the lesson; other letters are none, which is said.
    const bob = await Person.arrive(browser, url);
    await bob.page.goto(ann.page.url());
    await says(bob, "6 squares, and the engine plays c1.");
    await bob.leave();
    await ann.page.goto(`${url}#learn/own/1?lesson=nonsense`);
    await ann.page.locator("#notice", { hasText: "lesson" }).waitFor();
    await ann.page.locator("#lessons li").first().waitFor();
    await ann.leave();
  },

  async "a contest is watched, stopped, and ends as it does each time"({ browser, url }) {
    const ann = await Person.arrive(browser, url);
    await ann.open("learn/9/5");
    await ann.page.locator("[data-does=contestRun]").click();
    // A game goes by on the board.
    await ann.page.locator("#learn .board [data-square]").nth(8).waitFor();
    await ann.page.locator("#learn .contest td", { hasText: /^1$/ }).first().waitFor();
    await ann.page.locator("[data-does=contestRun]", { hasText: "Stop" }).click();
    await ann.page.locator("[data-does=contestRun]", { hasText: "Go on" }).waitFor();
    await ann.page.locator("[data-does=contestEnd]").click();
    await ann.page.locator("#contest", { hasText: "100 games: the score table won 94, the run length won 6, draws 0." }).waitFor();
    const slider = ann.page.locator("#learn input[type=range]");
    await slider.fill("2");
    await ann.page.getByText("Game 2 of 100: White is the score table").waitFor();
    // The address leads there.
    assert.match(ann.page.url(), /#learn\/9\/5\/2$/);
    await ann.open("learn/9/5/3");
    await ann.page.getByText("Game 3 of 100: Black is the score table").waitFor();
    await slider.fill("2");
    await ann.page.getByText("Game 2 of 100: White is the score table").waitFor();
    await ann.page.locator("[data-does=contestEnd]").click();
    await ann.page.locator("#contest", { hasText: "100 games" }).waitFor();
    await ann.page.locator("[data-does=contestAgain]").click();
    await ann.page.locator("[data-does=contestRun]", { hasText: "Stop" }).waitFor();
    // Another step has no contest.
    await ann.page.locator("[data-does=forward]").click();
    await slider.waitFor({ state: "hidden" });
    await ann.leave();
  },

  async "the engine's own search is watched up to a cut"({ browser, url }) {
    const ann = await Person.arrive(browser, url);
    await ann.open("learn/7/4");
    await says(ann, /It visits [1-9]\d* positions/);
    const tree = ann.page.locator("#learn .watch");
    const tells = (words) => tree.locator(".watch-says", { hasText: words }).waitFor();
    await tells("looks ahead: 1");
    await tree.locator("[data-word=watchCut]").click();
    await tells("Black already has");
    await tree.locator("[data-label=last]").click();
    await tells("All is seen. Black chooses");
    await ann.leave();
  },
};
