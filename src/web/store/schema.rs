//! The file of the store: whether it is ours, which version it has, and which process has it.

use std::io;
use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;

use super::custody::{Custody, private};

/// What a file of ours says it is: `Teng`.
const APPLICATION: i32 = i32::from_be_bytes(*b"Teng");
/// The version of the tables below.
const VERSION: i32 = 1;

/// Why a store is not opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpenError {
    /// What the database says.
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
    /// What the system says.
    #[error(transparent)]
    System(#[from] io::Error),
    /// A database of another program.
    #[error("a database of another program")]
    Foreign,
    /// A store of a later version.
    #[error(
        "a store of version {0}, which a later Tengen has made; this one knows version {VERSION}"
    )]
    Later(i32),
    /// Another server has the store open.
    #[error("another server has it open")]
    Taken,
}

/// An open file.
pub(super) struct Opened {
    /// The database.
    pub connection: Connection,
    /// Keeps other servers out; `None` for a store in memory.
    pub custody: Option<Custody>,
}

/// Opens the file, or makes it.
///
/// # Errors
/// When it cannot be opened, is not ours, or another server has it.
pub(super) fn open(path: Option<&Path>) -> Result<Opened, OpenError> {
    let custody = path.map(claim).transpose()?;
    let mut connection = match path {
        Some(path) => Connection::open(path)?,
        None => Connection::open_in_memory()?,
    };
    connection.busy_timeout(Duration::from_secs(5))?;
    check(&connection)?;
    connection.execute_batch(PRAGMAS)?;
    let change = connection.transaction()?;
    change.execute_batch(TABLES)?;
    change.pragma_update(None, "application_id", APPLICATION)?;
    change.pragma_update(None, "user_version", VERSION)?;
    change.commit()?;
    Ok(Opened { connection, custody })
}

/// Keeps other servers out, and other users: keys of seats are for the server alone.
fn claim(path: &Path) -> Result<Custody, OpenError> {
    private(path)?;
    match Custody::take(path) {
        Ok(Some(custody)) => Ok(custody),
        Ok(None) => Err(OpenError::Taken),
        Err(error) => Err(error.into()),
    }
}

/// Makes sure, before anything is written, that the file is empty or a store of this version.
fn check(connection: &Connection) -> Result<(), OpenError> {
    let is_empty = "SELECT count(*) = 0 FROM sqlite_master";
    let is_empty = connection.query_row(is_empty, [], |row| row.get(0))?;
    match (pragma(connection, "application_id")?, pragma(connection, "user_version")?) {
        (APPLICATION, VERSION) => Ok(()),
        (APPLICATION, version) if version > VERSION => Err(OpenError::Later(version)),
        (0, 0) if is_empty => Ok(()),
        _ => Err(OpenError::Foreign),
    }
}

fn pragma(connection: &Connection, name: &str) -> rusqlite::Result<i32> {
    connection.pragma_query_value(None, name, |row| row.get(0))
}

const PRAGMAS: &str = "
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA journal_size_limit = 4194304;
    PRAGMA foreign_keys = ON;";

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS rooms (
        id TEXT PRIMARY KEY, kept TEXT NOT NULL, changed INTEGER NOT NULL
    );
    CREATE TABLE IF NOT EXISTS games (
        id INTEGER PRIMARY KEY AUTOINCREMENT, room TEXT NOT NULL, number INTEGER NOT NULL,
        ended INTEGER NOT NULL, rule TEXT NOT NULL, width INTEGER NOT NULL,
        height INTEGER NOT NULL, k INTEGER NOT NULL, destroy INTEGER NOT NULL,
        black TEXT NOT NULL, white TEXT NOT NULL, result TEXT NOT NULL, reason TEXT NOT NULL,
        start TEXT, moves TEXT NOT NULL, keys TEXT NOT NULL, UNIQUE (room, number)
    );
    CREATE TABLE IF NOT EXISTS reviews (
        game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE, review TEXT NOT NULL
    );
    CREATE INDEX IF NOT EXISTS games_moves ON games (moves);";

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(std::path::PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let id = std::process::id();
            let path = std::env::temp_dir().join(format!("tengen-schema-{name}-{id}"));
            let _ = std::fs::remove_dir_all(&path);
            std::fs::create_dir_all(&path).unwrap();
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn one_server_has_a_store_and_only_its_user_reads_it() {
        let folder = Folder::new("lock");
        let path = folder.0.join("games.db");
        let first = open(Some(&path)).unwrap();
        assert!(matches!(open(Some(&path)), Err(OpenError::Taken)));
        #[cfg(unix)]
        {
            let [link, twin] = ["link.db", "twin.db"].map(|name| folder.0.join(name));
            std::os::unix::fs::symlink(&path, &link).unwrap();
            std::fs::hard_link(&path, &twin).unwrap();
            let _ = std::fs::remove_file(folder.0.join("games.db-lock"));
            for name in [&path, &link, &twin] {
                assert!(matches!(open(Some(name)), Err(OpenError::Taken)), "{}", name.display());
            }
            std::fs::remove_file(link).unwrap();
            std::fs::remove_file(twin).unwrap();
        }
        first.connection.execute("INSERT INTO rooms VALUES ('a', 'b', 1)", []).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            for file in std::fs::read_dir(&folder.0).unwrap() {
                let file = file.unwrap();
                let mode = file.metadata().unwrap().permissions().mode();
                assert_eq!(mode & 0o777, 0o600, "{}", file.path().display());
            }
        }
        drop(first);
        open(Some(&path)).unwrap();
    }

    #[test]
    fn files_of_others_and_of_later_versions_stay_as_they_are() {
        let folder = Folder::new("foreign");
        for (name, sql) in [
            ("tables", "CREATE TABLE rooms (id TEXT); CREATE TABLE games (room TEXT)"),
            ("other", "CREATE TABLE notes (text TEXT)"),
            ("application", "PRAGMA application_id = 7"),
            ("version", "PRAGMA user_version = 3; CREATE TABLE notes (text TEXT)"),
            // Tables like ours, in a file that does not say that it is a store.
            ("unmarked", TABLES),
        ] {
            let path = folder.0.join(name);
            Connection::open(&path).unwrap().execute_batch(sql).unwrap();
            let before = std::fs::read(&path).unwrap();
            assert!(matches!(open(Some(&path)), Err(OpenError::Foreign)), "{name}");
            assert_eq!(std::fs::read(&path).unwrap(), before, "{name}");
        }
        let path = folder.0.join("later");
        open(Some(&path)).unwrap().connection.execute_batch("PRAGMA user_version = 9").unwrap();
        let error = open(Some(&path)).err().unwrap().to_string();
        assert!(error.contains("version 9") && error.contains("version 1"), "{error}");
    }
}
