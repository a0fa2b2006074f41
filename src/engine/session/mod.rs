//! One conversation about one game: carries out commands, in order, and says
//! what comes of them. Knows no protocol and prints nothing.
//!
//! The order of answers is decided here. While a limited search runs,
//! everything but the few commands that act at once waits in a queue; an
//! unlimited one is stopped by the next command that changes something.
//!
//! ```
//! use std::sync::{Arc, mpsc};
//! use std::time::Instant;
//! use tengen_engine::control::Limits;
//! use tengen_engine::session::Session;
//! use tengen_engine::session::message::{Command, Event};
//!
//! let (sender, notices) = mpsc::channel();
//! let mut session = Session::new(Arc::new(move |notice| {
//!     let _ = sender.send(notice);
//! }));
//! let mut answer = None;
//! let mut listener = |_: &_, event| {
//!     if let Event::Answer(choice) = event {
//!         answer = choice.best;
//!     }
//! };
//! let limits = Limits { depth: Some(2), ..Limits::default() };
//! session.command(Command::Go(limits), Instant::now(), &mut listener);
//! session.end_of_input(&mut listener);
//! while !session.is_over() {
//!     session.notice(notices.recv()?, &mut listener);
//! }
//! assert!(answer.is_some());
//! # Ok::<(), mpsc::RecvError>(())
//! ```

mod commands;
mod inspect;
mod managed;
pub mod message;
pub mod options;
mod questions;
mod running;
mod worker;

use std::collections::VecDeque;
use std::time::Instant;

use crate::control::{Choice, Report};
use crate::game::{Position, VariantError};
use crate::player::{self, Player, Rng};

use managed::Manager;
use message::{Command, Event, Problem};
use options::Options;
use running::{Held, Running};
use worker::{Finished, Lent, News, Outcome};

pub use commands::{build, check_moves, final_score};
pub use worker::{Deliver, Notice};

pub use crate::search::STACK_BYTES;

/// Takes what the session says, with the options that decide how it is written.
pub type Listener<'a> = dyn FnMut(&Options, Event) + 'a;

/// A conversation.
#[expect(clippy::struct_excessive_bools, reason = "who is there, and how far it is")]
pub struct Session {
    options: Options,
    /// The position, or why the options define no game.
    position: Result<Position, VariantError>,
    /// The player that chose last, with its name.
    player: Option<(String, Box<dyn Player>)>,
    /// Whether the player is a guest, who cannot be had again once it is lost.
    has_guest: bool,
    rng: Rng,
    manager: Manager,
    running: Option<Running>,
    /// What waits for the end of the search, with the time of its arrival;
    /// empty while nothing runs.
    queue: VecDeque<(Command, Instant)>,
    /// When the last work ended.
    free_since: Instant,
    is_debug: bool,
    input_ended: bool,
    has_quit: bool,
    deliver: Deliver,
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
            has_guest: false,
            manager: Manager::default(),
            running: None,
            queue: VecDeque::new(),
            free_since: Instant::now(),
            is_debug: false,
            input_ended: false,
            has_quit: false,
            deliver,
        }
    }

    /// The same with a guest who answers every `go`, whatever players there are. Inspection
    /// is still ours.
    pub fn hosting(guest: Box<dyn Player>, deliver: Deliver) -> Session {
        let mut session = Session::new(deliver);
        session.player = Some((session.options.settings.player.clone(), guest));
        session.has_guest = true;
        session
    }

    /// Takes a command that arrived at `arrived`.
    pub fn command(&mut self, command: Command, arrived: Instant, listener: &mut Listener) {
        match command {
            Command::Stop | Command::PonderHit => match self.place_of(&command) {
                Some(place) => self.queue.insert(place, (command, arrived)),
                None => self.carry_out(command, arrived, listener),
            },
            Command::Quit => self.quit(),
            Command::Debug(on) => self.is_debug = on,
            Command::Ready if self.queue.is_empty() => self.ready(listener),
            command => {
                if self.running.is_some() {
                    self.debug("a command arrived during a search", listener);
                }
                self.queue.push_back((command, arrived));
            }
        }
        self.drain(listener);
    }

    /// Takes a word of the thinking thread.
    pub fn notice(&mut self, Notice(news): Notice, listener: &mut Listener) {
        match news {
            News::Report(report) => self.say(Event::Report(report), listener),
            News::PerftMove { mv, games } => self.say(Event::PerftMove { mv, games }, listener),
            News::Bench(line) => self.say(Event::Bench(line), listener),
            News::Finished(finished) => {
                self.finish(*finished, listener);
                self.drain(listener);
            }
        }
    }

    /// Takes the end of the input: what was asked for is still answered, but
    /// nothing waits for a `stop` that cannot come.
    pub fn end_of_input(&mut self, listener: &mut Listener) {
        self.input_ended = true;
        if let Some(running) = &mut self.running {
            running.end_of_input();
        }
        self.release(listener);
        self.drain(listener);
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

    /// Carries out what waits, as far as the work in progress allows.
    fn drain(&mut self, listener: &mut Listener) {
        while let Some((command, arrived)) = self.queue.pop_front() {
            match &self.running {
                None => {
                    // What had to wait has used none of its time yet.
                    let at = arrived.max(self.free_since);
                    self.carry_out(command, at, listener);
                }
                Some(running) if !running.is_unlimited() && !commands::acts_at_once(&command) => {
                    self.queue.push_front((command, arrived));
                    return;
                }
                Some(_) if !commands::changes_state(&command) => {
                    self.carry_out(command, arrived, listener);
                }
                Some(_) => {
                    if let Err(problem) = self.check(&command) {
                        self.say(Event::Problem(problem), listener);
                    } else {
                        self.queue.push_front((command, arrived));
                        self.stop(listener);
                    }
                }
            }
        }
    }

    /// The place in the queue of a `stop` or `ponderhit` that arrives now: right
    /// behind the work it is meant for, if that waits there. The first one that
    /// can still use it is meant, so that each of many questions that were sent
    /// at once gets its own.
    fn place_of(&self, signal: &Command) -> Option<usize> {
        if self.running.as_ref().is_some_and(|running| running.awaits(signal)) {
            return None;
        }
        let is_meant = |&place: &usize| {
            commands::as_it_will_run(self.queue.range(place..).map(|(command, _)| command))
                .is_some_and(|work| work.awaits(signal))
        };
        (0..self.queue.len()).find(is_meant).map(|place| place + 1)
    }

    /// Makes this the work in progress, or the answer at once if it has one
    /// that need not wait.
    fn run(&mut self, mut running: Running, listener: &mut Listener) {
        if self.input_ended {
            running.end_of_input();
        }
        self.running = Some(running);
        self.release(listener);
    }

    fn stop(&mut self, listener: &mut Listener) {
        if let Some(running) = &self.running {
            running.signals.stop();
        }
        self.release(listener);
    }

    fn ponder_hit(&mut self, listener: &mut Listener) {
        if let Some(running) = &mut self.running {
            running.ponder_hit();
        }
        self.release(listener);
    }

    /// Gives the held answer, if there is one and nothing keeps it any more.
    fn release(&mut self, listener: &mut Listener) {
        let free = self.running.as_ref().filter(|running| !running.must_wait());
        match free.and_then(|running| running.held.clone()) {
            Some(Held::Choice(choice)) => self.answer(choice, listener),
            Some(Held::Placements(stones)) => self.answer_with_stones(stones, listener),
            Some(Held::Swap2(step)) => {
                self.say(Event::Swap2(step), listener);
                self.end_work();
            }
            None => {}
        }
    }

    /// Ends the work in progress with the answer to its `go`.
    fn answer(&mut self, mut choice: Choice, listener: &mut Listener) {
        if !self.options.ponder {
            choice.ponder = None;
        }
        if self.running.as_ref().is_some_and(|running| running.is_reply) {
            self.play_answer(&mut choice);
        }
        self.say(Event::Answer(choice), listener);
        self.end_work();
    }

    fn end_work(&mut self) {
        self.running = None;
        self.free_since = Instant::now();
    }

    /// Takes the result of the thinking thread.
    fn finish(&mut self, finished: Finished, listener: &mut Listener) {
        let Some(running) = &mut self.running else { return };
        let player = running.player.clone();
        if let Some(Lent { player: lent, rng }) = finished.lent {
            self.player = Some((player.clone(), lent));
            self.rng = rng;
        }
        match finished.outcome {
            Outcome::Choice(Ok(choice)) => {
                running.held = Some(Held::Choice(choice));
                self.release(listener);
            }
            Outcome::Consulted(Some(answer)) => {
                running.held = Some(answer);
                self.release(listener);
            }
            Outcome::Consulted(None) => {
                self.refuse_go(questions::no_room(), listener);
                self.end_work();
            }
            Outcome::Choice(Err(error)) => {
                self.refuse_go(Problem::explain("go", &error), listener);
                self.end_work();
            }
            Outcome::Perft(Some(total)) => {
                self.say(Event::PerftTotal(total), listener);
                self.end_work();
            }
            Outcome::Perft(None) | Outcome::Bench { is_complete: false } => {
                self.say_text(&format!("{player} stopped"), listener);
                self.end_work();
            }
            Outcome::Bench { is_complete: true } => self.end_work(),
            Outcome::Crashed { .. } if running.is_reply => {
                self.say_text(&format!("{player} crashed"), listener);
                self.answer(Choice::default(), listener);
            }
            Outcome::Crashed { owes_answer } => {
                let problem = Problem::new("go", player, "crashed, expected a result");
                if owes_answer {
                    self.refuse_go(problem, listener);
                } else {
                    self.say(Event::Problem(problem), listener);
                }
                self.end_work();
            }
        }
    }

    /// Says why there is no move, and that there is none, so that nobody waits.
    fn refuse_go(&self, problem: Problem, listener: &mut Listener) {
        self.say(Event::Problem(problem), listener);
        self.say(Event::Answer(Choice::default()), listener);
    }

    fn say(&self, event: Event, listener: &mut Listener) {
        listener(&self.options, event);
    }

    fn say_text(&self, text: &str, listener: &mut Listener) {
        self.say(Event::Report(Report::Text(text.to_owned())), listener);
    }

    /// Says more than asked, in debug mode.
    fn debug(&self, text: &str, listener: &mut Listener) {
        if self.is_debug {
            self.say_text(&format!("debug: {text}"), listener);
        }
    }
}
