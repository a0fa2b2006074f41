//! A question to a player, and what a player has to be able to do.

use thiserror::Error;

use super::rng::Rng;
use super::settings::Settings;
use crate::control::{Choice, Limits, Monitor};
use crate::game::{Position, Size, Variant};
use crate::search::{Searcher, Unwanted};

/// A question to a player.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// An unfinished position.
    pub position: &'a Position,
    /// When to answer.
    pub limits: &'a Limits,
    /// Takes the reports, and may interrupt.
    pub monitor: &'a dyn Monitor,
    /// What the options say.
    pub settings: &'a Settings,
}

/// Why a player does not play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayerError {
    /// A player of 3x3 boards was asked about another one.
    #[error("{player}: {size}: expected a 3x3 board with k=3")]
    Board {
        /// The player's name.
        player: &'static str,
        /// The board of the question.
        size: Size,
    },
}

/// Something that can choose a move in an unfinished position.
pub trait Player: Send {
    /// Chooses a move. Stops early when the monitor says so and answers with
    /// the best move so far. Does not wait for `stop` under unlimited limits;
    /// the caller does.
    ///
    /// # Errors
    /// When the player does not know this game.
    fn choose(&mut self, task: Task<'_>, rng: &mut Rng) -> Result<Choice, PlayerError>;

    /// Whether the player ends by itself a search for which no limit was given, as
    /// those do that look at the board once or to a depth of their own. There is then
    /// no reason to keep its answer back until `stop`.
    fn has_own_limit(&self) -> bool {
        true
    }

    /// Whether the player can write down the tree that it searches under these settings.
    fn can_trace(&self, _settings: &Settings) -> bool {
        false
    }

    /// The search behind the player, if it has one: for questions other than for
    /// the best move, so that there need not be a second one.
    fn searcher(&mut self, _settings: &Settings) -> Option<&mut Searcher> {
        None
    }

    /// Forgets what was learned from the game so far.
    fn forget(&mut self) {}

    /// Gets ready for tasks in this game under these settings, so that nothing
    /// slow is left for the time of the first move.
    fn prepare(&mut self, _settings: &Settings, _game: &Variant) {}

    /// Has the system find the memory for which the player is prepared, on `_threads` threads. That
    /// may take as long as a move: only while no clock runs, and not any longer when `_is_unwanted`
    /// says so.
    fn claim_memory(&mut self, _threads: usize, _is_unwanted: &Unwanted<'_>) {}
}
