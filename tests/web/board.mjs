// The board: what follows the pointer, the finger and the keys, and how each browser likes it.

import assert from "node:assert/strict";

import { PHONE, Person } from "./support.mjs";

const ann = (more) => ({ game: "gomoku", myName: "Ann", white: "me", ...more });

/** Where a square lies in the window, by the drawing's own view of itself. */
const place = (person, name) => person.page.evaluate((wanted) => {
  const svg = document.querySelector("section:not([hidden]) .board .drawn");
  const { left, top, width } = svg.getBoundingClientRect();
  const unit = width / svg.viewBox.baseVal.width;
  const rows = (svg.viewBox.baseVal.height - 2 * svg.dataset.edge) / 30;
  const [col, row] = [wanted.charCodeAt(0) - 97, Number(wanted.slice(1)) - 1];
  return { x: left + (Number(svg.dataset.edge) + (col + 0.5) * 30) * unit,
    y: top + (Number(svg.dataset.edge) + (rows - row - 0.5) * 30) * unit };
}, name);

const pref = async (person, name) => {
  const menu = person.page.locator("section:not([hidden]) details.prefs");
  await menu.locator("summary").click();
  await menu.locator(`[data-pref=${name}]`).click();
  await menu.locator("summary").click();
};

export const cases = {
  async "the board fills the height of a laptop and of a large screen"({ browser, url }) {
    for (const [size, least] of [[{ width: 1440, height: 900 }, 720], [{ width: 1920, height: 1080 }, 890]]) {
      const person = await Person.arrive(browser, url, { size });
      await person.found(ann());
      const seen = await person.page.evaluate(() => {
        const { width, height, bottom } = document.querySelector("#play .board .drawn").getBoundingClientRect();
        const steps = document.querySelector("#play .steps").getBoundingClientRect();
        return { width, height, bottom, below: steps.bottom, all: document.documentElement.scrollHeight };
      });
      assert.ok(seen.height >= least && seen.below <= size.height, JSON.stringify(seen));
      assert.ok(seen.all <= size.height, "nothing has to be scrolled");
      await person.leave();
    }
  },

  async "a phone shows all of a board on its side, and all of what can be chosen about it"({ browser, url }) {
    const person = await Person.arrive(browser, url, { size: PHONE, touch: true });
    await person.found(ann());
    await person.page.click("#play .prefs > summary");
    const menu = await person.page.locator("#play .prefs > .card").boundingBox();
    assert.ok(menu.x >= 0 && menu.x + menu.width <= PHONE.width, JSON.stringify(menu));
    await person.page.click("#play .prefs > summary");
    await person.page.setViewportSize({ width: PHONE.height, height: PHONE.width });
    const hidden = await person.page.$eval("#play .board", (node) => [node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight]);
    assert.ok(Math.max(...hidden) <= 1, hidden.join());
    await person.leave();
  },

  async "a stone follows the pointer where it may be put, and nowhere else"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.found(ann());
    const hover = person.page.locator("#play .hover");
    const { x, y } = await place(person, "h8");
    await person.page.mouse.move(x, y);
    await hover.locator(".black").waitFor();
    await person.tap("h8");
    await person.sees("h8", "black");
    const next = await place(person, "i9");
    await person.page.mouse.move(next.x, next.y);
    await hover.locator(".white").waitFor();
    await person.page.mouse.move(x, y);
    await hover.locator("*").waitFor({ state: "detached" });
    await person.leave();
  },

  async "boards up to 5x5 have cells with crosses and circles"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.found({ game: "tictactoe", myName: "Ann", white: "me" });
    await person.tap("b2");
    await person.sees("b2", "black");
    await person.tap("a1");
    await person.page.locator("#play path.black.sign[data-square=b2]").waitFor();
    await person.page.locator("#play path.white.sign[data-square=a1]").waitFor();
    assert.equal(await person.page.locator("#play .board .dot").count(), 0);
    await person.found(ann());
    await person.tap("h8");
    await person.page.locator("#play circle.black[data-square=h8]").waitFor();
    await person.leave();
  },

  async "numbers, turns and names of a board are chosen, and stay chosen"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.found(ann());
    for (const [index, move] of ["h8", "a1"].entries()) {
      await person.tap(move);
      await person.sees(move, index === 0 ? "black" : "white");
    }
    await pref(person, "numbers");
    assert.deepEqual(await person.page.locator("#play .board .number").allTextContents(), ["1", "2"]);
    const before = await place(person, "o15");
    await pref(person, "flip");
    await pref(person, "mirror");
    const box = await person.page.locator("#play [data-square=a1]").boundingBox();
    assert.ok(Math.abs(box.x + box.width / 2 - before.x) < 2 && Math.abs(box.y + box.height / 2 - before.y) < 2);
    // What is clicked is what lies there.
    const corner = await place(person, "a15");
    await person.page.mouse.click(corner.x, corner.y);
    await person.sees("o1", "black");
    await pref(person, "names");
    assert.equal(await person.page.locator("#play .board .axis").count(), 0);
    await person.page.reload();
    await person.sees("o1", "black");
    assert.equal(await person.page.locator("#play .board .axis").count(), 0);
    assert.equal(await person.page.locator("#play .board .number").count(), 3);
    await person.leave();
  },

  async "names of rows and columns stand on all four sides, as near on each"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.found(ann());
    const gaps = await person.page.evaluate(() => {
      const board = document.querySelector("#play .board");
      const grid = board.querySelector(".grid").getBoundingClientRect();
      const middle = (css, word) => {
        const node = [...board.querySelectorAll(`${css} .name`)].find((one) => one.textContent === word);
        const box = node.getBoundingClientRect();
        return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      };
      const unit = board.querySelector(".drawn").getBoundingClientRect().width /
        board.querySelector(".drawn").viewBox.baseVal.width;
      return [grid.left - middle(".left-side", "8")[0], middle(".right-side", "8")[0] - grid.right,
        grid.top - middle(".top-side", "h")[1], middle(".low-side", "h")[1] - grid.bottom].map((gap) => gap / unit);
    });
    for (const gap of gaps) assert.ok(gap > 15 && gap < 26, gaps.join());
    assert.ok(Math.max(...gaps) - Math.min(...gaps) < 2.5, gaps.join());
    await person.leave();
  },

  async "a finger sees what it hides, and a second tap plays"({ browser, url }) {
    const person = await Person.arrive(browser, url, { size: PHONE, touch: true });
    await person.found(ann());
    const tap = async (name) => {
      const { x, y } = await place(person, name);
      await person.page.touchscreen.tap(x, y);
    };
    await tap("h8");
    await person.page.locator("#play .lens.shown").waitFor();
    await person.reads("Tap again to play h8.");
    await tap("i9");
    await person.reads("Tap again to play i9.");
    assert.deepEqual(await person.moves(), []);
    await tap("i9");
    await person.sees("i9", "black");
    assert.ok(await person.page.locator("#play .lens").isHidden());
    await person.reads("Ann (White) is to move");
    await pref(person, "aim");
    await tap("c3");
    await person.sees("c3", "white");
    await person.leave();
  },

  async "a game is gone through by buttons, keys and wheel while it is played"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.found(ann({ white: "scoretable" }));
    await person.tap("h8");
    await person.reads("Ann (Black) is to move");
    const black = () => person.page.locator("#play .board .black").count();
    const { page } = person;
    await page.click("#play [data-label=first]");
    await person.reads("After move 0 of 2");
    assert.equal(await black(), 0);
    await page.click("#play [data-label=forward]");
    await person.reads("After move 1 of 2");
    await person.sees("h8", "black");
    // A click goes back to the game and is no move.
    await person.tap("a1");
    await person.reads("Ann (Black) is to move");
    assert.equal((await person.moves()).length, 2);
    await page.keyboard.press("ArrowLeft");
    await person.reads("After move 1 of 2");
    await page.keyboard.press("End");
    await person.reads("Ann (Black) is to move");
    const { x, y } = await place(person, "c3");
    await page.mouse.move(x, y);
    // A notch of the wheel is a move, however far it turns.
    await page.mouse.wheel(0, -100);
    await person.reads("After move 1 of 2");
    await page.mouse.wheel(0, -120);
    await person.reads("After move 0 of 2");
    // What fingers turn slowly adds up.
    for (let event = 0; event < 4; event += 1) await page.mouse.wheel(0, 10);
    await person.reads("After move 1 of 2");
    await page.mouse.wheel(0, 100);
    await person.reads("Ann (Black) is to move");
    await person.leave();
  },

  async "the keys go through a game at the debugging board, also after a click on it"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("debug");
    for (const move of ["h8", "i9"]) {
      await person.tap(move);
      await person.page.locator("#debug .now").filter({ hasText: move }).waitFor();
    }
    await person.page.keyboard.press("ArrowLeft");
    await person.page.locator("#debug .now").filter({ hasText: "h8" }).waitFor();
    await person.page.keyboard.press("Home");
    await person.page.locator("#debug .now").waitFor({ state: "detached" });
    await person.page.fill("#line", "quack");
    await person.page.keyboard.press("End");
    assert.equal(await person.page.locator("#debug .now").count(), 0, "whoever writes goes nowhere");
    await person.leave();
  },

  async "the title and a banner tell whose turn it is and who has won, and one hears it"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const link = await person.found({ game: "tictactoe", myName: "Ann", white: "guest" });
    const guest = await Person.arrive(browser, url);
    await guest.page.goto(link);
    await guest.sit("second", "Bob");
    const told = (one, words) => Promise.all([one.page.locator("#banner").filter({ hasText: words }).waitFor(),
      one.page.waitForFunction((text) => document.title.includes(text), words)]);
    await told(person, "Your turn");
    await told(guest, "Their turn");
    for (const [index, move] of ["b2", "a1", "c1", "b1", "a3"].entries()) {
      await (index % 2 === 0 ? person : guest).tap(move);
      for (const one of [person, guest]) await one.sees(move, index % 2 === 0 ? "black" : "white");
    }
    await told(person, "You win");
    await told(guest, "You lose");
    assert.equal(await person.page.getAttribute("html", "data-sound"), "win");
    assert.equal(await guest.page.getAttribute("html", "data-sound"), "end");
    await pref(person, "sound");
    await person.page.evaluate(() => { delete document.documentElement.dataset.sound; });
    await person.page.click("#do-new-game");
    await person.tap("b2");
    await guest.sees("b2", "black");
    assert.equal(await person.page.getAttribute("html", "data-sound"), null);
    for (const one of [person, guest]) await one.leave();
  },

  async "a part that stays on the page does what the new one would do"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.open("play");
    const said = await person.page.evaluate(async () => {
      const { el, renew } = await import("./dom.js");
      const said = [];
      const place = el("div");
      for (const word of ["old", "new"]) {
        renew(place, el("p", {}, el("button", { click: () => said.push(word) }, "Go")));
      }
      place.querySelector("button").click();
      return said;
    });
    assert.deepEqual(said, ["new"]);
    await person.leave();
  },

  async "the last move and the winning line lie below stones, which keep their colours"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    await person.found(ann());
    for (const [index, move] of ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4"].entries()) {
      await person.tap(move);
      await person.sees(move, index % 2 === 0 ? "black" : "white");
      assert.deepEqual(await person.page.$$eval("#play .fresh", (nodes) => nodes.map((node) => node.dataset.square)), [move]);
    }
    /** Marks that are drawn above a stone. */
    const above = (css) => person.page.$$eval(`#play .board .${css}`, (marks) => marks.filter((mark) =>
      [...document.querySelectorAll("#play .board [data-square]")].some((stone) =>
        stone.compareDocumentPosition(mark) & Node.DOCUMENT_POSITION_FOLLOWING)).length);
    assert.equal(await person.page.locator("#play .board .last").count(), 1);
    assert.equal(await above("last"), 0);
    await person.tap("l8");
    await person.page.locator("#banner").filter({ hasText: "Black has won" }).waitFor();
    assert.equal(await person.page.locator("#play .board .win").count(), 5);
    assert.equal(await above("win"), 0);
    // What was there before is not set down again.
    await person.page.click("#play [data-label=back]");
    assert.equal(await person.page.locator("#play .fresh").count(), 0);
    await person.leave();
  },

  async "the bar of a finished game is full and has words"({ browser, url }) {
    const person = await Person.arrive(browser, url, { scheme: "dark" });
    const fen = `${Array(15).fill(15).join("/")} x k=5 rule=freestyle destroy=0,0`;
    const moves = "h8 a1 i8 a2 j8 a3 k8 a4 l8".split(" ");
    await person.open(`debug?${new URLSearchParams({ fen, moves: moves.join(" "), ply: 9 })}`);
    await person.page.locator("#debug .evaluation[data-known=true][aria-label='Black has won']").waitFor();
    await person.page.locator("#debug .chance").filter({ hasText: "Black 100 %" }).waitFor();
    await person.page.waitForFunction(() => {
      const bar = document.querySelector("#debug .evaluation");
      return bar.clientHeight > 100 && bar.clientHeight - bar.firstElementChild.clientHeight <= 3;
    });
    await person.leave();
  },
};
