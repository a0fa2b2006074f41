// The host of a page without a server: a worker with the house, which starts a worker for each engine.

import { all, forget, keep } from "./kept.js";
import { fetchFile, fetchModule, Running } from "./module.js";
import { Ring } from "./ring.js";

/** What the house wants to be done.
 *  @typedef {{ do: "tell", notice: unknown } | { do: "start" | "end", engine: number }
 *    | { do: "load", file: string } | { do: "say", engine: number, line: string } | { do: "answer", text: string }
 *    | { do: "review", id: number, game: number, start: string, moves: string }
 *    | { do: "keep", table: string, text: string } | { do: "finish", game: number, text: string }
 *    | { do: "forget", game: number } | { do: "discard", table: string } | { do: "wake", at: number }} Order */

/** What of a line decides the next answer, so that a worker in its place has to be told: a later line that begins so
 *  replaces it. */
const SETTING = /^(position|setoption name .+? value|setoption name .+)/;

/** A question without an end of its own. */
const ENDLESS = /^go$|^go .*\b(infinite|ponder)\b/;
/** What ends the search for an answer to such a question. */
const CHANGE = /^(position|setoption|ucinewgame|go)\b/;

/** A worker of an engine, one that helps it, or one that answers. */
const startWorker = () => new Worker(new URL("./engineworker.js", import.meta.url), { type: "module" });

/** An engine in a worker, and others that help it. */
class Engine {
  /** @param {number} number */
  constructor(number) {
    this.number = number;
    /** @type {string[]} the lines that a worker in its place has to be told */
    this.settings = [];
    this.isAtWork = false;
    this.isEndless = false;
    /** @type {string | null} the first move of the line that it thought best */
    this.best = null;
    /** @type {Worker[]} */
    this.helpers = [];
    this.start();
  }

  /** Starts a worker once there are the files that were ordered before; what is said meanwhile waits. */
  start() {
    this.ring = globalThis.crossOriginIsolated ? new Ring() : null;
    /** @type {object[] | null} */
    this.early = [];
    /** @type {Worker | null} */
    this.worker = null;
    const { early } = this;
    // Another start may have followed, or an end.
    loading.then(() => { if (this.early === early) this.begin(early); });
  }

  /** @param {object[]} early */
  begin(early) {
    this.worker = startWorker();
    this.worker.onmessage = ({ data }) => {
      if (data.told !== undefined) return this.told(data.told);
      return data.place ? this.help(data.place) : this.leave(data.failed, data.missing);
    };
    this.worker.onerror = (event) => this.leave(event.message);
    this.early = null;
    const opening = { module, ring: this.ring?.shared, files, mayHaveHelp };
    for (const message of [opening, ...early]) this.worker.postMessage(message);
  }

  /** Starts a worker that helps. The engine waits for it, and ends with it; those to come do without.
   *  @param {import("./module.js").Place} place */
  help(place) {
    const worker = startWorker();
    const fail = (/** @type {string} */ why) => {
      mayHaveHelp = false;
      this.leave(why);
    };
    this.helpers.push(worker);
    worker.onmessage = ({ data }) => fail(data.failed);
    worker.onerror = (event) => fail(event.message);
    worker.postMessage({ module, place });
  }

  /** @param {object} message */
  post(message) {
    if (this.early) this.early.push(message);
    else this.worker?.postMessage(message);
  }

  /** @param {string} line */
  told(line) {
    const words = line.split(" ");
    if (words[0] === "bestmove") this.isAtWork = false;
    const place = words.indexOf("pv");
    if (words[0] === "info" && place > 0 && !line.includes(" multipv ")) this.best = words[place + 1];
    if (line.includes(" multipv 1 ")) this.best = words[place + 1];
    news({ told: { engine: this.number, line } });
  }

  /** @param {string} line */
  say(line) {
    // A search that hears nothing is ended here by what would end it if it did.
    if (!this.ring && this.isAtWork && (line === "stop" || (this.isEndless && CHANGE.test(line)))) this.restart();
    const [setting] = SETTING.exec(line) ?? [];
    if (setting) this.settings = [...this.settings.filter((it) => !it.startsWith(setting)), line];
    if (this.ring?.put(line)) return this.post({});
    if (line.startsWith("go")) [this.isAtWork, this.isEndless, this.best] = [true, ENDLESS.test(line), null];
    this.post({ line });
  }

  /** Ends a search that hears nothing: a new worker takes its place, and the answer is the move that was thought
   *  best. */
  restart() {
    const { best } = this;
    this.end();
    this.start();
    for (const line of this.settings) this.post({ line });
    if (best === null) {
      this.post({ line: "go depth 1" });
    } else {
      this.told(`bestmove ${best}`);
    }
  }

  /** @param {string} why
   *  @param {string} [missing] the file for lack of which it ends */
  leave(why, missing) {
    if (missing) tellMissing(missing);
    this.end();
    engines.delete(this.number);
    news({ gone: { engine: this.number, why } });
  }

  end() {
    for (const worker of [this.worker, ...this.helpers]) {
      if (worker) worker.onmessage = null;
      worker?.terminate();
    }
    [this.worker, this.early, this.helpers] = [null, null, []];
  }
}

/** @type {Map<number, Engine>} */
const engines = new Map();
/** Whether engines may have helpers: only where memory is shared, and none has failed. */
let mayHaveHelp = globalThis.crossOriginIsolated;
/** @type {WebAssembly.Module} */
let module;
/** The files that engines need, as far as they were loaded ahead.
 *  @type {Map<string, Uint8Array>} */
const files = new Map();
/** The same files, also those that are on their way.
 *  @type {Map<string, Promise<Uint8Array>>} */
const fetching = new Map();
/** What is loaded just now. */
let loading = Promise.resolve();
/** @type {Running} */
let house;
/** @type {Worker | null} */
let answering = null;
/** Messages that wait for their answers.
 *  @type {string[]} */
let unanswered = [];
let alarm = 0;
/** What is written down, one after the other. */
let writing = Promise.resolve();

/** @param {Order} order */
function carryOut(order) {
  switch (order.do) {
    case "tell": return postMessage({ text: JSON.stringify(order.notice) });
    case "load":
      loading = Promise.all([loading, load(order.file)]).then(() => {});
      return loading;
    case "start": return engines.set(order.engine, new Engine(order.engine));
    case "say": return engines.get(order.engine)?.say(order.line);
    case "end":
      engines.get(order.engine)?.end();
      return engines.delete(order.engine);
    case "answer": return answer(order.text);
    case "review": return review(order);
    case "keep": return write(() => keep("tables", order.table, order.text));
    case "finish": return write(() => keep("games", order.game, order.text));
    case "discard": return write(() => forget("tables", order.table));
    case "forget": return write(() => forget("games", order.game));
    case "wake":
      clearTimeout(alarm);
      alarm = setTimeout(() => news("waited"), Math.max(0, order.at - performance.now()));
  }
}

/** Says that a file could not be loaded; `id` is that of the message for whose answer it is needed.
 *  @param {string} file
 *  @param {number} [id] */
function tellMissing(file, id) {
  const what = { is: "error", id, code: "not-loaded", at: "", text: `file: ${file}: expected one that can be loaded` };
  postMessage({ text: JSON.stringify(what) });
}

/** @param {string} file */
async function load(file) {
  const one = fetching.get(file) ?? fetchFile(file);
  fetching.set(file, one);
  try {
    files.set(file, await one);
  } catch {
    // The house says so to the page.
    fetching.delete(file);
  }
  news({ loaded: { file, isThere: files.has(file) } });
}

/** @param {() => Promise<unknown>} work */
function write(work) {
  writing = writing.then(work).then(() => {}, (error) => {
    const what = { is: "error", code: "not-kept", at: "", text: `table: ${error}: expected a browser that keeps it` };
    postMessage({ text: JSON.stringify(what) });
  });
}

/** @param {object | string} what */
function news(what) {
  try {
    house.exports.take_news(house.put(JSON.stringify(what)), performance.now(), Date.now() / 1000);
  } catch (error) {
    postMessage({ failed: house.failure ?? String(error) });
    close();
  }
}

/** @param {string} text */
function answer(text) {
  if (!answering) {
    const worker = startWorker();
    answering = worker;
    const gone = (/** @type {string} */ why, /** @type {string} */ missing = "") => {
      worker.terminate();
      answering = null;
      // The message that the worker was at is not asked again: it may be what the worker failed at.
      const [asked, ...rest] = unanswered;
      unanswered = [];
      const { id } = JSON.parse(asked ?? "{}");
      const what = { is: "error", id, code: "failed", at: "", text: `message: ${why}: expected an answer` };
      if (missing) tellMissing(missing, id);
      else postMessage({ text: JSON.stringify(what) });
      rest.forEach(answer);
    };
    worker.onmessage = ({ data }) => {
      if (data.told !== undefined) return postMessage({ text: data.told });
      if (data.failed !== undefined) return gone(data.failed, data.missing);
      unanswered.shift();
    };
    worker.onerror = (event) => gone(event.message);
    worker.postMessage({ module, files });
  }
  unanswered.push(text);
  answering.postMessage({ answer: text });
}

/** Reviews one game after the other, each in a worker of its own: answers do not wait for them. */
let reviewing = Promise.resolve();

/** @param {{ id: number, game: number, start: string, moves: string }} order */
function review({ id, game, start, moves }) {
  const make = () => new Promise((/** @type {(made: object) => void} */ resolve) => {
    const worker = startWorker();
    const end = (/** @type {object} */ made) => {
      worker.terminate();
      resolve(made);
    };
    worker.onmessage = ({ data }) => {
      if (data.told !== undefined) return end(JSON.parse(data.told));
      return end(data.missing ? { unloaded: data.missing } : { refusal: data.failed });
    };
    worker.onerror = (event) => end({ refusal: event.message });
    worker.postMessage({ module, files });
    worker.postMessage({ review: `${start}\n${moves}` });
  });
  reviewing = reviewing.then(make).then((made) => news({ reviewed: { id, game, made } }));
}

const [tables, games] = [all("tables"), all("games")].map((kept) => kept.catch(() => []));
module = await fetchModule();
house = new Running(module, (text) => JSON.parse(text).forEach(carryOut), () => null);
const chance = Number(crypto.getRandomValues(new BigUint64Array(1))[0] >> 11n);
onmessage = ({ data }) => news({ asked: { text: data.text } });
postMessage({ open: true });
news({ opened: { tables: await tables, games: (await games).map(([, text]) => text), chance } });
