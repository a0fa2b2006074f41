// Matches between engines: started, watched and stopped, or opened from a log.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { execFileSync } from "node:child_process";
import { gzipSync } from "node:zlib";

import { PHONE, Person } from "./support.mjs";

/** Starts a match as a person does. */
async function begin(person, engines, { games, seconds, game = "tictactoe" }) {
  const { page } = person;
  await person.open("matches");
  for (let more = 2; more < engines.length; more += 1) await page.click("[data-does=addEngine]");
  for (const [index, name] of engines.entries()) await page.locator(".entrants select").nth(index).selectOption(name);
  await page.locator("#new-match select[data-label=game]").selectOption(game);
  await page.locator("#new-match input").nth(0).fill(String(games));
  await page.locator("#new-match input").nth(1).fill(String(seconds));
  await page.click("#start-match");
}

export const cases = {
  async "a match of three is started, watched, and each game is opened"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await begin(person, ["random", "scoretable", "fivestage"], { games: 6, seconds: 0.05 });
    await page.locator("[data-state=done]").waitFor();
    assert.equal(await page.locator("#standings tbody tr").count(), 3);
    assert.match((await page.locator("#standings tbody tr td:last-child").allTextContents())[0], /^(\d+ ± \d+|too few games to tell)$/);
    await page.locator("#verdict").filter({ hasText: /is \S+ : \S+: these games alone are too few to tell/ }).waitFor();
    const points = (await page.locator("#crosstable .duel").allTextContents()).map((text) => text.split("/").map(Number));
    assert.deepEqual([points.length, points.reduce((sum, [own]) => sum + own, 0)], [6, 6], "two games a pair");
    // Whoever has the link watches, too, and stops nothing.
    const other = await Person.arrive(browser, url);
    await other.page.goto(page.url());
    await other.page.locator("[data-state=done]").waitFor();
    assert.equal(await other.page.locator("#match-games tbody tr").count(), 6);
    assert.equal(await other.page.locator("[data-does=halt]").count(), 0);
    await other.leave();
    // A game is gone through, replayed, and looked at in Debug.
    await page.locator("[data-does=pick]").last().click();
    const stones = () => page.locator("#matches .board .black, #matches .board .white").count();
    assert.equal(await stones(), 0);
    await page.click("#matches [data-label=forward]");
    assert.equal(await stones(), 1);
    await page.locator("#match-thought").filter({ hasText: /\sm?s$/ }).waitFor();
    await page.click("#matches [data-label=replay]");
    await page.waitForFunction(() => document.querySelectorAll("#matches .board .white").length >= 2);
    await page.click("#matches [data-label=last]");
    await page.locator("#matches [data-label=replay][aria-pressed=false]").waitFor();
    const all = await stones();
    await page.locator("[data-does=inDebug]").last().click();
    await page.waitForFunction((count) => document.querySelectorAll("#debug .moves .move").length === count, all);
    await person.leave();
  },

  async "the game that is being played is followed move by move, or left for another one"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await begin(person, ["engine", "engine"], { games: 4, seconds: 0.4, game: "gomoku" });
    const live = page.locator("#matches .match[data-live=true]");
    const stones = (least) => page.waitForFunction((count) =>
      document.querySelectorAll("#matches .board .black, #matches .board .white").length >= count, least);
    await live.waitFor();
    await page.locator("#matches .says").filter({ hasText: /^Game 1: / }).waitFor();
    await stones(6);
    assert.equal(await page.locator("#match-head h2").textContent(), "Tengen – Tengen (2)");
    assert.equal(await page.locator("#match-games, #standings, #crosstable").count(), 0, "no game is over yet");
    // Who goes back is left alone, and comes back when they like.
    const follow = page.locator("#matches [data-does=follow]");
    assert.ok(await follow.isHidden());
    await page.click("#matches [data-label=first]");
    await follow.waitFor();
    assert.equal(await page.locator("#matches .board .black").count(), 0);
    const length = () => page.locator("#matches .says").textContent().then((text) => Number(/ (\d+)$/.exec(text)[1]));
    const before = await length();
    await page.waitForFunction((count) => Number(/ (\d+)$/.exec(document.querySelector("#matches .says").textContent)[1]) > count, before);
    assert.equal(await page.locator("#matches .board .black").count(), 0, "nobody is called back");
    await follow.click();
    await stones(before);
    await follow.waitFor({ state: "hidden" });
    await page.locator("[data-does=halt]").first().click();
    await page.locator("[data-state=stopped]").waitFor();
    await page.locator("#matches .match[data-live=false]").waitFor();
    await person.leave();
  },

  async "a match is stopped by who began it, and a foolish one is refused in words"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await begin(person, ["engine", "engine"], { games: 200, seconds: 5, game: "gomoku" });
    await page.locator("[data-state=played]").waitFor();
    await page.click("[data-does=haltThis]");
    await page.locator("[data-state=stopped]").waitFor();
    await page.locator("[data-does=haltThis]").waitFor({ state: "hidden" });
    await begin(person, ["fivestage", "random"], { games: 2, seconds: 0.1, game: "gomoku" });
    await page.locator("#notice").filter({ hasText: "fivestage" }).waitFor();
    await person.leave();
  },

  async "the log of a match is dropped and shows its games"({ browser, url, program }) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tengen-log-"));
    const log = path.join(folder, "match.jsonl");
    execFileSync(program, ["match", "--variant", "tictactoe", "--games", "4", "--openings", "none", "--out", log, "--each", "nodes=1",
      "--engine", `name=first cmd='${program}' option.Player=random`, "--engine", `name=second cmd='${program}' option.Player=scoretable`],
    { stdio: "ignore" });
    const person = await Person.arrive(browser, url, { size: PHONE });
    const { page } = person;
    await person.open("debug");
    const text = fs.readFileSync(log, "utf8");
    await page.evaluate((content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], "match.jsonl"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, text);
    await page.locator("#matches #match-head").filter({ hasText: "4 of 4 games" }).waitFor();
    assert.deepEqual((await page.locator("#crosstable tbody th").allTextContents()).sort(), ["1 first", "2 second"]);
    assert.equal(await page.locator("#match-games tbody tr").count(), 4);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= PHONE.width, `${wide}`);
    // Who has nothing to drop with, as on a phone, chooses the file.
    await page.goto("about:blank");
    await person.open("matches");
    const chosen = page.waitForEvent("filechooser");
    assert.equal(await page.textContent("#matches [data-word=openFile]"), "Open a file");
    await page.click("#matches [data-word=openFile]");
    await (await chosen).setFiles(log);
    await page.locator("#matches #match-head").filter({ hasText: "4 of 4 games" }).waitFor();
    fs.rmSync(folder, { recursive: true });
    await person.leave();
  },

  async "before there is a match, an example shows what one is"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await person.open("matches");
    await page.locator("#match-head h2").filter({ hasText: "An example: Level 4 – Level 5" }).waitFor();
    await page.locator("#match-head").filter({ hasText: "Gomoku · 15×15 · 0.1 s a move" }).waitFor();
    assert.equal(await page.locator("#match-games tbody tr").count(), 4);
    // Every game of it ends with a line, and four to nothing is not much.
    for (const index of [0, 1, 2, 3]) {
      await page.locator("[data-does=pick]").nth(index).click();
      await page.click("#matches [data-label=last]");
      assert.equal(await page.locator("#matches .win").count(), 5);
    }
    await page.click("#match-games [data-sort=length]");
    assert.deepEqual(await page.$$eval("#match-games tbody tr", (rows) => rows.map((row) => Number(row.children[5].textContent))), [32, 25, 19, 18]);
    await page.locator("#verdict").filter({ hasText: "Level 5 – Level 4 is 4 : 0: these games alone are too few to tell which one is stronger." }).waitFor();
    await person.leave();
  },

  async "a game that an engine has lost by a fault names the last line that it wrote"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await person.open("matches");
    const stderr = ["Traceback (most recent call last):", '  File "mine.py", line 4', "IndexError: list index out of range", ""];
    const game = { game: 1, black: "mine", white: "two", result: "0-1", reason: "crash", detail: "the program has ended", moves: "h8 i9", fault: { engine: "mine", lines: [], stderr } };
    // Without standard error, as from servers for others, or with nonsense in its place nothing is said.
    const others = [undefined, { engine: "mine", stderr: "none" }, null].map((fault, index) => ({ ...game, game: index + 2, fault }));
    const chosen = page.waitForEvent("filechooser");
    await page.click("#matches [data-word=openFile]");
    await (await chosen).setFiles({ name: "match.jsonl", mimeType: "text/plain",
      buffer: Buffer.from(['{"match":{"variant":"freestyle 15x15 k=5 destroy=0"}}', game, ...others].map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n")) });
    await page.locator("#match-head").filter({ hasText: "4 of 4 games" }).waitFor();
    assert.ok(await page.locator("#match-fault").isHidden());
    assert.deepEqual(await page.locator("#match-games .last-line").allTextContents(), ["IndexError: list index out of range"]);
    await page.locator("[data-does=pick]").last().click();
    await page.locator("#match-fault").filter({ hasText: "mine: program ended" }).waitFor();
    assert.equal(await page.textContent("#match-fault code"), "IndexError: list index out of range");
    await page.click("#match-fault summary");
    await page.locator("#match-fault pre").filter({ hasText: "Traceback" }).waitFor();
    // Going through the game folds nothing.
    await page.click("#matches [data-label=forward]");
    assert.ok(await page.locator("#match-fault pre").isVisible());
    await person.leave();
  },

  async "what is no whole log is refused in words, and nothing changes"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await person.open("matches");
    const head = '{"match":{"variant":"freestyle 15x15 k=5 destroy=0"}}';
    const game = { game: 1, black: "one", white: "two", result: "1-0", reason: "line", moves: "h8 i9" };
    const give = async (name, buffer) => {
      await page.evaluate(() => { document.getElementById("notice").textContent = ""; });
      const chosen = page.waitForEvent("filechooser");
      await page.click("#matches [data-word=openFile]");
      await (await chosen).setFiles({ name, mimeType: "application/octet-stream", buffer });
    };
    const says = (text) => page.locator("#notice").filter({ hasText: text }).waitFor();
    for (const [key, lacking] of Object.keys(game).filter((key) => key !== "game").map((name) => [name, { ...game, [name]: undefined }])) {
      await give("match.jsonl", Buffer.from([head, JSON.stringify(game), "", JSON.stringify(lacking)].join("\n")));
      await says(`Line 4 of this log has no “${key}”: it is not complete.`);
    }
    await give("match.jsonl", Buffer.from(['{"match":{}}', JSON.stringify(game)].join("\n")));
    await says("Line 1 of this log has no “variant”");
    await page.locator("#match-head h2").filter({ hasText: "An example" }).waitFor();
    // A packed file is small and stands for any number of bytes.
    await give("bomb.jsonl.gz", gzipSync(Buffer.alloc(100_000_000, " ")));
    await says("bomb.jsonl.gz is too large to be opened here.");
    await give("torn.jsonl.gz", gzipSync(Buffer.from(head)).subarray(0, 20));
    await says("torn.jsonl.gz is no whole file packed with gzip.");
    await give("match.jsonl.gz", gzipSync(Buffer.from([head, JSON.stringify(game)].join("\n"))));
    await page.locator("#matches #match-head").filter({ hasText: "1 of 1 games" }).waitFor();
    await person.leave();
  },

  async "two engines are followed: pace, speed, times of moves, and a replay"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    // Its times are seen, as nothing is played from a book.
    await person.found({ game: "caro", black: "engine", white: "engine", engineTime: 2 });
    await page.locator("[data-chair=first] small").filter({ hasText: /(%|wins|move) .*· \d\.\d\ss/ }).waitFor();
    await page.locator("#play .move[data-time]").first().waitFor();
    assert.match(await page.locator("#play .move").first().getAttribute("data-time"), /^\d\.\d\ss$/);
    await page.locator("#pace").selectOption("5000");
    // The choice comes back with the table.
    await page.waitForFunction(() => document.querySelector("#pace [selected]")?.value === "5000");
    await page.waitForFunction(() => document.querySelectorAll("#play .moves .move").length >= 2);
    const count = (await person.moves()).length;
    await page.click("#play [data-label=first]");
    await page.click("#play [data-label=replay]");
    await page.waitForFunction(() => document.querySelectorAll("#play .board .black").length >= 1);
    await page.locator("#play [data-label=replay][aria-pressed=false]").waitFor();
    assert.ok((await person.moves()).length >= count);
    await page.click("#do-pause");
    await person.leave();
  },

  async "overlays are ours, also where the first place has another engine"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await page.routeWebSocket(/\/socket$/, (socket) => {
      const server = socket.connectToServer();
      // An engine that knows nothing of overlays sits at the first place.
      socket.onMessage((text) => {
        const { to, line } = JSON.parse(text);
        if (to === "a" && /^(d|patterns|moves|eval)$/.test(line ?? "")) return;
        server.send(text);
      });
      server.onMessage((text) => {
        const message = JSON.parse(text);
        if (message.is === "hello") message.engines.push("stranger");
        socket.send(JSON.stringify(message));
      });
    });
    await person.open("debug");
    await page.locator("[data-seat=a] [data-label=engine]").evaluate((node) => {
      node.value = "stranger";
      node.dispatchEvent(new Event("change"));
    });
    for (const move of ["h8", "a1", "i8", "a3", "j8"]) await person.tap(move);
    await page.locator("#debug select[data-label=overlay]").selectOption("threatsX");
    await page.locator("#legend").filter({ hasText: "open four" }).waitFor();
    assert.ok(await page.locator("#debug .candidate.winning").count() >= 2);
    await person.leave();
  },
};
