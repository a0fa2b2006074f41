//! Smart Game Format, game 4 (gomoku and renju).
//!
//! The standard leaves the points of that game open; as everybody does, a point
//! is a letter for the column and a letter for the row from the TOP, `aa` in
//! the corner, none skipped, `A` to `Z` after `z`. What is ours: `RU` holds the
//! number that the Gomocup gives the rule, or its name and the line length
//! (`RU[freestyle k=4]`); a time is the first line of a comment (`C[35ms]`, as
//! c-gomoku-cli has it), and so is `opening move`.

mod parse;
mod read;
mod write;

use crate::game::Rule;

pub(super) use read::read;
pub(super) use write::write;

/// The comment of a move that was given.
const OPENING_MOVE: &str = "opening move";
/// Behind the milliseconds that a move took.
const MILLISECONDS: &str = "ms";

/// The numbers of the rules, for lines of five.
const RULE_CODES: [(Rule, &str); 5] = [
    (Rule::Freestyle, "0"),
    (Rule::Standard, "1"),
    (Rule::Renju, "4"),
    (Rule::CaroOverline, "8"),
    (Rule::Caro, "9"),
];

/// The letters of points, in their order.
const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

#[cfg(test)]
mod tests;
