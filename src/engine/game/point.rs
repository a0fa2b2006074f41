//! Points as other programs count them.

use std::fmt;

use super::square::{Size, Square};

/// A point as managers of boards count: column from the left and row from the
/// **top**, both from 0. Which square that is depends on the board that is in
/// use when the command has its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// Column from the left.
    pub col: u32,
    /// Row from the top.
    pub row: u32,
}

impl Point {
    /// The square of a board of size `size` at this point, if the board has one.
    pub fn on(self, size: Size) -> Option<Square> {
        let (col, row) = (self.col as usize, self.row as usize);
        let fits = col < size.width() && row < size.height();
        fits.then(|| Square::new(col, size.height() - 1 - row))
    }

    /// A square of a board as managers count.
    pub const fn of(square: Square, size: Size) -> Point {
        let row = size.height() - 1 - square.row();
        Point { col: square.col() as u32, row: row as u32 }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.col, self.row)
    }
}
