//! Games with tags in brackets and moves with numbers, close to the PGN of
//! chess, so that programs made for that show names, result and comments.
//!
//! ```text
//! [Event "a match"]
//! [Black "alpha"]
//! [White "beta"]
//! [Result "1-0"]
//! [Variant "freestyle 15x15 k=5"]
//! [Opening "2"]
//!
//! 1. h8 i9 2. g7 {1530ms; +0.34/12} (2. j10 {a variation}) f6 1-0
//! ```
//!
//! Squares are as everywhere in this program, row 1 at the bottom. `1-0` means
//! that the first player, Black, has won. A comment may begin with the time
//! that the move took; there is no word for a closing brace in it.

mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;

/// Tags and what they hold.
mod tag {
    pub const NAME: &str = "Name";
    pub const EVENT: &str = "Event";
    pub const ROUND: &str = "Round";
    pub const DATE: &str = "Date";
    pub const BLACK: &str = "Black";
    pub const WHITE: &str = "White";
    pub const RESULT: &str = "Result";
    pub const TERMINATION: &str = "Termination";
    /// Rule, size, line length and conversions, as in `freestyle 15x15 k=5 destroy=1`.
    pub const VARIANT: &str = "Variant";
    /// The first position, if it is not the empty board.
    pub const FEN: &str = "FEN";
    /// How many moves were given, in plies.
    pub const OPENING: &str = "Opening";
    /// The fifth moves offered in renju.
    pub const FIFTH_MOVES: &str = "FifthMoves";
}

/// The result of a game that has none.
const NO_RESULT: &str = "*";
/// Behind the milliseconds that a move took.
const MILLISECONDS: &str = "ms";

#[cfg(test)]
mod tests;
