//! Making sure of a loss: no defence may be left out.

use super::worker::{Worker, loss_at};
use crate::game::{Color, Direction, Move, Position, SquareSet};
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
            let value = self.child(alpha, beta, depth - 1, 0, ply, false, is_pv, false);
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
        self.board.play(mv);
        let wins = self.wins_with(&threat.line);
        self.board.undo();
        wins
    }

    /// Whether the side to move wins by playing the fours of `line`, with no
    /// other answers than those of the line. For rules in which only the five
    /// point answers a four.
    fn wins_with(&mut self, line: &[Move]) -> bool {
        let attacker = self.board.side();
        let mut played = 0;
        let mut wins = false;
        while let Some(&four) = line.get(played) {
            let patterns = self.board.patterns();
            if patterns.fives(attacker).contains(four.square()) {
                wins = true;
                break;
            }
            if patterns.threat(four.square(), attacker) < Threat::Four
                || !self.board.position().is_empty(four.square())
                || self.board.is_foul(four.square(), attacker)
            {
                break;
            }
            self.board.play(four);
            played += 1;
            let patterns = self.board.patterns();
            let Some(five) = patterns.fives(attacker).first() else { break };
            if !patterns.fives(!attacker).is_empty() {
                break;
            }
            if patterns.fives(attacker).len() > 1 || self.board.is_foul(five, !attacker) {
                wins = true;
                break;
            }
            if line.get(played) != Some(&Move::place(five)) {
                break;
            }
            self.board.play(Move::place(five));
            played += 1;
        }
        for _ in 0..played {
            self.board.undo();
        }
        wins
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
        let local = matches!(verdict, Verdict::Win(_)) && self.is_judged_by_lines(&line);
        self.board.unpass();
        let Verdict::Win(plies) = verdict else { return None };
        let zone = local.then(|| zone(self.board.position(), &line));
        Some(PassThreat { line, plies: plies.into(), zone })
    }

    /// Whether no point of a line of fours needs the double-three test.
    fn is_judged_by_lines(&mut self, line: &[Move]) -> bool {
        if !self.board.position().rule().has_fouls(Color::Black) {
            return true;
        }
        let mut played = 0;
        let mut local = true;
        for &mv in line {
            // Answers that are not on the board because they are forbidden count too.
            let attacker = if played % 2 == 0 { self.board.side() } else { !self.board.side() };
            let stops = self.board.patterns().fives(attacker).iter();
            local &= stops
                .chain([mv.square()])
                .all(|square| !self.board.patterns().combination(square, Color::Black).suspect);
            if !local || self.board.position().check(mv).is_err() {
                break;
            }
            self.board.play(mv);
            played += 1;
        }
        for _ in 0..played {
            self.board.undo();
        }
        local
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

/// The squares on a common line with a move of `line` and at most `k` away.
fn zone(position: &Position, line: &[Move]) -> SquareSet {
    let (size, k) = (position.size(), isize::from(position.variant().k));
    line.iter()
        .flat_map(|mv| {
            let square = mv.square();
            Direction::ALL.into_iter().flat_map(move |direction| {
                (-k..=k).filter_map(move |steps| square.step(direction, steps))
            })
        })
        .filter(|&square| size.contains(square))
        .collect()
}
