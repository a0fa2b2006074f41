//! The symmetries of a board.
//!
//! The laws of the board will have them in `game::symmetry` under the same
//! names; then this file goes.

use crate::game::{Move, Position, Size, Square, zobrist};

/// A rotation or reflection that maps a board onto itself: bit 2 swaps columns
/// and rows, then bit 0 mirrors the columns and bit 1 the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry(u8);

impl Symmetry {
    /// The symmetries of a board, the identity first: eight of a square, four
    /// of any other rectangle.
    pub fn of(size: Size) -> impl Iterator<Item = Symmetry> {
        (0..if size.width() == size.height() { 8 } else { 4 }).map(Symmetry)
    }

    /// Where a square of a board of that size goes.
    pub const fn apply(self, size: Size, square: Square) -> Square {
        let (mut col, mut row) = (square.col(), square.row());
        if self.0 & 4 != 0 {
            (col, row) = (row, col);
        }
        if self.0 & 1 != 0 {
            col = size.width() - 1 - col;
        }
        if self.0 & 2 != 0 {
            row = size.height() - 1 - row;
        }
        Square::new(col, row)
    }

    /// The same move in the mirror.
    pub const fn apply_move(self, size: Size, mv: Move) -> Move {
        let square = self.apply(size, mv.square());
        if mv.is_conversion() { Move::convert(square) } else { Move::place(square) }
    }

    /// The symmetry that leads back.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self.0 {
            // After a swap, what mirrored the columns mirrors the rows.
            5 => Symmetry(6),
            6 => Symmetry(5),
            own_inverse => Symmetry(own_inverse),
        }
    }

    /// The key of the position in the mirror.
    pub fn key(self, position: &Position) -> u64 {
        let size = position.size();
        position.occupied().iter().fold(position.key(), |key, square| {
            let Some(stone) = position.at(square) else { return key };
            let there = self.apply(size, square);
            key ^ zobrist::stone(square, stone.color, stone.converted)
                ^ zobrist::stone(there, stone.color, stone.converted)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_symmetry_is_undone_by_its_inverse() {
        for (width, height) in [(5, 5), (4, 4), (3, 6)] {
            let size = Size::new(width, height).unwrap();
            let mut images = HashSet::new();
            for symmetry in Symmetry::of(size) {
                for square in size.squares() {
                    let there = symmetry.apply(size, square);
                    assert!(size.contains(there));
                    assert_eq!(symmetry.inverse().apply(size, there), square);
                }
                images.insert(size.squares().map(|s| symmetry.apply(size, s)).collect::<Vec<_>>());
            }
            assert_eq!(images.len(), if width == height { 8 } else { 4 });
        }
    }
}
