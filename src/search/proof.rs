//! Making sure of a loss: no defence may be left out.

use super::params;
use super::worker::{Worker, loss_at};
use crate::game::{Direction, Move, SquareSet};
use crate::pattern::Threat;
use crate::solve::Verdict;

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
    /// four and stands on no line near the squares of that win changes nothing:
    /// the same fours win after it. All such moves are judged together. Renju
    /// is left out, because its double-three test looks further than one line,
    /// and caro, where a four has more than one answer.
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
            if let Some((zone, plies, _)) = &threat
                && !zone.contains(mv.square())
                && self.board.patterns().threat(mv.square(), own) < Threat::Four
            {
                irrelevant.get_or_insert((mv, loss_at(ply + plies + 1)));
                continue;
            }
            self.board.play(mv);
            let value = self.child(alpha, beta, depth - 1, 0, ply, false, is_pv);
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
        if let (Some((mv, value)), Some((_, _, line))) = (irrelevant, threat)
            && value > best
        {
            result = Some((value, mv));
            if value > alpha && is_pv {
                self.set_pv(ply, std::iter::once(mv).chain(line));
            }
        }
        result
    }

    /// The opponent's win by fours if the side to move passed: every square
    /// that could disturb it, its length in plies and its moves.
    fn threat_after_pass(&mut self) -> Option<(SquareSet, usize, Vec<Move>)> {
        let position = self.board.position();
        let (size, k) = (position.size(), isize::from(position.variant().k));
        // The zone is drawn around one line of the win. Where a four has several
        // stops, the win has branches elsewhere.
        let branches = position.rule().sees_blocked_ends();
        let has_fouls = position.rule().has_fouls(crate::game::Color::Black);
        if branches || has_fouls || !self.threats_hold() {
            return None;
        }
        self.board.pass();
        let verdict = self.has_vcf(params::vcf_limit(i32::MAX));
        self.board.unpass();
        let Verdict::Win(plies) = verdict else { return None };
        let line: Vec<Move> = self.vcf.line().collect();
        let zone = line
            .iter()
            .flat_map(|mv| {
                let square = mv.square();
                Direction::ALL.into_iter().flat_map(move |direction| {
                    (-k..=k).filter_map(move |steps| square.step(direction, steps))
                })
            })
            .filter(|&square| size.contains(square))
            .collect();
        Some((zone, plies.into(), line))
    }
}
