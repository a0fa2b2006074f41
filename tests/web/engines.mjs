// An engine of one's own: added by its command line, played against, and removed; or how to have that allowed.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import readline from "node:readline";

import { PHONE, Person } from "./support.mjs";

/** Opens the dialog of the part that is shown. */
async function dialog(page) {
  await page.locator("main > section:not([hidden]) [data-word=addOwnEngine]:visible").first().click();
  await page.locator("dialog.add-engine[open]").waitFor();
}

/** Fills in the dialog and sends it. */
async function add(page, name, command) {
  await page.fill(".add-engine .field:has([data-word=engineName]) input", name);
  await page.fill(".add-engine .field:has([data-word=engineCommand]) input", command);
  await page.click(".add-engine .main");
}

export const cases = {
  async "an engine is added by its command line, plays, and is removed again"({ browser, program }) {
    const own = path.resolve(program);
    const server = spawn(own, ["serve", "--listen", "127.0.0.1:0", "--store", "none", "--add-engines", "--patience", "2"], { stdio: ["ignore", "pipe", "inherit"] });
    try {
      const [line] = await once(readline.createInterface(server.stdout), "line");
      const person = await Person.arrive(browser, line.trim().replace("page at ", ""));
      const { page } = person;
      await person.open("analysis");
      await dialog(page);
      // What goes wrong is said where it was asked, in a sentence, and nothing is lost that was typed.
      await add(page, "Mine", "/no/such/program");
      await page.locator(".add-engine .trouble").filter({ hasText: "The program of Mine cannot be started." }).waitFor();
      await add(page, "random", own);
      await page.locator(".add-engine .trouble").filter({ hasText: "The name random is taken: choose another one." }).waitFor();
      await add(page, "Mine", `'${own}' --set Player=random`);
      await page.locator("dialog.add-engine").waitFor({ state: "detached" });
      // It is chosen where it was asked for, and offered everywhere.
      assert.equal(await page.locator("#debug .seat[data-seat=a] select[data-label=engine]").inputValue(), "Mine");
      await person.open("play");
      await page.locator("#play form .field:has(> [data-word=white]) option[value=Mine]").waitFor({ state: "attached" });
      await person.found({ game: "tictactoe", black: "me", white: "Mine" });
      await person.tap("b2");
      await page.waitForFunction(() => document.querySelectorAll("#play .moves .move").length === 2);
      await person.open("matches");
      await page.locator("#matches .entrants option[value=Mine]").first().waitFor({ state: "attached" });
      await dialog(page);
      await page.locator(".add-engine [aria-label='Delete Mine']").click();
      await page.locator(".add-engine li").waitFor({ state: "detached" });
      await page.keyboard.press("Escape");
      await page.locator("#matches .entrants option[value=Mine]").first().waitFor({ state: "detached" });
      await person.leave();
    } finally {
      server.kill();
    }
  },

  async "a server that takes no engines says how to start one that does"({ browser, url }) {
    const person = await Person.arrive(browser, url, { size: PHONE, locale: "zh-CN" });
    const { page } = person;
    await person.open("analysis");
    await dialog(page);
    await page.locator(".add-engine p").filter({ hasText: "tengen serve --add-engines" }).waitFor();
    assert.equal(await page.locator(".add-engine input").count(), 0);
    await page.locator(".add-engine [data-word=closeThis]").click();
    await page.locator("dialog.add-engine").waitFor({ state: "detached" });
    await person.leave();
  },
};
