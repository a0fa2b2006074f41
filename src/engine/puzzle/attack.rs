//! Attacks: one move wins, and for each other one a reply is known.

use super::answer::Answer;
use super::line::{main_line, sights};
use super::{Look, PROVE_BYTES, Puzzle, PuzzleKind, Shown};
use crate::game::{Color, Move, Square};
use crate::pattern::{Board, Threat};
use crate::proof::{Claim, Goal, Proof};
use crate::prove::{Finding, ProveLimits, prove};
use crate::solve::vcf::Verdict;
use crate::solve::vct::Vct;

/// Other moves, the most promising ones, after which quiet moves are tried, too.
const BEST: usize = 4;
/// Share of the limit for a first look at each other threat: most positions have two wins,
/// which is soon seen.
const GLANCE: u64 = 8;

/// How much longer a win may take to be written down than to be found.
const WRITING: u64 = 50;

/// A win that was found.
pub(super) struct Attack {
    pub kind: PuzzleKind,
    square: Square,
    /// Moves of the winner.
    pub moves: u16,
}

impl Look<'_> {
    /// The win by threats of the side to move, if one is found.
    pub fn attack(&mut self, board: &mut Board<'_>) -> Option<Attack> {
        let (limit, stop) = (self.limits.search, self.stop);
        let fours = self.cutter.vcf.search(board, limit.min(super::VCF_NODES), stop);
        if let Verdict::Win(plies) = fours {
            let square = self.cutter.vcf.line().next()?.square();
            return Some(Attack { kind: PuzzleKind::Vcf, square, moves: plies.div_ceil(2) });
        }
        if !Vct::applies(board) {
            return None;
        }
        let (square, plies) = self.cutter.wins(board, limit, stop)?;
        Some(Attack { kind: PuzzleKind::Vct, square, moves: plies.div_ceil(2) })
    }

    /// The puzzle of that win, if it is the only one.
    pub fn only_attack(&mut self, board: &mut Board<'_>, attack: &Attack) -> Option<Puzzle> {
        let attacker = board.side();
        let others = others(board, attack.square);
        let threats = |&square: &Square| board.patterns().threat(square, attacker) >= Threat::Three;
        let false_tries: Vec<Square> = others.iter().copied().filter(threats).collect();
        let mut shown = Shown { nodes: self.limits.other, ..Shown::default() };
        for &square in &false_tries {
            self.refuted(board, square, self.limits.other / GLANCE, &mut Shown::default())?;
        }
        for &square in &others {
            self.refuted(board, square, self.limits.other, &mut shown)?;
        }
        let proof = self.proof_for(board, attacker, self.limits.search * WRITING)?;
        let is_same = proof.node(proof.len() as u32 - 1).square == Some(attack.square);
        if !is_same || proof.len() > self.limits.file_nodes {
            return None;
        }
        let mut best = others;
        best.sort_by_key(|&square| (-board.patterns().order(square, attacker), square));
        for &square in best.iter().take(BEST) {
            board.play(Move::place(square));
            let wins = self.proof_for(board, !board.side(), self.limits.prove);
            board.undo();
            if wins.is_some() || (self.stop)() {
                return None;
            }
        }
        shown.proven = self.limits.prove;
        let line = main_line(&proof, board);
        let sights = sights(board, &line, attacker);
        (sights.moves >= self.limits.min_moves).then(|| Puzzle {
            position: board.position().clone(),
            kind: attack.kind,
            solution: attack.square,
            proof,
            line,
            sights,
            false_tries,
            shown,
        })
    }

    /// Counts how another move is answered; `None` where no answer is known.
    fn refuted(
        &mut self,
        board: &mut Board<'_>,
        square: Square,
        nodes: u64,
        shown: &mut Shown,
    ) -> Option<()> {
        let mut hint = self.hint;
        board.play(Move::place(square));
        let answer = self.cutter.answer_on(board, nodes, &mut hint, self.stop);
        board.undo();
        self.hint = hint;
        shown.moves += 1;
        match answer {
            _ if (self.stop)() => None,
            Answer::None => None,
            Answer::Wins(_) => {
                shown.lost += 1;
                Some(())
            }
            Answer::Holds { .. } | Answer::Calm => Some(()),
        }
    }

    /// The proof that a player wins, within so many positions.
    pub(super) fn proof_for(&self, board: &Board<'_>, prover: Color, nodes: u64) -> Option<Proof> {
        let claim = Claim { prover, goal: Goal::Wins };
        let limits = ProveLimits { nodes, memory: PROVE_BYTES, ..ProveLimits::default() };
        let mut goes_on = |_: &_| !(self.stop)();
        match prove(board.position(), claim, &limits, &mut goes_on).0 {
            Finding::Proven(proof) => Some(*proof),
            Finding::Refuted | Finding::Undecided => None,
        }
    }
}

/// The moves near stones besides one.
fn others(board: &Board<'_>, right: Square) -> Vec<Square> {
    let (near, side) = (board.near(), board.side());
    let is_other = |&square: &Square| square != right && !board.is_foul(square, side);
    near.iter().filter(is_other).collect()
}
