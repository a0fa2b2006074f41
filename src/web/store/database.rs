//! What outlives the server: tables, and games that were finished.
//!
//! `SQLite` keeps both in one file. Everything is written before clients are told of it,
//! in a journal that survives the death of the program at any moment.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, Row, params};

use tengen_engine::game::{Color, Position, Variant};
use tengen_page::brought::is_same;
use tengen_page::finished::Finished;
use tengen_page::review::Review;

use super::custody::{Custody, Loss, News};
use super::identity::hashed;
use super::schema::{self, OpenError};

/// Tables and finished games, in a file or in memory.
#[derive(Debug)]
pub(crate) struct Store {
    // The connection is closed before the lock goes.
    connection: Mutex<Connection>,
    /// Held as long as the file is ours alone; nothing for a store in memory.
    custody: Option<Custody>,
}

/// Columns of a game, in the order of [`Finished`].
const COLUMNS: &str = "id, room, number, ended, rule, width, height, k, destroy, black, white, \
                       result, reason, start, moves, keys";
/// Begins a query for games, each with its review if it has one.
const SELECT: &str =
    "SELECT games.*, reviews.review FROM games LEFT JOIN reviews ON reviews.game = games.id";

/// The last reviewed game with these moves, this start, and the rest of the game as of
/// [`Finished`].
const REVIEWED: &str = "FROM games JOIN reviews ON reviews.game = games.id \
                        WHERE moves = ?1 AND start IS ?2 AND (start IS NOT NULL OR (rule = ?3 AND \
                        width = ?4 AND height = ?5 AND k = ?6 AND destroy = ?7)) \
                        ORDER BY games.id DESC LIMIT 1";

impl Store {
    /// Opens the file, or makes it; without a path everything is forgotten at the end.
    ///
    /// # Errors
    /// When it cannot be opened, is another kind of file, or belongs to a server that runs.
    pub fn open(path: Option<&Path>) -> Result<Store, OpenError> {
        let opened = schema::open(path)?;
        Ok(Store { connection: Mutex::new(opened.connection), custody: opened.custody })
    }

    /// What should be known of the file from the beginning.
    pub fn warning(&self) -> Option<String> {
        self.custody.as_ref().and_then(Custody::warning)
    }

    /// Looks whether the file is still what it was; says so if that is news.
    pub fn look_after(&self) -> Option<String> {
        let custody = self.custody.as_ref()?;
        let News(news) = custody.news()?;
        // A file that lies elsewhere has everything still, and of one that was cut too much is gone.
        let is_lost = matches!(news, Some(Loss::Removed | Loss::Journal));
        let saved = is_lost.then(|| custody.rescue(&self.lock()));
        Some(custody.tell(news, saved))
    }

    /// The database to write to, as long as it is the file that was opened: what went elsewhere
    /// would be lost.
    fn write(&self) -> rusqlite::Result<MutexGuard<'_, Connection>> {
        match self.custody.as_ref().and_then(Custody::loss) {
            None => Ok(self.lock()),
            Some(loss) => Err(rusqlite::Error::SqliteFailure(
                rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_READONLY_DBMOVED),
                Some(loss.to_string()),
            )),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        // What was not finished is undone.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a table.
    ///
    /// # Errors
    /// When the file does not take it.
    pub fn keep(&self, id: &str, kept: &str) -> rusqlite::Result<()> {
        let sql = "INSERT OR REPLACE INTO rooms (id, kept, changed) VALUES (?1, ?2, ?3)";
        self.write()?.prepare_cached(sql)?.execute(params![id, kept, now()]).map(|_| ())
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

    /// Deletes a table.
    ///
    /// # Errors
    /// When the file does not take it.
    pub fn discard(&self, id: &str) -> rusqlite::Result<()> {
        self.write()?.prepare_cached("DELETE FROM rooms WHERE id = ?1")?.execute([id]).map(|_| ())
    }

    /// Deletes the tables that were kept last before that second since 1970, except
    /// those that `is_open`; says how many.
    ///
    /// # Errors
    /// When the file does not take it.
    pub fn sweep(&self, before: i64, is_open: impl Fn(&str) -> bool) -> rusqlite::Result<usize> {
        let connection = self.write()?;
        let mut old = connection.prepare_cached("SELECT id FROM rooms WHERE changed < ?1")?;
        let old: Vec<String> =
            old.query_map([before], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        let mut delete = connection.prepare_cached("DELETE FROM rooms WHERE id = ?1")?;
        let gone = old.iter().filter(|id| !is_open(id));
        gone.map(|id| delete.execute([id])).sum()
    }

    /// Keeps a finished game; the same game of the same table once more replaces it. One
    /// that was played and reviewed elsewhere has that review.
    ///
    /// # Errors
    /// When the file does not take it.
    pub fn finish(&self, game: &Finished) -> rusqlite::Result<()> {
        insert(&*self.write()?, game)
    }

    /// Those of `games`, which come from elsewhere, that are not here, each once and without a
    /// review, as games that `key` may delete.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn unknown(&self, games: Vec<Finished>, key: &str) -> rusqlite::Result<Vec<Finished>> {
        let sql = format!("{SELECT} WHERE moves = ?1 AND ended = ?2 AND black = ?3 AND white = ?4");
        let connection = self.lock();
        let mut statement = connection.prepare_cached(&sql)?;
        let mut unknown = Vec::new();
        for game in games {
            let Finished { moves, ended, black, white, .. } = &game;
            let alike = statement.query_map(params![moves, ended, black, white], finished)?;
            // A row that cannot be read is no game that one knows.
            let mut alike = alike.flatten().chain(unknown.iter().cloned());
            if !alike.any(|other| is_same(&other, &game)) {
                unknown.push(brought(game, key));
            }
        }
        Ok(unknown)
    }

    /// Keeps games that come from elsewhere: all of them or none.
    ///
    /// # Errors
    /// When the file does not take them.
    pub fn bring(&self, games: &[Finished]) -> rusqlite::Result<()> {
        let mut connection = self.write()?;
        let change = connection.transaction()?;
        for game in games {
            insert(&change, game)?;
        }
        change.commit()
    }

    /// Whether what is kept outlives the server.
    pub const fn is_lasting(&self) -> bool {
        self.custody.is_some()
    }

    /// Takes back that a game is finished: a move was taken back.
    ///
    /// # Errors
    /// When the file does not take it.
    pub fn resume(&self, table: &str, number: u32) -> rusqlite::Result<()> {
        let sql = "DELETE FROM games WHERE room = ?1 AND number = ?2";
        self.write()?.prepare_cached(sql)?.execute(params![table, number]).map(|_| ())
    }

    /// Finished games before the number `before`, or the last ones, the latest first, with their
    /// reviews in short: at most `most`, with texts of about `bytes` bytes at most, and whether
    /// there are older ones. A game that cannot be read is left out, with a line in the log.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn games(
        &self,
        before: Option<i64>,
        most: usize,
        bytes: usize,
    ) -> rusqlite::Result<(Vec<Finished>, bool)> {
        let sql = format!("{SELECT} WHERE games.id < ?1 ORDER BY games.id DESC LIMIT ?2");
        let connection = self.lock();
        let mut statement = connection.prepare_cached(&sql)?;
        let one_more = i64::try_from(most).unwrap_or(i64::MAX).saturating_add(1);
        let mut rows = statement.query(params![before.unwrap_or(i64::MAX), one_more])?;
        let (mut games, mut seen, mut used) = (Vec::new(), 0, 0);
        while let Some(row) = rows.next()? {
            seen += 1;
            match finished(row) {
                Ok(game) => {
                    used += game.bytes();
                    if seen > most || (used > bytes && !games.is_empty()) {
                        return Ok((games, true));
                    }
                    games.push(Finished { review: game.review.map(Review::shortened), ..game });
                }
                Err(error) => {
                    let id: i64 = row.get(0)?;
                    log::warn!("game {id} of the store is left out: {error}");
                }
            }
        }
        Ok((games, false))
    }

    /// A finished game by its number in the store.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn game(&self, id: i64) -> rusqlite::Result<Option<Finished>> {
        let sql = format!("{SELECT} WHERE games.id = ?1");
        self.lock().prepare_cached(&sql)?.query_row([id], finished).optional()
    }

    /// The number in the store of a finished game of a table.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn number(&self, table: &str, number: u32) -> rusqlite::Result<Option<i64>> {
        let sql = "SELECT id FROM games WHERE room = ?1 AND number = ?2";
        let connection = self.lock();
        let mut statement = connection.prepare_cached(sql)?;
        statement.query_row(params![table, number], |row| row.get(0)).optional()
    }

    /// Keeps the review of a finished game, as long as there is that game.
    ///
    /// # Errors
    /// When the file does not take it, or the game is gone.
    pub fn keep_review(&self, id: i64, review: &Review) -> rusqlite::Result<()> {
        let text = serde_json::to_string(review).map_err(unwritable)?;
        let sql = "INSERT OR REPLACE INTO reviews (game, review) VALUES (?1, ?2)";
        self.write()?.prepare_cached(sql)?.execute(params![id, text]).map(|_| ())
    }

    /// The review of any finished game with this start and these moves, if one was made.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn review_of(&self, start: &Position, moves: &str) -> rusqlite::Result<Option<Review>> {
        let sql = format!("SELECT reviews.review {REVIEWED}");
        let Variant { rule, size, k, destroy } = *start.variant();
        let is_plain = start.stone_count() == 0 && start.side() == Color::Black;
        let text = (!is_plain).then(|| start.fen());
        let (width, height) = (size.width() as i64, size.height() as i64);
        let values = params![moves, text, rule.name(), width, height, k, destroy];
        let connection = self.lock();
        let mut statement = connection.prepare_cached(&sql)?;
        let review: Option<String> = statement.query_row(values, |row| row.get(0)).optional()?;
        Ok(review.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// Deletes a finished game, if one of its keys is this one; says whether it did.
    ///
    /// # Errors
    /// When the file does not take it.
    pub fn delete(&self, id: i64, key: &str) -> rusqlite::Result<bool> {
        let sql =
            "DELETE FROM games WHERE id = ?1 AND instr(' ' || keys || ' ', ' ' || ?2 || ' ') > 0";
        Ok(self.write()?.prepare_cached(sql)?.execute(params![id, key])? > 0)
    }
}

/// A game from elsewhere as it is kept: it belongs to a table that nobody can open. What its moves
/// are worth is found out here.
fn brought(game: Finished, key: &str) -> Finished {
    let Finished { ended, black, white, rule, start, moves, .. } = &game;
    let what = format!("{ended} {black:?} {white:?} {rule} {start:?} {moves}");
    let table = format!("brought {}", hashed(&what));
    Finished { table, keys: key.to_owned(), review: None, ..game }
}

/// See [`Store::finish`].
fn insert(connection: &Connection, game: &Finished) -> rusqlite::Result<()> {
    let sql = format!(
        "INSERT OR REPLACE INTO games ({COLUMNS}) \
         VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)"
    );
    let Finished { table, number, ended, rule, width, height, k, destroy, .. } = game;
    let Finished { black, white, result, reason, start, moves, keys, .. } = game;
    let (width, height) = (*width as i64, *height as i64);
    let values = params![
        table, number, ended, rule, width, height, k, destroy, black, white, result, reason, start,
        moves, keys
    ];
    connection.prepare_cached(&sql)?.execute(values)?;
    let sql = format!(
        "INSERT INTO reviews (game, review) SELECT last_insert_rowid(), reviews.review {REVIEWED}"
    );
    let values = params![moves, start, rule, width, height, k, destroy];
    connection.prepare_cached(&sql)?.execute(values).map(|_| ())
}

/// A row of [`SELECT`].
fn finished(row: &Row) -> rusqlite::Result<Finished> {
    let review: Option<String> = row.get(16)?;
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
        // A review that cannot be read any more is made anew when it is asked for.
        review: review.and_then(|text| serde_json::from_str(&text).ok()),
    })
}

fn unwritable(error: serde_json::Error) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(Box::new(error))
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

#[cfg(test)]
mod tests;
