//! What a move changes: the shapes of points near it.

use super::stretch::MOST_REACH;
use super::threat::Coded;
use crate::game::{Color, Direction, Square};

/// Where a player's point is kept.
#[inline]
pub const fn place(square: Square, color: Color) -> usize {
    2 * square.index() + color.index()
}

/// How far from a stone's place the places of the points in its lines are, by their bits where
/// the four [`Change`](super::stretch::Change)s of a player are joined: four times the place of
/// the point in its change, and the number of the line.
pub static AWAY: [i16; 64] = {
    let mut away = [0; 64];
    let mut bit = 0;
    while bit < away.len() {
        let steps = bit as isize / 4 - MOST_REACH as isize;
        if steps <= MOST_REACH as isize {
            away[bit] = 2 * (steps * Direction::ALL[bit % 4].offset()) as i16;
        }
        bit += 1;
    }
    away
};

/// A player's point that was changed.
#[derive(Clone, Copy)]
pub struct ChangedPoint {
    /// What the point meant to the player before the change.
    pub before: Coded,
    /// The row of the lookups that is about what the point became.
    pub after: u16,
    /// The place of the point, see [`place`].
    pub place: u16,
}

impl ChangedPoint {
    /// The player whose point this is.
    #[inline]
    pub const fn color(self) -> Color {
        if self.place & 1 == 0 { Color::Black } else { Color::White }
    }

    /// The square of the point.
    #[inline]
    pub const fn square(self) -> Square {
        Square::from_index(self.place as usize / 2)
    }
}
