//! Defences: every move but one is proven to lose.

use super::line::{deepest, main_line, sights};
use super::{Look, PROVE_BYTES, Puzzle, PuzzleKind, Shown};
use crate::game::{Move, Square};
use crate::pattern::Board;
use crate::proof::Then;
use crate::prove::{self, ProveLimits};

/// Share of the limit for a first look at each reply: most threats have two answers, which
/// is soon seen.
const GLANCE: u64 = 4;
/// How much harder is looked for a win after the right move.
const SURE: u64 = 20;

impl Look<'_> {
    /// The puzzle of the one move that holds, if the opponent threatens to win and no other
    /// one does.
    pub fn only_defence(&mut self, board: &mut Board<'_>) -> Option<Puzzle> {
        let (limit, stop) = (self.limits.other, self.stop);
        let replies = self.cutter.replies(board, limit, stop)?;
        let mut held = 0;
        for &square in &replies {
            held += usize::from(!self.loses(board, square, limit / GLANCE));
            if held > 1 || stop() {
                return None;
            }
        }
        let limits = ProveLimits {
            nodes: self.limits.search * 100,
            memory: PROVE_BYTES,
            file_nodes: self.limits.file_nodes,
            ..ProveLimits::default()
        };
        let mut goes_on = |_: &_| !stop();
        let (solution, proof) = prove::only_defence(board.position(), &limits, &mut goes_on)?;
        if board.is_foul(solution, board.side()) || self.loses(board, solution, limit * SURE) {
            return None;
        }
        board.play(Move::place(solution));
        let wins = self.proof_for(board, board.side(), self.limits.prove * SURE);
        board.undo();
        if wins.is_some() || stop() {
            return None;
        }
        let attacker = !board.side();
        let root = proof.node(proof.len() as u32 - 1);
        let Then::Replies { listed, .. } = root.then else { return None };
        let false_tries: Vec<Square> = listed.iter().map(|reply| reply.square).collect();
        // The longest of the lines that begin with a wrong move.
        let wrong = deepest(&proof, listed)?;
        board.play(Move::place(wrong.square));
        let rest = main_line(&proof.part(wrong.next.node), board);
        let sights = sights(board, &rest, attacker);
        board.undo();
        let line: Vec<Square> = std::iter::once(wrong.square).chain(rest).collect();
        let moves = board.position().legal_move_count() as u32 - 1;
        let shown =
            Shown { moves, lost: moves, nodes: limit * SURE, proven: self.limits.prove * SURE };
        (sights.moves >= self.limits.min_moves).then(|| Puzzle {
            position: board.position().clone(),
            kind: PuzzleKind::Defence,
            solution,
            proof,
            line,
            sights,
            false_tries,
            shown,
        })
    }

    /// Whether the opponent is seen to win by threats after a move.
    fn loses(&mut self, board: &mut Board<'_>, square: Square, nodes: u64) -> bool {
        board.play(Move::place(square));
        let wins = self.cutter.wins(board, nodes, self.stop).is_some();
        board.undo();
        wins
    }
}
