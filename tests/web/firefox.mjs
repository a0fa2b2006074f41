// The page without a server in a second browser: node firefox.mjs DIR PROGRAM, where DIR is what scripts/site.sh has
// written. What differs between browsers is tried: modules in workers, memory that they share, what is kept for visits
// without a network. Firefox is driven by the standard protocol (WebDriver BiDi), which puppeteer-core speaks.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";

import { Space } from "./space.mjs";

const require = createRequire(path.join(process.env.TENGEN_WEB_PACKAGES, "x.cjs"));
const puppeteer = require("puppeteer-core");

const [folder, program] = process.argv.slice(2);

/** Milliseconds after which something does not come any more. */
const PATIENCE = 120_000;

/** Units of the drawing per cell, as in board.js. */
const CELL = 30;

/** Moves that are tried in this order; against a player that never loses no line of three comes of them. */
const MOVES = ["b2", "a1", "a3", "c1", "c3", "a2", "b1", "b3", "c2"];

/** Waits until the page is there and has a host. */
const ready = (page) => page.waitForSelector("#state[data-online=true]");

/** Founds a table; wishes are by the words of their fields. */
async function found(page, url, wishes) {
  await page.goto(`${url}#play`);
  await ready(page);
  await page.waitForSelector("#create");
  await page.evaluate((all) => {
    document.querySelector("#play details.more").open = true;
    for (const [word, value] of Object.entries(all)) {
      const field = document.querySelector(`#play form .field:has(> [data-word=${word}])`).querySelector("select, input");
      field.value = value;
      for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
    }
  }, wishes);
  await page.click("#create");
  await page.waitForFunction(() => location.hash.includes("table=") && document.querySelector("#play .columns .board .drawn")?.checkVisibility());
}

/** The squares of all stones. */
const stones = (page) => page.$$eval("#play .columns .board [data-square]:is(.black, .white):not(.ghost)",
  (nodes) => nodes.map((node) => node.dataset.square));

/** Clicks a square of the board, and waits for the stone. */
async function play(page, square) {
  const at = await page.evaluate((name, cell) => {
    const svg = document.querySelector("#play .columns .board .drawn");
    svg.scrollIntoView({ block: "center" });
    const { width, height } = svg.viewBox.baseVal;
    const { left, top, width: wide } = svg.getBoundingClientRect();
    const [scale, edge] = [wide / width, Number(svg.dataset.edge)];
    const [col, row] = [name.charCodeAt(0) - 97, (height - 2 * edge) / cell - Number(name.slice(1))];
    return { x: left + (edge + (col + 0.5) * cell) * scale, y: top + (edge + (row + 0.5) * cell) * scale };
  }, square, CELL);
  await page.mouse.click(at.x, at.y);
  await page.waitForSelector(`#play .columns .board [data-square=${square}].black:not(.ghost)`);
}

/** Plays tic-tac-toe against a player that never loses, and gives what is said at the end. */
async function playOut(page, url) {
  await found(page, url, { game: "tictactoe", myName: "Ann", white: "fivestage" });
  for (;;) {
    await page.waitForFunction(() => /Ann \(.\) (moves first|is to move)|draw|wins/.test(document.getElementById("says").textContent));
    const said = await page.$eval("#says", (node) => node.textContent);
    if (/draw|wins/.test(said)) return said;
    const taken = await stones(page);
    await play(page, MOVES.find((square) => !taken.includes(square)));
  }
}

/** Says a line to the engine of a desk, and gives the first answer with those words. */
const ask = (page, lines, words) => page.evaluate(async (all, wanted) => {
  const { on, send } = await import("./link.js");
  const answer = new Promise((resolve) => {
    on("line", ({ from, line }) => { if (from === "d" && line.includes(wanted)) resolve(line); });
  });
  for (const line of all) send({ do: "line", to: "d", line });
  return answer;
}, lines, words);

/** A position, and a search of it that a network judges. */
const SEARCH = ["position startpos moves h8 i9 h10", "go nodes 3000"];

/** The last line of a search and its move; times are left out. */
const outcome = (lines) => lines.filter((line) => /^(info depth|bestmove)/.test(line)).slice(-2)
  .map((line) => line.replace(/ (time|nps) \d+/g, ""));

/** Says lines to the engine of a desk, and gives all that it answers up to its move. */
const hear = (page, lines) => page.evaluate(async (all) => {
  const { on, send } = await import("./link.js");
  const heard = [];
  const answer = new Promise((resolve) => {
    on("line", ({ from, line }) => {
      if (from === "d") heard.push(line);
      if (from === "d" && line.startsWith("bestmove")) resolve(heard);
    });
  });
  for (const line of all) send({ do: "line", to: "d", line });
  return answer;
}, lines);

const cases = {
  async "a game is played to its end"({ page, url }) {
    assert.match(await playOut(page, url), /draw|wins/);
  },

  async "level 5 answers"({ page, url }) {
    await found(page, url, { game: "gomoku", myName: "Ann", white: "level:5" });
    for (const [index, square] of ["a1", "o15", "a15"].entries()) {
      await page.waitForFunction((count) => document.querySelectorAll("#play .columns .board .white:not(.ghost)").length === count, {}, index);
      await play(page, square);
    }
    await page.waitForFunction(() => document.querySelectorAll("#play .columns .board .white:not(.ghost)").length === 3);
  },

  async "a search visits the positions of the program, and one without an end is stopped"({ page, url }) {
    await page.goto(`${url}#debug`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await page.reload();
    await ready(page);
    assert.equal(await page.evaluate(() => window.crossOriginIsolated), true);
    const count = (line) => /^(\d+) nodes/.exec(line)?.[1];
    const own = execFileSync(program, ["bench"], { encoding: "utf8" }).trim().split("\n").at(-1);
    assert.equal(count(await ask(page, ["bench"], " nps")), count(own));
    // Several threads visit others, and find a move as well.
    const many = ["setoption name Threads value 2", "isready", "position startpos moves h8 i9", "go nodes 30000"];
    assert.match(await ask(page, many, "bestmove "), /^bestmove [a-o]\d+/);
    assert.equal(count(await ask(page, ["bench"], " nps")), count(own));
    await ask(page, ["position startpos", "go infinite"], "info depth 5 ");
    assert.match(await ask(page, ["stop"], "bestmove "), /^bestmove [a-o]\d+/);
  },

  async "each rule has its network"({ page, url }) {
    await page.goto(`${url}#debug`);
    await ready(page);
    const found = new Set();
    for (const variant of ["gomoku", "standard", "renju", "caro"]) {
      const lines = ["setoption name Threads value 1", `setoption name Variant value ${variant}`, "ucinewgame", ...SEARCH];
      const own = execFileSync(program, { input: `${lines.join("\n")}\n`, encoding: "utf8" });
      const there = outcome(await hear(page, lines));
      assert.deepEqual(there, outcome(own.split("\n")), variant);
      found.add(there.join());
    }
    assert.equal(found.size, 4);
  },

  async "games and puzzles work without a network"({ page, url, space }) {
    await page.goto(`${url}#play`);
    await ready(page);
    await page.waitForFunction(async () => {
      const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return kept.flat().some((request) => request.url.includes("puzzles-"));
    });
    space.close();
    await page.reload();
    await ready(page);
    assert.match(await playOut(page, url), /draw|wins/);
    await page.goto(`${url}#puzzles`);
    await page.waitForSelector("#puzzles .board .drawn");
  },
};

const space = new Space(folder);
await space.open();
const browser = await puppeteer.launch({ browser: "firefox", executablePath: process.env.TENGEN_WEB_BROWSER, headless: true, protocolTimeout: PATIENCE });
const page = await browser.newPage();
page.setDefaultTimeout(PATIENCE);
const complaints = [];
page.on("pageerror", (error) => complaints.push(error.message));
let failures = 0;
for (const [name, run] of Object.entries(cases)) {
  try {
    await run({ page, url: space.url, space });
    assert.deepEqual(complaints.splice(0), []);
    console.log(`ok: ${name}`);
  } catch (error) {
    failures += 1;
    console.log(`FAILED: ${name}\n${error.stack}`);
  }
}
await browser.close();
space.server.close();
process.exitCode = failures > 0 ? 1 : 0;
