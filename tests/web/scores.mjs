// Scores that people understand: whose they are, what they mean, and where they come from.

import assert from "node:assert/strict";

import { Person } from "./support.mjs";

const START = `${Array(15).fill(15).join("/")} x k=5 rule=freestyle destroy=0,0`;
const at = (moves, fen = START) => `debug?${new URLSearchParams({ fen, moves })}`;

/** Analyses the position that is shown until the answer. */
async function analyse(person, limit = "depth 4") {
  await person.page.locator("[data-seat=a] [data-label=limit]").selectOption(limit);
  await person.page.click("[data-seat=a] button.main");
  await person.page.locator("[data-seat=a] .pvs b").first().waitFor();
  await person.page.locator("[data-seat=a] [data-word=analyse]").waitFor();
}

export const cases = {
  async "scores become words that say whose they are"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("debug");
    const said = await person.page.evaluate(async () => {
      const { judgement } = await import("./judgement.js");
      return [[{ cp: 0 }, "x"], [{ cp: 100 }, "x"], [{ cp: 100 }, "o"], [{ cp: 900 }, "x"], [{ cp: -5400 }, "x"],
        [{ cp: -5400 }, "o"], [{ mate: 3 }, "x"], [{ mate: -3 }, "x"], [{ mate: 1 }, "o"], [{ mate: 0 }, "o"],
        [{ lines: 12 }, "x"], [{ lines: 1 }, "o"], [{ lines: 0 }, "x"], [{}, "x"]]
        .map(([score, side]) => judgement(score, side));
    });
    assert.deepEqual(said, ["Black 50 %", "Black 75 %", "Black 25 %", "Black 99 %", "White is far ahead",
      "Black is far ahead", "Black wins in 3 moves", "White wins in 3 moves", "White wins with the next move",
      "Black has won", "Black +12 lines", "Black −1 line", "Black 0 lines", "no opinion"]);
    await person.leave();
  },

  async "a bar beside the board keeps to one player's view on both turns"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open(at("h8 a1 i8 a3 j8 a5"));
    await person.sees("a5", "white");
    const bar = person.page.locator("#debug .evaluation");
    assert.equal(await bar.getAttribute("aria-label"), "not analysed yet");
    await analyse(person);
    assert.match(await bar.getAttribute("aria-label"), /^Black wins in \d moves$/);
    await person.tap("k8");
    await person.sees("k8", "black");
    await analyse(person);
    assert.match(await bar.getAttribute("aria-label"), /^Black wins/);
    await person.page.waitForFunction(() => {
      const node = document.querySelector("#debug .evaluation");
      return node.firstChild.getBoundingClientRect().height > 0.9 * node.clientHeight;
    });
    assert.equal(await person.page.textContent("#debug .chance"), await bar.getAttribute("aria-label"));
    assert.doesNotMatch(await person.page.textContent("[data-seat=a] .pvs"), /-\d\d/);
    await person.leave();
  },

  async "a player without an opinion has none, and one that counts lines tells lines"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open(at("b2 a1 c1", "3/3/3 x k=3 rule=freestyle destroy=0,0"));
    await person.sees("c1", "black");
    const { page } = person;
    const bar = page.locator("#debug .evaluation");
    const first = page.locator("[data-seat=a] .pvs b").first();
    const choose = (name) => page.locator("[data-seat=a] [data-label=player]").selectOption(name);
    for (const [name, words] of [["scoretable", /^no opinion$/], ["fivestage", /^no opinion$/], ["random", /^no opinion$/],
      ["minimax", /^X [+−]?\d+ lines?$/], ["alphabeta", /^X [+−]?\d+ lines?$/]]) {
      await choose(name);
      await analyse(person, "movetime 100");
      assert.match(await first.textContent(), words, name);
      assert.match(await bar.getAttribute("aria-label"), words, name);
      assert.equal(await bar.getAttribute("data-known"), "false", name);
      assert.equal(await page.locator("#debug .knot").count(), 0, `${name} has no place on the curve of chances`);
    }
    // In Chinese as well.
    await choose("runlength");
    await analyse(person, "movetime 100");
    await page.click("#language");
    await first.filter({ hasText: "不作评价" }).waitFor();
    await person.leave();
  },

  async "what a player decides by lies on the board: points, or the lines of both sides as a sum"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open(at("", "x2/3/1o1 x k=3 rule=freestyle destroy=0,0"));
    await person.sees("a3", "black");
    const { page } = person;
    const choose = (name) => page.locator("[data-seat=a] [data-label=player]").selectOption(name);
    const show = (kind) => page.locator("#debug select[data-label=overlay]").selectOption(kind);
    const told = (words) => page.locator("#legend").filter({ hasText: words }).waitFor();
    await choose("minimax");
    await show("worthX");
    await told("X can still complete 6 lines, O 5: 6 − 5 = +1");
    await show("worthO");
    await told("O can still complete 5 lines, X 6: 5 − 6 = −1");
    // A line that lacks one stone counts 40 more.
    await person.open(at("a3 b1 b2", "3/3/3 x k=3 rule=freestyle destroy=0,0"));
    await person.sees("b2", "black");
    await show("worthX");
    await told("X can still complete 6 lines, O 2: 6 − 2 + 40 × (1 − 0) = +44");
    await choose("scoretable");
    await told("What a stone there is worth to X");
    await person.leave();
  },

  async "the tree tells its values in lines, as in the figure of the textbooks"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open(at("", "3/3/3 x k=3 rule=freestyle destroy=0,0"));
    const { page } = person;
    await page.locator("#tree select[data-label=depth]").selectOption("2");
    for (const word of ["cutting", "hashing"]) await page.locator(`#tree label:has([data-word=${word}]) input`).uncheck();
    await page.click("#tree [data-word=grow]");
    await page.locator("#tree .watch-says").filter({ hasText: "Values are X's open lines less those of O" }).waitFor();
    await page.click("#tree [data-label=last]");
    assert.match(await page.locator("#tree small").textContent(), /positions: 16/);
    const rows = await page.locator("#tree tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
    const values = new Map(rows.map(([move, , , value]) => [move, value]));
    assert.equal(rows.length, 16);
    assert.equal(values.get("now"), "+1");
    const first = await page.locator("#tree tbody tr:has(> td[style*='0.9rem'])").evaluateAll((all) => all.map((row) => row.textContent));
    assert.deepEqual(first, ["b2−∞∞+1", "b3−∞∞−2", "a3−∞∞−1"]);
    await person.leave();
  },

  async "threats and the shapes that stand have the names of the game"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const renju = START.replace("freestyle", "renju");
    await person.open(at("i8 a1 j8 o15 h9 a15 h10", renju));
    await person.sees("h10", "black");
    const { page } = person;
    const show = (kind) => page.locator("#debug select[data-label=overlay]").selectOption(kind);
    await show("threatsX");
    await page.locator("#legend").filter({ hasText: "forbidden" }).waitFor();
    await show("standing");
    await page.locator("#legend").filter({ hasText: "open two" }).waitFor();
    assert.ok(await page.locator("#debug .board .label").count() >= 4);
    await person.leave();
  },

  async "what the board shows has a legend, and colours tell the worth of moves"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open(at("h8 a1 i8 a3 j8 o15"));
    await person.sees("o15", "white");
    await analyse(person);
    const { page } = person;
    assert.equal(await page.locator("#debug .candidate.best").count() > 0, true);
    await page.locator("#legend").filter({ hasText: "Black's chance to win" }).waitFor();
    const show = (kind) => page.locator("#debug select[data-label=overlay]").selectOption(kind);
    await show("threatsX");
    await page.locator("#legend").filter({ hasText: "open four" }).waitFor();
    assert.ok(await page.locator("#debug .candidate.winning").count() >= 2);
    await show("order");
    await page.locator("#legend").filter({ hasText: "first 10 moves" }).waitFor();
    assert.deepEqual((await page.locator("#debug .board .label").allTextContents()).at(-1), "10");
    await show("worthX");
    await page.locator("#legend").filter({ hasText: "worth to Black" }).waitFor();
    const heats = await page.$$eval("#debug .heatx[fill-opacity]", (nodes) =>
      nodes.map((node) => Number(node.getAttribute("fill-opacity"))));
    assert.ok(Math.max(...heats) === 0.95 && Math.min(...heats) < 0.5, heats.join());
    assert.deepEqual([...new Set(await page.locator("#debug .board .label").allTextContents())], [""]);
    // The wheel goes through the game above all that is drawn there.
    const heat = await page.locator("#debug .heatx").first().boundingBox();
    await page.mouse.move(heat.x + heat.width / 2, heat.y + heat.height / 2);
    await page.mouse.wheel(0, -100);
    await page.locator("#debug .moves .now").filter({ hasText: "5. j8" }).waitFor();
    await show("none");
    await page.waitForFunction(() => document.getElementById("legend").textContent === "");
    await person.leave();
  },

  async "the curve has axes, tells of each move, and is in sight at once"({ browser, url }) {
    const person = await Person.arrive(browser, url, { size: { width: 1440, height: 900 } });
    await person.open(at("h8 i9 h9 h10"));
    await person.sees("h10", "white");
    const plot = person.page.locator("#debug .curve-frame");
    const box = await plot.boundingBox();
    assert.ok(box.y + box.height < 900, "in the first screen");
    assert.deepEqual(await plot.locator(".axis-aside span").allTextContents(), ["100 %", "50 %", "0 %"]);
    assert.deepEqual(await plot.locator(".axis-below span").allTextContents(), ["0", "1", "2", "3", "4"]);
    await person.page.click("[data-word=analyseGame]");
    await person.page.waitForFunction(() => document.querySelectorAll("#debug .knot").length === 5);
    await person.page.locator("[data-seat=a] [data-word=analyse]").waitFor();
    const svg = await plot.locator("svg").boundingBox();
    await person.page.mouse.move(svg.x + svg.width / 2, svg.y + 60);
    await plot.locator(".tip").filter({ hasText: /^2\. i9: Black \d+ %$/ }).waitFor();
    await person.page.mouse.click(svg.x + svg.width / 2, svg.y + 60);
    await person.page.locator("#debug .now").filter({ hasText: "2. i9" }).waitFor();
    await person.leave();
  },

  async "a search tree tells every value from the view of its root"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open(at("", "x1o/1o1/x2 x k=3 rule=freestyle destroy=0,0"));
    await person.sees("a3", "black");
    await person.page.locator("#tree select[data-label=depth]").selectOption("9");
    await person.page.click("#tree [data-word=grow]");
    const says = person.page.locator("#tree .watch-says");
    await says.filter({ hasText: "X is to move" }).waitFor();
    await person.page.click("#tree [data-label=last]");
    // x wins at once on a2: the root and that move say the same.
    assert.equal(await says.textContent(), "All is seen. X chooses a2: X wins (move 1).");
    const lines = await person.page.locator("#tree tbody tr").evaluateAll((rows) => rows.map((row) => row.cells[0].textContent + row.cells[3].textContent));
    assert.equal(lines[0], "nowX ✓1");
    assert.ok(lines.includes("a2X ✓1"), lines.join());
    await person.leave();
  },
};
