// The WebSocket: envelopes out, envelopes in, and a new connection when one breaks.

import { Refused } from "./refusals.js";
import { t } from "./words.js";

const listeners = new Map();
const waiting = new Map();
let socket = null;
let pause = 500;
let nextId = 1;

/** Calls back for every message of that kind; `open` and `closed` are kinds, too. */
export function on(kind, listener) {
  if (!listeners.has(kind)) listeners.set(kind, []);
  listeners.get(kind).push(listener);
}

function tell(kind, message) {
  for (const listener of listeners.get(kind) ?? []) listener(message);
}

/** Whether messages can be sent. */
export const isOpen = () => socket?.readyState === WebSocket.OPEN;

/** Sends a message; says whether it could be sent. */
export function send(message) {
  if (!isOpen()) return false;
  socket.send(JSON.stringify(message));
  return true;
}

/** Sends a message that has an answer; throws what was refused. */
export function ask(message) {
  const id = nextId++;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    if (!send({ ...message, id })) {
      waiting.delete(id);
      reject(new Refused({ text: t("offline") }));
    }
  });
}

function hear(event) {
  const message = JSON.parse(event.data);
  const asked = waiting.get(message.id);
  if (asked) {
    waiting.delete(message.id);
    if (message.is === "error") asked.reject(new Refused(message));
    else asked.resolve(message);
    return;
  }
  tell(message.is, message);
}

/** Connects, and again whenever the connection breaks. */
export function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/socket`);
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
