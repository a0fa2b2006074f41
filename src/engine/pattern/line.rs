//! Reading a line around a point as a window of bits.
//!
//! Only the squares up to `k` steps away matter, and on each side only those
//! before the first one that stops the player. What is left is a window of
//! cells, own or empty, around the point: the numbers of cells before and after
//! it choose a block of a table, the cells as bits the entry in it. All blocks
//! together have less than `2^(2k + 3)` entries: 8 thousand for five in a row,
//! 2 million for nine, about twice that where the kind of the stops matters.

use crate::game::lines::View;

/// The longest stretch of a line around a bit in which nothing stops a player:
/// every point of it shares the two stops, so they are looked for once.
#[derive(Clone, Copy)]
pub struct Segment {
    /// Own stones.
    pub own: u64,
    /// First bit of the stretch.
    pub low: u32,
    /// Last bit of the stretch.
    pub high: u32,
    /// Whether an opponent's stone, not the edge, stands before the first and
    /// after the last bit.
    pub opponents: (bool, bool),
}

/// The cells around a point that matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Number of cells before the point, 0..=k.
    pub before: u32,
    /// Number of cells after the point, 0..=k.
    pub after: u32,
    /// Own stones: the cell farthest before is bit 0, the point bit `before`.
    pub stones: usize,
}

impl Segment {
    /// The stretch around a view's bit, which itself must not be blocked.
    #[inline]
    pub fn around(view: &View) -> Segment {
        let (low, high) = (view.low(), view.high());
        let opponents = (view.is_opponent(low - 1), view.is_opponent(high + 1));
        Segment { own: view.own, low, high, opponents }
    }

    /// Whether an opponent's stone stands directly beyond a window's first cell,
    /// and beyond its last, when windows reach `k` cells.
    pub const fn opponents(&self, window: &Window, k: u32) -> (bool, bool) {
        (window.before < k && self.opponents.0, window.after < k && self.opponents.1)
    }

    /// The cells at most `k` away from one bit of the stretch.
    #[inline]
    pub fn window(&self, bit: u32, k: u32) -> Window {
        let before = (bit - self.low).min(k);
        let after = (self.high - bit).min(k);
        let mask = (2 << (before + after)) - 1;
        Window { before, after, stones: (self.own >> (bit - before) & mask) as usize }
    }
}
