// What those at a table see at a glance, and can do now: whose turn it is, who has won, what the clocks say,
// the players, and the buttons for the viewer.

/** @import { Chair, ChairView, Proposal, Scene, Swap2Choice, TableRequest, TableView } from "./envelope.d.ts" */

import { button, el } from "./dom.js";
import { hasSigns } from "./kinds.js";
import { prefs } from "./prefs.js";
import { paceChoice, thought } from "./thinking.js";
import { called, nameOf, t } from "./words.js";

/** The headline of a scene for its viewer, and its kind: `turn`, `won`, `lost`, `drawn` or
 *  null. Those who play both sides or look on are told nothing of themselves.
 *  @param {Scene} scene
 *  @returns {{ text: string, kind: "turn" | "wait" | "won" | "lost" | "drawn" | null }} */
export function headline({ view, own, free }) {
  const mine = own.length === 1 ? view.chairs[own[0] === "first" ? 0 : 1] : null;
  if (view.result) {
    if (view.result.result === "1/2-1/2") return { text: t("headDrawn"), kind: "drawn" };
    const winner = view.result.result === "1-0" ? "x" : "o";
    if (!mine) return { text: t("hasWon", nameOf(winner, hasSigns(view))), kind: "drawn" };
    return mine.color === winner ? { text: t("headWon"), kind: "won" } : { text: t("headLost"), kind: "lost" };
  }
  if (!mine || view.paused || free.length > 0) return { text: "", kind: null };
  return view.actor === own[0] ? { text: t("headTurn"), kind: "turn" } : { text: t("headWait"), kind: "wait" };
}

/** Whether a clock is shown: the time of a move is of interest where a person moves.
 *  @param {ChairView} chair */
export const hasClock = (chair) => chair.clock_ms !== null || (chair.human && chair.move_ms !== null);

/** The clock of the game and the time for the move, after so many milliseconds. A player whose time is up has none left
 *  of either.
 *  @param {TableView} view
 *  @param {ChairView} chair
 *  @param {number} used */
export function clocks({ result }, chair, used) {
  const isUp = result?.reason === "time" && result.result === (chair.color === "x" ? "0-1" : "1-0");
  const times = isUp ? [0] : [chair.clock_ms, chair.running ? chair.move_ms : null];
  return (hasClock(chair) ? times : []).filter((ms) => ms !== null)
    .map((ms) => clock(Math.max(0, ms - used))).join(" / ");
}

/** @param {number} ms */
function clock(ms) {
  if (ms > 0 && ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A player at the table; `sit` takes the chair where that is free.
 *  @param {Scene} scene
 *  @param {Chair} name
 *  @param {(name: Chair) => unknown} sit */
export function chairNode({ view, own, free, here }, name, sit) {
  const chair = view.chairs[name === "first" ? 0 : 1];
  const isFree = free.includes(name);
  const left = view.conversions?.[chair.color === "x" ? 0 : 1];
  const conversions = view.conversions ? t(left === 1 ? "oneLeft" : "left", left) : "";
  // People who are not at the table just now.
  const isAway = chair.human && !isFree && !here.includes(name);
  // Who plays against an engine hears what it thinks where that is wanted.
  const isSecret = own.length > 0 && !prefs.opinion;
  const node = el("div", { class: `chair${view.actor === name ? " acts" : ""}${isSecret || !view.chairs.some((one) => !one.human) ? "" : " thinks"}`, "data-chair": name },
    el("div", {}, el("span", { class: `stone ${chair.color}` }), " ",
      el("b", {}, isFree ? t("freeChair") : called(chair.name)),
      own.includes(name) ? ` (${t("you")})` : "", isAway ? el("span", { class: "away" }, t("away")) : null),
    // Both chairs have room for a clock, or none has.
    el("div", { class: "clock", hidden: !view.chairs.some(hasClock) }, clocks(view, chair, 0)),
    el("small", {}, [t("wonGames", chair.wins), conversions, isSecret ? "" : thought(chair, hasSigns(view))].filter(Boolean).join(" · ")));
  if (isFree && own.length === 0) node.append(button("sit", () => sit(name)));
  return node;
}

/** Whether a player can be asked for something above the board: there is always room for that, or never.
 *  @param {Scene} scene */
export const mayAsk = ({ own, view }) => view.stage !== "play" || view.draw_offer !== null ||
  (own.length < 2 && view.chairs.every((chair) => chair.human));

/** What players are asked for above the board: to choose a colour, to answer the offer of a draw; nothing where they are
 *  asked for a move.
 *  @param {Scene} scene
 *  @param {(what: TableRequest, chair?: Chair) => void} want */
export function offerNodes({ view, own }, want) {
  if (view.actor && own.includes(view.actor) && ["choice", "last-choice"].includes(view.stage)) {
    /** @param {string} text
     *  @param {Swap2Choice} choice */
    const choose = (text, choice) => el("button", { type: "button", class: "main", "data-choice": choice,
      click: () => want({ do: "choose", choice }) }, text);
    const isSigns = hasSigns(view);
    return [choose(t("takeSide", nameOf("x", isSigns)), "black"), choose(t("takeSide", nameOf("o", isSigns)), "white"),
      ...(view.stage === "choice" ? [choose(t("placeTwo"), "two")] : [])];
  }
  const from = view.draw_offer;
  if (!from) return [];
  const name = called(view.chairs[from === "first" ? 0 : 1].name);
  /** @type {Chair} */
  const to = from === "first" ? "second" : "first";
  const isForMe = own.some((chair) => chair !== from);
  return [el("span", {}, t("drawOffered", name)), ...(isForMe ? [
    button("accept", () => want({ do: "answer-draw", accept: true }, to)),
    button("decline", () => want({ do: "answer-draw", accept: false }, to))] : [])];
}

/** Whether a move can be taken back here and now.
 *  @param {Scene} scene */
function canUndo({ view, own }) {
  const isFinal = view.result && !["line", "full", "forbidden"].includes(view.result.reason);
  const hasUndo = view.chairs.some((chair, index) =>
    own.includes(index === 0 ? "first" : "second") && chair.undos_left !== 0);
  return view.moves.length > 0 && view.stage === "play" && !isFinal && hasUndo;
}

/** Whether the viewer plays with another person: what changes the game for both is asked of that one.
 *  @param {Scene} scene */
const isPair = ({ own, free, view }) => own.length === 1 && free.length === 0 && view.chairs.every((chair) => chair.human);

/** The buttons for what the viewer can do at the table, each in a place of its own for as long as the game goes on.
 *  `latest` tells the scene at the time of a click; `level` is the one to play next, if there is one.
 *  @param {Scene} scene
 *  @param {{ want: (what: TableRequest) => void, review: () => unknown, isReviewing: boolean, canReview: boolean,
 *    latest: () => Scene, level: { level: number, isHigher: boolean } | null, climb: () => unknown }} acts */
export function toolNodes(scene, { want, review, isReviewing, canReview, latest, level, climb }) {
  const { view, own, leads } = scene;
  const plays = own.length > 0;
  const isOver = view.result !== null;
  const isMine = view.actor !== null && own.includes(view.actor);
  const hasEngine = view.chairs.some((chair) => !chair.human);
  const canRematch = own.length === 1 && isOver;
  const pair = isPair(scene);
  /** @param {Proposal} what */
  const canAsk = (what) => !pair || view.proposed?.what !== what || view.proposed.chair !== own[0];
  const nodes = [];
  /** @param {string} word
   *  @param {TableRequest} what
   *  @param {boolean} isOn
   *  @param {() => boolean} [sure]
   *  @param {import("./dom.js").Attributes} [more] */
  const add = (word, what, isOn, sure = () => true, more = {}) => nodes.push(button(word,
    () => { if (sure()) want(what); }, { disabled: !isOn, id: `do-${what.do}`, ...more }));
  if (canRematch) {
    add("rematchNow", { do: "new-game", swap: true }, canAsk("rematch"), undefined, { class: "main wide", id: "do-rematch" });
    add("sameSides", { do: "new-game", swap: false }, canAsk("same-sides"), undefined, { class: "wide" });
  }
  if (plays) {
    add("undo", { do: "undo" }, canUndo(scene) && canAsk("undo"));
    if (!isOver) {
      if (!pair) add("hint", { do: "hint" }, isMine && view.stage === "play" && !view.hint_awaited);
      add("swap", { do: "swap-sides" }, view.stage === "play" && canAsk("swap-sides"));
      add("offerDraw", { do: "offer-draw" }, !view.draw_offer && scene.free.length === 0);
      add("resign", { do: "resign" }, true, () => window.confirm(t("resignSure")));
    }
  }
  if ((plays || leads) && !canRematch) {
    if (hasEngine && !isOver) add(view.paused ? "resume" : "pause", { do: view.paused ? "resume" : "pause" }, true);
    // A game that goes on is forgotten by the next one.
    add("newGame", { do: "new-game", swap: false }, !pair,
      // The button outlives the moment in which it was made.
      () => latest().view.result !== null || latest().view.moves.length === 0 ||
        window.confirm(t("newGameSure")), { class: isOver ? "main" : null });
    if (hasEngine && !isOver) {
      if (view.chairs.every((chair) => !chair.human)) {
        nodes.push(paceChoice(view.pace_ms, (ms) => want({ do: "pace", ms })));
      }
      if (view.paused) add("step", { do: "step" }, true);
    }
  }
  if (level) {
    nodes.push(el("button", { type: "button", class: "wide offered", id: "do-level", click: climb },
      t(level.isHigher ? "levelUp" : "levelDown", level.level)));
  }
  if (canReview) {
    nodes.push(button(isReviewing ? "reviewing" : "review", review,
      { id: "do-review", disabled: isReviewing }));
  }
  return nodes;
}
