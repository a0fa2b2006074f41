//! The register of the players: their names, and how one is made.

use super::alphabeta::AlphaBeta;
use super::engine::Engine;
use super::fivestage::FiveStage;
use super::linecount::LineCount;
use super::minimax::Minimax;
use super::random::Random;
use super::runlength::RunLength;
use super::scoretable::ScoreTable;
use super::task::Player;

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
