//! The games of a match as records for other programs.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use tengen_engine::game::{ByColor, Setup, Variant};

use tengen_games::record::{self, Format, GameInfo, GameRecord, RecordError, RecordedMove};
use tengen_games::table::verdict::Ending;

use super::cli::MatchArguments;
use super::played::Played;
use super::settings::Match;

/// A record that cannot be written.
#[derive(Debug, Error)]
pub(super) enum ExportError {
    /// The system does not let us.
    #[error("{}: {error}: expected a place for records that can be written", path.display())]
    System { path: PathBuf, error: io::Error },
    /// The format has no words for the game.
    #[error("{}: {error}", path.display())]
    Record { path: PathBuf, error: Box<RecordError> },
    /// The format has no words for what an opening begins with.
    #[error("{}: opening {number}: {error}", path.display())]
    Opening { path: PathBuf, number: usize, error: Box<RecordError> },
}

/// Where the records go.
#[derive(Debug)]
enum Place {
    /// A file for each game.
    Folder(PathBuf),
    /// One file for all games.
    File(PathBuf),
}

/// The records that were asked for.
#[derive(Debug)]
pub(super) struct Exports {
    variant: Variant,
    places: Vec<(Place, Format)>,
}

impl Exports {
    /// Begins the records with the games that are finished already. What was in
    /// the files is replaced: a record that was torn when the last run was
    /// interrupted is whole again.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn begin(
        arguments: &MatchArguments,
        plan: &Match,
        games: &[Played],
    ) -> Result<Exports, ExportError> {
        let variant = plan.variant;
        let mut places = Vec::new();
        places.extend(arguments.psq.clone().map(|path| (Place::Folder(path), Format::Psq)));
        places.extend(arguments.sgf.clone().map(|path| (Place::File(path), Format::Sgf)));
        places.extend(arguments.pgn.clone().map(|path| (Place::File(path), Format::Pgn)));
        for (Place::Folder(path) | Place::File(path), format) in &places {
            // Some formats have no words for some games; better to know it now.
            let refused =
                |error| ExportError::Record { path: path.clone(), error: Box::new(error) };
            record::write(*format, &[empty(variant)]).map_err(refused)?;
            for (index, opening) in plan.openings.iter().enumerate() {
                record::write(*format, &[opening.record()]).map_err(|error| {
                    ExportError::Opening {
                        path: path.clone(),
                        number: index + 1,
                        error: Box::new(error),
                    }
                })?;
            }
        }
        for (place, _) in &places {
            match place {
                Place::Folder(path) => fs::create_dir_all(path).map_err(system(path))?,
                Place::File(path) => fs::write(path, "").map_err(system(path))?,
            }
        }
        let exports = Exports { variant, places };
        games.iter().try_for_each(|game| exports.add(game))?;
        Ok(exports)
    }

    /// Writes a game to all places that were asked for.
    ///
    /// # Errors
    /// When a record cannot be written.
    pub fn add(&self, game: &Played) -> Result<(), ExportError> {
        if self.places.is_empty() {
            return Ok(());
        }
        let game_record = self.record(game);
        for (place, format) in &self.places {
            let (Place::Folder(path) | Place::File(path)) = place;
            let bytes =
                record::write(*format, std::slice::from_ref(&game_record)).map_err(|error| {
                    ExportError::Record { path: path.clone(), error: Box::new(error) }
                })?;
            match place {
                Place::Folder(path) => {
                    // Numbered first, so that a listing has them in order.
                    let file = path.join(format!(
                        "{:05}_{}_{}.psq",
                        game.game,
                        plain(&game.black),
                        plain(&game.white)
                    ));
                    fs::write(&file, bytes).map_err(system(&file))?;
                }
                Place::File(path) => {
                    let mut file =
                        OpenOptions::new().append(true).open(path).map_err(system(path))?;
                    file.write_all(&bytes).map_err(system(path))?;
                }
            }
        }
        Ok(())
    }

    /// The game in the form that all formats understand.
    fn record(&self, game: &Played) -> GameRecord {
        let start = game.start.as_deref().and_then(|text| Setup::parse(text, &self.variant).ok());
        let mut moves: Vec<RecordedMove> =
            game.moves.iter().copied().map(RecordedMove::from).collect();
        for (recorded, chosen) in moves.iter_mut().skip(game.opening_moves).zip(&game.chosen) {
            recorded.time_ms = Some(chosen.time_ms);
        }
        GameRecord {
            start: start.unwrap_or_else(|| Setup::new(&self.variant)),
            info: GameInfo {
                players: ByColor::new(Some(game.black.clone()), Some(game.white.clone())),
                result: Some(game.result),
                termination: Some(termination(game.reason).to_owned()),
                name: Some(game.game.to_string()),
                round: Some(game.pair.to_string()),
                opening: game.opening_moves,
                ..GameInfo::default()
            },
            moves,
            ..empty(self.variant)
        }
    }
}

/// A game of which nothing is known.
fn empty(variant: Variant) -> GameRecord {
    GameRecord {
        start: Setup::new(&variant),
        info: GameInfo::default(),
        comment: None,
        moves: Vec::new(),
    }
}

/// How a game ended, in the words that formats with codes know.
const fn termination(reason: Ending) -> &'static str {
    match reason {
        Ending::Time => "timeout",
        Ending::Illegal | Ending::Crash | Ending::Stall | Ending::Protocol => "error",
        _ => reason.name(),
    }
}

/// A name that can be part of the name of a file.
fn plain(name: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-.".contains(letter);
    name.chars().map(|letter| if is_plain(letter) { letter } else { '-' }).collect()
}

fn system(path: &Path) -> impl Fn(io::Error) -> ExportError {
    let path = path.to_owned();
    move |error| ExportError::System { path: path.clone(), error }
}
