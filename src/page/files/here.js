// Analysis in the visitor's own browser, where the server offers our engine for that: what is said to our engine goes to
// a worker of the browser, and all else to the server.

/** @import { Panel, Request } from "./envelope.d.ts" */
/** @import { Told } from "./link.js" */

import { el, memory, notice, select } from "./dom.js";
import { divert, hear, isInBrowser, localSocket, on, send } from "./link.js";
import { t } from "./words.js";

/** @typedef {Extract<Request, { do: "line" | "engine" | "close" }>} ForDesk */

/** Names of the visitor's own machine: there it is the server that has all of it. */
const OWN_MACHINE = ["localhost", "127.0.0.1", "[::1]"];

let isOffered = false;
/** Desks at which another engine sits, which only the server has.
 *  @type {Set<Panel>} */
const others = new Set();
/** Desks that were spoken to, and where.
 *  @type {Map<Panel, "here" | "server">} */
const places = new Map();
/** @type {import("./site/local.js").LocalSocket | null} */
let worker = null;
/** What is said before the module is there.
 *  @type {ForDesk[]} */
let early = [];
let isOpen = false;

/** The choice. */
const choice = select({ change: () => choose(choice.value) }, [["here", "@analyseHere"], ["server", "@analyseServer"]]);
/** The choice with its words; nothing is shown where there is none. */
export const node = el("label", { hidden: true }, el("span", { "data-word": "analyseWhere" }), choice);

/** @param {string} place */
function choose(place) {
  memory.set("analyse", place);
  // An engine that changes its place begins anew.
  for (const desk of places.keys()) if (!others.has(desk)) leave(desk);
}

/** Ends the engine at a desk where it is now.
 *  @param {Panel} desk */
function leave(desk) {
  send({ do: "close", to: desk });
  places.delete(desk);
}

/** There is no engine here, or none any more: the server has one. What was not begun is asked there.
 *  @param {boolean} isLoaded */
function lose(isLoaded) {
  notice(t(isLoaded ? "engineLeftHere" : "noEngineHere"));
  [worker, isOpen, isOffered, node.hidden] = [null, false, false, true];
  const [again, gone] = [early, [...places].filter(([, place]) => place === "here")];
  early = [];
  for (const [desk] of gone) {
    places.delete(desk);
    if (isLoaded) hear(new MessageEvent("message", { data: JSON.stringify({ is: "ended", from: desk, code: "left", why: "" }) }));
  }
  again.forEach(send);
}

/** Starts the worker. */
async function start() {
  try {
    const own = await localSocket(false);
    worker = own;
    own.addEventListener("open", () => {
      isOpen = true;
      for (const message of early.splice(0)) own.send(JSON.stringify(message));
    });
    own.addEventListener("message", (event) => {
      // The worker is the host of a whole page; here it has the desks alone.
      if (!(event instanceof MessageEvent)) return;
      const { from, is } = JSON.parse(event.data);
      if (from || is === "error") hear(event);
    });
    own.addEventListener("close", () => lose(isOpen));
  } catch {
    lose(false);
  }
}

/** @param {Request} message */
function takes(message) {
  if (!isOffered || !(message.do === "line" || message.do === "engine" || message.do === "close")) return false;
  const { to } = message;
  if (message.do === "engine") {
    const isOther = message.name !== "tengen";
    if (isOther && places.get(to) === "here") leave(to);
    if (isOther) others.add(to);
    else if (others.delete(to)) {
      places.delete(to);
      return false;
    }
  }
  const place = places.get(to) ?? (others.has(to) ? "server" : choice.value === "here" ? "here" : "server");
  if (message.do === "line") places.set(to, place);
  if (place === "server") return false;
  if (isOpen) worker?.send(JSON.stringify(message));
  else if (early.push(message) === 1 && !worker) start();
  return true;
}

/** The most threads of an analysis in the browser, which leaves others their share. */
const MOST_THREADS = 4;

/** Threads for an analysis by our engine at a desk: several only in the browser itself, where threads may share memory.
 *  @param {Panel} desk */
export function threadsFor(desk) {
  const isHere = isInBrowser || (isOffered && !others.has(desk) && choice.value === "here");
  if (!isHere || !globalThis.crossOriginIsolated) return 1;
  return Math.max(1, Math.min(MOST_THREADS, navigator.hardwareConcurrency >> 1));
}

/** The server has said what there is.
 *  @param {Told<"hello">} hello */
export function welcome({ module }) {
  [isOffered, node.hidden] = [module, !module];
  choice.value = memory.get("analyse") ?? (OWN_MACHINE.includes(location.hostname) ? "server" : "here");
  // A new connection knows nothing of the desks of the last one.
  for (const [desk, place] of places) if (place === "server") places.delete(desk);
}

divert(takes);
// Who asked has forgotten what was asked.
on("closed", () => { for (const [desk, place] of places) if (place === "here") leave(desk); });
