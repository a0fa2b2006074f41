//! Making sure of a loss: no defence may be left out.

use std::ops::Range;

use super::mode::ProofMode;
use super::params::LIKELY;
use super::worker::Worker;
use crate::game::{Move, SquareSet};
use crate::pattern::Threat;
use crate::solve::vcf::Verdict;
use crate::solve::vct::refutations::PassThreat;
use crate::value::{Depth, Ply, Score};

/// The window of a search and its best value so far.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// Values up to this are bad enough.
    pub alpha: Score,
    /// Values from this on are too good.
    pub beta: Score,
    /// Best value so far, a proven loss.
    pub best: Score,
}

impl Worker<'_> {
    /// The value of a position in which all moves that were `tried` lose, some of the
    /// list, while others were left out, and the best move. A search that leaves moves
    /// out calls it a likely loss; one that proves things tries the rest.
    pub fn doubt(
        &mut self,
        tried: Range<usize>,
        bounds: Bounds,
        best_move: Option<Move>,
        depth: Depth,
        ply: Ply,
        is_pv: bool,
    ) -> (Score, Option<Move>) {
        if self.mode == ProofMode::Selective {
            return (-LIKELY + ply.index() as i32, best_move);
        }
        let tried = self.moves[tried].iter();
        let seen: SquareSet = tried.map(|candidate| candidate.mv.square()).collect();
        match self.try_the_rest(&seen, bounds, depth, ply, is_pv) {
            Some((value, mv)) if value > bounds.alpha => (value, Some(mv)),
            Some((value, _)) => (value, best_move),
            None => (bounds.best, best_move),
        }
    }

    /// Searches the legal moves that were not tried in a position that seems
    /// lost. Returns a better value and its move, or the longer resistance.
    ///
    /// Where the opponent wins by fours even after a pass, a move that makes no
    /// four and stands on no square that matters to that win changes nothing:
    /// the same fours win after it. All such moves are judged together. Where
    /// renju's double-three test comes in, which looks further than one line, the
    /// fours are played through instead.
    fn try_the_rest(
        &mut self,
        seen: &SquareSet,
        bounds: Bounds,
        depth: Depth,
        ply: Ply,
        is_pv: bool,
    ) -> Option<(Score, Move)> {
        let Bounds { mut alpha, beta, mut best } = bounds;
        let own = self.board.side();
        let rest: Vec<Move> = self
            .board
            .position()
            .empty_squares()
            .filter(|&square| !seen.contains(square) && !self.board.is_foul(square, own))
            .map(Move::place)
            .collect();
        let mut result = None;
        let threat = if rest.is_empty() { None } else { self.threat_after_pass() };
        let mut irrelevant = None;
        for mv in rest {
            let makes_four = self.board.patterns().threat(mv.square(), own) >= Threat::Four;
            if let Some(threat) = &threat
                && !makes_four
                && self.is_irrelevant(threat, mv)
            {
                irrelevant.get_or_insert((mv, (ply + usize::from(threat.plies) + 1).loss()));
                continue;
            }
            self.board.play(mv);
            let value = self.child((alpha, beta), depth - 1, 0, ply, false);
            self.board.undo();
            if self.stopped {
                return None;
            }
            if value > best {
                best = value;
                result = Some((value, mv));
                if value > alpha {
                    alpha = value;
                    if is_pv {
                        self.extend_pv(ply, mv);
                    }
                    if value >= beta {
                        self.tell_cut((alpha, beta), self.moves.len());
                        return result;
                    }
                    self.tell_best((alpha, beta));
                }
            }
        }
        if let (Some((mv, value)), Some(threat)) = (irrelevant, threat)
            && value > best
        {
            result = Some((value, mv));
            if value > alpha && is_pv {
                self.set_pv(ply, std::iter::once(mv).chain(threat.line));
            }
        }
        result
    }

    /// The opponent's win by fours if the side to move passed.
    ///
    /// `None` where a four has several stops: the win has branches then, and a
    /// single line does not show everything that could disturb it.
    fn threat_after_pass(&mut self) -> Option<PassThreat> {
        let has_branches = self.board.position().rule().sees_blocked_ends();
        if has_branches || !self.threats_hold() {
            return None;
        }
        let limit = self.params.vcf_limit(Depth::MAX);
        self.board.pass();
        let threat = match self.has_vcf(limit) {
            Verdict::Win(plies) => {
                let line = self.vcf.line().collect();
                Some(PassThreat::new(&mut self.board, plies, line))
            }
            Verdict::Exhausted | Verdict::Unknown => None,
        };
        self.board.unpass();
        threat
    }

    /// Whether the threat still wins after a move that makes no four.
    fn is_irrelevant(&mut self, threat: &PassThreat, mv: Move) -> bool {
        if threat.zone.is_none() {
            self.visit();
        }
        threat.survives(&mut self.board, mv)
    }
}
