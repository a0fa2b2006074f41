// Statistics, with more games than anybody plays in a test: the server's list is replaced on its way.

import assert from "node:assert/strict";
import fs from "node:fs";

import { PHONE, Person } from "./support.mjs";

const COUNT = 10_000;
/** As many as the server tells at once. */
const PART = 2000;

/** A stream of numbers that is the same in every run. */
function* numbers() {
  for (let state = 12345; ; ) {
    state = (state * 1103515245 + 12345) % 2147483648;
    yield state / 2147483648;
  }
}

/** Games of twelve players of very different strength, the latest first. */
function many() {
  const random = numbers();
  const next = () => random.next().value;
  const first = ["h9", "i9", "g7", "h7"];
  return Array.from({ length: COUNT }, (_, index) => {
    const black = Math.floor(next() * 60);
    const white = (black + 1 + Math.floor(next() * 59)) % 60;
    const isBlack = next() < 1 / (1 + 2 ** ((black - white) / 6));
    const reply = first[Math.floor(next() * first.length)];
    return { id: COUNT - index, number: 1, ended: 1_700_000_000 - index * 60, rule: index % 10 === 0 ? "renju" : "freestyle",
      width: 15, height: 15, k: 5, destroy: 0, black: `p${black}`, white: `p${white}`, result: isBlack ? "1-0" : index % 50 === 0 ? "1/2-1/2" : "0-1",
      reason: "line", start: null, moves: `h8 ${reply} j10 a1 a3`, review: null };
  });
}

/** Opens the statistics of a browser that is told of these games in place of those of the server. */
async function visit(browser, url, games, options) {
  const person = await Person.arrive(browser, url, options);
  await person.page.routeWebSocket(/\/socket$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.do !== "games") return server.send(text);
      const from = message.before === null ? 0 : games.findIndex(({ id }) => id < message.before);
      return socket.send(JSON.stringify({ is: "games", id: message.id, games: games.slice(from, from + PART), more: from + PART < games.length }));
    });
  });
  await person.open("stats");
  await person.page.locator("#games h2").filter({ hasText: String(games.length) }).waitFor();
  return person;
}

const firstCells = (page, place, index = 0) => page.$$eval(`${place} tbody tr`, (rows, at) => rows.map((row) => row.children[at].textContent), index);

async function downloaded(page, button) {
  const download = page.waitForEvent("download");
  await page.click(button);
  return fs.readFileSync(await (await download).path(), "utf8");
}

export const cases = {
  async "ten thousand games are sorted, sought and turned page by page"({ browser, url }) {
    const person = await visit(browser, url, many());
    const { page } = person;
    assert.equal((await firstCells(page, "#players")).length, 50);
    await page.locator("#players .pager").filter({ hasText: "1–50 of 60" }).waitFor();
    // Heads begin with a capital, but a sign is no beginning: "?! a game".
    const looks = await page.$$eval("#players .head", (nodes) => nodes.map((node) =>
      `${node.textContent} ${getComputedStyle(node, "::first-letter").textTransform}`));
    assert.ok(looks.includes("? a game none") && looks.includes("accuracy uppercase"), looks.join());
    await page.click("#players [data-page=forward]");
    assert.equal((await firstCells(page, "#players")).length, 10);
    // The strongest are those with the lowest numbers.
    await page.click("[data-sort=elo]");
    const best = (await firstCells(page, "#players")).slice(0, 5).map((name) => Number(name.slice(1)));
    assert.ok(Math.max(...best) < 20, best.join());
    assert.match((await firstCells(page, "#players", 6))[0], /^\d+ ± \d+$/);
    await page.click("[data-sort=elo]");
    const worst = (await firstCells(page, "#players")).slice(0, 5).map((name) => Number(name.slice(1)));
    assert.ok(Math.min(...worst) > 40, worst.join());
    await page.fill("#search-players", "p59");
    await page.waitForFunction(() => document.querySelectorAll("#players tbody tr").length === 1);
    await page.check("#by-colour");
    assert.equal(await page.locator("#players thead th").count(), 17);
    await page.fill("#search-players", "");
    await page.locator("#games .pager").filter({ hasText: "of 10000" }).waitFor();
    await page.click("#games [data-page=forward]");
    await page.locator("#games .pager").filter({ hasText: "51–100 of 10000" }).waitFor();
    await person.leave();
  },

  async "who played whom, who won by colour, and ratings over time are shown and can be narrowed"({ browser, url }) {
    const games = many();
    const person = await visit(browser, url, games);
    const { page } = person;
    assert.equal(await page.locator("#matrix tbody tr").count(), 12);
    assert.equal(await page.locator("#rating .plot .rating-line").count(), 6);
    assert.equal(await page.locator("#colours .colour-row").count(), 2);
    await page.$eval("#lengths", (node) => { node.open = true; });
    const ends = await page.$$eval("#lengths .bar", (nodes) => nodes.map((node) => Math.round(node.getBoundingClientRect().bottom)));
    assert.ok(ends.length > 5 && new Set(ends).size === 1, `every bar stands on the ground: ${ends}`);
    const cell = page.locator("#matrix .duel").first();
    const [points, all] = (await cell.textContent()).split("/").map(Number);
    assert.ok(points <= all);
    await cell.locator("button").click();
    await page.locator("#games h2").filter({ hasText: `Games: ${all}` }).waitFor();
    assert.equal(await page.locator(".chip").count(), 2);
    await page.locator(".chip").last().click();
    const [chip] = await page.locator(".chip").allTextContents();
    const name = chip.split(" ")[0];
    const own = games.filter((game) => game.black === name || game.white === name).length;
    await page.locator("#games h2").filter({ hasText: `Games: ${own}` }).waitFor();
    assert.equal(await page.locator("#rating .plot .rating-line").count(), 1);
    // What is exported is what is shown.
    const lines = (await downloaded(page, "#games [data-does=exportJson]")).trim().split("\n").map((line) => JSON.parse(line));
    assert.equal(lines.length, own);
    assert.ok(lines.every((game) => game.black === name || game.white === name));
    assert.deepEqual(Object.keys(lines[0]), Object.keys(games[0]));
    await page.locator(".chip").click();
    await page.fill("#search-players", "p7");
    await page.waitForFunction(() => document.querySelectorAll("#players tbody tr").length === 1);
    const players = JSON.parse(await downloaded(page, "#players [data-does=playersJson]"));
    assert.deepEqual(players.map(({ player }) => player), ["p7"]);
    assert.equal(players[0].won + players[0].drawn + players[0].lost, players[0].games);
    assert.match(await downloaded(page, "#players [data-does=playersCsv]"), /^player,games,won,.*\np7,/);
    await person.leave();
  },

  async "openings are a tree of first moves, alike under symmetry, with the engine's opinion"({ browser, url }) {
    const person = await visit(browser, url, many());
    const { page } = person;
    // h8 in all games; h9 and h7 are one reply, i9 and g7 another.
    assert.deepEqual(await firstCells(page, "#openings"), ["h8"]);
    await page.locator("#openings tbody .move").click();
    assert.deepEqual((await firstCells(page, "#openings")).sort(), ["h9", "i9"]);
    const counts = (await firstCells(page, "#openings", 1)).map(Number);
    assert.equal(counts[0] + counts[1], 9000, "the games of the kind that was played most");
    await page.click("#openings [data-does=judge]");
    await page.waitForFunction(() => [...document.querySelectorAll("#openings .score")].every((node) => /Black \d+ %/.test(node.textContent)));
    // The board is clicked as well, and the path leads back.
    await page.locator("#openings .board .label").first().click({ force: true });
    await page.locator("#openings p.row .move").nth(2).waitFor();
    await page.locator("#openings p.row .move").first().click();
    assert.deepEqual(await firstCells(page, "#openings"), ["h8"]);
    await page.locator("#openings .board").hover();
    await page.mouse.wheel(0, 100);
    await page.waitForFunction(() => document.querySelectorAll("#openings p.row .move").length === 2);
    await page.mouse.wheel(0, -100);
    await page.waitForFunction(() => document.querySelectorAll("#openings p.row .move").length === 1);
    await person.leave();
  },

  async "a player has one rating, in the table, in the chart and in what is saved, whatever name is searched for"({ browser, url }) {
    const games = many().map((game) => ({ ...game, black: game.black === "p9" ? "level:4" : game.black, white: game.white === "p9" ? "level:4" : game.white }));
    // A player with a single game.
    games[0] = { ...games[0], black: "newcomer" };
    const person = await visit(browser, url, games);
    const { page } = person;
    const ratings = async () => Object.fromEntries(await page.$$eval("#players tbody tr", (rows) => rows.map((row) => [row.children[0].textContent, row.children[6].textContent])));
    const curves = () => page.$$eval("#rating .key-list span", (nodes) => nodes.map((node) => /^(.*) (\d+)$/.exec(node.textContent).slice(1)));
    const before = await ratings();
    const drawn = await curves();
    assert.equal(drawn.length, 6);
    for (const [name, elo] of drawn) assert.ok((before[name] ?? elo).startsWith(elo), `${name}: ${elo}, ${before[name]}`);
    await page.fill("#search-players", "Level 4");
    await page.waitForFunction(() => document.querySelectorAll("#players tbody tr").length === 1);
    assert.deepEqual(await ratings(), { "Level 4": "1140 (measured)" });
    const [saved] = JSON.parse(await downloaded(page, "#players [data-does=playersJson]"));
    assert.deepEqual([saved.elo, saved.error], [1140, 0]);
    await page.fill("#search-players", "newcomer");
    await page.waitForFunction(() => document.querySelector("#players tbody td")?.textContent === "newcomer");
    assert.deepEqual(await ratings(), { newcomer: "too few games to tell" });
    // One player alone has the same rating as among all, and so has the curve.
    const [name] = drawn[0];
    await page.fill("#search-players", name);
    await page.waitForFunction((wanted) => document.querySelector("#players tbody td")?.textContent === wanted, name);
    await page.locator("#players tbody .name").filter({ hasText: new RegExp(`^${name}$`) }).click();
    await page.locator(".chip").waitFor();
    assert.equal((await ratings())[name], before[name]);
    assert.deepEqual(await curves(), [drawn[0]]);
    await person.leave();
  },

  async "statistics fit on a phone and can be empty"({ browser, url }) {
    const person = await visit(browser, url, many().slice(0, 300), { size: PHONE });
    const wide = await person.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= PHONE.width, `${wide}`);
    // All but the figures of whoever sits here is folded at first.
    assert.equal(await person.page.locator("#stats .fold[open]").count(), 0);
    assert.ok(await person.page.locator("#own").isVisible());
    await person.page.locator("#games summary").click();
    assert.equal(await person.page.locator("#games tbody tr").count(), 10);
    await person.page.locator("#matrix summary").click();
    // Columns have numbers, so that no row is cut off.
    assert.deepEqual(await person.page.locator("#matrix thead th").allTextContents(), ["Player", "1", "2", "3", "4", "5"]);
    assert.ok(await person.page.$eval("#matrix .scroll", (node) => node.scrollWidth <= node.clientWidth + 1));
    await person.page.fill("#search-players", "nobody at all");
    await person.page.locator("#stats").filter({ hasText: "No game fits this choice." }).waitFor();
    // What was unfolded stays so.
    await person.page.fill("#search-players", "");
    await person.page.locator("#games[open]").waitFor();
    await person.leave();
    const other = await Person.arrive(browser, url);
    await other.page.routeWebSocket(/\/socket$/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((text) => {
        const { id, do: what } = JSON.parse(text);
        if (what === "games") socket.send(JSON.stringify({ is: "games", id, games: [], more: false }));
        else server.send(text);
      });
    });
    await other.open("stats");
    await other.page.locator("#own").filter({ hasText: "No game has been finished yet." }).waitFor();
    assert.ok(await other.page.locator("#search-players").isHidden());
    await other.page.click("#own a");
    await other.page.locator("#tab-play[aria-selected=true]").waitFor();
    await other.leave();
  },

  async "own games come first, with what is known of the rating in words"({ browser, url }) {
    const games = many().slice(0, 400);
    const name = "p7";
    const own = games.filter(({ black, white }) => black === name || white === name);
    const visitAs = async (person) => {
      await person.page.addInitScript((who) => localStorage.setItem("tengen.name", who), name);
      await person.page.reload();
      await person.page.locator("#own h2").filter({ hasText: `Your games, as ${name}` }).waitFor();
    };
    const person = await visit(browser, url, games);
    await visitAs(person);
    const { page } = person;
    assert.equal(await page.textContent("#own [data-value=games]"), String(own.length));
    const [won, drawn, lost] = (await page.textContent("#own [data-value=wonDrawnLost]")).split(" – ").map(Number);
    assert.equal(won + drawn + lost, own.length);
    const signs = await page.locator("#own .results [aria-hidden]").allTextContents();
    assert.equal(signs.length, Math.min(20, own.length));
    const ended = own[0];
    const isWon = (ended.result === "1-0") === (ended.black === name);
    assert.equal(signs.at(-1), ended.result === "1/2-1/2" ? "D" : isWon ? "W" : "L", "the latest stands at the end");
    await page.locator("#own").filter({ hasText: /Too few games to tell your rating: anything from \d+ to \d+ fits so far/ }).waitFor();
    assert.equal(await page.textContent("#own [data-value=elo]"), "–");
    await person.leave();
    // With more games there is one rating, the same as in the table, and a curve.
    const later = await visit(browser, url, many());
    await visitAs(later);
    await later.page.locator("#own").filter({ hasText: /The rating is most likely between \d+ and \d+ \(95 %\)/ }).waitFor();
    // The games come part by part.
    await later.page.locator("#games h2").filter({ hasText: "10000" }).waitFor();
    const elo = await later.page.textContent("#own [data-value=elo]");
    await later.page.fill("#search-players", name);
    await later.page.waitForFunction(() => document.querySelectorAll("#players tbody tr").length === 1);
    assert.ok((await firstCells(later.page, "#players", 6))[0].startsWith(`${elo} ± `));
    assert.equal(await later.page.locator("#own .plot .rating-line").count(), 1);
    await later.leave();
  },

  async "ratings are those of the results"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("play");
    const found = await person.page.evaluate(async () => {
      const { history, Ratings, ratingText } = await import("./ratings.js");
      (await import("./words.js")).know((await import("./wordsresults.js")).default);
      const games = (black, white, won, lost) => [...Array(won).fill("1-0"), ...Array(lost).fill("0-1")]
        .map((result) => ({ black, white, result, ended: 1 }));
      const list = [...games("a", "b", 300, 100), ...games("b", "c", 300, 100)];
      const all = (games, ...names) => {
        const ratings = new Ratings(games);
        return names.map((name) => ratings.of(name));
      };
      const once = games("a", "b", 1, 0);
      // Three of four against a level whose rating is known.
      const levels = [...games("ann", "level:4", 30, 10), ...games("level:4", "level:5", 200, 0)];
      const words = ["few", "ann", "level:4"].map((name) => ratingText(new Ratings([...levels, ...games("few", "ann", 1, 0)]).of(name)));
      const { byChance } = await import("./tallies.js");
      return { chances: [[4, 0], [6, 0], [5, 5], [520, 480], [600, 400], [0, 0]].map(([won, lost]) => byChance(won, lost)), told: all(list, "a", "b", "c"), few: all(games("a", "b", 3, 1), "a")[0], words,
        anchored: all(levels, "ann", "level:4", "level:5"), once: [...history(once, ["a", "b"], new Ratings(once)).values()] };
    });
    // As a table of the binomial distribution has them.
    assert.deepEqual(found.chances.map((chance) => chance.toFixed(4)), ["0.1250", "0.0313", "1.0000", "0.2174", "0.0000", "1.0000"]);
    const [a, b, c] = found.told;
    // Three of four are 191 Elo.
    assert.ok(Math.abs(a.elo - b.elo - 191) < 10 && Math.abs(b.elo - c.elo - 191) < 10, JSON.stringify(found));
    assert.ok(Math.abs(b.elo - 1500) < 10 && a.error < 60 && found.few.error > 2 * a.error, JSON.stringify(found));
    assert.ok(found.few.isVague && !a.isVague);
    assert.deepEqual(found.once, [[], []], "one game says nothing");
    const [ann, four, five] = found.anchored;
    assert.ok(four.isMeasured && four.elo === 1140 && five.elo === 1380, "levels do not float");
    assert.ok(Math.abs(ann.elo - 1140 - 191) < 20, JSON.stringify(ann));
    assert.equal(found.words[0], "too few games to tell");
    assert.match(found.words[1], /^13\d\d ± 1\d\d$/);
    assert.equal(found.words[2], "1140 (measured)");
    await person.leave();
  },
};
