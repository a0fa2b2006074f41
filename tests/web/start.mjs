// The first minute of somebody who has never been here.

import assert from "node:assert/strict";

import { PHONE, Person } from "./support.mjs";

export const cases = {
  async "a newcomer sees a board and plays with one click"({ browser, url }) {
    const person = await Person.arrive(browser, url, { size: { width: 1440, height: 900 } });
    await person.open("play");
    assert.equal(await person.page.locator("#play .start-board .win").count(), 5);
    await person.page.locator("#quick-level").selectOption("2");
    await person.page.locator("#about-level").filter({ hasText: "it stops about 75 % of open threes" }).waitFor();
    await person.page.locator("#play [data-label=myColor]").selectOption("o");
    await person.page.click("[data-start=playNow]");
    await person.page.locator("#banner").filter({ hasText: "Your turn" }).waitFor();
    await person.page.locator("[data-chair=first]").filter({ hasText: "Level 2" }).waitFor();
    await person.page.locator("[data-chair=second]").filter({ hasText: "you" }).waitFor();
    await person.leave();
  },

  async "tic-tac-toe against the computer is one click away, and its players are in order"({ browser, url }) {
    const person = await Person.arrive(browser, url, { size: PHONE });
    await person.open("play");
    assert.deepEqual(await person.page.locator("#quick-small option").evaluateAll((nodes) => nodes.map(({ value }) => value)),
      ["random", "runlength", "engine"]);
    await person.page.click("[data-start=playTicTacToe]");
    await person.page.locator("#kind").filter({ hasText: "Tic-tac-toe" }).waitFor();
    await person.page.locator("[data-chair]").filter({ hasText: "runlength" }).waitFor();
    await person.leave();
  },

  async "two people play at one screen"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("play");
    await person.page.click("[data-start=hereNow]");
    await person.page.locator("[data-chair]").filter({ hasText: "you" }).nth(1).waitFor();
    await person.leave();
  },

  async "the next visit begins as the last one: game, opponent, level, clock, colour and name"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("play");
    await person.page.locator("#quick-level").selectOption("7");
    await person.page.locator("#play [data-label=myColor]").selectOption("o");
    await person.page.click("[data-start=playNow]");
    await person.page.locator("[data-chair=first]").filter({ hasText: "Level 7" }).waitFor();
    await person.found({ game: "renju", myName: "Ann", black: "level:2", white: "me", gameClock: 3 });
    await person.open("play");
    await person.page.reload();
    await person.page.locator("#state[data-online=true]").waitFor();
    const fields = { game: "renju", myName: "Ann", black: "level:2", white: "me", gameClock: "3" };
    for (const [word, value] of Object.entries(fields)) assert.equal(await person.field(word).inputValue(), value, word);
    assert.equal(await person.page.locator("#quick-level").inputValue(), "7");
    assert.equal(await person.page.locator("#play [data-label=myColor]").inputValue(), "o");
    // Clocks that were set are in sight.
    assert.ok(await person.field("gameClock").isVisible());
    await person.field("myName").fill("Anna");
    await person.page.click("#create");
    await person.page.locator("#kind").filter({ hasText: "Renju" }).waitFor();
    await person.page.locator("[data-chair=first]").filter({ hasText: "Level 2" }).waitFor();
    await person.page.locator("[data-chair=second] .clock").filter({ hasText: /[23]:/ }).waitFor();
    await person.page.locator("[data-chair=second]").filter({ hasText: "Anna" }).waitFor();
    await person.leave();
  },

  async "games are listed with their result and turn, finished ones apart, and removed one by one"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    for (const moves of [["b2"], ["a1", "b1", "a2", "b2", "a3"], []]) {
      await person.found({ game: "tictactoe", myName: "Ann", white: "me" });
      for (const [index, move] of moves.entries()) {
        await person.tap(move);
        await person.sees(move, index % 2 === 0 ? "black" : "white");
      }
    }
    await person.open("play");
    // The last one lies on the board, the others below it.
    await person.page.locator(".last-game").filter({ hasText: "X to move" }).waitFor();
    const rows = person.page.locator(".my-games li");
    assert.equal(await rows.count(), 2);
    await rows.first().filter({ hasText: /You on both sides.*O to move · Tic-tac-toe · \d/ }).waitFor();
    assert.equal(await rows.nth(1).isVisible(), false);
    await person.page.click(".my-games [data-fold=finishedGames] summary");
    await rows.nth(1).filter({ hasText: "X has won" }).waitFor();
    await rows.first().locator(".remove").click();
    assert.equal(await rows.count(), 1);
    assert.ok(await rows.first().isVisible(), "what was unfolded stays so");
    await rows.first().locator(".remove").click();
    await person.page.locator(".my-games").waitFor({ state: "hidden" });
    await person.page.click("#go-on");
    await person.reads("Ann (X) moves first");
    await person.page.click("#play [data-word=leave]");
    await person.page.click(".last-game .remove");
    await person.page.locator("#play .start-board .win").nth(4).waitFor();
    await person.page.reload();
    await person.page.locator(".last-game").filter({ hasText: "Five in a row win" }).waitFor();
    await person.leave();
  },

  async "one person has one name, wherever it was given"({ browser, url }) {
    const host = await Person.arrive(browser, url);
    const link = await host.found({ game: "tictactoe", myName: "Ann", white: "guest" });
    const guest = await Person.arrive(browser, url);
    await guest.page.goto(link);
    await guest.sit("second", "Bob");
    await guest.page.click("#play [data-word=leave]");
    await guest.page.locator(".last-game").filter({ hasText: /Against Ann.*their turn/ }).waitFor();
    assert.equal(await guest.field("myName").inputValue(), "Bob");
    for (const one of [host, guest]) await one.leave();
  },

  async "the rules stand where the game is chosen, with pictures, and so do its beginnings"({ browser, url }) {
    for (const [locale, of] of [["en-US", { renju: "two open threes", caro: "at each end", standard: "Exactly 5", "caro-overline": "always wins",
      destroy: "once in a game", tictactoe: "Crosses", gomoku19: "5 or more" }], ["zh-CN", { renju: "三三", destroy: "每局一次" }]]) {
      const person = await Person.arrive(browser, url, { locale });
      await person.open("play");
      for (const [game, words] of Object.entries(of)) {
        await person.field("game").selectOption(game);
        await person.page.locator(".lobby .rules p").filter({ hasText: words }).waitFor();
        assert.equal(await person.page.locator(".lobby .rules svg").count(), game === "renju" ? 3 : 1);
      }
      await person.leave();
    }
    const person = await Person.arrive(browser, url);
    await person.open("play");
    await person.page.locator("#play details.more").evaluate((node) => { node.open = true; });
    await person.field("begin").selectOption("swap2");
    await person.page.locator(".lobby .beginning").filter({ hasText: "places three stones: black, white, black" }).waitFor();
    await person.field("begin").selectOption("handicap:3");
    await person.page.locator(".lobby .beginning").filter({ hasText: "3 black stones" }).waitFor();
    // What does not fit the game cannot be chosen, and is chosen no longer.
    await person.field("game").selectOption("tictactoe");
    assert.equal(await person.field("begin").inputValue(), "empty");
    assert.equal(await person.field("begin").locator("option:enabled").count(), 1);
    await person.field("game").selectOption("");
    await person.field("inRow").fill("6");
    await person.page.locator(".lobby .rules p").filter({ hasText: "6 or more in a row" }).waitFor();
    await person.leave();
  },

  async "the help tells the rules, the keys and the makers, in both languages"({ browser, url }) {
    const person = await Person.arrive(browser, url, { size: PHONE });
    await person.open("help");
    const text = () => person.page.locator("#help").innerText();
    for (const words of ["swap2", "Caro with overlines", "Enter or Space plays", "the Tengen developers"]) {
      assert.ok((await text()).includes(words), words);
    }
    const isWide = () => person.page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    assert.equal(await isWide(), false);
    await person.page.click("#language");
    await person.page.locator("#help").filter({ hasText: "各种玩法" }).waitFor();
    // A word that nobody knows stands there as it is called in the code.
    assert.doesNotMatch(await text(), /\b(about|help|key|rules|kind)(-|[A-Z])/);
    assert.equal(await isWide(), false);
    await person.leave();
  },

  async "a friend is invited, asked for a name, and called you"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("play");
    await person.page.selectOption("#friend-color", "x");
    await person.page.click("[data-start=inviteNow]");
    await person.page.fill(".ask-name input", "Ann");
    await person.page.click(".ask-name .main");
    await person.reads("Waiting for your friend");
    const guest = await Person.arrive(browser, url);
    await guest.page.goto(person.page.url());
    // Who would rather look on says so; a name of blanks is none.
    await guest.page.locator("[data-chair=second] button").click();
    await guest.page.locator(".ask-name").filter({ hasText: "What shall we call you?" }).waitFor();
    await guest.page.click(".ask-name [data-word=cancel]");
    await guest.page.locator("[data-chair=second]").filter({ hasText: "(free)" }).waitFor();
    await guest.page.locator("[data-chair=second] button").click();
    await guest.page.fill(".ask-name input", "  ");
    await guest.page.click(".ask-name .main");
    await guest.page.click(".ask-name [data-word=cancel]");
    await guest.sit("second", "Bob");
    await guest.page.locator("[data-chair=second]").filter({ hasText: "Bob (you)" }).waitFor();
    // Who has left is seen, and who comes back.
    const second = person.page.locator("[data-chair=second]");
    assert.equal(await second.locator(".away").count(), 0);
    await guest.page.click("#play [data-word=leave]");
    await second.locator(".away").filter({ hasText: "is away" }).waitFor({ state: "attached" });
    await guest.page.goBack();
    await second.locator(".away").waitFor({ state: "detached" });
    for (const one of [person, guest]) await one.leave();
  },

  async "the third choice leads to the debugging board, and the first ones are a finger wide"({ browser, url }) {
    const person = await Person.arrive(browser, url, { size: PHONE });
    await person.open("play");
    for (const button of await person.page.locator("#play [data-start]").all()) {
      const box = await button.boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= PHONE.width && box.height >= 33, JSON.stringify(box));
    }
    const [shown, whole] = await person.page.locator("#play .start-board .board").evaluate((node) =>
      [node.clientWidth, node.scrollWidth]);
    assert.ok(shown === whole && shown < PHONE.width, "the whole board is in sight");
    await person.page.click("[data-start=analyseNow]");
    await person.page.locator("#debug .board .drawn").waitFor();
    await person.leave();
  },

  async "only those are offered who know the game, and own sizes have names"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("play");
    const offered = () => person.field("white").evaluate((node) =>
      [...node.options].filter((option) => !option.disabled).map(({ value }) => value));
    const game = person.field("game");
    await game.selectOption("tictactoe");
    assert.ok((await offered()).includes("fivestage"));
    // There levels are in no order: of them only the one that never loses is left.
    assert.ok(!(await offered()).some((name) => name.startsWith("level:")));
    assert.equal(await person.field("white").inputValue(), "engine");
    await game.selectOption("gomoku");
    assert.equal(await person.field("white").inputValue(), "level:4");
    await game.selectOption("tictactoe");
    await person.field("white").selectOption("fivestage");
    await game.selectOption("gomoku");
    const names = await offered();
    assert.ok(!names.includes("fivestage") && !names.includes("linecount") && names.includes("scoretable"));
    assert.equal(await person.field("white").inputValue(), "level:4");
    await game.selectOption("");
    for (const label of ["columns", "rows", "in a row", "rule", "conversions"]) {
      await person.page.locator("#play .own-size").getByText(label, { exact: true }).waitFor();
    }
    for (const word of ["width", "height", "inRow"]) await person.field(word).fill("3");
    await person.field("white").selectOption("linecount");
    await person.page.click("#create");
    await person.page.locator("#kind").filter({ hasText: "Tic-tac-toe" }).waitFor();
    await person.leave();
  },

  async "lots decide about the colours"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const seen = new Set();
    // Both sides come up when chance is fair by turns.
    await person.page.addInitScript(() => {
      let turn = 0;
      Math.random = () => [0.2, 0.8][(turn += 1) % 2];
    });
    for (let game = 0; game < 2; game += 1) {
      await person.open("play");
      await person.page.getByLabel("Draw lots for the colours").check();
      await person.page.click("#create");
      await person.page.locator("#play [data-chair]").first().waitFor();
      seen.add(await person.page.locator("#play [data-chair=first]").textContent());
      await person.page.click("[data-word=leave]");
    }
    assert.equal(seen.size, 2, [...seen].join());
    await person.leave();
  },

  async "a dead link is told in the reader's language, and no longer than its tab is open"({ browser, url }) {
    for (const [locale, words] of [["en-US", "the link is wrong"], ["zh-CN", "链接有误"]]) {
      const person = await Person.arrive(browser, url, { locale });
      await person.open("play?table=nowhere");
      await person.page.locator("#notice").filter({ hasText: words }).waitFor();
      await person.page.click("#tab-stats");
      await person.page.locator("#notice").waitFor({ state: "hidden", timeout: 3000 });
      await person.leave();
    }
  },

  async "a part that is opened first has all of its words"({ browser, url }) {
    for (const part of ["play", "puzzles", "debug", "stats", "matches", "help"]) {
      const person = await Person.arrive(browser, url);
      await person.open(part);
      // A word that nobody knows yet stands there as it is called in the code.
      const missing = await person.page.$$eval("[data-word]", (nodes) =>
        nodes.filter((node) => /[a-z][A-Z]/.test(node.dataset.word) && node.textContent === node.dataset.word)
          .map((node) => node.dataset.word));
      assert.deepEqual(missing, [], part);
      await person.leave();
    }
  },

  async "parts that are fetched later leave what is there alone"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    // What comes later comes when everybody is already at work.
    let goOn;
    const pause = new Promise((done) => { goOn = done; });
    await page.route("**/stats.js", async (route) => {
      await pause;
      await route.fallback();
    });
    await person.open("matches");
    const node = await page.locator(".entrants select").first().elementHandle();
    await person.open("debug");
    const curve = await page.locator("#debug .curve-frame").elementHandle();
    goOn();
    await page.locator("#stats *").first().waitFor({ state: "attached" });
    for (const one of [node, curve]) assert.ok(await one.evaluate((own) => own.isConnected), "it was drawn anew");
    await person.leave();
  },

  async "the page does not jump while it is drawn"({ browser, url }) {
    for (const size of [{ width: 1440, height: 900 }, PHONE]) {
      const person = await Person.arrive(browser, url, { size });
      await person.page.addInitScript(() => {
        window.jumps = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.jumps.push(entry.value);
        }).observe({ type: "layout-shift", buffered: true });
      });
      for (const part of ["play", "puzzles", "debug", "stats"]) {
        await person.open(part);
        await person.page.locator(`#${part} *`).first().waitFor();
      }
      await person.found({ game: "tictactoe", myName: "Ann", white: "fivestage" });
      await person.tap("b2");
      await person.reads("Ann (X) is to move");
      const jumped = await person.page.evaluate(() => window.jumps);
      const sum = jumped.reduce((all, value) => all + value, 0);
      assert.ok(sum <= 0.05, `${size.width}: ${jumped}`);
      await person.leave();
    }
  },
};
