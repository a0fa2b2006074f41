//! Sums over a player's points. Threat searches do not use them, so they are brought up to
//! date only when read, from the sums of an earlier position and the changes since.

use crate::game::ByColor;

/// What a point with its shapes is worth to a player, in parts of an internal unit that
/// the evaluation chooses. The pattern layer only sums these numbers up and does not interpret
/// them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// When it is that player's turn.
    pub to_move: i16,
    /// When it is the opponent's turn.
    pub waiting: i16,
}

/// Numbers of each role in [`Lanes`].
pub const LANES: usize = 16;

/// What a point adds to the sums of its player: a row of numbers for each role. The
/// pattern layer only sums them up.
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
}

/// Sums of [`Lanes`]: the points of a 40x40 board together need more than 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct LaneSums {
    /// Of [`Lanes::to_move`].
    pub to_move: [i32; LANES],
    /// Of [`Lanes::waiting`].
    pub waiting: [i32; LANES],
}

impl LaneSums {
    /// Of no point.
    pub const ZERO: LaneSums = LaneSums { to_move: [0; LANES], waiting: [0; LANES] };

    /// Adds one point and takes another out.
    #[inline]
    pub fn exchange(&mut self, new: &Lanes, old: &Lanes) {
        let exchange = |sums: &mut [i32; LANES], new: &[i16; LANES], old: &[i16; LANES]| {
            for ((sum, new), old) in sums.iter_mut().zip(new).zip(old) {
                *sum += i32::from(*new) - i32::from(*old);
            }
        };
        exchange(&mut self.to_move, &new.to_move, &old.to_move);
        exchange(&mut self.waiting, &new.waiting, &old.waiting);
    }
}

/// A player's sums over all points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum {
    /// Of [`Lanes`].
    pub lanes: LaneSums,
    /// Of [`Worth::to_move`].
    pub to_move: i32,
    /// Of [`Worth::waiting`].
    pub waiting: i32,
}

impl Sum {
    /// Of no point.
    pub const ZERO: Sum = Sum { lanes: LaneSums::ZERO, to_move: 0, waiting: 0 };

    /// Adds what one point is worth and takes another out.
    #[inline]
    pub fn exchange(&mut self, new: Worth, old: Worth) {
        self.to_move += i32::from(new.to_move) - i32::from(old.to_move);
        self.waiting += i32::from(new.waiting) - i32::from(old.waiting);
    }
}

/// Each player's sums.
pub type PlayerSums = ByColor<Sum>;

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
    /// `now`. `stamp` gives the stamp of the position after so many changes.
    pub fn latest(&self, now: usize, stamp: impl Fn(usize) -> u64) -> usize {
        let last = now.min(self.known.len() - 1);
        let found = (1..=last).rev().find(|&changes| self.known[changes].0 == stamp(changes));
        found.unwrap_or_default()
    }

    /// The sums of the position after `changes`, which are known.
    pub fn at(&self, changes: usize) -> &PlayerSums {
        &self.known[changes].1
    }

    /// Takes the sums of the position after `from` changes, which are known, for those
    /// of the one after `to`, to be brought up to date.
    pub fn copy(&mut self, from: usize, to: usize, stamp: u64) -> &mut PlayerSums {
        if self.known.len() <= to {
            let nothing = ByColor::new(Sum::ZERO, Sum::ZERO);
            self.known.resize(to + 1, (Sums::FIRST, nothing));
        }
        self.known[to] = (stamp, self.known[from].1);
        &mut self.known[to].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Color;

    fn sums(number: i16) -> PlayerSums {
        let number = i32::from(number);
        let lanes = LaneSums { to_move: [number; LANES], waiting: [-number; LANES] };
        ByColor::new(Sum { lanes, to_move: number, waiting: 0 }, Sum::ZERO)
    }

    #[test]
    fn the_latest_known_position_of_this_line_is_found() {
        let mut kept = Sums::new(sums(1));
        *kept.copy(0, 3, 30) = sums(3);
        assert_eq!(*kept.copy(3, 4, 41), sums(3));
        let line = |stamps: &'static [u64]| move |changes: usize| stamps[changes];
        assert_eq!(kept.latest(4, line(&[0, 10, 20, 30, 41])), 4);
        assert_eq!(kept.latest(4, line(&[0, 10, 20, 30, 42])), 3);
        assert_eq!(kept.latest(6, line(&[0, 10, 20, 30, 42, 50, 60])), 3);
        assert_eq!(kept.latest(4, line(&[0, 10, 20, 31, 42])), 0);
        assert_eq!(kept.latest(0, line(&[0])), 0);
        assert_eq!([kept.at(0), kept.at(4)], [&sums(1), &sums(3)]);
    }

    #[test]
    fn an_exchange_can_be_undone() {
        let seven = sums(7)[Color::Black].lanes;
        let new = Lanes { to_move: [i16::MAX; LANES], waiting: [i16::MIN; LANES] };
        let old = Lanes::ZERO;
        let mut changed = seven;
        changed.exchange(&new, &old);
        assert_ne!(changed, seven);
        changed.exchange(&old, &new);
        assert_eq!(changed, seven);
    }
}
