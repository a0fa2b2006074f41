//! The conversation with one engine, as a machine that neither waits nor reads:
//! it is told lines and the time, and says what is to be done.

use std::collections::VecDeque;
use std::path::PathBuf;

use crate::app::arena::Ending;
use crate::app::arena::spec::EngineSpec;
use crate::control::Limits;
use crate::game::{Move, Variant};
use crate::protocol::client::{Client, Dialect, Question, Said, Thought};

/// How long an engine has to introduce itself and to get ready, in milliseconds.
const PATIENCE_MS: u64 = 10_000;
/// The same while its protocol is being found out.
const PROBE_MS: u64 = 2_000;
/// How long a move may take that no time limit ends, in milliseconds.
const LONGEST_MOVE_MS: u64 = 600_000;

/// A place at which a program runs for the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Desk {
    /// The engine of the first chair.
    First,
    /// The engine of the second chair.
    Second,
    /// Our own engine, which gives hints.
    Hint,
    /// Our own engine, which decides in swap2 openings for those who cannot.
    Swap2,
}

/// What whoever runs the programs has to do, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Start this program at this desk; one that runs there is ended first.
    Start {
        /// The place.
        desk: Desk,
        /// The program and its arguments.
        command: Vec<String>,
        /// The folder that it is started in; `None` is ours.
        dir: Option<PathBuf>,
    },
    /// Write these lines to it.
    Say {
        /// The place.
        desk: Desk,
        /// Without their ends.
        lines: Vec<String>,
    },
    /// End the program at this desk.
    Stop {
        /// The place.
        desk: Desk,
    },
}

/// What an engine was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    /// The state of the table that the question is about.
    pub revision: u64,
    /// When, in milliseconds.
    pub at: u64,
}

/// How far a conversation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Started and greeted.
    Introducing { until: u64 },
    /// A game was announced.
    Readying { until: u64 },
    /// Nothing is owed. `game` is the one that it is ready for.
    Idle { game: Option<u64> },
    /// A question was put.
    Asked { asked: Asked, until: u64, is_stale: bool },
    /// Nothing more can be expected.
    Broken,
}

/// What a line, or the time, has brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum News {
    Nothing,
    /// What the engine thinks by now.
    Thought(Thought),
    /// An answer to the question that was put.
    Answer {
        asked: Asked,
        said: Said,
    },
    /// It does not go on: why, in the words of results.
    Fault {
        reason: Ending,
        detail: String,
    },
}

/// A conversation with an engine.
pub(super) struct Talk {
    desk: Desk,
    spec: EngineSpec,
    variant: Variant,
    /// Protocols that were not tried yet.
    untried: VecDeque<&'static Dialect>,
    client: Box<dyn Client>,
    phase: Phase,
    /// The last line that meant nothing, or that refused something.
    noise: Option<String>,
    /// The game that it is getting ready for.
    game: u64,
    /// What it thinks, as it said last.
    pub thought: Thought,
    /// Whether it can be asked in a swap2 opening, as far as it has shown.
    pub knows_swap2: bool,
}

impl Talk {
    /// Starts a program and the conversation with it.
    pub fn start(
        desk: Desk,
        spec: EngineSpec,
        variant: Variant,
        now: u64,
        orders: &mut Vec<Order>,
    ) -> Option<Talk> {
        let mut untried: VecDeque<_> = spec.dialects().into();
        let dialect = untried.pop_front()?;
        let client = (dialect.open)(variant);
        let mut talk = Talk {
            desk,
            spec,
            variant,
            untried,
            client,
            phase: Phase::Broken,
            noise: None,
            game: 0,
            thought: Thought::default(),
            knows_swap2: true,
        };
        talk.open(now, orders);
        Some(talk)
    }

    fn open(&mut self, now: u64, orders: &mut Vec<Order>) {
        let (desk, dir) = (self.desk, self.spec.dir.clone());
        orders.push(Order::Start { desk, command: self.spec.command(), dir });
        orders.push(Order::Say { desk, lines: self.client.greeting() });
        let patience = if self.untried.is_empty() { PATIENCE_MS } else { PROBE_MS };
        self.phase = Phase::Introducing { until: now + patience };
    }

    /// How the engine calls itself.
    pub fn id(&self) -> Option<&str> {
        self.client.name()
    }

    /// Whether it can be asked now, in this game.
    pub fn is_ready(&self, game: u64) -> bool {
        self.phase == Phase::Idle { game: Some(game) }
    }

    /// Whether it has to be told of this game before it can be asked.
    pub fn wants_game(&self, game: u64) -> bool {
        matches!(self.phase, Phase::Idle { game: known } if known != Some(game))
    }

    /// Whether it does not go on.
    pub fn is_broken(&self) -> bool {
        self.phase == Phase::Broken
    }

    /// What it is thinking about, unless nobody wants to know that any more.
    pub fn asked(&self) -> Option<Asked> {
        match self.phase {
            Phase::Asked { asked, is_stale: false, .. } => Some(asked),
            _ => None,
        }
    }

    /// Announces a game; limits are those of the first move, without the opponent's clock.
    pub fn new_game(
        &mut self,
        game: u64,
        seed: u64,
        limits: &Limits,
        now: u64,
        orders: &mut Vec<Order>,
    ) {
        self.game = game;
        self.thought = Thought::default();
        self.say(orders, |client| client.new_game(seed, limits));
        self.phase = Phase::Readying { until: now + PATIENCE_MS };
    }

    /// Asks for a move, to be made within that time.
    pub fn ask(
        &mut self,
        asked: Asked,
        question: Question<'_>,
        time_ms: Option<u64>,
        orders: &mut Vec<Order>,
    ) {
        self.say(orders, |client| client.ask(question));
        self.await_answer(asked, time_ms);
    }

    /// Asks for a decision of a swap2 opening; false where it cannot be asked.
    pub fn ask_swap2(
        &mut self,
        asked: Asked,
        placed: &[Move],
        limits: &Limits,
        orders: &mut Vec<Order>,
    ) -> bool {
        let lines = if self.knows_swap2 { self.client.ask_swap2(placed, limits) } else { None };
        let Some(lines) = lines else {
            self.knows_swap2 = false;
            return false;
        };
        orders.push(Order::Say { desk: self.desk, lines });
        self.await_answer(asked, limits.movetime_ms);
        true
    }

    fn await_answer(&mut self, asked: Asked, time_ms: Option<u64>) {
        let longest = time_ms.map_or(LONGEST_MOVE_MS, |time| time + PATIENCE_MS);
        self.noise = None;
        self.thought = Thought::default();
        self.phase = Phase::Asked { asked, until: asked.at + longest, is_stale: false };
    }

    /// Nobody wants to know the answer to the question any more.
    pub fn forget_question(&mut self, now: u64, orders: &mut Vec<Order>) {
        if let Phase::Asked { asked, is_stale: false, .. } = self.phase {
            self.say(orders, |client| client.stop());
            self.phase = Phase::Asked { asked, until: now + PATIENCE_MS, is_stale: true };
        }
    }

    /// Asks the program to leave, and ends it.
    pub fn leave(&mut self, orders: &mut Vec<Order>) {
        if self.phase != Phase::Broken {
            self.say(orders, |client| client.farewell());
            self.phase = Phase::Broken;
        }
        orders.push(Order::Stop { desk: self.desk });
    }

    fn say(&mut self, orders: &mut Vec<Order>, words: impl FnOnce(&mut dyn Client) -> Vec<String>) {
        let lines = words(self.client.as_mut());
        if !lines.is_empty() {
            orders.push(Order::Say { desk: self.desk, lines });
        }
    }

    /// The engine said something.
    pub fn hear(&mut self, line: &str, now: u64, orders: &mut Vec<Order>) -> News {
        if self.is_broken() {
            return News::Nothing;
        }
        let said = self.client.hear(line);
        match (self.phase, said) {
            (Phase::Introducing { .. }, Said::Introduced) => self.prepare(orders),
            (Phase::Introducing { .. } | Phase::Readying { .. }, Said::Refusal(text)) => {
                self.try_next(Ending::Protocol, format!("refused: {text}"), now, orders)
            }
            (Phase::Readying { .. }, Said::Ready) => {
                self.say(orders, |client| client.settings());
                self.phase = Phase::Idle { game: Some(self.game) };
                News::Nothing
            }
            (Phase::Asked { is_stale: false, .. }, Said::Thought(later)) => {
                self.thought.update(later);
                News::Thought(self.thought)
            }
            (Phase::Asked { .. }, Said::Suggestion(consent)) => {
                orders.push(Order::Say { desk: self.desk, lines: vec![consent] });
                News::Nothing
            }
            (Phase::Asked { .. }, Said::Noise(text)) => {
                self.noise = Some(text);
                News::Nothing
            }
            (Phase::Asked { asked, until, is_stale }, Said::Refusal(text)) => {
                if text.starts_with("UNKNOWN") && !is_stale {
                    // How engines say that they do not know swap2, perhaps to each line.
                    self.phase = Phase::Idle { game: Some(self.game) };
                    return News::Answer { asked, said: Said::Refusal(text) };
                }
                // Some complain of a line that came with the question, and answer all the same.
                self.noise = Some(text);
                self.phase = Phase::Asked { asked, until: until.min(now + PATIENCE_MS), is_stale };
                News::Nothing
            }
            (
                Phase::Asked { asked, is_stale, .. },
                said @ (Said::Move(_) | Said::Unreadable(_) | Said::Stones(_) | Said::Swap),
            ) => {
                // Who was interrupted has to be told of the game again: some protocols
                // have no words for "forget what you have just said".
                let game = (!is_stale).then_some(self.game);
                self.phase = Phase::Idle { game };
                if is_stale { News::Nothing } else { News::Answer { asked, said } }
            }
            _ => News::Nothing,
        }
    }

    fn prepare(&mut self, orders: &mut Vec<Order>) -> News {
        match self.client.prepare(&self.spec.options) {
            Ok(lines) => {
                if !lines.is_empty() {
                    orders.push(Order::Say { desk: self.desk, lines });
                }
                self.phase = Phase::Idle { game: None };
                News::Nothing
            }
            Err(problem) => {
                let detail = format!("{}: {}: {}", problem.what, problem.text, problem.expected);
                self.fail(Ending::Protocol, detail, orders)
            }
        }
    }

    /// The program has ended, closed its output, or did not start.
    pub fn gone(&mut self, why: &str, now: u64, orders: &mut Vec<Order>) -> News {
        if self.is_broken() {
            return News::Nothing;
        }
        self.try_next(Ending::Crash, why.to_owned(), now, orders)
    }

    /// Time has passed.
    pub fn tick(&mut self, now: u64, orders: &mut Vec<Order>) -> News {
        match self.phase {
            Phase::Introducing { until } | Phase::Readying { until } if now >= until => {
                let detail = "does not answer".to_owned();
                self.try_next(Ending::Stall, detail, now, orders)
            }
            Phase::Asked { until, asked, .. } if now >= until => {
                let said = self.noise.take().map_or(String::new(), |noise| format!(": {noise}"));
                let detail = format!("no answer after {} ms{said}", now - asked.at);
                self.fail(Ending::Stall, detail, orders)
            }
            _ => News::Nothing,
        }
    }

    /// When [`Talk::tick`] has something to do, at the latest.
    pub fn wake_at(&self) -> Option<u64> {
        match self.phase {
            Phase::Introducing { until }
            | Phase::Readying { until }
            | Phase::Asked { until, .. } => Some(until),
            Phase::Idle { .. } | Phase::Broken => None,
        }
    }

    /// Goes on with the next protocol, as long as the engine has not introduced itself.
    fn try_next(
        &mut self,
        reason: Ending,
        detail: String,
        now: u64,
        orders: &mut Vec<Order>,
    ) -> News {
        if matches!(self.phase, Phase::Introducing { .. })
            && let Some(dialect) = self.untried.pop_front()
        {
            self.client = (dialect.open)(self.variant);
            self.open(now, orders);
            return News::Nothing;
        }
        self.fail(reason, detail, orders)
    }

    fn fail(&mut self, reason: Ending, detail: String, orders: &mut Vec<Order>) -> News {
        let was_stale = matches!(self.phase, Phase::Asked { is_stale: true, .. });
        self.phase = Phase::Broken;
        orders.push(Order::Stop { desk: self.desk });
        // Nobody waits for one that was told to stop; it is started again when needed.
        if was_stale { News::Nothing } else { News::Fault { reason, detail } }
    }
}
