//! Matches between engines.
//!
//! A schedule says which game has which players, opening and seed; a table plays
//! one game after the other between two programs under the eyes of a referee of
//! our own; the log keeps what happened, and a match that was interrupted goes on
//! from it. What the results mean is arithmetic and stands apart.

pub mod openings;
pub mod report;
pub mod schedule;
pub mod stats;

pub(crate) mod cli;
mod engine;
mod exports;
mod game;
mod in_progress;
mod log;
mod played;
mod progress;
mod recount;
mod runner;
mod settings;
mod swap2;
mod tally;
mod workload;

pub(crate) use cli::MatchArguments;

use anyhow::anyhow;

use tengen_host::cli::failure::{Failure, put};
use tengen_host::cli::settings::Setting;

use settings::Match;

/// Plays a match and prints what came of it; `before` was set before the subcommand.
pub(crate) fn run(arguments: &MatchArguments, before: &[Setting]) -> Result<(), Failure> {
    let mut files = [&arguments.out, &arguments.sgf, &arguments.pgn].map(Option::as_deref);
    files.sort();
    if let Some(pair) = files.windows(2).find(|pair| pair[0].is_some() && pair[0] == pair[1]) {
        let name = pair[0].map(|path| path.display().to_string()).unwrap_or_default();
        return Err(Failure::Usage(format!("{name}: expected a file of its own for each output")));
    }
    let plan = Match::new(arguments, before)?;
    if arguments.part.dry_run {
        return workload::workload(&plan, arguments).print();
    }
    if let Some(path) = &arguments.played {
        return recount::recount(&plan, path, arguments.json);
    }
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
            let hint = match &arguments.out {
                Some(_) => ", and the same command goes on from there",
                None => "",
            };
            Err(anyhow!("{reason:#}; {played} games are played{hint}").into())
        }
    }
}
