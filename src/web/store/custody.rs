//! At most one server has the file of the store at a time, whatever the file is called, and it
//! notices when the file is taken away.
//!
//! On Linux the lock is on the database itself. A name says nothing: links have others, and a file
//! beside can be removed. `SQLite` locks ranges of bytes, which such a lock of the whole file does
//! not touch there, on a disk of the machine itself. Other systems, and Linux on disks of other
//! machines, have one kind of lock for both, and `SQLite` would be kept out: elsewhere the lock is
//! on a file beside it, which keeps out neither other links to the same file nor a server that
//! comes after that file was removed.
//!
//! The database stays open here as long as in `SQLite`, whose locks closing it here would end.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;

use tengen_host::cli::locked_file::LockedFile;

/// How the file is not any more what was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Loss {
    /// The file has no name any more: it ends with the server.
    #[error("the store was removed")]
    Removed,
    /// The name of the file is that of another file, or of none.
    #[error("the store was moved away")]
    Moved,
    /// The file is shorter than it was.
    #[error("the store was cut")]
    Cut,
    /// What was written last, and is not in the file itself yet, is gone.
    #[error("the journal of the store was removed")]
    Journal,
}

/// What is new about the file: a loss, or `None` where the file is there again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct News(pub Option<Loss>);

/// A file that no other server has.
#[derive(Debug)]
pub(super) struct Custody {
    /// Where the file is, without links.
    path: PathBuf,
    /// The database, by whatever name.
    file: File,
    _lock: LockedFile,
    seen: Mutex<Seen>,
}

/// What was seen of the file so far.
#[derive(Debug, Default)]
struct Seen {
    /// Most bytes that the file had.
    size: u64,
    /// The file of the journal, once there was one.
    journal: Option<Identity>,
    /// The loss that was told last.
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
            Ok(()) => {
                let file = private(&path)?;
                Ok(Some(Custody { path, file, _lock: lock, seen: Mutex::default() }))
            }
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// A line about names of the file besides the one that it was opened by: what a server that is
    /// killed leaves in a journal belongs to that name.
    pub fn warning(&self) -> Option<String> {
        let names = self.file.metadata().map_or(1, |data| links(&data));
        let path = self.path.display();
        (names > 1).then(|| {
            format!("store: {path}: {names} names: expected one, and the same at every start")
        })
    }

    /// What has happened to the file.
    pub fn loss(&self) -> Option<Loss> {
        // A file that cannot be looked at says nothing; the database itself complains of it.
        let open = self.file.metadata().ok()?;
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if links(&open) == 0 {
            return Some(Loss::Removed);
        }
        match fs::metadata(&self.path) {
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

    /// What `loss` finds, where that differs from what was told last.
    pub fn news(&self) -> Option<News> {
        let loss = self.loss();
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let is_news = std::mem::replace(&mut seen.told, loss) != loss;
        is_news.then_some(News(loss))
    }

    /// A line about `loss`, or about its end; `saved` says where the lost data is, or why nowhere.
    pub fn tell(&self, loss: Option<Loss>, saved: Option<Result<PathBuf, String>>) -> String {
        let path = self.path.display();
        let Some(loss) = loss else {
            return format!("store: {path}: it is there again, and is written to");
        };
        let end = match loss {
            // No name leads to it any more.
            Loss::Removed => "the server is started again",
            Loss::Journal => "it is back, or the server is started again",
            Loss::Moved | Loss::Cut => "it is back",
        };
        let saved = match saved {
            None => String::new(),
            Some(Ok(copy)) => format!("; what it had is in {}", copy.display()),
            Some(Err(error)) => format!("; what it had could not be saved: {error}"),
        };
        format!(
            "store: {path}: {loss}: expected the file that was opened: nothing is kept until \
             {end}{saved}"
        )
    }

    /// Saves what a lost file had in a new one beside its place.
    ///
    /// # Errors
    /// One line: there is no place for it, or it could not be read or written.
    pub fn rescue(&self, connection: &Connection) -> Result<PathBuf, String> {
        let copy = self.place_for_copy()?;
        let save = || {
            let path = copy.to_str().ok_or("expected a path in UTF-8")?;
            let save = connection.execute("VACUUM INTO ?1", [path]);
            save.map_err(|error| error.to_string())
        };
        match save() {
            Ok(_) => Ok(copy),
            Err(error) => {
                // An empty file would be taken for what was saved.
                let _ = fs::remove_file(&copy);
                Err(format!("{}: {error}", copy.display()))
            }
        }
    }

    /// A file that was not there before: what was saved earlier stays as it is.
    fn place_for_copy(&self) -> Result<PathBuf, String> {
        let first = format!("-rescued-{}", std::process::id());
        let more = (2..=COPIES).map(|number| format!("{first}-{number}"));
        for ending in std::iter::once(first.clone()).chain(more) {
            let copy = beside(&self.path, &ending);
            let mut options = OpenOptions::new();
            match private_with(options.write(true).create_new(true), &copy) {
                Ok(_) => return Ok(copy),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(format!("{}: {error}", copy.display())),
            }
        }
        let copy = beside(&self.path, &first);
        Err(format!("{}: there already, and {} more: expected fewer", copy.display(), COPIES - 1))
    }
}

/// Most files that one process saves copies of lost data in.
const COPIES: u32 = 100;

/// The path `path` with `ending` behind its name: that of a file beside it.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// A file that only its owner may read and write; it is made if it is not there.
pub(super) fn private(path: &Path) -> io::Result<File> {
    private_with(OpenOptions::new().read(true).write(true).create(true).truncate(false), path)
}

/// The file at `path`, opened as `options` say, that only its owner may read and write.
fn private_with(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
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
#[cfg(target_os = "linux")]
fn lock_path(path: &Path) -> PathBuf {
    path.to_owned()
}

/// Elsewhere a lock of the database would keep `SQLite` out.
#[cfg(not(target_os = "linux"))]
fn lock_path(path: &Path) -> PathBuf {
    beside(path, "-lock")
}

#[cfg(not(unix))]
fn identity(_data: &fs::Metadata) -> Identity {}

#[cfg(not(unix))]
fn links(_data: &fs::Metadata) -> u64 {
    1
}
