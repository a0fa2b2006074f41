// A worker with one engine, one that helps the engine of another worker, or one that answers messages of the page that
// may take long.

import { lend, Running } from "./module.js";
import { Ring } from "./ring.js";

/** @type {Running} */
let running;
/** @type {Ring | null} */
let ring = null;
/** @type {string | null} why the engine that this worker helps has failed here */
let failure = null;

/** Does something with the module, and says why if it fails: the worker is of no use any more then.
 *  @param {() => void} work */
function attempt(work) {
  try {
    work();
  } catch (error) {
    postMessage({ failed: failure ?? running?.failure ?? String(error), missing: running?.missing });
    close();
  }
}

/** @param {string} line */
function hear(line) {
  if (running.exports.hear_engine(running.put(line)) === 0) {
    postMessage({ failed: "quit" });
    close();
  }
}

/** @param {MessageEvent} event */
onmessage = ({ data }) => attempt(() => {
  if (data.place) {
    lend(data.module, data.place, (why) => { failure = why; });
  } else if (data.module) {
    ring = data.ring ? new Ring(data.ring) : null;
    running = new Running(data.module, (text) => postMessage({ told: text }), () => ring?.take() ?? null, data.files,
      data.mayHaveHelp ? (place) => postMessage({ place }) : null);
    running.exports.open_engine();
  } else if (data.answer !== undefined) {
    running.exports.answer_page(running.put(data.answer));
    postMessage({ done: true });
  } else if (data.review !== undefined) {
    running.exports.review_game(running.put(data.review));
  } else if (data.line !== undefined) {
    hear(data.line);
  } else {
    for (let line = ring?.take(); line !== null && line !== undefined; line = ring?.take()) hear(line);
  }
});
