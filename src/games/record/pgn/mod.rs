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
mod words;
mod write;

pub(super) use read::read;
pub(super) use write::write;

#[cfg(test)]
mod tests;
