// A browser, and what a person does with the page.

import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Packages lie in a folder of the build, not beside this file. */
const require = createRequire(path.join(process.env.TENGEN_WEB_PACKAGES, "x.cjs"));
const { chromium } = require("playwright-core");

export const axePath = require.resolve("axe-core/axe.min.js");

export const DESK = { width: 1280, height: 860 };
export const PHONE = { width: 390, height: 844 };

/** Units of the drawing per cell, as in board.js. */
const CELL = 30;

export async function launch(executablePath) {
  return chromium.launch({ executablePath, args: ["--headless", "--no-sandbox", "--disable-gpu",
    "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    // A page that comes from a folder is taken for one of elsewhere, which may not ask this machine.
    ...(process.env.TENGEN_WEB_PAGE ? ["--disable-features=LocalNetworkAccessChecks"] : [])] });
}

/** The page, its scripts and its styles from a folder instead of the server's: to work on the page without
 *  building the program anew. */
async function fromFolder(route) {
  const name = new URL(route.request().url()).pathname.slice(1) || "index.html";
  const file = path.join(process.env.TENGEN_WEB_PAGE, name);
  const type = { ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html" }[path.extname(name)];
  await route.fulfill({ contentType: `${type}; charset=utf-8`, body: fs.readFileSync(file) });
}

/** Makes a page slow: each file and each message of the server arrives late by TENGEN_WEB_SLOW milliseconds, and
 *  scripts take four times as long. What a case sees only because this machine is quick fails then. */
async function slow(context, page) {
  const late = Number(process.env.TENGEN_WEB_SLOW);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.route("**/*", async (route) => {
    await delay(late);
    await route.fallback();
  });
  await page.routeWebSocket(/./, (socket) => {
    socket.connectToServer().onMessage((message) => setTimeout(() => socket.send(message), late));
  });
}

/** One person with a browser of their own, who remembers nothing of others. */
export class Person {
  static async arrive(browser, url, { size = DESK, locale = "en-US", scheme = "light", touch = false } = {}) {
    const context = await browser.newContext({ viewport: size, locale, colorScheme: scheme,
      hasTouch: touch });
    const page = await context.newPage();
    page.setDefaultTimeout(Number(process.env.TENGEN_WEB_PATIENCE ?? 60_000));
    const person = new Person(context, page, url);
    if (process.env.TENGEN_WEB_PAGE) await page.route(/(\.(js|css|svg)|\d\/(#.*)?)$/, fromFolder);
    if (process.env.TENGEN_WEB_SLOW) await slow(context, page);
    page.on("pageerror", (error) => person.complaints.push(error.stack));
    page.on("console", (message) => {
      // A connection that a test breaks is no mistake of the page.
      if (message.type() === "error" && !message.text().includes("WebSocket")) {
        person.complaints.push(message.text());
      }
    });
    return person;
  }

  constructor(context, page, url) {
    Object.assign(this, { context, page, url, complaints: [] });
  }

  async leave() {
    await this.context.close();
    assert.deepEqual(this.complaints, []);
  }

  /** Opens a part of the page and waits for the server's greeting, and until the part is there. */
  async open(hash) {
    await this.page.goto(`${this.url}#${hash}`);
    await this.page.locator("#state[data-online=true]").waitFor();
    const part = hash.split(/[?/]/)[0].replace("analysis", "debug");
    await this.page.locator(`#${part}:not([hidden], [aria-busy])`).waitFor();
  }

  field(word) {
    return this.page.locator(`#play form .field:has(> [data-word=${word}])`).locator("select, input").first();
  }

  /** Founds a table; wishes are by the words of their fields. */
  async found(wishes) {
    await this.open("play");
    await this.page.locator("#play details.more").evaluate((node) => { node.open = true; });
    for (const [word, value] of Object.entries(wishes)) {
      const field = this.field(word);
      const isSelect = await field.evaluate((node) => node.tagName === "SELECT");
      await (isSelect ? field.selectOption(value) : field.fill(String(value)));
    }
    await this.page.click("#create");
    await this.page.locator("#play .columns .board .drawn").waitFor();
    return this.page.url();
  }

  /** Clicks a square of the board that is shown. */
  async tap(name) {
    const [col, row] = [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
    const svg = this.page.locator("main > section:not([hidden]) .board .drawn");
    const { width, height, scale, edge } = await svg.evaluate((node) => {
      const { width: wide, height: high } = node.viewBox.baseVal;
      return { width: wide, height: high, scale: node.getBoundingClientRect().width / wide,
        edge: Number(node.dataset.edge) };
    });
    const rows = (height - 2 * edge) / CELL;
    assert.ok(col < (width - 2 * edge) / CELL && row < rows, `${name} is on the board`);
    await svg.click({ position: { x: (edge + (col + 0.5) * CELL) * scale,
      y: (edge + (rows - row - 0.5) * CELL) * scale } });
  }

  /** Sits down on a free chair under that name. */
  async sit(chair, name) {
    await this.page.locator(`[data-chair=${chair}] button`).click();
    await this.page.fill(".ask-name input", name);
    await this.page.click(".ask-name .main");
    await this.page.locator(`[data-chair=${chair}]`).filter({ hasText: `${name} (` }).waitFor();
  }

  /** Waits until the table says something. */
  async reads(text) {
    await this.page.locator("#says").filter({ hasText: text }).waitFor();
  }

  /** Waits until a stone lies on a square. */
  async sees(name, color) {
    await this.page.locator(`section:not([hidden]) [data-square=${name}].${color}:not(.ghost)`).waitFor();
  }

  /** Has the finished game reviewed, unless the same one was reviewed before. */
  async review() {
    await this.page.locator("#do-review, #judged p").first().waitFor();
    await this.page.evaluate(() => document.getElementById("do-review")?.click());
    await this.page.locator("#judged p").first().waitFor({ timeout: 120_000 });
  }

  /** The moves of the table, as they are listed. */
  async moves() {
    return this.page.$$eval("#play .moves .move", (nodes) => nodes.map((node) => node.textContent));
  }

  /** The squares with stones of a colour. */
  async stones(color) {
    return this.page.$$eval(`section:not([hidden]) .board .${color}:not(.ghost)`,
      (nodes) => nodes.map((node) => node.dataset.square));
  }
}
