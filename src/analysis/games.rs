//! Games and openings in files.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use anyhow::anyhow;

use tengen_engine::game::Variant;
use tengen_engine::record::{self, Format, GameInfo, GameRecord, GameTree, Place, RecordError};

use crate::cli::files::{LONGEST_MIB, read_to_end, read_whole};
use crate::cli::lines::{STDIN, STREAM};

/// Everything in a file, or on standard input for `-`.
///
/// # Errors
/// When it cannot be read, or has more than [`LONGEST_MIB`].
pub(crate) fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let (name, read) = match path.to_str() {
        Some(STREAM) => (STDIN.to_owned(), read_to_end(io::stdin().lock())),
        _ => (path.display().to_string(), read_whole(path)),
    };
    read.map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => {
            anyhow!("{name}: {error}: expected at most {LONGEST_MIB} MiB")
        }
        _ => anyhow!(error).context(format!("{name}: expected a file that can be read")),
    })
}

/// The games of a file, and what whoever brought it should know about them.
pub(crate) struct LoadedGames {
    /// At least one.
    pub games: Vec<GameRecord>,
    /// Lines for standard error, for when all goes well.
    pub notes: Vec<String>,
}

/// The games of a file with their variations, and what whoever brought it should know about them.
pub(crate) struct LoadedTrees {
    /// At least one.
    pub trees: Vec<GameTree>,
    /// Lines for standard error, for when all goes well.
    pub notes: Vec<String>,
}

/// The main lines of the games in a file of these bytes. Its format is the given one, or the one
/// that its extension tells, or the one that it looks like. What the file leaves open is
/// as in `game`, or as files of its format usually are.
///
/// # Errors
/// When it is not of that format, or empty.
pub(crate) fn games_in(
    bytes: &[u8],
    path: &Path,
    format: Option<Format>,
    game: Option<Variant>,
) -> anyhow::Result<LoadedGames> {
    let LoadedTrees { trees, notes } = trees_in(bytes, path, format, game)?;
    let record = |(index, tree): (usize, &GameTree)| {
        let of_game = |error| RecordError { what: Place::Game(index + 1), ..error };
        tree.record().map_err(|error| anyhow!("{}: {}", path.display(), of_game(error)))
    };
    let games = trees.iter().enumerate().map(record).collect::<anyhow::Result<_>>()?;
    Ok(LoadedGames { games, notes })
}

/// The same with every variation.
///
/// # Errors
/// As [`games_in`].
pub(crate) fn trees_in(
    bytes: &[u8],
    path: &Path,
    format: Option<Format>,
    game: Option<Variant>,
) -> anyhow::Result<LoadedTrees> {
    let name = path.display();
    let named = format.or_else(|| Format::of_path(path));
    let format = named.unwrap_or_else(|| guess(bytes));
    let variant = game.map_or_else(|| Variant::preset(format.usual_variant()), Ok)?;
    let trees =
        record::read_trees(format, bytes, &variant).map_err(|error| anyhow!("{name}: {error}"))?;
    if trees.is_empty() {
        return Err(anyhow!("{name}: no game in it: expected at least one"));
    }
    let mut notes = unread(&name.to_string(), trees.iter().map(|tree| &tree.info));
    if named.is_none() && format == Format::Moves {
        notes.push(rows_at_the_bottom(&name.to_string(), "--format pos"));
    }
    Ok(LoadedTrees { trees, notes })
}

/// One of the games of a file called `name`: the one of that number, counted from 1, or
/// the only one.
///
/// # Errors
/// When there is no such game, or it is not clear which one is meant.
pub(crate) fn chosen(
    name: &str,
    mut games: Vec<GameRecord>,
    number: Option<u32>,
) -> anyhow::Result<GameRecord> {
    let count = games.len();
    let index = match number {
        Some(number) => number as usize - 1,
        None if count == 1 => 0,
        None => return Err(anyhow!("{name}: {count} games: expected --number N to choose one")),
    };
    if index >= count {
        return Err(anyhow!("{name}: game {}: expected 1 to {count}", index + 1));
    }
    Ok(games.swap_remove(index))
}

/// That lines of moves were read our way; `remedy` would read them the other way.
pub(crate) fn rows_at_the_bottom(name: &str, remedy: &str) -> String {
    format!("{name}: read with row 1 at the bottom; {remedy} reads the files of c-gomoku-cli")
}

/// Most values of a file that are told one by one.
const MOST_TOLD: usize = 20;

/// What was not understood in a file, the same value only once, and how much more of
/// that there is than anyone would read.
pub(crate) fn unread<'a>(name: &str, infos: impl Iterator<Item = &'a GameInfo>) -> Vec<String> {
    let mut seen: Vec<(&RecordError, usize)> = Vec::new();
    let mut places = HashMap::new();
    for error in infos.flat_map(|info| &info.unread) {
        let place = *places.entry(error.text.as_str()).or_insert(seen.len());
        match seen.get_mut(place) {
            Some((_, more)) => *more += 1,
            None => seen.push((error, 0)),
        }
    }
    let note = |&(error, more): &(&RecordError, usize)| match more {
        0 => format!("{name}: {error}; left out"),
        more => format!("{name}: {error}; left out here and in {more} more"),
    };
    let mut notes: Vec<String> = seen.iter().take(MOST_TOLD).map(note).collect();
    if seen.len() > MOST_TOLD {
        notes.push(format!("{name}: {} more values left out", seen.len() - MOST_TOLD));
    }
    notes
}

/// The format of bytes that nobody has named.
fn guess(bytes: &[u8]) -> Format {
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let beginnings: [(&[u8], Format); 3] =
        [(b"Piskvorky", Format::Psq), (b"(;", Format::Sgf), (b"[", Format::Pgn)];
    let known = beginnings.into_iter().find(|(beginning, _)| start.starts_with(beginning));
    known.map_or_else(|| Format::of_list(bytes), |(_, format)| format)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::record::problem;

    #[test]
    fn what_was_left_out_is_told_shortly() {
        let info = |texts: Vec<String>| {
            let unread = texts.iter().map(|text| problem(Place::Line(1), text, "a result"));
            GameInfo { unread: unread.collect(), ..GameInfo::default() }
        };
        let few = [info(vec!["x".to_owned(), "y".to_owned()]), info(vec!["x".to_owned()])];
        assert_eq!(
            unread("a.sgf", few.iter()),
            [
                "a.sgf: line 1: x: expected a result; left out here and in 1 more",
                "a.sgf: line 1: y: expected a result; left out",
            ]
        );
        let many = info((0..50_000).map(|number: u32| number.to_string()).collect());
        let told = unread("a.sgf", [&many].into_iter());
        assert_eq!(told.len(), MOST_TOLD + 1);
        assert_eq!(told[MOST_TOLD], "a.sgf: 49980 more values left out");
    }
}
