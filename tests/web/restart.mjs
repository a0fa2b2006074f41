// A server that is killed and started again, with what people see of it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";

import { Person } from "./support.mjs";

/** An engine that plays in the corner and says nothing of its thinking. */
const MUTE = `while read -r line; do case $line in
uci) echo id name Mute; echo uciok ;; isready) echo readyok ;; go*) echo 'nothing to say' >&2; echo bestmove a15; sleep 3; echo 'still nothing' >&2 ;; quit) exit ;;
esac; done
`;

/** A server of its own, on a store of its own, beside an engine that can be taken away. */
class House {
  constructor(program) {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), "tengen-web-"));
    this.program = path.resolve(program);
    this.engine = path.join(this.folder, "engine");
    fs.symlinkSync(this.program, this.engine);
    this.mute = path.join(this.folder, "mute.sh");
    fs.writeFileSync(this.mute, MUTE);
    this.listen = "127.0.0.1:0";
  }

  /** Starts the server, the next time where it was before. */
  async start() {
    this.server = spawn(this.program, ["serve", "--listen", this.listen, "--store",
      path.join(this.folder, "store.db"), "--engine", `name=Guest cmd='${this.engine}'`,
      "--engine", `name=Mute cmd='sh ${this.mute}' proto=uci`],
    { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = await Promise.race([
      once(readline.createInterface(this.server.stdout), "line"),
      once(this.server, "exit").then(() => assert.fail("the server ended before it said where it is")),
    ]);
    this.url = line.trim().replace("page at ", "");
    this.listen = new URL(this.url).host;
  }

  async kill() {
    if (this.server.exitCode !== null) return;
    this.server.kill("SIGKILL");
    await once(this.server, "exit");
  }

  async close() {
    await this.kill();
    fs.rmSync(this.folder, { recursive: true });
  }
}

export const cases = {
  async "a game outlives its server, and waits for an engine that is not there"({ browser, program }) {
    const house = new House(program);
    try {
      await house.start();
      const person = await Person.arrive(browser, house.url);
      await person.open("play");
      const guest = await person.field("white").evaluate((node) =>
        [...node.options].find((option) => option.text.includes("Guest")).value);
      await person.found({ game: "tictactoe", myName: "Ann", white: guest, engineTime: 0.2 });
      await person.tap("b2");
      await person.reads("Ann (X) is to move");
      const answer = await person.stones("white");
      assert.equal(answer.length, 1);

      await house.kill();
      fs.renameSync(house.engine, `${house.engine}.away`);
      await house.start();
      const refusal = person.page.locator("#shut");
      await refusal.filter({ hasText: "Guest" }).waitFor();
      assert.ok(await person.page.locator("#play .board").isHidden(), "no board that takes no move");

      fs.renameSync(`${house.engine}.away`, house.engine);
      await refusal.locator("button").first().click();
      await person.sees("b2", "black");
      assert.ok(await refusal.isHidden());
      assert.deepEqual(await person.stones("white"), answer);
      await person.reads("Ann (X) is to move");
      await person.tap(["a2", "c2"].find((name) => !answer.includes(name)));
      await person.page.locator("#play .board .white").nth(1).waitFor();
      await person.leave();
    } finally {
      await house.close();
    }
  },

  async "a place whose engine cannot start says why, and is free again"({ browser, program }) {
    const house = new House(program);
    try {
      await house.start();
      const person = await Person.arrive(browser, house.url);
      await person.open("debug");
      const seat = person.page.locator("[data-seat=a]");
      const name = await seat.locator("[data-label=engine]").evaluate((node) =>
        [...node.options].find((option) => option.text.includes("Guest")).value);
      fs.renameSync(house.engine, `${house.engine}.away`);
      await seat.locator("[data-label=engine]").selectOption(name);
      await seat.locator(".trouble").filter({ hasText: "Guest" }).waitFor();
      await seat.locator("button.main").click();
      await seat.locator("button.main").filter({ hasText: "Analyse" }).waitFor();
      fs.renameSync(`${house.engine}.away`, house.engine);
      await seat.locator("button.main").click();
      await seat.locator(".pvs b").first().waitFor();
      assert.equal(await seat.locator(".trouble").count(), 0);
      await person.leave();
    } finally {
      await house.close();
    }
  },

  async "an engine without scores shows its move, and both engines' moves are drawn"({ browser, program }) {
    const house = new House(program);
    try {
      await house.start();
      const person = await Person.arrive(browser, house.url);
      await person.open("debug");
      const { page } = person;
      await page.locator("[data-seat=a] [data-label=engine]").selectOption("Mute");
      await page.click("[data-seat=a] button.main");
      await page.locator("[data-seat=a] .pvs b").filter({ hasText: "its move" }).waitFor();
      await page.locator("#debug [data-mark=A]").waitFor();
      assert.equal(await page.locator("#debug .board .label").textContent(), "A");
      await page.check("#compare");
      await page.locator("[data-seat=b] [data-label=limit]").selectOption("depth 4");
      await page.click("[data-seat=b] button.main");
      await page.locator("#debug [data-mark=B]").waitFor();
      await page.locator("#legend").filter({ hasText: "ring" }).waitFor();
      await page.locator("[data-seat=a] [data-word=playBest]").click();
      await person.sees("a15", "black");
      await person.leave();
    } finally {
      await house.close();
    }
  },

  async "what an engine writes to standard error lies in a drawer at its table"({ browser, program }) {
    const house = new House(program);
    try {
      await house.start();
      const person = await Person.arrive(browser, house.url);
      const { page } = person;
      await person.found({ game: "gomoku", white: "Mute" });
      assert.equal(await page.locator("#play .drawer:visible").count(), 0);
      await person.tap("h8");
      await person.sees("a15", "white");
      const drawer = page.locator("#play .drawer:visible");
      await drawer.filter({ hasText: /What Mute writes to standard error \(\d\)/ }).click();
      await drawer.locator(".log").filter({ hasText: "nothing to say" }).waitFor();
      // It stays open while more comes, also from an engine that says nothing else.
      await drawer.filter({ hasText: "(2)" }).locator(".log").waitFor();
      await person.leave();
    } finally {
      await house.close();
    }
  },
};
