//! How a tool ends, and what it prints beside its lines.

use std::io::{self, Write};

use tengen_engine::game::problem::escaped;

/// Why the program ends other than well.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The arguments make no sense.
    #[error("{0}")]
    Usage(String),
    /// The reader of the output is gone; there is nothing to tell.
    #[error("the output is closed")]
    OutputGone(#[source] io::Error),
    /// A failure that has an exit code of its own, and its text.
    #[error("{1}")]
    Coded(u8, String),
    /// A failure that has an exit code of its own, and was told already.
    #[error("it was told before")]
    Told(u8),
    /// Another failure, with its reasons.
    #[error("{0:#}")]
    Other(#[from] anyhow::Error),
}

/// Writes text to standard output at once.
pub fn put(text: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text).and_then(|()| out.flush()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::OutputGone(error),
        _ => Failure::Other(anyhow::anyhow!("standard output: {error}: expected it to take more")),
    })
}

/// Says something on standard error, on one line, that is no failure.
pub fn note(text: &str) {
    // Without a standard error stream there is no place for the note.
    let _ = writeln!(io::stderr(), "tengen: {}", escaped(text));
}
