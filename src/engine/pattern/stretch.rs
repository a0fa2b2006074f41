//! The shapes of many points of a line in one read.
//!
//! A stone changes shapes only near it. The cells there, up to the first one on
//! each side that stops the player, make a short word of bits; a table gives the
//! shapes of all its points, four bits each, in another word. Comparing the words
//! before and after a move tells which points changed, without a look at the rest.

#![expect(clippy::inline_always, reason = "only so are moves compiled for better processors")]

use super::class::Shape;
use super::line::Segment;
use super::reader::ShapeReader;
use crate::game::lines::View;
use crate::game::{Color, Rule};

/// Longest stretch whose shapes fit into a word, in cells.
const LONGEST: u32 = 15;

/// The farthest, in cells, that a stone can change a shape where there is such a table.
pub const MOST_REACH: u32 = LONGEST / 3;

/// Where a stone stands among the points of a [`Change`], in bits.
const STONE: u32 = 4 * MOST_REACH;

/// Shapes of all short stretches of a line, for one rule, `k` and player.
pub struct StretchTable {
    /// How far a stone can change a shape, in cells.
    reach: u32,
    /// Longest stretch, in cells.
    longest: u32,
    /// The places of the points before a stone and after it, see [`Change`].
    before: u64,
    after: u64,
    /// Words by the number of the stretch, see [`StretchTable::word`]. Where the
    /// kind of the stops matters, four tables one after the other.
    words: Box<[u64]>,
    with_ends: bool,
}

/// What a stone does to the points before and after it: four bits for each, the one
/// [`MOST_REACH`] cells before the stone lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The shapes of the points that were.
    pub was: u64,
    /// The shapes of the points now; nothing for the stone, as before.
    pub shapes: u64,
}

/// How far, in cells, a stone can change a shape: longer lines are seen only
/// where they are not as good as those of length `k`.
fn reach(rule: Rule, color: Color, k: u32) -> u32 {
    let length = k as usize;
    let longer_wins = (0..=2).all(|blocked| rule.wins(color, length, length, blocked))
        && rule.wins(color, length + 1, length, 0);
    if longer_wins { k - 1 } else { k }
}

/// The lowest bit of each point.
const EACH: u64 = 0x1111_1111_1111_1111;

impl Change {
    /// No shapes before, and none now.
    pub const NONE: Change = Change { was: 0, shapes: 0 };

    /// The places that change: the lowest bit of each.
    #[inline(always)]
    pub const fn changed(&self) -> u64 {
        let difference = self.was ^ self.shapes;
        let pairs = difference | difference >> 1;
        (pairs | pairs >> 2) & EACH
    }

    /// The points of `changed` that change from or to a shape that threatens something, which is
    /// the only way for a point to become another threat.
    #[inline(always)]
    pub const fn strong(&self, changed: u64) -> u64 {
        /// What brings [`Shape::OpenThree`] to the highest of four bits.
        const LACK: u64 = EACH * (8 - Shape::OpenThree as u64);
        let Change { was, shapes } = *self;
        ((shapes + LACK) | (was + LACK)) >> 3 & changed
    }
}

impl StretchTable {
    /// The table of a player, or `None` where its lines are too long for one.
    /// `reader` gives the shapes of single points.
    pub fn build(
        reader: &ShapeReader<'_>,
        rule: Rule,
        color: Color,
        k: u32,
    ) -> Option<StretchTable> {
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
        let side = (1_u64 << (4 * reach)) - 1;
        Some(StretchTable {
            reach,
            longest,
            before: side << (STONE - 4 * reach),
            after: side << (STONE + 4),
            words: words.into_boxed_slice(),
            with_ends,
        })
    }

    /// What became of the points around a cell in which a stone was placed, or changed
    /// its owner if it was `converted`; `view` is a player's from the cell, afterwards, and
    /// the stone is the player's if it is `OWN`.
    #[inline(always)]
    pub fn change<const OWN: bool>(&self, view: &View, converted: bool) -> Change {
        let free = self.surroundings(view);
        let (was, shapes) = match (OWN, converted) {
            (true, false) => (self.read(free.flipped()), self.read(free)),
            (false, false) => (self.read(free), self.read(free.split())),
            (true, true) => (self.read(free.split()), self.read(free)),
            (false, true) => (self.read(free.flipped()), self.read(free.split())),
        };
        Change { was, shapes }
    }

    /// The stretches before and after a cell, as if nothing stopped the player there.
    #[inline(always)]
    fn surroundings(&self, view: &View) -> Surroundings {
        let (reach, bit, low, high) = (self.reach, view.bit, view.low(), view.high());
        // The points before the cell depend on stones twice as far away.
        let (begin, end) = (low.max(bit - 2 * reach), high.min(bit + reach - 1));
        let before = Stretch::new(view, begin, end, bit - begin);
        let (begin, end) = (low.max(bit + 1 - reach), high.min(bit + 2 * reach));
        let after = Stretch::new(view, begin, end, bit + 1 - begin);
        Surroundings { before, after }
    }

    /// The shapes of the points around a cell, which itself counts as a stone.
    #[inline(always)]
    fn read(&self, Surroundings { before, after }: Surroundings) -> u64 {
        let first = self.word(before) << STONE >> (4 * before.place) & self.before;
        let last = self.word(after) >> (4 * after.place) << (STONE + 4) & self.after;
        first | last
    }

    /// The shapes of all points of a stretch.
    #[inline(always)]
    fn word(&self, stretch: Stretch) -> u64 {
        let ends = if self.with_ends { stretch.ends << (self.longest + 1) } else { 0 };
        self.words[(stretch.cells | ends) as usize]
    }
}

/// Part of a line in which nothing stops the player.
#[derive(Clone, Copy)]
struct Stretch {
    /// Own stones as bits, with a one above the last cell.
    cells: u64,
    /// Whether opponents stand before the stretch (bit 0) and after it (bit 1).
    ends: u64,
    /// The bit of the cell that is looked at or, for the points after it, of the next.
    place: u32,
}

impl Stretch {
    /// The stretch from bit `low` to bit `high`.
    #[inline(always)]
    fn new(view: &View, low: u32, high: u32, place: u32) -> Stretch {
        let above = 2_u64 << (high - low);
        let cells = view.own >> low & (above - 1) | above;
        // Where a stretch was cut short, nothing stands beyond its end.
        let opponent = |bit| u64::from(view.is_opponent(bit));
        Stretch { cells, ends: opponent(low - 1) | opponent(high + 1) << 1, place }
    }
}

/// The stretches on which the points before and after a cell depend.
#[derive(Clone, Copy)]
struct Surroundings {
    before: Stretch,
    after: Stretch,
}

impl Surroundings {
    /// These surroundings with the cell changed: a stone of the player is set in an empty cell, or
    /// taken out of it.
    #[inline(always)]
    const fn flipped(self) -> Surroundings {
        let Surroundings { mut before, mut after } = self;
        before.cells ^= 1 << before.place;
        after.cells ^= 1 << (after.place - 1);
        Surroundings { before, after }
    }

    /// These surroundings with a stone of the opponent in the cell.
    #[inline(always)]
    const fn split(self) -> Surroundings {
        let Surroundings { before, after } = self;
        let above = 1_u64 << before.place;
        Surroundings {
            before: Stretch {
                cells: before.cells & (above - 1) | above,
                ends: before.ends & 1 | 2,
                ..before
            },
            after: Stretch {
                cells: after.cells >> after.place,
                ends: after.ends & 2 | 1,
                place: 0,
            },
        }
    }
}
