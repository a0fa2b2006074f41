//! Points, and rectangles of points.

use crate::record::error::RecordError;
use crate::record::text::from_top;
use tengen_engine::game::{Size, Square};

use super::parse::{Property, value_error};
use super::words::LETTERS;

/// Most points that all rectangles of a file have: seven letters can name 1,600 of them,
/// and no file draws more than some hundred boards.
const MOST_POINTS: usize = 1_000_000;

/// Reads the points of a file, and counts those of its rectangles.
pub(super) struct PointReader {
    /// Points that rectangles may still have.
    left: usize,
}

impl Default for PointReader {
    fn default() -> PointReader {
        PointReader { left: MOST_POINTS }
    }
}

impl PointReader {
    /// The points of `hh`, or of the rectangle `aa:cc`.
    pub fn read(
        &mut self,
        property: &Property,
        value: &str,
        size: Size,
    ) -> Result<impl Iterator<Item = Square> + use<>, RecordError> {
        let (first, last) = value.split_once(':').unwrap_or((value, value));
        let corners = point(first, size).zip(point(last, size));
        let (first, last) = corners.ok_or_else(|| point_error(property, value))?;
        let range = |a: usize, b: usize| a.min(b)..=a.max(b);
        let (cols, rows) = (range(first.col(), last.col()), range(first.row(), last.row()));
        if first != last {
            let count = cols.clone().count() * rows.clone().count();
            let left = self.left.checked_sub(count);
            self.left = left.ok_or_else(|| {
                let expected = format!("at most {MOST_POINTS} points in the rectangles of a file");
                value_error(property, value, expected)
            })?;
        }
        let row = move |row| cols.clone().map(move |col| Square::new(col, row));
        Ok(rows.rev().flat_map(row))
    }
}

/// The point of two letters.
pub(super) fn point(text: &str, size: Size) -> Option<Square> {
    let mut numbers = text.trim().bytes().map(|byte| LETTERS.iter().position(|&at| at == byte));
    match (numbers.next()?, numbers.next()?, numbers.next()) {
        (Some(col), Some(row), None) => from_top(size, col, row),
        _ => None,
    }
}

pub(super) fn point_error(property: &Property, value: &str) -> RecordError {
    value_error(property, value, "a point of the board, as in hh")
}
