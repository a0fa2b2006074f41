// The debugging board, and the words.

import assert from "node:assert/strict";

import { PHONE, Person } from "./support.mjs";

/** Types a line of the protocol. */
async function type(person, line) {
  await person.page.fill("#line", line);
  await person.page.press("#line", "Enter");
}

const log = (person) => person.page.locator("#debug .log");

export const cases = {
  async "a line that is typed is answered, and the board follows"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("debug");
    await type(person, "position fen x2/1o1/3 x k=3");
    await person.sees("a3", "black");
    await person.sees("b2", "white");
    await type(person, "go depth 9");
    await log(person).filter({ hasText: "A< bestmove" }).waitFor();
    await person.leave();
  },

  async "lines are filtered and copied as they are shown"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await person.open("debug");
    for (const line of ["quack", "position fen 3/3/3 x k=3", "go depth 2"]) await type(person, line);
    await log(person).filter({ hasText: "A< bestmove" }).waitFor();
    const all = await log(person).textContent();
    const filter = person.page.locator("#debug input[type=search]");
    await filter.fill("QUACK");
    const lines = (text) => text.trim().split("\n");
    const wanted = lines(all).filter((line) => line.includes("quack"));
    assert.deepEqual(lines(await log(person).textContent()), wanted);
    assert.equal(wanted.length, 2);
    // What comes now is filtered as well.
    await type(person, "go depth 1");
    await type(person, "quack again");
    await person.page.waitForFunction(() =>
      document.querySelectorAll("#debug .log span").length === 4);
    await person.page.locator("#debug .bar-of-tools [data-word=copy]").click();
    const copied = await person.page.evaluate(() => navigator.clipboard.readText());
    assert.deepEqual(lines(copied), lines(await log(person).textContent()));
    await filter.fill("");
    assert.ok(lines(await log(person).textContent()).length > lines(all).length);
    await person.page.locator("#debug .bar-of-tools [data-word=clear]").click();
    assert.equal(await log(person).textContent(), "");
    await person.leave();
  },

  async "files, memory and threads are out of reach of a line"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("debug");
    for (const name of ["LogFile", "Hash", "Threads"]) {
      await type(person, `setoption name ${name} value 5`);
      await log(person).filter({ hasText: `A< info string error: setoption ${name}` }).waitFor();
    }
    await person.leave();
  },

  async "candidates stand on the board and their lines can be played"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("debug");
    await person.tap("h8");
    await person.sees("h8", "black");
    await person.page.locator("[data-seat=a] [data-label=limit]").selectOption("nodes 10000");
    await person.page.click("[data-seat=a] button.main");
    await person.page.locator("#debug .candidate").first().waitFor();
    await person.page.locator("[data-seat=a] [data-word=analyse]").waitFor();
    const moves = person.page.locator("[data-seat=a] .pvs li").first().locator(".move");
    await moves.nth(1).hover();
    assert.equal(await person.page.locator("#debug .ghost").count(), 2);
    await moves.nth(1).click();
    await person.page.locator("#debug .moves .move").nth(2).waitFor();
    await person.leave();
  },

  async "a position is set up stone by stone, for either side to move"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await person.open("debug");
    await page.click("#debug [data-word=edit]");
    // A second click takes a stone away.
    for (const name of ["h8", "h9", "h10", "c3", "c3"]) await person.tap(name);
    await page.locator("#debug [data-square=c3]").waitFor({ state: "detached" });
    await page.click("#debug [data-word=putO]");
    await person.tap("a1");
    await person.sees("a1", "white");
    await person.tap("h10");
    await person.sees("h10", "white");
    await page.click("#debug [data-word=erase]");
    await person.tap("h9");
    await page.locator("#debug [data-square=h9]").waitFor({ state: "detached" });
    await page.click("#debug [data-word=sideO]");
    await page.click("#debug [data-word=done]");
    await page.locator("#debug .says").filter({ hasText: "White is to move" }).waitFor();
    await person.tap("b2");
    await person.sees("b2", "white");
    assert.deepEqual([await person.stones("black"), (await person.stones("white")).sort()], [["h8"], ["a1", "b2", "h10"]]);
    assert.equal(await page.locator("#debug .moves .move").count(), 1, "from there on it is a game");
    await person.leave();
  },

  async "a square that is taken stays as it is"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("debug");
    await person.tap("h8");
    await person.sees("h8", "black");
    await person.tap("h8");
    await person.page.locator("#notice").filter({ hasText: "occupied" }).waitFor();
    await person.page.waitForFunction(() =>
      document.querySelectorAll("#debug .moves .move").length === 1);
    await person.leave();
  },

  async "moves made faster than the engine answers all stay"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("debug");
    await person.page.evaluate(() => {
      const board = document.querySelector("#debug .board");
      for (const key of ["ArrowLeft", "Enter", "ArrowLeft", "Enter", "ArrowUp", "Enter"]) {
        board.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      }
    });
    // Lines are answered in their order: after this one nothing is outstanding.
    await type(person, "quack");
    await log(person).filter({ hasText: "A< info string error" }).waitFor();
    const moves = await person.page.$$eval("#debug .moves .move",
      (nodes) => nodes.map((node) => node.textContent));
    assert.deepEqual(moves, ["1. h8", "2. g8", "3. g9"]);
    await person.leave();
  },

  async "a game is kept while its engine is still starting"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("play");
    await person.page.locator("#debug .board").waitFor({ state: "attached" });
    await person.page.evaluate(async () => {
      const isThere = new Promise((done) => { addEventListener("hashchange", done, { once: true }); });
      const fen = "3/3/3 x k=3 rule=freestyle destroy=0,0";
      location.hash = `debug?${new URLSearchParams({ fen, moves: "b2 a1 c1", ply: 3 })}`;
      await isThere;
      // No engine has said anything yet about the last position.
      document.querySelector("#debug [data-label=first]").click();
    });
    await type(person, "quack");
    await log(person).filter({ hasText: "A< info string error" }).waitFor();
    const moves = person.page.locator("#debug .moves .move");
    assert.deepEqual(await moves.allTextContents(), ["1. b2", "2. a1", "3. c1"]);
    assert.deepEqual(await person.stones("black"), []);
    await moves.nth(2).click();
    await person.sees("c1", "black");
    await person.leave();
  },

  async "a game with a name is put on the board, and the board names it"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("debug");
    const choice = person.page.locator("#debug select[data-label=game]");
    for (const [name, rows] of [["tictactoe", 3], ["gomoku20x15", 15], ["renju", 15]]) {
      await choice.selectOption(name);
      await person.tap("b2");
      await person.sees("b2", "black");
      const fen = new URLSearchParams(new URL(person.page.url()).hash.split("?")[1]).get("fen");
      assert.equal(fen.split(" ")[0].split("/").length, rows);
      assert.equal(await choice.inputValue(), name);
    }
    await type(person, "position fen x2/1o1/3 x k=3 rule=freestyle");
    await person.sees("a3", "black");
    assert.equal(await choice.inputValue(), "tictactoe");
    await person.leave();
  },

  async "what an engine sees is shown for each side"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("debug");
    await type(person, "position startpos moves h8 a1 i8 a3 j8");
    await person.sees("j8", "black");
    await person.page.locator("#debug select[data-label=overlay]").selectOption("threatsX");
    await person.page.locator("#debug .label").filter({ hasText: "4o" }).first().waitFor();
    await person.leave();
  },

  async "a pasted game and its link lead to the same board"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("debug");
    await person.page.click("#debug [data-word=paste]");
    await person.page.fill("dialog textarea", "(;GM[4]SZ[15];B[hh];W[ii");
    await person.page.click("dialog [data-word=take]");
    // It is said above the dialog, not behind it.
    const notice = person.page.locator("dialog #notice").filter({ hasText: "expected ]" });
    await notice.waitFor();
    assert.ok(await notice.evaluate((node) => {
      const { left, top } = node.getBoundingClientRect();
      return node.contains(document.elementFromPoint(left + 5, top + 5));
    }));
    await person.page.fill("dialog textarea", "(;GM[4]SZ[15];B[hh];W[ii];B[hi])");
    await person.page.click("dialog [data-word=take]");
    await person.page.locator("#debug .moves .move").nth(2).waitFor();
    const stones = (await person.stones("black")).sort();
    // What the page itself and the protocol say of a game is read, too, and a mistake before it is said no longer.
    const paste = async (text, last) => {
      await person.page.click("#debug [data-word=paste]");
      await person.page.fill("dialog textarea", text);
      await person.page.click("dialog [data-word=take]");
      await person.sees(last, "black");
      assert.equal(await person.page.locator("#notice:visible", { hasText: "expected" }).count(), 0);
    };
    const link = person.page.url();
    await paste("1. h8 2. i9 3. j10", "j10");
    await paste("position startpos moves h8 i9 f6", "f6");
    await paste("position fen 3/3/3 x k=3 moves a1 b2 c3", "c3");
    await paste(link, stones[0]);
    const other = await Person.arrive(browser, url);
    await other.page.goto(person.page.url());
    await other.page.locator("#debug .moves .move").nth(2).waitFor();
    assert.deepEqual((await other.stones("black")).sort(), stones);
    for (const one of [person, other]) await one.leave();
  },

  async "a broken link is refused in words"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const good = "3/3/3 x k=3 rule=freestyle destroy=0,0";
    for (const query of [{ fen: "garbage" }, { fen: "3/4/3 x" }, { fen: good, moves: "zz9" },
      { fen: good, moves: "b2 b9" }, { fen: good, moves: "b2", ply: "many" }]) {
      await person.open(`debug?${new URLSearchParams(query)}`);
      await person.page.locator("#notice").filter({ hasText: "broken" }).waitFor();
      await person.page.goto("about:blank");
    }
    await person.open(`debug?${new URLSearchParams({ fen: good, moves: "b2 a1", ply: 1 })}`);
    await person.sees("b2", "black");
    assert.equal(await person.page.locator("#debug .moves .move").count(), 2);
    await person.leave();
  },

  async "two engines look at one position side by side"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("debug");
    await person.page.check("#compare");
    for (const seat of ["a", "b"]) {
      await person.page.click(`[data-seat=${seat}] button.main`);
      await person.page.locator(`[data-seat=${seat}] .pvs b`).first().waitFor();
    }
    await log(person).filter({ hasText: "B< info depth" }).waitFor();
    await person.leave();
  },

  async "the tree of a 3x3 search unfolds where it is pressed"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await person.open("debug");
    await type(person, "position startpos");
    await type(person, "setoption name Variant value tictactoe");
    await type(person, "position startpos moves b2 a1");
    await person.sees("a1", "white");
    await page.locator("#tree select[data-label=depth]").selectOption("9");
    await page.click("#tree [data-word=grow]");
    await page.locator("#tree .watch:not([hidden])").waitFor();
    await page.click("#tree [data-label=last]");
    assert.match(await page.locator("#tree small").textContent(), /positions: 415/);
    // The first moves; what is below them is folded. Mirror images are not among them.
    const rows = page.locator("#tree tbody tr");
    assert.equal(await rows.count(), 1 + 4);
    await rows.nth(1).click();
    assert.ok(await rows.count() > 3);
    assert.equal(await page.locator("#tree tr.now td").first().textContent(), "b3");
    // The board follows the finger.
    await rows.nth(2).hover();
    assert.equal(await page.locator("#debug .ghost").count(), 2);
    await person.leave();
  },

  async "the engine's own search is told on a large board, one line alone"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await person.open("debug");
    await type(person, "position startpos moves h8 i9 g10 h10");
    await person.sees("h10", "white");
    await page.locator("#tree select[data-label=player]").selectOption("engine");
    await page.locator("#tree select[data-label=depth]").selectOption("2");
    assert.ok(await page.locator("#tree input[type=checkbox]").first().isDisabled());
    await page.click("#tree [data-word=grow]");
    const says = page.locator("#tree .watch-says");
    await says.filter({ hasText: "looks ahead: 1. Values are its estimates" }).waitFor();
    await page.click("#tree [data-word=watchCut]");
    await says.filter({ hasText: /Black already has [a-o]\d+ instead of .* No need to look on/ }).waitFor();
    await page.click("#tree [data-label=last]");
    await says.filter({ hasText: /All is seen. Black chooses [a-o]\d+/ }).waitFor();
    await person.leave();
  },

  async "a search is watched step by step, and each cut is told in a sentence"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await person.open("debug");
    await type(person, "position fen 3/3/3 x k=3");
    await page.locator("#debug .says").filter({ hasText: "X is to move" }).waitFor();
    await page.locator("#tree select[data-label=depth]").selectOption("2");
    await page.click("#tree [data-word=grow]");
    const says = page.locator("#tree .watch-says");
    await says.filter({ hasText: "X is to move" }).waitFor();
    await page.click("#tree [data-word=watchCut]");
    assert.equal(await says.textContent(),
      "X already has b2 instead of b3: +1. Here O answers b2: −2. No need to look on. Left out: a2, b1, a3, a1.");
    const now = page.locator("#tree .watch tr.now td");
    assert.deepEqual(await now.allTextContents(), ["b3", "+1", "−2", "≤ −2 ✂"]);
    // The big board shows the way there; keys go on and back.
    assert.equal(await page.locator("#debug .ghost").count(), 1);
    await page.focus("#tree .watch-rows");
    await page.keyboard.press("ArrowLeft");
    assert.match(await says.textContent(), /^O tries b2\..* 4 − 6 = −2\.$/);
    await page.click("#tree [data-label=last]");
    assert.equal(await says.textContent(), "All is seen. X chooses b2: +1.");
    assert.equal(await page.locator("#tree .watch tbody tr").count(), 8);
    // It plays by itself from the start, and stops when it is told to.
    await page.locator("#tree select[data-label=watchPace]").selectOption("500");
    await page.click("#tree .watch [data-label=replay]");
    await says.filter({ hasText: /tries/ }).waitFor();
    await page.click("#tree .watch [data-label=replay]");
    assert.equal(await page.locator("#tree .watch [aria-pressed=true]").count(), 0);
    // It is the tree of its own position alone, and nothing is awaited of one that is too large.
    await type(person, "position startpos");
    await page.locator("#debug .says").filter({ hasText: "Black is to move" }).waitFor();
    assert.equal(await page.locator("#tree .watch:visible").count(), 0);
    await page.locator("#tree select[data-label=depth]").selectOption("9");
    await page.click("#tree [data-word=grow]");
    await page.locator("#notice", { hasText: "Expected depth 3" }).waitFor();
    assert.equal(await page.locator("#tree p.quiet").textContent(), "");
    await person.leave();
  },

  async "the figure of the textbooks is walked, and a search with a mistake"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await person.open("debug?fen=3/3/3 x k=3");
    await page.locator("#tree select[data-label=depth]").selectOption("2");
    for (const word of ["cutting", "hashing"]) await page.uncheck(`#tree label:has([data-word=${word}]) input`);
    await page.click("#tree [data-word=grow]");
    await page.locator("#tree .watch:not([hidden])").waitFor();
    await page.click("#tree [data-label=last]");
    // 16 positions, and the first moves are worth 1, -2 and -1.
    assert.equal(await page.locator("#tree tbody tr").count(), 16);
    const first = await page.locator("#tree tbody tr").evaluateAll((rows) => rows
      .filter(({ firstChild }) => firstChild.style.paddingInlineStart === "0.9rem")
      .map(({ firstChild, lastChild }) => `${firstChild.textContent} ${lastChild.textContent}`));
    assert.deepEqual(first, ["b2 +1", "b3 −2", "a3 −1"]);
    assert.match(await page.locator("#tree small").textContent(), /positions: 16 · cuts: 0/);
    await page.click("#tree [data-label=first]");
    for (let step = 0; step < 2; step += 1) await page.click("#tree [data-label=forward]");
    assert.equal(await page.locator("#debug .board .ghost").count(), 1);
    // Another player at the same place: no bounds, and a mistake shows.
    await type(person, "setoption name Mistake Min value true");
    await page.locator("#tree select[data-label=player]").selectOption("minimax");
    await page.click("#tree [data-word=grow]");
    await page.locator("#tree .windowless").waitFor();
    const said = [];
    for (let step = 0; step < 40; step += 1) {
      said.push(await page.locator("#tree .watch-says").textContent());
      await page.click("#tree [data-label=forward]");
    }
    const wrong = said.filter((text) => text.includes("a mistake"));
    assert.match(wrong[0], /^Every reply to /);
    assert.ok(wrong.every((text) => /not the best for O, [+−]?\d+: a mistake\.$/.test(text)), wrong.join("\n"));
    await person.leave();
  },

  async "an exact value of the hash table is told as one on the turns of both sides"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("debug");
    await type(person, "position fen oo1/1x1/2x x k=3");
    await person.sees("b3", "white");
    await person.page.locator("#tree select[data-label=depth]").selectOption("9");
    await person.page.click("#tree [data-word=grow]");
    await person.page.locator("#tree .watch:not([hidden])").waitFor();
    const plies = [];
    for (let step = 0; step < 400; step += 1) {
      const said = await person.page.locator("#tree .watch-says").textContent();
      if (/The table knows [^≤≥]*$/.test(said)) plies.push(await person.page.locator("#debug .ghost").count());
      await person.page.click("#tree [data-label=forward]");
    }
    assert.ok(plies.some((ply) => ply % 2 === 1) && plies.some((ply) => ply % 2 === 0), plies.join());
    await person.leave();
  },

  async "the page speaks Chinese and remembers it"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("play");
    await person.page.click("#language");
    await person.page.locator("#tab-play").filter({ hasText: "对局" }).waitFor();
    await person.page.reload();
    await person.page.locator("#tab-debug").filter({ hasText: "调试" }).waitFor();
    assert.equal(await person.page.getAttribute("html", "lang"), "zh");
    await person.leave();
  },

  async "an analysis gives reasons for the best moves, and nothing of lines and keys"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    const fen = `${Array(15).fill(15).join("/")} x k=5 rule=freestyle destroy=0,0`;
    await person.open(`analysis?${new URLSearchParams({ fen, moves: "h8 a1 i8 a3 j8", ply: 5 })}`);
    await page.click("[data-seat=a] [data-word=engineOn]");
    await page.locator("[data-seat=a] .pvs .reason").filter({ hasText: "blocks the open three of Black in row 8" }).first().waitFor();
    // White blocks; Black then sees no threat to block, and the board follows with new reasons.
    await page.locator("[data-seat=a] [data-word=engineOff]").click();
    const seen = await page.$eval("#debug", (node) => node.innerText);
    assert.doesNotMatch(seen, /cp|depth|k=5|position|nps/);
    for (const hidden of ["#line", "#compare", "#tree", "[data-seat=a] .own"]) assert.equal(await page.isVisible(hidden), false, hidden);
    // The debugging board has the same game, and all that authors of engines need.
    await page.click("#tab-debug");
    await page.locator("#line").waitFor();
    assert.equal(await page.locator("#debug .moves .move").count(), 5);
    assert.match(page.url(), /#debug\?/);
    await page.click("#language");
    await page.locator("[data-seat=a] .pvs .reason").filter({ hasText: /挡住黑方.*第 8 行.*的活三/ }).first().waitFor();
    await person.leave();
  },

  async "a candidate under the pointer or the cursor plays its line out on the board"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("analysis?fen=3/3/3 x k=3&moves=b2 a1");
    await person.page.click("[data-seat=a] button.main");
    await person.page.locator("#debug .candidate").nth(2).waitFor();
    await person.page.click("[data-seat=a] button.main");
    // What is pointed at is drawn anew.
    const { x, y, width, height } = await person.page.locator("#debug .label").first().boundingBox();
    await person.page.mouse.move(x + width / 2, y + height / 2);
    await person.page.locator("#debug .ghost[data-square]").nth(1).waitFor();
    await person.page.mouse.move(0, 0);
    await person.page.locator("#debug .candidate").nth(2).waitFor();
    await person.page.locator("#debug .ghost[data-square]").first().waitFor({ state: "detached" });
    // The board is of crosses and circles, and so is what is said of it.
    await person.page.locator("#debug .says").filter({ hasText: "X is to move" }).waitFor();
    const words = await person.page.locator("#debug").innerText();
    assert.ok(!/Black|White/.test(words), words);
    await person.open("analysis?fen=15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x");
    await person.page.locator("#debug .says").filter({ hasText: "Black is to move" }).waitFor();
    await person.leave();
  },

  async "a click on a candidate plays it while the engine draws them anew"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await person.open("analysis?fen=15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x&moves=h8 i9");
    await page.click("[data-seat=a] button.main");
    await page.locator("#debug .candidate").first().waitFor();
    const { x, y, width, height } = await page.evaluate(() =>
      document.querySelector("#debug .candidate").getBoundingClientRect().toJSON());
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.evaluate(() => new Promise((done) => {
      const board = document.querySelector("#debug .board .drawn");
      new MutationObserver(() => done()).observe(board, { childList: true, subtree: true });
    }));
    await page.mouse.up();
    await page.locator("#debug .moves .move").nth(2).waitFor();
    await person.leave();
  },

  async "nothing is wider than a phone"({ browser, url }) {
    const person = await Person.arrive(browser, url, { size: PHONE });
    for (const part of ["play", "puzzles", "learn", "learn/5/1", "learn/12/2", "analysis", "debug", "stats", "matches"]) {
      await person.open(part);
      const wide = await person.page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= PHONE.width, `${part}: ${wide}`);
      const cut = await person.page.$$eval("#tabs > *", (tabs) => tabs.filter((tab) => {
        const { left, right } = tab.getBoundingClientRect();
        return left < 0 || right > document.getElementById("tabs").getBoundingClientRect().right + 1;
      }).map((tab) => tab.textContent));
      assert.deepEqual(cut, [], `${part}: every tab is in sight`);
      await person.page.reload();
      await person.page.locator("#state[data-online=true]").waitFor();
      assert.equal(await person.page.evaluate(() => scrollY), 0, `${part}: the tabs are in sight`);
    }
    await person.leave();
  },
};
