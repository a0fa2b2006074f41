//! How long to think: pure arithmetic on the numbers of the clock.

use std::time::Duration;

use crate::control::Limits;
use crate::game::{Color, Move};
use crate::value::Score;

/// When to stop thinking about a move, counted from the arrival of the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration is begun after this time.
    pub soft: Duration,
    /// The search is stopped at this time.
    pub hard: Duration,
}

impl Budget {
    /// When no new iteration should begin, after such a history of the search: a
    /// move that has been the best for long needs no more thought, one that has
    /// just become the best or turned out worse needs more. Never beyond the hard
    /// limit; a time that was given for this move alone is not saved.
    pub fn enough(&self, time_history: &TimeHistory) -> Duration {
        if self.soft == self.hard {
            return self.soft;
        }
        let share = (time_history.of_stability() * time_history.of_drop()).min(MOST_SHARE * 100);
        (self.soft * share / 10_000).min(self.hard)
    }
}

/// What the iterations of a search have shown so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeHistory {
    best: Option<Move>,
    /// Iterations in a row that found the same move before.
    stable: usize,
    /// The values of the last three iterations, the newest last.
    values: [Option<Score>; 3],
}

/// Percent of the soft limit for a best move that the last 0, 1, … iterations
/// have confirmed.
// With the time for a falling value and 13 expected moves in place of 22: 50 ± 48 Elo at 1 s a game
// and 0.01 s a move.
const STABILITY: [u32; 6] = [140, 120, 105, 90, 80, 70];
/// Internal units of a fall in value that double the soft limit.
const DOUBLING_DROP: u32 = 200;
/// The largest share of the soft limit, in percent.
const MOST_SHARE: u32 = 250;

impl TimeHistory {
    /// Takes note of a complete iteration.
    pub fn note(&mut self, best: Move, value: Score) {
        self.stable = if self.best == Some(best) { self.stable + 1 } else { 0 };
        self.best = Some(best);
        self.values = [self.values[1], self.values[2], Some(value)];
    }

    /// Percent of the time that the steadiness of the best move deserves.
    fn of_stability(&self) -> u32 {
        STABILITY[self.stable.min(STABILITY.len() - 1)]
    }

    /// Percent of the time that a fall of the value deserves. Values swing with the
    /// side that has the last move of a line, so every other one is compared.
    fn of_drop(&self) -> u32 {
        let [Some(before), _, Some(last)] = self.values else { return 100 };
        let drop = (before - last).clamp(0, DOUBLING_DROP as i32) as u32;
        100 + 100 * drop / DOUBLING_DROP
    }
}

/// Moves that a game is expected to go on for when the clock has no next control.
/// What is decided is decided early, and time that is left then was of no use: with
/// 22, two of five seconds were never spent; 9 was no better.
const EXPECTED_MOVES: i64 = 13;

/// The time for a move of `side`, or `None` when time does not limit it.
/// `overhead_ms` is what is lost between engine and manager for each move.
pub fn budget(limits: &Limits, side: Color, overhead_ms: u64) -> Option<Budget> {
    let overhead = overhead_ms as i64;
    // A manager that shows the opponent's clock alone still wants an answer.
    let owner = if limits.clock_ms[side].is_some() { side } else { !side };
    let clock = limits.clock_ms[owner].map(|left| {
        let increment = limits.increment_ms[owner] as i64;
        let moves = limits.moves_to_go.map_or(EXPECTED_MOVES, |moves| i64::from(moves).min(40));
        let usable = (left - overhead).max(1);
        let share = usable / (moves + 1) + increment * 3 / 4;
        // The last move before the control may take nine tenths of what is left: the control gives more.
        let most = if moves == 1 { usable * 9 / 10 } else { usable / 3 };
        (share.min(most), (share * 4).min(most))
    });
    let fixed = limits.movetime_ms.map(|time| {
        // Where the overhead takes all of a short time, half of it is still ours.
        let usable = (time as i64 - overhead).max(time as i64 / 2).max(1);
        (usable, usable)
    });
    let (soft, hard) = match (clock, fixed) {
        (Some(clock), Some(fixed)) => (clock.0.min(fixed.0), clock.1.min(fixed.1)),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => return None,
    };
    let duration = |ms: i64| Duration::from_millis(ms.max(1) as u64);
    Some(Budget { soft: duration(soft), hard: duration(hard) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ByColor;

    #[test]
    fn the_opponents_clock_is_better_than_none() {
        let limits = Limits { clock_ms: ByColor::new(Some(100), None), ..Limits::default() };
        assert_eq!(budget(&limits, Color::White, 10), budget(&limits, Color::Black, 10));
    }

    fn clock(left: i64, increment: u64, moves: Option<u32>) -> Budget {
        let limits = Limits {
            clock_ms: ByColor::new(Some(left), None),
            increment_ms: ByColor::new(increment, 0),
            moves_to_go: moves,
            ..Limits::default()
        };
        budget(&limits, Color::Black, 10).unwrap()
    }

    #[test]
    fn the_clock_is_never_overdrawn() {
        for left in [-500, 0, 1, 10, 50, 1000, 60_000, 2_147_483_647] {
            for increment in [0, 100, 10_000] {
                for moves in [None, Some(1), Some(2), Some(40), Some(1000)] {
                    let Budget { soft, hard } = clock(left, increment, moves);
                    assert!(soft <= hard);
                    assert!(hard.as_millis() as i64 <= (left - 10).max(1), "{left} {increment}");
                }
            }
        }
    }

    fn time_history(iterations: &[(&str, i32)]) -> TimeHistory {
        let mut time_history = TimeHistory::default();
        for &(mv, value) in iterations {
            time_history.note(mv.parse().unwrap(), Score::from_raw(value as i16));
        }
        time_history
    }

    #[test]
    fn doubt_takes_time_and_certainty_saves_it() {
        let budget = clock(60_000, 0, None);
        let enough = |iterations| budget.enough(&time_history(iterations));
        let steady = enough(&[("h8", 50); 8]);
        let changed = enough(&[("h8", 50), ("h8", 50), ("h8", 50), ("i9", 50)]);
        let fallen = enough(&[("h8", 50), ("h8", -40), ("h8", -100), ("h8", -190)]);
        let risen = enough(&[("h8", 50), ("h8", 140), ("h8", 200), ("h8", 290)]);
        let swinging = enough(&[("h8", 50), ("h8", -90), ("h8", 50), ("h8", -90)]);
        assert!(steady < budget.soft && budget.soft < changed, "{steady:?} {changed:?}");
        assert!(risen < fallen && swinging == risen, "{risen:?} {fallen:?} {swinging:?}");
    }

    #[test]
    fn no_doubt_takes_more_than_the_hard_limit() {
        let wildest = time_history(&[("h8", 20_000), ("h9", 0), ("i9", -20_000)]);
        for left in [1, 20, 1000, 60_000] {
            for moves in [None, Some(1), Some(2), Some(40)] {
                let budget = clock(left, 0, moves);
                assert!(budget.enough(&wildest) <= budget.hard);
                assert!(budget.enough(&TimeHistory::default()) <= budget.hard);
            }
        }
    }

    #[test]
    fn a_time_for_one_move_is_not_saved() {
        let limits = Limits { movetime_ms: Some(1000), ..Limits::default() };
        let budget = budget(&limits, Color::Black, 10).unwrap();
        assert_eq!(budget.enough(&time_history(&[("h8", 50); 8])), budget.soft);
    }

    #[test]
    fn a_fixed_time_is_used_but_not_exceeded() {
        let limits = Limits { movetime_ms: Some(1000), ..Limits::default() };
        assert_eq!(budget(&limits, Color::White, 10).unwrap().hard.as_millis(), 990);
        let limits = Limits { movetime_ms: Some(4), ..Limits::default() };
        assert_eq!(budget(&limits, Color::White, 10).unwrap().hard.as_millis(), 2);
    }

    #[test]
    fn without_a_clock_there_is_no_budget() {
        assert_eq!(budget(&Limits::default(), Color::Black, 10), None);
    }
}
