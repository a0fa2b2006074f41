//! An engine of a match: a program, and the conversation with it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tengen_engine::control::Limits;
use tengen_engine::game::{Move, Variant};
use tengen_engine::protocol::client::{Question, Said, Thought};

use tengen_games::conversation::{AskedQuestion, ConversationNews, FaultKind, Patience};
use tengen_games::fault::{EngineFailure, Fault, unexpected};
use tengen_games::spec::EngineSpec;
use tengen_games::table::swap2::Decision;
use tengen_host::programs::driver::EngineDriver;
use tengen_host::programs::process::{Guard, Receipt};

/// How often a waiting thread looks whether the match is over, at least.
const POLL: Duration = Duration::from_millis(100);

/// A flag that ends the match everywhere when it is set.
#[derive(Debug, Default)]
pub(super) struct Halt(AtomicBool);

impl Halt {
    /// The match is over.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the match is over.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What all engines of a match have in common.
pub(super) struct MatchContext {
    pub variant: Variant,
    pub patience: Patience,
    pub guard: Guard,
    pub halt: Halt,
}

/// An answer to a question.
#[derive(Clone, Debug)]
pub(super) struct TimedAnswer<T> {
    pub what: T,
    /// From the question written to the answer arrived.
    pub used: Duration,
    /// When the answer had to be there at the latest.
    pub due: Instant,
    /// What the engine told last of its thoughts.
    pub thought: Thought,
}

impl<T> TimedAnswer<T> {
    /// This answer with `what` as its content; times and thoughts stay.
    fn with<U>(self, what: U) -> TimedAnswer<U> {
        let TimedAnswer { used, due, thought, .. } = self;
        TimedAnswer { what, used, due, thought }
    }
}

/// A running engine.
pub(super) struct Engine<'a> {
    driver: EngineDriver,
    context: &'a MatchContext,
    /// Number of the game.
    game: u64,
}

impl<'a> Engine<'a> {
    /// Starts an engine; it has introduced itself and has its options then.
    pub fn start(
        spec: &EngineSpec,
        context: &'a MatchContext,
    ) -> Result<Engine<'a>, EngineFailure> {
        let MatchContext { variant, patience, guard, .. } = context;
        let driver = EngineDriver::new(spec, *variant, *patience, guard);
        let mut engine = Engine { driver, context, game: 0 };
        engine.settle().map_err(|trouble| engine.blame(trouble))?;
        Ok(engine)
    }

    /// How the engine calls itself, if it has said so.
    pub fn id(&self) -> Option<&str> {
        self.driver.conversation.id()
    }

    /// Adds what is known of the engine to what went wrong.
    pub fn blame(&self, trouble: EngineFailure) -> EngineFailure {
        match trouble {
            EngineFailure::Fault(fault) => EngineFailure::Fault(self.driver.witness(fault)),
            EngineFailure::Halted => EngineFailure::Halted,
        }
    }

    /// Begins a game; the engine is ready for it then.
    pub fn new_game(&mut self, seed: u64, limits: &Limits) -> Result<(), EngineFailure> {
        self.game += 1;
        self.driver.conversation.new_game(self.game, seed, limits, Instant::now());
        self.settle()
    }

    /// Waits until the engine owes nothing.
    fn settle(&mut self) -> Result<(), EngineFailure> {
        self.carry_out()?;
        while !self.driver.conversation.is_idle() {
            self.hear(None)?;
        }
        Ok(())
    }

    /// Asks for a move. An answer after `time` (and the margin) is a fault, and
    /// so is none at all.
    pub fn ask(
        &mut self,
        question: Question<'_>,
        time: Option<Duration>,
    ) -> Result<TimedAnswer<Move>, EngineFailure> {
        self.rest()?;
        let asked = AskedQuestion { revision: self.game, at: Instant::now() };
        self.driver.conversation.ask(asked, question, time);
        let answer = self.await_answer(asked, time)?;
        match answer.what {
            Said::Move(mv) => Ok(answer.with(mv)),
            other => Err(unexpected(&other, "one move")),
        }
    }

    /// Asks for a decision of the swap2 opening; `None` if the engine does not
    /// know how to be asked.
    pub fn ask_swap2(
        &mut self,
        placed: &[Move],
        limits: &Limits,
        time: Option<Duration>,
    ) -> Result<Option<TimedAnswer<Decision>>, EngineFailure> {
        self.rest()?;
        let asked = AskedQuestion { revision: self.game, at: Instant::now() };
        if !self.driver.conversation.ask_swap2(asked, placed, limits, time) {
            return Ok(None);
        }
        let answer = self.await_answer(asked, time)?;
        let what = match (&answer.what, Decision::of(&answer.what)) {
            (_, Some(decision)) => decision,
            (Said::Refusal(text), _) if text.starts_with("UNKNOWN") => {
                // The engine may say so to each line of the question; once is enough.
                self.driver.conversation.knows_swap2 = false;
                return Ok(None);
            }
            (other, _) => return Err(unexpected(other, "squares or SWAP")),
        };
        Ok(Some(answer.with(what)))
    }

    /// Hears what was said since the last answer, and lets the pause after it go by.
    fn rest(&mut self) -> Result<(), EngineFailure> {
        loop {
            let deadline = self.driver.conversation.pauses_until().max(Instant::now());
            self.expect_silence(deadline)?;
            if Instant::now() >= self.driver.conversation.pauses_until() {
                return self.carry_out().map(drop);
            }
        }
    }

    /// Puts the question that was asked, and waits for its answer.
    fn await_answer(
        &mut self,
        asked: AskedQuestion,
        time: Option<Duration>,
    ) -> Result<TimedAnswer<Said>, EngineFailure> {
        let question = self.carry_out()?;
        let (what, at) = loop {
            if let (ConversationNews::Answer { said, .. }, at) = self.hear(None)? {
                break (said, at);
            }
        };
        // The system may have let us wait before the question was written.
        let written = question.and_then(|receipt| receipt.get().copied()).unwrap_or(asked.at);
        let used = at.saturating_duration_since(written);
        let patience = self.context.patience;
        match time {
            Some(time) if used > time + patience.margin => Err(Fault::new(
                FaultKind::Time,
                format!("used {} ms of {} ms", used.as_millis(), time.as_millis()),
            )
            .into()),
            _ => {
                let (due, thought) =
                    (patience.due(asked.at, time), self.driver.conversation.thought);
                Ok(TimedAnswer { what, used, due, thought })
            }
        }
    }

    /// Hears what was said since the last answer, and what is until the deadline
    /// (or until patience ends); another answer is one too many.
    pub fn expect_silence(&mut self, deadline: Instant) -> Result<(), EngineFailure> {
        let deadline = deadline.min(Instant::now() + self.context.patience.answer);
        loop {
            let (news, at) = self.hear(Some(deadline))?;
            if news == ConversationNews::Unasked {
                let line = self.driver.last_heard().unwrap_or_default();
                let detail = format!("answered without being asked: {line}");
                return Err(Fault::new(FaultKind::Protocol, detail).into());
            }
            if at >= deadline {
                return Ok(());
            }
        }
    }

    /// Listens for a moment, at most until the deadline: what a line means, or what the
    /// time has brought, and when that was.
    fn hear(
        &mut self,
        deadline: Option<Instant>,
    ) -> Result<(ConversationNews, Instant), EngineFailure> {
        if self.context.halt.is_set() {
            return Err(EngineFailure::Halted);
        }
        let poll = Instant::now() + POLL;
        let until =
            self.driver.conversation.wake_at().into_iter().chain(deadline).fold(poll, Instant::min);
        let Some((news, at)) = self.driver.listen(until, &mut |_, _| {}) else {
            return Err(EngineFailure::Halted);
        };
        if let ConversationNews::Fault { kind, detail } = news {
            return Err(Fault::new(kind, detail).into());
        }
        self.carry_out()?;
        Ok((news, at))
    }

    /// Does what the conversation wants; the receipt tells when the last lines were written.
    fn carry_out(&mut self) -> Result<Option<Receipt>, EngineFailure> {
        let written = self.driver.carry_out(&mut |_, _| {});
        written.map_err(|error| Fault::new(FaultKind::Crash, error.to_string()).into())
    }

    /// Ends the program; the last lines in both directions, and of its standard error.
    pub fn last_words(mut self) -> (Vec<String>, Vec<String>) {
        self.driver.kill();
        let fault = self.driver.witness(Fault::new(FaultKind::Crash, ""));
        (fault.lines, fault.stderr)
    }

    /// Asks the program to quit; one that does not is killed.
    pub fn quit(self) {
        self.driver.quit();
    }
}
