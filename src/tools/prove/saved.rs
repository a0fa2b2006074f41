//! What a search has found out, in a file, so that the next one goes on from there. The file
//! ends with the digest of what comes before: a refutation rests on nothing else.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::anyhow;

use tengen_engine::prove::Memory;

use tengen_host::cli::digest::{self, DigestWriter};
use tengen_host::cli::failure::Failure;
use tengen_host::cli::locked_file::LockedFile;

/// When the search is saved first; the next time comes after twice as long, up to [`EVERY`].
const FIRST: Duration = Duration::from_secs(1);
/// How often the search is saved in the end.
const EVERY: Duration = Duration::from_secs(60);
/// Saving takes one part in so many of the time at most.
const SHARE: u32 = 20;
/// Bytes of the digest.
const DIGEST_BYTES: usize = 64;

/// A file with what is known.
pub(super) struct Saved<'a> {
    path: &'a Path,
    next: Instant,
    pause: Duration,
    /// Why the search could not be saved.
    failed: Option<anyhow::Error>,
    /// Keeps other searches out.
    _lock: LockedFile,
}

impl Saved<'_> {
    /// The file `path`, which may not be there yet.
    ///
    /// # Errors
    /// When another search has the file.
    pub fn new(path: &Path) -> Result<Saved<'_>, Failure> {
        let wrong =
            |error: String| Failure::Usage(format!("--resume: {}: {error}", path.display()));
        let lock = File::create(beside(path, "-lock")).map_err(|error| wrong(error.to_string()))?;
        let lock = LockedFile(lock);
        if let Err(TryLockError::WouldBlock) = lock.try_lock() {
            let text = "another search writes this file: expected another file";
            return Err(wrong(text.to_owned()));
        }
        Ok(Saved { path, next: Instant::now() + FIRST, pause: FIRST, failed: None, _lock: lock })
    }

    /// The path of the file.
    pub const fn path(&self) -> &Path {
        self.path
    }

    /// Takes what is in the file; `false` where there is none.
    ///
    /// # Errors
    /// When the file is of another kind, or about something else.
    pub fn fill(&self, memory: &Memory) -> Result<bool, Failure> {
        let wrong = |error| Failure::Usage(format!("--resume: {}: {error}", self.path.display()));
        match File::open(self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(wrong(error)),
            Ok(file) => {
                let whole = whole(file).map_err(wrong)?;
                memory.fill(&mut BufReader::new(whole)).map(|()| true).map_err(wrong)
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

    /// Saves what is known for the last time.
    ///
    /// # Errors
    /// When it cannot be saved.
    pub fn end(mut self, memory: &Memory) -> anyhow::Result<()> {
        self.failed.take().map_or_else(|| self.write(memory), Err)
    }

    /// Writes a file beside the saved one and puts the new file in its place.
    fn write(&self, memory: &Memory) -> anyhow::Result<()> {
        let part = beside(self.path, ".part");
        let written = File::create(&part).and_then(|file| {
            let mut out = BufWriter::new(DigestWriter::new(file));
            memory.write(&mut out)?;
            let (mut out, digest) = out.into_inner()?.finish();
            out.write_all(digest.as_bytes())?;
            out.sync_all()?;
            fs::rename(&part, self.path)
        });
        written.map_err(|error| {
            // What could not be finished is of no use.
            let _ = fs::remove_file(&part);
            anyhow!("--resume: {}: {error}: expected room for what is known", self.path.display())
        })
    }
}

impl Drop for Saved<'_> {
    fn drop(&mut self) {
        // It is still ours; a file that cannot be removed locks no other process out.
        let _ = fs::remove_file(beside(self.path, "-lock"));
    }
}

/// The file whose name has that ending besides.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// What stands before the digest, which has to fit.
fn whole(mut file: File) -> io::Result<impl Read> {
    let length = file.metadata()?.len().saturating_sub(DIGEST_BYTES as u64);
    let (found, _) = digest::of_stream((&mut file).take(length))?;
    let mut written = Vec::new();
    file.read_to_end(&mut written)?;
    if written != found.as_bytes() {
        let text = "another kind of file, or damaged: expected what prove --resume has written";
        return Err(io::Error::new(ErrorKind::InvalidData, text));
    }
    file.rewind()?;
    Ok(file.take(length))
}
