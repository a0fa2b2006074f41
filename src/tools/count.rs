//! `tengen count`: the numbers of tic-tac-toe.

use tengen_engine::game::count::{self, Ends};
use tengen_engine::game::{Color, Variant};

use tengen_host::cli::failure::{Failure, put};

/// Prints the numbers of tic-tac-toe, counted and not remembered.
pub(crate) fn count() -> Result<(), Failure> {
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
