//! Sums over a player's points that are asked for in few positions: brought up to date
//! only then, from the sums of an earlier position and what has changed since.

use crate::game::ByColor;

/// Numbers of each role in [`Lanes`].
pub const LANES: usize = 16;

/// What a point adds to the sums of its player: a row of numbers for each role. The
/// pattern layer sums them up, wrapping around, and knows nothing of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Lanes {
    /// When it is that player's turn.
    pub to_move: [i16; LANES],
    /// When it is the opponent's turn.
    pub waiting: [i16; LANES],
}

impl Lanes {
    /// Nothing.
    pub const ZERO: Lanes = Lanes { to_move: [0; LANES], waiting: [0; LANES] };

    /// Adds one point and takes another out.
    #[inline]
    pub fn exchange(&mut self, new: &Lanes, old: &Lanes) {
        let exchange = |sums: &mut [i16; LANES], new: &[i16; LANES], old: &[i16; LANES]| {
            for ((sum, new), old) in sums.iter_mut().zip(new).zip(old) {
                *sum = sum.wrapping_add(*new).wrapping_sub(*old);
            }
        };
        exchange(&mut self.to_move, &new.to_move, &old.to_move);
        exchange(&mut self.waiting, &new.waiting, &old.waiting);
    }
}

/// Each player's sums.
pub type PlayerSums = ByColor<Lanes>;

/// The sums of the positions on the way to the present one, as far as they were asked
/// for. A stamp tells positions of the same depth apart.
pub struct Sums {
    /// By number of changes since the first position.
    known: Vec<(u64, PlayerSums)>,
}

impl Sums {
    /// The stamp of the first position.
    pub const FIRST: u64 = 0;

    /// Sums of the first position.
    pub fn new(first: PlayerSums) -> Sums {
        Sums { known: vec![(Sums::FIRST, first)] }
    }

    /// The number of changes up to the latest position with known sums, which is at most
    /// `now`, and those sums. `stamp` gives the stamp of the position after so many changes.
    pub fn latest(&self, now: usize, stamp: impl Fn(usize) -> u64) -> (usize, &PlayerSums) {
        let last = now.min(self.known.len() - 1);
        let found = (1..=last).rev().find(|&changes| self.known[changes].0 == stamp(changes));
        let changes = found.unwrap_or_default();
        (changes, &self.known[changes].1)
    }

    /// The sums of the position after `changes`, which are known.
    pub fn at(&self, changes: usize) -> &PlayerSums {
        &self.known[changes].1
    }

    /// Keeps the sums of the position after `changes`.
    pub fn keep(&mut self, changes: usize, stamp: u64, sums: PlayerSums) {
        if self.known.len() <= changes {
            let nothing = ByColor::new(Lanes::ZERO, Lanes::ZERO);
            self.known.resize(changes + 1, (Sums::FIRST, nothing));
        }
        self.known[changes] = (stamp, sums);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(number: i16) -> PlayerSums {
        let lanes = Lanes { to_move: [number; LANES], waiting: [-number; LANES] };
        ByColor::new(lanes, Lanes::ZERO)
    }

    #[test]
    fn the_latest_known_position_of_this_line_is_found() {
        let mut kept = Sums::new(sums(1));
        kept.keep(3, 30, sums(3));
        kept.keep(4, 41, sums(4));
        let line = |stamps: &'static [u64]| move |changes: usize| stamps[changes];
        assert_eq!(kept.latest(4, line(&[0, 10, 20, 30, 41])), (4, &sums(4)));
        assert_eq!(kept.latest(4, line(&[0, 10, 20, 30, 42])), (3, &sums(3)));
        assert_eq!(kept.latest(6, line(&[0, 10, 20, 30, 42, 50, 60])), (3, &sums(3)));
        assert_eq!(kept.latest(4, line(&[0, 10, 20, 31, 42])), (0, &sums(1)));
        assert_eq!(kept.latest(0, line(&[0])), (0, &sums(1)));
    }

    #[test]
    fn an_exchange_can_be_undone() {
        let mut changed = sums(7)[crate::game::Color::Black];
        let (new, old) = (sums(i16::MAX)[crate::game::Color::Black], Lanes::ZERO);
        changed.exchange(&new, &old);
        assert_ne!(changed, sums(7)[crate::game::Color::Black]);
        changed.exchange(&old, &new);
        assert_eq!(changed, sums(7)[crate::game::Color::Black]);
    }
}
