//! `runlength`: looks for the longest unbroken run through a point, whichever
//! colour it has. Knows nothing of rules, open ends or whose turn it is.

use std::cmp::Reverse;

use super::common::{answer, log_candidates, placements};
use super::motive::Motive;
use super::rng::Rng;
use super::task::{Player, PlayerError, Task};
use crate::control::Choice;
use crate::game::{Color, Direction, Move, Position, Square, sort_by_key};

/// Plays the point with the longest run of either colour through it, the
/// first in reading order on ties.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunLength;

impl Player for RunLength {
    fn choose(&mut self, task: Task<'_>, _: &mut Rng) -> Result<Choice, PlayerError> {
        let run = |mv: Move| (longest_run(task.position, mv.square()), mv);
        let mut runs: Vec<_> = placements(&task).into_iter().map(run).collect();
        // Equal ones keep the order of reading.
        sort_by_key(&mut runs, |&((length, _), _)| Reverse(length));
        log_candidates(&task, || {
            let worth = |&((length, color), mv): &((usize, Color), Move)| {
                (mv, format!("run {length} of {}", color.letter()))
            };
            runs.iter().map(worth).collect()
        });
        let Some(&((length, color), mv)) = runs.first() else {
            return Ok(Choice::default());
        };
        Ok(answer(&task, mv, Motive::LongestRun { length, color }))
    }
}

/// The length of the longest run that a stone on `square` would be part of,
/// that stone included, and whose it is; the first player's when both are equal.
fn longest_run(position: &Position, square: Square) -> (usize, Color) {
    let [black, white] = Color::ALL.map(|color| run_through(position, square, color));
    if black >= white { (black, Color::Black) } else { (white, Color::White) }
}

/// The length of the longest run of `color` that a stone on `square` would be part of.
pub fn run_through(position: &Position, square: Square, color: Color) -> usize {
    let runs = Direction::ALL.into_iter().map(|direction| {
        let (before, after) = position.lines().view(square, direction, color).run();
        before + 1 + after
    });
    runs.max().unwrap_or(1)
}
