// Why is this won? Our own engine proves it, and the proof is unfolded reply by reply on the board.

/** @import { Engine } from "./engine.js" */
/** @import { Note } from "./notes.js" */
/** @import { ProofPlayer } from "./proofs.js" */
/** @import { Desk } from "./seat.js" */
/** @import { Place } from "./variations.js" */

import { el, hush, notice } from "./dom.js";
import { ask } from "./link.js";
import { isProof } from "./proofs.js";
import { t } from "./words.js";

/** Characters of a message that the server takes, less some for what stands around: a longer proof is played as it is
 *  written. */
const LONGEST = 260_000;

/** Whether a proof is true, as the server's checker says: null where it is too long for that. Says what is wrong with one
 *  that is false, or none.
 *  @param {string} text */
export async function verify(text) {
  if (JSON.stringify(text).length > LONGEST) return null;
  try {
    const { is_proven: isProven, flaw } = await ask({ do: "verify", text });
    if (isProven === false) notice(t("proofFalse", flaw));
    return isProven;
  } catch (error) {
    notice(`${t("badProof")} ${error instanceof Error ? error.message : ""}`);
    return false;
  }
}

export class Why {
  /** `engine` is ours at a desk of its own; `desk` has the game; `player` shows proofs there.
   *  @param {Engine} engine
   *  @param {Desk} desk
   *  @param {ProofPlayer} player */
  constructor(engine, desk, player) {
    this.engine = engine;
    this.desk = desk;
    this.player = player;
    /** The position that a proof is looked for, or null.
     *  @type {Place | null} */
    this.wanted = null;
    this.node = el("button", { type: "button", "data-does": "why", class: "why-button", hidden: true, click: () => this.toggle() });
    engine.on("proof", (finding, text) => this.answered(finding, text));
    engine.on("ended", () => this.stop());
    engine.on("refused", () => this.stop());
    engine.on("closed", () => this.stop());
    // A position that cannot be proven is refused by a line.
    engine.on("error", () => this.wanted && this.stop());
  }

  /** Offers it where a player wins for certain, by what is known of the position.
   *  @param {Partial<Note>} note */
  show({ score, outcome }) {
    const { game } = this.desk;
    const canAsk = score?.mate !== undefined && score.mate !== 0 && (outcome ?? "none") === "none" && !this.player.isOn &&
      game.position().destroy.every((left) => left === 0);
    this.node.hidden = !canAsk && !this.wanted;
    this.node.textContent = t(this.wanted ? "stop" : "whyWon");
    this.node.title = t(this.wanted ? "whyThinks" : "whyHint");
  }

  toggle() {
    if (this.wanted) this.engine.say("stop");
    else this.begin();
  }

  /** Asks for a proof. */
  begin() {
    const { game } = this.desk;
    this.desk.quiet();
    this.wanted = game.here;
    this.engine.say(game.setup());
    if (!this.engine.say("prove")) return this.stop();
    notice(t("whyThinks"));
    return this.desk.redraw();
  }

  stop() {
    this.wanted = null;
    this.desk.redraw();
  }

  /** @param {string} finding
   *  @param {string} text */
  answered(finding, text) {
    const { wanted } = this;
    this.stop();
    // A reader who has gone elsewhere meanwhile is not called back.
    if (!wanted || wanted !== this.desk.game.here) return;
    hush();
    if (finding !== "proven" || !isProof(text)) notice(t("whyUndecided"));
    else this.player.open(text, { isChecked: true, isHere: true });
    this.desk.redraw();
  }
}
