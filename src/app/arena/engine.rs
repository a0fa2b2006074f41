//! An engine of a match: a program and the protocol that it speaks.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::app::process::{Guard, Heard, LAST_WORDS, Listened, Process, Receipt};
use crate::control::Limits;
use crate::game::{Move, Variant};
use crate::protocol::client::{self, Client, DIALECTS, Question, Said, Thought};

use super::fault::{Fault, FaultKind, Trouble, unexpected};
use super::spec::EngineSpec;

/// How often a waiting thread looks whether the match is over, at least.
const GLANCE: Duration = Duration::from_millis(100);
/// How long an engine of unknown protocol has to introduce itself, in several
/// rounds: quick for all those who start quickly, long for the others.
const PROBES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(10)];
/// How long a program may take to leave once it was asked to.
const FAREWELL: Duration = Duration::from_millis(500);
/// Target of the log for what engines say and hear.
const TALK: &str = "tengen::match";
/// Lines of a conversation that are kept.
const KEPT_LINES: usize = 20;

/// Ends everything when it is set.
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

/// How long engines are waited for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// For an introduction, for a new game, and beyond a time limit until an
    /// engine that owes an answer is given up.
    pub answer: Duration,
    /// For a move that no time limit ends.
    pub longest_move: Duration,
    /// More than a time limit that is forgiven.
    pub margin: Duration,
}

/// What all engines of a match have in common.
pub(super) struct Surroundings {
    pub variant: Variant,
    pub patience: Patience,
    pub guard: Guard,
    pub halt: Halt,
}

/// An answer to a question.
#[derive(Clone, Debug)]
pub(super) struct Answer<T> {
    pub what: T,
    /// From the question written to the answer arrived.
    pub used: Duration,
    /// When it had to be there at the latest.
    pub due: Instant,
    /// The last word of what it thought.
    pub thought: Thought,
}

impl<T> Answer<T> {
    /// The same answer, understood.
    fn with<U>(self, what: U) -> Answer<U> {
        let Answer { used, due, thought, .. } = self;
        Answer { what, used, due, thought }
    }
}

/// What was heard while an answer was waited for.
#[derive(Debug, Default)]
struct Meanwhile {
    thought: Thought,
    /// The last line that means nothing, or that refuses something.
    noise: Option<Said>,
}

/// A decision of the swap2 opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    Swap,
    Place(Vec<Move>),
}

/// A running engine.
pub(super) struct Engine<'a> {
    process: Process,
    client: Box<dyn Client>,
    surroundings: &'a Surroundings,
    /// Its name in the match, for the log.
    name: String,
    /// The last lines in both directions, `> ` before ours and `< ` before its own.
    recent: VecDeque<String>,
    /// A line that arrived after the deadline of whoever waited before.
    late: Option<Heard>,
    /// Whether it can be asked in a swap2 opening, as far as it has shown.
    knows_swap2: bool,
}

impl<'a> Engine<'a> {
    /// Starts an engine; it has introduced itself and has its options then.
    pub fn start(spec: &EngineSpec, surroundings: &'a Surroundings) -> Result<Engine<'a>, Trouble> {
        let Some(dialect) = client::dialect(spec.dialect.name()) else {
            return Engine::probe(spec, surroundings);
        };
        let mut engine = Engine::open(spec, dialect, surroundings)?;
        let introduced = engine.introduce(surroundings.patience.answer);
        introduced.and_then(|()| engine.prepare(spec)).map_err(|trouble| engine.blame(trouble))?;
        Ok(engine)
    }

    /// Starts an engine of unknown protocol: addresses it in one after the other,
    /// each time afresh.
    fn probe(spec: &EngineSpec, surroundings: &'a Surroundings) -> Result<Engine<'a>, Trouble> {
        let mut last = None;
        for patience in PROBES {
            for dialect in spec.dialects() {
                let mut engine = Engine::open(spec, dialect, surroundings)?;
                match engine.introduce(patience.min(surroundings.patience.answer)) {
                    Ok(()) => {
                        engine.prepare(spec).map_err(|trouble| engine.blame(trouble))?;
                        return Ok(engine);
                    }
                    Err(Trouble::Halted) => return Err(Trouble::Halted),
                    Err(Trouble::Fault(fault)) => last = Some(engine.witness(fault)),
                }
            }
        }
        let names: Vec<&str> = DIALECTS.iter().map(|dialect| dialect.name).collect();
        let fault = last.unwrap_or_else(|| Fault::new(FaultKind::Stall, ""));
        let detail = format!("it speaks none of {} ({})", names.join(", "), fault.detail);
        Err(Fault { detail, ..fault }.into())
    }

    fn open(
        spec: &EngineSpec,
        dialect: &client::Dialect,
        surroundings: &'a Surroundings,
    ) -> Result<Engine<'a>, Fault> {
        let process = Process::start(&spec.command(), spec.dir.as_deref(), &surroundings.guard)
            .map_err(
                // The system says the same of both, a missing program and a missing folder.
                |error| match spec.dir.as_deref().filter(|folder| !folder.is_dir()) {
                    Some(folder) => {
                        format!("dir={}: expected a folder that is there", folder.display())
                    }
                    None => error.to_string(),
                },
            );
        let process = process.map_err(|detail| Fault::new(FaultKind::Crash, detail))?;
        log::debug!(target: TALK, "{} is process {}", spec.name, process.id());
        Ok(Engine {
            process,
            client: (dialect.open)(surroundings.variant),
            surroundings,
            name: spec.name.clone(),
            recent: VecDeque::with_capacity(KEPT_LINES),
            late: None,
            knows_swap2: true,
        })
    }

    fn introduce(&mut self, patience: Duration) -> Result<(), Trouble> {
        let lines = self.client.greeting();
        self.send(&lines);
        self.await_said(patience, &Said::Introduced, &lines)
    }

    fn prepare(&mut self, spec: &EngineSpec) -> Result<(), Trouble> {
        let lines = self
            .client
            .prepare(&spec.options)
            .map_err(|problem| Fault::new(FaultKind::Protocol, problem.to_string()))?;
        self.send(&lines);
        Ok(())
    }

    /// How it calls itself.
    pub fn id(&self) -> Option<&str> {
        self.client.name()
    }

    /// Adds what is known of the engine to what went wrong.
    pub fn blame(&self, trouble: Trouble) -> Trouble {
        match trouble {
            Trouble::Fault(fault) => Trouble::Fault(self.witness(fault)),
            Trouble::Halted => Trouble::Halted,
        }
    }

    /// The fault with what is known of the engine.
    fn witness(&self, fault: Fault) -> Fault {
        let lines = self.recent.iter().cloned().collect();
        Fault { lines, stderr: self.process.errors().lines.into(), ..fault }
    }

    /// Begins a game; the engine is ready for it then.
    pub fn new_game(&mut self, seed: u64, limits: &Limits) -> Result<(), Trouble> {
        let lines = self.client.new_game(seed, limits);
        self.send(&lines);
        self.await_said(self.surroundings.patience.answer, &Said::Ready, &lines)?;
        let settings = self.client.settings();
        self.send(&settings);
        Ok(())
    }

    /// Asks for a move. An answer after `time` (and the margin) is a fault, and
    /// so is none at all.
    pub fn ask(
        &mut self,
        question: Question<'_>,
        time: Option<Duration>,
    ) -> Result<Answer<Move>, Trouble> {
        let lines = self.client.ask(question);
        let answer = self.put(&lines, time, true)?;
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
    ) -> Result<Option<Answer<Decision>>, Trouble> {
        if !self.knows_swap2 {
            return Ok(None);
        }
        let Some(lines) = self.client.ask_swap2(placed, limits) else { return Ok(None) };
        let answer = self.put(&lines, time, false)?;
        let what = match &answer.what {
            Said::Move(mv) => Decision::Place(vec![*mv]),
            Said::Stones(stones) => Decision::Place(stones.clone()),
            Said::Swap => Decision::Swap,
            Said::Refusal(text) if text.starts_with("UNKNOWN") => {
                // It may say so to each line of the question; once is enough.
                self.knows_swap2 = false;
                return Ok(None);
            }
            other => return Err(unexpected(other, "squares or SWAP")),
        };
        Ok(Some(answer.with(what)))
    }

    /// Puts a question and waits for whatever answers it; a refusal does, unless
    /// the engine `must_move`: then the move may still come.
    fn put(
        &mut self,
        lines: &[String],
        time: Option<Duration>,
        must_move: bool,
    ) -> Result<Answer<Said>, Trouble> {
        self.expect_silence(Instant::now())?;
        let Patience { answer: grace, longest_move, margin } = self.surroundings.patience;
        let asked = Instant::now();
        let question = self.send(lines);
        let due = asked + time.map_or(longest_move, |time| time + margin);
        let mut heard = Meanwhile::default();
        let mut answer = self.await_answer(due, &mut heard, must_move)?;
        if answer.is_none() {
            // Late or never: the two are told apart.
            let stop = self.client.stop();
            self.send(&stop);
            answer = self.await_answer(Instant::now() + grace, &mut heard, must_move)?;
        }
        let Meanwhile { thought, noise } = heard;
        let (what, at) = match (answer, noise) {
            (Some(answer), _) => answer,
            (None, Some(noise)) => return Err(unexpected(&noise, "one move")),
            (None, None) => {
                let detail = format!("no answer after {} ms", asked.elapsed().as_millis());
                return Err(Fault::new(FaultKind::Stall, detail).into());
            }
        };
        // The system may have let us wait before the question was written.
        let written = question.get().copied().unwrap_or(asked);
        let used = at.saturating_duration_since(written);
        match time {
            Some(time) if used > time + margin => Err(Fault::new(
                FaultKind::Time,
                format!("used {} ms of {} ms", used.as_millis(), time.as_millis()),
            )
            .into()),
            _ => Ok(Answer { what, used, due, thought }),
        }
    }

    /// The next answer that arrives before the deadline.
    ///
    /// With `must_move` a refusal is passed over for a while, as managers do: some
    /// engines complain of a line that came with the question, and answer all the same.
    fn await_answer(
        &mut self,
        mut deadline: Instant,
        heard: &mut Meanwhile,
        must_move: bool,
    ) -> Result<Option<(Said, Instant)>, Trouble> {
        while let Some(line) = self.hear(deadline)? {
            match self.client.hear(&line.text) {
                Said::Thought(later) => heard.thought.update(later),
                Said::Suggestion(consent) => drop(self.send(&[consent])),
                noise @ Said::Noise(_) => heard.noise = Some(noise),
                refusal @ Said::Refusal(_) if must_move => {
                    heard.noise = Some(refusal);
                    deadline = deadline.min(Instant::now() + self.surroundings.patience.answer);
                }
                Said::Introduced | Said::Ready | Said::Remark => {}
                said => return Ok(Some((said, line.at))),
            }
        }
        Ok(None)
    }

    /// Hears what was said since the last answer, and what is until the deadline
    /// (or until patience ends); another answer is one too many.
    pub fn expect_silence(&mut self, deadline: Instant) -> Result<(), Trouble> {
        let deadline = deadline.min(Instant::now() + self.surroundings.patience.answer);
        while let Some(line) = self.hear(deadline)? {
            if let Said::Move(_) | Said::Unreadable(_) | Said::Stones(_) | Said::Swap =
                self.client.hear(&line.text)
            {
                let detail = format!("answered without being asked: {}", line.text);
                return Err(Fault::new(FaultKind::Protocol, detail).into());
            }
        }
        Ok(())
    }

    /// Waits for one thing, passing over everything else but a refusal.
    fn await_said(
        &mut self,
        patience: Duration,
        wanted: &Said,
        asked: &[String],
    ) -> Result<(), Trouble> {
        let deadline = Instant::now() + patience;
        while let Some(line) = self.hear(deadline)? {
            match self.client.hear(&line.text) {
                said if said == *wanted => return Ok(()),
                Said::Refusal(text) => {
                    return Err(Fault::new(FaultKind::Protocol, format!("refused: {text}")).into());
                }
                _ => {}
            }
        }
        let asked = asked.last().map_or("", String::as_str);
        let detail = format!("no answer to {asked} within {} ms", patience.as_millis());
        Err(Fault::new(FaultKind::Stall, detail).into())
    }

    /// The next line that arrives before the deadline.
    fn hear(&mut self, deadline: Instant) -> Result<Option<Heard>, Trouble> {
        loop {
            if self.surroundings.halt.is_set() {
                return Err(Trouble::Halted);
            }
            let listened = match self.late.take() {
                Some(line) => Listened::Line(line),
                None => self.process.listen(deadline.min(Instant::now() + GLANCE)),
            };
            match listened {
                // An engine that never stops talking does not stop the clock.
                Listened::Line(line) if line.at > deadline => {
                    self.late = Some(line);
                    return Ok(None);
                }
                Listened::Line(line) => {
                    let text = line.text.escape_debug();
                    log::debug!(target: TALK, "{} < {text}", self.name);
                    self.keep("< ", &line.text);
                    return Ok(Some(line));
                }
                Listened::Silence if Instant::now() >= deadline => return Ok(None),
                Listened::Silence => {}
                Listened::Closed => return Err(self.crash().into()),
            }
        }
    }

    /// The program has closed its output.
    fn crash(&mut self) -> Fault {
        let detail = match self.process.wait(Instant::now() + FAREWELL) {
            Some(status) => format!("ended with {status}"),
            None => "closed its output".to_owned(),
        };
        // Its last words say why.
        self.process.last_errors(Instant::now() + LAST_WORDS);
        Fault::new(FaultKind::Crash, detail)
    }

    /// Says lines; the receipt tells when they were written.
    fn send(&mut self, lines: &[String]) -> Receipt {
        let mut text = String::new();
        for line in lines {
            log::debug!(target: TALK, "{} > {line}", self.name);
            self.keep("> ", line);
            text.extend([line, "\n"]);
        }
        self.process.send_bytes(text.into_bytes())
    }

    fn keep(&mut self, direction: &str, line: &str) {
        if self.recent.len() == KEPT_LINES {
            self.recent.pop_front();
        }
        let line: String = line.chars().take(1000).collect();
        self.recent.push_back(format!("{direction}{line}"));
    }

    /// Ends the program; the last lines in both directions, and of its standard error.
    pub fn last_words(mut self) -> (Vec<String>, Vec<String>) {
        self.process.kill();
        self.process.last_errors(Instant::now() + LAST_WORDS);
        let fault = self.witness(Fault::new(FaultKind::Crash, ""));
        (fault.lines, fault.stderr)
    }

    /// Asks the program to leave; what does not is killed.
    pub fn leave(mut self) {
        let lines = self.client.farewell();
        self.send(&lines);
        self.process.close_input();
        self.process.wait(Instant::now() + FAREWELL);
    }
}
