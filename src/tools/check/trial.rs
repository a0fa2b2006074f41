//! What a check is given: the way to start engines, and how long to wait.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use tengen_engine::protocol::ProtocolName;

use tengen_host::programs::process::{Guard, Process, StartError};

use super::subject::{Subject, Transcript};
use super::verdict::{Outcome, Verdict, fail};

/// Answers that may be missing before the others are waited for less long: an engine
/// that never answers is to be judged soon.
const LOST_ANSWERS: usize = 3;

/// Least time that an answer is waited for once [`LOST_ANSWERS`] are missing.
const SHORT_PATIENCE: Duration = Duration::from_secs(1);

/// Times the slowest answer so far that others are waited for once [`LOST_ANSWERS`] are missing.
const MARGIN: u32 = 3;

/// What all programs of all checks have in common.
pub(super) struct Shared {
    patience: Duration,
    lost_answers: Cell<usize>,
    /// The longest time that an answer took which came in the end.
    slowest: Cell<Duration>,
    /// When the check began.
    pub begun: Cell<Instant>,
}

impl Shared {
    pub fn new(patience: Duration) -> Shared {
        Shared {
            patience,
            lost_answers: Cell::new(0),
            slowest: Cell::default(),
            begun: Cell::new(Instant::now()),
        }
    }

    /// How long an answer is waited for.
    pub fn patience(&self) -> Duration {
        if self.lost_answers.get() < LOST_ANSWERS {
            return self.patience;
        }
        self.patience.min(SHORT_PATIENCE.max(self.slowest.get() * MARGIN))
    }

    /// Takes in that an answer came after the time `took`.
    pub fn learn(&self, took: Duration) {
        self.slowest.set(self.slowest.get().max(took));
    }

    /// Takes in that an answer never came.
    pub fn lose_patience(&self) {
        self.lost_answers.set(self.lost_answers.get() + 1);
    }
}

/// One check at work.
pub(super) struct Trial<'a> {
    command: &'a [String],
    guard: &'a Guard,
    pub protocol: ProtocolName,
    shared: Rc<Shared>,
    transcript: Rc<RefCell<Transcript>>,
    programs: Cell<usize>,
}

impl<'a> Trial<'a> {
    pub fn new(
        command: &'a [String],
        guard: &'a Guard,
        protocol: ProtocolName,
        shared: Rc<Shared>,
    ) -> Trial<'a> {
        shared.begun.set(Instant::now());
        let programs = Cell::new(0);
        Trial { command, guard, protocol, shared, transcript: Rc::default(), programs }
    }

    /// Starts the engine; nothing is said to it yet.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(&self) -> Outcome<Subject> {
        match Process::start(self.command, None, self.guard) {
            Ok(process) => {
                self.programs.set(self.programs.get() + 1);
                let transcript = Rc::clone(&self.transcript);
                let shared = Rc::clone(&self.shared);
                Ok(Subject::new(process, self.programs.get(), shared, transcript))
            }
            Err(error) => fail(StartError::EXPECTED, error.cause()),
        }
    }

    /// How long an answer is waited for.
    pub fn patience(&self) -> Duration {
        self.shared.patience()
    }

    /// Makes up to three attempts at something that depends on the clock: a busy machine delays
    /// one of them, a slow engine all. After an answer that never came no further attempt is made.
    ///
    /// # Errors
    /// The last failure.
    pub fn timely<T>(&self, mut attempt: impl FnMut(&Trial) -> Outcome<T>) -> Outcome<T> {
        let lost = self.shared.lost_answers.get();
        for _ in 0..2 {
            match attempt(self) {
                Err(Verdict::Fail { .. }) if self.shared.lost_answers.get() == lost => {}
                settled => return settled,
            }
        }
        attempt(self)
    }

    /// What was exchanged.
    pub fn into_transcript(self) -> Transcript {
        self.transcript.take()
    }
}
