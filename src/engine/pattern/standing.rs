//! The shapes that stand on the board, line by line.
//!
//! A stone stands in the shape that it would make if it were played last, so the tables
//! for empty points serve for stones as well.

use std::cmp::Reverse;

use super::class::Shape;
use super::table::ShapeTable;
use crate::game::lines::View;
use crate::game::{Color, Direction, Position, Square};

/// A shape that stands in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingShape {
    /// Whose stones they are.
    pub color: Color,
    /// What they are.
    pub shape: Shape,
    /// The stones, along the line.
    pub squares: Vec<Square>,
}

/// The shapes of at least two stones that stand in a position, strongest first. In each
/// line a stone is part of one shape only, the strongest.
pub fn standing(position: &Position, table: &ShapeTable) -> Vec<StandingShape> {
    let mut shapes = Vec::new();
    for color in Color::ALL {
        for direction in Direction::ALL {
            let line = LineShapes { position, table, color, direction };
            for start in position.size().squares().filter(|&square| line.is_first(square)) {
                shapes.extend(line.found_from(start));
            }
        }
    }
    shapes.sort_by_key(|one: &StandingShape| Reverse(one.shape));
    shapes
}

/// The lines of one direction, as one player sees them.
struct LineShapes<'a> {
    position: &'a Position,
    table: &'a ShapeTable,
    color: Color,
    direction: Direction,
}

impl LineShapes<'_> {
    fn next(&self, square: Square, steps: isize) -> Option<Square> {
        let size = self.position.size();
        square.step(self.direction, steps).filter(|&square| size.contains(square))
    }

    /// Whether a line of this direction begins there.
    fn is_first(&self, square: Square) -> bool {
        self.next(square, -1).is_none()
    }

    /// The shapes of the line that begins there.
    fn found_from(&self, start: Square) -> Vec<StandingShape> {
        let line: Vec<Square> =
            std::iter::successors(Some(start), |&square| self.next(square, 1)).collect();
        let k = usize::from(self.position.variant().k);
        let mut found: Vec<StandingShape> =
            line.windows(k).filter_map(|window| self.shape_in(window)).collect();
        // The sort is stable: of equal shapes the first in the line comes first.
        found.sort_by_key(|one| Reverse(one.shape));
        let mut kept: Vec<StandingShape> = Vec::new();
        for one in found {
            let shares = |other: &&mut StandingShape| {
                one.squares.iter().any(|square| other.squares.contains(square))
            };
            match kept.iter_mut().find(shares) {
                None => kept.push(one),
                Some(known) => known.join(one),
            }
        }
        kept
    }

    /// The shape of the stones in `k` squares of a line; none where the other side stands
    /// between them, or no line can come of them.
    fn shape_in(&self, window: &[Square]) -> Option<StandingShape> {
        let at = |square: &Square| self.position.at(*square).map(|stone| stone.color);
        if window.iter().any(|square| at(square) == Some(!self.color)) {
            return None;
        }
        let squares: Vec<Square> =
            window.iter().copied().filter(|square| at(square) == Some(self.color)).collect();
        if squares.len() < 2 {
            return None;
        }
        let shapes = squares.iter().map(|&square| self.shape_at(square));
        // The stones of an overline are part of it, and it is nothing.
        let weakest = shapes.min().filter(|&weakest| weakest != Shape::Overline)?;
        let shape = match window.len() - squares.len() {
            0 => [Shape::Five, Shape::Five],
            1 if !self.completes(window) => return None,
            1 => [Shape::OpenFour, Shape::Four],
            2 => [Shape::OpenThree, Shape::Three],
            3 => [Shape::OpenTwo, Shape::Two],
            _ => return None,
        };
        let shape = shape.into_iter().find(|&shape| weakest >= shape)?;
        Some(StandingShape { color: self.color, shape, squares })
    }

    /// Whether a stone on the one empty square of a window makes a winning line.
    fn completes(&self, window: &[Square]) -> bool {
        let mut empty = window.iter().filter(|&&square| self.position.at(square).is_none());
        empty.all(|&square| self.shape_at(square) == Shape::Five)
    }

    /// The shape in which a stone on that square stands, or would.
    fn shape_at(&self, square: Square) -> Shape {
        let view = self.position.lines().view(square, self.direction, self.color);
        let around = View { own: view.own & !(1 << view.bit), ..view };
        self.table.shape(&around, self.color)
    }
}

impl StandingShape {
    /// Takes in another shape of the line that shares stones with this one and is not
    /// stronger: fives are one long line, and two fours without being open are a double
    /// one. What else is weaker, or another way to see the same stones, adds nothing.
    fn join(&mut self, other: StandingShape) {
        let is_same = self.squares == other.squares;
        match (self.shape, other.shape) {
            (Shape::Five, Shape::Five) => {}
            (Shape::Four | Shape::DoubleFour, Shape::Four) if !is_same => {
                self.shape = Shape::DoubleFour;
            }
            _ => return,
        }
        self.squares.extend(other.squares);
        self.squares.sort_unstable();
        self.squares.dedup();
    }
}
