//! What a move changes: the shapes of points near it.

use super::threat::Coded;
use crate::game::{Color, Square};

/// Where a player's point is kept.
#[inline]
pub const fn place(square: Square, color: Color) -> usize {
    2 * square.index() + color.index()
}

/// A player's point that was changed.
#[derive(Clone, Copy)]
pub struct ChangedPoint {
    /// What it was.
    pub before: Coded,
    /// The row of the lookups that is about what it became.
    pub after: u16,
    /// Where it is, see [`place`].
    pub place: u16,
}

impl ChangedPoint {
    /// Whose it is.
    #[inline]
    pub const fn color(self) -> Color {
        if self.place & 1 == 0 { Color::Black } else { Color::White }
    }

    /// Where it is.
    #[inline]
    pub const fn square(self) -> Square {
        Square::from_index(self.place as usize / 2)
    }
}
