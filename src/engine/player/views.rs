//! How a position looks in the mirrors of its board.

use arrayvec::ArrayVec;

use crate::control::MirroredMove;
use crate::game::symmetry::Symmetry;
use crate::game::{Move, Position, Size};

/// The key of a position in each mirror.
pub struct Views {
    size: Size,
    keys: ArrayVec<(u64, Symmetry), 8>,
}

impl Views {
    /// Computes the keys of a position.
    pub fn of(position: &Position) -> Views {
        let size = position.size();
        let view = |symmetry: Symmetry| (symmetry.key(position), symmetry);
        Views { size, keys: Symmetry::of(size).map(view).collect() }
    }

    /// The key that all views of the position have in common, and the
    /// symmetry that leads to the view it belongs to.
    pub fn canonical(&self) -> (u64, Symmetry) {
        let smaller = |best: (u64, _), view: &(u64, _)| if view.0 < best.0 { *view } else { best };
        self.keys[1..].iter().fold(self.keys[0], smaller)
    }

    /// Keeps of the moves that lead to the same position in some mirror only
    /// the first, and says which others there were.
    pub fn drop_mirrored(&self, moves: &mut Vec<Move>) -> Vec<MirroredMove> {
        let mut mirrored = Vec::new();
        let own_key = self.keys[0].0;
        let fixing: ArrayVec<Symmetry, 8> =
            self.keys[1..].iter().filter(|view| view.0 == own_key).map(|view| view.1).collect();
        if fixing.is_empty() {
            return mirrored;
        }
        let mut kept: Vec<Move> = Vec::with_capacity(moves.len());
        for &mv in &*moves {
            let seen = |&symmetry: &Symmetry| (symmetry.apply_move(self.size, mv), symmetry);
            match fixing.iter().map(seen).find(|(of, _)| kept.contains(of)) {
                Some((of, symmetry)) => {
                    mirrored.push(MirroredMove { mv, of, by: symmetry.inverse() });
                }
                None => kept.push(mv),
            }
        }
        *moves = kept;
        mirrored
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::game::Variant;

    /// The 765 positions of `design.md`, and the three first moves.
    #[test]
    fn canonical_positions_are_counted() {
        fn walk(position: &mut Position, seen: &mut HashSet<u64>) {
            if seen.insert(Views::of(position).canonical().0) {
                for mv in position.legal_moves() {
                    position.with_move(mv, |child| walk(child, seen)).unwrap();
                }
            }
        }
        let mut position = Position::new(Variant::mnk(3, 3, 3).unwrap()).unwrap();
        let mut seen = HashSet::new();
        walk(&mut position, &mut seen);
        assert_eq!(seen.len(), 765);

        let mut moves = position.legal_moves();
        let mirrored = Views::of(&position).drop_mirrored(&mut moves);
        assert_eq!((moves.len(), mirrored.len()), (3, 6));
        for MirroredMove { mv, of, by } in mirrored {
            assert_eq!(by.apply_move(position.size(), of), mv);
            assert!(moves.contains(&of));
        }
    }
}
