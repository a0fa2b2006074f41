//! Scores and how exact they are.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A score from the point of view of the side to move.
///
/// Three kinds share one number line: a **win** proven in `n` plies
/// (`32000 - n`), a **loss** proven in `n` plies (`n - 32000`) and an
/// **estimate** in internal units between them. The order of the numbers is
/// the order of preference: a quicker win is larger, a slower loss is larger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i16);

/// The kinds of [`Score`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    /// The side to move wins; the game ends after this many plies.
    Win(u16),
    /// The side to move loses; the game ends after this many plies.
    Loss(u16),
    /// An opinion in internal units; 0 is also a proven draw.
    Estimate(i16),
}

/// Longest distance to the end of a game, in plies: a 40x40 board and every
/// conversion of both players.
const LONGEST: i16 = 1640;

impl Score {
    /// An even position, and every drawn one.
    pub const DRAW: Score = Score(0);
    /// Larger than every other score.
    pub const INFINITE: Score = Score(32_001);
    const WIN: i16 = 32_000;
    /// The number of a win in 0 plies: distances are counted down from it.
    pub const WIN_RAW: i16 = Score::WIN;
    /// The largest estimate; every larger score is a proven win.
    pub const MAX_ESTIMATE: Score = Score(Score::WIN - LONGEST - 1);

    /// The largest value that an evaluation gives: a search takes larger ones for likely wins.
    pub const MAX_OPINION: Score = Score(18_000);

    /// A proven win that ends the game after `plies` plies (0..=1640).
    pub const fn win_in(plies: u16) -> Score {
        Score(Score::WIN - plies as i16)
    }

    /// A proven loss that ends the game after `plies` plies (0..=1640).
    pub const fn loss_in(plies: u16) -> Score {
        Score(plies as i16 - Score::WIN)
    }

    /// An estimate in internal units, kept inside the range of estimates.
    pub fn estimate(units: i32) -> Score {
        let limit = i32::from(Score::MAX_ESTIMATE.0);
        Score(units.clamp(-limit, limit) as i16)
    }

    /// What an evaluation says in internal units, kept at most [`Score::MAX_OPINION`] from even.
    pub fn opinion(units: i32) -> Score {
        Score::estimate(units).clamp(-Score::MAX_OPINION, Score::MAX_OPINION)
    }

    /// The number itself, for arithmetic inside the search.
    pub const fn raw(self) -> i16 {
        self.0
    }

    /// The score with that number (−32001..=32001).
    pub const fn from_raw(raw: i16) -> Score {
        Score(raw)
    }

    /// The kind of the score.
    pub const fn kind(self) -> ScoreKind {
        if self.0 > Score::MAX_ESTIMATE.0 {
            ScoreKind::Win((Score::WIN - self.0) as u16)
        } else if self.0 < -Score::MAX_ESTIMATE.0 {
            ScoreKind::Loss((Score::WIN + self.0) as u16)
        } else {
            ScoreKind::Estimate(self.0)
        }
    }

    /// Whether the score is a proven win.
    pub const fn is_win(self) -> bool {
        self.0 > Score::MAX_ESTIMATE.0
    }

    /// Whether the score is a proven loss.
    pub const fn is_loss(self) -> bool {
        self.0 < -Score::MAX_ESTIMATE.0
    }

    /// How far the score is from an even one, in internal units (0..=32001).
    pub const fn magnitude(self) -> i32 {
        (self.0 as i32).abs()
    }

    /// Whether the score is a proven win or loss.
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    /// The score with `units` internal units more, as far as a number of 16 bits goes.
    #[inline]
    fn add(self, units: i32) -> Score {
        Score((i32::from(self.0) + units).clamp(i16::MIN.into(), i16::MAX.into()) as i16)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    #[inline]
    fn sub(self, units: i32) -> Score {
        self + -units
    }
}

impl Sub for Score {
    type Output = i32;
    /// The difference in internal units.
    #[inline]
    fn sub(self, other: Score) -> i32 {
        i32::from(self.0) - i32::from(other.0)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ScoreKind::Win(plies) => write!(f, "win in {plies}"),
            ScoreKind::Loss(plies) => write!(f, "loss in {plies}"),
            ScoreKind::Estimate(units) => write!(f, "{units}"),
        }
    }
}

/// Plies that a search still looks ahead; at most 0 at its leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Depth(i32);

impl Depth {
    /// The depth of a leaf.
    pub const LEAF: Depth = Depth(0);
    /// The greatest depth there is.
    pub const MAX: Depth = Depth(i32::MAX);

    /// A depth of `plies` plies.
    pub const fn new(plies: i32) -> Depth {
        Depth(plies)
    }

    /// The number of plies.
    pub const fn plies(self) -> i32 {
        self.0
    }
}

impl Add<i32> for Depth {
    type Output = Depth;
    #[inline]
    fn add(self, plies: i32) -> Depth {
        Depth(self.0 + plies)
    }
}

impl Sub<i32> for Depth {
    type Output = Depth;
    #[inline]
    fn sub(self, plies: i32) -> Depth {
        Depth(self.0 - plies)
    }
}

/// How far a position is from the root of a search, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ply(usize);

impl Ply {
    /// The ply of the root.
    pub const ROOT: Ply = Ply(0);

    /// A ply that is `plies` plies from the root.
    pub const fn new(plies: usize) -> Ply {
        Ply(plies)
    }

    /// The number of plies, as a place in a list.
    pub const fn index(self) -> usize {
        self.0
    }

    /// The score of a win that ends the game here.
    pub const fn win(self) -> Score {
        Score::win_in(self.0 as u16)
    }

    /// The score of a loss that ends the game here.
    pub const fn loss(self) -> Score {
        Score::loss_in(self.0 as u16)
    }
}

impl Add<usize> for Ply {
    type Output = Ply;
    #[inline]
    fn add(self, plies: usize) -> Ply {
        Ply(self.0 + plies)
    }
}

/// How a score relates to the true value of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Bound {
    /// The score is the value.
    #[default]
    Exact,
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preference_follows_the_number() {
        let ladder = [
            Score::loss_in(0),
            Score::loss_in(2),
            Score::estimate(-100_000),
            Score::DRAW,
            Score::estimate(7),
            Score::estimate(100_000),
            Score::win_in(1640),
            Score::win_in(3),
            Score::win_in(1),
            Score::INFINITE,
        ];
        assert!(ladder.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(Score::win_in(5).kind(), ScoreKind::Win(5));
        assert_eq!((-Score::win_in(5)).kind(), ScoreKind::Loss(5));
        assert_eq!(Score::estimate(-100_000).kind(), ScoreKind::Estimate(-30_359));
    }
}
