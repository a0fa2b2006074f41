// The page without a server: node site.mjs DIR PROGRAM, where DIR is what scripts/site.sh has written.
//
// A small server of static files stands in for a web space. It serves the site below a path of its own.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

import { DESK, PHONE, Person, launch } from "./support.mjs";
import { cases as course } from "./course.mjs";
import { readsEncodings } from "./files.mjs";
import { playOut } from "./play.mjs";
import { Space } from "./space.mjs";

const [folder, program] = process.argv.slice(2);

/** The most that a first visit may take which plays a game. */
const MOST = 1_100_000;

/** Waits until the site is kept in the browser and stands alone, as on every visit but the first. */
async function visitAgain(person, hash = "play") {
  await person.open(hash);
  await person.page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await person.page.reload();
  await person.page.locator("#state[data-online=true]").waitFor();
}

/** Has an engine with so many threads think without an end on the debugging board, stops it, and says how long the
 *  answer took. */
async function stopped(person, threads = 1) {
  return person.page.evaluate(async (count) => {
    const { on, send } = await import("./link.js");
    const heard = (word) => new Promise((resolve) => {
      on("line", ({ line }) => { if (line.startsWith(word)) resolve(line); });
    });
    for (const line of [`setoption name Threads value ${count}`, "position startpos", "go infinite"]) send({ do: "line", to: "c", line });
    await heard("info depth 5 ");
    const [begun, best] = [performance.now(), heard("bestmove ")];
    send({ do: "line", to: "c", line: "stop" });
    const line = await best;
    return { ms: performance.now() - begun, line };
  }, threads);
}

/** Says lines to an engine of the page, and gives what it says up to the first line that begins so, or its end. */
const asked = (person, lines, word, desk = "c") => person.page.evaluate(async ([all, wanted, to]) => {
  const { on, send } = await import("./link.js");
  const told = [];
  const done = new Promise((resolve) => {
    on("line", ({ from, line }) => { if (from === to && told.push(line) && line.startsWith(wanted)) resolve(); });
    on("ended", ({ from, code, why }) => { if (from === to) resolve(told.push(`ended ${code} ${why}`)); });
  });
  for (const line of all) send({ do: "line", to, line });
  await done;
  return told;
}, [lines, word, desk]);

/** Servers that were started.
 *  @type {import("node:child_process").ChildProcess[]} */
const servers = [];

/** A server of the program, with its page. */
async function serve(more = []) {
  const listen = more.includes("--listen") ? [] : ["--listen", "127.0.0.1:0"];
  const server = spawn(program, ["serve", ...listen, ...more], { stdio: ["ignore", "pipe", "inherit"] });
  servers.push(server);
  for await (const line of createInterface(server.stdout)) {
    const [, url] = /^page at (.*)$/.exec(line) ?? [];
    if (url) return { url, end: () => server.kill() };
  }
  throw new Error("no server");
}

/** Saves what a person takes along, and gives the place of the file. */
async function takenAlong(person) {
  await person.open("stats");
  const [download] = await Promise.all([person.page.waitForEvent("download"), person.page.click("[data-word=takeAlong]")]);
  return download.path();
}

/** Brings a file in, and waits until the page says that. */
async function bringIn(person, name, buffer, said) {
  await person.page.locator("#state[data-online=true]").waitFor();
  await person.page.setInputFiles("#along input", { name, mimeType: "application/json", buffer });
  await person.page.locator("#along [role=status], #notice").filter({ hasText: said }).waitFor();
}

const cases = {
  async "a game is played to its end, and found among the finished ones after the page has come again"({ browser, url }) {
    const person = await Person.arrive(browser, url, { size: PHONE });
    await person.found({ game: "tictactoe", myName: "Ann", white: "fivestage" });
    // A classic player says itself why it moved, here as well as at a server.
    await person.tap("b2");
    await person.reads(/fivestage plays [ac][13] – corner: a free corner/);
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

  async "several threads search where the page stands alone, and one finds what it always finds"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("debug");
    const question = ["position startpos moves h8 i9 g7 i7 i8", "go nodes 40000"];
    const many = ["ucinewgame", "setoption name Threads value 4", "isready", ...question];
    const one = ["ucinewgame", "setoption name Threads value 1", "isready", ...question];
    const last = (lines) => lines.at(-1);
    const alone = await asked(person, many, "bestmove");
    assert.match(last(alone), /^bestmove [a-o]\d+/);
    assert.ok(alone.some((line) => line.startsWith("info string 1 of 4 threads: ")), alone.join("\n"));
    const before = await asked(person, one, "bestmove");
    await visitAgain(person, "debug");
    assert.deepEqual(still(await asked(person, one, "bestmove")), still(before));
    const most = Math.min(4, await person.page.evaluate(() => navigator.hardwareConcurrency));
    const rounds = [];
    while (rounds.length < 5) {
      const together = await asked(person, many, "bestmove");
      assert.match(last(together), /^bestmove [a-o]\d+/);
      const short = together.filter((line) => line.includes(" of 4 threads: "));
      assert.deepEqual(short.map((line) => Number(line.split(" ")[2])), most < 4 ? [most] : []);
      rounds.push(still(together).join());
      assert.deepEqual(still(await asked(person, one, "bestmove")), still(before));
    }
    // What helpers visit and find is not the same each time.
    if (most > 1) assert.ok(new Set(rounds).size > 1, rounds[0]);
    const { ms, line } = await stopped(person, 4);
    assert.match(line, /^bestmove [a-o]\d+/);
    console.log(`stop: ${ms.toFixed(0)} ms with ${most} threads`);
    assert.ok(ms < 2000, `${ms} ms`);
    await person.leave();
  },

  async "a thread that fails ends its engine, and the next one does without"({ browser, url, space }) {
    // At once, and while the engine searches.
    for (const [place, broken] of [["help();}", "throw new Error(\"broken\");}"], [/\+\s*ahead/, "+undefined.broken"]]) {
      const person = await Person.arrive(browser, url);
      space.change = (name, bytes) => {
        if (name !== "site/module.js") return bytes;
        const changed = bytes.toString().replace(place, broken);
        assert.notEqual(changed, bytes.toString());
        return Buffer.from(changed);
      };
      await visitAgain(person, "debug");
      const lines = ["setoption name Threads value 2", "setoption name Book value false", "isready", "position startpos", "go movetime 3000"];
      const isAlone = await person.page.evaluate(() => navigator.hardwareConcurrency < 2);
      assert.match((await asked(person, lines, "bestmove")).at(-1), isAlone ? /^bestmove / : /^ended left /);
      const told = await asked(person, [...lines.slice(0, -1), "go nodes 3000"], "bestmove");
      assert.match(told.at(-1), /^bestmove [a-o]\d+/);
      assert.ok(told.some((line) => line.startsWith("info string 1 of 2 threads: ")), told.join("\n"));
      space.change = (_name, bytes) => bytes;
      await person.leave();
    }
  },

  async "an analysis has half of the processor, and the debugging board one thread"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.page.addInitScript(() => Object.defineProperty(navigator, "hardwareConcurrency", { value: 6 }));
    await visitAgain(person, "analysis");
    const toggle = person.page.locator("#debug .seat .main").first();
    const says = (line) => person.page.locator("#debug .log").filter({ hasText: line }).waitFor({ state: "attached" });
    await toggle.click();
    await says(/A> setoption name Threads value 3\n[^]*A> go infinite\n[^]*A< info depth 2 /);
    await toggle.click();
    await says(/A< bestmove/);
    await person.open("debug");
    await toggle.click();
    await says(/A< bestmove [^]*A> setoption name Threads value 1\n[^]*A> go movetime 1000\n/);
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

  async "what is kept in a browser is taken along to another one, and to a server"({ browser, url }) {
    const ann = await Person.arrive(browser, url);
    await ann.found({ game: "tictactoe", myName: "Ann", white: "fivestage" });
    assert.match(await playOut(ann), /A draw: the board is full/);
    await ann.review();
    const unfinished = await ann.found({ game: "tictactoe", myName: "Ann", white: "fivestage" });
    await ann.tap("a3");
    await ann.sees("a3", "black");
    await ann.page.evaluate(() => {
      const remember = (name, value) => localStorage.setItem(`tengen.${name}`, value);
      remember("puzzles", JSON.stringify({ rating: 1234, streak: 2, best: 3, solved: [4, 5], failed: [6], past: [1000, 1234] }));
      remember("course", JSON.stringify(["1/2"]));
      remember("theme", "dark");
    });
    const file = fs.readFileSync(await takenAlong(ann));
    const secret = await ann.page.evaluate(() => localStorage.getItem("tengen.key"));
    await ann.leave();

    const bob = await Person.arrive(browser, url);
    await bob.open("stats");
    await bob.page.evaluate(() => localStorage.setItem("tengen.puzzles", JSON.stringify({ solved: [6], failed: [7], best: 1 })));
    await bringIn(bob, "tengen-games.json", file, "Games that came in: 1; here already: 0.");
    await bringIn(bob, "tengen-games.json", file, "Games that came in: 0; here already: 1.");
    await bringIn(bob, "notes.json", Buffer.from("{}"), "notes.json is no file of games");
    const wrong = { ...JSON.parse(file), unfinished: [] };
    wrong.games[0].result = "1-0";
    await bringIn(bob, "wrong.json", Buffer.from(JSON.stringify(wrong)), "result: 1-0: ");
    await bob.page.locator("#stats .faults").first().waitFor();
    const kept = await bob.page.evaluate(() => Object.fromEntries(["puzzles", "course", "theme"].map((name) => [name, localStorage.getItem(`tengen.${name}`)])));
    const { rating, best, solved, failed } = JSON.parse(kept.puzzles);
    assert.deepEqual([rating, best, solved.sort(), failed], [1234, 3, [4, 5, 6], [7]]);
    assert.deepEqual([kept.course, kept.theme], ["[\"1/2\"]", "dark"]);
    await bob.page.goto(unfinished);
    await bob.sees("a3", "black");
    assert.match(await playOut(bob), /./);
    await bob.leave();

    const store = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "tengen-along-")), "games.db");
    const lasting = await serve(["--store", store]);
    const eve = await Person.arrive(browser, lasting.url);
    await eve.open("stats");
    await bringIn(eve, "tengen-games.json", file, "Games that came in: 1; here already: 0. Unfinished games stay where they are: 1.");
    await bringIn(eve, "tengen-games.json", file, "Games that came in: 0; here already: 1.");
    await bringIn(eve, "wrong.json", Buffer.from(JSON.stringify(wrong)), "result: 1-0: ");
    await eve.page.locator("#stats .name").filter({ hasText: "fivestage" }).first().waitFor();
    const again = fs.readFileSync(await takenAlong(eve), "utf8");
    assert.deepEqual(JSON.parse(again).games.map(({ black }) => black), ["Ann"]);
    for (const text of [file.toString(), again]) assert.ok(!text.includes(secret));
    await eve.leave();
    lasting.end();

    const brief = await serve(["--store", "none"]);
    const guest = await Person.arrive(browser, brief.url);
    await guest.open("stats");
    await bringIn(guest, "tengen-games.json", file, "This server keeps nothing");
    await guest.leave();
    brief.end();
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

  async "a first visit that plays a game takes little, and the rest comes with the next one"({ browser, url, space }) {
    const person = await Person.arrive(browser, url);
    const before = space.asked.length;
    const [begun, times] = [performance.now(), []];
    await person.open("play");
    times.push(performance.now() - begun);
    await person.found({ game: "gomoku", myName: "Ann", white: "level:5" });
    await person.tap("a1");
    await person.page.waitForFunction(() => document.querySelectorAll("#play .moves .move").length >= 2);
    times.push(performance.now() - begun);
    await person.page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    const asked = space.asked.slice(before);
    const bytes = asked.reduce((sum, one) => sum + one.bytes, 0);
    console.log(`first visit: ${bytes} bytes; ready after ${times[0].toFixed(0)} ms, an answer after ${times[1].toFixed(0)} ms`);
    assert.ok(bytes < MOST, `${bytes} bytes: ${JSON.stringify(asked.filter((one) => one.bytes > 20_000))}`);
    const networks = (some) => some.filter(({ name, status }) => name.endsWith(".net.lzma") && status === 200).map(({ name }) => name);
    assert.match(networks(asked).join(), /^site\/freestyle-\w+\.net\.lzma$/);
    const isKept = (word) => person.page.evaluate(async (part) => {
      for (const name of await caches.keys()) {
        const kept = await (await caches.open(name)).keys();
        if (kept.some((request) => request.url.includes(part))) return true;
      }
      return false;
    }, word);
    assert.equal(await isKept("/renju-"), false);
    await person.open("play");
    await person.page.reload();
    await person.page.locator("#state[data-online=true]").waitFor();
    for (const word of ["/renju-", "/caro-", "/standard-", "/puzzles-"]) {
      while (!(await isKept(word))) await person.page.waitForTimeout(50);
    }
    // From now on no game needs a network.
    await person.context.setOffline(true);
    await person.page.reload();
    await person.found({ game: "renju", myName: "Ann", white: "level:5" });
    await person.tap("h8");
    await person.page.waitForFunction(() => document.querySelectorAll("#play .moves .move").length >= 2);
    await person.open("puzzles");
    await person.page.locator("#puzzles .board .drawn").first().waitFor();
    await person.leave();
  },

  async "a network that cannot be had is missed in a sentence, and nothing is lost"({ browser, url, space }) {
    const person = await Person.arrive(browser, url);
    space.change = (name, bytes) => (/renju-|puzzles-/.test(name) ? null : bytes);
    await person.open("play");
    await person.page.locator("#play details.more").evaluate((node) => { node.open = true; });
    for (const [word, value] of Object.entries({ game: "renju", white: "level:5" })) await person.field(word).selectOption(value);
    await person.page.click("#create");
    const sentence = "needs a file for this that could not be loaded";
    await person.page.locator("#play").filter({ hasText: sentence }).waitFor();
    // An engine that is asked for it elsewhere says so, too, and does not answer with less.
    await person.page.evaluate(async () => {
      const { send } = await import("./link.js");
      for (const line of ["setoption name Variant value renju", "position startpos", "go depth 3"]) send({ do: "line", to: "c", line });
    });
    await person.page.locator("#notice").filter({ hasText: sentence }).waitFor();
    space.change = (_name, bytes) => bytes;
    await person.page.reload();
    await person.page.locator("#play .columns .board .drawn").waitFor();
    await person.tap("h8");
    await person.page.waitForFunction(() => document.querySelectorAll("#play .moves .move").length >= 2);
    assert.ok(person.complaints.every((line) => line.includes("404")), person.complaints.join());
    person.complaints = [];
    await person.leave();
  },

  async "lessons ask the engine in the browser"(all) {
    await course["a lesson is gone through, and its question answered wrong and right"](all);
    await course["numbers of a lesson are those that the engine counts"](all);
  },

  async "the largest boards are played on, also on a phone"({ browser, url }) {
    for (const [size, width, height] of [[DESK, 40, 30], [PHONE, 40, 30], [PHONE, 9, 12]]) {
      const person = await Person.arrive(browser, url, { size });
      await person.found({ game: "", width, height, inRow: 5, myName: "Ann", white: "level:3" });
      await person.tap("e6");
      await person.page.waitForFunction(() => document.querySelectorAll("#play .moves .move").length >= 2);
      assert.equal((await person.stones("white")).length, 1);
      const over = await person.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(over <= 0, `${over} pixels too wide`);
      await person.leave();
    }
  },

  async "a file is read in the encoding that it declares, or looks like"({ browser, url }) {
    await readsEncodings(browser, url);
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

  async "a server leaves analysis to the browsers of its visitors, where they like"({ browser }) {
    const server = await serve(["--store", "none", "--module", folder]);
    const owner = await Person.arrive(browser, server.url);
    const place = (person) => person.page.locator("#debug label:has([data-word=analyseWhere]) select");
    const thinks = (person) => person.page.locator("#debug .pvs .move").first().waitFor();
    const workers = (person) => person.page.workers().map((worker) => path.basename(worker.url()));
    await owner.open("analysis");
    // Whose machine it is has all of it there.
    assert.equal(await place(owner).inputValue(), "server");
    assert.match((await stopped(owner)).line, /^bestmove [a-o]\d+/);
    assert.deepEqual(workers(owner), []);
    await place(owner).selectOption("here");
    assert.equal(await owner.page.evaluate(() => window.crossOriginIsolated), true);
    const { ms, line } = await stopped(owner);
    assert.match(line, /^bestmove [a-o]\d+/);
    console.log(`stop: ${ms.toFixed(0)} ms in a browser with a server`);
    assert.deepEqual(workers(owner).sort(), ["engineworker.js", "hostworker.js"]);
    await owner.page.reload();
    await owner.open("analysis");
    assert.equal(await place(owner).inputValue(), "here");
    await owner.page.locator("#debug .seat .main").first().click();
    await thinks(owner);
    assert.ok(workers(owner).includes("engineworker.js"));
    // Tables are the server's.
    await owner.found({ game: "tictactoe", myName: "Ann", white: "fivestage" });
    await owner.tap("b2");
    await owner.page.waitForFunction(() => document.querySelectorAll("#play .moves .move").length >= 2);
    await owner.leave();
    server.end();

    // A module that does not load is missed in a sentence, and the server is asked.
    const broken = fs.mkdtempSync(path.join(os.tmpdir(), "tengen-module-"));
    fs.cpSync(folder, broken, { recursive: true });
    for (const name of ["tengen-threads", "tengen-simd", "tengen"]) fs.writeFileSync(path.join(broken, `site/${name}.wasm.lzma`), "no module");
    const other = await serve(["--store", "none", "--module", broken, "--listen", "127.0.0.2:0"]);
    const guest = await Person.arrive(browser, other.url);
    await guest.open("analysis");
    assert.equal(await place(guest).inputValue(), "here");
    await guest.page.locator("#debug .seat .main").first().click();
    await guest.page.locator("#notice").filter({ hasText: "could not be loaded: the server analyses" }).waitFor();
    await thinks(guest);
    assert.equal(await place(guest).isVisible(), false);
    guest.complaints = guest.complaints.filter((one) => !/module|lzma|packed/i.test(one));
    await guest.leave();
    other.end();
    fs.rmSync(broken, { recursive: true });
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
    for (const name of ["tengen-simd", "tengen-threads"]) assert.deepEqual(still(await ask(folder, ["bench"], name)), still(lines));
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
    assert.deepEqual(still(await ask(folder, ["uci", ...questions])), still(said.trim().split("\n")));
  },
};

/** Lines without what a clock says. */
const still = (lines) => lines.map((line) => line.replace(/ (time|nps) \d+/g, "").replace(/ \d+ nps$/, ""));

const space = new Space(folder);
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
for (const server of servers) server.kill();
process.exitCode = failures > 0 ? 1 : 0;
