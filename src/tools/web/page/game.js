// A game that is looked at: where it began, the moves, and how far one has gone.

import { after, readFen } from "./native.js";

export class Game {
  /** The text of the first position, the moves from there, and the ply that is shown. */
  constructor(fen) {
    this.fen = fen;
    this.moves = [];
    this.ply = 0;
    /** The last score heard about each ply, with the side that it is for. */
    this.scores = [];
  }

  /** The position that is shown. */
  position() {
    return after(readFen(this.fen), this.moves.slice(0, this.ply));
  }

  /** The line that sets it up. */
  line() {
    const moves = this.moves.slice(0, this.ply);
    return `position fen ${this.fen}${moves.length ? ` moves ${moves.join(" ")}` : ""}`;
  }

  /** Plays a move from the ply that is shown; another continuation is forgotten. */
  play(move) {
    if (this.moves[this.ply] !== move) {
      this.moves.length = this.ply;
      this.scores.length = Math.min(this.scores.length, this.ply + 1);
      this.moves.push(move);
    }
    this.ply += 1;
  }

  /** Takes the last move back for good. */
  drop() {
    this.ply -= 1;
    this.moves.length = this.ply;
  }

  /** Goes to a ply, as far as there is one. */
  go(ply) {
    this.ply = Math.max(0, Math.min(ply, this.moves.length));
  }
}
