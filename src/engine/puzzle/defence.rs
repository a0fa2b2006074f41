//! Defences: every move but one is proven to lose.

use super::attack::{WRITING, loses_at_once};
use super::line::{count_moves, deepest, main_line};
use super::{Look, MoveCounts, Puzzle, PuzzleKind};
use crate::game::{Move, Square};
use crate::pattern::Board;
use crate::proof::{Proof, Then};
use crate::prove::losing_moves;

/// Share of the limit for a first look at each reply: most threats have two answers, which
/// is soon seen.
const GLANCE: u64 = 4;
/// How many times the usual limit a win after the right move is looked for, before a long
/// search begins.
const SURE: u64 = 5;

impl Look<'_> {
    /// The puzzle of the one move that does not lose, if the opponent threatens to win and every
    /// other move does: it is proven to win, or no win of the opponent is found after it.
    pub fn only_defence(&mut self, board: &mut Board<'_>) -> Option<Puzzle> {
        if !board.patterns().fives(!board.side()).is_empty() {
            // The one move that stops a line asks for no search; see `only_block`.
            return None;
        }
        let (limit, stop) = (self.limits.other, self.stop);
        let replies = self.cutter.replies(board, limit, stop)?;
        let mut held = 0;
        for &square in &replies {
            held += usize::from(!self.loses(board, square, limit / GLANCE));
            if held > 1 || stop() {
                return None;
            }
        }
        let mut goes_on = |_: &_| !stop();
        let (open, proof) = losing_moves(board.position(), 1, &self.prove_limits(), &mut goes_on)?;
        let [solution] = open[..] else { return None };
        if board.is_foul(solution, board.side()) || self.loses(board, solution, limit * SURE) {
            return None;
        }
        let attacker = !board.side();
        let root = proof.node(proof.len() as u32 - 1);
        let Then::Replies { listed, .. } = root.then else { return None };
        let false_tries: Vec<Square> = listed.iter().map(|reply| reply.square).collect();
        // The longest of the lines that begin with a wrong move; where nothing but the right
        // move disturbs the threat, any other move does.
        let wrong = match deepest(&proof, listed) {
            Some(wrong) => (wrong.square, wrong.next.node),
            None => any_other(board, &proof, solution)?,
        };
        board.play(Move::place(wrong.0));
        let rest = main_line(&proof.part(wrong.1), board);
        let counts = count_moves(board, &rest, attacker);
        board.undo();
        let line: Vec<Square> = std::iter::once(wrong.0).chain(rest).collect();
        if !self.limits.allow(counts.moves) {
            return None;
        }
        // More than to hold: some defences win.
        let win = self.proof_for(board, !attacker, self.limits.search * WRITING);
        let win = win.filter(|win| self.begins_with(win, solution));
        let (searched, proved) = match win {
            Some(_) => (0, 0),
            None if self.limits.most_open == 0 || !self.holds(board, solution) => return None,
            None => (self.limits.searched, self.limits.proved),
        };
        Some(Puzzle {
            position: board.position().clone(),
            kind: PuzzleKind::Defence,
            solution,
            win,
            losses: Some(proof),
            open: Vec::new(),
            line,
            counts,
            false_tries,
            searched,
            proved,
        })
    }

    /// The puzzle of the one move that stops a line of the opponent, where that move is proven
    /// to win.
    pub fn only_block(&mut self, board: &mut Board<'_>, block: Square) -> Option<Puzzle> {
        if !self.limits.allow(1) || !loses_at_once(board, block) {
            return None;
        }
        let win = self.proof_for(board, board.side(), self.limits.search)?;
        if !self.begins_with(&win, block) {
            return None;
        }
        let (patterns, side) = (board.patterns(), board.side());
        let near = board.near();
        let others = near.iter().filter(|&square| square != block && !board.is_foul(square, side));
        let wrong = others.max_by_key(|&square| (patterns.order(square, side), square))?;
        Some(Puzzle {
            position: board.position().clone(),
            kind: PuzzleKind::Defence,
            solution: block,
            win: Some(win),
            losses: None,
            open: Vec::new(),
            line: vec![wrong, block],
            counts: MoveCounts { moves: 1, ..MoveCounts::default() },
            false_tries: Vec::new(),
            searched: 0,
            proved: 0,
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

/// A move besides the right one that the strategy does not list, the best by its looks, and
/// the node that answers it.
fn any_other(board: &Board<'_>, proof: &Proof, right: Square) -> Option<(Square, u32)> {
    let root = proof.node(proof.len() as u32 - 1);
    let Then::Replies { others: Some(rest), .. } = root.then else { return None };
    let (patterns, side) = (board.patterns(), board.side());
    let is_other = |&square: &Square| square != right && !board.is_foul(square, side);
    let near = board.near();
    let others = near.iter().filter(is_other);
    let best = others.max_by_key(|&square| (patterns.order(square, side), square))?;
    Some((best, rest.node))
}
