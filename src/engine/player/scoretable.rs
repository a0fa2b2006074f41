//! `scoretable`: looks at each empty point once, from both sides, and never
//! ahead. The classic first gomoku program of many people.
//!
//! A point is worth what a stone there would make in the four directions. A
//! longer run counts more than any shorter one, an open run more than a closed
//! one of the same length, a run without room for a line nothing.

use std::cmp::Reverse;

use super::common::{answer, log_candidates, off_centre, placements, reading_rank};
use super::motive::{Motive, RunShape};
use super::rng::Rng;
use super::task::{Player, PlayerError, Task};
use crate::control::Choice;
use crate::game::{Color, Direction, Move, Position, Square, sort_by_key};
use crate::language::Language;

/// Plays the better of its best attack and its best defence, the defence when
/// they are equal; only a line of its own comes before everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScoreTable;

impl Player for ScoreTable {
    fn choose(&mut self, task: Task<'_>, _: &mut Rng) -> Result<Choice, PlayerError> {
        let position = task.position;
        let side = position.side();
        let points: Vec<PointScore> =
            placements(&task).into_iter().map(|mv| PointScore::look(position, mv)).collect();
        log_candidates(&task, || weighed(&points));
        let best = |rank: fn(&PointScore) -> (u64, u64)| {
            points.iter().max_by_key(|point| {
                let square = point.mv.square();
                (rank(point), Reverse((off_centre(position.size(), square), reading_rank(square))))
            })
        };
        let attack = best(|point| (point.own.worth, point.other.worth));
        let defence = best(|point| (point.other.worth, point.own.worth));
        let (Some(attack), Some(defence)) = (attack, defence) else {
            return Ok(Choice::default());
        };
        Ok(if attack.own.worth == LINE || attack.own.worth > defence.other.worth {
            answer(&task, attack.mv, Motive::Attack(attack.own.best))
        } else {
            answer(&task, defence.mv, Motive::Defence(!side, defence.other.best))
        })
    }
}

/// The points with what they are worth for the log, those first that are worth most to
/// either side.
fn weighed(points: &[PointScore]) -> Vec<(Move, String)> {
    let mut points: Vec<&PointScore> = points.iter().collect();
    sort_by_key(&mut points, |point| Reverse(point.own.worth.max(point.other.worth)));
    let worth = |point: &PointScore| {
        let PointScore { own, other, .. } = point;
        let (attack, defence) = (own.worth, other.worth);
        let [made, denied] = [own, other].map(|prospect| prospect.best.words(Language::English));
        format!("attack {attack} ({made}) defence {defence} ({denied})")
    };
    points.into_iter().map(|point| (point.mv, worth(point))).collect()
}

/// A candidate, seen from both sides.
struct PointScore {
    mv: Move,
    own: Prospect,
    other: Prospect,
}

impl PointScore {
    fn look(position: &Position, mv: Move) -> PointScore {
        let side = position.side();
        let [own, other] = [side, !side].map(|color| prospect(position, mv.square(), color));
        PointScore { mv, own, other }
    }
}

/// What a stone of one colour on a point would make.
struct Prospect {
    /// The sum over the four directions.
    worth: u64,
    best: RunShape,
}

/// The worth of a completed line: more than all other shapes together.
const LINE: u64 = 1 << 40;

impl RunShape {
    /// Four of a kind are worth one of the next better kind, so that what is
    /// made in all directions together never hides a better shape by much.
    const fn worth(self) -> u64 {
        if self.count == 0 { 0 } else { 1 << (2 * (2 * self.count + self.open as usize)) }
    }
}

/// The points of the table for a stone of `color` on `square`.
pub fn worth(position: &Position, square: Square, color: Color) -> u64 {
    prospect(position, square, color).worth
}

/// What a stone of `color` on `square` would make; nothing where `color` may
/// not play.
fn prospect(position: &Position, square: Square, color: Color) -> Prospect {
    let nothing = Prospect { worth: 0, best: RunShape::NOTHING };
    if position.rule().has_fouls(color) && position.foul(square).is_some() {
        return nothing;
    }
    if position.has_line_through(square, color) {
        let line = RunShape { is_line: true, count: position.variant().k.into(), open: true };
        return Prospect { worth: LINE, best: line };
    }
    Direction::ALL.into_iter().map(|direction| shape(position, square, direction, color)).fold(
        nothing,
        |sum, shape| Prospect { worth: sum.worth + shape.worth(), best: sum.best.max(shape) },
    )
}

/// The run that a stone of `color` on `square` would be part of along
/// `direction`. A run as long as a line is an overline that does not win here.
fn shape(position: &Position, square: Square, direction: Direction, color: Color) -> RunShape {
    let k = usize::from(position.variant().k);
    let view = position.lines().view(square, direction, color);
    let (before, after) = view.run();
    let room_before = (!view.blocked << (64 - view.bit)).leading_ones() as usize;
    let room_after = (!view.blocked >> (view.bit + 1)).trailing_ones() as usize;
    let count = before + 1 + after;
    if count >= k || room_before + 1 + room_after < k {
        return RunShape::NOTHING;
    }
    RunShape { is_line: false, count, open: room_before > before && room_after > after }
}
