//! Attacks: one move wins, and every other one loses, or at least no win is found after it.

use super::answer::Answer;
use super::line::{count_moves, main_line};
use super::{Look, PROVE_BYTES, Puzzle, PuzzleKind};
use crate::game::{Color, Move, Square};
use crate::pattern::{Board, Threat};
use crate::proof::{Claim, Goal, Proof};
use crate::prove::{Finding, ProveLimits, losing_moves, prove};
use crate::solve::vcf::Verdict;
use crate::solve::vct::Vct;

/// Share of the limit for a first look at each other threat: most positions have two wins,
/// which is soon seen.
const GLANCE: u64 = 8;

/// How much longer a win may take to be written down than to be found.
pub(super) const WRITING: u64 = 50;

/// A win that was found.
pub(super) struct Attack {
    pub kind: PuzzleKind,
    square: Square,
    /// Moves of the winner.
    pub moves: u16,
}

impl Look<'_> {
    /// The win by fours of the side to move, or by other threats if they are asked for, if one
    /// is found.
    pub fn attack(&mut self, board: &mut Board<'_>, by_threats: bool) -> Option<Attack> {
        let (limit, stop) = (self.limits.search, self.stop);
        let fours = self.cutter.vcf.search(board, limit.min(super::VCF_NODES), stop);
        if let Verdict::Win(plies) = fours {
            let square = self.cutter.vcf.line().next()?.square();
            return Some(Attack { kind: PuzzleKind::Vcf, square, moves: plies.div_ceil(2) });
        }
        if !by_threats || !Vct::applies(board) {
            return None;
        }
        let (square, plies) = self.cutter.wins(board, limit, stop)?;
        Some(Attack { kind: PuzzleKind::Vct, square, moves: plies.div_ceil(2) })
    }

    /// The puzzle of the win `attack`, if that is the only one.
    pub fn only_attack(&mut self, board: &mut Board<'_>, attack: &Attack) -> Option<Puzzle> {
        let attacker = board.side();
        let others = others(board, attack.square);
        let threats = |&square: &Square| board.patterns().threat(square, attacker) >= Threat::Three;
        let false_tries: Vec<Square> = others.iter().copied().filter(threats).collect();
        for nodes in [self.limits.other / GLANCE, self.limits.other] {
            if !false_tries.iter().all(|&square| self.is_refuted(board, square, nodes)) {
                return None;
            }
        }
        let (open, losses) = self.open_moves(board, attack.square)?;
        let proof = self.proof_for(board, attacker, self.limits.search * WRITING)?;
        if !self.begins_with(&proof, attack.square) {
            return None;
        }
        let line = main_line(&proof, board);
        let counts = count_moves(board, &line, attacker);
        if !self.limits.allow(counts.moves) || !self.survives(board, &open) {
            return None;
        }
        let (searched, proved) = match open[..] {
            [] => (0, 0),
            _ => (self.limits.searched, self.limits.proved),
        };
        Some(Puzzle {
            position: board.position().clone(),
            kind: attack.kind,
            solution: attack.square,
            win: Some(proof),
            losses,
            open,
            line,
            counts,
            false_tries,
            searched,
            proved,
        })
    }

    /// The moves besides the right one that are not proven to lose, and how the opponent wins
    /// after all the rest; `None` where there are too many of them.
    fn open_moves(
        &self,
        board: &mut Board<'_>,
        right: Square,
    ) -> Option<(Vec<Square>, Option<Proof>)> {
        if !board.patterns().fives(board.side()).is_empty() {
            return loses_at_once(board, right).then(|| (Vec::new(), None));
        }
        let most = self.limits.most_open + 1;
        let mut goes_on = |_: &_| !(self.stop)();
        let (mut open, proof) =
            losing_moves(board.position(), most, &self.prove_limits(), &mut goes_on)?;
        let is_right_open = open.contains(&right);
        open.retain(|&square| square != right);
        (is_right_open && open.len() <= self.limits.most_open).then_some((open, Some(proof)))
    }

    /// Whether no win is found after the other move `square`, within `nodes` positions.
    fn is_refuted(&mut self, board: &mut Board<'_>, square: Square, nodes: u64) -> bool {
        let mut hint = self.hint;
        board.play(Move::place(square));
        let answer = self.cutter.answer_on(board, nodes, &mut hint, self.stop);
        board.undo();
        self.hint = hint;
        !(self.stop)() && answer != Answer::None
    }

    /// Whether a proof plays that move first, and is short enough for a file.
    pub(super) fn begins_with(&self, proof: &Proof, square: Square) -> bool {
        let is_short = proof.len() <= self.limits.file_nodes;
        is_short && proof.node(proof.len() as u32 - 1).square == Some(square)
    }

    /// How far a strategy is looked for that answers every move but a few.
    pub(super) fn prove_limits(&self) -> ProveLimits {
        ProveLimits {
            nodes: self.limits.search * 2 * WRITING,
            memory: PROVE_BYTES,
            file_nodes: self.limits.file_nodes,
            ..ProveLimits::default()
        }
    }

    /// The proof that `prover` wins, found within `nodes` positions.
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

/// Whether the opponent completes a line after every legal move but one.
pub(super) fn loses_at_once(board: &mut Board<'_>, right: Square) -> bool {
    let opponent = !board.side();
    board.position().legal_moves().into_iter().filter(|mv| mv.square() != right).all(|mv| {
        board.play(mv);
        let loses = !board.position().is_over() && !board.patterns().fives(opponent).is_empty();
        board.undo();
        loses
    })
}

/// The moves near stones besides one.
fn others(board: &Board<'_>, right: Square) -> Vec<Square> {
    let (near, side) = (board.near(), board.side());
    let is_other = |&square: &Square| square != right && !board.is_foul(square, side);
    near.iter().filter(is_other).collect()
}
