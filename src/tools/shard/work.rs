//! One shard on one machine: checks that it can be done here, starts the tool, and puts
//! the result in its place as a whole.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{self, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tengen_engine::game::problem::shown;

use tengen_host::cli::digest;
use tengen_host::cli::interrupt::Interrupt;
use tengen_host::cli::locked_file::LockedFile;
use tengen_host::cli::parts::NeededFile;
use tengen_host::programs::process::{Guard, SilentProcess};

use super::child;
use super::contract::{PinnedFile, Shard, WorkKind};
use super::needed;
use super::result::{self, ResultFile};
use super::speed::Fitness;

/// Longest piece of what a tool says that is told again, in characters.
const SHOWN: usize = 300;
/// Bytes at the end of what a tool says that are looked at.
const LAST_WORDS: u64 = 4096;

/// Why there is no result.
#[derive(Debug)]
pub(super) enum ShardFailure {
    /// No worker can do the shard.
    Never(String),
    /// Another machine may do the shard, or this one later.
    Elsewhere(String),
}

/// How a result came to be there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Done {
    /// The result was there before.
    Before,
    /// The result was made now.
    Now {
        /// How long that took.
        seconds: f64,
        /// What the times of games were multiplied by.
        times: Option<f64>,
    },
}

/// A process that does shards.
pub(super) struct Worker {
    folder: PathBuf,
    /// The digest of this program.
    build: String,
    guard: Guard,
    interrupt: Interrupt,
    /// Digests of files that were looked at, so that a plan of many shards reads them once.
    digests: Mutex<HashMap<PathBuf, String>>,
    fitness: Fitness,
}

impl Worker {
    /// A worker that leaves results in a folder.
    ///
    /// # Errors
    /// When the system does not let it work.
    pub fn new(folder: &Path, fitness: Fitness) -> Result<Worker, ShardFailure> {
        let failure =
            |what: &str, error: io::Error| ShardFailure::Elsewhere(format!("{what}: {error}"));
        Ok(Worker {
            folder: folder.to_owned(),
            build: needed::own_digest()
                .map_err(|error| failure("this program cannot be read", error))?,
            guard: Guard::start()
                .map_err(|error| failure("the guard of the tool does not start", error))?,
            interrupt: Interrupt::listen()
                .map_err(|error| failure("no signals to listen to", error))?,
            digests: Mutex::default(),
            fitness,
        })
    }

    /// Whether the system wishes that we leave.
    pub fn must_leave(&self) -> bool {
        self.interrupt.received().is_some()
    }

    /// Does a shard, unless its result is there.
    ///
    /// # Errors
    /// Why there is no result; nothing is left behind then.
    pub fn work(&self, shard: &Shard) -> Result<Done, ShardFailure> {
        if ResultFile::open_checked(&self.folder, shard).is_ok() {
            TempDir::clear(&self.folder, shard);
            return Ok(Done::Before);
        }
        let about = |text: String| format!("{}: {text}", shard.id);
        self.check(shard).map_err(|text| ShardFailure::Elsewhere(about(text)))?;
        let times = shard.common.limits.speed.map(|planned| self.fitness.factor(planned));
        let times = times.transpose();
        let times = times.map_err(|unfit| ShardFailure::Elsewhere(about(unfit.to_string())))?;
        let begun = Instant::now();
        let full = |error: io::Error| {
            let folder = self.folder.display();
            ShardFailure::Elsewhere(about(format!("{folder}: {error}: expected room for a result")))
        };
        let temp = TempDir::take(&self.folder, shard).map_err(full)?;
        self.carry_out(shard, &temp, begun, times).map_err(|failure| match failure {
            ShardFailure::Never(text) => ShardFailure::Never(about(text)),
            ShardFailure::Elsewhere(text) => ShardFailure::Elsewhere(about(text)),
        })?;
        let seconds = begun.elapsed().as_secs_f64();
        let made = temp.path("result");
        result::write(&made, shard, &self.build, seconds, &temp.payload(shard)).map_err(full)?;
        publish(&made, &self.folder.join(&shard.result)).map_err(full)?;
        Ok(Done::Now { seconds, times })
    }

    /// Refuses a shard that needs another build of this program, or other files.
    fn check(&self, shard: &Shard) -> Result<(), String> {
        let builds = &shard.common.tengen;
        if !builds.sha256.contains(&self.build) {
            let expected = builds.sha256.join(" or ");
            let found = format!("another build: {}", self.build);
            return Err(format!("{found}: expected {expected}, version {}", builds.version));
        }
        shard.common.files.iter().try_for_each(|file| self.check_file(file))
    }

    fn check_file(&self, file: &PinnedFile) -> Result<(), String> {
        let PinnedFile { role, path, sha256 } = file;
        let place = needed::place(&NeededFile { role: *role, path: path.clone() });
        let expected = || format!("expected the file with the digest {sha256}");
        let mut digests = self.digests.lock().unwrap_or_else(PoisonError::into_inner);
        let found = match digests.get(&place) {
            Some(found) => found.clone(),
            None => digest::of_file(&place)
                .map_err(|error| format!("{}: {error}: {}", place.display(), expected()))?,
        };
        if found != *sha256 {
            return Err(format!("{}: {found}: {}", place.display(), expected()));
        }
        digests.insert(place, found);
        Ok(())
    }

    /// Has the tool do the part of the work that the shard names.
    fn carry_out(
        &self,
        shard: &Shard,
        temp: &TempDir,
        begun: Instant,
        times: Option<f64>,
    ) -> Result<(), ShardFailure> {
        let here =
            |error: io::Error| ShardFailure::Elsewhere(format!("the tool does not start: {error}"));
        let (out, errors) = (temp.path("out"), temp.path("errors"));
        let mut order = child::tool(shard.common.kind, &shard.common.arguments).map_err(here)?;
        order.args(["--part", &shard.part.to_string()]).args(temp.arguments(shard.common.kind));
        if let Some(factor) = times {
            order.args(["--time-scale", &factor.to_string()]);
        }
        order.stdin(Stdio::null());
        order.stdout(File::create(&out).map_err(here)?);
        order.stderr(File::create(&errors).map_err(here)?);
        let mut tool = SilentProcess::start(&mut order, &self.guard).map_err(here)?;
        let longest = shard.common.limits.seconds.map(Duration::from_secs);
        let is_late = || longest.is_some_and(|longest| begun.elapsed() >= longest);
        let status = tool.wait(&|| self.must_leave() || is_late());
        drop(tool);
        let Some(status) = status else {
            return Err(ShardFailure::Elsewhere(match self.interrupt.received() {
                Some(signal) => format!("ended by {signal}"),
                None => format!("{} s are over", longest.unwrap_or_default().as_secs()),
            }));
        };
        judge(status, &errors)
    }
}

/// What the end of a tool means.
fn judge(status: ExitStatus, errors: &Path) -> Result<(), ShardFailure> {
    if status.success() {
        return Ok(());
    }
    let said = last_line(errors).unwrap_or_default();
    let said = said.strip_prefix("tengen: ").unwrap_or(&said);
    let text = if said.is_empty() {
        // A full disk does not even take the complaint about it.
        format!("the tool ended with {status} and no word: expected room for a result")
    } else {
        format!("the tool ended with {status}: {}", shown(said, SHOWN))
    };
    // What the command line refuses here it refuses everywhere.
    match status.code() {
        Some(2) => Err(ShardFailure::Never(text)),
        _ => Err(ShardFailure::Elsewhere(text)),
    }
}

/// The last line of a file, as far as it can be read.
fn last_line(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LAST_WORDS)))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok(text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default().to_owned())
}

/// Moves a file to its place; the folder knows it after a power cut, too.
fn publish(made: &Path, place: &Path) -> io::Result<()> {
    fs::rename(made, place)?;
    #[cfg(unix)]
    if let Some(folder) = place.parent() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// A folder for what is unfinished, removed with its worker; what a killed worker left in it
/// is cleared away by the next one.
struct TempDir {
    folder: PathBuf,
    /// Shows that a worker uses the folder; there until this is dropped.
    lock: Option<LockedFile>,
}

impl TempDir {
    /// The folder of the first worker of a shard.
    fn usual(results: &Path, shard: &Shard) -> PathBuf {
        results.join(format!(".{}.part", shard.id))
    }

    /// Clears away what a worker left that was killed when its result was in its place.
    fn clear(results: &Path, shard: &Shard) {
        let usual = TempDir::usual(results, shard);
        if usual.exists() {
            // The folder goes away here, unless a worker uses it or it cannot be written to.
            drop(TempDir::claim(&usual));
        }
    }

    /// A folder of our own for a shard.
    fn take(results: &Path, shard: &Shard) -> io::Result<TempDir> {
        let usual = TempDir::usual(results, shard);
        if let Ok(Some(folder)) = TempDir::claim(&usual) {
            return Ok(folder);
        }
        // Another worker has the same shard, perhaps without ever getting ready, or is just leaving
        // the folder; or locks do not work here.
        let own = format!(".{}.{}-{}.part", shard.id, result::host(), process::id());
        let folder = results.join(own);
        fs::create_dir(&folder)?;
        let lock = LockedFile(File::create(folder.join("lock"))?);
        Ok(TempDir { folder, lock: Some(lock) })
    }

    /// A folder that no worker uses; `None` where one does, or may.
    fn claim(folder: &Path) -> io::Result<Option<TempDir>> {
        fs::create_dir_all(folder)?;
        let lock = folder.join("lock");
        let file = LockedFile(File::create(&lock)?);
        if file.try_lock().is_err() {
            return Ok(None);
        }
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path != lock {
                fs::remove_file(path)?;
            }
        }
        Ok(Some(TempDir { folder: folder.to_owned(), lock: Some(file) }))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// What tells a tool where its result goes.
    fn arguments(&self, kind: WorkKind) -> Vec<OsString> {
        match kind {
            WorkKind::Perft | WorkKind::Analyze | WorkKind::Review | WorkKind::Prove => Vec::new(),
            WorkKind::Datagen | WorkKind::Match => {
                vec!["--out".into(), self.path("games").into()]
            }
        }
    }

    /// The file that is the result.
    fn payload(&self, shard: &Shard) -> PathBuf {
        match shard.common.kind {
            WorkKind::Perft | WorkKind::Analyze | WorkKind::Review | WorkKind::Prove => {
                self.path("out")
            }
            WorkKind::Match | WorkKind::Datagen => self.path("games"),
        }
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        // What stays is cleared away by the next worker of the shard.
        let _ = fs::remove_dir_all(&self.folder);
        if cfg!(windows) {
            // There an open file may keep its folder.
            self.lock = None;
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}
