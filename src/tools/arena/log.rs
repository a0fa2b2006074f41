//! The log of a match: a line for its settings, then a line for every finished
//! game. What is in it has happened; a match that was interrupted goes on from it.

use std::fs::{OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use tengen_engine::game::problem::escaped;

use tengen_host::cli::locked_file::LockedFile;

use super::played::Played;

/// Longest piece of a line that an error shows, in characters.
const SHOWN: usize = 60;

/// The first line of a log.
#[derive(Serialize, Deserialize)]
pub(super) struct Header {
    /// What the match is about; a match with other settings is another match.
    #[serde(rename = "match")]
    pub settings: Value,
}

/// A log that cannot be used.
#[derive(Debug, Error)]
pub(super) enum LogError {
    /// The system does not let us.
    #[error("{}: {error}: expected a file that can be {action}", path.display())]
    System { path: PathBuf, error: io::Error, action: &'static str },
    /// Another match writes this file.
    #[error("{}: another match writes this file: expected another file", .0.display())]
    Busy(PathBuf),
    /// A line of the file makes no sense.
    #[error("{}: line {line}: {text}: expected {expected}", path.display())]
    Line { path: PathBuf, line: usize, text: String, expected: String },
    /// The file belongs to another match.
    #[error(
        "{}: {name}={there}: expected {name}={here}, or another file for another match",
        path.display()
    )]
    Other { path: PathBuf, name: String, there: String, here: String },
}

/// The open log of a match.
#[derive(Debug)]
pub(super) struct Log {
    file: LockedFile,
    path: PathBuf,
    /// Bytes of whole lines; `None` where the file is no regular one.
    length: Option<u64>,
}

impl Log {
    /// Opens the log of a match with these settings, a new one or one to go on
    /// with, and gives the games that are in it. A last line that was not
    /// finished is dropped, the first one only if it can be that of this match:
    /// what else is in a file is not ours to drop.
    ///
    /// # Errors
    /// When the file cannot be used, is in use, belongs to another match or is no
    /// log; it is as it was then.
    pub fn open(
        path: &Path,
        settings: &Value,
        must_exist: bool,
    ) -> Result<(Log, Vec<Played>), LogError> {
        let system =
            |action| move |error| LogError::System { path: path.to_owned(), error, action };
        let file = OpenOptions::new()
            .read(true)
            // To append alone would not allow some systems to cut a torn line off.
            .write(true)
            .truncate(false)
            .create(!must_exist)
            .open(path)
            .map_err(system("opened"))?;
        let mut file = LockedFile(file);
        let is_regular = file.metadata().map_err(system("read"))?.is_file();
        let mut log;
        let mut games = Vec::new();
        if is_regular {
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => return Err(LogError::Busy(path.to_owned())),
                // Where files cannot be locked at all, the user has to take care.
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).map_err(system("read"))?;
            let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            if whole == 0 && !is_torn_header(&bytes, settings) {
                return Err(no_header(path, &bytes));
            }
            games = read(path, &bytes[..whole], settings)?;
            file.set_len(whole as u64).map_err(system("written"))?;
            file.seek(SeekFrom::End(0)).map_err(system("written"))?;
            log = Log { file, path: path.to_owned(), length: Some(whole as u64) };
        } else {
            log = Log { file, path: path.to_owned(), length: None };
        }
        if log.length.unwrap_or(0) == 0 {
            log.write(&Header { settings: settings.clone() })?;
        }
        Ok((log, games))
    }

    /// Adds a game; it is on the disk afterwards.
    ///
    /// # Errors
    /// When the game cannot be written: the log is then as before.
    pub fn add(&mut self, game: &Played) -> Result<(), LogError> {
        self.write(game)
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), LogError> {
        let written = self.try_write(line);
        if let (Err(_), Some(length)) = (&written, self.length) {
            // A torn line would be dropped anyway; so it is not even there.
            let _ = self.file.set_len(length);
            let _ = self.file.seek(SeekFrom::Start(length));
        }
        let system = |error| LogError::System { path: self.path.clone(), error, action: "written" };
        let bytes = written.map_err(system)?;
        self.length = self.length.map(|length| length + bytes);
        Ok(())
    }

    fn try_write(&mut self, line: &impl Serialize) -> io::Result<u64> {
        let mut bytes = serde_json::to_vec(line)?;
        bytes.push(b'\n');
        self.file.write_all(&bytes)?;
        self.file.flush()?;
        if self.length.is_some() {
            self.file.sync_data()?;
        }
        Ok(bytes.len() as u64)
    }
}

/// Whether a file without a whole line is the log of this match, whose first line was
/// not finished, or not begun.
fn is_torn_header(bytes: &[u8], settings: &Value) -> bool {
    let header = serde_json::to_vec(&Header { settings: settings.clone() });
    header.is_ok_and(|header| header.starts_with(bytes))
}

/// The refusal of a file that does not begin as a log.
pub(super) fn no_header(path: &Path, first: &[u8]) -> LogError {
    let expected = "the settings of a match, as match --out writes them";
    wrong_line(path, 0, &String::from_utf8_lossy(first), expected)
}

/// The refusal of a line, counted from 0.
pub(super) fn wrong_line(path: &Path, index: usize, text: &str, expected: &str) -> LogError {
    let shown: String = escaped(text).chars().take(SHOWN).collect();
    let text = if shown.is_empty() { "(nothing)".to_owned() } else { shown };
    LogError::Line { path: path.to_owned(), line: index + 1, text, expected: escaped(expected) }
}

/// The games in whole lines of a log.
fn read(path: &Path, bytes: &[u8], settings: &Value) -> Result<Vec<Played>, LogError> {
    let wrong = |index, text: &str, expected: &str| wrong_line(path, index, text, expected);
    let mut lines = bytes.split(|&byte| byte == b'\n').enumerate();
    let mut games: Vec<Played> = Vec::new();
    let Some((_, first)) = lines.next().filter(|_| !bytes.is_empty()) else {
        return Ok(games);
    };
    let header: Header = serde_json::from_slice(first).map_err(|_| no_header(path, first))?;
    compare(path, &header.settings, settings)?;
    let mut seen = std::collections::HashSet::new();
    for (index, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let text = String::from_utf8_lossy(line);
        let game: Played = serde_json::from_slice(line)
            .map_err(|error| wrong(index, &text, &format!("a game ({error})")))?;
        if game.game == 0 {
            return Err(wrong(index, "game 0", "games counted from 1"));
        }
        if !seen.insert(game.game) {
            return Err(wrong(index, &format!("game {}", game.game), "every game once"));
        }
        games.push(game);
    }
    Ok(games)
}

/// Refuses settings that differ, by the difference that says most.
pub(super) fn compare(path: &Path, there: &Value, here: &Value) -> Result<(), LogError> {
    let Some((name, there, here)) = difference("", there, here) else { return Ok(()) };
    let [there, here] = [there, here].map(ToString::to_string);
    Err(LogError::Other { path: path.to_owned(), name, there, here })
}

/// The difference of two values that says most, and its name; `name` is that of the values.
fn difference<'a>(
    name: &str,
    there: &'a Value,
    here: &'a Value,
) -> Option<(String, &'a Value, &'a Value)> {
    if there == here {
        return None;
    }
    let (Value::Object(old), Value::Object(new)) = (there, here) else {
        return Some((name.to_owned(), there, here));
    };
    let mut names: Vec<&String> = new.keys().chain(old.keys()).collect();
    // Another game has other openings, and two sums of lists say nothing to a reader.
    names.sort_by_key(|name| match name.as_str() {
        "variant" | "swap2" => 0,
        "openings_hash" => 2,
        _ => 1,
    });
    names.into_iter().find_map(|inner| {
        let path = if name.is_empty() { inner.clone() } else { format!("{name}.{inner}") };
        difference(&path, &there[inner], &here[inner])
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use tengen_games::record::GameResult;
    use tengen_games::table::verdict::Ending;

    fn game(number: u64) -> Played {
        Played {
            game: number,
            pair: number.div_ceil(2),
            black: "a".to_owned(),
            white: "b".to_owned(),
            opening: 0,
            symmetry: 0,
            seed: 1,
            result: GameResult::Draw,
            reason: Ending::Full,
            detail: String::new(),
            start: None,
            moves: vec!["h8".parse().unwrap(), "*i9".parse().unwrap()],
            opening_moves: 1,
            swap2: Vec::new(),
            chosen: Vec::new(),
            fault: None,
        }
    }

    /// A file name of its own in the folder for temporary files.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Place {
            let file = format!("tengen-log-{name}-{}.jsonl", std::process::id());
            let place = Place(std::env::temp_dir().join(file));
            let _ = std::fs::remove_file(&place.0);
            place
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn open(place: &Place, settings: &Value) -> Result<(Log, Vec<Played>), String> {
        Log::open(&place.0, settings, false)
            .map_err(|error| error.to_string().replace(&place.0.display().to_string(), "LOG"))
    }

    #[test]
    fn games_survive_and_a_torn_line_does_not() {
        let place = Place::new("torn");
        let settings = json!({"games": 4});
        let (mut log, games) = open(&place, &settings).unwrap();
        assert!(games.is_empty());
        for number in [2, 1] {
            log.add(&game(number)).unwrap();
        }
        drop(log);
        let whole = std::fs::read(&place.0).unwrap();
        for torn in ["", "{\"game\":3,\"pa", "x"] {
            std::fs::write(&place.0, [whole.as_slice(), torn.as_bytes()].concat()).unwrap();
            let (mut log, games) = open(&place, &settings).unwrap();
            assert_eq!(games, [game(2), game(1)]);
            log.add(&game(3)).unwrap();
            drop(log);
            assert_eq!(open(&place, &settings).unwrap().1.len(), 3);
        }
        // A header that was torn is written anew.
        std::fs::write(&place.0, &whole[..5]).unwrap();
        assert!(open(&place, &settings).unwrap().1.is_empty());
        assert!(std::fs::read(&place.0).unwrap().starts_with(b"{\"match\":"));
    }

    #[test]
    fn other_matches_and_other_files_are_refused() {
        let place = Place::new("other");
        let (mut log, _) = open(&place, &json!({"seed": 1, "margin_ms": 5})).unwrap();
        log.add(&game(1)).unwrap();
        assert!(
            open(&place, &json!({"seed": 1, "margin_ms": 5}))
                .unwrap_err()
                .contains("another match")
        );
        drop(log);
        assert_eq!(
            open(&place, &json!({"seed": 1, "margin_ms": 6})).unwrap_err(),
            "LOG: margin_ms=5: expected margin_ms=6, or another file for another match"
        );
        assert_eq!(
            open(&place, &json!({"seed": 1})).unwrap_err(),
            "LOG: margin_ms=5: expected margin_ms=null, or another file for another match"
        );
        for (there, here, expected) in [
            (
                json!({"openings_hash": "a", "margin_ms": 5, "variant": "renju"}),
                json!({"openings_hash": "b", "margin_ms": 6, "variant": "caro"}),
                "variant=\"renju\": expected variant=\"caro\"",
            ),
            (
                json!({"openings_hash": "a", "engine_1": {"name": "a", "limits": "st=1"}}),
                json!({"openings_hash": "b", "engine_1": {"name": "a", "limits": "st=2"}}),
                "engine_1.limits=\"st=1\": expected engine_1.limits=\"st=2\"",
            ),
        ] {
            std::fs::write(&place.0, json!({ "match": there }).to_string() + "\n").unwrap();
            let error = open(&place, &here).unwrap_err();
            assert_eq!(error, format!("LOG: {expected}, or another file for another match"));
        }
        std::fs::write(&place.0, "hello\n").unwrap();
        assert_eq!(
            open(&place, &json!({})).unwrap_err(),
            "LOG: line 1: hello: expected the settings of a match, as match --out writes them"
        );
        std::fs::write(&place.0, "{\"match\":{}}\n{\"game\":1}\n").unwrap();
        assert!(
            open(&place, &json!({}))
                .unwrap_err()
                .starts_with("LOG: line 2: {\"game\":1}: expected a game (")
        );
        let line = serde_json::to_string(&game(1)).unwrap();
        std::fs::write(&place.0, format!("{{\"match\":{{}}}}\n{line}\n{line}\n")).unwrap();
        assert_eq!(
            open(&place, &json!({})).unwrap_err(),
            "LOG: line 3: game 1: expected every game once"
        );
        let missing = Place::new("missing");
        let error = Log::open(&missing.0, &json!({}), true).unwrap_err().to_string();
        assert!(error.contains(": expected a file that can be opened"), "{error}");
    }

    #[test]
    fn what_is_no_log_stays_as_it_is() {
        let place = Place::new("foreign");
        let settings = json!({"seed": 1});
        for (text, shown) in [
            ("notes without a line end", "notes without a line end"),
            ("{\"match\":{\"seed\":2", "{\"match\":{\"seed\":2"),
            ("{\"match\":{\"seed\":1}}, and more", "{\"match\":{\"seed\":1}}, and more"),
            ("\u{1b}[2J\u{202e}", "\\u{1b}[2J\\u{202e}"),
            ("\n", "(nothing)"),
            ("\nnotes", "(nothing)"),
            ("notes\nand more", "notes"),
        ] {
            for must_exist in [false, true] {
                std::fs::write(&place.0, text).unwrap();
                let error = Log::open(&place.0, &settings, must_exist).unwrap_err().to_string();
                let expected = "the settings of a match, as match --out writes them";
                let line = format!("{}: line 1: {shown}: expected {expected}", place.0.display());
                assert_eq!(error, line);
                assert_eq!(std::fs::read_to_string(&place.0).unwrap(), text);
            }
        }
        // Torn behind every byte, the first line of this match is no reason to refuse it.
        let header = format!("{{\"match\":{settings}}}\n");
        for length in 0..=header.len() {
            std::fs::write(&place.0, &header[..length]).unwrap();
            assert!(Log::open(&place.0, &settings, true).unwrap().1.is_empty());
            assert_eq!(std::fs::read_to_string(&place.0).unwrap(), header);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error() {
        let error = Log::open(Path::new("/dev/full"), &json!({}), false).unwrap_err().to_string();
        assert!(error.starts_with("/dev/full: ") && error.ends_with("can be written"), "{error}");
    }
}
