//! How long to think: pure arithmetic on what the clock says.

use std::time::Duration;

use crate::control::Limits;
use crate::game::Color;

/// When to stop thinking about a move, counted from the arrival of the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration is begun after this time.
    pub soft: Duration,
    /// The search is stopped at this time.
    pub hard: Duration,
}

/// Moves that a game is expected to last when the clock has no next control.
const EXPECTED_MOVES: i64 = 22;

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
        let most = if moves == 1 { usable * 9 / 10 } else { usable / 3 };
        (share.min(most), (share * 4).min(most))
    });
    let fixed = limits.movetime_ms.map(|time| {
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
