//! The empty points near stones: where moves are looked for.

use crate::game::square::MAX_SIDE;
use crate::game::{Size, SquareSet};

/// Rows and columns from a stone to the farthest square that is near it.
const REACH: usize = 3;

/// The empty squares up to two squares away from stones, or three in line.
///
/// Few positions ask for them, so nothing follows the moves: a row of stones at a time is
/// spread over the rows around it.
pub fn near(occupied: &SquareSet, size: Size) -> SquareSet {
    let mut rows = [0; MAX_SIDE + 2 * REACH];
    for row in occupied.row_indices() {
        let stones = occupied.row(row);
        let beside = |steps: usize| stones << steps | stones >> steps;
        let close = stones | beside(1) | beside(2);
        let ends = stones | beside(REACH);
        let of_rows = [ends, close, close, close | ends, close, close, ends];
        for (rest, bits) in rows[row..].iter_mut().zip(of_rows) {
            *rest |= bits;
        }
    }
    let width = (1 << size.width()) - 1;
    let mut near = SquareSet::EMPTY;
    for (row, bits) in rows[REACH..].iter().take(size.height()).enumerate() {
        near.set_row(row, bits & width & !occupied.row(row));
    }
    near
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Square;

    #[test]
    fn stones_spread_in_a_star() {
        for (width, height, stones) in [
            (15, 15, &[(7, 7)][..]),
            (15, 15, &[(0, 0), (14, 14), (13, 2)]),
            (40, 40, &[(39, 0), (20, 39), (0, 38)]),
            (5, 40, &[(2, 3), (4, 20)]),
            (3, 3, &[]),
        ] {
            let size = Size::new(width, height).unwrap();
            let stones: SquareSet =
                stones.iter().map(|&(col, row)| Square::new(col, row)).collect();
            let is_near = |square: &Square| {
                let beside = stones.iter().any(|stone| {
                    let (dx, dy) =
                        (stone.col().abs_diff(square.col()), stone.row().abs_diff(square.row()));
                    dx.max(dy) <= 2 || dx.max(dy) == REACH && (dx.min(dy) == 0 || dx == dy)
                });
                beside && !stones.contains(*square)
            };
            let expected: SquareSet = size.squares().filter(is_near).collect();
            let found: Vec<_> = near(&stones, size).iter().collect();
            assert_eq!(found, expected.iter().collect::<Vec<_>>());
        }
    }
}
