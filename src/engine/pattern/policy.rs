//! The policy: which moves are likely, beyond what each player's shapes at a point say alone.

use crate::game::Square;
use crate::game::square::STRIDE;

/// Number of [pairs of lines](super::Combination::strongest): two of the shapes up
/// to a four, and one for whatever is stronger.
pub const PAIRS: usize = 29;

/// Number of earlier moves whose distance counts.
pub const LAST_MOVES: usize = 3;

/// Columns or rows up to which the distance to an earlier move counts.
pub const STEPS: usize = 7;

/// The place in [`Policy::near`] of the earlier move itself.
const CENTRE: usize = STEPS * STRIDE + STEPS;

/// Policy weights: what is added to the order of a player's moves, in hundredths of
/// log-odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// What the strongest two lines of the player at a point add, with those of the opponent there.
    pub pairs: [[i16; PAIRS]; PAIRS],
    /// What the nearness to each of the last moves adds, the latest first, by the difference of the
    /// squares' indices: no two squares near a third one have the same.
    near: [[i16; 2 * CENTRE + 1]; LAST_MOVES],
}

impl Policy {
    /// No preference at all.
    pub const NONE: Policy =
        Policy { pairs: [[0; PAIRS]; PAIRS], near: [[0; 2 * CENTRE + 1]; LAST_MOVES] };

    /// What the distance of a point to the last move (`back` 0), the one before it
    /// (1) and so on adds.
    #[inline]
    pub fn near(&self, back: usize, last: Square, square: Square) -> i32 {
        let place = (square.index() + CENTRE).wrapping_sub(last.index());
        self.near[back].get(place).copied().unwrap_or_default().into()
    }

    /// Sets what points add that are `far` columns and `near` rows away from one of the last moves,
    /// or `near` columns and `far` rows, in any direction.
    ///
    /// # Panics
    /// When a distance is beyond [`STEPS`].
    pub fn set_near(&mut self, back: usize, [far, near]: [usize; 2], value: i16) {
        for [dx, dy] in [[far, near], [near, far]] {
            for row in [STEPS + dy, STEPS - dy] {
                for col in [STEPS + dx, STEPS - dx] {
                    self.near[back][row * STRIDE + col] = value;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;

    #[test]
    fn only_points_at_that_distance_are_meant() {
        let mut policy = Policy::NONE;
        policy.set_near(1, [7, 2], 5);
        let size = Size::new(40, 40).unwrap();
        for last in [(0, 0), (39, 0), (20, 13), (39, 39), (3, 38)] {
            let last = Square::new(last.0, last.1);
            for square in size.squares() {
                let (dx, dy) =
                    (last.col().abs_diff(square.col()), last.row().abs_diff(square.row()));
                let meant = [dx.max(dy), dx.min(dy)] == [7, 2];
                assert_eq!(policy.near(1, last, square), if meant { 5 } else { 0 }, "{square}");
                assert_eq!(policy.near(0, last, square), 0);
            }
        }
    }
}
