// Who cannot see the page, or not well.

import assert from "node:assert/strict";
import fs from "node:fs";

import { axePath, PHONE, Person } from "./support.mjs";

/** Unfolds all that is folded on a phone. */
const unfold = ({ page }) => page.$$eval("main > section:not([hidden]) .fold", (nodes) => nodes.forEach((node) => { node.open = true; }));

/** Goes through a part of the page with the key Tab and says what of it was not reached. */
async function unreached({ page }) {
  await page.evaluate(() => {
    document.querySelector("#tabs [aria-selected=true]").focus();
    window.reached = new Set();
  });
  for (let step = 0; step < 400; step += 1) {
    await page.keyboard.press("Tab");
    const isBack = await page.evaluate(() => {
      window.reached.add(document.activeElement);
      return document.activeElement === document.body || document.activeElement.closest("#tabs") !== null;
    });
    if (isBack) break;
  }
  return page.evaluate(() => [...document.querySelectorAll("main > section:not([hidden]) :is(button, a[href], select, input, summary, [tabindex='0'])")]
    .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.disabled && node.tabIndex >= 0 && !window.reached.has(node))
    .map((node) => node.outerHTML.slice(0, 100)));
}

/** Sums up how far what is on the screen is pushed about, from now on and on pages to come. */
async function watchShifts({ page }) {
  await page.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.shifted += value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Has each part of the page judged by a checker of accessibility. */
async function judge({ browser, url }, options) {
  // The policy of the page lets no other script in; the browser's own door does.
  const source = fs.readFileSync(axePath, "utf8");
  const check = async (person, what) => {
    await person.page.evaluate(source);
    const { violations } = await person.page.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
    const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
    assert.deepEqual(serious.map(({ id, nodes }) => [what, id, nodes[0].html]), []);
  };
  const person = await Person.arrive(browser, url, options);
  await person.found({ game: "tictactoe", myName: "Ann", white: "me" });
  await check(person, "a game");
  for (const [index, move] of ["b2", "a1", "c1", "b1", "a3"].entries()) {
    await person.tap(move);
    await person.sees(move, index % 2 === 0 ? "black" : "white");
  }
  await person.review();
  await check(person, "a game with its review");
  await person.page.click("#play .move[data-step='4']");
  await check(person, "a mistake at the table");
  await person.page.click("[data-word=inAnalysis]");
  await person.page.locator("#debug .move .blunder").waitFor();
  await check(person, "an analysis");
  await person.page.click("#tab-debug");
  await person.page.check("#compare");
  await check(person, "debug");
  await person.page.click("#debug [data-does=learn]");
  await person.page.locator(".learn:visible").waitFor();
  await check(person, "a lesson");
  await person.found({ game: "tictactoe", myName: "Ann", white: "guest" });
  await person.page.locator("#play .big-link").waitFor();
  await check(person, "an invitation");
  await person.open("puzzles?n=1");
  await person.page.click("[data-does=puzzleAnswer]");
  await person.page.locator("#puzzle .better-line .move").first().waitFor();
  await check(person, "a puzzle and its solution");
  await person.page.click("[data-does=puzzleAgain]");
  await person.page.locator("#puzzle .learn-says.asked").waitFor();
  await person.tap("o1");
  await person.page.locator("#puzzles .badge.wrong").waitFor();
  await person.page.locator("#my-puzzles summary").click();
  await check(person, "a wrong try");
  await person.found({ game: "tictactoe", myName: "Ann", white: "fivestage" });
  person.page.once("dialog", (dialog) => dialog.accept());
  await person.page.click("#do-resign");
  // It is there once the game has ended, and only then.
  await person.page.locator("#do-rematch").waitFor();
  for (const [step, ready] of [["2/1", ".bars"], ["3/3", "#reply"], ["5/1", ".watch-says"], ["7/4", ".watch-says"], ["8/5", ".key"], ["9/5", "#contest"]]) {
    await person.open(`learn/${step}`);
    await person.page.locator(`#learn ${ready}`).first().waitFor({ state: "attached" });
    await check(person, `lesson ${step}`);
  }
  await person.open("stats");
  await person.page.locator("#own .results li").first().waitFor();
  await check(person, "own figures");
  await unfold(person);
  await person.page.locator("#stats td").first().waitFor();
  await person.page.check("#by-colour");
  await check(person, "stats");
  await person.open("matches");
  await person.page.locator("#match-head").waitFor();
  await check(person, "an example of a match");
  await person.page.locator(".entrants select").nth(0).selectOption("random");
  await person.page.locator(".entrants select").nth(1).selectOption("scoretable");
  await person.page.locator("#new-match select[data-label=game]").selectOption("tictactoe");
  await person.page.locator("#new-match input").nth(0).fill("2");
  await person.page.click("#start-match");
  await person.page.locator("[data-state=done]").waitFor();
  await check(person, "matches");
  await person.page.click("#tab-play");
  await person.page.click("#tab-play");
  await person.page.locator("#create").waitFor();
  await check(person, "lobby");
  await person.page.click("#tab-help");
  await person.page.locator("#help .card").first().waitFor();
  await check(person, "help");
  await person.leave();
}

export const cases = {
  "a checker of accessibility finds nothing serious": (means) => judge(means, {}),
  "a checker of accessibility finds nothing serious in the dark": (means) => judge(means, { scheme: "dark" }),
  "a checker of accessibility finds nothing serious on a phone": (means) => judge(means, { size: PHONE }),
  "a checker of accessibility finds nothing serious in Chinese, in the dark": (means) =>
    judge(means, { scheme: "dark", locale: "zh-CN" }),

  async "a keyboard goes through puzzles, statistics and matches"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.found({ game: "tictactoe", myName: "Ann", white: "me" });
    for (const [index, move] of ["b2", "a1", "c1", "b1", "a3"].entries()) {
      await person.tap(move);
      await person.sees(move, index % 2 === 0 ? "black" : "white");
    }
    for (const [part, ready] of [["puzzles", "#puzzle h2"], ["stats", "#games h2"], ["matches", "#match-head"]]) {
      await person.open(part);
      await person.page.locator(ready).waitFor();
      assert.deepEqual(await unreached(person), [], part);
    }
    // What is folded opens by a key.
    await person.open("stats");
    await person.page.locator("#stats [aria-busy=false]").waitFor();
    await person.page.locator("#lengths summary").focus();
    await person.page.keyboard.press("Enter");
    await person.page.locator("#lengths:not([open])").waitFor();
    // Who sorts by a key goes on from there.
    await person.page.locator("#players [data-sort=rate]").focus();
    await person.page.keyboard.press("Enter");
    await person.page.locator("#players [aria-sort=descending] [data-sort=rate]:focus").waitFor();
    await person.leave();
  },

  async "nothing is pushed about when a part of the page opens"({ browser, url }) {
    // The list of matches comes sooner or later than what stands above it.
    const other = await Person.arrive(browser, url);
    await other.open("matches");
    await other.page.click("#start-match");
    await other.page.locator("#all-matches li").first().waitFor();
    await other.leave();
    for (const options of [{}, { size: PHONE }, { size: PHONE, locale: "zh-CN" }]) {
      const person = await Person.arrive(browser, url, options);
      await watchShifts(person);
      for (const [part, ready] of [["puzzles", "#puzzle h2"], ["learn", "#lessons li"], ["analysis", "#debug .board"], ["debug", "#debug .board"], ["stats", "#own"], ["matches", "#match-head"]]) {
        await person.page.goto("about:blank");
        await person.open(part);
        await person.page.locator(ready).first().waitFor();
        await person.page.waitForTimeout(300);
        const direct = await person.page.evaluate(() => window.shifted);
        await person.page.goto("about:blank");
        await person.open("play");
        await person.page.evaluate(() => { window.shifted = 0; });
        await person.page.click(`#tab-${part}`);
        await person.page.locator(ready).first().waitFor();
        await person.page.waitForTimeout(300);
        const clicked = await person.page.evaluate(() => window.shifted);
        assert.ok(direct <= 0.02 && clicked <= 0.02, `${part}, ${JSON.stringify(options)}: ${direct} and ${clicked}`);
      }
      await person.leave();
    }
  },
};
