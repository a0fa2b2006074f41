//! The shapes of many points of a line in one read.
//!
//! A stone changes shapes only near it. The cells there, up to the first one on
//! each side that stops the player, make a short word of bits; a table gives the
//! shapes of all its points, four bits each, in another word. Comparing the words
//! before and after a move tells which points changed, without a look at the rest.

use super::line::Segment;
use super::table::Reader;
use crate::game::lines::View;
use crate::game::{Color, Rule};

/// Longest stretch whose shapes fit into a word, in cells.
const LONGEST: u32 = 15;

/// Shapes of all short stretches of a line, for one rule, `k` and player.
pub struct StretchTable {
    /// How far a stone can change a shape, in cells.
    reach: u32,
    /// Longest stretch, in cells.
    longest: u32,
    /// Words by the number of the stretch, see [`StretchTable::word`]. Where the
    /// kind of the stops matters, four tables one after the other.
    words: Box<[u64]>,
    with_ends: bool,
}

/// What a stone does to the points before and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// How many cells before the stone the first of the points is.
    pub reach: u32,
    /// The shapes of the points now, four bits for each, the first one lowest.
    pub shapes: u64,
    /// In the same places, zero where a shape is what it was, and for the stone.
    pub difference: u64,
}

/// How far, in cells, a stone can change a shape: longer lines are seen only
/// where they are not as good as those of length `k`.
fn reach(rule: Rule, color: Color, k: u32) -> u32 {
    let length = k as usize;
    let longer_wins = (0..=2).all(|blocked| rule.wins(color, length, length, blocked))
        && rule.wins(color, length + 1, length, 0);
    if longer_wins { k - 1 } else { k }
}

impl StretchTable {
    /// The table of a player, or `None` where its lines are too long for one.
    /// `reader` gives the shapes of single points.
    pub fn build(reader: &Reader<'_>, rule: Rule, color: Color, k: u32) -> Option<StretchTable> {
        let with_ends = rule.sees_blocked_ends();
        let reach = reach(rule, color, k);
        let longest = 3 * reach;
        if longest > LONGEST {
            return None;
        }
        let mut words = Vec::with_capacity(8 << longest);
        for ends in 0..if with_ends { 4 } else { 1 } {
            let opponents = (ends & 1 != 0, ends & 2 != 0);
            // There is no stretch number 0, and nothing in the one without cells.
            words.extend([0, 0]);
            for cells in 1..=longest {
                words.extend((0..1_u64 << cells).map(|own| {
                    let segment = Segment { own, low: 0, high: cells - 1, opponents };
                    let shape = |cell: u32| (reader.shape(&segment, cell) as u64) << (4 * cell);
                    (0..cells).filter(|cell| own >> cell & 1 == 0).map(shape).sum::<u64>()
                }));
            }
        }
        Some(StretchTable { reach, longest, words: words.into_boxed_slice(), with_ends })
    }

    /// What becomes of the points around a cell when the player's view from it,
    /// `old`, changes to `new` in that very cell.
    #[inline]
    pub fn change(&self, old: &View, new: &View) -> Change {
        // Both views are the same but for the cell.
        let ends = (new.low(), new.high());
        let (was, shapes) = (self.around(old, ends), self.around(new, ends));
        Change { reach: self.reach, shapes, difference: was ^ shapes }
    }

    /// The shapes of the points around a cell, which itself counts as a stone, as
    /// far as nothing stops the player; the first and last such bits are given.
    #[inline]
    fn around(&self, view: &View, (low, high): (u32, u32)) -> u64 {
        let View { bit, .. } = *view;
        let reach = self.reach;
        let mask = (1_u64 << (4 * reach)) - 1;
        let is_stop = view.blocked >> bit & 1 != 0;

        // The points before the cell depend on stones twice as far away.
        let (begin, end) = (low.max(bit - 2 * reach), high.min(bit + reach - 1));
        let before = self.word(view, begin, if is_stop { bit } else { end + 1 });
        let before = before << (4 * (begin + 2 * reach - bit)) >> (4 * reach) & mask;

        let (begin, end) = (low.max(bit + 1 - reach), high.min(bit + 2 * reach));
        let begin = if is_stop { bit + 1 } else { begin };
        let after = self.word(view, begin, end + 1) >> (4 * (bit + 1 - begin)) & mask;
        before | after << (4 * (reach + 1))
    }

    /// The shapes of all points from bit `low` to before bit `end` of a line, as if
    /// the player were stopped at both ends. The number of a stretch is its own
    /// stones as bits, with a one above the last cell.
    #[inline]
    fn word(&self, view: &View, low: u32, end: u32) -> u64 {
        let cells = end - low;
        let bits = 1_u64 << cells;
        let mut number = view.own >> low & (bits - 1) | bits;
        if self.with_ends {
            // Where the stretch was cut short, nobody stands beyond its end.
            let ends = u64::from(view.is_opponent(low - 1)) | u64::from(view.is_opponent(end)) << 1;
            number |= ends << (self.longest + 1);
        }
        self.words[number as usize]
    }
}
