//! The conversation with one engine, as a machine that neither waits nor reads: it is told
//! lines and the time, and says what is to be done and what came of it.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use tengen_engine::control::Limits;
use tengen_engine::game::{Move, Variant};
use tengen_engine::protocol::client::{Client, Question, Said, Thought};
use tengen_engine::protocol::{ProtocolName, entry};

use super::spec::EngineSpec;

/// How long an engine of unknown protocol has to introduce itself in each of them, in
/// several rounds: quick for all those who start quickly, long for the others.
const PROBES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(10)];

/// How long an engine that is known to speak Gomocup's protocol has to introduce itself.
/// The protocol does not need that, and some never do: they are started all the same.
const INTRODUCTION: Duration = Duration::from_secs(3);

/// How long engines are waited for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// For an introduction, for a new game, and beyond a time limit until an engine that
    /// owes an answer is given up.
    pub answer: Duration,
    /// For a move that no time limit ends.
    pub longest_move: Duration,
    /// More than a time limit that is forgiven.
    pub margin: Duration,
}

impl Patience {
    /// When the answer to a question has to be there at the latest, unless the engine is to
    /// be told that it is late.
    pub fn due(&self, asked: Instant, time: Option<Duration>) -> Instant {
        asked + time.map_or(self.longest_move, |time| time + self.margin)
    }
}

/// What whoever runs the program has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineStep {
    /// Start this program; one that runs is ended first.
    Start {
        /// The program and its arguments.
        command: Vec<String>,
        /// The folder that it is started in; `None` is ours.
        dir: Option<PathBuf>,
    },
    /// Write these lines to it, which come without their ends.
    Say(Vec<String>),
    /// End it.
    Stop,
}

/// What an engine was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AskedQuestion {
    /// The situation that the question is about, in the numbers of whoever asks.
    pub revision: u64,
    /// When.
    pub at: Instant,
}

/// Ways to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FaultKind {
    /// The answer came too late.
    Time,
    /// The answer is no legal move.
    Illegal,
    /// The program ended, closed its output, or did not start.
    Crash,
    /// No answer came long after it was due.
    Stall,
    /// It said something that the protocol does not allow there.
    Protocol,
}

/// What is wrong about something that is no answer to the question.
pub(crate) fn misplaced(said: &Said, wanted: &str) -> (FaultKind, String) {
    match said {
        Said::Unreadable(text) | Said::Noise(text) => {
            let text = if text.is_empty() { "nothing" } else { text };
            (FaultKind::Illegal, format!("answered {text}: expected {wanted}"))
        }
        Said::Refusal(text) => (FaultKind::Protocol, format!("refused: {text}")),
        other => (FaultKind::Protocol, format!("answered {other:?}: expected {wanted}")),
    }
}

/// What a line, or the time, has brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ConversationNews {
    /// Nothing that anybody has to know.
    Nothing,
    /// What the engine thinks by now.
    Thought(Thought),
    /// An answer to the question that was put.
    Answer { asked: AskedQuestion, said: Said },
    /// An answer to no question.
    Unasked,
    /// It does not go on.
    Fault { kind: FaultKind, detail: String },
}

/// How far a conversation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Started and greeted.
    Introducing { until: Instant, patience: Duration },
    /// A game was announced.
    Readying { until: Instant },
    /// Nothing is owed. `game` is the one that it is ready for.
    Idle { game: Option<u64> },
    /// A question was put.
    AskedQuestion(Pending),
    /// Nothing more can be expected.
    Broken,
}

/// An answer that is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pending {
    asked: AskedQuestion,
    until: Instant,
    /// Whether it was said that the answer is wanted now; who is late then is given up.
    is_hurried: bool,
    /// Whether nobody wants to know it any more.
    is_stale: bool,
    /// The time limit that it has; without one our patience is all.
    limit: Option<Duration>,
    /// Whether a refusal answers it, too.
    is_swap2: bool,
}

/// A conversation with an engine.
pub(crate) struct Conversation {
    spec: EngineSpec,
    variant: Variant,
    patience: Patience,
    /// Protocols that are still to be tried, and how long each.
    untried: VecDeque<(ProtocolName, Duration)>,
    protocol: ProtocolName,
    client: Box<dyn Client>,
    phase: Phase,
    /// What is to be done, in this order.
    steps: Vec<EngineStep>,
    /// The last line that was said.
    said: String,
    /// The last line that meant nothing, or that refused something.
    noise: Option<Said>,
    /// The game that it is getting ready for.
    game: u64,
    /// What it thinks, as it said last.
    pub thought: Thought,
    /// Whether it can be asked in a swap2 opening, as far as it has shown.
    pub knows_swap2: bool,
}

impl Conversation {
    /// Starts a program and the conversation with it.
    pub fn start(
        spec: EngineSpec,
        variant: Variant,
        patience: Patience,
        now: Instant,
    ) -> Conversation {
        let protocols = spec.protocols();
        let mut untried = match protocols.as_slice() {
            [ProtocolName::Gomocup] => {
                VecDeque::from([(ProtocolName::Gomocup, patience.answer.min(INTRODUCTION))])
            }
            [only] => VecDeque::from([(*only, patience.answer)]),
            _ => PROBES
                .iter()
                .flat_map(|probe| protocols.iter().map(|it| (*it, patience.answer.min(*probe))))
                .collect(),
        };
        let first = (ProtocolName::SPOKEN[0], patience.answer);
        let (protocol, time) = untried.pop_front().unwrap_or(first);
        let mut conversation = Conversation {
            spec,
            variant,
            patience,
            untried,
            protocol,
            client: (entry(protocol).client)(variant),
            phase: Phase::Broken,
            steps: Vec::new(),
            said: String::new(),
            noise: None,
            game: 0,
            thought: Thought::default(),
            knows_swap2: true,
        };
        conversation.open(time, now);
        conversation
    }

    fn open(&mut self, patience: Duration, now: Instant) {
        let (command, dir) = (self.spec.command(), self.spec.dir.clone());
        self.steps.push(EngineStep::Start { command, dir });
        self.say(|client| client.greeting());
        self.phase = Phase::Introducing { until: now + patience, patience };
    }

    /// What has to be done since this was asked last.
    pub fn take_steps(&mut self) -> Vec<EngineStep> {
        std::mem::take(&mut self.steps)
    }

    /// How the engine calls itself.
    pub fn id(&self) -> Option<&str> {
        self.client.name()
    }

    /// The protocol that it speaks, once it has introduced itself in it.
    pub fn protocol(&self) -> Option<ProtocolName> {
        let is_known = !matches!(self.phase, Phase::Introducing { .. } | Phase::Broken);
        is_known.then_some(self.protocol)
    }

    /// Whether it owes nothing.
    pub fn is_idle(&self) -> bool {
        matches!(self.phase, Phase::Idle { .. })
    }

    /// Whether it can be asked now, in this game.
    pub fn is_ready(&self, game: u64) -> bool {
        self.phase == Phase::Idle { game: Some(game) }
    }

    /// Whether it has to be told of this game before it can be asked.
    pub fn wants_game(&self, game: u64) -> bool {
        self.is_idle() && !self.is_ready(game)
    }

    /// Whether it does not go on.
    pub fn is_broken(&self) -> bool {
        self.phase == Phase::Broken
    }

    /// What it is thinking about, unless nobody wants to know that any more.
    pub fn asked(&self) -> Option<AskedQuestion> {
        match self.phase {
            Phase::AskedQuestion(pending) if !pending.is_stale => Some(pending.asked),
            _ => None,
        }
    }

    /// Announces a game; limits are those of the first move, without the opponent's clock.
    pub fn new_game(&mut self, game: u64, seed: u64, limits: &Limits, now: Instant) {
        self.game = game;
        self.thought = Thought::default();
        self.say(|client| client.new_game(seed, limits));
        self.phase = Phase::Readying { until: now + self.patience.answer };
    }

    /// Asks for a move, to be made within that time.
    pub fn ask(&mut self, asked: AskedQuestion, question: Question<'_>, time: Option<Duration>) {
        self.say(|client| client.ask(question));
        self.await_answer(asked, time, false);
    }

    /// Asks for a decision of a swap2 opening; false where it cannot be asked.
    pub fn ask_swap2(
        &mut self,
        asked: AskedQuestion,
        placed: &[Move],
        limits: &Limits,
        time: Option<Duration>,
    ) -> bool {
        let lines = if self.knows_swap2 { self.client.ask_swap2(placed, limits) } else { None };
        self.knows_swap2 = lines.is_some();
        let Some(lines) = lines else { return false };
        self.say(|_| lines);
        self.await_answer(asked, time, true);
        true
    }

    fn await_answer(&mut self, asked: AskedQuestion, time: Option<Duration>, is_swap2: bool) {
        self.noise = None;
        self.thought = Thought::default();
        let until = self.patience.due(asked.at, time);
        let pending =
            Pending { asked, until, limit: time, is_hurried: false, is_stale: false, is_swap2 };
        self.phase = Phase::AskedQuestion(pending);
    }

    /// The answer is wanted now; who does not give it soon is given up.
    pub fn hurry(&mut self, now: Instant) {
        if let Phase::AskedQuestion(pending) = self.phase
            && !pending.is_hurried
        {
            self.say(|client| client.stop());
            let until = now + self.patience.answer;
            self.phase = Phase::AskedQuestion(Pending { until, is_hurried: true, ..pending });
        }
    }

    /// Nobody wants to know the answer to the question any more.
    pub fn forget_question(&mut self, now: Instant) {
        self.hurry(now);
        if let Phase::AskedQuestion(pending) = &mut self.phase {
            pending.is_stale = true;
        }
    }

    /// Asks the program to leave, and ends it.
    pub fn leave(&mut self) {
        if self.phase != Phase::Broken {
            self.say(|client| client.farewell());
            self.phase = Phase::Broken;
        }
        self.steps.push(EngineStep::Stop);
    }

    fn say(&mut self, words: impl FnOnce(&mut dyn Client) -> Vec<String>) {
        let lines = words(self.client.as_mut());
        if let Some(last) = lines.last() {
            self.said.clone_from(last);
            self.steps.push(EngineStep::Say(lines));
        }
    }

    /// The engine said something.
    pub fn hear(&mut self, line: &str, now: Instant) -> ConversationNews {
        if self.is_broken() {
            return ConversationNews::Nothing;
        }
        let said = self.client.hear(line);
        match (self.phase, said) {
            (Phase::Introducing { .. }, Said::Introduced) => self.prepare(),
            (Phase::Introducing { .. }, Said::Refusal(_)) if self.may_stay_unknown() => {
                self.prepare()
            }
            (Phase::Introducing { .. } | Phase::Readying { .. }, Said::Refusal(text)) => {
                self.try_next(FaultKind::Protocol, format!("refused: {text}"), now)
            }
            (Phase::Readying { .. }, Said::Ready) => {
                self.say(|client| client.settings());
                self.phase = Phase::Idle { game: Some(self.game) };
                ConversationNews::Nothing
            }
            (Phase::AskedQuestion(pending), said) => self.hear_pending(pending, said, now),
            (
                Phase::Idle { .. },
                Said::Move(_) | Said::Unreadable(_) | Said::Stones(_) | Said::Swap,
            ) => ConversationNews::Unasked,
            _ => ConversationNews::Nothing,
        }
    }

    /// Who owes an answer said something.
    fn hear_pending(&mut self, pending: Pending, said: Said, now: Instant) -> ConversationNews {
        match said {
            Said::Thought(later) if !pending.is_stale => {
                self.thought.update(later);
                ConversationNews::Thought(self.thought)
            }
            Said::Suggestion(consent) => {
                self.say(|_| vec![consent]);
                ConversationNews::Nothing
            }
            Said::Noise(_) => {
                self.noise = Some(said);
                ConversationNews::Nothing
            }
            // Some complain of a line that came with the question, and answer all the same
            // in the time that they have.
            Said::Refusal(_) if !pending.is_swap2 => {
                self.noise = Some(said);
                let soon = pending.until.min(now + self.patience.answer);
                let until = pending.limit.map_or(soon, |_| pending.until);
                self.phase = Phase::AskedQuestion(Pending { until, ..pending });
                ConversationNews::Nothing
            }
            Said::Introduced | Said::Ready | Said::Remark | Said::Thought(_) => {
                ConversationNews::Nothing
            }
            said => {
                // Who was interrupted has to be told of the game again: some protocols
                // have no words for "forget what you have just said".
                let game = (!pending.is_stale).then_some(self.game);
                self.phase = Phase::Idle { game };
                if pending.is_stale {
                    ConversationNews::Nothing
                } else {
                    ConversationNews::Answer { asked: pending.asked, said }
                }
            }
        }
    }

    fn prepare(&mut self) -> ConversationNews {
        match self.client.prepare(&self.spec.options) {
            Ok(lines) => {
                self.say(|_| lines);
                self.phase = Phase::Idle { game: None };
                ConversationNews::Nothing
            }
            Err(problem) => self.fail(FaultKind::Protocol, problem.to_string()),
        }
    }

    /// The program has ended, closed its output, or did not start.
    pub fn gone(&mut self, why: &str, now: Instant) -> ConversationNews {
        if self.is_broken() {
            return ConversationNews::Nothing;
        }
        self.try_next(FaultKind::Crash, why.to_owned(), now)
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Instant) -> ConversationNews {
        match self.phase {
            Phase::Introducing { until, .. } if now >= until && self.may_stay_unknown() => {
                self.prepare()
            }
            Phase::Introducing { until, patience } if now >= until => self.time_out(patience, now),
            Phase::Readying { until } if now >= until => self.time_out(self.patience.answer, now),
            Phase::AskedQuestion(pending) if now >= pending.until && !pending.is_hurried => {
                self.hurry(now);
                ConversationNews::Nothing
            }
            Phase::AskedQuestion(Pending { asked, until, .. }) if now >= until => {
                let silent = || {
                    let waited = now.saturating_duration_since(asked.at).as_millis();
                    (FaultKind::Stall, format!("no answer after {waited} ms"))
                };
                let said = self.noise.take().map(|noise| misplaced(&noise, "one move"));
                let (kind, detail) = said.unwrap_or_else(silent);
                self.fail(kind, detail)
            }
            _ => ConversationNews::Nothing,
        }
    }

    /// Whether it is told of games without having introduced itself: `START` decides.
    fn may_stay_unknown(&self) -> bool {
        self.spec.protocol == Some(ProtocolName::Gomocup)
    }

    fn time_out(&mut self, patience: Duration, now: Instant) -> ConversationNews {
        let detail = format!("no answer to {} within {} ms", self.said, patience.as_millis());
        self.try_next(FaultKind::Stall, detail, now)
    }

    /// When [`Conversation::tick`] has something to do, at the latest.
    pub fn wake_at(&self) -> Option<Instant> {
        match self.phase {
            Phase::Introducing { until, .. }
            | Phase::Readying { until }
            | Phase::AskedQuestion(Pending { until, .. }) => Some(until),
            Phase::Idle { .. } | Phase::Broken => None,
        }
    }

    /// Goes on with the next protocol, as long as the engine has not introduced itself.
    fn try_next(&mut self, kind: FaultKind, detail: String, now: Instant) -> ConversationNews {
        if !matches!(self.phase, Phase::Introducing { .. }) {
            return self.fail(kind, detail);
        }
        if let Some((protocol, patience)) = self.untried.pop_front() {
            self.protocol = protocol;
            self.client = (entry(protocol).client)(self.variant);
            self.open(patience, now);
            return ConversationNews::Nothing;
        }
        let tried = self.spec.protocols();
        if tried.len() == 1 {
            return self.fail(kind, detail);
        }
        let names: Vec<&str> = tried.iter().map(|protocol| protocol.text()).collect();
        self.fail(kind, format!("it speaks none of {} ({detail})", names.join(", ")))
    }

    fn fail(&mut self, kind: FaultKind, detail: String) -> ConversationNews {
        let was_stale = matches!(self.phase, Phase::AskedQuestion(Pending { is_stale: true, .. }));
        self.phase = Phase::Broken;
        self.steps.push(EngineStep::Stop);
        // Nobody waits for one that was told to stop; it is started again when needed.
        if was_stale { ConversationNews::Nothing } else { ConversationNews::Fault { kind, detail } }
    }
}
