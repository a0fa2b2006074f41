//! Games in files: what other programs and people wrote down, and what we do.
//!
//! [`read`] turns bytes of a [`Format`] into [`GameRecord`]s, which have been
//! played through and make sense, [`write()`] turns them back. Variations, marks
//! and passes are kept by [`read_trees`] and [`write_trees`]. Formats that say
//! neither rule nor size take them from the caller's defaults. Large files are read
//! and written game by game, by [`Contents::games`] and [`GameWriter`]. A [`GameFile`] has the
//! games of a file that can be read, and says what should be known of the others.
//!
//! Inside a record rows are counted from the bottom, as everywhere in this
//! program; each format does its own counting.

mod check;
mod contents;
mod encoding;
mod endings;
mod error;
mod file;
mod format;
mod game;
mod lines;
mod merge;
mod offset;
mod part;
mod pgn;
mod positions;
mod psq;
mod register;
mod renjunet;
mod renlib;
mod sgf;
mod source;
#[cfg(test)]
mod testing;
mod text;
mod tree;
mod writer;
mod yixin;

use tengen_engine::game::Variant;

pub use contents::{Contents, GameRule, Games};
pub use encoding::TextEncoding;
pub use error::{Place, RecordError, problem};
pub use file::{FirstGame, GameFile, LoadedGames, Reading, Tally, games_in, rows_at_the_bottom};
pub use format::Format;
pub use game::{GameInfo, GameRecord, GameResult, RecordedMove, ReplayError, play};
pub use part::Part;
pub use tree::{GameTree, Node, NodeId};
pub use writer::GameWriter;

/// Reads the main lines of all games in a file.
///
/// # Errors
/// The first place that is wrong, by line or by byte: text that is not of the
/// format, or a move that cannot be played. A forbidden point of renju may be
/// the last move of a game, as it is in life.
pub fn read(
    format: Format,
    bytes: &[u8],
    defaults: &Variant,
) -> Result<Vec<GameRecord>, RecordError> {
    let games = read_trees(format, bytes, defaults)?.into_iter().enumerate();
    let record = |(index, tree): (usize, GameTree)| {
        tree.record().map_err(|error| RecordError { what: Place::Game(index + 1), ..error })
    };
    games.map(record).collect()
}

/// Reads all games in a file with everything that stands in them.
///
/// # Errors
/// As [`read`].
pub fn read_trees(
    format: Format,
    bytes: &[u8],
    defaults: &Variant,
) -> Result<Vec<GameTree>, RecordError> {
    Contents::new(format, bytes, None).games(GameRule::Named(*defaults)).collect()
}

/// Writes games as a file of that format. What it has no words for is left out
/// ([`Format::losses`] says what), unless it would be another game then.
///
/// # Errors
/// When the format cannot hold the games.
pub fn write(format: Format, games: &[GameRecord]) -> Result<Vec<u8>, RecordError> {
    let trees: Vec<GameTree> = games.iter().map(GameTree::from).collect();
    write_trees(format, &trees)
}

/// Writes games with everything that the format has words for.
///
/// # Errors
/// As [`write()`].
pub fn write_trees(format: Format, games: &[GameTree]) -> Result<Vec<u8>, RecordError> {
    let mut writer = GameWriter::new(format);
    let mut bytes = Vec::new();
    for game in games {
        bytes.extend(writer.add(game)?);
    }
    if writer.count() > 1 && !format.holds_many() {
        return Err(writer.too_many(writer.count()));
    }
    bytes.extend(writer.finish());
    Ok(bytes)
}
