//! Small tools that need no session.

use clap_complete::Shell;

use super::{Failure, cli, put};

/// Prints the numbers of tic-tac-toe.
pub(super) fn count() -> Result<(), Failure> {
    put(b"")
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
