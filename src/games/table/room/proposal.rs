//! What one person at a table asks of the other: to take back a move, to swap sides, another game.

use serde::{Deserialize, Serialize};

use super::seat::Chair;

/// What people ask each other for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Proposal {
    /// To take back the last move of who asks, and everything after it.
    Undo,
    /// To exchange the colours in the middle of the game.
    SwapSides,
    /// Another game, with sides swapped.
    Rematch,
    /// Another game with the same sides.
    SameSides,
}

impl Proposal {
    /// The name, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Proposal::Undo => "undo",
            Proposal::SwapSides => "swap-sides",
            Proposal::Rematch => "rematch",
            Proposal::SameSides => "same-sides",
        }
    }

    /// What is asked for, in a few words.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Proposal::Undo => "to take back a move",
            Proposal::SwapSides => "to swap sides",
            Proposal::Rematch => "another game, with sides swapped",
            Proposal::SameSides => "another game with the same sides",
        }
    }
}

/// Something that was proposed and waits for its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
pub struct Proposed {
    /// Who asks.
    pub chair: Chair,
    /// For what.
    pub what: Proposal,
}

/// How a proposal was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
pub struct Answered {
    /// Who has answered.
    pub chair: Chair,
    /// What was asked for.
    pub what: Proposal,
    /// Whether it was granted.
    pub accepted: bool,
}
