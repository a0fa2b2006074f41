//! The board as lines: every row, column and diagonal as one machine word a
//! player, kept up to date move by move.
//!
//! A word holds a whole line of 40 squares and a margin of 12 bits on both
//! sides, so a window of up to `k` squares around any square is two shifts.

use super::color::Color;
use super::square::{Direction, MAX_SIDE, Size, Square};

/// Bits of margin below the first square of a line: more than the largest `k`.
const MARGIN: usize = 12;
const DIAGONALS: usize = 2 * MAX_SIDE - 1;
const LINES: usize = 2 * MAX_SIDE + 2 * DIAGONALS;

/// The stones of one line as bits.
#[derive(Clone, Copy, Default)]
#[repr(align(32))]
struct Line {
    stones: [u64; 2],
    /// Bits that are not on the board, or dead.
    wall: u64,
}

/// Where a square stands on the line of one direction.
#[derive(Clone, Copy)]
struct BitPlace {
    line: usize,
    bit: u32,
}

/// Number of the line of each direction through column 0, row 0, and how it
/// grows with the column and the row.
const FIRST: [usize; 4] = [0, MAX_SIDE, 3 * MAX_SIDE - 1, 2 * MAX_SIDE + DIAGONALS];
const PER_COL: [isize; 4] = [0, 1, 1, 1];
const PER_ROW: [isize; 4] = [1, 0, -1, 1];

const fn place(square: Square, direction: Direction) -> BitPlace {
    let (col, row) = (square.col(), square.row());
    let index = direction as usize;
    let step = PER_COL[index] * col as isize + PER_ROW[index] * row as isize;
    let position = if matches!(direction, Direction::Vertical) { row } else { col };
    BitPlace { line: FIRST[index].wrapping_add_signed(step), bit: (position + MARGIN) as u32 }
}

/// What a player sees from a square along one direction: its own stones and
/// everything that stops it, as words in which the square is bit [`Self::bit`].
#[derive(Clone, Copy)]
pub struct View {
    /// Own stones.
    pub own: u64,
    /// Opponent's stones and bits off the board.
    pub blocked: u64,
    /// Bits off the board.
    pub wall: u64,
    /// The bit of the square itself.
    pub bit: u32,
}

impl View {
    /// Number of own stones directly before and directly after the square.
    pub const fn run(&self) -> (usize, usize) {
        let before = (self.own << (64 - self.bit)).leading_ones() as usize;
        let after = (self.own >> (self.bit + 1)).trailing_ones() as usize;
        (before, after)
    }

    /// The first bit of the stretch directly before the square in which nothing
    /// stops the player; the square's own bit if there is none.
    #[inline]
    pub const fn low(&self) -> u32 {
        self.bit - (self.blocked << (64 - self.bit)).leading_zeros()
    }

    /// The last bit of the stretch directly after the square in which nothing
    /// stops the player; the square's own bit if there is none.
    #[inline]
    pub const fn high(&self) -> u32 {
        self.bit + (self.blocked >> (self.bit + 1)).trailing_zeros()
    }

    /// This view with a stone of the viewer on the square.
    #[must_use]
    pub const fn with_own_stone(self) -> View {
        View { own: self.own | 1 << self.bit, ..self }
    }

    /// Whether an opponent's stone (not the edge) stands on that bit.
    pub const fn is_opponent(&self, bit: u32) -> bool {
        (self.blocked & !self.wall) >> bit & 1 != 0
    }
}

/// A line through a square, for both players: see [`View`].
#[derive(Clone, Copy)]
pub struct Through {
    stones: [u64; 2],
    wall: u64,
    bit: u32,
}

/// The lines through a square, in the order of [`Direction::ALL`].
pub type AllThrough = [Through; Direction::ALL.len()];

impl Through {
    /// What `color` sees.
    #[inline]
    pub const fn view(&self, color: Color) -> View {
        let Through { stones, wall, bit } = *self;
        let [own, other] = [stones[color as usize], stones[1 - color as usize]];
        View { own, blocked: other | wall, wall, bit }
    }
}

/// The lines of a board in all four directions.
#[derive(Clone)]
pub struct Lines {
    lines: [Line; LINES],
}

impl Lines {
    /// The lines of an empty board.
    pub fn new(size: Size) -> Box<Lines> {
        let outside = Line { stones: [0; 2], wall: !0 };
        let mut lines = Box::new(Lines { lines: [outside; LINES] });
        for square in size.squares() {
            for direction in Direction::ALL {
                let BitPlace { line, bit } = place(square, direction);
                lines.lines[line].wall &= !(1 << bit);
            }
        }
        lines
    }

    /// Puts a stone on an empty square, or takes it away again.
    pub fn toggle(&mut self, square: Square, color: Color) {
        for direction in Direction::ALL {
            let BitPlace { line, bit } = place(square, direction);
            self.lines[line].stones[color.index()] ^= 1 << bit;
        }
    }

    /// Makes a square of the board stop every line, as the squares outside the board do.
    pub fn block(&mut self, square: Square) {
        for direction in Direction::ALL {
            let BitPlace { line, bit } = place(square, direction);
            self.lines[line].wall |= 1 << bit;
        }
    }

    /// Whether no stone stands on a square of the board.
    pub fn is_empty(&self, square: Square) -> bool {
        let view = self.view(square, Direction::Horizontal, Color::Black);
        (view.own | view.blocked) >> view.bit & 1 == 0
    }

    #[inline]
    fn through(&self, square: Square, direction: Direction) -> Through {
        let BitPlace { line, bit } = place(square, direction);
        let Line { stones, wall } = self.lines[line];
        Through { stones, wall, bit }
    }

    /// The lines through `square`.
    #[inline]
    pub fn all_through(&self, square: Square) -> AllThrough {
        let [a, b, c, d] = Direction::ALL;
        let through = |direction| self.through(square, direction);
        [through(a), through(b), through(c), through(d)]
    }

    /// What `color` sees from `square` along `direction`.
    #[inline]
    pub fn view(&self, square: Square, direction: Direction, color: Color) -> View {
        self.through(square, direction).view(color)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_bit_follows_the_direction() {
        let size = Size::new(40, 30).unwrap();
        let mut lines = Lines::new(size);
        let centre = Square::new(20, 13);
        for direction in Direction::ALL {
            for steps in [-2, -1, 1, 2, 3] {
                lines.toggle(centre.step(direction, steps).unwrap(), Color::White);
            }
        }
        for direction in Direction::ALL {
            assert_eq!(lines.view(centre, direction, Color::White).run(), (2, 3));
            assert_eq!(lines.view(centre, direction, Color::Black).run(), (0, 0));
        }
    }

    #[test]
    fn walls_surround_the_board() {
        for (width, height) in [(3, 3), (15, 15), (40, 30), (7, 40)] {
            let size = Size::new(width, height).unwrap();
            let lines = Lines::new(size);
            for square in size.squares() {
                for direction in Direction::ALL {
                    let view = lines.view(square, direction, Color::Black);
                    for steps in -9..=9_isize {
                        let inside =
                            square.step(direction, steps).is_some_and(|there| size.contains(there));
                        let bit = (view.bit as isize + steps) as u32;
                        assert_eq!(
                            view.wall >> bit & 1 == 0,
                            inside,
                            "{square} {direction:?} {steps}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn stretches_end_where_something_stops_the_player() {
        let mut lines = Lines::new(Size::new(15, 15).unwrap());
        let square: Square = "h8".parse().unwrap();
        for name in ["g8", "k8"] {
            lines.toggle(name.parse().unwrap(), Color::Black);
        }
        lines.toggle("e8".parse().unwrap(), Color::White);
        lines.block("m8".parse().unwrap());
        let ends = |direction, color| {
            let view = lines.view(square, direction, color);
            (view.bit - view.low(), view.high() - view.bit)
        };
        assert_eq!(ends(Direction::Horizontal, Color::Black), (2, 4), "f8 to l8");
        assert_eq!(ends(Direction::Horizontal, Color::White), (0, 2), "h8 to j8");
        assert_eq!(ends(Direction::Vertical, Color::Black), (7, 7), "h1 to h15");
    }

    #[test]
    fn a_square_is_empty_without_a_stone_and_while_it_lives() {
        let size = Size::new(4, 3).unwrap();
        let mut lines = Lines::new(size);
        let [black, white, dead] = ["a1", "b2", "d3"].map(|name| name.parse().unwrap());
        lines.toggle(black, Color::Black);
        lines.toggle(white, Color::White);
        lines.block(dead);
        for square in size.squares() {
            let is_empty = ![black, white, dead].contains(&square);
            assert_eq!(lines.is_empty(square), is_empty, "{square}");
        }
    }
}
