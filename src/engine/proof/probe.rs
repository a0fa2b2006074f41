//! The checker's own routine for writers of proofs: tries nodes before they are used.

use crate::game::{Position, Square, SquareSet, Symmetry};

use super::board::Played;
use super::check::Checker;
use super::file::{Claim, Proof, ProofNode};
use super::memo::CheckedNode;

/// A proof that grows, and a board on which its nodes are tried.
pub struct Probe {
    proof: Proof,
    checker: Checker,
    played: Vec<Played>,
}

impl Probe {
    /// A proof without nodes, and `memory` bytes to remember what its nodes are good for.
    pub fn new(position: &Position, claim: Claim, memory: usize) -> Probe {
        let proof = Proof::new(position.clone(), claim);
        let checker = Checker::new(&proof, memory, false);
        Probe { proof, checker, played: Vec::new() }
    }

    /// Adds a node, see [`Proof::push`].
    pub fn push(&mut self, node: ProofNode<'_>) -> u32 {
        self.proof.push(node)
    }

    /// The proof so far.
    pub const fn proof(&self) -> &Proof {
        &self.proof
    }

    /// The position on the board.
    pub const fn position(&self) -> &Position {
        &self.checker.board.position
    }

    /// Plays on an empty square that is not forbidden.
    pub fn play(&mut self, square: Square) {
        self.checker.board.play(square);
        self.played.push(Played::Stone(square));
    }

    /// Lets the side to move pass.
    pub fn pass(&mut self) {
        self.checker.board.position.pass();
        self.played.push(Played::Pass);
    }

    /// Takes back what was played or passed last.
    pub fn undo(&mut self) {
        if let Some(played) = self.played.pop() {
            self.checker.board.undo(played);
        }
    }

    /// The zone of a node that works in the position on the board, with the prover to
    /// move, and still works with up to `extra` more stones of the opponent outside of
    /// the zone. `None` when it does not work, or would take more than `most_replies` to see.
    pub fn zone(&mut self, node: u32, extra: u8, most_replies: u64) -> Option<SquareSet> {
        let question = CheckedNode { node, view: Symmetry::IDENTITY, extra };
        let checker = &mut self.checker;
        let most = checker.tally.replies.saturating_add(most_replies);
        let Ok(zone) = checker.ask(&self.proof, question, most, &mut |_| true) else {
            // The board becomes what it was.
            while let Some(frame) = checker.stack.pop() {
                checker.board.undo(frame.played);
                checker.board.undo(frame.own);
            }
            checker.passes = 0;
            return None;
        };
        let board = &self.checker.board;
        let area = board.position.size().area();
        Some((0..area).filter(|&cell| zone.contains(cell)).map(|cell| board.square(cell)).collect())
    }
}
