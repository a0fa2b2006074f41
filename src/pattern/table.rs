//! The lookup from line codes to shapes, generated from the definition of five.

use std::sync::OnceLock;

use super::class::Shape;
use super::line::{Codes, Segment};
use crate::game::lines::View;
use crate::game::{ByColor, Color, Rule};

/// Shapes of all lines for one rule and `k`.
pub struct ShapeTable {
    k: u32,
    with_ends: bool,
    /// Bits of one code.
    width: u32,
    shapes: ByColor<Box<[Shape]>>,
}

/// Largest `k` of a variant.
const MAX_K: usize = 9;

impl ShapeTable {
    /// The table of a rule and `k` (3..=9), built at its first use.
    pub fn of(rule: Rule, k: u8) -> &'static ShapeTable {
        static TABLES: [[OnceLock<ShapeTable>; MAX_K + 1]; Rule::ALL.len()] =
            [const { [const { OnceLock::new() }; MAX_K + 1] }; Rule::ALL.len()];
        TABLES[rule as usize][usize::from(k)].get_or_init(|| ShapeTable::build(rule, k.into()))
    }

    fn build(rule: Rule, k: u32) -> ShapeTable {
        let with_ends = rule.sees_blocked_ends();
        let width = k + 1 + u32::from(with_ends);
        let shapes = |color| {
            Builder {
                rule,
                color,
                k: k as usize,
                width,
                shapes: vec![Shape::Dead; 1 << (2 * width)],
            }
            .build()
        };
        ShapeTable {
            k,
            with_ends,
            width,
            shapes: ByColor::new(shapes(Color::Black), shapes(Color::White)),
        }
    }

    /// The shape that `color` makes at the point of the view.
    pub fn shape(&self, view: &View, color: Color) -> Shape {
        self.shape_in(&self.segment(view), view.bit, color)
    }

    /// The stretch of line around the point of the view, for the viewer.
    #[inline]
    pub fn segment(&self, view: &View) -> Segment {
        Segment::around(view, self.k, self.with_ends)
    }

    /// The shape that `color` makes at one bit of a stretch of its own.
    #[inline]
    pub fn shape_in(&self, segment: &Segment, bit: u32, color: Color) -> Shape {
        let Codes { before, after } = segment.codes(bit);
        self.shapes[color][before << self.width | after]
    }

    /// How far, in squares, a stone can change a shape: `k`.
    pub const fn reach(&self) -> u32 {
        self.k
    }
}

struct Builder {
    rule: Rule,
    color: Color,
    k: usize,
    width: u32,
    shapes: Vec<Shape>,
}

/// One side of a point, taken apart again.
#[derive(Clone, Copy)]
struct Side {
    code: usize,
    cells: usize,
    /// An opponent's stone stands behind the last cell.
    opponent: bool,
}

impl Builder {
    /// Fills the table. A filled cell makes a code larger, so going from the
    /// largest codes down every shape finds its successors ready.
    fn build(mut self) -> Box<[Shape]> {
        let codes = 1 << self.width;
        for before in (1..codes).rev() {
            for after in (1..codes).rev() {
                if let (Some(before), Some(after)) = (self.side(before), self.side(after)) {
                    let shape = self.shape(before, after);
                    self.shapes[before.code << self.width | after.code] = shape;
                }
            }
        }
        self.shapes.into_boxed_slice()
    }

    /// Takes a code apart, if reading a line can give it.
    fn side(&self, code: usize) -> Option<Side> {
        let kind_bit = 1 << (self.k + 1);
        let plain = code & (kind_bit - 1);
        let cells = plain.checked_ilog2()? as usize;
        let opponent = code & kind_bit != 0;
        (cells < self.k || !opponent).then_some(Side { code, cells, opponent })
    }

    fn shape(&self, before: Side, after: Side) -> Shape {
        let (left, right) = runs(before, after);
        let length = left + 1 + right;
        let blocked = usize::from(left == before.cells && before.opponent)
            + usize::from(right == after.cells && after.opponent);
        if self.rule.wins(self.color, length, self.k, blocked) {
            return Shape::Five;
        }
        if length > self.k && self.rule.has_fouls(self.color) {
            return Shape::Overline;
        }
        let next: Vec<(isize, Shape)> = self.successors(before, after).collect();
        let five_at = |steps| next.contains(&(steps, Shape::Five));
        let fives = next.iter().filter(|(_, shape)| *shape == Shape::Five).count();
        if fives > 0 {
            let is_open = length == self.k - 1
                && five_at(-(left as isize) - 1)
                && five_at(right as isize + 1);
            return match fives {
                _ if is_open => Shape::OpenFour,
                1 => Shape::Four,
                _ => Shape::DoubleFour,
            };
        }
        let makes = |low, high| next.iter().any(|&(_, shape)| low <= shape && shape <= high);
        let one = |shape| makes(shape, shape);
        if one(Shape::OpenFour) {
            Shape::OpenThree
        } else if makes(Shape::Four, Shape::DoubleFour) {
            Shape::Three
        } else if one(Shape::OpenThree) {
            Shape::OpenTwo
        } else if one(Shape::Three) {
            Shape::Two
        } else if one(Shape::OpenTwo) {
            Shape::OpenOne
        } else if one(Shape::Two) {
            Shape::One
        } else if makes(Shape::Live, Shape::OpenOne) {
            Shape::Live
        } else {
            Shape::Dead
        }
    }

    /// The shapes after one more stone of the player, with its distance.
    fn successors(&self, before: Side, after: Side) -> impl Iterator<Item = (isize, Shape)> + '_ {
        let look = |before: usize, after: usize| self.shapes[before << self.width | after];
        let on_left =
            (0..before.cells).filter(move |&bit| before.code >> bit & 1 == 0).map(move |bit| {
                (bit as isize - before.cells as isize, look(before.code | 1 << bit, after.code))
            });
        let on_right = (0..after.cells)
            .filter(move |&bit| after.code >> bit & 1 == 0)
            .map(move |bit| (bit as isize + 1, look(before.code, after.code | 1 << bit)));
        on_left.chain(on_right)
    }
}

/// Own stones directly before and after the point.
fn runs(before: Side, after: Side) -> (usize, usize) {
    let left = (0..before.cells).rev().take_while(|&bit| before.code >> bit & 1 != 0).count();
    let right = (0..after.cells).take_while(|&bit| after.code >> bit & 1 != 0).count();
    (left, right)
}
