//! Where puzzles go: standard output, or a file that a later run goes on with.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use tengen_games::puzzles::{self, PuzzleRecord};
use tengen_host::cli::failure::{Failure, put};
use tengen_host::cli::files::read_to_end;

/// Puzzles being written.
pub(super) enum PuzzleOutput {
    Stdout,
    File { file: File, path: PathBuf },
}

impl PuzzleOutput {
    /// Standard output, or a file with the puzzles that are in it. A last line that was not
    /// finished is dropped.
    ///
    /// # Errors
    /// When the file cannot be used, or has something else in it; it is as it was then.
    pub fn open(path: Option<&Path>) -> anyhow::Result<(PuzzleOutput, Vec<PuzzleRecord>)> {
        let Some(path) = path else { return Ok((PuzzleOutput::Stdout, Vec::new())) };
        let name = path.display().to_string();
        let system = |error: io::Error| anyhow!("{name}: {error}: expected a file to write to");
        let file =
            // To append alone would not allow some systems to cut a torn line off.
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(system)?;
        let mut before = Vec::new();
        if file.metadata().map_err(system)?.is_file() {
            let bytes = read_to_end(&file).map_err(system)?;
            let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            if whole == 0 && !bytes.is_empty() && !bytes.starts_with(b"{\"position\":") {
                return Err(anyhow!("{name}: expected an empty file, or one of tengen puzzles"));
            }
            before = puzzles::read(&bytes[..whole]).map_err(|error| anyhow!("{name}: {error}"))?;
            file.set_len(whole as u64).map_err(system)?;
            file.seek(SeekFrom::End(0)).map_err(system)?;
        }
        Ok((PuzzleOutput::File { file, path: path.to_owned() }, before))
    }

    /// Writes a puzzle; it is there at once.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, record: &PuzzleRecord) -> Result<(), Failure> {
        let line = serde_json::to_string(record).map_err(anyhow::Error::from)? + "\n";
        match self {
            PuzzleOutput::Stdout => put(line.as_bytes()),
            PuzzleOutput::File { file, path } => {
                let written = file.write_all(line.as_bytes()).and_then(|()| file.flush());
                let name = path.display();
                Ok(written.map_err(|error| anyhow!("{name}: {error}: expected it to take more"))?)
            }
        }
    }
}
