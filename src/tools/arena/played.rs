//! A finished game, as a line of the log and as a record for other programs.

use serde::{Deserialize, Serialize};

use tengen_engine::game::{Color, Move};
use tengen_engine::protocol::client::{Thought, Told};

use tengen_games::record::GameResult;
use tengen_games::table::verdict::Ending;

/// A move that an engine chose, and what the engine said about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ChosenMove {
    /// Time from question to answer.
    pub time_ms: u64,
    /// The engine's score of the move, in hundredths of the engine's own unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// The engine's announcement of a win in so many own moves; negative of a loss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// Plies searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl ChosenMove {
    /// What is kept of an answer.
    pub fn new(time_ms: u64, thought: Thought) -> ChosenMove {
        let (cp, mate) = match thought.score {
            Some(Told::Centi(cp)) => (Some(cp), None),
            Some(Told::Mate(moves)) => (None, Some(moves)),
            None => (None, None),
        };
        ChosenMove { time_ms, cp, mate, depth: thought.depth, nodes: thought.nodes }
    }
}

/// A finished game; its JSON form is a line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Played {
    /// Number in the schedule, from 1.
    pub game: u64,
    /// Number of the pair, from 1.
    pub pair: u64,
    /// Name of the engine that played Black.
    pub black: String,
    /// Name of the engine that played White.
    pub white: String,
    /// Number of the opening in its list, from 1; 0 for the empty board.
    pub opening: usize,
    /// Number of the symmetry that was applied to the opening, 0 for none.
    pub symmetry: usize,
    /// What the player that the schedule gave Black got as `Seed`; the other one
    /// got 2^31 less this.
    pub seed: u64,
    /// The result.
    pub result: GameResult,
    /// How the game ended.
    pub reason: Ending,
    /// More about the end, for people; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// The text of the position in which the moves began, if it was not the empty board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// All moves, those of the opening included.
    #[serde(with = "moves")]
    pub moves: Vec<Move>,
    /// How many of the moves the opening gave.
    pub opening_moves: usize,
    /// What the engines decided in a swap2 opening, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub swap2: Vec<String>,
    /// What is known of the other moves, in the same order.
    pub chosen: Vec<ChosenMove>,
    /// Why the game was lost by a fault, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Evidence>,
}

impl Played {
    /// The name of the engine of a colour.
    pub fn player(&self, color: Color) -> &str {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

/// What is known of a fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Evidence {
    /// Name of the engine to blame.
    pub engine: String,
    /// The last lines in both directions, `> ` before ours and `< ` before its own.
    pub lines: Vec<String>,
    /// The last lines of its standard error.
    pub stderr: Vec<String>,
}

/// Moves as one text.
mod moves {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use tengen_engine::game::Move;

    pub fn serialize<S: Serializer>(moves: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
        let words: Vec<String> = moves.iter().map(Move::to_string).collect();
        words.join(" ").serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Move>, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.split_whitespace().map(|word| word.parse().map_err(D::Error::custom)).collect()
    }
}
