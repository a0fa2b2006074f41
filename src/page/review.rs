//! A review as it is kept with its game.

use serde::{Deserialize, Serialize};

/// What the moves of a finished game were worth. Lists have one entry for each move, if nothing
/// else is said.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Review {
    /// Positions that were looked at for each move.
    pub nodes: u64,
    /// `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
    pub verdicts: Vec<String>,
    /// How well Black and White have played, 0 to 1; none where there was nothing to give away.
    pub accuracy: [Option<f64>; 2],
    /// Indices of moves that let a won game slip.
    pub missed: Vec<usize>,
    /// Indices of moves that gave the opponent a won game.
    pub allowed: Vec<usize>,
    /// Index of the last move of the loser in whose place `best` has one against which no win was
    /// found.
    pub hold: Option<usize>,
    /// Positions in which a win against that move was looked for; none without such a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hold_searched: Option<u64>,
    /// Whether that move holds by proof.
    pub hold_proven: bool,
    /// The best move instead, or that move itself; none where it is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub best: Vec<Option<String>>,
    /// Win rate given away, 0 to 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub losses: Vec<f64>,
    /// What each position was worth to the side to move, also the one after the last move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub scores: Vec<ReviewScore>,
    /// The best moves from the position before each move, separated by blanks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub lines: Vec<String>,
}

/// The worth of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ReviewScore {
    /// In hundredths.
    Cp(i32),
    /// A win in so many own moves; negative is a loss, 0 a game that has ended.
    Mate(i32),
}

impl Review {
    /// The review without what lists of games leave out: best moves, losses, scores and lines.
    #[must_use]
    pub fn shortened(self) -> Review {
        let (best, losses, scores, lines) = Default::default();
        Review { best, losses, scores, lines, ..self }
    }
}
