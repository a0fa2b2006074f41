// The review of the game at the debugging board: its values, its words, and the lesson in it.

/** @import { WholeReview } from "./reviews.js" */
/** @import { Desk } from "./seat.js" */

import { Engine } from "./engine.js";
import { Learn } from "./learn.js";
import { after, readFen } from "./native.js";
import { Reviewed, scoresOf } from "./reviewed.js";
import { marksOf, reviewMarks, seatOf } from "./reviews.js";

export class DeskReview {
  /** The review at a desk: `desk` has the `game` and the `notes`; `step(how)` goes somewhere in the game, `playAll`
   *  plays moves, `redraw` and `redrawGraph` draw, `quiet` stops what is analysed, and `complain` says what is wrong.
   *  @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** The moves that the pointer is on, and the ply of the main line from which they go on.
     *  @type {{ ply: number, line: string[] } | null} */
    this.peeked = null;
    /** The review whose values the notes have.
     *  @type {WholeReview | null} */
    this.noted = null;
    /** Our own engine at a desk of its own: what it is asked disturbs no other conversation. */
    this.engine = new Engine("c");
    this.engine.on("line", (direction, text) => {
      // A proof has thousands of lines; the board shows them.
      if (!text.startsWith("proof ")) desk.log.add("c", direction, text);
    });
    this.engine.on("error", (refusal) => desk.complain(refusal));
    this.lesson = new Learn({ go: (ply) => this.go(ply), engine: this.engine, done: desk.reveal,
      k: () => readFen(desk.game.fen).k,
      setup: (moves) => {
        const text = desk.game.setup();
        return `${text}${text.includes(" moves ") ? "" : " moves"} ${moves.join(" ")}`;
      },
      ghosts: (moves) => { desk.ghosts = moves; desk.redraw(); } });
    this.panel = new Reviewed({ go: (ply) => this.go(ply), learn: () => this.learn(),
      peek: (ply, line) => {
        this.peeked = ply === null ? null : { ply, line: line ?? [] };
        desk.redraw();
      },
      pick: (ply, line) => {
        this.go(ply);
        desk.playAll(line);
      } });
  }

  /** The review of the main line, if there is one. */
  found() {
    const { game } = this.desk;
    return marksOf(game.fen, game.mainLine());
  }

  first() {
    return readFen(this.desk.game.fen).side;
  }

  /** What was computed for a review is known of its positions, as if it had been asked for here; says whether
   *  anything is new. */
  take() {
    const { game, notes } = this.desk;
    const found = this.found();
    if (!found || found === this.noted) return false;
    this.noted = found;
    const places = [game.root];
    for (let [at] = game.root.children; at; [at] = at.children) places.push(at);
    scoresOf(found, this.first()).forEach((score, ply) => {
      if (!places[ply]) return;
      const note = notes.of(game.setup(places[ply]));
      note.score ??= score;
      const pv = (found.lines[ply] ?? "").split(" ").filter(Boolean);
      if (note.lines.a.size === 0 && pv.length > 0) note.lines.a.set(1, { ...score, multipv: 1, pv, nodes: found.nodes });
    });
    return true;
  }

  /** Shows what the review says of the position, where that is one of the main line. */
  show() {
    const { game } = this.desk;
    const found = this.lesson.isOn ? null : this.found();
    this.panel.show(found && { review: found, first: this.first(), moves: game.mainLine(), ply: game.isMain() ? game.ply : 0,
      k: readFen(game.fen).k });
  }

  /** What it has to say on the board. */
  marks() {
    const { game } = this.desk;
    return game.isMain() && !this.lesson.isOn ? reviewMarks(this.found(), game.mainLine().slice(0, game.ply)) : {};
  }

  /** The position of a line that is looked at, or null: with the moves before, and those to come. */
  peek() {
    if (!this.peeked) return null;
    const { game } = this.desk;
    const moves = game.mainLine().slice(0, this.peeked.ply);
    return { position: after(readFen(game.fen), moves), marks: { moves, ghosts: this.peeked.line } };
  }

  /** Shows the main line after so many moves.
   *  @param {number} ply */
  go(ply) {
    const { game } = this.desk;
    this.desk.step(() => {
      game.visit(game.root);
      for (const move of game.mainLine().slice(0, ply)) game.play(move);
    });
  }

  /** Has better moves looked for in place of the reader's own mistakes. */
  learn() {
    const found = this.found();
    if (!found) return;
    this.desk.quiet();
    this.peeked = null;
    const { game } = this.desk;
    this.lesson.start(found, this.first(), game.mainLine(), seatOf(game.fen, game.mainLine()));
  }
}
