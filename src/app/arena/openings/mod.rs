//! Lists of openings: the shipped ones and those of other programs.

use thiserror::Error;

use crate::game::{Move, Position, Setup, Symmetry, Variant};

/// How a game begins: stones that are there, then moves that are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The position that the moves begin in; `None` is the empty board.
    pub start: Option<Setup>,
    /// The moves, the side to move first.
    pub moves: Vec<Move>,
    /// The line of the list that it stands in, from 1; 0 if it stands in none.
    pub line: usize,
}

/// Ways of writing a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Our own: moves separated by blanks, row 1 at the bottom: `h8 i9 j7`.
    Moves,
    /// c-gomoku-cli's: squares in one word, row 1 at the top: `h8i7j9`.
    Pos,
    /// Gomocup's and Piskvork's: distances from the centre, right and down: `0,0, 1,-1`.
    Offset,
    /// Position text.
    Fen,
}

/// An opening that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("openings: line {line}: {text}: expected {expected}")]
pub struct OpeningError {
    /// The line of the list, from 1.
    pub line: usize,
    /// The text at fault.
    pub text: String,
    /// What should have stood there.
    pub expected: String,
}

impl Opening {
    /// The empty board.
    pub const EMPTY: Opening = Opening { start: None, moves: Vec::new(), line: 0 };

    /// The opening as a symmetry of the board shows it.
    #[must_use]
    pub fn seen(&self, variant: &Variant, symmetry: Symmetry) -> Opening {
        todo!()
    }

    /// The position after it; unfinished, as [`read`] has checked.
    ///
    /// # Errors
    /// When the opening cannot be played in that game.
    pub fn position(&self, variant: &Variant) -> Result<Position, OpeningError> {
        todo!()
    }
}

/// Reads a list, whose notation is found line by line unless it is given. Empty
/// lines and what follows `#` are skipped.
///
/// # Errors
/// When a line cannot be understood, or cannot be played in the variant without
/// ending the game, or there is no opening at all.
pub fn read(
    text: &str,
    notation: Option<Notation>,
    variant: &Variant,
) -> Result<Vec<Opening>, OpeningError> {
    todo!()
}

/// The shipped list for a game, if there is one.
pub fn shipped(variant: &Variant) -> Option<&'static str> {
    todo!()
}
