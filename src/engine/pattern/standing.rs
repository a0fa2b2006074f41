//! The shapes that stand on the board, line by line.
//!
//! A stone stands in the shape that it would make if it were played last, so the tables
//! for empty points serve for stones as well.

use std::cmp::Reverse;

use super::class::Shape;
use super::table::ShapeTable;
use crate::game::lines::View;
use crate::game::{Color, Direction, Position, Square, sort_by_key};

/// A shape that stands in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingShape {
    /// The player whose stones make the shape.
    pub color: Color,
    /// The shape that the stones make.
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
    sort_by_key(&mut shapes, |one: &StandingShape| Reverse(one.shape));
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

    /// Whether a line of this direction begins at `square`.
    fn is_first(&self, square: Square) -> bool {
        self.next(square, -1).is_none()
    }

    /// The shapes of the line that begins at `start`.
    fn found_from(&self, start: Square) -> Vec<StandingShape> {
        let line: Vec<Square> =
            std::iter::successors(Some(start), |&square| self.next(square, 1)).collect();
        let k = usize::from(self.position.variant().k);
        let mut found: Vec<SeenShape> =
            line.windows(k).filter_map(|window| self.shape_in(window)).collect();
        // The sort is stable: of equal shapes the first in the line comes first.
        sort_by_key(&mut found, |one| Reverse(one.standing.shape));
        let mut kept: Vec<SeenShape> = Vec::new();
        for one in found {
            match kept.iter_mut().find(|known| known.shares_stones(&one)) {
                None => kept.push(one),
                Some(known) => known.join(one),
            }
        }
        kept.into_iter().map(|one| one.standing).collect()
    }

    /// The shape of the stones in `k` squares of a line; none where the other side stands
    /// between them, or no line can come of them.
    fn shape_in(&self, window: &[Square]) -> Option<SeenShape> {
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
        let gap = window.iter().copied().find(|&square| self.position.at(square).is_none());
        let shape = match window.len() - squares.len() {
            0 => [Shape::Five, Shape::Five],
            1 if self.shape_at(gap?) != Shape::Five => return None,
            1 => [Shape::OpenFour, Shape::Four],
            2 => [Shape::OpenThree, Shape::Three],
            3 => [Shape::OpenTwo, Shape::Two],
            _ => return None,
        };
        let shape = shape.into_iter().find(|&shape| weakest >= shape)?;
        Some(SeenShape { standing: StandingShape { color: self.color, shape, squares }, gap })
    }

    /// The shape in which a stone on that square stands, or would.
    fn shape_at(&self, square: Square) -> Shape {
        let view = self.position.lines().view(square, self.direction, self.color);
        let around = View { own: view.own & !(1 << view.bit), ..view };
        self.table.shape(&around, self.color)
    }
}

/// A shape as it is seen in `k` squares of a line.
struct SeenShape {
    standing: StandingShape,
    /// The first of the squares that is empty: of a four, the one that completes it.
    gap: Option<Square>,
}

impl SeenShape {
    fn shares_stones(&self, other: &SeenShape) -> bool {
        self.standing.squares.iter().any(|square| other.standing.squares.contains(square))
    }

    /// Takes in another shape of the line that shares stones with this one and is not
    /// stronger: fives are one long line, and two fours without being open that different
    /// points complete are a double one. What else is weaker, or another way to see the
    /// same, adds nothing.
    fn join(&mut self, other: SeenShape) {
        match (self.standing.shape, other.standing.shape) {
            (Shape::Five, Shape::Five) => {}
            (Shape::Four | Shape::DoubleFour, Shape::Four) if self.gap != other.gap => {
                self.standing.shape = Shape::DoubleFour;
            }
            _ => return,
        }
        self.standing.squares.extend(other.standing.squares);
        self.standing.squares.sort_unstable();
        self.standing.squares.dedup();
    }
}
