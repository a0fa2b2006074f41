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

/// The longest stretch of a line around a bit in which nothing stops a player:
/// every point of it shares the two stops, so they are looked for once.
#[derive(Clone, Copy)]
pub struct Segment {
    /// Own stones.
    own: u64,
    /// First and last bit of the stretch.
    low: u32,
    high: u32,
    /// Whether an opponent's stone stands before the first and after the last
    /// bit, as the bit that goes into a code; 0 where that does not matter.
    ends: [usize; 2],
    k: u32,
}

impl Segment {
    /// The stretch around a view's bit, which itself must not be blocked.
    #[inline]
    pub fn around(view: &View, k: u32, with_ends: bool) -> Segment {
        let low = 64 - (view.blocked << (64 - view.bit)).leading_zeros();
        let low = low + view.bit - 64;
        let high = view.bit + (view.blocked >> (view.bit + 1)).trailing_zeros();
        Segment::new(view, low, high, k, with_ends)
    }

    #[inline]
    fn new(view: &View, low: u32, high: u32, k: u32, with_ends: bool) -> Segment {
        let end = |bit: u32| usize::from(with_ends && view.is_opponent(bit)) << (k + 1);
        Segment { own: view.own, low, high, ends: [end(low - 1), end(high + 1)], k }
    }

    /// First and last bit of the stretch.
    pub const fn range(&self) -> (u32, u32) {
        (self.low, self.high)
    }

    /// Whether a line of `k` fits in.
    pub const fn is_long_enough(&self) -> bool {
        self.high + 1 - self.low >= self.k
    }

    /// The codes around one bit of the stretch.
    #[inline]
    pub fn codes(&self, bit: u32) -> Codes {
        let (below, above) = (bit - self.low, self.high - bit);
        let cells = below.min(self.k);
        let stones = self.own >> (bit - cells) & ((1 << cells) - 1);
        let mut before = 1 << cells | stones as usize;
        let cells = above.min(self.k);
        let stones = self.own >> (bit + 1) & ((1 << cells) - 1);
        let mut after = 1 << cells | stones as usize;
        if below < self.k {
            before |= self.ends[0];
        }
        if above < self.k {
            after |= self.ends[1];
        }
        Codes { before, after }
    }
}
