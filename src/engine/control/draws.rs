//! How much of what is even in a position is a draw.

use super::Info;
use crate::game::{Position, open};
use crate::value::{Bound, Score};

/// What a position says about draws, for all that is thought about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    turns_left: usize,
    can_be_won: bool,
    /// For scores that prove nothing.
    share: u32,
}

impl Draws {
    /// Looks at a position; in a finished one nobody can win any more.
    pub fn of(position: &Position) -> Draws {
        let empty = position.empty_count();
        let points = empty + position.stone_count();
        // On an open board hardly any game is a draw; the last quarter of the
        // points is where they come into sight.
        let share = 1000_usize.saturating_sub(4000 * empty / points.max(1));
        Draws {
            turns_left: open::turns_left(position),
            can_be_won: !position.is_over() && open::can_be_won(position),
            share: share.min(999) as u32,
        }
    }

    /// How much of what is even in that thought is a draw, per mille: all of it
    /// where neither side can win any more, and where an even search has seen the end of
    /// every game.
    pub fn share(&self, info: &Info) -> u32 {
        let sees_ends = info.nodes.is_some() && info.depth as usize >= self.turns_left;
        let is_proven = sees_ends && info.score == Score::DRAW && info.bound == Bound::Exact;
        match info.score.is_decisive() {
            true => 0,
            false if is_proven || !self.can_be_won => 1000,
            false => self.share,
        }
    }
}
