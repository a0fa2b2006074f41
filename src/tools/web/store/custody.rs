//! Whose the file of the store is: one server has it at a time, by whatever name, and notices
//! when it is taken away.
//!
//! The lock is on the database itself. A name says nothing: links have others, and a file beside
//! can be removed. `SQLite` locks ranges of bytes, which such a lock of the whole file does not
//! touch. The file stays open as long as the database, as closing it would end `SQLite`'s locks.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;

use crate::cli::locked_file::LockedFile;

/// How the file is not any more what was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Loss {
    /// It has no name any more: it ends with the server.
    #[error("the store was removed")]
    Removed,
    /// Its name is that of another file, or of none.
    #[error("the store was moved away")]
    Moved,
    /// It is shorter than it was.
    #[error("the store was cut")]
    Cut,
    /// What was written last, and is not in the file itself yet, is gone.
    #[error("the journal of the store was removed")]
    Journal,
}

/// What there is to say of the file; nothing where it is there again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct News(pub Option<Loss>);

/// A file that no other server has.
#[derive(Debug)]
pub(super) struct Custody {
    /// Where it is, without links.
    path: PathBuf,
    lock: LockedFile,
    seen: Mutex<Seen>,
}

/// What was seen of it.
#[derive(Debug, Default)]
struct Seen {
    /// Most bytes that it had.
    size: u64,
    /// The file of the journal, once there was one.
    journal: Option<Identity>,
    /// What was said last.
    told: Option<Loss>,
}

impl Custody {
    /// Takes the file, which has to be there; nothing where another server has it.
    ///
    /// # Errors
    /// When it cannot be opened or locked.
    pub fn take(path: &Path) -> io::Result<Option<Custody>> {
        let path = fs::canonicalize(path)?;
        let lock = LockedFile(private(&lock_path(&path))?);
        match lock.try_lock() {
            Ok(()) => Ok(Some(Custody { path, lock, seen: Mutex::default() })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// A line about names of the file besides the one that it was opened by: what a server that is
    /// killed leaves in a journal belongs to that name.
    pub fn warning(&self) -> Option<String> {
        let names = self.lock.metadata().map_or(1, |data| links(&data));
        let path = self.path.display();
        (names > 1).then(|| {
            format!("store: {path}: {names} names: expected one, and the same at every start")
        })
    }

    /// What has happened to the file.
    pub fn loss(&self) -> Option<Loss> {
        // What cannot be looked at says nothing; the database itself complains of it.
        let open = self.lock.metadata().ok()?;
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if links(&open) == 0 {
            return Some(Loss::Removed);
        }
        match fs::metadata(lock_path(&self.path)) {
            Ok(named) if identity(&named) == identity(&open) => {}
            Err(error) if error.kind() != io::ErrorKind::NotFound => return None,
            Ok(_) | Err(_) => return Some(Loss::Moved),
        }
        let size = fs::metadata(&self.path).map_or(0, |data| data.len());
        if size < seen.size {
            return Some(Loss::Cut);
        }
        seen.size = size;
        let journal = fs::metadata(beside(&self.path, "-wal"));
        let journal = journal.ok().map(|data| identity(&data));
        if seen.journal.is_some() && journal != seen.journal {
            return Some(Loss::Journal);
        }
        seen.journal = journal;
        None
    }

    /// The same where it is not what was said last.
    pub fn news(&self) -> Option<News> {
        let loss = self.loss();
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let is_news = std::mem::replace(&mut seen.told, loss) != loss;
        is_news.then_some(News(loss))
    }

    /// A line about it; `copy` is where everything was saved that a removed file had.
    pub fn tell(&self, loss: Option<Loss>, copy: Option<&Path>) -> String {
        let path = self.path.display();
        let Some(loss) = loss else {
            return format!("store: {path}: it is there again, and is written to");
        };
        let saved = copy.map(|copy| format!("; what it had is in {}", copy.display()));
        format!(
            "store: {path}: {loss}: expected the file that was opened: nothing is kept until it \
             is back{}",
            saved.unwrap_or_default()
        )
    }

    /// Saves what a removed file has in a new one beside its place.
    pub fn rescue(&self, connection: &Connection) -> Option<PathBuf> {
        let copy = beside(&self.path, &format!("-rescued-{}", std::process::id()));
        let saved = private(&copy).map_err(|error| error.to_string()).and_then(|_| {
            let save = connection.execute("VACUUM INTO ?1", [copy.to_string_lossy()]);
            save.map_err(|error| error.to_string())
        });
        match saved {
            Ok(_) => Some(copy),
            Err(error) => {
                log::error!("{} could not be written: {error}", copy.display());
                None
            }
        }
    }
}

/// A file beside another one.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// A file that only its owner may read and write; it is made if it is not there.
pub(super) fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        options.mode(0o600);
        let file = options.open(path)?;
        let mut rights = file.metadata()?.permissions();
        if rights.mode() & 0o077 != 0 {
            rights.set_mode(0o600);
            file.set_permissions(rights)?;
        }
        Ok(file)
    }
    #[cfg(not(unix))]
    options.open(path)
}

/// What a file is, whatever it is called.
#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = ();

#[cfg(unix)]
fn identity(data: &fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (data.dev(), data.ino())
}

#[cfg(unix)]
fn links(data: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(data)
}

/// The file that is locked: the database itself.
#[cfg(unix)]
fn lock_path(path: &Path) -> PathBuf {
    path.to_owned()
}

/// Elsewhere a lock of the database would keep `SQLite` out, and files that are open cannot be
/// removed.
#[cfg(not(unix))]
fn lock_path(path: &Path) -> PathBuf {
    beside(path, "-lock")
}

#[cfg(not(unix))]
fn identity(_data: &fs::Metadata) -> Identity {}

#[cfg(not(unix))]
fn links(_data: &fs::Metadata) -> u64 {
    1
}
