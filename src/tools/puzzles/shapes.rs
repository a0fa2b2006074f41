//! Which puzzles are the same: those whose stones are, up to symmetry and shifts.

use std::collections::BTreeSet;

use tengen_engine::game::Position;
use tengen_engine::game::symmetry::Symmetry;

/// The game, the side to move, and the stones with whether they are its own: the smallest of
/// all views, moved into the corner. What differs by its distance from the border alone counts as the same.
pub(super) type Shape = (String, char, Vec<(usize, usize, bool)>);

/// The shape of a position.
pub(super) fn shape(position: &Position) -> Shape {
    let (size, own) = (position.size(), position.side());
    let view = |symmetry: Symmetry| {
        let mut stones: Vec<(usize, usize, bool)> = position
            .occupied()
            .iter()
            .map(|square| {
                let seen = symmetry.apply(size, square);
                let is_own = position.at(square).is_some_and(|stone| stone.color == own);
                (seen.row(), seen.col(), is_own)
            })
            .collect();
        let low = stones.iter().map(|stone| stone.0).min().unwrap_or(0);
        let left = stones.iter().map(|stone| stone.1).min().unwrap_or(0);
        for stone in &mut stones {
            stone.0 -= low;
            stone.1 -= left;
        }
        stones.sort_unstable();
        stones
    };
    let smallest = Symmetry::of(size).map(view).min().unwrap_or_default();
    (position.variant().to_string(), own.letter(), smallest)
}

/// The shapes that were seen.
#[derive(Default)]
pub(super) struct Seen(BTreeSet<Shape>);

impl Seen {
    /// Whether this is the first of its shape.
    pub fn is_new(&mut self, position: &Position) -> bool {
        self.0.insert(shape(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::Variant;

    fn position(moves: &str) -> Position {
        let mut position = Position::new(Variant::preset("gomoku").unwrap()).unwrap();
        for word in moves.split(' ') {
            position.play(word.parse().unwrap()).unwrap();
        }
        position
    }

    #[test]
    fn symmetries_and_shifts_are_the_same_puzzle() {
        let first = shape(&position("h8 i9 j8"));
        for same in ["h8 i7 j8", "h8 g9 f8", "h8 i9 h10", "b2 c3 d2", "h8 i9 j8"] {
            assert_eq!(shape(&position(same)), first, "{same}");
        }
        for other in ["h8 i9 k8", "h8 i9", "h8 i10 j8"] {
            assert_ne!(shape(&position(other)), first, "{other}");
        }
        let mut seen = Seen::default();
        assert!(seen.is_new(&position("h8 i9")) && !seen.is_new(&position("g7 f8")));
    }

    /// Also those of different rules, and those that differ by the colours alone.
    #[test]
    fn the_puzzles_of_the_program_are_all_different() {
        let mut seen = BTreeSet::new();
        for record in tengen_games::puzzles::shipped().unwrap() {
            let (_, _, stones) = shape(&record.open().unwrap().position);
            assert!(seen.insert(stones), "{}", record.position);
        }
    }
}
