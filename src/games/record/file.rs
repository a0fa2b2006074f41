//! The games of a file: which of them can be read, and what should be said about the others.

use std::collections::HashSet;
use std::path::Path;

use anyhow::anyhow;

use tengen_engine::game::Variant;
use tengen_engine::game::problem::shown;

use super::{
    Contents, Format, GameInfo, GameRecord, GameRule, GameTree, Place, RecordError, TextEncoding,
};

/// How games are read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// Whether a file with a game that cannot be read is refused; else that game is left out.
    pub strict: bool,
    /// Encoding of files that do not begin with it, whatever they declare.
    pub encoding: Option<TextEncoding>,
    /// Game and rule, whatever the files name; the board keeps their size.
    pub game: Option<Variant>,
}

impl Reading {
    /// Which game the games of a file of that format are; `open` is the game where the file names
    /// none.
    ///
    /// # Errors
    /// When the usual game of the format is none; every format has one that is.
    pub fn rule(&self, format: Format, open: Option<Variant>) -> anyhow::Result<GameRule> {
        if let Some(game) = self.game {
            return Ok(GameRule::Given(game));
        }
        let usual = || Variant::preset(format.usual_variant());
        Ok(GameRule::Named(open.map_or_else(usual, Ok)?))
    }
}

/// The contents of a file of games, and how it is read.
pub struct GameFile<'a> {
    /// What the file is called in messages.
    name: String,
    contents: Contents<'a>,
    rule: GameRule,
    reading: Reading,
    /// Whether the file was taken for lines of moves by a guess; such lines may count rows from
    /// either side.
    are_rows_guessed: bool,
}

impl<'a> GameFile<'a> {
    /// A file of `bytes`. Its format is `format`, or the one that its extension tells, or the one
    /// that the bytes look like. What the file leaves open is as in `open`, or as files of its
    /// format usually are.
    ///
    /// # Errors
    /// As [`Reading::rule`].
    pub fn new(
        bytes: &'a [u8],
        path: &Path,
        format: Option<Format>,
        open: Option<Variant>,
        reading: &Reading,
    ) -> anyhow::Result<GameFile<'a>> {
        let named = format.or_else(|| Format::of_path(path));
        let format = named.unwrap_or_else(|| Format::of_bytes(bytes));
        Ok(GameFile {
            name: path.display().to_string(),
            contents: Contents::new(format, bytes, reading.encoding),
            rule: reading.rule(format, open)?,
            reading: reading.clone(),
            are_rows_guessed: named.is_none() && format == Format::Moves,
        })
    }

    /// As [`GameFile::new`], for a text that was decoded already.
    ///
    /// # Errors
    /// As [`Reading::rule`].
    pub fn of_text(
        text: &'a str,
        name: &str,
        format: Option<Format>,
        open: Option<Variant>,
    ) -> anyhow::Result<GameFile<'a>> {
        let seen = Format::of_bytes(text.as_bytes());
        let are_rows_guessed = format.is_none() && seen == Format::Moves;
        let format = format.unwrap_or(seen);
        let file = GameFile::new(b"", name.as_ref(), Some(format), open, &Reading::default())?;
        Ok(GameFile { contents: Contents::of_text(format, text), are_rows_guessed, ..file })
    }

    /// Every game with its number from 1, or why not.
    pub fn games(&self) -> impl Iterator<Item = (usize, Result<GameTree, RecordError>)> + '_ {
        (1..).zip(self.contents.games(self.rule))
    }

    /// The main line of every game with its number from 1, or why it cannot be read.
    pub fn lines(&self) -> impl Iterator<Item = (usize, Result<GameRecord, RecordError>)> + '_ {
        self.games().map(|(number, game)| {
            let of_game = |error| RecordError { what: Place::Game(number), ..error };
            (number, game.and_then(|tree| tree.record().map_err(of_game)))
        })
    }

    /// Hands over every main line with its number; gives the number of all games, those that cannot
    /// be read included, and what should be said about them.
    ///
    /// # Errors
    /// When there is no game that can be read, or one cannot be read and none may be left out.
    pub fn survey(
        &self,
        mut take: impl FnMut(usize, GameRecord),
    ) -> anyhow::Result<(usize, Vec<String>)> {
        let mut tally = Tally::new(self);
        for (number, game) in self.lines() {
            tally.add(number, game.as_ref().map(|game| &game.info));
            if let Ok(game) = game {
                take(number, game);
            }
        }
        let count = tally.count();
        Ok((count, tally.finish(self)?))
    }

    /// The first game with its variations.
    ///
    /// # Errors
    /// As [`GameFile::survey`].
    pub fn first(&self) -> anyhow::Result<FirstGame> {
        let (mut tally, mut first) = (Tally::new(self), None);
        for (number, game) in self.games() {
            tally.add(number, game.as_ref().map(|game| &game.info));
            first = first.or(game.ok().map(|tree| (number, tree)));
        }
        let (count, notes) = (tally.count(), tally.finish(self)?);
        let (number, tree) = first.ok_or_else(|| anyhow!("{}: {NO_GAME}", self.name))?;
        let are_rows_guessed = self.are_rows_guessed;
        Ok(FirstGame { tree, number, count, notes, are_rows_guessed })
    }

    /// The game number `number`, counted from 1, or the only one; and what should be said about the
    /// file, which is called `name`.
    ///
    /// # Errors
    /// When there is no such game, it cannot be read, or it is not clear which one is meant; and
    /// as [`GameFile::survey`].
    pub fn chosen(
        &self,
        name: &str,
        number: Option<u32>,
    ) -> anyhow::Result<(GameRecord, Vec<String>)> {
        let wanted = number.map_or(1, |number| number as usize);
        let (mut tally, mut chosen) = (Tally::new(self), None);
        for (number, game) in self.lines() {
            tally.add(number, game.as_ref().map(|game| &game.info));
            if number == wanted {
                chosen = Some(game);
            }
        }
        let (count, notes) = (tally.count(), tally.finish(self)?);
        if number.is_none() && count != 1 {
            return Err(anyhow!("{name}: {count} games: expected --number N to choose one"));
        }
        match chosen {
            Some(Ok(game)) => Ok((game, notes)),
            Some(Err(error)) => Err(anyhow!("{name}: {}", bad_game(wanted, &error))),
            None => Err(anyhow!("{name}: game {wanted}: expected 1 to {count}")),
        }
    }
}

/// The first game of a file.
pub struct FirstGame {
    /// The game with its variations.
    pub tree: GameTree,
    /// The number of the game in the file: all games before it cannot be read.
    pub number: usize,
    /// How many games the file has.
    pub count: usize,
    /// What should be said about the file.
    pub notes: Vec<String>,
    /// Whether the rows were counted from below by a guess, which a note says as well.
    pub are_rows_guessed: bool,
}

const NO_GAME: &str = "no game in it: expected at least one";

/// The games of a file, and what should be known about them.
pub struct LoadedGames {
    /// The games that can be read, at least one, with their numbers in the file from 1.
    pub games: Vec<(usize, GameRecord)>,
    /// How many games the file has, those that cannot be read as well.
    pub count: usize,
    /// Lines for standard error, for when all goes well.
    pub notes: Vec<String>,
}

/// The main lines of the games in a file of `bytes`, read as [`GameFile::new`] reads it.
///
/// # Errors
/// When no game can be read.
pub fn games_in(
    bytes: &[u8],
    path: &Path,
    format: Option<Format>,
    open: Option<Variant>,
    reading: &Reading,
) -> anyhow::Result<LoadedGames> {
    let file = GameFile::new(bytes, path, format, open, reading)?;
    let mut games = Vec::new();
    let (count, notes) = file.survey(|number, game| games.push((number, game)))?;
    Ok(LoadedGames { games, count, notes })
}

/// A note that lines of moves were read with row 1 at the bottom; `remedy` reads them the other
/// way.
pub fn rows_at_the_bottom(name: &str, remedy: &str) -> String {
    format!("{name}: read with row 1 at the bottom; {remedy} reads the files of c-gomoku-cli")
}

/// Most things of one kind that are told one by one for a file.
const MOST_TOLD: usize = 20;

/// What should be said about a file of games, gathered while they are read.
#[derive(Default)]
pub struct Tally {
    name: String,
    is_strict: bool,
    /// Whether the encoding was given, so that none was guessed.
    is_encoding_given: bool,
    count: usize,
    /// Games that cannot be read, and those that were read and cannot be written.
    unreadable: usize,
    refused: usize,
    /// The first games that are left out: their numbers, and why.
    left_out: Vec<(usize, RecordError)>,
    /// Values without a meaning: the first of each, and how many more of the same came.
    unread: Vec<(RecordError, usize)>,
    seen: HashSet<String>,
    /// Properties without a meaning, and where they first stood.
    foreign: Vec<(String, Place)>,
    encoding: Option<TextEncoding>,
}

impl Tally {
    /// A tally of a file, none of whose games has been read yet.
    pub fn new(file: &GameFile) -> Tally {
        Tally {
            name: file.name.clone(),
            is_strict: file.reading.strict,
            is_encoding_given: file.reading.encoding.is_some(),
            encoding: file.contents.guessed(),
            ..Tally::default()
        }
    }

    /// How many games were added.
    pub fn count(&self) -> usize {
        self.count
    }

    /// How many games are left out.
    pub fn left_out_count(&self) -> usize {
        self.unreadable + self.refused
    }

    /// Whether all games that were added, and all bytes of the file, were understood and taken.
    pub fn is_complete(&self, file: &GameFile) -> bool {
        let is_understood = self.unread.is_empty() && self.foreign.is_empty();
        self.left_out_count() == 0 && is_understood && file.contents.faults().0.is_empty()
    }

    /// Notes what is known about the game number `number`, or why it cannot be read.
    pub fn add(&mut self, number: usize, game: Result<&GameInfo, &RecordError>) {
        self.count += 1;
        match game {
            Ok(info) => self.read(info),
            Err(error) => {
                self.unreadable += 1;
                self.leave_out(number, error);
            }
        }
    }

    /// Notes that the game number `number` was read and cannot be written.
    pub fn refuse(&mut self, number: usize, error: &RecordError) {
        self.refused += 1;
        self.leave_out(number, &RecordError { what: Place::Game(number), ..error.clone() });
    }

    fn leave_out(&mut self, number: usize, error: &RecordError) {
        if self.left_out.len() < MOST_TOLD {
            self.left_out.push((number, error.clone()));
        }
    }

    fn read(&mut self, info: &GameInfo) {
        self.encoding = self.encoding.or(info.encoding);
        for error in &info.unread {
            if self.seen.insert(error.text.clone()) {
                if self.unread.len() < MOST_TOLD {
                    self.unread.push((error.clone(), 0));
                }
            } else if let Some((_, more)) =
                self.unread.iter_mut().find(|(known, _)| known.text == error.text)
            {
                *more += 1;
            }
        }
        for (place, name) in &info.foreign {
            if !self.foreign.iter().any(|(known, _)| known == name)
                && self.foreign.len() <= MOST_TOLD
            {
                self.foreign.push((name.clone(), *place));
            }
        }
    }

    /// The lines for standard error.
    ///
    /// # Errors
    /// When there is no good game, or something is wrong and nothing may be left out.
    pub fn finish(self, file: &GameFile) -> anyhow::Result<Vec<String>> {
        let (name, bad) = (&self.name, self.left_out_count());
        let good = self.count - bad;
        let (faults, more_faults) = file.contents.faults();
        let first = self.left_out.first().map(|(_, error)| error);
        let strict_fault = faults.first().filter(|_| self.is_strict);
        if let Some(error) = first.filter(|_| good == 0 || self.is_strict).or(strict_fault) {
            let others = if good == 0 && bad > 1 { self.all_bad() } else { String::new() };
            return Err(anyhow!("{name}: {error}{others}"));
        }
        if good == 0 {
            return Err(anyhow!("{name}: {NO_GAME}"));
        }
        let left_out = self.left_out.iter();
        let mut notes: Vec<String> = left_out
            .map(|(number, error)| format!("{name}: {}; left out", bad_game(*number, error)))
            .collect();
        if bad > 0 {
            notes.push(format!("{name}: {bad} of {} games left out", self.count));
        }
        notes.extend(faults.iter().map(|error| format!("{name}: {error}; left out")));
        if more_faults > 0 {
            notes.push(format!("{name}: {more_faults} more bytes left out"));
        }
        if let Some(encoding) = self.encoding.filter(|_| !self.is_encoding_given) {
            notes.push(format!(
                "{name}: no encoding is declared: read as {encoding}; --encoding NAME reads it otherwise"
            ));
        }
        notes.extend(unread(name, &self.unread, self.seen.len()));
        notes.extend(foreign(name, &self.foreign));
        if file.are_rows_guessed {
            notes.push(rows_at_the_bottom(name, "--format pos"));
        }
        Ok(notes)
    }

    /// The words that no game is good, and why.
    fn all_bad(&self) -> String {
        let Tally { count, unreadable, refused, .. } = self;
        match (unreadable, refused) {
            (_, 0) => format!("; none of {count} games can be read"),
            (0, _) => format!("; none of {count} games can be written"),
            _ => format!(
                "; of {count} games {unreadable} cannot be read and {refused} cannot be written"
            ),
        }
    }
}

/// A note about the game number `number`, which is left out; the number comes once, also where the
/// place of the error is a game.
fn bad_game(number: usize, error: &RecordError) -> String {
    match error.what {
        Place::Game(_) => format!("game {number}: {}: {}", error.text, error.advice()),
        _ => format!("game {number}: {error}"),
    }
}

/// Notes about values of a file that were not understood, each value only once, and one about how
/// many there are beyond those shown.
fn unread(name: &str, told: &[(RecordError, usize)], count: usize) -> Vec<String> {
    let note = |(error, more): &(RecordError, usize)| match more {
        0 => format!("{name}: {error}; left out"),
        more => format!("{name}: {error}; left out here and in {more} more"),
    };
    let mut notes: Vec<String> = told.iter().map(note).collect();
    if count > told.len() {
        notes.push(format!("{name}: {} more values left out", count - told.len()));
    }
    notes
}

/// The properties that were left out, in one line.
fn foreign(name: &str, properties: &[(String, Place)]) -> Option<String> {
    let first = properties.iter().take(MOST_TOLD);
    let mut names: Vec<String> =
        first.map(|(property, place)| format!("{} ({place})", shown(property, 20))).collect();
    if properties.len() > MOST_TOLD {
        names.push("and more".to_owned());
    }
    let list = names.join(", ");
    (!list.is_empty())
        .then(|| format!("{name}: properties without a meaning here: {list}; left out"))
}

#[cfg(test)]
mod tests;
