//! What a conversation knows, and what every part of it asks of that.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::clock::Instant;
use crate::control::{Choice, LogEntry, Report, is_logged};
use crate::game::{Position, VariantError};
use crate::player::{self, Player, Rng, Settings};

use super::manager::Manager;
use super::message::{Command, Event, Problem};
use super::options::Options;
use super::running::Running;
use super::worker::{Deliver, StartWork, on_thread};

/// Takes what the session says, with the options that decide how it is written.
pub type Listener<'a> = dyn FnMut(&Options, Event) + 'a;

/// A conversation.
#[expect(clippy::struct_excessive_bools, reason = "what there is, and how far it has come")]
pub struct Session {
    pub(super) options: Options,
    /// The position, or why the options define no game.
    pub(super) position: Result<Position, VariantError>,
    /// The player that chose last, with its name.
    pub(super) player: Option<(String, Box<dyn Player>)>,
    /// Whether the player came from outside, which cannot be made again once it is lost.
    pub(super) has_external_player: bool,
    pub(super) rng: Rng,
    pub(super) manager: Manager,
    pub(super) running: Option<Running>,
    /// What waits for the end of the search, with the time of its arrival;
    /// empty while nothing runs.
    pub(super) queue: VecDeque<(Command, Instant)>,
    /// When the last work ended.
    pub(super) free_since: Instant,
    pub(super) is_debug: bool,
    pub(super) input_ended: bool,
    pub(super) has_quit: bool,
    /// Whether the end of the conversation waits to be heard.
    is_unwanted: Arc<dyn Fn() -> bool + Send + Sync>,
    pub(super) deliver: Deliver,
    pub(super) start_work: StartWork,
}

impl Session {
    /// A conversation at its start: default options, empty board. `deliver`
    /// must bring each notice of the thinking thread back to [`Session::notice`].
    pub fn new(deliver: Deliver) -> Session {
        let options = Options::default();
        Session {
            position: options.variant().and_then(Position::new),
            rng: player::seeded(options.settings.seed),
            options,
            player: None,
            has_external_player: false,
            manager: Manager::default(),
            running: None,
            queue: VecDeque::new(),
            free_since: Instant::now(),
            is_debug: false,
            input_ended: false,
            has_quit: false,
            is_unwanted: Arc::new(|| false),
            deliver,
            start_work: Arc::new(on_thread),
        }
    }

    /// As [`Session::new`], but with a player from outside that answers every `go`, whatever
    /// `Player` says. Inspection is still ours.
    pub fn with_external_player(player: Box<dyn Player>, deliver: Deliver) -> Session {
        let mut session = Session::new(deliver);
        session.player = Some((session.options.settings.player.clone(), player));
        session.has_external_player = true;
        session
    }

    /// This session for a program that hears of the end while the session is at work: then
    /// `is_over` says so, and nothing is prepared any more that takes long.
    #[must_use]
    pub fn heeding(self, is_over: impl Fn() -> bool + Send + Sync + 'static) -> Session {
        Session { is_unwanted: Arc::new(is_over), ..self }
    }

    /// This session for a host without threads, which does its work by `start`.
    #[must_use]
    pub fn working_by(self, start: StartWork) -> Session {
        Session { start_work: start, ..self }
    }

    /// Ends the conversation, whatever is going on.
    pub fn quit(&mut self) {
        self.has_quit = true;
    }

    /// Whether the conversation was ended before everything was answered.
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Whether nothing more will be said: after `quit`, or when everything is
    /// answered at the end of the input.
    pub fn is_over(&self) -> bool {
        self.has_quit || (self.input_ended && self.running.is_none())
    }

    /// How many commands wait for the end of the work in progress.
    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    pub(super) fn empty_board(&mut self) {
        self.position = self.options.variant().and_then(Position::new);
    }

    pub(super) fn forget(&mut self) {
        if let Some((_, player)) = &mut self.player {
            player.forget();
        }
    }

    /// The position, if the options define a game.
    pub(super) fn board(&self, what: &str) -> Result<&Position, Problem> {
        self.position.as_ref().map_err(|error| Problem::explain(what, error))
    }

    /// The board, once a manager has set one up.
    pub(super) fn managed(&self, what: &str) -> Result<&Position, Problem> {
        if self.manager.has_board() {
            self.board(what)
        } else {
            Err(Problem::new(what, "no game", "START and a size first"))
        }
    }

    /// What players are told: the options, within the memory that there is.
    pub(super) fn settings(&self) -> Settings {
        let settings = self.options.settings.clone();
        Settings { hash_mb: self.manager.hash_mb(settings.hash_mb), ..settings }
    }

    /// The player that the options name.
    pub(super) fn take_player(&mut self) -> Result<Box<dyn Player>, Problem> {
        let name = &self.options.settings.player;
        match self.player.take() {
            Some((known, player)) if known == *name || self.has_external_player => Ok(player),
            _ if self.has_external_player => {
                Err(Problem::new("go", "the guest", "one who is here"))
            }
            _ => player::create(name)
                .ok_or_else(|| Problem::new("go", name, "a player of this build")),
        }
    }

    /// Gets the player ready for its next question; not while one is asked.
    pub(super) fn prepare(&mut self) {
        self.prepare_with(self.settings());
    }

    /// Does what is slow before a manager's clock runs, as far as the memory allows that
    /// is certain to be ours.
    pub(super) fn prepare_early(&mut self) {
        let settings = self.options.settings.clone();
        let hash_mb = self.manager.early_hash_mb(settings.hash_mb);
        self.prepare_with(Settings { hash_mb, ..settings });
    }

    fn prepare_with(&mut self, settings: Settings) {
        if let Ok(mut player) = self.take_player() {
            if let Ok(position) = &self.position {
                player.prepare(&settings, position.variant());
            }
            self.player = Some((settings.player, player));
        }
    }

    /// Has the system find the memory of the player: only where a manager waits for an
    /// answer that is no move.
    pub(super) fn claim_memory(&mut self) {
        if let Some((_, player)) = &mut self.player {
            player.claim_memory(self.options.settings.threads, &*self.is_unwanted);
        }
    }

    pub(super) fn end_work(&mut self) {
        self.running = None;
        self.free_since = Instant::now();
    }

    /// Says why there is no move, and that there is none, so that no manager waits.
    pub(super) fn refuse_go(&self, problem: Problem, listener: &mut Listener) {
        self.say(Event::Problem(problem), listener);
        self.say(Event::Answer(Choice::default()), listener);
    }

    pub(super) fn say(&self, event: Event, listener: &mut Listener) {
        listener(&self.options, event);
    }

    pub(super) fn say_text(&self, text: &str, listener: &mut Listener) {
        self.say(Event::Report(Report::Text(text.to_owned())), listener);
    }

    /// Tells the log something; `entry` is made only where a log wants it.
    pub(super) fn log(&self, listener: &mut Listener, entry: impl FnOnce() -> Option<LogEntry>) {
        if is_logged(log::Level::Debug)
            && let Some(entry) = entry()
        {
            self.say(Event::Report(Report::Log(entry)), listener);
        }
    }

    /// Tells the log which position is on the board.
    pub(super) fn log_position(&self, listener: &mut Listener) {
        self.log(listener, || {
            let position = self.position.as_ref().ok()?;
            Some(LogEntry::Position { fen: position.fen(), key: position.key() })
        });
    }

    /// Says more than asked, in debug mode.
    pub(super) fn debug(&self, text: &str, listener: &mut Listener) {
        if self.is_debug {
            self.say_text(&format!("debug: {text}"), listener);
        }
    }
}
