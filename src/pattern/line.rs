//! Reading a line around a point as a pair of small codes.
//!
//! Only the squares up to `k` steps away matter, and on each side only those
//! before the first one that stops the player. So one side of a point is a
//! string of at most `k` cells, each own or empty: the code is the string as
//! bits under a marker bit. Two such codes index a table of `4^(k+1)` shapes,
//! 4 KiB for five in a row and 1 MiB for nine.

use crate::game::lines::View;

/// Codes of the squares before and after a point.
///
/// `1 << n | stones`, where `n` (0..=k) is the number of cells before the first
/// one that stops the player. Before the point, the nearest cell is the highest
/// bit below the marker; after the point it is the lowest bit. Where blocked
/// ends matter, bit `k + 1` says that the stop is an opponent's stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Codes {
    /// The squares to the left or below.
    pub before: usize,
    /// The squares to the right or above.
    pub after: usize,
}

/// Reads the codes of a view, for lines of `k`; `with_ends` adds the kind of
/// the stops.
#[inline]
pub fn codes(view: &View, k: u32, with_ends: bool) -> Codes {
    let shift = 64 - view.bit;
    let stopped = view.blocked << shift | 1 << (63 - k);
    let cells = stopped.leading_zeros();
    let stones = (view.own << shift) >> 1 >> (63 - cells);
    let mut before = 1 << cells | stones as usize;

    let shift = view.bit + 1;
    let stopped = view.blocked >> shift | 1 << k;
    let reach = stopped.trailing_zeros();
    let stones = view.own >> shift & ((1 << reach) - 1);
    let mut after = 1 << reach | stones as usize;

    if with_ends {
        let opponent = |bit: u32, cells: u32| usize::from(cells < k && view.is_opponent(bit));
        before |= opponent(view.bit - cells - 1, cells) << (k + 1);
        after |= opponent(view.bit + reach + 1, reach) << (k + 1);
    }
    Codes { before, after }
}
