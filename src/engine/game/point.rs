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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_from_the_top() {
        let size = Size::new(5, 3).unwrap();
        for (name, col, row) in [("a3", 0, 0), ("e3", 4, 0), ("b2", 1, 1), ("a1", 0, 2)] {
            let (square, point) = (name.parse().unwrap(), Point { col, row });
            assert_eq!(Point::of(square, size), point, "{name}");
            assert_eq!(point.on(size), Some(square), "{name}");
        }
        for (col, row) in [(5, 0), (0, 3), (5, 3), (6, 1), (1, 4)] {
            assert_eq!(Point { col, row }.on(size), None, "{col},{row}");
        }
    }
}
