//! Finished games as a page is told of them.

use serde::{Deserialize, Serialize};

use crate::review::Review;

/// Games that a page is told of at once.
pub const GAMES: usize = 2000;
/// Bytes of games that a page is told of at once, as [`Finished::bytes`] counts them.
pub const GAMES_BYTES: usize = 1 << 20;

/// A game that was finished.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Finished {
    /// Number in the store; 0 before it is there.
    pub id: i64,
    /// The table.
    #[serde(skip)]
    pub table: String,
    /// Number of the game at the table, from 1.
    pub number: u32,
    /// When it ended, in seconds since 1970.
    pub ended: i64,
    /// The game: rule, columns, rows, length of a line, conversions.
    pub rule: String,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Stones in a winning line.
    pub k: u8,
    /// Conversions of each player.
    pub destroy: u8,
    /// Name of Black.
    pub black: String,
    /// Name of White.
    pub white: String,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Why.
    pub reason: String,
    /// Position text of the start, where that is not the empty board.
    pub start: Option<String>,
    /// The moves, separated by blanks.
    pub moves: String,
    /// Keys of the identities that may delete it, separated by blanks.
    #[serde(skip)]
    pub keys: String,
    /// What its moves were worth, if it was reviewed.
    pub review: Option<Review>,
}

impl Finished {
    /// About as many bytes as it has when it is told.
    pub fn bytes(&self) -> usize {
        let review = self.review.as_ref().map_or(0, |review| 40 * review.verdicts.len());
        let start = self.start.as_ref().map_or(0, String::len);
        250 + self.black.len() + self.white.len() + start + self.moves.len() + review
    }
}
