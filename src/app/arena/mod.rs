//! Matches between engines.
//!
//! A schedule says which game has which players, opening and seed; a table plays
//! one game after the other between two programs under the eyes of a referee of
//! our own; the log keeps what happened, and a match that was interrupted goes on
//! from it. What the results mean is arithmetic and stands apart.

pub mod engine_file;
pub mod generate;
pub mod openings;
pub mod report;
pub mod schedule;
pub mod spec;
pub mod stats;
pub mod time_control;

pub(in crate::app) mod cli;
mod engine;
mod exports;
mod fault;
mod game;
pub(in crate::app) mod interrupt;
mod log;
mod played;
mod progress;
mod referee;
mod runner;
mod settings;
mod swap2;
mod tally;
mod verdict;

pub(super) use cli::MatchArguments;
pub(super) use referee::by_law;
pub use verdict::{Ending, Outcome, Verdicted};

use anyhow::anyhow;

use super::failure::{Failure, put};
use super::settings::Setting;
use settings::Match;

/// Plays a match and prints what came of it; `before` was set before the subcommand.
pub(super) fn run(arguments: &MatchArguments, before: &[Setting]) -> Result<(), Failure> {
    let mut files = [&arguments.out, &arguments.sgf, &arguments.pgn].map(Option::as_deref);
    files.sort();
    if let Some(pair) = files.windows(2).find(|pair| pair[0].is_some() && pair[0] == pair[1]) {
        let name = pair[0].map(|path| path.display().to_string()).unwrap_or_default();
        return Err(Failure::Usage(format!("{name}: expected a file of its own for each output")));
    }
    let plan = Match::new(arguments, before)?;
    let (summary, early) = runner::run(&plan, arguments)?;
    if arguments.json {
        put(summary.to_json().as_bytes())?;
    } else if early.is_none() || summary.games_played > 0 {
        put(summary.to_table().as_bytes())?;
    }
    match early {
        None => Ok(()),
        Some(reason) => {
            let played = summary.games_played;
            let hope = match &arguments.out {
                Some(_) => ", and the same command goes on from there",
                None => "",
            };
            Err(anyhow!("{reason:#}; {played} games are played{hope}").into())
        }
    }
}
