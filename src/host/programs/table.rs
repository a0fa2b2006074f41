//! The programs that run for a table.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::programs::connection::{CLOSED, Connection, LineDirection};
use crate::programs::process::{Guard, Listened, Process, StartError, Waker, own_program};
use tengen_games::conversation::EngineStep;

use tengen_engine::game::Code;
use tengen_games::table::room::{EngineSlot, Refusal, Room, Seat, SlotStep};

/// Lines of one program that are passed on at once: one that never stops talking
/// must not keep the table from the others.
const AT_ONCE: usize = 500;

/// The most lines of standard error that are told, and the most letters of each.
const TOLD_ERRORS: usize = 20;
const ERROR_LETTERS: usize = 200;

/// How long the end of a program and its last words may take to arrive.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// How long a program that was started on trial has to show that it ends at once.
const MOMENT: Duration = Duration::from_millis(100);

/// Carries out the orders of a table with processes of its own, and gives the table the lines of
/// these. All processes are ended when this is dropped, and also when this program is killed.
pub struct Programs {
    guard: Guard,
    /// Whether reasons are told without paths and without standard error.
    hides_stderr: bool,
    connections: BTreeMap<EngineSlot, Connection>,
    /// Called whenever a program has said something.
    wake: Waker,
    admit: Admission,
    /// What programs hold as long as they run, by slot.
    admitted: BTreeMap<EngineSlot, Box<dyn Any + Send>>,
}

/// A function that says whether a program may be started for a slot: gives what the program holds
/// as long as it runs, or why there is no room for the program.
pub type Admission = Box<dyn Fn(EngineSlot) -> Result<Box<dyn Any + Send>, String> + Send>;

impl fmt::Debug for Programs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Programs").field("connections", &self.connections).finish_non_exhaustive()
    }
}

impl Programs {
    /// No programs yet, and a guard that ends them whatever happens to us.
    ///
    /// # Errors
    /// When this program cannot be started once more.
    pub fn new() -> io::Result<Programs> {
        Ok(Programs::guarded(Guard::start()?))
    }

    /// The guard that ends the programs, even if this program is killed.
    pub const fn guard(&self) -> &Guard {
        &self.guard
    }

    /// As [`Programs::new`], with a guard that watches over several tables.
    pub fn guarded(guard: Guard) -> Programs {
        Programs {
            guard,
            hides_stderr: false,
            connections: BTreeMap::new(),
            wake: Arc::new(|| {}),
            admit: Box::new(|_| Ok(Box::new(()))),
            admitted: BTreeMap::new(),
        }
    }

    /// These programs, but `wake` is called whenever one has said something, so that the caller
    /// need not poll.
    #[must_use]
    pub fn waking(mut self, wake: Waker) -> Programs {
        self.wake = wake;
        self
    }

    /// These programs, but `admit` is asked before each program is started.
    #[must_use]
    pub fn admitting(mut self, admit: Admission) -> Programs {
        self.admit = admit;
        self
    }

    /// These programs, for tables that anyone may look at: why a program has ended is told without
    /// its path and its standard error, which the log has.
    #[must_use]
    pub fn hiding_stderr(mut self) -> Programs {
        self.hides_stderr = true;
        self
    }

    /// Starts the external program on `seat` for a moment, to see whether it can be started: in the
    /// middle of a game a failed start would be a loss. `place` is for complaints.
    ///
    /// # Errors
    /// When the program cannot be started, or ends at once.
    pub fn probe_start(&self, place: &'static str, seat: &Seat) -> Result<(), Refusal> {
        let Seat::Engine { spec, is_own: false } = seat else { return Ok(()) };
        let refuse = |text, expected: &str| {
            Err(Refusal::new(place, text, expected).coded(Code::EngineMissing))
        };
        let tried = Process::probe_start(&spec.command(), spec.dir.as_deref(), &self.guard, MOMENT);
        match tried {
            Ok(()) => Ok(()),
            Err(error) if self.hides_stderr => {
                log::warn!("{}: {error}", spec.name);
                refuse(spec.name.clone(), StartError::EXPECTED)
            }
            Err(error) => refuse(error.cause(), error.expected()),
        }
    }

    /// Passes on to the table what its programs have said since, and carries out what the table
    /// orders. Never waits. Every line in both directions is shown to `tap`. Says whether it heard
    /// anything: more may wait then.
    ///
    /// Lines wait until the caller has taken the happenings, so that the caller sees the table
    /// after each line, however quickly the next one follows.
    pub fn attend(
        &mut self,
        room: &mut Room,
        now: u64,
        mut tap: impl FnMut(EngineSlot, LineDirection, &str),
    ) -> bool {
        let mut has_heard = false;
        room.tick(now);
        self.obey(room, now, &mut tap);
        for slot in EngineSlot::ALL {
            for _ in 0..AT_ONCE {
                if room.has_happenings() {
                    return true;
                }
                let Some(connection) = self.connections.get_mut(&slot) else { break };
                let listened = connection.listen(Instant::now());
                has_heard |= matches!(listened, Some(Listened::Line(_) | Listened::Closed));
                match listened {
                    None | Some(Listened::Silence) => break,
                    Some(Listened::Line(line)) => {
                        tap(slot, LineDirection::From, &line.text);
                        room.hear(slot, &line.text, now);
                    }
                    Some(Listened::Closed) => {
                        let why = last_words(connection, self.hides_stderr);
                        room.gone(slot, &why, now);
                    }
                }
                self.obey(room, now, &mut tap);
            }
        }
        self.settle();
        has_heard
    }

    fn obey(
        &mut self,
        room: &mut Room,
        now: u64,
        tap: &mut impl FnMut(EngineSlot, LineDirection, &str),
    ) {
        // A program that does not start is an event of its own, with orders that follow.
        loop {
            let steps = room.take_steps();
            if steps.is_empty() {
                return;
            }
            for SlotStep { slot, mut step } in steps {
                if let EngineStep::Start { command, .. } = &mut step {
                    name_own(command);
                    self.admitted.remove(&slot);
                    match (self.admit)(slot) {
                        Ok(held) => drop(self.admitted.insert(slot, held)),
                        Err(full) => {
                            room.gone(slot, &full, now);
                            continue;
                        }
                    }
                }
                let connection = self.connections.entry(slot).or_insert_with(|| {
                    Connection::waking(self.guard.clone(), Arc::clone(&self.wake))
                });
                let carried_out =
                    connection.carry_out(step, &mut |line| tap(slot, LineDirection::To, line));
                match carried_out {
                    Ok(_) => {}
                    Err(error) if self.hides_stderr => {
                        log::warn!("{error}");
                        room.gone(slot, "does not start", now);
                    }
                    Err(error) => room.gone(slot, &error.cause(), now),
                }
            }
        }
    }

    /// Lets go of what programs that do not run any more have held.
    fn settle(&mut self) {
        let runs =
            |slot: &EngineSlot| self.connections.get(slot).is_some_and(Connection::is_running);
        self.admitted.retain(|slot, _| runs(slot));
    }

    /// The last lines that the program of a slot wrote to standard error.
    pub fn errors(&self, slot: EngineSlot) -> Vec<String> {
        let process = self.connections.get(&slot).and_then(Connection::process);
        let lines = process.map(|process| process.errors().lines).unwrap_or_default();
        let skipped = lines.len().saturating_sub(TOLD_ERRORS);
        let shown = |line: &String| line.escape_debug().take(ERROR_LETTERS).collect();
        lines.iter().skip(skipped).map(shown).collect()
    }

    /// The number of lines that all programs wrote to standard error.
    pub fn error_count(&self) -> usize {
        let processes = self.connections.values().filter_map(Connection::process);
        processes.map(|process| process.errors().count).sum()
    }

    /// The number of programs that run.
    pub fn count(&self) -> usize {
        self.connections.values().filter(|connection| connection.is_running()).count()
    }
}

/// Fills in the path of this program where a command names no program: tables do not know the path.
fn name_own(command: &mut [String]) {
    if let Some(program) = command.first_mut().filter(|program| program.is_empty()) {
        let own = own_program().unwrap_or_else(|_| PathBuf::from("tengen"));
        *program = own.to_string_lossy().into_owned();
    }
}

/// What is known of why a program has closed its output.
fn last_words(connection: &mut Connection, hides_stderr: bool) -> String {
    let deadline = Instant::now() + LAST_WORDS;
    let how = connection.end(deadline).unwrap_or_else(|| CLOSED.to_owned());
    let errors = connection.process().map(|process| process.last_errors(deadline));
    let Some(line) = errors.and_then(|errors| errors.lines.back().cloned()) else { return how };
    let said: String = line.escape_debug().take(200).collect();
    if hides_stderr {
        log::warn!("a program has ended: {how}: {said}");
        return how;
    }
    format!("{how}: {said}")
}
