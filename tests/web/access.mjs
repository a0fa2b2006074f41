// Who cannot see the page, or not well.

import assert from "node:assert/strict";
import fs from "node:fs";

import { axePath, PHONE, Person } from "./support.mjs";

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
  await person.open("puzzles?n=1");
  await person.page.click("[data-does=puzzleAnswer]");
  await person.page.locator("#puzzle .better-line .move").first().waitFor();
  await check(person, "a puzzle and its solution");
  await person.open("stats");
  await person.page.locator("#stats td").first().waitFor();
  await person.page.check("#by-colour");
  await check(person, "stats");
  await person.open("matches");
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
};
