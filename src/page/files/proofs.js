// A proof as `tengen prove` writes it, played: the losing side clicks a reply, and the proof answers.

/** @import { Point } from "./native.js" */
/** @import { Place } from "./variations.js" */

import { el, renew } from "./dom.js";
import { readFen, square, squareOf } from "./native.js";
import { nameOf, t } from "./words.js";

/** @typedef {{ fen: string, claim: string, nodes: string[][] }} Proof */
/** A node of the proof that is on the board, and the symmetries on the way to it.
 *  @typedef {{ node: string[], frames: number[] }} State */

/** Whether a text begins as a proof does.
 *  @param {string} text */
export const isProof = (text) => text.startsWith("tengen-proof ");

/** Understands a proof: the position, the claim, and its nodes with their moves and replies; null where it is none.
 *  @param {string} text
 *  @returns {Proof | null} */
function read(text) {
  const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
  const [head, position, claim] = lines;
  if (!/^tengen-proof 1$/.test(head) || !position?.startsWith("position ") || !/^claim [xo] (wins|holds)$/.test(claim ?? "")) return null;
  const nodes = lines.slice(3).filter((line) => line && !line.startsWith("#")).map((line) => line.split(" "));
  return nodes.length > 0 ? { fen: position.slice("position ".length), claim: claim.slice("claim ".length), nodes } : null;
}

/** Squares of a part of the proof in the frame of the node that refers to it: 4 exchanges column and row, then 1 mirrors the
 *  column, then 2 the row.
 *  @param {Point} at
 *  @param {number} symmetry
 *  @param {{ width: number, height: number }} size
 *  @returns {Point} */
function turned({ col, row }, symmetry, { width, height }) {
  let [x, y] = symmetry & 4 ? [row, col] : [col, row];
  if (symmetry & 1) x = width - 1 - x;
  if (symmetry & 2) y = height - 1 - y;
  return { col: x, row: y };
}

export class ProofPlayer {
  /** `load(fen)` puts a position on the board, `playAll(moves)` plays moves there, `here()` is the place of the game
   *  that is shown, and `done` is called at the end.
   *  @param {{ load: (fen: string) => void, playAll: (moves: string[]) => void, here: () => Place, done: () => void }} does */
  constructor({ load, playAll, here, done }) {
    this.load = load;
    this.playAll = playAll;
    this.here = here;
    this.done = done;
    this.node = el("section", { class: "card learn", hidden: true, role: "status" });
    this.isChecked = false;
    /** What was said of the last reply.
     *  @type {string | null} */
    this.said = null;
    this.size = { width: 0, height: 0 };
    /** @type {Proof | null} */
    this.proof = null;
    /** @type {WeakMap<Place, State>} */
    this.states = new WeakMap();
  }

  get isOn() {
    return this.proof !== null;
  }

  /** Puts a proof on the board, or plays it from the position that is there; says whether it is one. `isChecked` tells
   *  whether every reply was played.
   *  @param {string} text
   *  @param {{ isChecked?: boolean, isHere?: boolean }} [how] */
  open(text, { isChecked = false, isHere = false } = {}) {
    const proof = read(text);
    if (!proof) return false;
    this.proof = null;
    if (!isHere) this.load(proof.fen);
    this.proof = proof;
    this.isChecked = isChecked;
    this.size = readFen(proof.fen);
    this.states = new WeakMap();
    this.said = null;
    this.enter(proof.nodes.length - 1, []);
    return true;
  }

  /** Who wins by the proof where the game is, if every reply of it was played and it knows the place.
   *  @returns {"x" | "o" | null} */
  get winner() {
    const [prover, goal] = this.proof?.claim.split(" ") ?? [];
    return goal === "wins" && this.isChecked && this.states.has(this.here()) ? prover === "o" ? "o" : "x" : null;
  }

  end() {
    this.proof = null;
    this.node.hidden = true;
    this.done();
  }

  /** A square of a node on the board; `frames` are the symmetries on the way to it, the last one first.
   *  @param {string} name
   *  @param {number[]} frames */
  onBoard(name, frames) {
    const place = frames.reduce((at, symmetry) => turned(at, symmetry, this.size), squareOf(name));
    return square(place.col, place.row);
  }

  /** Plays the move of a node, after those before it; from then on its replies are answered.
   *  @param {number} number
   *  @param {number[]} frames
   *  @param {string[]} [before] */
  enter(number, frames, before = []) {
    const node = this.proof?.nodes[number] ?? [];
    const moves = node[0] === "-" ? before : [...before, this.onBoard(node[0], frames)];
    if (moves.length > 0) this.playAll(moves);
    this.states.set(this.here(), { node, frames });
    this.show();
  }

  /** The reply of the other side was clicked.
   *  @param {string} move */
  reply(move) {
    const state = this.states.get(this.here());
    if (!state) {
      this.say(t("proofOutside"));
      return;
    }
    const [, ...rest] = state.node;
    if (rest[0] === "pairs") {
      const pair = rest.slice(1).map((text) => text.split("-").map((name) => this.onBoard(name, state.frames))).find((both) => both.includes(move));
      const answer = pair?.find((name) => name !== move);
      this.playAll(answer ? [move, answer] : [move]);
      if (pair) this.states.set(this.here(), state);
      this.say(pair ? null : t("proofAnything"));
      return;
    }
    const parts = rest.flatMap((text) => [...text.matchAll(/^(.*):(\d+)(?:\/(\d))?$/g)]);
    const found = parts.find(([, name]) => name !== "*" && this.onBoard(name, state.frames) === move) ?? parts.find(([, name]) => name === "*");
    if (!found) {
      this.say(t(rest[0] === "potential" ? "proofPotential" : "proofOutside"));
      return;
    }
    this.said = null;
    const [, , child, symmetry] = found;
    this.enter(Number(child), symmetry ? [Number(symmetry), ...state.frames] : state.frames, [move]);
  }

  /** @param {string | null} text */
  say(text) {
    this.said = text;
    this.show();
  }

  show() {
    const { proof } = this;
    this.node.hidden = !proof;
    if (!proof) return;
    const state = this.states.get(this.here());
    const isOver = state && state.node.length === 1;
    const [prover, goal] = proof.claim.split(" ");
    renew(this.node, el("h2", {}, t(goal === "wins" ? "proofWins" : "proofHolds", nameOf(prover === "o" ? "o" : "x"), proof.nodes.length)),
      el("p", { class: "learn-says" }, this.said ?? t(isOver ? "proofOver" : state ? "proofAsk" : "proofOutside")),
      el("p", { class: "quiet" }, t(this.isChecked ? "proofChecked" : "proofUnchecked")),
      el("div", { class: "row" }, el("button", { type: "button", "data-does": "endProof", click: () => this.end() }, t("endProof"))));
  }
}
