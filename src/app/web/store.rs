//! What outlives the server: tables, and games that were finished.
//!
//! `SQLite` keeps both in one file. Everything is written before anybody is told of it,
//! in a journal that survives the death of the program at any moment.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;

/// The file.
#[derive(Debug)]
pub(super) struct Store(Mutex<Connection>);

/// A game that was finished.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Finished {
    /// Number in the store; 0 before it is there.
    pub id: i64,
    /// The table.
    #[serde(skip)]
    pub table: String,
    /// Number of the game at the table, from 1.
    pub number: u32,
    /// When it ended, in seconds since 1970.
    pub ended: i64,
    /// The game: rule, columns, rows, length of a line, conversions.
    pub rule: String,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Stones in a winning line.
    pub k: u8,
    /// Conversions of each player.
    pub destroy: u8,
    /// Name of Black.
    pub black: String,
    /// Name of White.
    pub white: String,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Why.
    pub reason: String,
    /// Position text of the start, where that is not the empty board.
    pub start: Option<String>,
    /// The moves, separated by blanks.
    pub moves: String,
    /// Keys of those who may delete it, separated by blanks.
    #[serde(skip)]
    pub keys: String,
}

/// Columns of a game, in the order of [`Finished`].
const COLUMNS: &str = "id, room, number, ended, rule, width, height, k, destroy, black, white, \
                       result, reason, start, moves, keys";

const TABLES: &str = "
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS rooms (
        id TEXT PRIMARY KEY, kept TEXT NOT NULL, changed INTEGER NOT NULL
    );
    CREATE TABLE IF NOT EXISTS games (
        id INTEGER PRIMARY KEY AUTOINCREMENT, room TEXT NOT NULL, number INTEGER NOT NULL,
        ended INTEGER NOT NULL, rule TEXT NOT NULL, width INTEGER NOT NULL,
        height INTEGER NOT NULL, k INTEGER NOT NULL, destroy INTEGER NOT NULL,
        black TEXT NOT NULL, white TEXT NOT NULL, result TEXT NOT NULL, reason TEXT NOT NULL,
        start TEXT, moves TEXT NOT NULL, keys TEXT NOT NULL, UNIQUE (room, number)
    );";

impl Store {
    /// Opens the file, or makes it; without a path everything is forgotten at the end.
    ///
    /// # Errors
    /// When it cannot be opened, or is another kind of file.
    pub fn open(path: Option<&Path>) -> rusqlite::Result<Store> {
        let connection = match path {
            Some(path) => Connection::open(path)?,
            None => Connection::open_in_memory()?,
        };
        connection.busy_timeout(std::time::Duration::from_secs(5))?;
        connection.execute_batch(TABLES)?;
        Ok(Store(Mutex::new(connection)))
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        // What was not finished is undone.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a table.
    ///
    /// # Errors
    /// When the file does not take it.
    pub fn keep(&self, id: &str, kept: &str) -> rusqlite::Result<()> {
        let sql = "INSERT OR REPLACE INTO rooms (id, kept, changed) VALUES (?1, ?2, ?3)";
        self.lock().prepare_cached(sql)?.execute(params![id, kept, now()]).map(|_| ())
    }

    /// A table that was kept.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn kept(&self, id: &str) -> rusqlite::Result<Option<String>> {
        let sql = "SELECT kept FROM rooms WHERE id = ?1";
        self.lock().prepare_cached(sql)?.query_row([id], |row| row.get(0)).optional()
    }

    /// The number of tables that were kept.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn tables(&self) -> rusqlite::Result<u64> {
        let count = self.lock().query_row("SELECT count(*) FROM rooms", [], |row| row.get(0));
        count.map(|count: i64| count.unsigned_abs())
    }

    /// Keeps a finished game; the same game of the same table once more replaces it.
    ///
    /// # Errors
    /// When the file does not take it.
    pub fn finish(&self, game: &Finished) -> rusqlite::Result<()> {
        let sql = format!(
            "INSERT OR REPLACE INTO games ({COLUMNS}) \
             VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)"
        );
        let Finished { table, number, ended, rule, width, height, k, destroy, .. } = game;
        let Finished { black, white, result, reason, start, moves, keys, .. } = game;
        let values = params![
            table,
            number,
            ended,
            rule,
            *width as i64,
            *height as i64,
            k,
            destroy,
            black,
            white,
            result,
            reason,
            start,
            moves,
            keys
        ];
        self.lock().prepare_cached(&sql)?.execute(values).map(|_| ())
    }

    /// Takes back that a game is finished: a move was taken back.
    ///
    /// # Errors
    /// When the file does not take it.
    pub fn resume(&self, table: &str, number: u32) -> rusqlite::Result<()> {
        let sql = "DELETE FROM games WHERE room = ?1 AND number = ?2";
        self.lock().prepare_cached(sql)?.execute(params![table, number]).map(|_| ())
    }

    /// The last finished games, the latest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn games(&self, most: u32) -> rusqlite::Result<Vec<Finished>> {
        let sql = format!("SELECT {COLUMNS} FROM games ORDER BY id DESC LIMIT ?1");
        let connection = self.lock();
        let mut statement = connection.prepare_cached(&sql)?;
        let rows = statement.query_map([most], |row| {
            Ok(Finished {
                id: row.get(0)?,
                table: row.get(1)?,
                number: row.get(2)?,
                ended: row.get(3)?,
                rule: row.get(4)?,
                width: row.get::<_, i64>(5)? as usize,
                height: row.get::<_, i64>(6)? as usize,
                k: row.get(7)?,
                destroy: row.get(8)?,
                black: row.get(9)?,
                white: row.get(10)?,
                result: row.get(11)?,
                reason: row.get(12)?,
                start: row.get(13)?,
                moves: row.get(14)?,
                keys: row.get(15)?,
            })
        })?;
        rows.collect()
    }

    /// Deletes a finished game, if one of its keys is this one; says whether it did.
    ///
    /// # Errors
    /// When the file does not take it.
    pub fn delete(&self, id: i64, key: &str) -> rusqlite::Result<bool> {
        let sql =
            "DELETE FROM games WHERE id = ?1 AND instr(' ' || keys || ' ', ' ' || ?2 || ' ') > 0";
        Ok(self.lock().prepare_cached(sql)?.execute(params![id, key])? > 0)
    }
}

/// Seconds since 1970.
pub(super) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u32) -> Finished {
        Finished {
            id: 0,
            table: "t".to_owned(),
            number,
            ended: now(),
            rule: "freestyle".to_owned(),
            width: 3,
            height: 3,
            k: 3,
            destroy: 0,
            black: "Ann'; DROP TABLE games; --".to_owned(),
            white: "白".to_owned(),
            result: "1-0".to_owned(),
            reason: "line".to_owned(),
            start: None,
            moves: "b2 a1".to_owned(),
            keys: "one two".to_owned(),
        }
    }

    #[test]
    fn what_is_kept_comes_back() {
        let folder = std::env::temp_dir().join(format!("tengen-store-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("games.db");
        let store = Store::open(Some(&path)).unwrap();
        store.keep("a", "{}").unwrap();
        store.keep("a", "{1}").unwrap();
        store.finish(&game(1)).unwrap();
        store.finish(&game(2)).unwrap();
        store.finish(&game(2)).unwrap();
        // As a program that is killed would leave it.
        let other = Store::open(Some(&path)).unwrap();
        assert_eq!(other.kept("a").unwrap().as_deref(), Some("{1}"));
        assert_eq!((other.kept("b").unwrap(), other.tables().unwrap()), (None, 1));
        let games = other.games(10).unwrap();
        assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(games[0].black, game(2).black);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn only_who_played_deletes() {
        let store = Store::open(None).unwrap();
        store.finish(&game(1)).unwrap();
        let id = store.games(1).unwrap()[0].id;
        for stranger in ["three", "", "on", "one two x", "%"] {
            assert!(!store.delete(id, stranger).unwrap(), "{stranger}");
        }
        assert!(store.delete(id, "two").unwrap());
        store.finish(&game(2)).unwrap();
        store.resume("t", 2).unwrap();
        assert!(store.games(9).unwrap().is_empty());
    }

    #[test]
    fn another_kind_of_file_is_refused() {
        let path = std::env::temp_dir().join(format!("tengen-nostore-{}", std::process::id()));
        std::fs::write(&path, "this is a letter to a friend, and no database at all").unwrap();
        assert!(Store::open(Some(&path)).is_err());
        std::fs::remove_file(&path).unwrap();
    }
}
