// Pictures of the page as its visitors see it: node pictures.mjs URL FOLDER [WORDS OF A NAME]

import fs from "node:fs";
import path from "node:path";

import { playOut } from "./play.mjs";
import { DESK, launch, PHONE, Person } from "./support.mjs";

const ann = (more) => ({ game: "tictactoe", myName: "Ann", ...more });

/** Plays moves on both sides of a table. */
async function playAll(person, moves) {
  for (const [index, move] of moves.entries()) {
    await person.tap(move);
    await person.sees(move, index % 2 === 0 ? "black" : "white");
  }
}

/** Types a line of the protocol and waits for the stone that it puts somewhere. */
async function position(person, line, last, color) {
  await person.open("debug");
  await person.page.fill("#line", line);
  await person.page.press("#line", "Enter");
  await person.sees(last, color);
}

/** Opens a game at the debugging board. */
async function game(person) {
  const fen = `${Array(15).fill(15).join("/")} x k=5 rule=freestyle destroy=0,0`;
  const moves = "h8 i9 h9 h10 g8 i8 i10 f7 f9 g9 j9";
  await person.open(`debug?${new URLSearchParams({ fen, moves, ply: 11 })}`);
  await person.sees("j9", "black");
}

/** The states of the page, and how to get there. Each begins with a new visitor. */
const STATES = {
  async lobby(person) {
    await person.open("play");
  },
  async returns(person) {
    await person.found(ann({ white: "fivestage" }));
    await person.found(ann({ game: "renju", white: "level:3", begin: "swap2" }));
    await person.found(ann({ white: "random" }));
    await playOut(person);
    await person.open("play");
  },
  async help(person) {
    await person.open("help");
  },
  async draw(person) {
    await person.found(ann({ white: "fivestage" }));
    await playOut(person);
  },
  async win(person) {
    await person.found(ann({ white: "random" }));
    for (;;) {
      if ((await playOut(person)).includes("Ann (X) wins")) break;
      await person.page.click("#do-new-game");
    }
    await person.review();
  },
  async renju(person) {
    await person.found(ann({ game: "renju", white: "me" }));
    await playAll(person, ["g8", "a1", "i8", "a3", "h7", "a5", "h9", "a7"]);
    await person.page.locator("#play [data-forbidden=h8]").waitFor();
    await person.tap("h8");
    await person.page.locator("#notice").filter({ hasText: "forbidden" }).waitFor();
  },
  async destroy(person) {
    await person.found(ann({ game: "destroy", white: "level:5", engineTime: 0.3 }));
    await person.tap("h8");
    await person.reads("Ann (Black) is to move");
    const [theirs] = await person.stones("white");
    for (let click = 0; click < 2; click += 1) await person.tap(theirs);
    await person.page.locator(`#play rect.black[data-square=${theirs}]`).waitFor();
    await person.reads("Ann (Black) is to move");
  },
  async room(person, { browser, url }) {
    const link = await person.found(ann({ game: "gomoku", white: "guest", gameClock: 5 }));
    const guest = await Person.arrive(browser, url);
    await guest.page.goto(link);
    await guest.sit("second", "Bob");
    await person.page.locator("[data-chair=second]").filter({ hasText: "Bob" }).waitFor();
    for (const [index, move] of ["h8", "i9", "h9", "h10", "g8", "i8", "i10"].entries()) {
      const [player, other] = index % 2 === 0 ? [person, guest] : [guest, person];
      await player.tap(move);
      await other.sees(move, index % 2 === 0 ? "black" : "white");
    }
    await guest.page.click("#do-offer-draw");
    await person.page.locator("[data-word=accept]").waitFor();
    return guest;
  },
  async large(person) {
    await person.found(ann({ game: "gomoku40x30", white: "me" }));
    await playAll(person, ["t15", "u16", "t16", "t17", "s15"]);
  },
  async debug(person) {
    await game(person);
    await person.page.click("[data-word=analyseGame]");
    await person.page.locator("#debug .knot").nth(11).waitFor();
    await person.page.locator("[data-seat=a] [data-word=analyse]").waitFor();
    await person.page.click("[data-seat=a] button.main");
    await person.page.locator("#debug .candidate").first().waitFor();
    await person.page.locator("[data-seat=a] [data-word=analyse]").waitFor();
  },
  async overlay(person) {
    await game(person);
    await person.page.locator("#debug select[data-label=overlay]").selectOption("threatsX");
    await person.page.locator("#debug .label").first().waitFor();
  },
  async compare(person) {
    await game(person);
    await person.page.check("#compare");
    await person.page.locator("[data-seat=b] select[data-label=player]").selectOption("scoretable");
    for (const seat of ["a", "b"]) {
      await person.page.click(`[data-seat=${seat}] button.main`);
      await person.page.locator(`[data-seat=${seat}] .pvs b`).first().waitFor();
    }
    await person.page.locator("[data-seat=a] [data-word=analyse]").waitFor();
  },
  async tree(person) {
    await position(person, "position fen x1o/1o1/x2 x k=3", "a3", "black");
    await person.page.locator("#tree select[data-label=depth]").selectOption("9");
    await person.page.click("#tree [data-word=grow]");
    await person.page.locator("#tree .watch:not([hidden])").waitFor();
    await person.page.click("#tree [data-word=watchCut]");
  },
  async review(person) {
    await person.found({ game: "gomoku", black: "level:5", white: "level:6", engineTime: 0.2 });
    await person.page.locator("#do-review").waitFor({ timeout: 120_000 });
    await person.review();
    await person.page.click("#judged [data-does=faultBefore]");
  },
  async lesson(person) {
    await this.review(person);
    await person.page.click("#judged [data-does=learn]");
    await person.tap("a1");
    await person.page.locator(".learn-says").filter({ hasText: "gives away" }).waitFor();
  },
  async match(person) {
    await person.open("matches");
    await person.page.click("#start-match");
    await person.page.locator("[data-state=done]").waitFor({ timeout: 120_000 });
    await person.page.locator("[data-does=pick]").first().click();
    await person.page.click("#matches [data-label=last]");
  },
  async live(person) {
    await person.open("matches");
    for (const index of [0, 1]) await person.page.locator(".entrants select").nth(index).selectOption("engine");
    await person.page.locator("#new-match select[data-label=game]").selectOption("gomoku");
    await person.page.locator("#new-match input").nth(1).fill("0.4");
    await person.page.click("#start-match");
    await person.page.waitForFunction(() => document.querySelectorAll("#matches .match[data-live=true] .board .white").length >= 6);
    return { leave: () => person.page.click("[data-does=haltThis]") };
  },
  async puzzle(person) {
    await person.open("puzzles?n=12");
    await person.page.locator("#puzzle .learn-says.asked").waitFor();
    await person.tap("a15");
    await person.page.locator("#puzzle .learn-says.wrong").waitFor();
  },
  async proof(person) {
    const fen = `${Array(15).fill(15).join("/")} x k=5 rule=freestyle destroy=0,0`;
    await person.open(`debug?${new URLSearchParams({ fen, moves: "h8 a1 i8 a3 j8 o15" })}`);
    await person.page.locator("[data-seat=a] [data-label=limit]").selectOption("depth 4");
    await person.page.click("[data-seat=a] button.main");
    await person.page.locator("#debug [data-does=why]").click();
    await person.page.locator("#debug .learn:visible").filter({ hasText: /\S/ }).waitFor();
    await person.tap("a15");
    await person.page.waitForTimeout(500);
  },
  async statistics(person) {
    for (const white of ["random", "fivestage", "linecount"]) {
      await person.found(ann({ white }));
      await playOut(person);
    }
    await person.open("stats");
    await person.page.locator("#stats .fold").first().waitFor();
    await person.page.$$eval("#stats .fold", (nodes) => nodes.forEach((node) => { node.open = true; }));
    await person.page.click("[data-does=reviewAll]");
    await person.page.waitForFunction(() => {
      const cells = [...document.querySelectorAll("#stats tbody tr")];
      return cells.length > 6 && !document.querySelector("#stats [disabled]") &&
        document.querySelectorAll("#stats .faults").length >= 3;
    });
  },
};

/** States that are shown in Chinese, too, on a phone; the others are reached by English words. */
const IN_CHINESE = ["lobby", "help", "live", "puzzle", "proof", "overlay"];

/** Visitors of a state, by the ends of its names. */
const visitors = (name) => ({ desk: { size: DESK }, phone: { size: PHONE },
  ...(IN_CHINESE.includes(name) ? { chinese: { size: PHONE, locale: "zh-CN" } } : {}) });

/** Writes the page from its head to its last line, small enough for a README. */
async function keep({ context, page }, file) {
  await page.mouse.move(0, 0);
  await page.evaluate(() => window.scrollTo(0, 0));
  const { width, height: most } = page.viewportSize();
  const height = Math.min(most, await page.$$eval("section:not([hidden])", (nodes) =>
    Math.ceil(Math.max(...nodes.map((node) => node.getBoundingClientRect().bottom)))));
  const session = await context.newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 60,
    clip: { x: 0, y: 0, width, height, scale: 0.8 } });
  fs.writeFileSync(file, Buffer.from(data, "base64"));
}

/** The two pictures of the README: a game that two levels have played, with its review; and the
 *  debugging board with the curve of that game and the best moves before its first blunder. */
async function portrait(browser, url, folder) {
  const person = await Person.arrive(browser, url, { size: { width: 1280, height: 1060 } });
  const { page } = person;
  // A game without a blunder shows too little.
  do {
    await person.found({ game: "gomoku", black: "level:6", white: "level:7", engineTime: 0.3 });
    await page.locator("#do-review").waitFor({ timeout: 120_000 });
    await person.review();
  } while (await page.locator("#play .move:has(.blunder)").count() === 0);
  await keep(person, path.join(folder, "play.webp"));

  await page.locator("#play .move:has(.blunder)").first().click();
  await page.click("#play [data-word=inAnalysis]");
  await page.locator("#debug .moves .move.now").waitFor();
  const { hash } = new URL(page.url());
  // Back to the position before it.
  await page.locator("#debug .moves .move").nth(Number(new URLSearchParams(hash.split("?")[1]).get("ply")) - 2).click();
  await page.click("[data-seat=a] button.main");
  await page.locator("#debug .candidate").first().waitFor();
  await page.locator("[data-seat=a] [data-word=analyse]").waitFor();
  await keep(person, path.join(folder, "debug.webp"));
  await person.leave();
}

const [url, folder, wanted = ""] = process.argv.slice(2);
fs.mkdirSync(folder, { recursive: true });
const browser = await launch(process.env.TENGEN_WEB_BROWSER);
for (const [name, reach] of Object.entries(STATES)) {
  if (!name.includes(wanted)) continue;
  for (const [kind, visitor] of Object.entries(visitors(name))) {
    const person = await Person.arrive(browser, url, visitor);
    const others = await reach.call(STATES, person, { browser, url });
    for (const colorScheme of ["light", "dark"]) {
      await person.page.emulateMedia({ colorScheme });
      await person.page.screenshot({ path: path.join(folder, `${name}-${kind}-${colorScheme}.png`),
        fullPage: true });
    }
    await others?.leave();
    await person.leave();
    console.log(`${name}, ${kind}`);
  }
}
if ("portrait".includes(wanted)) {
  await portrait(browser, url, folder);
  console.log("portrait");
}
await browser.close();
