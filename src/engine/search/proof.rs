//! Making sure of a loss: no defence may be left out.

use super::worker::{Worker, loss_at};
use crate::game::{Move, SquareSet};
use crate::pattern::Threat;
use crate::solve::Verdict;
use crate::solve::vct::refutations;

/// The window of a search and its best value so far.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// Values up to this are bad enough.
    pub alpha: i32,
    /// Values from this on are too good.
    pub beta: i32,
    /// Best value so far, a proven loss.
    pub best: i32,
}

impl Worker<'_> {
    /// Searches the legal moves that were not tried in a position that seems
    /// lost. Returns a better value and its move, or the longer resistance.
    ///
    /// Where the opponent wins by fours even after a pass, a move that makes no
    /// four and stands on no square that matters to that win changes nothing:
    /// the same fours win after it. All such moves are judged together. Where
    /// renju's double-three test comes in, which looks further than one line, the
    /// fours are played through instead.
    pub fn try_the_rest(
        &mut self,
        seen: &SquareSet,
        bounds: Bounds,
        depth: i32,
        ply: usize,
        is_pv: bool,
    ) -> Option<(i32, Move)> {
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
                && self.still_wins(threat, mv)
            {
                irrelevant.get_or_insert((mv, loss_at(ply + threat.plies + 1)));
                continue;
            }
            self.board.play(mv);
            let value = self.child(alpha, beta, depth - 1, 0, ply, false);
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
                        return result;
                    }
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

    /// Whether the opponent's fours still win after a move that makes no four.
    fn still_wins(&mut self, threat: &PassThreat, mv: Move) -> bool {
        if let Some(zone) = &threat.zone {
            return !zone.contains(mv.square());
        }
        self.visit();
        refutations::still_wins(&mut self.board, mv, &threat.line)
    }

    /// The opponent's win by fours if the side to move passed.
    ///
    /// Not asked where a four has several stops: the win has branches then, and a
    /// single line does not show everything that could disturb it.
    fn threat_after_pass(&mut self) -> Option<PassThreat> {
        let has_branches = self.board.position().rule().sees_blocked_ends();
        if has_branches || !self.threats_hold() {
            return None;
        }
        self.board.pass();
        let verdict = self.has_vcf(self.params.vcf_limit(i32::MAX));
        let line: Vec<Move> = self.vcf.line().collect();
        let found = matches!(verdict, Verdict::Win(_));
        let zone = if found { refutations::zone(&mut self.board, &line) } else { None };
        self.board.unpass();
        let Verdict::Win(plies) = verdict else { return None };
        Some(PassThreat { line, plies: plies.into(), zone })
    }
}

/// What the opponent would do after a pass.
struct PassThreat {
    line: Vec<Move>,
    plies: usize,
    /// Every square that could disturb the line, where no point of it depends on
    /// more than the lines through it.
    zone: Option<SquareSet>,
}
