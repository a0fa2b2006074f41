//! Reading the shape of a point from the table of a player.

use super::class::Shape;
use super::line::{Segment, Window};

/// The number of a block: windows with the same numbers of cells before and
/// after the point and the same ends (bit 0: an opponent's stone before, bit 1:
/// one after).
pub(super) const fn block(k: u32, before: u32, after: u32, ends: u32) -> usize {
    (((ends * (k + 1)) + before) * (k + 1) + after) as usize
}

/// The part of a [shape table](super::table::ShapeTable) that is about one player.
#[derive(Clone, Copy)]
pub struct ShapeReader<'a> {
    pub(super) k: u32,
    /// Whether the kind of the stops matters.
    pub(super) with_ends: bool,
    /// Where the block of each kind of window begins, see [`block`].
    pub(super) blocks: &'a [u32],
    pub(super) shapes: &'a [Shape],
}

impl ShapeReader<'_> {
    /// The shape that the player makes at one bit of a stretch of its own.
    #[inline]
    pub fn shape(&self, segment: &Segment, bit: u32) -> Shape {
        let window = segment.window(bit, self.k);
        let Window { before, after, stones } = window;
        let ends = if self.with_ends {
            let (first, last) = segment.opponents(&window, self.k);
            u32::from(first) | u32::from(last) << 1
        } else {
            0
        };
        let begin = self.blocks[block(self.k, before, after, ends)] as usize;
        self.shapes[begin + stones]
    }
}
