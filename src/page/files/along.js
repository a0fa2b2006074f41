// What a person has in this browser, taken along as one file and brought in elsewhere: games, puzzles and lessons that
// were solved, settings.

/** @import { Finished } from "./envelope.d.ts" */

import { button, el, memory, notice, save } from "./dom.js";
import { ask, isInBrowser, isOpen, localStore } from "./link.js";
import { key } from "./lobby.js";
import { isPosition } from "./native.js";
import { plainly } from "./refusals.js";
import { PuzzleBook } from "./puzzlebook.js";
import { kept } from "./start.js";
import { t } from "./words.js";

/** What is in the file, which is JSON: `src/page/README.md` describes it. What comes from a file may be anything.
 *  @typedef {{ tengen: "games", version: number, games: Finished[], unfinished: { name: string, kept: string, seen: any }[],
 *    puzzles: any, lessons: string[], settings: Record<string, any> }} Belongings */

const VERSION = 1;
/** Letters of games that are sent at once, and how many games; the server takes 256 KiB and 500. */
const LETTERS = 60_000;
const GAMES = 400;
/** The largest file. */
const LONGEST = 64_000_000;

/** Where what came of a file is remembered until the page is there again. */
const SAID = "tengen.brought";

/** Settings that are taken along, and what each may be.
 *  @type {Record<string, RegExp>} */
const SETTINGS = { name: /^[^\0-\x1f]{1,40}$/, theme: /^(light|dark)$/, language: /^(en|zh)$/, "puzzle-choice": /^[\w-]*,[\w-]*$/,
  prefs: /^\{("\w+":(true|false),?)*\}$/ };

/** All games that were finished here; where others play, too, those under the name that was given last. Their reviews
 *  come whole.
 *  @returns {Promise<Finished[]>} */
async function finished() {
  const name = memory.get("name") || t("player");
  const all = [];
  for (let before = null, more = true; more;) {
    /** @type {import("./link.js").Told<"games">} */
    const part = await ask({ do: "games", before });
    more = part.more && part.games.length > 0;
    before = part.games.at(-1)?.id ?? null;
    all.push(...part.games.filter(({ black, white }) => isInBrowser || black === name || white === name));
  }
  for (const game of all) if (game.review) game.review = (await ask({ do: "review", game: game.id })).review;
  return all;
}

/** Saves the file. */
async function takeAlong() {
  const tables = await (await localStore())?.all("tables") ?? [];
  /** @type {Belongings} */
  const all = { tengen: "games", version: VERSION, games: await finished(),
    unfinished: kept().filter(({ result }) => !result).flatMap((seen) =>
      tables.filter(([name]) => name === seen.name)
        // Whose the chairs are is for each browser to say, and what proves it stays here.
        .map(([, text]) => ({ name: seen.name, kept: text.replaceAll(key(), "me"), seen }))),
    puzzles: memory.read("puzzles"), lessons: memory.read("course", []),
    settings: Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, memory.get(name)])) };
  save("tengen-games.json", JSON.stringify(all), "application/json");
}

/** What is in a file: all of the above, or the games alone that statistics save as lines of JSON; null where it is
 *  neither.
 *  @param {string} text
 *  @returns {Partial<Belongings> | null} */
function read(text) {
  try {
    const all = JSON.parse(text);
    if (all?.tengen === "games") return all;
  } catch { /* lines are no JSON as a whole */ }
  try {
    const games = text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
    return games.length > 0 && games.every((game) => typeof game?.moves === "string") ? { games } : null;
  } catch {
    return null;
  }
}

/** What may be a list, as one.
 *  @param {unknown} list
 *  @returns {any[]} */
const listOf = (list) => (Array.isArray(list) ? list : []);

/** Sends games, and says how many are new here and what was refused.
 *  @param {unknown[]} games */
async function bring(games) {
  const lines = games.map((game) => JSON.stringify(game));
  let [fresh, sent, lasting, refused] = [0, 0, true, ""];
  try {
    while (sent < lines.length) {
      let [end, letters] = [sent, 0];
      do {
        letters += lines[end].length;
        end += 1;
      } while (end < lines.length && end - sent < GAMES && letters + lines[end].length < LETTERS);
      const told = await ask({ do: "bring", key: key(), text: lines.slice(sent, end).join("\n") });
      fresh += told.fresh;
      ({ lasting } = told);
      sent = end;
    }
  } catch (error) {
    refused = plainly(error);
  }
  return [t("broughtIn", fresh, sent - fresh), refused && t("broughtPart", refused), lasting ? "" : t("broughtBriefly")];
}

/** Unfinished games go on where there is no server: their tables, and their places in the list of games.
 *  @param {any[]} unfinished */
async function goOn(unfinished) {
  const store = await localStore();
  const known = kept();
  if (!store) return unfinished.length > 0 ? t("unfinishedStay", unfinished.length) : "";
  const own = (/** @type {unknown} */ list) => listOf(list).filter((chair) => chair === "first" || chair === "second");
  for (const { name, kept: text, seen } of unfinished) {
    const { chairs, game, fen, at } = seen ?? {};
    const isTable = /^[0-9a-f]{32}$/.test(name) && typeof text === "string" && listOf(chairs).length === 2 && isPosition(String(fen)) &&
      typeof game?.rule === "string" && [game.width, game.height, game.k, game.destroy].every(Number.isInteger);
    if (!isTable || known.some((one) => one.name === name)) continue;
    await store.keep("tables", name, text);
    known.push({ name, chairs: chairs.map(String), game, fen, at: Number(at) || 0, own: own(seen.own), free: own(seen.free), result: null });
  }
  memory.set("tables", JSON.stringify(known.sort((one, other) => (other.at ?? 0) - (one.at ?? 0))));
  return "";
}

/** Takes in what was remembered elsewhere: what was solved in either place is solved, and settings that were made here
 *  stay.
 *  @param {Partial<Belongings>} all */
function remember({ puzzles, lessons, settings }) {
  new PuzzleBook().merge(puzzles ?? {});
  const done = listOf(lessons).filter((lesson) => /^\d+\/\d+$/.test(lesson));
  memory.set("course", JSON.stringify([...new Set([...memory.read("course", []), ...done])]));
  for (const [name, form] of Object.entries(SETTINGS)) {
    const value = settings?.[name];
    if (typeof value === "string" && form.test(value) && !memory.get(name)) memory.set(name, value);
  }
}

/** Takes in a file. What was built with other memories is built anew: the page comes again.
 *  @param {File | undefined} file */
async function bringIn(file) {
  if (!file) return undefined;
  if (!isOpen()) return notice(t("offline"));
  if (file.size > LONGEST) return notice(t("fileTooLarge", file.name));
  const all = read(await file.text());
  if (!all) return notice(t("notBelongings", file.name));
  if (Number(all.version) > VERSION) return notice(t("laterBelongings", file.name));
  said.textContent = t("bringing");
  const told = [...await bring(listOf(all.games)), await goOn(listOf(all.unfinished))];
  remember(all);
  said.textContent = told.filter(Boolean).join(" ");
  try {
    sessionStorage.setItem(SAID, said.textContent);
  } catch { /* a browser that may not remember has nothing that came in but games */ }
  return location.reload();
}

/** What came of it, or how far it is. */
const said = el("p", { role: "status" });

/** The part of the page about it. */
export function along() {
  const input = el("input", { type: "file", class: "hidden", "data-label": "bringIn", tabindex: -1, accept: ".json,.jsonl", change: async () => {
    await bringIn(input.files?.[0]);
    input.value = "";
  } });
  try {
    said.textContent = sessionStorage.getItem(SAID);
    sessionStorage.removeItem(SAID);
  } catch { /* a browser that may not remember */ }
  return el("section", { class: "card", id: "along" }, el("h2", { "data-word": "along" }),
    el("p", { class: "quiet", "data-word": isInBrowser ? "aboutAlong" : "aboutAlongServer" }), el("div", { class: "row" },
      button("takeAlong", () => takeAlong().catch((error) => notice(plainly(error)))), input, button("bringIn", () => input.click())), said);
}
