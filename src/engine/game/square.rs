//! Squares, board sizes and directions.
//!
//! A square is `row * 64 + column`, row 0 at the bottom, for every board size:
//! a row of any board is one machine word, neighbours are constant offsets, and
//! a 15x15 board touches no more memory than it needs.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The largest width and height of a board.
pub const MAX_SIDE: usize = 40;
/// The distance between the indices of two squares of neighbouring rows.
pub const STRIDE: usize = 64;
/// One more than the largest index of a square on any board.
pub const SQUARES: usize = MAX_SIDE * STRIDE;

/// A point of the board: column 0..40 from the left, row 0..40 from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u16);

impl Square {
    /// The square at `col`, `row`, each 0..40.
    ///
    /// # Panics
    /// When a coordinate is 40 or more.
    pub const fn new(col: usize, row: usize) -> Square {
        assert!(col < MAX_SIDE && row < MAX_SIDE, "coordinates are 0..40");
        Square((row * STRIDE + col) as u16)
    }

    /// The square with that index; the inverse of [`Square::index`].
    pub const fn from_index(index: usize) -> Square {
        Square(index as u16)
    }

    /// Column from the left, 0-based.
    pub const fn col(self) -> usize {
        self.0 as usize % STRIDE
    }

    /// Row from the bottom, 0-based.
    pub const fn row(self) -> usize {
        self.0 as usize / STRIDE
    }

    /// A number below [`SQUARES`], for tables.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square `steps` away in `direction`, or `None` outside 40x40.
    pub fn step(self, direction: Direction, steps: isize) -> Option<Square> {
        let (dx, dy) = direction.delta();
        let col = self.col() as isize + dx * steps;
        let row = self.row() as isize + dy * steps;
        let inside = 0..MAX_SIDE as isize;
        (inside.contains(&col) && inside.contains(&row))
            .then(|| Square::new(col as usize, row as usize))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |index: usize| (b'a' + index as u8) as char;
        match self.col() {
            col @ 0..26 => write!(f, "{}{}", letter(col), self.row() + 1),
            col => write!(f, "{}{}{}", letter(col / 26 - 1), letter(col % 26), self.row() + 1),
        }
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that names no square of any board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}: expected a column a..an and a row 1..40, as in h8")]
pub struct SquareError(pub String);

impl FromStr for Square {
    type Err = SquareError;

    /// Reads `h8`, `H8` or `aa12`; leading zeros and signs are refused.
    fn from_str(text: &str) -> Result<Square, SquareError> {
        let error = || SquareError(text.to_owned());
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (column, row) = text.split_at(letters);
        let digit = |byte: u8| usize::from(byte.to_ascii_lowercase() - b'a');
        let col = match column.as_bytes() {
            [one] => digit(*one),
            [high, low] => 26 * (digit(*high) + 1) + digit(*low),
            _ => return Err(error()),
        };
        // A sign would be read as part of the number.
        if row.starts_with('0') || !row.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(error());
        }
        let row: usize = row.parse().map_err(|_| error())?;
        if col >= MAX_SIDE || row > MAX_SIDE {
            return Err(error());
        }
        Ok(Square::new(col, row - 1))
    }
}

/// The size of a board, 3x3 to 40x40; width first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

/// A board that is too small or too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0}x{1}: expected a board from 3x3 to 40x40")]
pub struct SizeError(pub usize, pub usize);

impl Size {
    /// A board of `width` columns and `height` rows, each 3..=40.
    ///
    /// # Errors
    /// When a side is out of range.
    pub fn new(width: usize, height: usize) -> Result<Size, SizeError> {
        let range = 3..=MAX_SIDE;
        if range.contains(&width) && range.contains(&height) {
            Ok(Size { width: width as u8, height: height as u8 })
        } else {
            Err(SizeError(width, height))
        }
    }

    /// Number of columns.
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Number of rows.
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Number of squares.
    pub const fn area(self) -> usize {
        self.width() * self.height()
    }

    /// Whether the board has that square.
    pub const fn contains(self, square: Square) -> bool {
        square.col() < self.width() && square.row() < self.height()
    }

    /// Every square, bottom row first, each row from the left.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.height())
            .flat_map(move |row| (0..self.width()).map(move |col| Square::new(col, row)))
    }

    /// Every square in reading order: top row first, each row from the left.
    pub fn reading_order(self) -> impl Iterator<Item = Square> {
        (0..self.height())
            .rev()
            .flat_map(move |row| (0..self.width()).map(move |col| Square::new(col, row)))
    }

    /// The centre; on an even side the larger coordinate of the middle two.
    pub const fn centre(self) -> Square {
        Square::new(self.width() / 2, self.height() / 2)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A direction of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Along a row, to the right.
    Horizontal,
    /// Along a column, upwards.
    Vertical,
    /// Upwards to the right.
    Diagonal,
    /// Downwards to the right.
    Antidiagonal,
}

impl Direction {
    /// The four directions.
    pub const ALL: [Direction; 4] =
        [Direction::Horizontal, Direction::Vertical, Direction::Diagonal, Direction::Antidiagonal];

    /// Change of column and row for one step.
    pub const fn delta(self) -> (isize, isize) {
        match self {
            Direction::Horizontal => (1, 0),
            Direction::Vertical => (0, 1),
            Direction::Diagonal => (1, 1),
            Direction::Antidiagonal => (1, -1),
        }
    }

    /// Change of a square's index for one step.
    pub const fn offset(self) -> isize {
        let (dx, dy) = self.delta();
        dy * STRIDE as isize + dx
    }
}

/// A set of squares; one word a row, so that walking it costs rows, not squares.
#[derive(Clone, PartialEq, Eq)]
pub struct SquareSet {
    rows: [u64; MAX_SIDE],
    /// Bit `r` is set exactly when row `r` is not empty.
    used: u64,
}

impl SquareSet {
    /// The set of no squares.
    pub const EMPTY: SquareSet = SquareSet { rows: [0; MAX_SIDE], used: 0 };

    /// Adds a square.
    pub fn insert(&mut self, square: Square) {
        self.rows[square.row()] |= 1 << square.col();
        self.used |= 1 << square.row();
    }

    /// Takes a square out.
    pub fn remove(&mut self, square: Square) {
        let row = &mut self.rows[square.row()];
        *row &= !(1 << square.col());
        if *row == 0 {
            self.used &= !(1 << square.row());
        }
    }

    /// Whether the square is in the set.
    pub fn contains(&self, square: Square) -> bool {
        self.rows[square.row()] >> square.col() & 1 != 0
    }

    /// Whether the set has no square.
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Number of squares.
    pub fn len(&self) -> usize {
        self.row_indices().map(|row| self.rows[row].count_ones() as usize).sum()
    }

    /// The squares of one row as bits, bit 0 the leftmost column.
    pub fn row(&self, row: usize) -> u64 {
        self.rows[row]
    }

    /// Replaces the squares of one row.
    pub fn set_row(&mut self, row: usize, bits: u64) {
        self.rows[row] = bits;
        self.used = self.used & !(1 << row) | u64::from(bits != 0) << row;
    }

    /// The numbers of the rows that are not empty, from the bottom.
    pub fn row_indices(&self) -> impl Iterator<Item = usize> + use<> {
        Bits(self.used)
    }

    /// The squares, bottom row first, each row from the left.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        Bits(self.used).flat_map(|row| Bits(self.rows[row]).map(move |col| Square::new(col, row)))
    }

    /// The lowest square, if there is one.
    pub fn first(&self) -> Option<Square> {
        self.iter().next()
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The numbers of the set bits of a word, lowest first.
#[derive(Clone, Copy)]
pub struct Bits(pub u64);

#[expect(clippy::copy_iterator, reason = "it is one word, and copies are meant to start anew")]
impl Iterator for Bits {
    type Item = usize;
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_know_their_rows_and_whether_they_are_empty() {
        let mut set = SquareSet::EMPTY;
        assert!(set.is_empty());
        set.set_row(2, 0b101);
        assert!(!set.is_empty() && set.row(2) == 0b101 && set.row(1) == 0);
        let names: Vec<String> = set.iter().map(|square| square.to_string()).collect();
        assert_eq!(names, ["a3", "c3"]);
        assert_eq!(format!("{set:?}"), "{a3, c3}");
        set.set_row(2, 0);
        assert!(set.is_empty() && set.iter().next().is_none());
    }

    #[test]
    fn steps_and_centres_are_those_of_the_board() {
        let square = Square::new(4, 4);
        for direction in Direction::ALL {
            let next = square.step(direction, 1).unwrap();
            let change = next.index() as isize - square.index() as isize;
            assert_eq!(change, direction.offset(), "{direction:?}");
        }
        for (width, height, centre) in [(15, 15, "h8"), (4, 3, "c2"), (10, 20, "f11")] {
            let found = Size::new(width, height).unwrap().centre();
            assert_eq!(found.to_string(), centre, "{width}x{height}");
        }
    }

    #[test]
    fn names_are_read_back() {
        for square in Size::new(40, 40).unwrap().squares() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
        }
        assert_eq!(Square::new(26, 0).to_string(), "aa1");
        assert_eq!(Square::new(39, 39).to_string(), "an40");
        for bad in [
            "", "a", "1", "a0", "a01", "a41", "ao1", "aaa1", "a+1", "a1 ", "a100", "ä1", "8h",
            "a1b",
        ] {
            assert!(bad.parse::<Square>().is_err(), "{bad}");
        }
    }

    #[test]
    fn sets_keep_order() {
        let squares: Vec<Square> =
            ["c1", "a2", "z2", "an40"].iter().map(|name| name.parse().unwrap()).collect();
        let mut set: SquareSet = squares.iter().rev().copied().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), squares);
        assert_eq!(set.len(), 4);
        set.remove(squares[0]);
        assert_eq!(set.first(), Some(squares[1]));
    }

    #[test]
    fn rows_are_read_from_the_top() {
        let names: Vec<String> =
            Size::new(4, 3).unwrap().reading_order().map(|square| square.to_string()).collect();
        let rows = ["a3 b3 c3 d3", "a2 b2 c2 d2", "a1 b1 c1 d1"];
        assert_eq!(names.join(" "), rows.join(" "));
    }
}
