// Runs every case against a server, and some against servers of their own, which are started
// from the program: node run.mjs URL PROGRAM [WORDS OF A CASE]

import { launch } from "./support.mjs";
import { cases as board } from "./board.mjs";
import { cases as debug } from "./debug.mjs";
import { cases as files } from "./files.mjs";
import { cases as matches } from "./matches.mjs";
import { cases as play } from "./play.mjs";
import { cases as review } from "./review.mjs";
import { cases as scores } from "./scores.mjs";
import { cases as restart } from "./restart.mjs";
import { cases as start } from "./start.mjs";
import { cases as stats } from "./stats.mjs";
import { cases as variations } from "./variations.mjs";

const [url, program, wanted = ""] = process.argv.slice(2);
const browser = await launch(process.env.TENGEN_WEB_BROWSER);
let failures = 0;
for (const [name, run] of Object.entries({ ...play, ...start, ...board, ...debug, ...variations, ...scores, ...review, ...stats, ...matches, ...files, ...restart })) {
  if (!name.includes(wanted)) continue;
  try {
    await run({ browser, url, program });
    console.log(`ok: ${name}`);
  } catch (error) {
    failures += 1;
    console.log(`FAILED: ${name}\n${error.stack}`);
  }
}
await browser.close();
process.exitCode = failures > 0 ? 1 : 0;
