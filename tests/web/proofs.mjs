// Why is this won? Proofs that are asked for, and proofs that are false.

import assert from "node:assert/strict";
import fs from "node:fs";

import { Person } from "./support.mjs";

const START = `${Array(15).fill(15).join("/")} x k=5 rule=freestyle destroy=0,0`;
/** Three in a row with open ends: Black wins whatever White does. */
const WON = "h8 a1 i8 a3 j8 o15";

const card = (person) => person.page.locator("#debug .learn:visible");

export const cases = {
  async "why a position is won is proven, and unfolded reply by reply"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await person.open(`debug?${new URLSearchParams({ fen: START, moves: WON })}`);
    await person.sees("o15", "white");
    const why = page.locator("#debug .says [data-does=why]");
    assert.equal(await why.count(), 1);
    assert.ok(await why.isHidden(), "nobody knows yet who wins");
    await page.locator("[data-seat=a] [data-label=limit]").selectOption("depth 4");
    await page.click("[data-seat=a] button.main");
    await page.locator("#debug .chance").filter({ hasText: "Black wins in" }).waitFor();
    await page.locator("[data-seat=a] [data-word=analyse]").waitFor();
    await why.click();
    await card(person).filter({ hasText: "Proof: Black wins" }).filter({ hasText: "every reply was played" }).waitFor();
    // The proof has played its first move, as a variation or after the game.
    const first = await page.locator("#debug .moves .move").last().textContent();
    assert.match(first, /^7\. [a-o]\d+$/);
    // White stops one end, Black completes the other: the rules say so.
    const four = [...await person.stones("black")].filter((name) => name.endsWith("8")).map((name) => name[0]).sort();
    assert.equal(four.length, 4);
    const ends = [String.fromCharCode(four[0].charCodeAt(0) - 1), String.fromCharCode(four[3].charCodeAt(0) + 1)].map((col) => `${col}8`);
    await person.tap(ends[0]);
    await person.sees(ends[1], "black");
    await card(person).filter({ hasText: "the claim is met" }).waitFor();
    await page.locator("#debug .says").filter({ hasText: "Black has won" }).waitFor();
    await page.locator("#debug [data-label=back]").first().click();
    await page.locator("#debug [data-label=back]").first().click();
    await person.tap("a15");
    await page.locator("#debug .says").filter({ hasText: "Black has won" }).waitFor();
    await page.click("[data-does=endProof]");
    assert.equal(await card(person).count(), 0);
    assert.ok(!(await page.textContent("#debug .log")).includes("proof tengen-proof"), "its lines are not in the log");
    await person.leave();
  },

  async "a review asks for the proof of a won position"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await person.found({ game: "tictactoe", myName: "Ann", white: "me" });
    for (const [index, move] of ["b2", "a2", "c2", "c3", "a1", "b3", "c1"].entries()) {
      await person.tap(move);
      await person.sees(move, index % 2 === 0 ? "black" : "white");
      if (await page.locator("#play .win").count() > 0) break;
    }
    if (await page.locator("#do-resign").count() > 0) {
      page.once("dialog", (dialog) => dialog.accept());
      await page.click("#do-resign");
    }
    await person.review();
    const steps = await page.locator("#play .moves .move").count();
    const why = page.locator("#judged [data-does=why]");
    for (let step = steps; step > 0 && await why.count() === 0; step -= 1) await page.click(`#play .move[data-step='${step}']`);
    await why.click();
    await card(person).filter({ hasText: /Proof: [XO] wins/ }).waitFor();
    await person.leave();
  },

  async "a false proof is refused with the reason, and the board stays as it is"({ browser, url }) {
    const person = await Person.arrive(browser, url);
    const { page } = person;
    await person.open("debug");
    await person.tap("h8");
    await person.sees("h8", "black");
    const drop = (name) => page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "a.proof"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, fs.readFileSync(new URL(`../data/proofs/${name}`, import.meta.url), "utf8"));
    await drop("false-no-answer.proof");
    await page.locator("#notice").filter({ hasText: /This proof is false: node \d+, .*has no answer/ }).waitFor();
    await drop("bad-root.proof");
    await page.locator("#notice").filter({ hasText: "cannot be read" }).waitFor();
    assert.equal(await card(person).count(), 0);
    await person.sees("h8", "black");
    await drop("true-open-three.proof");
    await card(person).filter({ hasText: "every reply was played" }).waitFor();
    await person.leave();
  },
};
