//! Smart Game Format, game 4 (gomoku and renju).
//!
//! The standard leaves the points of that game open; as in other programs, a point
//! is a letter for the column and a letter for the row from the TOP, `aa` in
//! the corner, none skipped, `A` to `Z` after `z`. What is ours: `RU` holds the
//! number that the Gomocup gives the rule, or its name and the line length
//! (`RU[freestyle k=4]`); a time is the first line of a comment (`C[35ms]`, as
//! c-gomoku-cli has it), and so is `opening move`.

mod charset;
mod parse;
mod points;
mod read;
mod words;
mod write;

pub(super) use charset::decode;
pub(super) use read::read;
pub(super) use write::write;

#[cfg(test)]
mod tests;
