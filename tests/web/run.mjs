// Runs every case, on several servers at once: node run.mjs URL[,URL...] PROGRAM [WORDS OF A CASE]
//
// Each server has a browser of its own, which takes the next case as soon as it is free; so no case sees what
// another one does meanwhile. Some cases start further servers from the program. With TENGEN_WEB_TIMES=1 every
// line says how many seconds its case took; with TENGEN_WEB_AGAIN=1 what fails is tried once more with nothing
// beside it, on a server and in a browser of its own, and only what fails again is a failure. TENGEN_WEB_SLOW=MS
// makes every page slow, which finds cases that look before they wait. The last line names what failed.

import { spawn } from "node:child_process";
import { once } from "node:events";
import readline from "node:readline";

import { launch } from "./support.mjs";
import { cases as access } from "./access.mjs";
import { cases as board } from "./board.mjs";
import { cases as course } from "./course.mjs";
import { cases as debug } from "./debug.mjs";
import { cases as engines } from "./engines.mjs";
import { cases as files } from "./files.mjs";
import { cases as friends } from "./friends.mjs";
import { cases as matches } from "./matches.mjs";
import { cases as play } from "./play.mjs";
import { cases as proofs } from "./proofs.mjs";
import { cases as puzzles } from "./puzzles.mjs";
import { cases as review } from "./review.mjs";
import { cases as scores } from "./scores.mjs";
import { cases as restart } from "./restart.mjs";
import { cases as start } from "./start.mjs";
import { cases as stats } from "./stats.mjs";
import { cases as variations } from "./variations.mjs";

const [urls, program, wanted = ""] = process.argv.slice(2);
// The longest ones come first, so that no worker is left alone with one at the end.
const all = { ...access, ...course, ...play, ...friends, ...start, ...board, ...debug, ...engines, ...variations, ...scores, ...review, ...proofs, ...puzzles, ...stats, ...matches, ...files, ...restart };
const waiting = Object.entries(all).filter(([name]) => name.includes(wanted));
const isTimed = Boolean(process.env.TENGEN_WEB_TIMES);
const isPatient = Boolean(process.env.TENGEN_WEB_AGAIN);
const failed = [];
/** What is said of cases that failed, by their names: one line each. */
const told = new Map();

/** What the pages of a case that failed show: where they are and how they begin. */
async function shown(browser) {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const texts = pages.map(async (page) => {
    const text = await page.locator("main > section:visible").first().innerText({ timeout: 5000 }).catch(String);
    return `  at ${page.url()}: ${text.replaceAll(/\s+/g, " ").slice(0, 700)}\n`;
  });
  return (await Promise.all(texts)).join("");
}

/** Runs a case and tells how it went, a failure with `mark` before it; whether it went well. */
async function attempt({ browser, url }, [name, run], mark) {
  const begin = performance.now();
  const time = () => (isTimed ? ` (${((performance.now() - begin) / 1000).toFixed(1)} s)` : "");
  try {
    await run({ browser, url, program });
    console.log(`ok: ${name}${time()}`);
    return true;
  } catch (error) {
    const page = await shown(browser);
    console.log(`${mark}: ${name}${time()}\n${error.stack}\n${page}`);
    told.set(name, `${name}: ${String(error.message).replaceAll(/\s+/g, " ").slice(0, 300)}${page.slice(0, 300).trimEnd()}`);
    // What it has left open goes on working, and is no part of what comes next.
    await Promise.all(browser.contexts().map((context) => context.close()));
    return false;
  }
}

/** Takes cases until none is left. */
async function work(url) {
  const place = { browser: await launch(process.env.TENGEN_WEB_BROWSER), url };
  while (waiting.length > 0) {
    const one = waiting.shift();
    if (!await attempt(place, one, isPatient ? "SHAKY" : "FAILED")) failed.push(one);
  }
  return place;
}

/** Tries a case once more, where nothing was done before; whether it goes well now. */
async function again(one) {
  const server = spawn(program, ["serve", "--listen", "127.0.0.1:0", "--store", "none"], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(readline.createInterface(server.stdout), "line");
  const browser = await launch(process.env.TENGEN_WEB_BROWSER);
  const isWell = await attempt({ browser, url: line.trim().replace("page at ", "") }, one, "FAILED");
  await browser.close();
  server.kill();
  return isWell;
}

const places = await Promise.all(urls.split(",").map(work));
await Promise.all(places.map(({ browser }) => browser.close()));
if (isPatient) {
  for (const one of failed) if (await again(one)) told.delete(one[0]);
}
if (told.size > 0) console.log(`failed: ${[...told.values()].join("; ")}`);
process.exitCode = told.size > 0 ? 1 : 0;
