// A game with its variations: a tree of moves, and the line in it that is looked at.

import { after, readFen } from "./native.js";

/** A place in the tree: the move that leads there, and what could follow, the main move first. */
export class Place {
  /** @param {string} move
   *  @param {Place | null} parent
   *  @param {number} [ply] */
  constructor(move, parent, ply = 0) {
    this.move = move;
    this.parent = parent;
    /** @type {Place[]} */
    this.children = [];
    this.ply = ply;
    /** The child that was visited last: the line that is shown goes on there.
     *  @type {Place | null} */
    this.next = null;
    /** The line of the protocol that leads here, once it was asked for.
     *  @type {string | null} */
    this.text = null;
  }

  /** @param {string} move */
  child(move) {
    return this.children.find((child) => child.move === move);
  }

  /** @param {string} move */
  add(move) {
    const child = new Place(move, this, this.ply + 1);
    this.children.push(child);
    return child;
  }
}

export class Game {
  /** A game from that position on, with moves as `write` writes them.
   *  @param {string} fen
   *  @param {string} [moves] */
  constructor(fen, moves = "") {
    this.fen = fen;
    this.root = new Place("", null);
    this.here = this.root;
    read(this.root, moves);
  }

  /** The places of the line that is shown: up to here, and on as one went last, or along the
   *  main line. The root is not among them. */
  line() {
    const line = [];
    for (let place = this.here; place.parent; place = place.parent) line.unshift(place);
    for (let place = this.here; place.children.length > 0;) {
      place = place.next ?? place.children[0];
      line.push(place);
    }
    return line;
  }

  /** The moves of the line that is shown. */
  get moves() {
    return this.line().map(({ move }) => move);
  }

  /** The moves of the main line. */
  mainLine() {
    const moves = [];
    for (let [at] = this.root.children; at; [at] = at.children) moves.push(at.move);
    return moves;
  }

  /** How many of them are on the board. */
  get ply() {
    return this.here.ply;
  }

  /** The line of the protocol that sets up a place of the tree.
   *  @param {Place} [place] */
  setup(place = this.here) {
    const moves = [];
    let at = place;
    for (; at.parent && !at.text; at = at.parent) moves.unshift(at);
    let text = at.text ?? `position fen ${this.fen}`;
    for (at of moves) text = at.text = `${text}${at.ply === 1 ? " moves" : ""} ${at.move}`;
    return text;
  }

  /** The position that is shown. */
  position() {
    return after(readFen(this.fen), this.moves.slice(0, this.ply));
  }

  /** Every place but the root, in no order that anybody should count on. */
  places() {
    const found = [...this.root.children];
    for (let index = 0; index < found.length; index += 1) found.push(...found[index].children);
    return found;
  }

  /** Plays a move from here: along the tree where it is known, else as a new variation. Says
   *  whether it is new.
   *  @param {string} move */
  play(move) {
    const known = this.here.child(move);
    this.visit(known ?? this.here.add(move));
    return !known;
  }

  /** Goes to a place; the line that is shown leads through it.
   *  @param {Place} place */
  visit(place) {
    this.here = place;
    for (let at = place; at.parent; at = at.parent) at.parent.next = at;
  }

  /** Goes to a ply of the line that is shown, as far as there is one.
   *  @param {number} ply */
  go(ply) {
    const line = [this.root, ...this.line()];
    this.here = line[Math.max(0, Math.min(ply, line.length - 1))];
  }

  /** Goes to the next variation in place of the move that is shown, or the one before it.
   *  @param {number} step */
  turn(step) {
    const siblings = this.here.parent?.children ?? [];
    const next = siblings[siblings.indexOf(this.here) + step];
    if (next) this.visit(next);
  }

  /** Takes the move that is shown, with all that follows it, out of the tree. */
  cut() {
    const { parent } = this.here;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== this.here);
    parent.next = null;
    this.here = parent;
  }

  /** Makes the line up to here the main one. */
  promote() {
    for (let at = this.here; at.parent; at = at.parent) {
      const { children } = at.parent;
      at.parent.children = [at, ...children.filter((child) => child !== at)];
    }
  }

  /** Whether the line up to here is the main one. */
  isMain() {
    for (let at = this.here; at.parent; at = at.parent) {
      if (at.parent.children[0] !== at) return false;
    }
    return true;
  }

  /** Which way the line that is shown takes where there are several: numbers of children. */
  get branches() {
    return this.line().flatMap((place) => {
      const { children } = place.parent ?? place;
      return children.length > 1 ? [children.indexOf(place)] : [];
    });
  }

  /** Goes to that ply of the line with those branches; numbers that are none count as 0.
   *  @param {number[]} branches
   *  @param {number} ply */
  enter(branches, ply) {
    const ways = [...branches];
    let place = this.root;
    while (place.children.length > 0) {
      const way = place.children.length > 1 ? ways.shift() ?? 0 : 0;
      const next = place.children[way] ?? place.children[0];
      place.next = next;
      place = next;
    }
    this.here = this.root;
    this.go(ply);
  }

  /** The moves as text. After a move stand, in parentheses, those in its place, each with
   *  what follows: `h8 i9 (h9 j10) j8`. */
  write() {
    const words = [];
    /** @type {{ word?: string, from?: Place }[]} */
    const steps = [{ from: this.root }];
    for (let step = steps.pop(); step; step = steps.pop()) {
      if (step.word) words.push(step.word);
      const [main, ...others] = step.from?.children ?? [];
      if (!main) continue;
      words.push(main.move);
      steps.push({ from: main });
      for (const other of others.reverse()) {
        steps.push({ word: ")" }, { word: `(${other.move}`, from: other });
      }
    }
    return words.join(" ").replaceAll(" )", ")");
  }
}

/** The moves of such a text, the parentheses among them, as words.
 *  @param {string} text */
const split = (text) => text.replace(/[()]/g, " $& ").split(" ").filter(Boolean);

/** Whether a text is a tree of moves that `isMove` accepts.
 *  @param {string} text
 *  @param {(move: string) => boolean} isMove */
export function isTree(text, isMove) {
  let before = "(";
  let depth = 0;
  for (const word of split(text)) {
    if (word === "(" || word === ")" ? before === "(" : !isMove(word)) return false;
    depth += word === "(" ? 1 : word === ")" ? -1 : 0;
    if (depth < 0) return false;
    before = word;
  }
  return depth === 0;
}

/** Adds what a text says to a tree; a move that is there already is not added again.
 *  @param {Place} root
 *  @param {string} text */
function read(root, text) {
  let place = root;
  const open = [];
  for (const word of split(text)) {
    if (word === "(") {
      open.push(place);
      place = place.parent ?? root;
    } else if (word === ")") place = open.pop() ?? root;
    else place = place.child(word) ?? place.add(word);
  }
}
