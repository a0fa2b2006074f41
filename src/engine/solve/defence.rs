//! What stops a four.

use arrayvec::ArrayVec;

use crate::game::{Color, Direction, Square};
use crate::pattern::{Board, Shape};

/// The squares that stop a line; more than fit are not needed: each five point adds three at the
/// most, and more than two five points are not answered anyway.
pub type Squares = ArrayVec<Square, 16>;

/// The empty squares that can stop `attacker` from completing a line at one of
/// its five points: the points themselves and, where a line blocked at both
/// ends does not win, the squares next to it. Whether one stone is enough is
/// for the board to tell after it was played; forbidden points are included.
pub fn stops(board: &Board, attacker: Color) -> Squares {
    let mut squares = Squares::new();
    let mut add = |square| {
        if !squares.contains(&square) {
            // Dropping a square beyond the capacity is safe: with so many five
            // points no single stone stops the line.
            let _ = squares.try_push(square);
        }
    };
    let position = board.position();
    let with_ends = position.rule().sees_blocked_ends();
    for five in board.patterns().fives(attacker).iter() {
        add(five);
        if !with_ends {
            continue;
        }
        let shapes = board.patterns().shapes(five, attacker);
        for (index, direction) in Direction::ALL.into_iter().enumerate() {
            if shapes.get(index) != Shape::Five {
                continue;
            }
            let (before, after) = position.lines().view(five, direction, attacker).run();
            for steps in [-(before as isize) - 1, after as isize + 1] {
                if let Some(end) = five.step(direction, steps).filter(|&end| position.is_empty(end))
                {
                    add(end);
                }
            }
        }
    }
    squares
}

/// The empty squares on which a stone can stop the four that `attacker` would
/// make at one of its winning four points (open three, or two fours at once):
/// every point that is part of such a line's fours.
///
/// A stone anywhere else leaves the line as it is, so this is every answer by
/// position; answers by tempo (own fours) come on top.
pub fn stops_of_open_four(board: &Board, attacker: Color, point: Square) -> ArrayVec<Square, 64> {
    let mut squares = ArrayVec::new();
    let position = board.position();
    let patterns = board.patterns();
    let k = isize::from(position.variant().k);
    squares.push(point);
    let shapes = patterns.shapes(point, attacker);
    for (index, direction) in Direction::ALL.into_iter().enumerate() {
        if shapes.get(index) < Shape::Four {
            continue;
        }
        for steps in -k..=k {
            let Some(square) = point.step(direction, steps).filter(|&s| position.is_empty(s))
            else {
                continue;
            };
            let shape = patterns.shapes(square, attacker).get(index);
            let matters = shape >= Shape::Four || position.rule().sees_blocked_ends();
            if matters && !squares.contains(&square) && squares.try_push(square).is_err() {
                return squares;
            }
        }
    }
    squares
}

/// Whether the rules seem to forbid the defender a stop of the four that `attacker` would
/// make at a point: White wins by them in renju. Only the move can tell for certain, since its
/// stone may change what is forbidden.
pub fn has_forbidden_stop(board: &Board, attacker: Color, four: Square) -> bool {
    if !board.position().rule().has_fouls(!attacker) {
        return false;
    }
    let patterns = board.patterns();
    let shapes = patterns.shapes(four, attacker);
    let reach = isize::from(board.position().variant().k) - 1;
    Direction::ALL.into_iter().enumerate().any(|(index, direction)| {
        let mut line = (-reach..=reach).filter_map(|steps| four.step(direction, steps));
        let is_forbidden = |stop: Square| {
            stop != four
                && patterns.shapes(stop, attacker).get(index) >= Shape::Four
                && board.is_foul(stop, !attacker)
        };
        shapes.get(index) >= Shape::Four && line.any(is_forbidden)
    })
}
