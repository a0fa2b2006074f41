//! Small tools that need no session.

use clap_complete::Shell;

use crate::game::count::{self, Ends};
use crate::game::{Color, Variant};

use super::{Failure, cli, put};

/// Prints the numbers of tic-tac-toe, counted and not remembered.
pub(super) fn count() -> Result<(), Failure> {
    let numbers = Variant::preset("tictactoe")
        .and_then(count::count)
        .map_err(|error| Failure::Other(error.into()))?;
    let value = match numbers.winner {
        Some(Color::Black) => "first player wins",
        Some(Color::White) => "second player wins",
        None => "draw",
    };
    let lines = [
        ("positions", numbers.positions.to_string()),
        ("positions up to symmetry", numbers.canonical_positions.to_string()),
        ("final positions", ends(&numbers.finals)),
        ("final positions up to symmetry", ends(&numbers.canonical_finals)),
        ("games", ends(&numbers.games)),
        ("games through positions up to symmetry", numbers.canonical_games.total().to_string()),
        ("games up to symmetry of the whole", numbers.symmetric_games.to_string()),
        ("value", value.to_owned()),
    ];
    put(lines.map(|(name, number)| format!("{name}: {number}\n")).concat().as_bytes())
}

fn ends(ends: &Ends) -> String {
    let Ends { first, second, draws } = ends;
    format!("{} (first wins {first}, second wins {second}, draws {draws})", ends.total())
}

/// Lists the numbers of the search that can be set, one in a line.
#[cfg(feature = "tune")]
pub(super) fn tunables() -> Result<(), Failure> {
    let lines = crate::search::params::Params::TABLE
        .iter()
        .map(|(name, default, least, most)| format!("{name} {default} {least} {most}\n"));
    put(lines.collect::<String>().as_bytes())
}

/// Prints a shell's completion script.
pub(super) fn completions(shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut cli::table(), "tengen", &mut script);
    put(&script)
}

/// Prints the manual page.
pub(super) fn man() -> Result<(), Failure> {
    let mut page = Vec::new();
    // Writing to memory cannot fail, but whoever renders may.
    clap_mangen::Man::new(cli::table())
        .render(&mut page)
        .map_err(|error| Failure::Other(error.into()))?;
    put(&page)
}
