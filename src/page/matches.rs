//! Matches between engines: what a page may ask for, and what it is told of them.

use serde::{Deserialize, Serialize};

use crate::new_table::WantedGame;

/// A match as a page describes it.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct NewMatch {
    /// The game.
    pub game: WantedGame,
    /// Names of engines, as at tables.
    pub engines: Vec<String>,
    /// How many games, all together.
    pub games: u32,
    /// Time for each move, in milliseconds.
    pub move_ms: u64,
    /// Start of what is left to chance.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub seed: u32,
}

/// How far a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum MatchState {
    /// It goes on.
    Played,
    /// All games were played.
    Done,
    /// Its creator stopped it, or it took too long.
    Stopped,
    /// It could not go on.
    Failed,
}

/// A match as it is listed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchView {
    /// Its name.
    #[serde(rename = "match")]
    pub name: String,
    /// What is played, as in `freestyle 15x15 k=5`.
    pub game: String,
    /// The players.
    pub engines: Vec<String>,
    /// How many games there will be.
    pub games: u32,
    /// How many were played.
    pub played: usize,
    /// Time for a move, in milliseconds.
    pub move_ms: u64,
    /// How far it is.
    pub state: MatchState,
    /// Why it could not go on, in one line.
    pub why: Option<String>,
}

/// The game that is being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LiveGame {
    /// Its number, as the log will have it.
    #[serde(rename(deserialize = "live"))]
    pub game: u64,
    /// Name of Black.
    pub black: String,
    /// Name of White.
    pub white: String,
    /// Position text of its start; nothing is the empty board.
    pub start: Option<String>,
    /// The moves so far, separated by blanks.
    pub moves: String,
}
