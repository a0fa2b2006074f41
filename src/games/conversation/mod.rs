//! The conversation with one engine, as a machine that neither waits nor reads: it is told lines
//! and the time, and says what the caller has to do and what news there is.

mod failing;
mod pause;
mod terms;

use std::collections::VecDeque;
use std::time::Duration;

use tengen_engine::clock::Instant;
use tengen_engine::control::Limits;
use tengen_engine::game::problem::shown;
use tengen_engine::game::{Move, Variant};
use tengen_engine::language::Language;
use tengen_engine::protocol::client::{Client, Owed, Question, Said, Thought};
use tengen_engine::protocol::{ProtocolName, entry};

use super::spec::EngineSpec;
use pause::Pause;
pub use terms::EngineStep;
pub use terms::{AskedQuestion, ConversationNews, FaultKind, Patience, misplaced};

/// How long an engine of unknown protocol has to introduce itself in each protocol in the first
/// round, which is enough for engines that start quickly. The second round lasts as long as the
/// patience.
const PROBE: Duration = Duration::from_secs(1);

/// How long an engine that is known to speak Gomocup's protocol has to introduce itself. The
/// protocol does not need an introduction, and some engines never give one: they are started all
/// the same.
const INTRODUCTION: Duration = Duration::from_secs(3);

/// Longest piece of a line that a complaint shows, in characters.
const SHOWN: usize = 120;

/// How far a conversation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Started and greeted.
    Introducing { until: Instant, patience: Duration },
    /// A game was announced.
    Readying { until: Instant },
    /// The engine was told the settings of the game, and is to say when it has taken them in.
    Settling { until: Instant },
    /// Nothing is owed. `game` is the one that the engine is ready for.
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
    /// Whether the engine was told to answer now; an engine that is late then is given up.
    is_hurried: bool,
    /// Whether the answer is not wanted any more.
    is_stale: bool,
    /// The time limit of the answer; without one our patience is all.
    limit: Option<Duration>,
    /// Whether a swap2 decision is owed, to which a refusal is an answer, too.
    is_swap2: bool,
}

/// A conversation with an engine.
pub struct Conversation {
    spec: EngineSpec,
    variant: Variant,
    patience: Patience,
    /// Protocols that are still to be tried, and how long to wait in each.
    untried: VecDeque<(ProtocolName, Duration)>,
    protocol: ProtocolName,
    client: Box<dyn Client>,
    phase: Phase,
    /// What is to be done, in this order.
    steps: Vec<EngineStep>,
    /// How long nothing may be said to the engine.
    pause: Pause,
    /// Whether a question waits for nothing but the end of the pause.
    is_awaited: bool,
    /// The last line that was said.
    said: String,
    /// The last line that came since something was owed, if it was not the answer; cut.
    heard: Option<String>,
    /// What came instead of an introduction, in each protocol that was tried.
    misses: Vec<(ProtocolName, String)>,
    /// The last line that meant nothing, or that refused something.
    noise: Option<Said>,
    /// The game that the engine is getting ready for.
    game: u64,
    /// What the engine thinks, by its last word about that.
    pub thought: Thought,
    /// Why it moves as it does, where it says so: its last words, a line for each language.
    pub why: Vec<String>,
    /// Whether the engine can be asked in a swap2 opening, as far as it has shown.
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
        let start = spec.start.unwrap_or(patience.answer);
        let protocols = spec.protocols();
        let mut untried = match protocols.as_slice() {
            [ProtocolName::Gomocup] => {
                VecDeque::from([(ProtocolName::Gomocup, start.min(INTRODUCTION))])
            }
            [only] => VecDeque::from([(*only, start)]),
            _ => [start.min(PROBE), start]
                .into_iter()
                .flat_map(|time| protocols.iter().map(move |it| (*it, time)))
                .collect(),
        };
        let first = (ProtocolName::SPOKEN[0], start);
        let (protocol, time) = untried.pop_front().unwrap_or(first);
        let mut conversation = Conversation {
            pause: Pause::new(spec.pause, now),
            spec,
            variant,
            patience,
            untried,
            protocol,
            client: (entry(protocol).client)(variant),
            phase: Phase::Broken,
            steps: Vec::new(),
            is_awaited: false,
            said: String::new(),
            heard: None,
            misses: Vec::new(),
            noise: None,
            game: 0,
            thought: Thought::default(),
            why: Vec::new(),
            knows_swap2: true,
        };
        conversation.open(time, now);
        conversation
    }

    fn open(&mut self, patience: Duration, now: Instant) {
        let (command, dir) = (self.spec.command(), self.spec.dir.clone());
        self.steps = vec![EngineStep::Start { command, dir }];
        self.pause = Pause::new(self.spec.pause, now);
        self.heard = None;
        self.say(|client| client.greeting());
        self.phase = Phase::Introducing { until: now + patience, patience };
    }

    /// The steps since the last call of this function; none while lines for the engine come first
    /// and the pause is not over.
    pub fn take_steps(&mut self, now: Instant) -> Vec<EngineStep> {
        let is_speech = matches!(self.steps.first(), Some(EngineStep::Say(_)));
        // A farewell does not wait for the pause: no harm is done where the engine loses it.
        if is_speech && !self.is_broken() && !self.pause.is_over(now) {
            return Vec::new();
        }
        std::mem::take(&mut self.steps)
    }

    /// When the engine may be spoken to.
    pub const fn pauses_until(&self) -> Instant {
        self.pause.until()
    }

    /// How long the engine may take to get ready.
    fn start_time(&self) -> Duration {
        self.spec.start.unwrap_or(self.patience.answer)
    }

    /// The moment from which an engine has what is said now: no clock runs during the pause.
    fn heard_from(&self, now: Instant) -> Instant {
        now.max(self.pause.until())
    }

    /// The game that the engine is to play.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// How the engine calls itself.
    pub fn id(&self) -> Option<&str> {
        self.client.name()
    }

    /// The protocol that the engine speaks, once it has introduced itself in that protocol.
    pub fn protocol(&self) -> Option<ProtocolName> {
        let is_known = !matches!(self.phase, Phase::Introducing { .. } | Phase::Broken);
        is_known.then_some(self.protocol)
    }

    /// Whether the engine owes nothing.
    pub fn is_idle(&self) -> bool {
        matches!(self.phase, Phase::Idle { .. })
    }

    /// Whether the engine can be asked now, in this game.
    pub fn is_ready(&mut self, game: u64, now: Instant) -> bool {
        let is_told = self.phase == Phase::Idle { game: Some(game) };
        let is_quiet = self.pause.is_over(now);
        self.is_awaited = is_told && !is_quiet;
        is_told && is_quiet
    }

    /// Whether the engine is idle, but has to be told of this game before it can be asked.
    pub fn wants_game(&self, game: u64) -> bool {
        self.is_idle() && self.phase != Phase::Idle { game: Some(game) }
    }

    /// Whether the conversation is over, as the engine has failed or was asked to leave.
    pub fn is_broken(&self) -> bool {
        self.phase == Phase::Broken
    }

    /// The question that the engine is thinking about; `None` if its answer is not wanted any more.
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
        self.heard = None;
        self.say(|client| client.new_game(seed, limits));
        self.phase = Phase::Readying { until: self.heard_from(now) + self.start_time() };
    }

    /// Tells the engine what it has to know for the game. Where the protocol has a sign that the
    /// engine has taken that in, the sign is waited for.
    fn settle(&mut self, now: Instant) {
        loop {
            let mut lines = self.client.settings();
            if lines.is_empty() {
                self.phase = Phase::Idle { game: Some(self.game) };
                return;
            }
            let barrier = self.client.barrier();
            let is_awaited = !barrier.is_empty();
            lines.extend(barrier);
            self.say(|_| lines);
            if is_awaited {
                self.phase = Phase::Settling { until: self.heard_from(now) + self.start_time() };
                return;
            }
        }
    }

    /// Asks for a move, to be made within `time`.
    pub fn ask(&mut self, asked: AskedQuestion, question: Question<'_>, time: Option<Duration>) {
        self.say(|client| client.ask(question));
        self.await_answer(asked, time, false);
    }

    /// Asks for a decision of a swap2 opening; false where the engine cannot be asked.
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
        (self.noise, self.heard) = (None, None);
        self.thought = Thought::default();
        self.why.clear();
        let until = self.patience.due(asked.at, time);
        let pending =
            Pending { asked, until, limit: time, is_hurried: false, is_stale: false, is_swap2 };
        self.phase = Phase::AskedQuestion(pending);
    }

    /// Tells the engine to answer now; an engine that does not answer soon is given up.
    pub fn hurry(&mut self, now: Instant) {
        if let Phase::AskedQuestion(pending) = self.phase
            && !pending.is_hurried
        {
            self.say(|client| client.stop());
            let until = self.heard_from(now) + self.patience.answer;
            self.phase = Phase::AskedQuestion(Pending { until, is_hurried: true, ..pending });
        }
    }

    /// Drops the question that the engine is thinking about: its answer is not wanted any more.
    pub fn forget_question(&mut self, now: Instant) {
        self.hurry(now);
        if let Phase::AskedQuestion(pending) = &mut self.phase {
            pending.is_stale = true;
        }
    }

    /// Asks the program to leave, and ends the conversation.
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

    /// Takes in a line that the engine said, and gives what it means.
    pub fn hear(&mut self, line: &str, now: Instant) -> ConversationNews {
        if self.is_broken() {
            return ConversationNews::Nothing;
        }
        let said = self.client.hear(line);
        self.note_line(line, &said, now);
        match (self.phase, said) {
            (_, Said::Unplayed(text)) => self.refuse(&text),
            (Phase::Introducing { .. }, Said::Introduced) => self.prepare(),
            (Phase::Introducing { .. }, Said::Refusal(_)) if self.may_stay_unknown() => {
                self.prepare()
            }
            (Phase::Introducing { .. } | Phase::Readying { .. }, Said::Refusal(text)) => {
                self.try_next(FaultKind::Protocol, format!("refused: {text}"), now)
            }
            (Phase::Readying { .. } | Phase::Settling { .. }, Said::Ready) => {
                self.settle(now);
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

    /// Keeps what the engine said for later questions, and begins or prolongs the pause.
    fn note_line(&mut self, line: &str, said: &Said, now: Instant) {
        if !line.trim().is_empty() && !matches!(said, Said::Thought(_)) {
            self.heard = Some(shown(line.trim(), SHOWN));
        }
        // What waits to be said has waited for its own line.
        if self.steps.is_empty() {
            if self.is_idle() { self.pause.prolong(now) } else { self.pause.begin(now) }
        }
    }

    /// Takes in what an engine said that owes an answer.
    fn hear_pending(&mut self, pending: Pending, said: Said, now: Instant) -> ConversationNews {
        match said {
            Said::Thought(later) if !pending.is_stale => {
                self.thought.update(later);
                ConversationNews::Thought(self.thought)
            }
            Said::Why(words) => {
                if !pending.is_stale && self.why.len() < Language::ALL.len() {
                    self.why.push(shown(&words, SHOWN));
                }
                ConversationNews::Nothing
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
                // An interrupted engine has to be told of the game again: some protocols
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

    /// Takes in that time has passed, and gives the news of that, such as an answer that is
    /// overdue.
    pub fn tick(&mut self, now: Instant) -> ConversationNews {
        match self.phase {
            Phase::Introducing { until, .. } if now >= until && self.may_stay_unknown() => {
                self.prepare()
            }
            Phase::Introducing { until, patience } if now >= until => {
                self.time_out(patience, Owed::Introduction, now)
            }
            Phase::Readying { until } if now >= until => {
                self.time_out(self.start_time(), Owed::Ready, now)
            }
            Phase::Settling { until } if now >= until => {
                self.client.forgo_barrier();
                self.settle(now);
                ConversationNews::Nothing
            }
            Phase::AskedQuestion(pending) if now >= pending.until && !pending.is_hurried => {
                self.hurry(now);
                ConversationNews::Nothing
            }
            Phase::AskedQuestion(Pending { asked, until, .. }) if now >= until => {
                let silent = || {
                    let waited = now.saturating_duration_since(asked.at).as_millis();
                    let instead = self.instead(Owed::Move);
                    (FaultKind::Stall, format!("no answer after {waited} ms{instead}"))
                };
                let said = self.noise.as_ref().map(|noise| misplaced(noise, "one move"));
                let (kind, detail) = said.unwrap_or_else(silent);
                self.fail(kind, detail)
            }
            _ => {
                self.is_awaited &= !self.pause.is_over(now);
                ConversationNews::Nothing
            }
        }
    }

    /// Whether the engine is told of games without an introduction: its answer to `START` decides.
    fn may_stay_unknown(&self) -> bool {
        self.spec.protocol == Some(ProtocolName::Gomocup)
    }

    /// When [`Conversation::tick`] has something to do, at the latest.
    pub fn wake_at(&self) -> Option<Instant> {
        let due = match self.phase {
            Phase::Introducing { until, .. }
            | Phase::Readying { until }
            | Phase::Settling { until }
            | Phase::AskedQuestion(Pending { until, .. }) => Some(until),
            Phase::Idle { .. } | Phase::Broken => None,
        };
        let is_held = self.is_awaited || !self.steps.is_empty();
        due.into_iter().chain(is_held.then_some(self.pause.until())).min()
    }
}

#[cfg(test)]
mod tests;
