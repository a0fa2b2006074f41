//! `tengen count`: the numbers of tic-tac-toe.

use tengen_games::course;
use tengen_host::cli::failure::{Failure, put};

/// Prints the numbers of tic-tac-toe, counted and not remembered.
pub(crate) fn count() -> Result<(), Failure> {
    let lines = course::count().map_err(|problem| Failure::Other(problem.into()))?;
    put((lines.join("\n") + "\n").as_bytes())
}
