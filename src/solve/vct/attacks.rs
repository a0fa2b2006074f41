//! The moves that may be threats.

use arrayvec::ArrayVec;

use super::tree::Edge;
use crate::game::{Color, Move, Square};
use crate::pattern::{Board, Shape, Threat};
use crate::solve::defence::stops;

/// Most threats of one position that are considered.
const MOST: usize = 48;

/// Most points that can be rated.
const POINTS: usize = 256;

/// The moves that may be threats, likeliest first, with guesses how hard it is to
/// prove that they win.
pub fn of(board: &Board, attacker: Color) -> impl Iterator<Item = Edge> {
    let patterns = board.patterns();
    let mut list: ArrayVec<(u8, i32, Square), POINTS> = ArrayVec::new();
    let mut add = |square: Square| {
        if let Some(proof) = hardness(board, square, attacker)
            && !board.is_foul(square, attacker)
        {
            // Missing an attack is no fault: only wins are claimed.
            let _ = list.try_push((proof, -patterns.order(square, attacker), square));
        }
    };
    if patterns.fives(!attacker).is_empty() {
        let near = patterns.near();
        for square in near.iter().filter(|&square| board.position().is_empty(square)) {
            add(square);
        }
    } else {
        stops(board, !attacker).into_iter().for_each(&mut add);
    }
    list.sort_unstable();
    list.truncate(MOST);
    list.into_iter().map(|(proof, _, square)| Edge::new(Move::place(square), proof, 1))
}

/// A guess how many positions must be won after a move, or `None` if it
/// threatens nothing.
fn hardness(board: &Board, square: Square, attacker: Color) -> Option<u8> {
    let combination = board.patterns().combination(square, attacker);
    match combination.threat {
        Threat::Foul => None,
        Threat::DoubleThree => Some(2),
        // Fours alone have failed already.
        Threat::Five | Threat::OpenFour | Threat::FourThree | Threat::Four | Threat::Three => {
            Some(3)
        }
        Threat::None => {
            let shapes = combination.shapes.all();
            let count = |least| shapes.iter().filter(|&&shape| shape >= least).count();
            let closed_threes = count(Shape::Three);
            match (closed_threes, count(Shape::Two)) {
                (2.., _) => Some(4),
                (1, _) => Some(5),
                (_, 2..) => Some(6),
                (_, 1) => Some(7),
                _ if count(Shape::Live) >= 2 => Some(8),
                _ => None,
            }
        }
    }
}
