//! Two engines and a board between them.

use std::time::Duration;

use serde::Serialize;

use tengen_engine::control::Limits;
use tengen_engine::control::time_control::Clock;
use tengen_engine::game::{ByColor, Color, Position};

use tengen_games::fault::EngineFailure;
use tengen_games::spec::EngineSpec;
use tengen_games::table::limits::limits;
use tengen_games::table::verdict::GameEnd;

use super::engine::{Engine, MatchContext};
use super::played::ChosenMove;

/// One of the two engines of a game.
pub(super) struct Player<'s> {
    pub spec: &'s EngineSpec,
    /// The program, unless it does not run.
    pub engine: Option<Engine<'s>>,
    /// Whether the engine has played a game of the match before.
    pub has_played: bool,
    clock: Option<Clock>,
}

impl<'s> Player<'s> {
    /// An engine before a game, running or not.
    pub fn new(spec: &'s EngineSpec, engine: Option<Engine<'s>>, has_played: bool) -> Player<'s> {
        let clock = spec.limits.clock.map(Clock::new);
        Player { spec, engine, has_played, clock }
    }

    /// Time for the next move; `None` is all the time in the world.
    pub fn time(&self) -> Option<Duration> {
        let left = self.clock.map(|clock| clock.left());
        left.into_iter().chain(self.spec.limits.move_time).min()
    }

    /// Counts the time of an answer that was in time.
    pub fn spend(&mut self, used: Duration, margin: Duration) {
        if let Some(clock) = &mut self.clock {
            // The wait for the answer has forgiven the same margin.
            let _ = clock.moved(used, margin);
        }
    }

    /// The running engine, started if need be.
    pub fn running(&mut self, context: &'s MatchContext) -> Result<&mut Engine<'s>, EngineFailure> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => Engine::start(self.spec, context)?,
        };
        Ok(self.engine.insert(engine))
    }
}

/// A game in progress.
pub(super) struct GameInProgress<'a, 's> {
    pub context: &'s MatchContext,
    pub players: &'a mut [Player<'s>; 2],
    /// Index of the player with the black stones.
    pub black: usize,
    pub position: Position,
    /// The text of the position in which the moves began; `None` is the empty board.
    pub start: Option<String>,
    /// What was decided in the opening, for people.
    pub decisions: Vec<String>,
    /// Moves that no engine chose or that were part of a deal.
    pub opening_moves: usize,
    pub chosen: Vec<ChosenMove>,
    /// Hears of the game as it goes on, in a match that is watched.
    pub watch: Option<&'a dyn Fn(Live)>,
}

/// What is told of a game that is being played.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Live {
    /// The game begins.
    Begun {
        /// The number of the game.
        live: u64,
        black: String,
        white: String,
        /// The text of the position in which the moves began; `None` is the empty board.
        start: Option<String>,
        /// The moves of the opening.
        moves: String,
    },
    /// A move was played.
    Moved {
        live: u64,
        #[serde(rename = "move")]
        mv: String,
    },
}

/// How a game ended: by the rules, or because of a player.
pub(super) enum GameStop {
    Verdict(GameEnd),
    EngineFailure { player: usize, trouble: EngineFailure },
}

impl<'s> GameInProgress<'_, 's> {
    /// The player that has a colour.
    pub const fn player_of(&self, color: Color) -> usize {
        match color {
            Color::Black => self.black,
            Color::White => 1 - self.black,
        }
    }

    /// The colour of a player.
    pub fn color_of(&self, player: usize) -> Color {
        if player == self.black { Color::Black } else { Color::White }
    }

    /// The running engine of a player.
    pub fn engine(&mut self, player: usize) -> Result<&mut Engine<'s>, GameStop> {
        let trouble = |trouble| GameStop::EngineFailure { player, trouble };
        self.players[player].running(self.context).map_err(trouble)
    }

    /// The limits of a player for its next move.
    pub fn limits(&self, player: usize) -> Limits {
        let clock = |color| self.players[self.player_of(color)].clock;
        let clocks = ByColor::new(clock(Color::Black), clock(Color::White));
        limits(&self.players[player].spec.limits, self.color_of(player), clocks)
    }
}
