//! The views of a board that cannot be told apart: eight of a square, four of a
//! rectangle.

use super::moves::Move;
use super::position::Position;
use super::setup::Setup;
use super::square::{Size, Square};
use super::zobrist;

/// A rotation or reflection that maps a board onto itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Whether columns and rows are swapped, before anything else.
    transposed: bool,
    /// Whether columns are then counted from the right.
    mirrored: bool,
    /// Whether rows are then counted from the top.
    flipped: bool,
}

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Symmetry = Symmetry { transposed: false, mirrored: false, flipped: false };

    /// The symmetries of a board, the identity first: 8 if it is a square, else 4.
    pub fn of(size: Size) -> impl Iterator<Item = Symmetry> {
        (0..Symmetry::count(size)).map(Symmetry::from_bits)
    }

    /// How many symmetries a board has: 8 if it is a square, else 4.
    pub const fn count(size: Size) -> usize {
        if size.width() == size.height() { 8 } else { 4 }
    }

    const fn from_bits(bits: usize) -> Symmetry {
        Symmetry { transposed: bits & 4 != 0, mirrored: bits & 1 != 0, flipped: bits & 2 != 0 }
    }

    /// The symmetry of that number, as files write it: 4 exchanges columns and rows,
    /// then 1 mirrors the columns, then 2 the rows. `None` when the board has no such one.
    pub fn from_index(size: Size, index: usize) -> Option<Symmetry> {
        (index < Symmetry::count(size)).then(|| Symmetry::from_bits(index))
    }

    /// The number of this symmetry, 0..8; the inverse of [`Symmetry::from_index`].
    pub const fn index(self) -> usize {
        (self.transposed as usize) << 2 | (self.flipped as usize) << 1 | self.mirrored as usize
    }

    /// The name of this symmetry: what it mirrors or turns.
    pub const fn name(self) -> &'static str {
        match self.index() {
            0 => "identity",
            1 => "left-right",
            2 => "top-bottom",
            3 => "half-turn",
            4 => "diagonal",
            5 => "left-turn",
            6 => "right-turn",
            _ => "antidiagonal",
        }
    }

    /// The symmetry that does what this one does, and then what `next` does.
    #[must_use]
    pub const fn then(self, next: Symmetry) -> Symmetry {
        // Swapped axes swap the two mirrors as well.
        let (mirrored, flipped) = if next.transposed {
            (self.flipped, self.mirrored)
        } else {
            (self.mirrored, self.flipped)
        };
        Symmetry {
            transposed: self.transposed ^ next.transposed,
            mirrored: mirrored ^ next.mirrored,
            flipped: flipped ^ next.flipped,
        }
    }

    /// Where a square of a board of that size comes to lie.
    ///
    /// ```
    /// use tengen_engine::game::Size;
    /// use tengen_engine::game::symmetry::Symmetry;
    ///
    /// let size = Size::new(3, 3)?;
    /// let mut corners: Vec<String> = Symmetry::of(size)
    ///     .map(|symmetry| symmetry.apply(size, "a1".parse().unwrap()).to_string())
    ///     .collect();
    /// corners.sort();
    /// corners.dedup();
    /// assert_eq!(corners, ["a1", "a3", "c1", "c3"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply(self, size: Size, square: Square) -> Square {
        let (col, row) = (square.col(), square.row());
        let (col, row) = if self.transposed { (row, col) } else { (col, row) };
        let col = if self.mirrored { size.width() - 1 - col } else { col };
        let row = if self.flipped { size.height() - 1 - row } else { row };
        Square::new(col, row)
    }

    /// What a move becomes.
    pub fn apply_move(self, size: Size, mv: Move) -> Move {
        let square = self.apply(size, mv.square());
        if mv.is_conversion() { Move::convert(square) } else { Move::place(square) }
    }

    /// The symmetry that takes everything back.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        // Swapped axes swap the two mirrors as well.
        let (mirrored, flipped) = if self.transposed {
            (self.flipped, self.mirrored)
        } else {
            (self.mirrored, self.flipped)
        };
        Symmetry { transposed: self.transposed, mirrored, flipped }
    }

    /// The position as this view shows it, without its history.
    pub fn apply_position(self, position: &Position) -> Position {
        let size = position.size();
        let mut setup = Setup::of(position);
        for (square, _) in &mut setup.stones {
            *square = self.apply(size, *square);
        }
        for square in &mut setup.dead {
            *square = self.apply(size, *square);
        }
        setup.last = setup.last.map(|square| self.apply(size, square));
        // A game that goes on may have lines that no judge would let stand.
        let seen = if position.is_over() { setup.build() } else { setup.build_open() };
        seen.expect("every view of a position is a position")
    }

    /// The key that the position has in this view.
    pub fn key(self, position: &Position) -> u64 {
        let mut key = position.key();
        for square in position.occupied().iter() {
            let seen = self.apply(position.size(), square);
            key ^= match position.at(square) {
                Some(stone) => {
                    zobrist::stone(square, stone.color, stone.converted)
                        ^ zobrist::stone(seen, stone.color, stone.converted)
                }
                None => zobrist::dead(square) ^ zobrist::dead(seen),
            };
        }
        key
    }
}

/// The smallest key that the position has in any view, and the view that has
/// it: two positions with the same smallest key are the same up to symmetry.
pub fn canonical_key(position: &Position) -> (u64, Symmetry) {
    Symmetry::of(position.size())
        .map(|symmetry| (symmetry.key(position), symmetry))
        .min_by_key(|&(key, _)| key)
        .expect("every board has the identity")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::game::Variant;

    fn position(text: &str) -> Position {
        Setup::parse(text, &Variant::preset("gomoku").unwrap()).unwrap().build().unwrap()
    }

    #[test]
    fn views_are_permutations_and_can_be_taken_back() {
        for (width, height, count) in [(3, 3, 8), (15, 15, 8), (7, 5, 4), (40, 30, 4)] {
            let size = Size::new(width, height).unwrap();
            assert_eq!(Symmetry::of(size).next(), Some(Symmetry::IDENTITY));
            let mut views = BTreeSet::new();
            for symmetry in Symmetry::of(size) {
                let view: Vec<Square> =
                    size.squares().map(|square| symmetry.apply(size, square)).collect();
                assert_eq!(view.iter().collect::<BTreeSet<_>>().len(), size.area());
                assert_eq!(Symmetry::from_index(size, symmetry.index()), Some(symmetry));
                for next in Symmetry::of(size) {
                    let twice = view.iter().map(|&seen| next.apply(size, seen));
                    let both = symmetry.then(next);
                    assert!(twice.eq(size.squares().map(|square| both.apply(size, square))));
                }
                for (square, &seen) in size.squares().zip(&view) {
                    assert!(size.contains(seen));
                    assert_eq!(symmetry.inverse().apply(size, seen), square);
                }
                views.insert(view);
            }
            assert_eq!(views.len(), count, "no two views are the same");
            assert_eq!(Symmetry::from_index(size, count), None);
        }
    }

    #[test]
    fn names_say_what_is_done() {
        let size = Size::new(3, 3).unwrap();
        let corner = |symmetry: Symmetry| symmetry.apply(size, "a1".parse().unwrap()).to_string();
        let edge = |symmetry: Symmetry| symmetry.apply(size, "b1".parse().unwrap()).to_string();
        let seen: Vec<String> = Symmetry::of(size)
            .map(|symmetry| format!("{} {} {}", symmetry.name(), corner(symmetry), edge(symmetry)))
            .collect();
        assert_eq!(
            seen,
            [
                "identity a1 b1",
                "left-right c1 b1",
                "top-bottom a3 b3",
                "half-turn c3 b3",
                "diagonal a1 a2",
                "left-turn c1 c2",
                "right-turn a3 a2",
                "antidiagonal c3 c2",
            ]
        );
    }

    #[test]
    fn keys_of_views_are_those_of_the_positions_seen() {
        let first = position("xo3/5/2X2/5/4o x k=5 destroy=1,0 last=e1");
        let other = position("4x/4o/2X2/5/o4 x k=5 destroy=1,0");
        for symmetry in Symmetry::of(first.size()) {
            let seen = symmetry.apply_position(&first);
            assert_eq!(symmetry.key(&first), seen.key());
            assert_eq!(canonical_key(&seen).0, canonical_key(&first).0);
            assert_eq!(canonical_key(&seen).1.key(&seen), canonical_key(&first).0);
            let moves: BTreeSet<Move> = seen.legal_moves().into_iter().collect();
            let mapped = first.legal_moves().into_iter();
            let mapped = mapped.map(|mv| symmetry.apply_move(first.size(), mv)).collect();
            assert_eq!(moves, mapped);
        }
        assert_eq!(canonical_key(&other).0, canonical_key(&first).0, "a rotation");
    }

    #[test]
    fn keys_of_views_know_dead_squares() {
        let game = Variant::mnk(5, 5, 5).unwrap();
        let dead = ["b1", "e2", "c3"].map(|name| name.parse().unwrap()).to_vec();
        let position = Setup { dead, ..Setup::new(&game) }.build().unwrap();
        for symmetry in Symmetry::of(game.size) {
            let seen = symmetry.apply_position(&position);
            assert_eq!(seen.dead_squares().count(), 3);
            assert_eq!(symmetry.key(&position), seen.key(), "{symmetry:?}");
        }
    }
}
