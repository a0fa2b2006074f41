// Runs every case, on several servers at once: node run.mjs URL[,URL...] PROGRAM [WORDS OF A CASE]
//
// Each server has a browser of its own, which takes the next case as soon as it is free; so no case sees what
// another one does meanwhile. Some cases start further servers from the program. With TENGEN_WEB_TIMES=1 every
// line says how many seconds its case took.

import { launch } from "./support.mjs";
import { cases as access } from "./access.mjs";
import { cases as board } from "./board.mjs";
import { cases as course } from "./course.mjs";
import { cases as debug } from "./debug.mjs";
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
const all = { ...access, ...course, ...play, ...friends, ...start, ...board, ...debug, ...variations, ...scores, ...review, ...proofs, ...puzzles, ...stats, ...matches, ...files, ...restart };
const waiting = Object.entries(all).filter(([name]) => name.includes(wanted));
const isTimed = Boolean(process.env.TENGEN_WEB_TIMES);
let failures = 0;

/** Takes cases until none is left. */
async function work(url) {
  const browser = await launch(process.env.TENGEN_WEB_BROWSER);
  while (waiting.length > 0) {
    const [name, run] = waiting.shift();
    const begin = performance.now();
    const time = () => (isTimed ? ` (${((performance.now() - begin) / 1000).toFixed(1)} s)` : "");
    try {
      await run({ browser, url, program });
      console.log(`ok: ${name}${time()}`);
    } catch (error) {
      failures += 1;
      console.log(`FAILED: ${name}${time()}\n${error.stack}`);
    }
  }
  await browser.close();
}

await Promise.all(urls.split(",").map(work));
process.exitCode = failures > 0 ? 1 : 0;
