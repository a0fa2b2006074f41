// An engine as a partner: how long its answers take, and which level is the right one for the next game.

/** @import { NewTable, Scene } from "./envelope.d.ts" */

import { memory } from "./dom.js";
import { prefs } from "./prefs.js";
import { chairOf } from "./sentences.js";

/** The shortest and the longest time that an answer takes, in milliseconds: that of the lowest and of the highest level. */
const [QUICK, SLOW] = [400, 1000];
const HIGHEST = 10;
/** Of players that have no level, as if they had this one. */
const MIDDLE = 4;
/** With less time than that on a clock, in milliseconds, answers come at once: for the game, and for a move. */
const [SHORT_GAME, SHORT_MOVE] = [60_000, 15_000];

/** The level of a player of ours, or 0 for those who have none.
 *  @param {string} name */
const levelOf = (name) => (name === "engine" ? HIGHEST : Number(/^level:(\d+)$/.exec(name)?.[1] ?? 0));

/** How long an answer takes at least that a scene brings to a person at the table, from that person's move on: nothing
 *  where it brings something else, or where a clock runs short.
 *  @param {Scene | null} before
 *  @param {Scene} next */
export function leastTime(before, { table, own, view }) {
  if (!prefs.wait || !before || before.table !== table || own.length !== 1) return 0;
  const was = before.view;
  const { actor, moves } = was;
  const player = actor && was.chairs[actor === "first" ? 0 : 1];
  if (!player || player.human || was.stage !== "play" || was.game !== view.game) return 0;
  if (view.moves.length !== moves.length + 1 || view.moves.slice(0, -1).join() !== moves.join()) return 0;
  const isShort = view.chairs.some(({ human, clock_ms: game, move_ms: move }) => human &&
    ((game ?? SHORT_GAME) < SHORT_GAME || (move ?? SHORT_MOVE) < SHORT_MOVE));
  return isShort ? 0 : QUICK + (SLOW - QUICK) * ((levelOf(player.name) || MIDDLE) - 1) / (HIGHEST - 1);
}

/** So many wins, or losses, in a row call for another level. */
const ROW = 3;

/** What came of a game against a level: which game of which table, the level and the kind of game, and whether it was
 *  won; null is a draw.
 *  @typedef {{ id: string, against: string, won: boolean | null }} Ended */

/** The last games against levels, the latest last.
 *  @returns {Ended[]} */
const kept = () => memory.read("row", []);

/** @param {Scene} scene */
const idOf = ({ table, view }) => `${table} ${view.game}`;

/** The engine's player, where one person plays against a level.
 *  @param {Scene} scene */
function rival({ own, view }) {
  const [mine, theirs] = own[0] === "second" ? [...view.chairs].reverse() : view.chairs;
  return own.length === 1 && mine.human && levelOf(theirs.name) > 0 ? { mine, theirs } : null;
}

/** Counts a game that has just ended; one that goes on after all counts no more.
 *  @param {Scene} scene */
export function count(scene) {
  const pair = rival(scene);
  if (!pair) return;
  const { result, rule, width, height, k } = scene.view;
  const row = kept().filter(({ id }) => id !== idOf(scene));
  if (result) {
    const winner = { "1-0": "x", "0-1": "o", "1/2-1/2": null }[result.result];
    row.push({ id: idOf(scene), against: [pair.theirs.name, rule, width, height, k, scene.destroy].join(" "),
      won: winner === null ? null : winner === pair.mine.color });
  }
  memory.set("row", JSON.stringify(row.slice(-ROW)));
}

/** The level to play next, if the game that has ended was the third one in a row with the same end: the name of its
 *  player, its number, and whether it is a higher one.
 *  @param {Scene} scene
 *  @param {string[]} opponents */
export function nextLevel(scene, opponents) {
  const pair = rival(scene);
  const row = kept();
  const [last] = row.slice(-1);
  if (!pair || !scene.view.result || last?.id !== idOf(scene) || row.length < ROW || last.won === null) return null;
  if (row.some(({ against, won }) => against !== last.against || won !== last.won)) return null;
  const level = levelOf(pair.theirs.name) + (last.won ? 1 : -1);
  const name = opponents.find((other) => levelOf(other) === level);
  // On the smallest board levels are in no order.
  const { width, height } = scene.view;
  if (Math.max(width, height) <= 3) return null;
  // How a clock was set, and how the stones of a beginning came about, is not told: such a table is founded by hand.
  const isPlain = scene.view.start === null && pair.mine.clock_ms === null && pair.mine.move_ms === null;
  return name && isPlain ? { name, level, isHigher: last.won } : null;
}

/** The same game against another player, with sides swapped.
 *  @param {Scene} scene
 *  @param {string} player
 *  @returns {NewTable} */
export function against(scene, player) {
  const { width, height, k, rule, undo } = scene.view;
  /** @param {"x" | "o"} color */
  const seat = (color) => {
    const { human, name } = chairOf(scene, color);
    return human ? { me: name } : { engine: player };
  };
  return { game: { width, height, k, rule, destroy: scene.destroy }, seats: [seat("o"), seat("x")], opening: "empty", undo,
    rematch: false, seed: crypto.getRandomValues(new Uint32Array(1))[0],
    engine_ms: scene.view.chairs.find(({ human }) => !human)?.move_ms ?? 1000 };
}
