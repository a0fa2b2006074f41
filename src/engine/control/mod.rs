//! How a thinker is driven: limits in, reports out, a flag that says stop.

mod draws;
mod lines;
mod log_entry;
pub mod nearest;
mod number;
pub mod scale;
pub mod time_control;
mod trace;
mod tree_log;

use std::panic::{self, AssertUnwindSafe};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::clock::Instant;
use crate::game::{ByColor, Move};
use crate::value::{Bound, Score};

pub use draws::Draws;
pub use lines::ReportedLines;
pub use log_entry::{
    EndReason, LOGGED_MOVES, LogEntry, SearchEnd, THOUGHTS, TimeBudget, is_logged,
};
pub use number::whole_number;
pub use trace::{LineCounts, TraceForm, TreeStep, Visit, Why};
pub use tree_log::{MirroredMove, TreeLog};

/// When a search ends. All limits hold together; the first one reached ends it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies of iterative deepening.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Milliseconds for this move.
    pub movetime_ms: Option<u64>,
    /// Milliseconds left on each clock; may be negative on a lagging manager.
    pub clock_ms: ByColor<Option<i64>>,
    /// Milliseconds added to each clock after a move.
    pub increment_ms: ByColor<u64>,
    /// Moves until the next time control; `None` is sudden death.
    pub moves_to_go: Option<u32>,
    /// Answer only after `stop`.
    pub infinite: bool,
    /// Think on the opponent's time: answer only after `stop` or `ponderhit`.
    pub ponder: bool,
    /// Look for a win in that many own moves and stop when it is proven or disproven.
    pub mate: Option<u32>,
    /// The root moves to consider; empty means all.
    pub search_moves: Vec<Move>,
    /// Whether the tree of the search is written down while it grows, and how.
    pub trace: Option<TraceForm>,
}

impl Limits {
    /// Whether the answer waits for `stop` whatever the search finds:
    /// `infinite`, or nothing that ends a search was given.
    pub fn is_unlimited(&self) -> bool {
        let ends = self.depth.is_some()
            || self.nodes.is_some()
            || self.movetime_ms.is_some()
            || self.clock_ms.0.iter().any(Option::is_some);
        self.infinite || self.ponder || !ends
    }
}

/// See [`listen_by`].
static LISTENER: OnceLock<fn()> = OnceLock::new();

/// Calls `listen` whenever a thinker asks whether it should stop, from now on: for hosts without
/// threads, which could hear nothing meanwhile. `listen` passes on what has come from outside to the
/// session, whose thinker is at work just then. The first function stays.
pub fn listen_by(listen: fn()) {
    // The first function stays: there is one outside.
    let _ = LISTENER.set(listen);
}

/// What the outside tells a running search. Shared between threads.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
}

impl Signals {
    /// Asks for an answer now.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether an answer was asked for. Where no other thread can say so, what has come from outside
    /// is heard first (see [`listen_by`]).
    pub fn is_stopped(&self) -> bool {
        if let Some(listen) = LISTENER.get() {
            listen();
        }
        self.stop.load(Ordering::Relaxed)
    }

    /// Says that the expected move was played: the clock runs from now.
    pub fn ponder_hit(&self) {
        self.ponder_hit.store(true, Ordering::Relaxed);
    }

    /// Whether the expected move was played.
    pub fn is_ponder_hit(&self) -> bool {
        self.ponder_hit.load(Ordering::Relaxed)
    }
}

/// One line of thought. Fields that a thinker does not know stay `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Plies searched completely.
    pub depth: u32,
    /// Longest line looked at, in plies.
    pub seldepth: Option<u32>,
    /// Rank of the line, 1 the best.
    pub multipv: Option<u32>,
    /// Value for the side to move; says nothing where the `unit` is [`Unit::Nothing`].
    pub score: Score,
    /// What the number of the score counts.
    pub unit: Unit,
    /// Whether the score is only a bound.
    pub bound: Bound,
    /// Positions visited since the search began.
    pub nodes: Option<u64>,
    /// Share of the hash table in use, per mille.
    pub hashfull: Option<u32>,
    /// Time since the command arrived.
    pub time: Option<Duration>,
    /// The line itself.
    pub pv: Vec<Move>,
    /// How much of what is even is a draw, per mille; 1000 is a certain one. The
    /// thinker leaves it to [`Draws`].
    pub draw: u32,
}

impl Info {
    /// The score, if the thinker has an opinion at all.
    pub fn opinion(&self) -> Option<Score> {
        (self.unit != Unit::Nothing).then_some(self.score)
    }
}

/// What the number of a score counts. A proven end of the game is one in every unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Internal units of the engine: the chances of winning follow from them.
    #[default]
    Engine,
    /// Lines that can still be completed, those of the opponent taken away: how often
    /// such a difference wins was never measured.
    Lines,
    /// Nothing: a player without an opinion. To write a score for it would be to say that
    /// the game is even.
    Nothing,
}

/// Something a thinker has to say while it thinks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// A searched line with its value.
    Info(Info),
    /// The root move being searched, numbered from 1.
    CurrentMove {
        /// The move.
        mv: Move,
        /// The number of the move, from 1.
        number: u32,
        /// Depth of the iteration.
        depth: u32,
    },
    /// A position of a tree that is written down, when it is left.
    Visit(Box<Visit>),
    /// A step of a search whose tree is written down.
    Step(Box<TreeStep>),
    /// Free text for people.
    Text(String),
    /// An entry for the log alone.
    Log(LogEntry),
}

/// The outside world as a thinker sees it: it may ask to stop, and it listens.
pub trait Monitor: Sync {
    /// Signals from outside.
    fn signals(&self) -> &Signals;
    /// When the command arrived; every clock counts from here.
    fn started(&self) -> Instant;
    /// Takes a report.
    fn report(&self, report: Report);
}

/// A monitor that never interrupts and keeps nothing; for library use and tests.
#[derive(Debug)]
pub struct Quiet {
    signals: Signals,
    started: Instant,
}

impl Default for Quiet {
    fn default() -> Quiet {
        Quiet { signals: Signals::default(), started: Instant::now() }
    }
}

impl Monitor for Quiet {
    fn signals(&self) -> &Signals {
        &self.signals
    }
    fn started(&self) -> Instant {
        self.started
    }
    fn report(&self, _: Report) {}
}

/// Carries out work of a thinker; `None` where the work panicked. One search that breaks must not
/// end the conversation, in which a game would be lost, nor the other questions. After a panic the
/// caller drops what the work changed, since its state is in doubt.
pub fn catch_crash<T>(work: impl FnOnce() -> T) -> Option<T> {
    panic::catch_unwind(AssertUnwindSafe(work)).ok()
}

/// A thinker's decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The move, or `None` when the game is over.
    pub best: Option<Move>,
    /// The answer that the thinker expects to its best move.
    pub ponder: Option<Move>,
}
