//! `tengen play`: games in a terminal, on a screen or line by line.

mod cli;
mod command;
mod plain;
mod plainly;
mod puzzle;
mod reviewer;
#[cfg(feature = "screen")]
mod screen;
mod table;
mod words;

pub(crate) use cli::PlayArguments;

use std::env;
use std::io::{self, IsTerminal};

use tengen_host::cli::failure::Failure;
use tengen_host::cli::logging::Log;
use tengen_host::cli::settings::Setting;

use table::{Table, read_game};

/// Plays until the people leave; `before` was set before the subcommand.
pub(crate) fn run(arguments: &PlayArguments, before: &[Setting], log: &Log) -> Result<(), Failure> {
    if let Some(file) = &arguments.puzzle {
        let is_set = arguments.is_game_set(before);
        let variant = is_set.then(|| arguments.game.variant(before)).transpose()?;
        let (seed, chance) = (arguments.seed, cli::by_chance());
        let choice = puzzle::PuzzleChoice { file: file.as_deref(), variant, seed, chance };
        let lesson = puzzle::lesson(&choice)?;
        #[cfg(feature = "screen")]
        if !arguments.plain && is_screen() {
            log.keep_off_stderr();
            return screen::solve(lesson, arguments.ascii);
        }
        return puzzle::run(lesson);
    }
    let is_screen = !arguments.plain && is_screen();
    if is_screen {
        // Where the board is drawn is no place for a log; a file is.
        log.keep_off_stderr();
    }
    let newcomers = arguments.newcomers()?;
    let mut config = arguments.config(before, &newcomers, is_screen)?;
    let loaded = match &arguments.load {
        None => None,
        Some(path) => {
            let variant = arguments.is_game_set(before).then_some(config.variant);
            let (record, said) = read_game(path, variant)?;
            config.variant = record.variant();
            Some((record, said))
        }
    };
    let config = config.settled().map_err(|error| Failure::Usage(format!("play: {error}")))?;
    let mut table = Table::new(config, newcomers)?;
    let said = match loaded {
        None => None,
        Some((record, said)) => {
            table.start_with(&record).map_err(anyhow::Error::from)?;
            Some(said)
        }
    };
    #[cfg(feature = "screen")]
    if is_screen {
        return screen::run(table, said, arguments.ascii);
    }
    plain::run(table, said)
}

/// Whether there is a screen to draw on, and a keyboard to read.
fn is_screen() -> bool {
    let is_built = cfg!(feature = "screen");
    let is_dumb = env::var_os("TERM").is_none_or(|term| term == "dumb");
    is_built && io::stdout().is_terminal() && io::stdin().is_terminal() && !is_dumb
}
