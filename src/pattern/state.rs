//! The shapes of every empty point for both players, kept up to date.
//!
//! A stone changes at most `k` points on each side of it in four lines, and a
//! player's shape only as far as nothing stops that player. Every change is
//! written to a journal, so undo restores instead of computing again.

use super::class::{Shape, Shapes};
use super::table::ShapeTable;
use super::threat::{Combination, Combinations, Threat};
use crate::game::lines::Lines;
use crate::game::square::{Bits, MAX_SIDE, SQUARES};
use crate::game::{ByColor, Color, Direction, Position, Size, Square, SquareSet};

/// The lookups of one rule and `k`, with the values of one evaluation.
pub struct Tables {
    /// Lines to shapes.
    pub shapes: &'static ShapeTable,
    /// Shapes to threats, for each player.
    pub combinations: ByColor<Combinations>,
}

/// A point whose shapes were changed.
#[derive(Clone, Copy)]
struct Change {
    square: Square,
    color: Color,
    before: Shapes,
}

/// Rows above and below a stone in which it makes candidates.
const REACH: usize = 3;

/// What undo needs to know of one move.
#[derive(Clone, Copy)]
struct Frame {
    changes: usize,
    row: usize,
    near: [u64; 2 * REACH + 1],
}

/// Number of sets of points that are kept for each player.
const KEPT: usize = 4;

/// The place of a threat's set, for the threats whose points are kept.
const fn kept(threat: Threat) -> Option<usize> {
    match threat {
        Threat::Five => Some(0),
        Threat::OpenFour => Some(1),
        Threat::Four | Threat::FourThree => Some(2),
        Threat::Three | Threat::DoubleThree => Some(3),
        Threat::None | Threat::Foul => None,
    }
}

/// Incremental shapes of a position.
pub struct PatternState {
    tables: &'static Tables,
    size: Size,
    shapes: Box<[[Shapes; 2]; SQUARES]>,
    sets: ByColor<[SquareSet; KEPT]>,
    values: ByColor<i32>,
    /// Points of each player through which a winning line is still possible.
    live: ByColor<u32>,
    near: SquareSet,
    changes: Vec<Change>,
    frames: Vec<Frame>,
}

impl PatternState {
    /// The shapes of a position.
    pub fn new(position: &Position, tables: &'static Tables) -> PatternState {
        let mut state = PatternState {
            tables,
            size: position.size(),
            shapes: Box::new([[Shapes::default(); 2]; SQUARES]),
            sets: ByColor::new([SquareSet::EMPTY; KEPT], [SquareSet::EMPTY; KEPT]),
            values: ByColor::default(),
            live: ByColor::default(),
            near: SquareSet::EMPTY,
            changes: Vec::with_capacity(4096),
            frames: Vec::with_capacity(256),
        };
        for square in position.size().squares() {
            if position.at(square).is_some() {
                state.spread(square);
                continue;
            }
            for color in Color::ALL {
                let shapes = Direction::ALL.iter().enumerate().fold(
                    Shapes::default(),
                    |shapes, (index, &direction)| {
                        let view = position.lines().view(square, direction, color);
                        shapes.with(index, tables.shapes.shape(&view, color))
                    },
                );
                state.set(square, color, shapes);
            }
        }
        state.changes.clear();
        state
    }

    /// The shapes that `color` makes at an empty point; all dead on a stone.
    #[inline]
    pub fn shapes(&self, square: Square, color: Color) -> Shapes {
        self.shapes[square.index()][color.index()]
    }

    /// What `color` gets by playing an empty point.
    #[inline]
    pub fn combination(&self, square: Square, color: Color) -> &Combination {
        self.tables.combinations[color].get(self.shapes(square, color))
    }

    /// The threat that `color` makes at an empty point.
    #[inline]
    pub fn threat(&self, square: Square, color: Color) -> Threat {
        self.combination(square, color).threat
    }

    /// The points where `color` completes a winning line.
    pub fn fives(&self, color: Color) -> &SquareSet {
        &self.sets[color][0]
    }

    /// The points where `color` makes a four that one move does not answer.
    pub fn open_fours(&self, color: Color) -> &SquareSet {
        &self.sets[color][1]
    }

    /// The points where `color` makes a four that one move answers.
    pub fn fours(&self, color: Color) -> &SquareSet {
        &self.sets[color][2]
    }

    /// The points where `color` makes an open three and no four.
    pub fn threes(&self, color: Color) -> &SquareSet {
        &self.sets[color][3]
    }

    /// The sum of the values attached to the combinations of a player's points.
    pub fn value(&self, color: Color) -> i32 {
        self.values[color]
    }

    /// Whether a player can still complete a winning line by placing stones.
    pub fn can_win(&self, color: Color) -> bool {
        self.live[color] > 0
    }

    /// The empty points near stones: up to two squares away, or three in line.
    pub fn near(&self) -> &SquareSet {
        &self.near
    }

    /// Takes note of a stone that was placed or has changed its owner, after
    /// the lines show it.
    pub fn played(&mut self, lines: &Lines, square: Square) {
        let row = square.row();
        let near = std::array::from_fn(|step| match (row + step).checked_sub(REACH) {
            Some(row) if row < MAX_SIDE => self.near.row(row),
            _ => 0,
        });
        self.frames.push(Frame { changes: self.changes.len(), row, near });
        self.spread(square);
        for color in Color::ALL {
            self.set(square, color, Shapes::default());
        }
        for (index, direction) in Direction::ALL.into_iter().enumerate() {
            self.update_line(lines, square, index, direction);
        }
    }

    /// Takes back the last change.
    ///
    /// # Panics
    /// When there is none.
    pub fn undone(&mut self) {
        let frame = self.frames.pop().expect("a change was noted before it is taken back");
        while self.changes.len() > frame.changes {
            let Some(Change { square, color, before }) = self.changes.pop() else { break };
            self.replace(square, color, before);
        }
        for (step, bits) in frame.near.into_iter().enumerate() {
            if let Some(row) = (frame.row + step).checked_sub(REACH).filter(|&row| row < MAX_SIDE) {
                self.near.set_row(row, bits);
            }
        }
    }

    /// Computes the shapes along one line again, as far as the stone reaches.
    #[inline]
    fn update_line(&mut self, lines: &Lines, square: Square, index: usize, direction: Direction) {
        let reach = self.tables.shapes.reach();
        let offset = direction.offset();
        for color in Color::ALL {
            let view = lines.view(square, direction, color);
            let empty = !(view.own | view.blocked);
            let after = (view.blocked >> (view.bit + 1) | 1 << reach).trailing_zeros();
            let before = (view.blocked << (64 - view.bit) | 1 << (63 - reach)).leading_zeros();
            let window = (1_u64 << (before + after + 1)) - 1;
            let points = empty & window << (view.bit - before) & !(1 << view.bit);
            for bit in Bits(points) {
                let steps = bit as isize - view.bit as isize;
                let point = Square::from_index((square.index() as isize + steps * offset) as usize);
                let there = crate::game::lines::View { bit: bit as u32, ..view };
                let shape = self.tables.shapes.shape(&there, color);
                let old = self.shapes[point.index()][color.index()];
                if old.get(index) != shape {
                    self.set(point, color, old.with(index, shape));
                }
            }
        }
    }

    fn set(&mut self, square: Square, color: Color, after: Shapes) {
        let before = self.shapes[square.index()][color.index()];
        if before != after {
            self.changes.push(Change { square, color, before });
            self.replace(square, color, after);
        }
    }

    fn replace(&mut self, square: Square, color: Color, after: Shapes) {
        let before = std::mem::replace(&mut self.shapes[square.index()][color.index()], after);
        let combinations = &self.tables.combinations[color];
        let (old, new) = (combinations.get(before), combinations.get(after));
        self.values[color] += i32::from(new.value) - i32::from(old.value);
        self.live[color] += u32::from(after.0 != 0);
        self.live[color] -= u32::from(before.0 != 0);
        let (old, new) = (kept(old.threat), kept(new.threat));
        if old != new {
            let sets = &mut self.sets[color];
            if let Some(set) = old {
                sets[set].remove(square);
            }
            if let Some(set) = new {
                sets[set].insert(square);
            }
        }
    }

    /// Makes the neighbourhood of a stone candidates.
    fn spread(&mut self, square: Square) {
        /// Columns near a stone in its own row and the rows 1, 2, 3 away; bit 3 is its column.
        const STAR: [u64; REACH + 1] = [0b111_1111, 0b011_1110, 0b011_1110, 0b100_1001];
        let width = (1 << self.size.width()) - 1;
        let row = square.row();
        let low = row.saturating_sub(REACH);
        let high = (row + REACH).min(self.size.height() - 1);
        for there in low..=high {
            let bits = (STAR[there.abs_diff(row)] << square.col()) >> REACH & width;
            self.near.set_row(there, self.near.row(there) | bits);
        }
    }
}

/// Whether the shape forces an answer by itself.
pub const fn is_four(shape: Shape) -> bool {
    matches!(shape, Shape::Four | Shape::DoubleFour | Shape::OpenFour)
}
