//! The stretch of a line around an empty point, as a number.
//!
//! All lines of five through a point that one player can still complete lie in the cells up
//! to four away that nothing blocks; the fifth cell tells lines of five from longer ones. So
//! a window is the own stones among at most [`REACH`] free cells on each side. It means
//! the same read from either end. Where no line of five fits in, or fewer than
//! [`STONES`] stand, the shape of the point has said all: such windows have number 0.

use std::sync::OnceLock;

use crate::game::lines::View;

/// Cells on each side that are looked at.
pub const REACH: u32 = 5;

/// Fewest stones of a window that has a number.
pub const STONES: u32 = 2;

/// Halves of a window: the stones of up to [`REACH`] cells below a leading one.
const HALVES: usize = 1 << (REACH + 1);

/// Cells of the shortest line that counts.
pub(super) const FIVE: u32 = 5;

/// Numbers of windows by their halves.
pub struct Windows {
    numbers: Box<[u16; HALVES * HALVES]>,
    count: usize,
}

impl Windows {
    /// The table of windows, which all networks share.
    pub fn get() -> &'static Windows {
        static TABLE: OnceLock<Windows> = OnceLock::new();
        TABLE.get_or_init(Windows::build)
    }

    fn build() -> Windows {
        let mut numbers = Box::new([0; HALVES * HALVES]);
        let mut count = 1;
        for left in 1..HALVES {
            for right in 1..HALVES {
                let cells = [left, right].map(|half: usize| half.ilog2());
                let stones = [left, right].map(|half| half & !(1 << half.ilog2()));
                let there: u32 = stones.iter().map(|stones| stones.count_ones()).sum();
                if cells[0] + cells[1] + 1 < FIVE || there < STONES {
                    continue;
                }
                // The left half is read towards the point, the right one away from it.
                let turned = turn(right) * HALVES + turn(left);
                let known = numbers[turned];
                numbers[left * HALVES + right] = if known == 0 { count } else { known };
                count += u16::from(known == 0);
            }
        }
        Windows { numbers, count: usize::from(count) }
    }

    /// How many numbers of windows there are, 0 among them.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The number of the window that a player sees around the view's bit.
    #[inline]
    pub fn number(&self, view: &View) -> u16 {
        let bit = view.bit;
        let before = (view.blocked << (64 - bit)).leading_zeros().min(REACH);
        let after = (view.blocked >> (bit + 1)).trailing_zeros().min(REACH);
        let half = |cells: u32, stones: u64| stones & ((1 << cells) - 1) | 1 << cells;
        let left = half(before, view.own >> (bit - before));
        let right = half(after, view.own >> (bit + 1));
        self.of_halves(left as usize, right as usize)
    }

    /// The number of the window with these halves: the stones of each, the cell of lowest
    /// place lowest, with a leading one above.
    #[inline(always)]
    pub(super) fn of_halves(&self, left: usize, right: usize) -> u16 {
        self.numbers[left * HALVES + right]
    }
}

/// A half with its cells in the other order.
const fn turn(half: usize) -> usize {
    let cells = half.ilog2();
    let stones = half & !(1 << cells);
    if cells == 0 { half } else { stones.reverse_bits() >> (usize::BITS - cells) | 1 << cells }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(line: &str) -> u16 {
        let mut view = View { own: 0, blocked: !0, wall: !0, bit: 0 };
        for (place, cell) in line.chars().enumerate() {
            let bit = 12 + place as u32;
            match cell {
                '*' => view.bit = bit,
                'x' => view.own |= 1 << bit,
                _ => {}
            }
            if cell != '|' {
                view.blocked &= !(1 << bit);
            }
        }
        Windows::get().number(&view)
    }

    #[test]
    fn windows_read_the_same_from_both_ends() {
        for line in ["..x*x...", "xx*..", "x.x.*....", "xx...*", "*xxx.", "|.x*xx|"] {
            let turned: String = line.chars().rev().collect();
            assert_ne!(number(line), 0, "{line}");
            assert_eq!(number(line), number(&turned), "{line}");
        }
    }

    #[test]
    fn what_differs_within_reach_differs() {
        let lines =
            ["xx*..", "x*x..", "xx.*..", ".xx*..", "x.x*..", "x.x*...", "x..x*....", "xxx*.."];
        for (place, one) in lines.iter().enumerate() {
            for other in &lines[..place] {
                assert_ne!(number(one), number(other), "{one} {other}");
            }
        }
    }

    #[test]
    fn what_says_nothing_is_nothing() {
        // No stone or only one, no room, stones beyond a stop or out of reach.
        for line in [".....*.....", "...x.*..", "xx*.", "xx|*....", "xx.....*....", "x......*..x"] {
            assert_eq!(number(line), 0, "{line}");
        }
        assert_eq!(number("x......*xx.."), number(".....*xx.."), "six away is beyond reach");
        // 63 halves: 2,016 pairs whatever their order, less those without stones or room.
        assert_eq!(Windows::get().count(), 1 + 2016 - nothing());
    }

    fn nothing() -> usize {
        let mut count = 0;
        for left in 1..HALVES {
            for right in left..HALVES {
                let cells = left.ilog2() + right.ilog2() + 1;
                // The leading one of a half is no stone.
                let stones = left.count_ones() + right.count_ones() - 2;
                count += usize::from(cells < FIVE || stones < STONES);
            }
        }
        count
    }
}
