//! The programs that run for a table.

use std::collections::BTreeMap;
use std::io;
use std::time::{Duration, Instant};

use crate::host::connection::{CLOSED, Connection};
use crate::host::process::{Guard, Listened, Process, StartError};

use super::Room;
use super::desk::{Desk, DeskStep};
use super::refusal::Refusal;
use super::seat::Seat;

/// Lines of one program that are passed on at once: one that never stops talking
/// must not keep the table from everybody else.
const AT_ONCE: usize = 500;

/// How long the end of a program and its last words may take to arrive.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// How long a program that was started on trial has to show that it ends at once.
const MOMENT: Duration = Duration::from_millis(100);

/// Carries out the orders of a table with processes of its own, and gives it back
/// their lines. Everything is ended when this is dropped, and also when this program
/// is killed.
#[derive(Debug)]
pub struct Programs {
    guard: Guard,
    /// Whether reasons are told without paths and without standard error.
    is_discreet: bool,
    connections: BTreeMap<Desk, Connection>,
}

/// A line that went to a program, or came from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineDirection {
    /// From the table.
    To,
    /// From the program.
    From,
}

impl Programs {
    /// No programs yet, and a guard that ends them whatever happens to us.
    ///
    /// # Errors
    /// When this program cannot be started once more.
    pub fn new() -> io::Result<Programs> {
        Ok(Programs::guarded(Guard::start()?))
    }

    /// The same with a guard that watches over several tables.
    pub(crate) fn guarded(guard: Guard) -> Programs {
        Programs { guard, is_discreet: false, connections: BTreeMap::new() }
    }

    /// The same for tables that strangers look at: why a program has ended is told
    /// without its path and without its standard error, which the log has.
    pub(crate) fn discreet(mut self) -> Programs {
        self.is_discreet = true;
        self
    }

    /// Whether somebody else's program on that seat can be started: it is, for a moment.
    /// Who finds out in the middle of a game has won it. `place` is for complaints.
    ///
    /// # Errors
    /// When it cannot, or ends at once.
    pub fn rehearse(&self, place: &'static str, seat: &Seat) -> Result<(), Refusal> {
        let Seat::Engine { spec, is_own: false } = seat else { return Ok(()) };
        let refuse = |text, expected: &str| Err(Refusal::new(place, text, expected));
        let tried = Process::rehearse(&spec.command(), spec.dir.as_deref(), &self.guard, MOMENT);
        match tried {
            Ok(()) => Ok(()),
            Err(error) if self.is_discreet => {
                log::warn!("{}: {error}", spec.name);
                refuse(spec.name.clone(), StartError::EXPECTED)
            }
            Err(error) => refuse(error.cause(), error.expected()),
        }
    }

    /// Passes on to the table what its programs have said since, and carries out
    /// what it orders. Never waits. Every line in both directions is shown to `tap`.
    ///
    /// Lines wait while there are happenings that nobody has taken: whoever tells of
    /// them tells of each situation, however quickly the next one follows.
    pub fn attend(
        &mut self,
        room: &mut Room,
        now: u64,
        mut tap: impl FnMut(Desk, LineDirection, &str),
    ) {
        room.tick(now);
        self.obey(room, now, &mut tap);
        for desk in Desk::ALL {
            for _ in 0..AT_ONCE {
                if room.has_happenings() {
                    return;
                }
                let Some(connection) = self.connections.get_mut(&desk) else { break };
                match connection.listen(Instant::now()) {
                    None | Some(Listened::Silence) => break,
                    Some(Listened::Line(line)) => {
                        tap(desk, LineDirection::From, &line.text);
                        room.hear(desk, &line.text, now);
                    }
                    Some(Listened::Closed) => {
                        let why = last_words(connection, self.is_discreet);
                        room.gone(desk, &why, now);
                    }
                }
                self.obey(room, now, &mut tap);
            }
        }
    }

    fn obey(&mut self, room: &mut Room, now: u64, tap: &mut impl FnMut(Desk, LineDirection, &str)) {
        // A program that does not start is an event of its own, with orders that follow.
        loop {
            let steps = room.take_steps();
            if steps.is_empty() {
                return;
            }
            for DeskStep { desk, step } in steps {
                let connection = self.connections.entry(desk);
                let connection = connection.or_insert_with(|| Connection::new(self.guard.clone()));
                let carried_out =
                    connection.carry_out(step, &mut |line| tap(desk, LineDirection::To, line));
                match carried_out {
                    Ok(_) => {}
                    Err(error) if self.is_discreet => {
                        log::warn!("{error}");
                        room.gone(desk, "does not start", now);
                    }
                    Err(error) => room.gone(desk, &error.cause(), now),
                }
            }
        }
    }

    /// The number of programs that run.
    pub fn count(&self) -> usize {
        self.connections.values().filter(|connection| connection.is_running()).count()
    }
}

/// What is known of a program that has closed its output.
fn last_words(connection: &mut Connection, is_discreet: bool) -> String {
    let deadline = Instant::now() + LAST_WORDS;
    let how = connection.end(deadline).unwrap_or_else(|| CLOSED.to_owned());
    let errors = connection.process().map(|process| process.last_errors(deadline));
    let Some(line) = errors.and_then(|errors| errors.lines.back().cloned()) else { return how };
    let said: String = line.escape_debug().take(200).collect();
    if is_discreet {
        log::warn!("a program has ended: {how}: {said}");
        return how;
    }
    format!("{how}: {said}")
}
