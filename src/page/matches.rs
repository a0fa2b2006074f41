//! Matches between engines: what a page may ask for, and what it is told of them.

use std::ops::RangeInclusive;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use tengen_engine::control::time_control::MoveLimits;
use tengen_engine::game::Problem;
use tengen_games::spec::EngineSpec;
use tengen_games::table::room::{Config, Seat};

use crate::new_table::{Means, WantedGame, engine};

/// Engines of a match.
const ENGINES: RangeInclusive<u64> = 2..=6;
/// Games of a match.
const GAMES: RangeInclusive<u64> = 1..=200;
/// Time for a move, in milliseconds.
const MOVE_MS: RangeInclusive<u64> = 10..=5000;

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

/// A player of a match.
#[derive(Clone, Debug)]
pub struct MatchPlayer {
    /// The engine; its name is its own in the match.
    pub spec: EngineSpec,
    /// Whether it is one of our own players, which no command starts.
    pub is_own: bool,
}

impl NewMatch {
    /// The players of the match.
    ///
    /// # Errors
    /// When there are too few or too many of something, there is no such engine, or it does not
    /// know the game.
    pub fn players(&self, means: &Means) -> Result<Vec<MatchPlayer>, Problem> {
        let variant = self.game.variant()?;
        in_range("engines", self.engines.len() as u64, &ENGINES)?;
        in_range("games", self.games.into(), &GAMES)?;
        in_range("move_ms", self.move_ms, &MOVE_MS)?;
        let move_time = Some(Duration::from_millis(self.move_ms));
        let limits = MoveLimits { move_time, ..MoveLimits::default() };
        let mut players: Vec<MatchPlayer> = Vec::new();
        for name in &self.engines {
            let seat = engine(name, &limits, means)?;
            // A player that does not know the game is found out before it begins.
            Config::new(variant, [seat.clone(), seat.clone()]).settled()?;
            let Seat::Engine { mut spec, is_own } = seat else { continue };
            if players.iter().any(|other| other.spec.name == spec.name) {
                spec.name = format!("{} ({})", spec.name, players.len() + 1);
            }
            players.push(MatchPlayer { spec, is_own });
        }
        Ok(players)
    }
}

fn in_range(what: &str, number: u64, range: &RangeInclusive<u64>) -> Result<(), Problem> {
    let refusal = || {
        let expected = format!("{} to {}", range.start(), range.end());
        Problem::new(what, number.to_string(), expected)
    };
    range.contains(&number).then_some(()).ok_or_else(refusal)
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
    /// The match could not go on.
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
    /// The number of the game, as the log will have it.
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
