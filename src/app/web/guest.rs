//! An engine that speaks another protocol than ours, as a player that can be asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use crate::app::arena::spec::{Dialect, EngineSpec};
use crate::app::process::{Guard, Listened, Process};
use crate::app::room::{Asked, Desk, News, Order, Talk};
use crate::control::{Choice, Limits};
use crate::game::{Move, Variant};
use crate::player::{Player, PlayerError, Rng, Task};
use crate::protocol::Codec;
use crate::protocol::client::{Question, Said, Thought, Told};
use crate::protocol::uci::Uci;
use crate::session::message::{Event, Problem};
use crate::session::options::Options;

use super::places::Place;

/// How often somebody who waits for an engine looks around.
const GLANCE: Duration = Duration::from_millis(10);
/// How long an engine may take to answer after it was told to stop, before it is
/// started afresh: less than the conversation waits.
const GRACE: Duration = Duration::from_secs(2);

/// A conversation with a program, and the program.
struct Call {
    talk: Talk,
    program: Option<Process>,
    guard: Guard,
    orders: Vec<Order>,
    variant: Variant,
    since: Instant,
}

impl Call {
    /// Starts the program and greets it.
    fn start(spec: &EngineSpec, variant: Variant, guard: &Guard) -> Option<Call> {
        let (mut orders, since) = (Vec::new(), Instant::now());
        let talk = Talk::start(Desk::First, spec.clone(), variant, 0, &mut orders)?;
        Some(Call { talk, program: None, guard: guard.clone(), orders, variant, since })
    }

    fn now(&self) -> u64 {
        self.since.elapsed().as_millis() as u64
    }

    /// Carries out what is ordered, listens for a moment, and says what came of it.
    /// Every line in both directions is shown to `tap`.
    fn attend(&mut self, tap: &mut dyn FnMut(&str, &str)) -> News {
        let now = self.now();
        let orders = std::mem::take(&mut self.orders);
        for order in orders {
            match order {
                Order::Start { command, dir, .. } => {
                    self.program = Process::start(&command, dir.as_deref(), &self.guard).ok();
                    if self.program.is_none() {
                        return self.talk.gone("does not start", now, &mut self.orders);
                    }
                }
                Order::Say { lines, .. } => {
                    for line in &lines {
                        tap("sent", line);
                        if let Some(program) = &self.program {
                            program.send(line);
                        }
                    }
                }
                Order::Stop { .. } => self.program = None,
            }
        }
        let Some(program) = &mut self.program else { return News::Nothing };
        match program.listen(Instant::now() + GLANCE) {
            Listened::Line(line) => {
                tap("heard", &line.text);
                self.talk.hear(&line.text, now, &mut self.orders)
            }
            Listened::Silence => self.talk.tick(now, &mut self.orders),
            Listened::Closed => {
                let status = program.wait(Instant::now() + GLANCE);
                self.program = None;
                let why =
                    status.map_or("closed its output".to_owned(), |status| status.to_string());
                self.talk.gone(&why, now, &mut self.orders)
            }
        }
    }
}

/// Finds out which protocol an engine speaks; takes seconds where that is hard to tell.
pub(super) fn recognise(spec: &EngineSpec, guard: &Guard) -> Option<Dialect> {
    let variant = Variant::preset("gomoku").ok()?;
    let mut call = Call::start(spec, variant, guard)?;
    while !call.talk.is_broken() {
        call.attend(&mut |_, _| {});
        if let Some(known) = call.talk.dialect() {
            return Dialect::ALL.into_iter().find(|dialect| dialect.name() == known.name);
        }
    }
    None
}

/// An engine at the table of somebody else's session.
pub(super) struct Guest {
    spec: EngineSpec,
    guard: Guard,
    /// Where lines of ours about it go.
    lines: mpsc::Sender<String>,
    /// Set when nobody wants to know anything any more.
    is_unwanted: Arc<AtomicBool>,
    call: Option<Call>,
    /// Number of the game that it is told of, and what it was told about time.
    game: u64,
    limits: Limits,
    /// Held as long as a program may run.
    _place: Place,
}

impl Guest {
    /// A guest whose program is started with the first question.
    pub fn new(
        spec: EngineSpec,
        guard: Guard,
        lines: mpsc::Sender<String>,
        is_unwanted: Arc<AtomicBool>,
        place: Place,
    ) -> Guest {
        Guest {
            spec,
            guard,
            lines,
            is_unwanted,
            call: None,
            game: 0,
            limits: Limits::default(),
            _place: place,
        }
    }

    /// What the question cannot be said in.
    fn check(&self, limits: &Limits) -> Result<(), Problem> {
        let word = if !limits.search_moves.is_empty() {
            "searchmoves"
        } else if limits.mate.is_some() {
            "mate"
        } else if limits.ponder {
            "ponder"
        } else if limits.trace {
            "trace"
        } else {
            return Ok(());
        };
        let protocol = self.spec.dialect.name();
        Err(Problem::new("go", word, format!("expected limits that can be said in {protocol}")))
    }

    /// Asks for a move; nothing if there is none by the time that it is wanted.
    fn ask(&mut self, task: &Task<'_>) -> Result<Option<Move>, Problem> {
        self.check(task.limits)?;
        let variant = *task.position.variant();
        let lost = |why: String| match why.contains(": expected ") {
            true => Problem::explain("go", &why),
            false => Problem::new("go", why, "expected a move"),
        };
        let known = self.call.take();
        let known = known.filter(|call| call.variant == variant && !call.talk.is_broken());
        let call = match known {
            Some(call) => self.call.insert(call),
            None => {
                let call = Call::start(&self.spec, variant, &self.guard);
                self.call.insert(call.ok_or_else(|| lost("it speaks no protocol".to_owned()))?)
            }
        };
        let lines = &self.lines;
        let mut tap = |what: &str, line: &str| {
            let shown: String =
                line.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
            // Whoever does not listen learns nothing.
            let _ = lines.blocking_send(format!("info string {what}: {shown}"));
        };
        // What may change between two moves of a game is said with the question.
        let lasting = Limits { clock_ms: self.limits.clock_ms, ..task.limits.clone() };
        if lasting != self.limits || self.game == 0 {
            self.limits = task.limits.clone();
            self.game += 1;
        }
        let mut stopped: Option<Instant> = None;
        let mut is_asked = false;
        loop {
            if !is_asked && call.talk.wants_game(self.game) {
                let now = call.now();
                let seed = task.settings.seed;
                call.talk.new_game(self.game, seed, task.limits, now, &mut call.orders);
            }
            if !is_asked && call.talk.is_ready(self.game) {
                let asked = Asked { revision: self.game, at: call.now() };
                let question =
                    Question { start: None, position: task.position, limits: task.limits };
                let time = task.limits.movetime_ms;
                call.talk.ask(asked, question, time, &mut call.orders);
                is_asked = true;
            }
            match call.attend(&mut tap) {
                News::Answer { said: Said::Move(mv), .. } => {
                    let played = task.position.clone().play(mv);
                    played.map_err(|why| lost(format!("it plays {mv} ({why})")))?;
                    tap_thought(lines, call.talk.thought, Some(mv));
                    return Ok(Some(mv));
                }
                News::Answer { said, .. } => return Err(lost(format!("it says {said:?}"))),
                News::Fault { detail, .. } => return Err(lost(detail)),
                News::Thought(thought) => tap_thought(lines, thought, None),
                News::Nothing => {}
            }
            if task.monitor.signals().is_stopped() && stopped.is_none() {
                stopped = Some(Instant::now());
                call.talk.hurry(&mut call.orders);
            }
            let is_late = stopped.is_some_and(|stopped| stopped.elapsed() >= GRACE);
            if is_late || self.is_unwanted.load(Ordering::Relaxed) {
                let text = "info string it did not stop: it is started afresh for the next move";
                let _ = lines.blocking_send(text.to_owned());
                self.call = None;
                return Ok(None);
            }
        }
    }
}

impl Player for Guest {
    fn choose(&mut self, task: Task<'_>, _: &mut Rng) -> Result<Choice, PlayerError> {
        let best = self.ask(&task).unwrap_or_else(|problem| {
            let mut lines = Vec::new();
            Uci.encode(&Event::Problem(problem), &Options::default(), &mut lines);
            for line in lines {
                // The answer that there is no move follows in any case.
                let _ = self.lines.blocking_send(line);
            }
            None
        });
        Ok(Choice { best, ponder: None })
    }

    fn forget(&mut self) {
        // The next question belongs to another game.
        self.game += 1;
    }
}

/// Says a thought as a line of the native protocol.
fn tap_thought(lines: &mpsc::Sender<String>, thought: Thought, pv: Option<Move>) {
    let Thought { depth, score, nodes } = thought;
    let mut text = format!("info depth {}", depth.unwrap_or(1));
    match score {
        Some(Told::Centi(cp)) => text += &format!(" score cp {cp}"),
        Some(Told::Mate(moves)) => text += &format!(" score mate {moves}"),
        None => {}
    }
    if let Some(nodes) = nodes {
        text += &format!(" nodes {nodes}");
    }
    if let Some(mv) = pv {
        text += &format!(" pv {mv}");
    }
    let _ = lines.blocking_send(text);
}
