// The page without a server: node site.mjs DIR PROGRAM, where DIR is what scripts/site.sh has written.
//
// A small server of static files stands in for a web space. It serves the site below a path of its own.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";

import { PHONE, Person, launch } from "./support.mjs";
import { playOut } from "./play.mjs";

const [folder, program] = process.argv.slice(2);
const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json", ".json": "application/json" };

/** A web space with the site below `/tengen/`; `change` gives the text that it sends for a file. */
class Space {
  constructor() {
    this.change = (_name, bytes) => bytes;
    this.asked = [];
    this.server = http.createServer((request, response) => {
      const { pathname } = new URL(request.url, "http://space");
      const name = pathname === "/tengen/" ? "index.html" : pathname.replace("/tengen/", "");
      const file = path.join(folder, name);
      if (!pathname.startsWith("/tengen/") || !fs.existsSync(file)) {
        response.writeHead(404);
        return response.end();
      }
      const bytes = this.change(name, fs.readFileSync(file));
      this.asked.push({ name, bytes: bytes.length });
      response.writeHead(200, { "content-type": KINDS[path.extname(name)] ?? "application/octet-stream" });
      return response.end(bytes);
    });
  }

  async open() {
    await new Promise((resolve) => { this.server.listen(0, "127.0.0.1", resolve); });
    this.url = `http://127.0.0.1:${this.server.address().port}/tengen/`;
  }

  close() {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** Waits until the site is kept in the browser and stands alone, as on every visit but the first. */
async function visitAgain(person, hash = "play") {
  await person.open(hash);
  await person.page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await person.page.reload();
  await person.page.locator("#state[data-online=true]").waitFor();
}

/** Has an engine think without an end on the debugging board, stops it, and says how long the answer took. */
async function stopped(person) {
  return person.page.evaluate(async () => {
    const { on, send } = await import("./link.js");
    const heard = (word) => new Promise((resolve) => {
      on("line", ({ line }) => { if (line.startsWith(word)) resolve(line); });
    });
    send({ do: "line", to: "c", line: "position startpos" });
    send({ do: "line", to: "c", line: "go infinite" });
    await heard("info depth 5 ");
    const [begun, best] = [performance.now(), heard("bestmove ")];
    send({ do: "line", to: "c", line: "stop" });
    const line = await best;
    return { ms: performance.now() - begun, line };
  });
}

const cases = {
  async "a game is played to its end, and found among the finished ones after the page has come again"({ browser, url }) {
    const person = await Person.arrive(browser, url, { size: PHONE });
    await person.found({ game: "tictactoe", myName: "Ann", white: "fivestage" });
    assert.match(await playOut(person), /A draw: the board is full/);
    await person.page.reload();
    await person.reads("A draw");
    await person.open("stats");
    await person.page.locator("#stats").filter({ hasText: "fivestage" }).waitFor();
    await person.leave();
  },

  async "level 5 answers in gomoku, also on the next visit"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await visitAgain(person);
    assert.equal(await person.page.evaluate(() => window.crossOriginIsolated), true);
    await person.found({ game: "gomoku", myName: "Ann", white: "level:5" });
    // Corners, as the engine's own stones stand elsewhere.
    for (const square of ["a1", "o15", "a15"]) {
      const before = (await person.moves()).length;
      await person.tap(square);
      await person.page.waitForFunction((count) => document.querySelectorAll("#play .moves .move").length >= count, before + 2);
    }
    await person.leave();
  },

  async "an analysis is stopped in the middle, with shared memory and without"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("debug");
    const first = await stopped(person);
    assert.match(first.line, /^bestmove [a-o]\d+/);
    await visitAgain(person, "debug");
    const second = await stopped(person);
    assert.match(second.line, /^bestmove [a-o]\d+/);
    console.log(`stop: ${first.ms.toFixed(0)} ms without shared memory, ${second.ms.toFixed(0)} ms with it`);
    // What a person would not notice; a busy machine is slower than a visitor's.
    assert.ok(first.ms < 2000 && second.ms < 2000, `${first.ms} and ${second.ms} ms`);
    await person.leave();
  },

  async "a finished game is reviewed, and the review is found again"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.found({ game: "tictactoe", myName: "Ann", white: "me" });
    for (const [index, move] of ["b2", "c3", "a3", "b3", "c1"].entries()) {
      await person.tap(move);
      await person.sees(move, index % 2 === 0 ? "black" : "white");
    }
    await person.review();
    await person.page.locator("#play .move[data-step='4'] .blunder").waitFor();
    await person.page.reload();
    await person.page.locator("#play .move[data-step='4'] .blunder").waitFor();
    await person.leave();
  },

  async "after the first visit no network is needed"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("play");
    await person.page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await person.context.setOffline(true);
    await person.page.reload();
    await person.found({ game: "tictactoe", myName: "Ann", white: "fivestage" });
    assert.match(await playOut(person), /A draw: the board is full/);
    await person.leave();
  },

  async "a new version comes with the next visit, and the game goes on"({ browser, url, space }) {
    const person = await Person.arrive(browser, url);
    await visitAgain(person);
    await person.found({ game: "tictactoe", myName: "Ann", white: "fivestage" });
    await person.tap("b2");
    await person.sees("b2", "black");
    space.change = (name, bytes) => {
      if (name === "serviceworker.js") return Buffer.from(bytes.toString().replace(/VERSION="\w+"/, "VERSION=\"next\""));
      if (name === "index.html") return Buffer.from(bytes.toString().replace("<html", "<html data-version=\"next\""));
      return bytes;
    };
    await person.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      while (!registration.waiting) await new Promise((resolve) => { setTimeout(resolve, 50); });
    });
    const version = () => person.page.evaluate(() => document.documentElement.dataset.version);
    assert.equal(await version(), undefined);
    await person.page.reload();
    // The page comes again by itself meanwhile.
    await person.page.locator("html[data-version=next]").waitFor({ state: "attached" });
    await person.sees("b2", "black");
    space.change = (_name, bytes) => bytes;
    await person.leave();
  },

  async "what needs a server says so in a sentence"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("play");
    await person.page.locator("[data-start=inviteNow]").click();
    await person.page.locator("#notice").filter({ hasText: "needs a server" }).waitFor();
    await person.leave();
  },

  async "the module answers as the program does"() {
    const lines = execFileSync(program, ["bench"], { encoding: "utf8" }).trim().split("\n");
    const { default: ask } = await import("./module.mjs");
    assert.deepEqual(still(ask(folder, ["bench"])), still(lines));
    /** Five games, five positions, eight limits: 200 questions. */
    const questions = [];
    for (const variant of ["tictactoe", "gomoku", "renju", "standard", "caro"]) {
      for (const moves of ["b2", "b2 a1", "b2 a1 c3", "b2 a1 c3 a3", "a1 b2 a2 a3"]) {
        for (const limit of ["depth 1", "depth 2", "depth 3", "depth 4", "nodes 100", "nodes 500", "nodes 1000", "nodes 2000"]) {
          questions.push(`setoption name Variant value ${variant}`, "ucinewgame", `position startpos moves ${moves}`, `go ${limit}`);
        }
      }
    }
    const said = execFileSync(program, [], { encoding: "utf8", input: `uci\n${questions.join("\n")}\n` });
    assert.deepEqual(still(ask(folder, ["uci", ...questions])), still(said.trim().split("\n")));
  },
};

/** Lines without what a clock says. */
const still = (lines) => lines.map((line) => line.replace(/ (time|nps) \d+/g, "").replace(/ \d+ nps$/, ""));

const space = new Space();
await space.open();
const wanted = process.argv[4] ?? "";
let failures = 0;
const browser = await launch(process.env.TENGEN_WEB_BROWSER);
for (const [name, run] of Object.entries(cases).filter(([it]) => it.includes(wanted))) {
  try {
    await run({ browser, url: space.url, space });
    console.log(`ok: ${name}`);
  } catch (error) {
    failures += 1;
    console.log(`FAILED: ${name}\n${error.stack}`);
  }
}
await browser.close();
space.close();
process.exitCode = failures > 0 ? 1 : 0;
