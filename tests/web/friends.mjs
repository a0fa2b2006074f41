// Two people at a table: who invites, who asks, who leaves and comes back, and who looks on.

import assert from "node:assert/strict";

import { PHONE, Person } from "./support.mjs";

/** A host with a table for a friend, and the friend, who sits on the other chair. */
async function pair(browser, url, wishes = {}) {
  const host = await Person.arrive(browser, url);
  const link = await host.found({ game: "tictactoe", myName: "Ann", white: "guest", ...wishes });
  const guest = await Person.arrive(browser, url);
  await guest.page.goto(link);
  await guest.sit("second", "Bob");
  await host.page.locator("[data-chair=second]").filter({ hasText: "Bob" }).waitFor();
  return { host, guest, link };
}

/** Plays moves by turns, the host first. */
async function playAll({ host, guest }, moves) {
  for (const [index, move] of moves.entries()) {
    const [mover, other] = index % 2 === 0 ? [host, guest] : [guest, host];
    await mover.tap(move);
    await other.sees(move, index % 2 === 0 ? "black" : "white");
  }
}

/** What is offered above the board. */
const offers = (person, text) => person.page.locator("#play .offer").filter({ hasText: text }).waitFor();
const press = (person, word) => person.page.click(`#play .offer [data-word=${word}]`);

export const cases = {
  async "a friend follows the link of an invitation from the first card, with a clock that waits"({ browser, url }) {
    const host = await Person.arrive(browser, url, { size: PHONE });
    await host.open("play");
    await host.page.selectOption("#friend-game", "tictactoe");
    await host.page.selectOption("#friend-color", "o");
    await host.page.selectOption("#friend-clock", "180+2");
    await host.page.click("[data-start=inviteNow]");
    await host.page.fill(".ask-name input", "Ann");
    await host.page.click(".ask-name .main");
    const card = host.page.locator("#play .invite");
    await card.filter({ hasText: "Waiting for your friend" }).waitFor();
    // The server listens to this machine alone, and says how others could come.
    await card.filter({ hasText: /tengen serve --listen 0\.0\.0\.0:\d+/ }).waitFor();
    const link = await card.locator(".big-link").getAttribute("href");
    assert.equal(link, host.page.url());
    const clocks = () => host.page.locator("#play .clock").allTextContents();
    assert.deepEqual(await clocks(), ["3:00", "3:00"]);
    const guest = await Person.arrive(browser, url);
    await guest.page.goto(link);
    await offers(guest, "Ann invites you");
    // Whose table it is does not lose the own chair.
    assert.equal(await guest.page.locator("#play [data-sit]").count(), 1);
    assert.deepEqual(await clocks(), ["3:00", "3:00"]);
    await guest.page.click("#play [data-sit]");
    await guest.page.fill(".ask-name input", "Bob");
    await guest.page.click(".ask-name .main");
    await card.waitFor({ state: "hidden" });
    await host.page.locator("#notice").filter({ hasText: "Bob is here" }).waitFor();
    await guest.tap("b2");
    await host.sees("b2", "black");
    // The next game begins like this one.
    await host.open("play");
    await host.page.click("#tab-play");
    assert.equal(await host.page.inputValue("#friend-clock"), "180+2");
    for (const person of [host, guest]) await person.leave();
  },

  async "a move is taken back and sides are swapped when the other one agrees"({ browser, url }) {
    const two = await pair(browser, url);
    const { host, guest } = two;
    await playAll(two, ["b2", "a1"]);
    await guest.page.click("#do-undo");
    await offers(guest, "You have asked Ann");
    assert.ok(await guest.page.locator("#do-undo").isDisabled());
    await offers(host, "Bob asks to take back a move");
    await press(host, "decline");
    await host.reads("You do not agree. Ann (X) is to move");
    await guest.reads("Ann does not agree. Ann (X) is to move");
    assert.deepEqual(await guest.stones("white"), ["a1"]);
    await guest.page.click("#do-undo");
    await offers(host, "Bob asks");
    await press(host, "accept");
    await host.reads("You agree. Bob (O) is to move");
    await guest.reads("Ann agrees. Bob (O) is to move");
    assert.deepEqual(await host.stones("white"), []);
    await guest.page.click("#do-swap-sides");
    await offers(host, "Bob asks to swap sides");
    await press(guest, "withdraw");
    await host.page.locator("#play .offer [data-word=accept]").waitFor({ state: "detached" });
    await guest.page.click("#do-swap-sides");
    await offers(host, "Bob asks to swap sides");
    await press(host, "accept");
    await host.reads("You agree. Ann (O) is to move");
    await guest.reads("Ann agrees. Ann (O) is to move");
    for (const person of [host, guest]) await person.leave();
  },

  async "a rematch begins when both want it, and a few phrases are enough"({ browser, url }) {
    const two = await pair(browser, url);
    const { host, guest, link } = two;
    await guest.page.click("#play .phrases summary");
    await guest.page.click("#play .phrases [data-word=say-good-luck]");
    await host.page.locator("[data-chair=second] .said").filter({ hasText: "Good luck" }).waitFor();
    // Everybody reads it in the own language.
    const watcher = await Person.arrive(browser, url, { locale: "zh-CN" });
    await watcher.page.goto(link);
    await watcher.page.locator("#people").filter({ hasText: "你在观战" }).waitFor();
    await watcher.page.locator("[data-chair=second] .said").filter({ hasText: "祝你好运" }).waitFor();
    await host.page.locator("#people").filter({ hasText: "1 person watches" }).waitFor();
    assert.equal(await watcher.page.locator("#play .phrases").isVisible(), false);
    await playAll(two, ["b2", "a1", "b1", "a2", "b3"]);
    for (const person of [host, guest]) await person.reads("wins: a line at");
    await guest.page.click("#do-rematch");
    await offers(host, "Bob would like a rematch");
    await press(host, "accept");
    await host.reads("You agree. Bob (X) moves first");
    await guest.reads("Ann agrees. Bob (X) moves first");
    for (const person of [host, guest, watcher]) await person.leave();
  },

  async "who leaves is seen to be away, and can be claimed to have left a minute later"({ browser, url }) {
    const host = await Person.arrive(browser, url);
    await host.page.clock.install();
    const link = await host.found({ game: "tictactoe", myName: "Ann", white: "guest" });
    const guest = await Person.arrive(browser, url);
    await guest.page.goto(link);
    await guest.sit("second", "Bob");
    await host.page.locator("[data-chair=second]").filter({ hasText: "Bob" }).waitFor();
    await playAll({ host, guest }, ["b2"]);
    await guest.leave();
    const away = host.page.locator("[data-chair=second] .away");
    await away.waitFor({ state: "attached" });
    assert.equal(await away.isVisible(), false, "whoever comes back at once was not away");
    await host.page.clock.fastForward(11_000);
    await away.waitFor();
    await offers(host, "Bob is away");
    assert.equal(await host.page.locator("#play .offer [data-word=claimWin]").count(), 0);
    await host.page.clock.fastForward(50_000);
    // The clock of the page is not the server's, which decides.
    await press(host, "claimWin");
    await host.page.locator("#notice").filter({ hasText: "has only just left" }).waitFor();
    for (const word of ["claimDraw", "freeSeat"]) await host.page.locator(`#play .offer [data-word=${word}]`).waitFor();
    await host.leave();
  },

  async "a seat is had back in another browser by its code"({ browser, url }) {
    const two = await pair(browser, url);
    const { host, guest, link } = two;
    await playAll(two, ["b2"]);
    await guest.page.click("#play .seat-fold:visible summary");
    const code = await guest.page.locator("#play .seat-code").textContent();
    assert.match(code, /^[2-9A-Z]{3}-[2-9A-Z]{3}$/);
    const other = await Person.arrive(browser, url, { size: PHONE });
    await other.page.goto(link);
    const enter = async (text) => {
      await other.page.fill("#play .seat-fold:visible input", text);
      await other.page.keyboard.press("Enter");
    };
    await other.page.click("#play .seat-fold:visible summary");
    await enter("AAA-AAA");
    await other.page.locator("#notice").filter({ hasText: "No seat here has that code" }).waitFor();
    await enter(code.toLowerCase());
    await other.page.locator("[data-chair=second]").filter({ hasText: "Bob (you)" }).waitFor();
    await other.tap("a1");
    await host.sees("a1", "white");
    // The first browser is told, looks on, and its code is worth nothing any more.
    await guest.page.locator("#notice").filter({ hasText: "Your seat is taken on another device" }).waitFor();
    await guest.page.locator("#people").filter({ hasText: "You are watching" }).waitFor();
    for (const person of [host, guest, other]) await person.leave();
  },
};
