//! The lookup from windows of a line to shapes, generated from the definition
//! of five.

use super::class::Shape;
use super::line::Segment;
use super::reader::{ShapeReader, block};
use super::stretch::StretchTable;
use crate::game::lines::View;
use crate::game::{Color, Rule};

/// Shapes of all lines for one rule and `k`.
pub struct ShapeTable {
    k: u32,
    /// Whether the kind of the stops matters.
    with_ends: bool,
    /// Where the block of each kind of window begins, see [`block`].
    blocks: Box<[u32]>,
    /// One table for both players, or one for each where the rule tells them apart.
    shapes: Vec<Box<[Shape]>>,
    /// The shapes of many points at once, per player like `shapes`, where lines are short enough.
    stretches: Vec<Option<StretchTable>>,
}

impl ShapeTable {
    /// The table of a rule and `k` (3..=9). Building it takes milliseconds, and the
    /// largest one megabytes.
    pub fn build(rule: Rule, k: u8) -> ShapeTable {
        let k = u32::from(k);
        let with_ends = rule.sees_blocked_ends();
        let colors: &[Color] =
            if rule.has_fouls(Color::Black) { &Color::ALL } else { &[Color::Black] };
        let mut blocks = Vec::new();
        let mut shapes = vec![Vec::new(); colors.len()];
        for ends in 0..if with_ends { 4 } else { 1 } {
            for before in 0..=k {
                for after in 0..=k {
                    debug_assert_eq!(blocks.len(), block(k, before, after, ends));
                    blocks.push(shapes[0].len() as u32);
                    // What stands beyond `k` cells is not looked at.
                    if (ends & 1 != 0 && before == k) || (ends & 2 != 0 && after == k) {
                        continue;
                    }
                    for (&color, shapes) in colors.iter().zip(&mut shapes) {
                        let cells = before + 1 + after;
                        let kind = Kind { rule, color, k, before, cells, ends };
                        shapes.extend(kind.shapes());
                    }
                }
            }
        }
        let shapes = shapes.into_iter().map(Vec::into_boxed_slice).collect();
        let blocks = blocks.into_boxed_slice();
        let mut table = ShapeTable { k, with_ends, blocks, shapes, stretches: Vec::new() };
        table.stretches = colors
            .iter()
            .map(|&color| StretchTable::build(&table.reader(color), rule, color, k))
            .collect();
        table
    }

    /// The shape that `color` makes at the point of the view.
    pub fn shape(&self, view: &View, color: Color) -> Shape {
        self.reader(color).shape(&Segment::around(view), view.bit)
    }

    /// The part of the table that is about one player.
    #[inline]
    pub fn reader(&self, color: Color) -> ShapeReader<'_> {
        ShapeReader {
            k: self.k,
            with_ends: self.with_ends,
            blocks: &self.blocks,
            shapes: &self.shapes[color.index() & (self.shapes.len() - 1)],
        }
    }

    /// The shapes of many points at once for one player, where there is such a table.
    #[inline]
    pub fn stretches(&self, color: Color) -> Option<&StretchTable> {
        self.stretches[color.index() & (self.stretches.len() - 1)].as_ref()
    }

    /// How far, in squares, a stone can change a shape: `k`.
    pub const fn reach(&self) -> u32 {
        self.k
    }
}

/// The windows of one block, for one player.
struct Kind {
    rule: Rule,
    color: Color,
    k: u32,
    /// Cells before the point, which therefore is this bit.
    before: u32,
    cells: u32,
    ends: u32,
}

impl Kind {
    /// The shapes of all windows. Another stone makes the number of a window
    /// larger, so going down from the fullest one every shape finds its
    /// successors ready. Windows with a stone on the point itself stay dead:
    /// they are never read.
    fn shapes(&self) -> Vec<Shape> {
        let mut shapes = vec![Shape::Dead; 1 << self.cells];
        for stones in (0..shapes.len()).rev() {
            if stones >> self.before & 1 == 0 {
                shapes[stones] = self.shape(stones, &shapes);
            }
        }
        shapes
    }

    fn shape(&self, stones: usize, shapes: &[Shape]) -> Shape {
        // Own stones directly before and after the point.
        let run = |bits: &mut dyn Iterator<Item = u32>| {
            bits.take_while(|bit| stones >> bit & 1 != 0).count() as u32
        };
        let left = run(&mut (0..self.before).rev());
        let right = run(&mut (self.before + 1..self.cells));
        let (first, last) = (self.before - left, self.before + right);
        let length = (last - first + 1) as usize;
        let blocked = usize::from(first == 0 && self.ends & 1 != 0)
            + usize::from(last + 1 == self.cells && self.ends & 2 != 0);
        let k = self.k as usize;
        if self.rule.wins(self.color, length, k, blocked) {
            return Shape::Five;
        }
        if length > k && self.rule.has_fouls(self.color) {
            return Shape::Overline;
        }
        let is_empty = |bit: u32| bit != self.before && stones >> bit & 1 == 0;
        let after = |bit: u32| shapes[stones | 1 << bit];
        let mut reached = 0_u16;
        let mut fives = 0;
        for bit in (0..self.cells).filter(|&bit| is_empty(bit)) {
            reached |= 1 << after(bit) as u16;
            fives += u32::from(after(bit) == Shape::Five);
        }
        if fives > 0 {
            let is_five = |bit: u32| is_empty(bit) && after(bit) == Shape::Five;
            let is_open = length == k - 1
                && first > 0
                && last + 1 < self.cells
                && is_five(first - 1)
                && is_five(last + 1);
            return match fives {
                _ if is_open => Shape::OpenFour,
                1 => Shape::Four,
                _ => Shape::DoubleFour,
            };
        }
        let makes = |shape: Shape| reached >> shape as u16 & 1 != 0;
        if makes(Shape::OpenFour) {
            Shape::OpenThree
        } else if makes(Shape::Four) || makes(Shape::DoubleFour) {
            Shape::Three
        } else if makes(Shape::OpenThree) {
            Shape::OpenTwo
        } else if makes(Shape::Three) {
            Shape::Two
        } else if makes(Shape::OpenTwo) || makes(Shape::Two) || makes(Shape::Live) {
            Shape::Live
        } else {
            Shape::Dead
        }
    }
}
