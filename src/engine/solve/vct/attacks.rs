//! The moves that may be threats.

use arrayvec::ArrayVec;

use super::tree::Edge;
use crate::game::{Color, Move, Square, SquareSet};
use crate::pattern::{Board, Shape, Threat};
use crate::solve::defence::stops;

/// The largest number of threats of one position that are considered.
// With more attacks 957 of 1,023 problems were solved in place of 968.
const MOST: usize = 48;

/// The largest number of points that can be rated.
const POINTS: usize = 256;

/// The moves that may be threats, likeliest first, with guesses how hard it is to
/// prove that they win.
///
/// Where `needed` squares are given, only moves on them, and fours.
pub fn of(
    board: &Board,
    attacker: Color,
    needed: Option<&SquareSet>,
) -> impl Iterator<Item = Edge> {
    let patterns = board.patterns();
    let mut list: ArrayVec<(u8, i32, Square), POINTS> = ArrayVec::new();
    let is_needed = |square: Square| {
        needed.is_none_or(|needed| needed.contains(square))
            || patterns.threat(square, attacker) >= Threat::Four
    };
    let mut add = |square: Square| {
        if let Some(proof) = hardness(board, square, attacker)
            && is_needed(square)
            && !board.is_foul(square, attacker)
        {
            // Missing an attack is no fault: only wins are claimed.
            let _ = list.try_push((proof, -patterns.order(square, attacker), square));
        }
    };
    // Against a four only its stops can be played, threats or not.
    if patterns.fives(!attacker).is_empty() {
        board.near().iter().for_each(&mut add);
    } else {
        stops(board, !attacker).into_iter().for_each(&mut add);
    }
    list.sort_unstable();
    list.truncate(MOST);
    list.into_iter().map(|(proof, _, square)| Edge::new(Move::place(square), proof, 1))
}

/// A guess how many positions must be won after a move, or `None` if it
/// threatens nothing. With these numbers 74 of 100 problems were solved in 5000
/// nodes and 89 in 20,000, where fours that count like threes and steps of one
/// gave 66 and 83.
fn hardness(board: &Board, square: Square, attacker: Color) -> Option<u8> {
    let combination = board.patterns().combination(square, attacker);
    match combination.threat() {
        Threat::Foul => None,
        Threat::DoubleThree => Some(2),
        Threat::Three => Some(3),
        // Fours alone have failed already, and each gives a stone away.
        Threat::Five | Threat::OpenFour | Threat::FourThree | Threat::Four => Some(8),
        Threat::None => {
            let shapes = combination.shapes().all();
            let count = |least| shapes.iter().filter(|&&shape| shape >= least).count();
            let closed_threes = count(Shape::Three);
            match (closed_threes, count(Shape::Two)) {
                (2.., _) => Some(5),
                (1, 2..) => Some(6),
                (_, 2..) => Some(8),
                (0, 1) => Some(10),
                (1, _) => Some(12),
                _ if count(Shape::Live) >= 2 => Some(12),
                _ => None,
            }
        }
    }
}
