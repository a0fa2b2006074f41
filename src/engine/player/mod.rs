//! Anyone who can choose a move, and the register of their names.

mod alphabeta;
mod amateur;
mod attention;
mod balance;
mod budget;
mod common;
mod engine;
mod fivestage;
mod grid;
mod inquiry;
mod level;
mod linecount;
mod minimax;
mod open_lines;
mod race;
mod random;
mod runlength;
mod scoretable;
mod swap2;
mod trace;
mod tree;
mod views;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use thiserror::Error;

use crate::control::{Choice, Limits, Monitor};
use crate::game::{Position, Size, Variant};
use crate::search::Searcher;

pub use alphabeta::AlphaBeta;
pub use balance::{balance_one, balance_two};
pub use common::draw;
pub use engine::Engine;
pub use fivestage::FiveStage;
pub use inquiry::value_of;
pub use level::{Handicap, LEAST_ELO, MOST_ELO, STRONGEST, Strength, WEAKEST};
pub use linecount::LineCount;
pub use minimax::Minimax;
pub use random::Random;
pub use runlength::RunLength;
pub use scoretable::ScoreTable;
pub use swap2::{Swap2Step, swap2};

/// The generator of every random choice: its stream is the same on every
/// platform and in every version.
pub type Rng = ChaCha8Rng;

/// What the options say to a player.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "one field for each option")]
pub struct Settings {
    /// Name of the player.
    pub player: String,
    /// Strength of the engine, 1..=10.
    pub level: u8,
    /// Whether the strength of the engine is `elo` instead of `level`.
    pub limit_strength: bool,
    /// Strength of the engine as a rating.
    pub elo: u32,
    /// Memory for everything the engine keeps, in mebibytes.
    pub hash_mb: usize,
    /// Number of searching threads.
    pub threads: usize,
    /// Number of best lines to report.
    pub multi_pv: usize,
    /// Seed of every random choice; 0 makes the engine deterministic.
    pub seed: u64,
    /// Time that a manager loses between clock and engine, in milliseconds.
    pub move_overhead_ms: u64,
    /// `alphabeta`: whether it cuts.
    pub ab_cut: bool,
    /// `alphabeta`: whether it keeps a hash table.
    pub ab_hash: bool,
    /// `alphabeta`: whether it uses the symmetries of the board.
    pub ab_symmetry: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            player: "engine".to_owned(),
            level: STRONGEST,
            limit_strength: false,
            elo: MOST_ELO,
            hash_mb: 16,
            threads: 1,
            multi_pv: 1,
            seed: 0,
            move_overhead_ms: 10,
            ab_cut: true,
            ab_hash: true,
            ab_symmetry: true,
        }
    }
}

impl Settings {
    /// How well the engine is to play, unless as well as it can.
    pub fn strength(&self) -> Option<Strength> {
        if self.limit_strength {
            Strength::of_elo(self.elo)
        } else {
            Strength::of_level(self.level)
        }
    }
}

/// A question to a player.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// An unfinished position.
    pub position: &'a Position,
    /// When to answer.
    pub limits: &'a Limits,
    /// Whom to tell, and who may interrupt.
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

/// Someone who can choose a move in an unfinished position.
pub trait Player: Send {
    /// Chooses a move. Stops early when the monitor says so and answers with
    /// the best move so far. Does not wait for `stop` under unlimited limits;
    /// whoever asks does.
    ///
    /// # Errors
    /// When the player does not know this game.
    fn choose(&mut self, task: Task<'_>, rng: &mut Rng) -> Result<Choice, PlayerError>;

    /// Whether a limit of the player's own ends a search for which none was
    /// given. Who asks may then wait for the answer where nobody is left to
    /// say `stop`.
    fn has_own_limit(&self) -> bool {
        false
    }

    /// Whether it can write down the tree that it searches.
    fn can_trace(&self) -> bool {
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
}

/// The names of the players, as the option `Player` lists them.
pub const NAMES: [&str; 8] = [
    "random",
    "fivestage",
    "linecount",
    "minimax",
    "alphabeta",
    "scoretable",
    "runlength",
    "engine",
];

/// The player of that name; case is ignored.
pub fn create(name: &str) -> Option<Box<dyn Player>> {
    Some(match name.to_ascii_lowercase().as_str() {
        "random" => Box::new(Random),
        "fivestage" => Box::new(FiveStage),
        "linecount" => Box::new(LineCount),
        "minimax" => Box::new(Minimax),
        "alphabeta" => Box::new(AlphaBeta),
        "scoretable" => Box::new(ScoreTable),
        "runlength" => Box::new(RunLength),
        "engine" => Box::new(Engine::default()),
        _ => return None,
    })
}

/// Seeds the generator of every random choice.
pub fn seeded(seed: u64) -> Rng {
    ChaCha8Rng::seed_from_u64(seed)
}
