//! The engine's view of a position without a search, for debugging.

use std::sync::Arc;

use super::history::History;
use super::params::Params;
use super::picker::{self, Context};
use crate::eval;
use crate::game::{ByColor, Color, Move, Position, Square, sort_by_key};
use crate::pattern::{self, Board, Shape, StandingShape, Tables, ThreatName};
use crate::value::{Ply, Score};

/// The static evaluation, in total and point by point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// Value for the side to move.
    pub total: Score,
    /// What each empty point adds for both players, in internal units.
    pub points: Vec<(Square, ByColor<i32>)>,
    /// What is added for all points together, for the side to move, in internal units.
    pub together: i32,
}

/// What both players would make at an empty point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointPatterns {
    /// The point.
    pub square: Square,
    /// The named shapes of each player, strongest first; ones and weaker left out.
    pub shapes: ByColor<Vec<Shape>>,
    /// The name of what the shapes amount to.
    pub threat: ByColor<ThreatName>,
}

/// A move that the search would consider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateReport {
    /// The move.
    pub mv: Move,
    /// The rating of the move; the search tries larger ones first.
    pub order: i32,
    /// What the mover makes on the square of the move, and what the opponent would.
    pub threat: ByColor<ThreatName>,
}

/// The lookups of the game of a position.
fn tables(position: &Position) -> Arc<Tables> {
    let variant = position.variant();
    eval::tables(variant.rule, variant.k)
}

/// The static evaluation of a position.
pub fn evaluate(position: &Position) -> Evaluation {
    let tables = tables(position);
    let mut board = Board::new(position.clone(), &tables);
    let (total, together) = (eval::evaluate(&mut board), eval::evaluate_together(&mut board));
    let value = |square, color| eval::evaluate_point(&board, square, color);
    let points = position
        .empty_squares()
        .map(|square| (square, ByColor(Color::ALL.map(|color| value(square, color)))))
        .collect();
    Evaluation { total, points, together }
}

/// The shapes of all empty points where some player makes at least a two.
pub fn patterns(position: &Position) -> Vec<PointPatterns> {
    let tables = tables(position);
    let board = Board::new(position.clone(), &tables);
    let shapes = |square, color| {
        let mut shapes: Vec<Shape> = board
            .patterns()
            .shapes(square, color)
            .all()
            .into_iter()
            .filter(|&shape| shape >= Shape::Two)
            .collect();
        sort_by_key(&mut shapes, |&shape| std::cmp::Reverse(shape));
        shapes
    };
    position
        .empty_squares()
        .map(|square| PointPatterns {
            square,
            shapes: ByColor(Color::ALL.map(|color| shapes(square, color))),
            threat: threats(&board, square),
        })
        .filter(|point| point.shapes.0.iter().any(|shapes| !shapes.is_empty()))
        .collect()
}

/// What both players would make on a square, by name.
fn threats(board: &Board<'_>, square: Square) -> ByColor<ThreatName> {
    ByColor(Color::ALL.map(|color| {
        let shapes = board.patterns().shapes(square, color).all();
        ThreatName::of(board.position(), square, color, shapes)
    }))
}

/// The shapes that stand in a position, strongest first.
pub fn standing(position: &Position) -> Vec<StandingShape> {
    pattern::standing(position, &tables(position).shapes)
}

/// The moves that the search would consider, in its order.
pub fn candidates(position: &Position) -> Vec<CandidateReport> {
    if position.is_over() {
        return Vec::new();
    }
    let tables = tables(position);
    let board = Board::new(position.clone(), &tables);
    let history = History::new();
    let context = Context {
        history: &history,
        ply: Ply::ROOT,
        hash_move: None,
        params: &Params::current(),
        depth: None,
    };
    let mut list = Vec::new();
    picker::generate(&board, &context, false, &mut list);
    sort_by_key(&mut list, |candidate| -candidate.order);
    list.into_iter()
        .map(|candidate| {
            let threat = threats(&board, candidate.mv.square());
            CandidateReport { mv: candidate.mv, order: candidate.order, threat }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Setup, Variant};

    #[test]
    fn points_add_up_to_the_total() {
        let mut position = Position::new(Variant::preset("gomoku").unwrap()).unwrap();
        for mv in "h8 i9 g7 i7 i8 g8 h10 f6 k9 j10".split(' ') {
            position.play(mv.parse().unwrap()).unwrap();
            let Evaluation { total, points, together } = evaluate(&position);
            let own = position.side();
            let sum: i32 = points.iter().map(|(_, worth)| worth[own] - worth[!own]).sum();
            // Each point of each side is rounded by itself.
            let rounding = points.len() as i32;
            let sum = sum + together;
            assert!((sum - i32::from(total.raw())).abs() <= rounding, "{mv}: {sum} {total:?}");
            assert_ne!(i32::from(total.raw()), together, "{mv}");
        }
    }

    #[test]
    fn conversions_left_are_worth_something() {
        let value = |left: &str| {
            let text = format!("7/7/2x1o2/3x3/2o1o2/7/7 x k=5 destroy={left}");
            let setup = Setup::parse(&text, &Variant::preset("destroy").unwrap()).unwrap();
            i32::from(evaluate(&setup.build().unwrap()).total.raw())
        };
        let even = value("0,0");
        assert!(even.abs() < 500, "{even}");
        for (left, more) in [("1,1", 0_i32), ("1,0", 1), ("0,1", -1), ("5,3", 2)] {
            assert_eq!((value(left) - even).signum(), more.signum(), "{left}");
            assert!((value(left) - even).abs() >= 500 * more.abs(), "{left}");
        }
        for left in ["9,0", "0,9"] {
            assert!(value(left).abs() < Score::MAX_OPINION.magnitude(), "{left}");
        }
    }
}
