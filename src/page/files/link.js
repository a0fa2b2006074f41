// The connection: envelopes out, envelopes in, and a new one when it breaks. It leads to the server, or where there
// is none, to a worker of the browser.

/** @import { Notice, Request } from "./envelope.d.ts" */

import { Refused } from "./refusals.js";
import { t } from "./words.js";

/** The kind of message that answers each request with a number.
 *  @typedef {{
 *    read: "game", write: "file", found: "founded", invite: "invited", games: "games", bring: "brought", review: "reviewed", marks: "marks",
 *    match: "begun", matches: "matches", halt: "done", explain: "explained", verify: "verified", puzzle: "puzzle", lesson: "lesson", contest: "contest", forget: "done", discard: "done", register: "done", unregister: "done"
 *  }} Answers */
/** The message of the kind `Kind`.
 *  @template {string} Kind
 *  @typedef {Extract<Notice, { is: Kind }>} Told */
/** A request of the kind `Do`, before it has its number.
 *  @template {string} Do
 *  @typedef {Omit<Extract<Request, { do: Do }>, "id">} Asked */

/** What is called for messages, by their kind. Each takes those of its kind, which a map of all cannot say.
 *  @type {Map<string, ((message: any) => void)[]>} */
const listeners = new Map();
/** Requests that wait for an answer, by their number. Each takes its own answer, which a map of all cannot say.
 *  @type {Map<number | null | undefined, { resolve: (message: any) => void, reject: (refused: Refused) => void }>} */
const waiting = new Map();
/** @type {WebSocket | import("./site/local.js").LocalSocket | null} */
let socket = null;
let pause = 500;
let nextId = 1;

/** Calls back for every message of that kind; `open` and `closed` are kinds, too.
 *  @template {Notice["is"] | "open" | "closed"} Kind
 *  @param {Kind} kind
 *  @param {(message: Told<Kind>) => void} listener */
export function on(kind, listener) {
  listeners.set(kind, [...listeners.get(kind) ?? [], listener]);
}

/** @param {string} kind
 *  @param {Notice} [message] */
function tell(kind, message) {
  for (const listener of listeners.get(kind) ?? []) listener(message);
}

/** Whether messages can be sent. */
export const isOpen = () => socket?.readyState === WebSocket.OPEN;

/** Takes messages that are not for the server, and says whether it did.
 *  @type {(message: Request) => boolean} */
let detour = () => false;

/** Has `takes` look at every message before it is sent, and take those that go elsewhere; answers come to `hear`.
 *  @param {(message: Request) => boolean} takes */
export function divert(takes) {
  detour = takes;
}

/** Sends a message; says whether it could be sent.
 *  @param {Request} message */
export function send(message) {
  if (detour(message)) return true;
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(message));
  return true;
}

/** Sends a message that has an answer; throws what was refused.
 *  @template {keyof Answers} Do
 *  @param {{ do: Do } & Asked<Do>} message
 *  @returns {Promise<Told<Answers[Do]>>} */
export function ask(message) {
  const id = nextId++;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    /** @type {any} a request again, now that it has its number */
    const numbered = { ...message, id };
    if (!send(numbered)) {
      waiting.delete(id);
      reject(new Refused({ text: t("offline") }));
    }
  });
}

/** Takes in a message of the server, or of who stands in for it.
 *  @param {Event} event */
export function hear(event) {
  if (!(event instanceof MessageEvent)) return;
  /** @type {Notice} */
  const message = JSON.parse(event.data);
  const id = "id" in message ? message.id : undefined;
  const asked = waiting.get(id);
  if (asked) {
    waiting.delete(id);
    if (message.is === "error") asked.reject(new Refused(message));
    else asked.resolve(message);
    return;
  }
  tell(message.is, message);
}

/** Whether the page has no server: the browser is its host. */
export const isInBrowser = document.documentElement.dataset.host === "browser";

/** What this browser keeps in place of a server; nothing where there is one. */
export const localStore = async () => (isInBrowser ? import("./site/kept.js") : null);

/** A worker of the browser in place of a connection; `isKept` where it has the whole page.
 *  @param {boolean} isKept */
export const localSocket = async (isKept) => new (await import("./site/local.js")).LocalSocket(isKept);

/** Connects, and again whenever the connection breaks. */
export async function connect() {
  if (isInBrowser) {
    socket = await localSocket(true);
  } else {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/socket`);
  }
  socket.addEventListener("message", hear);
  socket.addEventListener("open", () => {
    pause = 500;
    tell("open");
  });
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Refused({ text: t("offline") }));
    waiting.clear();
    tell("closed");
    setTimeout(connect, pause);
    pause = Math.min(pause * 2, 15_000);
  });
}
