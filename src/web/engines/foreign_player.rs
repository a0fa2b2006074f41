//! An engine that speaks another protocol than ours, as a player that can be asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use tengen_engine::control::{Choice, Limits};
use tengen_engine::game::{Move, Variant};
use tengen_engine::player::{Player, PlayerError, Rng, Task};
use tengen_engine::protocol::Codec;
use tengen_engine::protocol::client::{Question, Said, Thought, Told};
use tengen_engine::protocol::uci::Uci;
use tengen_engine::session::message::{Event, Problem};
use tengen_engine::session::options::Options;

use crate::quotas::QuotaGuard;
use tengen_games::conversation::{AskedQuestion, ConversationNews};
use tengen_games::spec::EngineSpec;
use tengen_games::table::room::PATIENCE;
use tengen_host::programs::connection::LineDirection;
use tengen_host::programs::driver::EngineDriver;
use tengen_host::programs::process::Guard;

use super::recognise::POLL;

/// How long an engine may take to answer after it was told to stop, before it is
/// started afresh: less than the conversation waits.
const GRACE: Duration = Duration::from_secs(2);

/// An engine that plays in the session of a client.
pub(crate) struct ForeignPlayer {
    spec: EngineSpec,
    guard: Guard,
    /// Where our own lines about the engine go.
    lines: mpsc::Sender<String>,
    /// Set once the session has ended.
    is_unwanted: Arc<AtomicBool>,
    engine: Option<EngineDriver>,
    /// The number of the game that the engine is told of, and what it was told about time.
    game: u64,
    limits: Limits,
    /// Held as long as a program may run.
    _share: QuotaGuard,
}

impl ForeignPlayer {
    /// A player whose program is started with the first question.
    pub fn new(
        spec: EngineSpec,
        guard: Guard,
        lines: mpsc::Sender<String>,
        is_unwanted: Arc<AtomicBool>,
        share: QuotaGuard,
    ) -> ForeignPlayer {
        ForeignPlayer {
            spec,
            guard,
            lines,
            is_unwanted,
            engine: None,
            game: 0,
            limits: Limits::default(),
            _share: share,
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
        } else {
            return Ok(());
        };
        let protocol = self.spec.protocol_text();
        Err(Problem::new("go", word, format!("limits that can be said in {protocol}")))
    }

    /// The engine with a conversation about games of that variant.
    fn engine(&mut self, variant: Variant) -> EngineDriver {
        let known = self.engine.take().filter(|engine| engine.conversation.variant() == variant);
        let known = known.filter(|engine| !engine.conversation.is_broken());
        known.unwrap_or_else(|| EngineDriver::new(&self.spec, variant, PATIENCE, &self.guard))
    }

    /// Asks for the move of `task`; `Ok(None)` where the engine does not answer in time.
    fn ask(&mut self, task: &Task<'_>) -> Result<Option<Move>, Problem> {
        self.check(task.limits)?;
        // What may change between two moves of a game is said with the question.
        let lasting = Limits { clock_ms: self.limits.clock_ms, ..task.limits.clone() };
        if lasting != self.limits || self.game == 0 {
            self.limits = task.limits.clone();
            self.game += 1;
        }
        let mut engine = self.engine(*task.position.variant());
        let answer = self.wait(&mut engine, task);
        // An engine that does not answer in time is started afresh.
        if !matches!(answer, Ok(None)) {
            self.engine = Some(engine);
        }
        answer
    }

    /// Waits for the answer of the program.
    fn wait(&self, engine: &mut EngineDriver, task: &Task<'_>) -> Result<Option<Move>, Problem> {
        // A client that does not listen learns nothing.
        let say = |line: String| drop(self.lines.blocking_send(line));
        let mut tap = |direction: LineDirection, line: &str| {
            let what = match direction {
                LineDirection::To => "sent",
                LineDirection::From => "heard",
            };
            let shown: String =
                line.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
            say(format!("info string {what}: {shown}"));
        };
        let mut stopped: Option<Instant> = None;
        let (mut is_asked, mut is_hurried) = (false, false);
        loop {
            let now = Instant::now();
            if !is_asked && engine.conversation.wants_game(self.game) {
                let seed = task.settings.seed;
                engine.conversation.new_game(self.game, seed, task.limits, now);
            }
            if !is_asked && engine.conversation.is_ready(self.game, now) {
                let asked = AskedQuestion { revision: self.game, at: now };
                let (position, limits) = (task.position, task.limits);
                let question = Question { start: None, position, limits };
                let time = limits.movetime_ms.map(Duration::from_millis);
                engine.conversation.ask(asked, question, time);
                is_asked = true;
            }
            match engine.attend(Instant::now() + POLL, &mut tap) {
                ConversationNews::Answer { said: Said::Move(mv), .. } => {
                    let played = task.position.clone().play(mv);
                    played.map_err(|why| lost(&format!("it plays {mv} ({why})")))?;
                    say(info(engine.conversation.thought, Some(mv)));
                    return Ok(Some(mv));
                }
                ConversationNews::Answer { said: Said::Unreadable(text), .. } => {
                    return Err(lost(&format!("it says {text}")));
                }
                // Answers to questions about an opening, which is not asked here.
                ConversationNews::Answer { said, .. } => {
                    return Err(lost(&format!("it says {said:?}")));
                }
                ConversationNews::Fault { detail, .. } => return Err(lost(&detail)),
                ConversationNews::Thought(thought) => say(info(thought, None)),
                ConversationNews::Nothing | ConversationNews::Unasked => {}
            }
            if task.monitor.signals().is_stopped() {
                stopped.get_or_insert_with(Instant::now);
                if is_asked && !is_hurried {
                    is_hurried = true;
                    engine.conversation.hurry(now);
                }
            }
            if self.is_unwanted.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if stopped.is_some_and(|stopped| stopped.elapsed() >= GRACE) {
                let text = "info string it did not stop: it is started afresh for the next move";
                say(text.to_owned());
                return Ok(None);
            }
        }
    }
}

/// Why there is no move; what is wrong may say itself what was expected.
fn lost(why: &str) -> Problem {
    if why.contains(": expected ") {
        Problem::explain("go", &why)
    } else {
        Problem::new("go", why, "a move")
    }
}

impl Player for ForeignPlayer {
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

/// A thought as a line of the native protocol.
fn info(thought: Thought, pv: Option<Move>) -> String {
    let Thought { depth, score, nodes } = thought;
    let score = score.map(|score| match score {
        Told::Centi(cp) => format!("score cp {cp}"),
        Told::Mate(moves) => format!("score mate {moves}"),
    });
    let words = [
        Some(format!("info depth {}", depth.unwrap_or(1))),
        score,
        nodes.map(|nodes| format!("nodes {nodes}")),
        pv.map(|mv| format!("pv {mv}")),
    ];
    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}
