//! Where a puzzle comes from.

use serde::{Deserialize, Serialize};

/// A place in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PuzzleSource {
    /// Number of the game, from 1: in all the files, or of those played with a seed.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub game: u64,
    /// Moves that were played before.
    pub ply: u32,
    /// The file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The seed of games of the program against itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}
