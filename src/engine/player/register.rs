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
use crate::control::Unit;

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

/// What the scores of the player of that name count; case is ignored. Names of others
/// count as the engine does.
pub fn unit_of(name: &str) -> Unit {
    match name.to_ascii_lowercase().as_str() {
        "random" | "fivestage" | "linecount" | "scoretable" | "runlength" => Unit::Nothing,
        "minimax" | "alphabeta" => Unit::Lines,
        _ => Unit::Engine,
    }
}

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
