//! Sets of squares as few words as the board needs.

use crate::game::square::MAX_SIDE;

/// Words of the largest board.
const WORDS: usize = MAX_SIDE * MAX_SIDE / 64;

/// A set of squares, numbered row by row from the bottom left.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct SquareBits(pub [u64; WORDS]);

impl SquareBits {
    pub const EMPTY: SquareBits = SquareBits([0; WORDS]);

    pub const fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    pub const fn toggle(&mut self, cell: usize) {
        self.0[cell / 64] ^= 1 << (cell % 64);
    }

    pub const fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    pub fn add_all(&mut self, other: &SquareBits) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }
}
