//! Plans as lines: read one after the other, however many there are.

use std::io::{self, BufRead};
use std::path::Path;

use anyhow::anyhow;
use thiserror::Error;

use tengen_host::cli::lines::{self, CutLine, LineCutter, STREAM};

use super::contract::{LONGEST_LINE, Shard};

/// Why there is no next line.
#[derive(Debug, Error)]
pub(super) enum LineError {
    /// The line cannot be read, and neither can those behind it.
    #[error("{name}: {error}: expected a plan that can be read")]
    Broken { name: String, error: io::Error },
    /// The line is longer than any line of a plan; those behind it can be read.
    #[error("{name}: line {number}: expected at most {} bytes", LONGEST_LINE)]
    TooLong { name: String, number: u64 },
}

/// The lines of a plan.
pub(super) struct Lines {
    name: String,
    reader: Box<dyn BufRead + Send>,
    cutter: LineCutter,
    number: u64,
}

impl Lines {
    /// The lines of the file `path`, or of standard input for `-`.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(path: &Path) -> anyhow::Result<Lines> {
        // A shell opens the pipes under /dev itself; another one may wait for ever for its writer.
        let is_lent = path == Path::new(STREAM) || path.starts_with("/dev");
        if !is_lent && std::fs::metadata(path).is_ok_and(|data| !data.is_file()) {
            let expected = "expected a file, or - for standard input";
            return Err(anyhow!("{}: a pipe, a folder or a device: {expected}", path.display()));
        }
        let (name, reader) = lines::open(path, "a plan, as tengen shard plan writes it")?;
        Ok(Lines::new(&name, reader))
    }

    /// The lines of `text`, which messages call `name`.
    pub fn of(name: &str, text: String) -> Lines {
        Lines::new(name, Box::new(io::Cursor::new(text)))
    }

    fn new(name: &str, reader: Box<dyn BufRead + Send>) -> Lines {
        Lines { name: name.to_owned(), reader, cutter: LineCutter::new(LONGEST_LINE), number: 0 }
    }

    /// The next line that is not empty, as it stands there; `None` after the last one.
    ///
    /// # Errors
    /// When it cannot be read, or is longer than any line of a plan.
    pub fn next_text(&mut self) -> Result<Option<String>, LineError> {
        loop {
            let name = || self.name.clone();
            let line = self.cutter.read(&mut self.reader);
            let line = line.map_err(|error| LineError::Broken { name: name(), error })?;
            let Some(CutLine { bytes, is_cut }) = line else { return Ok(None) };
            self.number += 1;
            if is_cut {
                return Err(LineError::TooLong { name: name(), number: self.number });
            }
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if !text.trim().is_empty() {
                return Ok(Some(text));
            }
        }
    }

    /// The next shard; `None` after the last one.
    ///
    /// # Errors
    /// When it cannot be read or is none.
    pub fn next_shard(&mut self) -> anyhow::Result<Option<Shard>> {
        let Some(text) = self.next_text()? else { return Ok(None) };
        Shard::read(&text).map(Some).map_err(|problem| self.locate(&problem))
    }

    /// What is wrong with the line read last, and where that stands.
    pub fn locate(&self, problem: &dyn std::fmt::Display) -> anyhow::Error {
        anyhow!("{}: line {}: {problem}", self.name, self.number)
    }
}
