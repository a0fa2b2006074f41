//! How a game ended.

use serde::{Deserialize, Serialize};

use crate::record::GameResult;
use tengen_engine::game::{Color, Outcome as Laws, Position};

use crate::conversation::FaultKind;

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEnd {
    /// Who won.
    pub result: GameResult,
    /// How it ended.
    pub reason: Ending,
    /// More about it, for people; may be empty.
    pub detail: String,
}

impl GameEnd {
    /// A result and its reason.
    pub fn new(result: GameResult, reason: Ending, detail: impl Into<String>) -> GameEnd {
        GameEnd { result, reason, detail: detail.into() }
    }

    /// A game that the player lost.
    pub fn lost(loser: Color, reason: Ending, detail: impl Into<String>) -> GameEnd {
        GameEnd::new(GameResult::Win(!loser), reason, detail)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// A winning line.
    Line,
    /// Black played a forbidden point.
    Forbidden,
    /// A full board.
    Full,
    /// An engine saw itself lost for long enough.
    Resign,
    /// A player was away for so long that the other one has claimed the game.
    Left,
    /// Both engines saw an even game for long enough.
    Draw,
    /// The solver proved a win.
    Solver,
    /// The game had as many moves as were allowed.
    MoveLimit,
    /// An answer came too late.
    Time,
    /// An answer was no legal move.
    Illegal,
    /// A program ended or did not start.
    Crash,
    /// An answer never came.
    Stall,
    /// An engine said what the protocol does not allow.
    Protocol,
}

impl Ending {
    /// The name, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Line => "line",
            Ending::Forbidden => "forbidden",
            Ending::Full => "full",
            Ending::Resign => "resign",
            Ending::Left => "left",
            Ending::Draw => "draw",
            Ending::Solver => "solver",
            Ending::MoveLimit => "move-limit",
            Ending::Time => "time",
            Ending::Illegal => "illegal",
            Ending::Crash => "crash",
            Ending::Stall => "stall",
            Ending::Protocol => "protocol",
        }
    }

    /// Whether the loser lost by a fault: `Time`, `Illegal`, `Crash`, `Stall` or `Protocol`.
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            Ending::Time | Ending::Illegal | Ending::Crash | Ending::Stall | Ending::Protocol
        )
    }

    /// Whether the ending is `Crash`, `Stall` or `Protocol`: the loser may be unable to play at
    /// all.
    pub const fn is_breakdown(self) -> bool {
        matches!(self, Ending::Crash | Ending::Stall | Ending::Protocol)
    }
}

impl From<FaultKind> for Ending {
    fn from(kind: FaultKind) -> Ending {
        match kind {
            FaultKind::Time => Ending::Time,
            FaultKind::Illegal => Ending::Illegal,
            FaultKind::Crash => Ending::Crash,
            FaultKind::Stall => Ending::Stall,
            FaultKind::Protocol | FaultKind::Unplayed => Ending::Protocol,
        }
    }
}

/// The end of the game by the laws of the game; `None` while it goes on.
pub fn by_law(position: &Position) -> Option<GameEnd> {
    Some(match position.outcome()? {
        Laws::Line { winner, squares } => {
            let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
            GameEnd::new(GameResult::Win(winner), Ending::Line, names.join(" "))
        }
        Laws::Forbidden(square) => {
            let detail = format!("{square}, with nothing but forbidden points left");
            GameEnd::lost(Color::Black, Ending::Forbidden, detail)
        }
        Laws::Draw => GameEnd::new(GameResult::Draw, Ending::Full, ""),
    })
}
