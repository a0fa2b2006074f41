//! The rules of a table where a game is played, without any user interface.
//!
//! A [`Room`] is a machine without threads, files, processes and clocks of its own.
//! Its owner
//! - passes on what people want ([`Room::ask`], with the [`Chair`] for which they may
//!   speak; who may speak for whom its owner decides),
//! - carries out its [`SlotStep`]s: starts programs, writes lines to them, ends them
//!   ([`Room::take_steps`]),
//! - passes on each line of a program ([`Room::hear`]), and its end ([`Room::gone`]),
//! - lets time pass ([`Room::tick`], at the latest at [`Room::wake_at`]),
//! - shows its [`TableView`] and tells what [`Happening`]s there were.
//!
//! `Programs` of `tengen-host` carries out steps with processes and gives them back their
//! lines; with it, a loop of `attend` and `ask` is all that a table needs.
//!
//! All times are milliseconds since any moment that the owner chooses, and never
//! decrease. A [`Snapshot`] keeps everything but the running programs; a room
//! restored from it goes on where it was, with clocks that stood still in between.
//!
//! ```
//! use tengen_games::table::room::{Chair, Config, TableRequest, Room, Seat};
//! use tengen_engine::game::Variant;
//!
//! let seats = ["Ann", "Bob"].map(|name| Seat::human(name, Default::default()));
//! let mut room = Room::new(Config::new(Variant::preset("tictactoe")?, seats), 0)?;
//! let play = |mv: &str| TableRequest::Play { mv: mv.to_owned() };
//! room.ask(Chair::First, play("b2"), 1000)?;
//! let refusal = room.ask(Chair::Second, play("b2"), 2000).unwrap_err();
//! assert_eq!(refusal.to_string(), "move: b2: occupied, expected an empty square");
//! room.ask(Chair::Second, play("3 1"), 3000)?;
//! assert_eq!(room.view(3000).rows, ["o..", ".x.", "..."]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod config;
mod drive;
mod ending;
mod game;
mod handle;
mod happening;
mod proposal;
mod proposing;
mod refusal;
mod seat;
mod slot;
mod snapshot;
mod texts;
mod time;
mod view;
pub mod words;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use tengen_engine::clock::Instant;

pub use config::{Config, Opening, Rematch, UndoRule};
pub use game::{Game, PlayedMove};
pub use handle::{TableRequest, read_move};
pub use happening::{Happening, Hint};
pub use proposal::{Answered, Proposal, Proposed};
pub use refusal::{Refusal, illegal, refuse};
pub use seat::{Chair, Seat};
pub use slot::{EngineSlot, SlotStep};
pub use snapshot::Snapshot;
pub use view::{ChairView, ResultView, TableView};

pub use crate::conversation::EngineStep;
pub use crate::table::swap2::{Stage, Swap2Choice};
pub use drive::PATIENCE;

use serde::{Deserialize, Serialize};

use crate::conversation::Conversation;
use crate::record::GameRecord;

use time::{Faces, Time};

/// Games won by each chair, and drawn ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct GamesWon {
    /// Games won, by chair.
    pub wins: [u32; 2],
    /// Games that were drawn.
    pub draws: u32,
}

/// Whether play goes on by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pace {
    /// Play goes on by itself.
    Free,
    /// Play does not go on.
    Paused,
    /// An engine may be asked once, and then play is paused again.
    Step,
}

/// A table with a game on it.
pub struct Room {
    config: Config,
    game: Game,
    time: Time,
    /// The clocks before each ply; `None` for plies that stood in a record.
    faces: Vec<Option<Faces>>,
    /// Number of the game at this table, from 1.
    number: u32,
    /// Changes with every game that is put on the table: what engines are told of.
    round: u64,
    /// Changes whenever a question to an engine would be another one.
    revision: u64,
    /// The chair that had Black, or placed the first stones, at the beginning of this game.
    first: Chair,
    pace: Pace,
    /// The least time between the moves of two engines, in milliseconds.
    spacing_ms: u64,
    /// When the last move was made.
    moved_at: u64,
    undos: [u32; 2],
    draw_offer: Option<Chair>,
    /// The player who declined the last draw offer, until the next move.
    draw_declined: Option<Chair>,
    /// What one person asks of the other.
    proposed: Option<Proposed>,
    /// How that was answered last, until the next move.
    last_answer: Option<Answered>,
    /// Whether somebody is still to come: no clock runs before that.
    awaits_people: bool,
    /// Why an engine made the move with that number, where it said so in each language.
    why: Option<(usize, [String; 2])>,
    score: GamesWon,
    /// The score before the game ended.
    score_before: GamesWon,
    /// When the game ended.
    over_since: Option<u64>,
    hint: Option<Hint>,
    wants_hint: bool,
    /// Whether the table was left.
    is_closed: bool,
    conversations: BTreeMap<EngineSlot, Conversation>,
    /// The moment at which the caller's clock showed 0, for the conversations.
    since: Instant,
    steps: Vec<SlotStep>,
    happenings: Vec<Happening>,
}

impl Room {
    /// A table with its first game.
    ///
    /// # Errors
    /// When games cannot be played as agreed.
    pub fn new(config: Config, now: u64) -> Result<Room, Refusal> {
        let config = config.settled()?;
        let game = Game::new(&config, Chair::First)?;
        let mut room = Room::with(config, game);
        room.happenings.push(Happening::NewGame { game: 1 });
        if room.game.result().is_some() {
            room.finish(now);
        }
        room.drive(now);
        Ok(room)
    }

    /// A table at which nothing has been done yet.
    fn with(config: Config, game: Game) -> Room {
        Room {
            time: Time::new(&config.seats),
            game,
            spacing_ms: config.delay_ms,
            config,
            faces: Vec::new(),
            number: 1,
            round: 0,
            revision: 0,
            first: Chair::First,
            pace: Pace::Free,
            moved_at: 0,
            undos: [0; 2],
            draw_offer: None,
            draw_declined: None,
            proposed: None,
            last_answer: None,
            awaits_people: false,
            why: None,
            score: GamesWon::default(),
            score_before: GamesWon::default(),
            over_since: None,
            hint: None,
            wants_hint: false,
            is_closed: false,
            conversations: BTreeMap::new(),
            since: Instant::now(),
            steps: Vec::new(),
            happenings: Vec::new(),
        }
    }

    /// What was agreed.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The game on the table.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The number of the game at this table, from 1.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// Results so far.
    pub const fn score(&self) -> GamesWon {
        self.score
    }

    /// Whether play is paused.
    pub fn is_paused(&self) -> bool {
        self.pace != Pace::Free
    }

    /// The player who offers a draw, if one does.
    pub const fn draw_offer(&self) -> Option<Chair> {
        self.draw_offer
    }

    /// The player who declined the last draw offer; forgotten after the next move.
    pub const fn draw_declined(&self) -> Option<Chair> {
        self.draw_declined
    }

    /// What one person asks of the other, if nothing was answered yet.
    pub const fn proposed(&self) -> Option<Proposed> {
        self.proposed
    }

    /// How that was answered last; forgotten after the next move.
    pub const fn last_answer(&self) -> Option<Answered> {
        self.last_answer
    }

    /// The last hint, as long as it is about the position on the table.
    pub const fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }

    /// Whether our own engine is thinking about a hint.
    pub const fn is_hint_awaited(&self) -> bool {
        self.wants_hint
    }

    /// The seat of a chair.
    pub const fn seat(&self, chair: Chair) -> &Seat {
        &self.config.seats[chair.index()]
    }

    /// Undos that a chair has left in this game; `None` is any number.
    pub fn undos_left(&self, chair: Chair) -> Option<u32> {
        let allowance = self.config.undo.allowance()?;
        Some(allowance.saturating_sub(self.undos[chair.index()]))
    }

    /// The chair for which a person at the table speaks, if only one is there: who
    /// is to act, else the other side, else none.
    pub fn person(&self) -> Option<Chair> {
        let actor = self.game.actor();
        let is_human = |chair: &Chair| self.seat(*chair).is_human();
        actor.filter(is_human).or_else(|| Chair::ALL.into_iter().find(is_human))
    }

    /// The game so far, for other programs.
    pub fn record(&self) -> GameRecord {
        self.game.record(|chair| self.seat(chair).name().to_owned())
    }

    /// Puts the game of a record on the table, to go on with where it ends. Both chairs keep their
    /// colours; clocks begin anew. Later games are of the record's variant.
    ///
    /// # Errors
    /// When the record cannot be played, or an engine at the table does not know such games.
    pub fn load(&mut self, record: &GameRecord, now: u64) -> Result<(), Refusal> {
        let variant = record.variant();
        self.config.seats.iter().try_for_each(|seat| seat.check(variant))?;
        let black = self.game.chair_of(tengen_engine::game::Color::Black);
        let game = Game::from_record(record, black)?;
        if variant != self.config.variant {
            self.dismiss_all();
            self.config.variant = variant;
            if self.config.opening.start(&variant).is_err() {
                self.config.opening = Opening::Empty;
            }
        }
        // A game in which nothing was done gives its place to the one of the record.
        if self.game.result().is_some() || !self.game.plies().is_empty() {
            self.number += 1;
        }
        self.put_on_table(game, now);
        Ok(())
    }

    /// Puts another player on a chair, in the middle of a game or not.
    ///
    /// # Errors
    /// When the newcomer does not know the game.
    pub fn sit(&mut self, chair: Chair, seat: Seat, now: u64) -> Result<(), Refusal> {
        seat.check(self.config.variant)?;
        self.dismiss(EngineSlot::of(chair));
        self.config.seats[chair.index()] = seat;
        self.time.sit(chair, &self.config.seats[chair.index()]);
        self.changed();
        self.drive(now);
        Ok(())
    }

    /// Takes in whether somebody is still to come to a chair: until then no clock of a person runs.
    pub fn await_people(&mut self, is_awaiting: bool, now: u64) {
        if self.awaits_people == is_awaiting {
            return;
        }
        self.awaits_people = is_awaiting;
        if is_awaiting && self.game.actor().is_some_and(|chair| self.seat(chair).is_human()) {
            self.time.halt(now);
        }
        self.drive(now);
    }

    /// Puts `game` on the table, and begins with it.
    fn put_on_table(&mut self, game: Game, now: u64) {
        self.round += 1;
        self.first = game.chair_of(tengen_engine::game::Color::Black);
        self.faces = vec![None; game.plies().len()];
        self.game = game;
        self.time = Time::new(&self.config.seats);
        self.undos = [0; 2];
        self.over_since = None;
        self.score_before = self.score;
        for chair in Chair::ALL {
            let is_fresh = matches!(self.seat(chair), Seat::Engine { spec, .. } if spec.restart);
            if is_fresh {
                self.dismiss(EngineSlot::of(chair));
            }
        }
        self.happenings.push(Happening::NewGame { game: self.number });
        self.changed();
        if self.game.result().is_some() {
            // A game that is over was counted where it was played.
            self.over_since = Some(now);
        }
        self.drive(now);
    }

    /// Takes in that the situation is another one: drops questions, hints and offers about the
    /// past.
    fn changed(&mut self) {
        self.revision += 1;
        self.draw_offer = None;
        self.draw_declined = None;
        self.proposed = None;
        self.last_answer = None;
        self.hint = None;
        self.wants_hint = false;
        self.time.reset();
    }

    /// What happened since the last call of this function, in the order in which it happened.
    pub fn take_happenings(&mut self) -> Vec<Happening> {
        std::mem::take(&mut self.happenings)
    }

    /// Whether something happened that [`Room::take_happenings`] has not given yet.
    pub fn has_happenings(&self) -> bool {
        !self.happenings.is_empty()
    }

    /// What has to be done since the last call of this function, in order.
    pub fn take_steps(&mut self) -> Vec<SlotStep> {
        std::mem::take(&mut self.steps)
    }

    /// Whether a program owes the table its move or a hint, or will be asked for one at once.
    pub fn is_busy(&self) -> bool {
        let engine = self.game.actor().filter(|&chair| !self.seat(chair).is_human());
        let is_moving = engine.is_some_and(|chair| {
            let conversation = self.conversations.get(&EngineSlot::of(chair));
            self.pace != Pace::Paused
                || conversation.is_some_and(|conversation| conversation.asked().is_some())
        });
        is_moving || self.wants_hint
    }

    /// Whether another game will begin by itself.
    pub fn is_rematch_due(&self) -> bool {
        self.rematch_at().is_some()
    }

    /// Ends all programs, and starts none any more; the table is left.
    pub fn close(&mut self) {
        self.is_closed = true;
        self.dismiss_all();
    }
}
