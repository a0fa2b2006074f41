//! How a game ended.

use super::color::Color;
use super::square::Square;

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A player completed a line.
    Line {
        /// The winner.
        winner: Color,
        /// Every square of every winning line, sorted by column, then row.
        squares: Vec<Square>,
    },
    /// Black played a forbidden point (because every empty one was): White wins.
    Forbidden(Square),
    /// The board is full, and the side to move has nothing to convert.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(&self) -> Option<Color> {
        match self {
            Outcome::Line { winner, .. } => Some(*winner),
            Outcome::Forbidden(_) => Some(Color::White),
            Outcome::Draw => None,
        }
    }
}

/// The end of a game as the board keeps it: small and without lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CompactOutcome {
    Line(Color),
    Forbidden(Square),
    Draw,
}
