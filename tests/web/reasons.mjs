// What the page says of reasons, without a browser: node reasons.mjs FOLDER OF SCRIPTS FILE, with a line of JSON for each
// move that has its `reasons` and the `k` of its game. Answers with the page's English words, a line each.

import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

// What scripts ask of the browser as they are loaded.
const nothing = () => {};
globalThis.document = { addEventListener: nothing, documentElement: { dataset: {} } };
globalThis.location = { hostname: "" };

const { reasonWords } = await import(pathToFileURL(path.resolve(process.argv[2], "reasons.js")));
for await (const line of readline.createInterface(fs.createReadStream(process.argv[3]))) {
  const { reasons, k } = JSON.parse(line);
  // Signs are the letters of the sides.
  console.log(reasonWords(reasons, k, true));
}
