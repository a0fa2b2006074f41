//! What a search has found out, in a file, so that the next one goes on from there.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::anyhow;

use tengen_engine::solve::prove::Memory;

use crate::cli::failure::Failure;

/// When it is saved first; the next time comes after twice as long, up to [`EVERY`].
const FIRST: Duration = Duration::from_secs(1);
/// How often it is saved in the end.
const EVERY: Duration = Duration::from_secs(60);
/// Saving takes one part in so many of the time at most.
const SHARE: u32 = 20;

/// A file with what is known.
pub(super) struct Saved<'a> {
    path: &'a Path,
    next: Instant,
    pause: Duration,
    /// Why it could not be saved.
    failed: Option<anyhow::Error>,
}

impl Saved<'_> {
    /// The file of that name, which may not be there yet.
    pub fn new(path: &Path) -> Saved<'_> {
        Saved { path, next: Instant::now() + FIRST, pause: FIRST, failed: None }
    }

    /// Its name.
    pub const fn path(&self) -> &Path {
        self.path
    }

    /// Takes what is in it; `false` where there is no file.
    ///
    /// # Errors
    /// When it is another kind of file, or about something else.
    pub fn fill(&self, memory: &Memory) -> Result<bool, Failure> {
        let wrong = |error| Failure::Usage(format!("--resume: {}: {error}", self.path.display()));
        match File::open(self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            file => {
                let mut reader = BufReader::new(file.map_err(wrong)?);
                memory.fill(&mut reader).map(|()| true).map_err(wrong)
            }
        }
    }

    /// Saves what is known when it is time to; `false` when that fails.
    pub fn keep(&mut self, memory: &Memory) -> bool {
        if Instant::now() < self.next {
            return true;
        }
        let begun = Instant::now();
        self.failed = self.write(memory).err();
        self.pause = (2 * self.pause).min(EVERY);
        self.next = Instant::now() + self.pause.max(begun.elapsed() * SHARE);
        self.failed.is_none()
    }

    /// Saves it for the last time.
    ///
    /// # Errors
    /// When it cannot be saved.
    pub fn end(self, memory: &Memory) -> anyhow::Result<()> {
        match self.failed {
            Some(error) => Err(error),
            None => self.write(memory),
        }
    }

    /// Writes a file beside it and puts that in its place.
    fn write(&self, memory: &Memory) -> anyhow::Result<()> {
        let mut name = self.path.file_name().unwrap_or_default().to_owned();
        name.push(".part");
        let part: PathBuf = self.path.with_file_name(name);
        let written = File::create(&part).and_then(|file| {
            let mut out = BufWriter::new(file);
            memory.write(&mut out)?;
            out.flush()?;
            out.get_ref().sync_all()?;
            fs::rename(&part, self.path)
        });
        written.map_err(|error| {
            // What could not be finished is of no use.
            let _ = fs::remove_file(&part);
            anyhow!("--resume: {}: {error}: expected room for what is known", self.path.display())
        })
    }
}
