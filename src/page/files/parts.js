// The parts of the page. The first one comes with the page; the others are fetched when they are opened, or when the
// browser has nothing else to do.

/** @import { Told } from "./link.js" */

import { byId, notice } from "./dom.js";
import * as play from "./play.js";
import { fill, speakOfSigns, t } from "./words.js";

/** A part of the page.
 *  @typedef {{ build: (fill: (root: ParentNode) => void) => void, welcome: (hello: Told<"hello">) => void, open: (query: URLSearchParams, name: string) => unknown }} Part */

/** How parts are fetched, by their names.
 *  @type {Record<string, () => Promise<Part>>} */
const FETCH = { debug: () => import("./debug.js"), stats: () => import("./stats.js"), matches: () => import("./matches.js"),
  puzzles: () => import("./puzzles.js"), learn: () => import("./course.js"), help: () => import("./help.js") };
/** Parts that can be used without having been opened: a game file may be dropped anywhere. */
const SOON = ["debug", "matches", "stats"];

/** The parts that are built, by their names.
 *  @type {Record<string, Part | undefined>} */
export const parts = { play };
export const NAMES = ["play", "puzzles", "learn", "analysis", "debug", "stats", "matches", "help"];

/** The part that shows what is called so: the debugging board is an analysis with all that authors of engines need.
 *  @param {string} name */
export const partOf = (name) => (name === "analysis" ? "debug" : name);

/** What the server has said there is.
 *  @type {Told<"hello"> | null} */
export let hello = null;

/** The part of that name, built.
 *  @param {string} name
 *  @returns {Promise<Part>} */
export async function bring(name) {
  const built = parts[name];
  if (built) return built;
  const part = await FETCH[name]();
  // Another call may have asked for it meanwhile.
  if (parts[name]) return part;
  parts[name] = part;
  part.build(fill);
  if (hello) part.welcome(hello);
  // The others stay as they are: what is drawn anew is lost under the finger.
  fill(byId(name));
  return part;
}

/** Shows what an address says in a part that is built, once there is a server.
 *  @param {string} name
 *  @param {URLSearchParams} query */
export function open(name, query) {
  if (!hello) return;
  if (partOf(name) !== "debug") speakOfSigns(false);
  parts[partOf(name)]?.open(query, name);
  byId(partOf(name)).removeAttribute("aria-busy");
}

/** Shows it in a part that has to be fetched first, unless `isOver` says that it is not wanted any more.
 *  @param {string} name
 *  @param {URLSearchParams} query
 *  @param {() => boolean} isOver */
export async function openLater(name, query, isOver) {
  try {
    await bring(partOf(name));
    if (!isOver()) open(name, query);
  } catch (error) {
    console.warn(error);
    notice(t("offline"));
  }
}

/** Tells every part what the server has said.
 *  @param {Told<"hello">} message */
export function welcome(message) {
  const isFirst = !hello;
  hello = message;
  for (const part of Object.values(parts)) part?.welcome(message);
  if (isFirst) setTimeout(fetchRest);
}

/** Builds what may be needed soon, one part after the other. */
async function fetchRest() {
  for (const name of SOON) {
    await new Promise((resolve) => { (window.requestIdleCallback ?? setTimeout)(resolve, { timeout: 2000 }); });
    // What is missing is fetched when it is opened.
    await bring(name).catch(() => {});
  }
}
