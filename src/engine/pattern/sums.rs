//! Sums over a player's points. Threat searches do not use them, so they are brought up to
//! date only when read, from the sums of an earlier position and the changes since.

use crate::game::ByColor;

/// What a point with its shapes is worth to a player, in parts of an internal unit that
/// the evaluation chooses. The pattern layer only sums these numbers up and does not interpret
/// them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// Worth when it is that player's turn.
    pub to_move: i16,
    /// Worth when it is the opponent's turn.
    pub waiting: i16,
}

/// A player's sums over all points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The sum of [`Worth::to_move`] over the points.
    pub to_move: i32,
    /// The sum of [`Worth::waiting`] over the points.
    pub waiting: i32,
}

impl Sum {
    /// The sums of no point.
    pub const ZERO: Sum = Sum { to_move: 0, waiting: 0 };

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

    /// The number of changes up to the latest position with known sums, which is at most `now`.
    /// `stamp` gives the stamp of the position after a number of changes.
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
        ByColor::new(Sum { to_move: number, waiting: -number }, Sum::ZERO)
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
        let new = Worth { to_move: i16::MAX, waiting: i16::MIN };
        let seven = sums(7)[Color::Black];
        let mut changed = seven;
        changed.exchange(new, Worth::default());
        assert_ne!(changed, seven);
        changed.exchange(Worth::default(), new);
        assert_eq!(changed, seven);
    }
}
