//! The table with everything around it: programs, files, the time of day.

use std::path::Path;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::Instant;
use std::{fs, io};

use anyhow::anyhow;

use tengen_engine::game::{Code, Color, Position, Variant};

use tengen_games::record::{self, FirstGame, Format, GameFile, GameRecord, Reading};
use tengen_games::table::room::{Chair, Config, Refusal, Room, TableRequest, refuse, words};
use tengen_host::cli::files::write_whole;
use tengen_host::cli::game_file::bytes;
use tengen_host::programs::table::Programs;

use super::cli::Newcomers;
use super::command::{Command, Look, speaker};
use super::plainly::shown;
use super::reviewer;

/// What a command leaves to the view of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// Nothing: what happened is told by the table.
    Nothing,
    /// To say this.
    Say(String),
    /// To ask whether this file may be overwritten by the game.
    Ask(String),
    /// To show the board again.
    Board,
    /// To show the help page.
    Help,
    /// To leave.
    Quit,
}

/// A table, its programs, and a clock.
pub(super) struct Table {
    pub room: Room,
    programs: Programs,
    began: Instant,
    newcomers: Newcomers,
    /// Moves on the board that is looked at, and moves of the game at that time.
    looked_at: Option<(usize, usize)>,
    /// Where the review of the game comes from.
    review: Option<Receiver<String>>,
}

impl Table {
    /// A table with its first game, and the players that may sit down at it later.
    ///
    /// # Errors
    /// When games cannot be played as agreed, or the program of an engine does not start.
    pub fn new(config: Config, newcomers: Newcomers) -> anyhow::Result<Table> {
        let programs = Programs::new()?;
        for (place, seat) in ["--black", "--white"].into_iter().zip(&config.seats) {
            programs.probe_start(place, seat)?;
        }
        let room = Room::new(config, 0)?;
        Ok(Table::of(room, programs, newcomers))
    }

    fn of(room: Room, programs: Programs, newcomers: Newcomers) -> Table {
        let began = Instant::now();
        Table { room, programs, began, newcomers, looked_at: None, review: None }
    }

    /// As [`Table::new`], but with programs that outlive us if we are killed.
    #[cfg(test)]
    pub fn unguarded(config: Config, newcomers: Newcomers) -> anyhow::Result<Table> {
        let programs = Programs::guarded(tengen_host::programs::process::Guard::none());
        Ok(Table::of(Room::new(config, 0)?, programs, newcomers))
    }

    /// Begins with the game of a record instead.
    ///
    /// # Errors
    /// When it cannot be played here.
    pub fn start_with(&mut self, record: &GameRecord) -> Result<(), Refusal> {
        let now = self.now();
        self.room.load(record, now)
    }

    /// The time at the table, in milliseconds.
    pub fn now(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }

    /// Whether a person would lose something by leaving: moves of a game that is not over.
    pub fn is_begun(&self) -> bool {
        let game = self.room.game();
        let is_persons = Chair::ALL.into_iter().any(|chair| self.room.seat(chair).is_human());
        is_persons && game.result().is_none() && !game.plies().is_empty()
    }

    /// Lets time pass, and programs and table hear of each other.
    pub fn attend(&mut self) {
        let now = self.now();
        self.programs.attend(&mut self.room, now, |_, _, _| {});
        // Where the game has gone on, it is looked at again; also when moves are taken back
        // later until there are as many as before.
        let played = self.room.game().plies().len();
        self.looked_at = self.looked_at.filter(|&(_, then)| then == played);
    }

    /// Carries out what was typed.
    ///
    /// # Errors
    /// One line that says why not; nothing has changed.
    pub fn carry_out(&mut self, command: Command) -> anyhow::Result<Left> {
        match command {
            Command::Nothing => Ok(Left::Nothing),
            Command::Board => Ok(Left::Board),
            Command::Help => Ok(Left::Help),
            Command::Quit => Ok(Left::Quit),
            Command::Ask(request) => {
                self.ask(request)?;
                Ok(Left::Nothing)
            }
            Command::Sit(letter, player) => {
                let color = if letter == 'x' { Color::Black } else { Color::White };
                self.sit(self.room.game().chair_of(color), &player)
            }
            Command::Level(level) => {
                let is_program = |chair: &Chair| !self.room.seat(*chair).is_human();
                let programs: Vec<Chair> = Chair::ALL.into_iter().filter(is_program).collect();
                match programs[..] {
                    [chair] => self.sit(chair, &format!("level:{level}")),
                    _ => Err(anyhow!("level is about one program: sit o level:{level} says whose")),
                }
            }
            Command::Look(look) => self.look(look),
            Command::Review if self.room.game().plies().is_empty() => {
                Err(anyhow!("nothing was played that could be reviewed"))
            }
            Command::Review if self.review.is_some() => {
                Err(anyhow!("the game is being reviewed already: please wait"))
            }
            Command::Review => {
                let guard = self.programs.guard();
                self.review = Some(reviewer::review(&self.room.record(), guard)?);
                Ok(Left::Say("the game is being reviewed: please wait".to_owned()))
            }
            Command::Save(name) if fs::metadata(&name).is_ok_and(|there| there.is_file()) => {
                written_format(&name)?;
                Ok(Left::Ask(name))
            }
            Command::Save(name) | Command::Overwrite(name) => {
                self.save(&name)?;
                Ok(Left::Say(format!("saved in {name}")))
            }
            Command::Load(name) => self.load(Path::new(&name)).map(Left::Say),
        }
    }

    fn sit(&mut self, chair: Chair, player: &str) -> anyhow::Result<Left> {
        let seat = self.newcomers.seat("sit", player)?;
        self.programs.probe_start("sit", &seat)?;
        let now = self.now();
        self.room.sit(chair, seat, now)?;
        Ok(Left::Say(format!("{} plays from now on", words::player(&self.room, chair))))
    }

    /// The number of moves on an earlier board that is looked at; nothing where it is the
    /// game itself, or the game has gone on meanwhile.
    pub fn looked_at(&self) -> Option<usize> {
        let played = self.room.game().plies().len();
        self.looked_at.filter(|&(_, then)| then == played).map(|(at, _)| at)
    }

    /// The position that is looked at.
    pub fn shown(&self) -> Position {
        let game = self.room.game();
        let mut position = game.position().clone();
        for _ in self.looked_at().unwrap_or(game.plies().len())..game.plies().len() {
            position.undo();
        }
        position
    }

    fn look(&mut self, look: Look) -> anyhow::Result<Left> {
        let played = self.room.game().plies().len();
        let at = self.looked_at().unwrap_or(played);
        let to = match look {
            Look::Back(_) if at == 0 => return Err(anyhow!("this is the beginning of the game")),
            Look::Forward(_) if at == played => return Err(anyhow!("there are no more moves")),
            Look::Back(steps) => at.saturating_sub(steps),
            Look::Forward(steps) => (at + steps).min(played),
            Look::Start => 0,
            Look::End => played,
        };
        self.looked_at = (to < played).then_some((to, played));
        Ok(Left::Board)
    }

    /// Whether a review will come.
    pub const fn is_reviewing(&self) -> bool {
        self.review.is_some()
    }

    /// Has the review come from a test.
    #[cfg(test)]
    pub fn await_review(&mut self, from: Receiver<String>) {
        self.review = Some(from);
    }

    /// The review, once it is there.
    pub fn take_review(&mut self) -> Option<String> {
        let said = match self.review.as_ref()?.try_recv() {
            Ok(text) => text,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => "the game could not be reviewed".to_owned(),
        };
        self.review = None;
        Some(said)
    }

    /// Passes on what the people at the keyboard want.
    ///
    /// # Errors
    /// Why the table refuses it.
    pub fn ask(&mut self, request: TableRequest) -> Result<(), Refusal> {
        if self.looked_at().is_some() && matches!(request, TableRequest::Play { .. }) {
            return Err(refuse("move", "an earlier board", "the board of the game")
                .coded(Code::EarlierBoard));
        }
        let now = self.now();
        let by = speaker(&self.room, &request)?;
        self.room.ask(by, request, now)?;
        // The end of a game is told before the next one begins.
        if !self.room.is_rematch_due() {
            self.attend();
        }
        Ok(())
    }

    fn save(&self, name: &str) -> anyhow::Result<()> {
        let (path, format) = (Path::new(name), written_format(name)?);
        let bytes = record::write(format, &[self.room.record()])
            .map_err(|error| anyhow!("the game cannot be kept in {name}: {error}"))?;
        write_whole(path, &bytes)
            .map_err(|error| anyhow!("{name} cannot be written: {}", error.root_cause()))
    }

    /// Puts the game of a file on the table, and says what it is.
    ///
    /// # Errors
    /// When it cannot be read, or not be played here.
    pub fn load(&mut self, path: &Path) -> anyhow::Result<String> {
        if let Err(error) = fs::metadata(path) {
            let name = shown(&path.to_string_lossy());
            return Err(match error.kind() {
                io::ErrorKind::NotFound => anyhow!("there is no file {name}"),
                _ => anyhow!("{name} cannot be read: {error}"),
            });
        }
        // What the file leaves open is as at this table, if that can be what was meant.
        let variant = self.room.game().variant();
        let (record, said) = read_game(path, (variant.k == 5).then_some(variant))?;
        let now = self.now();
        self.room.load(&record, now)?;
        self.looked_at = None;
        Ok(said)
    }
}

/// The format that a file of that name is written in.
fn written_format(name: &str) -> anyhow::Result<Format> {
    let format = Format::of_path(Path::new(name)).filter(|format| format.can_write());
    format.ok_or_else(|| {
        let name = shown(name);
        anyhow!("{name} does not end in .psq, .sgf, .pgn or another known ending")
    })
}

/// The question before a file is overwritten.
pub(super) fn overwriting(name: &str) -> String {
    format!("{} is there already: overwrite it? y or n", shown(name))
}

/// The first game of a file, and what it is in words. What the file leaves open is
/// as in `variant`, or as files of its format usually are.
///
/// # Errors
/// When there is none.
pub(super) fn read_game(
    path: &Path,
    variant: Option<Variant>,
) -> anyhow::Result<(GameRecord, String)> {
    let wrong = |error: anyhow::Error| anyhow!("load: {error:#}");
    let bytes = bytes(path).map_err(wrong)?;
    let file = GameFile::new(&bytes, path, None, variant, &Reading::default()).map_err(wrong)?;
    let FirstGame { tree, number, count, notes, .. } = file.first().map_err(wrong)?;
    let record = tree.record().map_err(|error| anyhow!("load: {}: {error}", path.display()))?;
    let which = match (number, count) {
        (1, 1) => String::new(),
        (1, _) => format!("; the first of {count} games"),
        _ => format!("; game {number} of {count}, the first that can be read"),
    };
    let said = format!("{}: {}{which}", path.display(), words::game(&record.variant()));
    Ok((record, notes.into_iter().fold(said, |said, note| format!("{said}; {note}"))))
}

impl Drop for Table {
    fn drop(&mut self) {
        self.room.close();
        // A program that does not leave now is ended with the table.
        self.attend();
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::control::time_control::MoveLimits;

    use super::super::command;
    use super::*;
    use tengen_games::table::room::Seat;

    /// However often it is asked for, one review is made at a time.
    #[test]
    fn reviews_do_not_pile_up() {
        let seats = ["Ann", "Bob"].map(|name| Seat::human(name, MoveLimits::default()));
        let config = Config::new(Variant::preset("tictactoe").unwrap(), seats);
        let mut table = Table::unguarded(config, Newcomers::default()).unwrap();
        let mut typed = |text| table.carry_out(command::read(text).unwrap());
        typed("b2").unwrap();
        assert!(matches!(typed("review"), Ok(Left::Say(_))));
        let error = typed("review").unwrap_err().to_string();
        assert_eq!(error, "the game is being reviewed already: please wait");
    }
}
