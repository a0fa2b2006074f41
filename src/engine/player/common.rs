//! What the classic players share: which moves they may choose from, how they
//! draw lots, and how they say what they chose.

use std::cmp::Reverse;
use std::fmt::Display;

use rand_chacha::rand_core::Rng as _;

use super::{Rng, Task};
use crate::control::{Choice, Info, Report};
use crate::game::{Move, Size, Square};
use crate::value::Score;

/// The legal moves that the question allows, in the order of
/// [`Position::legal_moves`](crate::game::Position::legal_moves).
pub fn candidates(task: &Task<'_>) -> Vec<Move> {
    let allowed = &task.limits.search_moves;
    let mut moves = task.position.legal_moves();
    moves.retain(|mv| allowed.is_empty() || allowed.contains(mv));
    moves
}

/// The placements among the [`candidates`], top row first; conversions only
/// when there is no placement.
pub fn placements(task: &Task<'_>) -> Vec<Move> {
    let mut moves = candidates(task);
    if moves.iter().any(|mv| !mv.is_conversion()) {
        moves.retain(|mv| !mv.is_conversion());
    }
    moves.sort_by_key(|mv| reading_rank(mv.square()));
    moves
}

/// Sorts squares as a page is read: top row first, each row from the left.
pub const fn reading_rank(square: Square) -> (Reverse<usize>, usize) {
    (Reverse(square.row()), square.col())
}

/// How far a square is from the centre of the board: the squared distance in
/// half squares, which is a whole number on even boards too.
pub const fn off_centre(size: Size, square: Square) -> usize {
    let dx = (2 * square.col() + 1).abs_diff(size.width());
    let dy = (2 * square.row() + 1).abs_diff(size.height());
    dx * dx + dy * dy
}

/// A number below `count`, each with the same probability: Lemire's
/// multiply-and-shift ("Fast Random Integer Generation in an Interval", 2019).
/// Written out here because the streams of library distributions change
/// between versions.
///
/// # Panics
/// When `count` is 0.
pub fn draw(rng: &mut Rng, count: usize) -> usize {
    let count = count as u64;
    let unfair = count.wrapping_neg() % count;
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(count);
        if product as u64 >= unfair {
            return (product >> 64) as usize;
        }
    }
}

/// Reports a move that was not searched for, with its reason, and answers it.
pub fn answer(task: &Task<'_>, mv: Move, why: impl Display) -> Choice {
    let info = Info { depth: 1, score: Score::DRAW, pv: vec![mv], ..Info::default() };
    task.monitor.report(Report::Info(info));
    explain(task, why);
    Choice { best: Some(mv), ponder: None }
}

/// Says why a move was chosen.
pub fn explain(task: &Task<'_>, why: impl Display) {
    task.monitor.report(Report::Text(format!("why {why}")));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::seeded;

    #[test]
    fn lots_are_fair_and_repeat() {
        let mut counts = [0; 7];
        let mut rng = seeded(5);
        for _ in 0..70_000 {
            counts[draw(&mut rng, 7)] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..=10_500).contains(count)), "{counts:?}");

        let drawn = |seed| {
            let mut rng = seeded(seed);
            (0..20).map(|_| draw(&mut rng, 225)).collect::<Vec<_>>()
        };
        assert_eq!(drawn(9), drawn(9));
        assert_ne!(drawn(9), drawn(10));
    }

    #[test]
    fn the_centre_is_the_middle() {
        let nearest = |width, height| {
            let size = Size::new(width, height).unwrap();
            size.reading_order().min_by_key(|&square| off_centre(size, square)).unwrap().to_string()
        };
        assert_eq!(nearest(15, 15), "h8");
        assert_eq!(nearest(9, 5), "e3");
        assert_eq!(nearest(4, 6), "b4");
    }
}
