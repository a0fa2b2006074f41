//! The 3x3 board as nine bits a player, for the players that know only it.
//!
//! Bit 0 is the top left square and bit 8 the bottom right one, so that the
//! lowest bit of a set is its first square in reading order.

use super::common::placements;
use super::task::{PlayerError, Task};
use crate::game::square::Bits;
use crate::game::{Color, Move, Position, Square};

/// A set of squares of the 3x3 board.
pub type Set = u16;

/// The middle square.
pub const CENTRE: Set = 0b000_010_000;
/// The four corners.
pub const CORNERS: Set = 0b101_000_101;
/// The four squares between two corners.
pub const EDGES: Set = 0b010_101_010;
/// All nine squares.
const ALL: Set = 0b111_111_111;

/// Rows, columns and diagonals.
pub const LINES: [Set; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// The sets of one square of `set`, in reading order.
pub fn each(set: Set) -> impl Iterator<Item = Set> {
    Bits(u64::from(set)).map(|bit| 1 << bit)
}

/// The first square of `set` in reading order, as a set.
pub const fn first(set: Set) -> Set {
    set & set.wrapping_neg()
}

/// The two corners that touch the square `edge`: those in its row or column
/// that are not across the board.
pub fn touching(edge: Set) -> Set {
    LINES.into_iter().filter(|line| line & edge != 0 && line & CENTRE == 0).sum::<Set>() & CORNERS
}

/// The corner opposite to the square `corner`.
pub fn opposite(corner: Set) -> Set {
    LINES
        .into_iter()
        .filter(|line| line & corner != 0 && line & CENTRE != 0)
        .fold(0, |squares, line| squares | line)
        & !corner
        & CORNERS
}

/// The move that places a stone on the square `point`.
pub fn place(point: Set) -> Move {
    let bit = point.trailing_zeros() as usize;
    Move::place(Square::new(bit % 3, 2 - bit / 3))
}

/// The stones of both players, from the point of view of one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Own stones.
    pub own: Set,
    /// The opponent's stones.
    pub other: Set,
}

impl Grid {
    /// The board as `color` sees it; `None` when it is not 3x3.
    pub fn seen_by(position: &Position, color: Color) -> Option<Grid> {
        let size = position.size();
        if (size.width(), size.height()) != (3, 3) {
            return None;
        }
        let stones = |owner| {
            size.squares()
                .filter(|&square| position.at(square).is_some_and(|stone| stone.color == owner))
                .fold(0, |set, square| set | bit(square))
        };
        Some(Grid { own: stones(color), other: stones(!color) })
    }

    /// The empty squares.
    pub const fn free(self) -> Set {
        ALL & !(self.own | self.other)
    }

    /// This grid as the opponent sees it.
    pub const fn turned(self) -> Grid {
        Grid { own: self.other, other: self.own }
    }

    /// The board after an own stone on `point`.
    #[must_use]
    pub const fn with_own(self, point: Set) -> Grid {
        Grid { own: self.own | point, other: self.other }
    }

    /// The empty squares that complete an own line.
    pub fn completions(self) -> Set {
        LINES
            .into_iter()
            .filter(|line| (line & self.own).count_ones() == 2)
            .fold(0, |set, line| set | line & self.free())
    }

    /// Whether an own stone on `point` lets the opponent make a fork: two
    /// completions at once, before which no own line can be completed. An own
    /// two that makes the opponent answer elsewhere is such a line.
    pub fn allows_fork(self, point: Set) -> bool {
        let after = self.with_own(point);
        each(after.free()).any(|reply| {
            let theirs = after.turned().with_own(reply);
            theirs.completions().count_ones() >= 2 && theirs.turned().completions() == 0
        })
    }
}

const fn bit(square: Square) -> Set {
    1 << (3 * (2 - square.row()) + square.col())
}

/// What a 3x3 player has to decide.
pub enum GridQuestion {
    /// The player chooses one of the empty squares of the set on this grid.
    Points(Grid, Set),
    /// Nothing to place, only this (a conversion); `None` when no move is allowed.
    Forced(Option<Move>),
}

/// Reads a task as a question about a 3x3 board.
///
/// # Errors
/// When the board has another size. (The only line length of a 3x3 board is 3.)
pub fn question(player: &'static str, task: &Task<'_>) -> Result<GridQuestion, PlayerError> {
    let position = task.position;
    let Some(grid) = Grid::seen_by(position, position.side()) else {
        return Err(PlayerError::Board { player, size: position.size() });
    };
    let moves = placements(task);
    Ok(match moves.first() {
        Some(mv) if !mv.is_conversion() => {
            GridQuestion::Points(grid, moves.iter().fold(0, |set, mv| set | bit(mv.square())))
        }
        other => GridQuestion::Forced(other.copied()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_and_edges_know_each_other() {
        assert_eq!(opposite(0b000_000_001), 0b100_000_000);
        assert_eq!(opposite(0b001_000_000), 0b000_000_100);
        assert_eq!(touching(0b000_000_010), 0b000_000_101);
        assert_eq!(touching(0b000_100_000), 0b100_000_100);
        assert_eq!(place(0b000_000_001).to_string(), "a3");
        assert_eq!(place(0b000_100_000).to_string(), "c2");
    }

    #[test]
    fn a_fork_is_seen_before_it_is_made() {
        // x..   Opposite corners: a corner loses, an edge forces the answer.
        // .o.
        // ..x
        let grid = Grid { own: CENTRE, other: 0b100_000_001 };
        assert!(each(CORNERS & grid.free()).all(|corner| grid.allows_fork(corner)));
        assert!(each(EDGES).all(|edge| !grid.allows_fork(edge)));
    }
}
