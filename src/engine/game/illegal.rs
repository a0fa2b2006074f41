//! Moves that cannot be played, and why.

use thiserror::Error;

use super::forbidden::Foul;
use super::square::Size;

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The game has ended.
    #[error("game over")]
    GameOver,
    /// The square is not on this board.
    #[error("outside the {0} board")]
    Outside(Size),
    /// A stone stands on the square, or the square is dead.
    #[error("occupied")]
    Occupied,
    /// A forbidden point of renju.
    #[error("forbidden ({})", .0.name())]
    Forbidden(Foul),
    /// A conversion without one left.
    #[error("no conversion left")]
    NoConversion,
    /// A conversion of anything but an unconverted stone of the opponent.
    #[error("no stone to convert")]
    NothingToConvert,
}

impl IllegalMove {
    /// What could have been played instead.
    pub fn expected(&self) -> String {
        match self {
            IllegalMove::GameOver => "no move after the end of the game".to_owned(),
            IllegalMove::Outside(size) => format!("a square of the {size} board"),
            IllegalMove::Occupied => "an empty square".to_owned(),
            IllegalMove::Forbidden(_) => "a point that is not forbidden to x".to_owned(),
            IllegalMove::NoConversion => "a placement such as h8".to_owned(),
            IllegalMove::NothingToConvert => {
                "the square of an opponent's stone that was never converted".to_owned()
            }
        }
    }
}
