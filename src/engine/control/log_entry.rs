//! What thinkers and conversations tell for the log alone: no protocol has words for it.

use std::time::Duration;

use log::Level;

use super::Info;
use crate::game::Move;

/// Target in the log of what is told here.
pub const THOUGHTS: &str = "tengen::thoughts";

/// The largest number of moves that the log gets of one list: the candidates of a player, or the
/// moves of the root after an iteration.
pub const LOGGED_MOVES: usize = 20;

/// Something for the log, which writes each entry as one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogEntry {
    /// The position on the board.
    Position {
        /// The position as text, with all fields.
        fen: String,
        /// The key of the position.
        key: u64,
    },
    /// An option has another value.
    Changed {
        /// The name of the option.
        name: &'static str,
        /// The value before the change, as text.
        old: String,
        /// The value after the change, as text.
        new: String,
    },
    /// A move that a player has weighed.
    Candidate {
        /// The move.
        mv: Move,
        /// What the move is worth to the player, in the player's own words.
        worth: String,
    },
    /// A line that was thought about and that no other report tells.
    Weighed(Info),
    /// How a search has ended.
    Ended(SearchEnd),
    /// A move of the root after an iteration, with the positions that were visited behind it.
    Root(Info),
    /// How many entries of a list are left out.
    Omitted {
        /// The number of entries left out.
        count: usize,
        /// The level of the list.
        level: Level,
    },
    /// What saved work since the search began.
    Savings {
        /// Depth of the iteration, in plies.
        depth: u32,
        /// Positions whose value the hash table knew.
        table: u64,
        /// Positions left early, because a move there refuted the one before.
        cutoffs: u64,
    },
    /// What the search for wins by threats has come to.
    Threats {
        /// The plies of a win; `None` if there is none so far.
        win: Option<u16>,
        /// Whether everything was tried.
        is_exhausted: bool,
        /// Positions that this search has visited.
        nodes: u64,
    },
}

impl LogEntry {
    /// The log level from which on the entry is written.
    pub const fn level(&self) -> Level {
        match self {
            LogEntry::Position { .. }
            | LogEntry::Changed { .. }
            | LogEntry::Candidate { .. }
            | LogEntry::Weighed(_)
            | LogEntry::Ended(_) => Level::Debug,
            LogEntry::Omitted { level, .. } => *level,
            LogEntry::Root(_) | LogEntry::Savings { .. } | LogEntry::Threats { .. } => Level::Trace,
        }
    }
}

/// Whether the log writes entries of `level` anywhere; callers make no entries otherwise.
pub fn is_logged(level: Level) -> bool {
    log::log_enabled!(target: THOUGHTS, level)
}

/// What a search was given, what it has used, and why it has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchEnd {
    /// What came first.
    pub reason: EndReason,
    /// Plies searched completely.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time since the command arrived.
    pub time: Duration,
    /// The time that the search was given, if time limited it.
    pub budget: Option<TimeBudget>,
    /// The positions that the search was given, if positions limited it.
    pub node_limit: Option<u64>,
    /// The plies that the search was given, if plies limited it.
    pub depth_limit: Option<u32>,
}

/// The time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// No iteration begins after this time, as it was when the search ended: doubt makes it
    /// longer, certainty shorter.
    pub soft: Duration,
    /// The search is stopped at this time.
    pub hard: Duration,
}

/// Why a search has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// The position was searched as deep as was asked for.
    Depth,
    /// The positions were used up.
    Nodes,
    /// No further iteration would be worth its time.
    SoftTime,
    /// The time was used up in the middle of an iteration.
    HardTime,
    /// The search was told to stop.
    Stop,
    /// The end of the game is proven.
    Proof,
    /// The question for a win in some number of moves is answered.
    Mate,
    /// There was nothing to choose.
    OnlyMove,
    /// Every game was seen to its end.
    AllSeen,
    /// No game goes on for longer than the search has looked.
    Deepest,
}

impl EndReason {
    /// The reason in words.
    pub const fn text(self) -> &'static str {
        match self {
            EndReason::Depth => "the depth was reached",
            EndReason::Nodes => "the positions were used up",
            EndReason::SoftTime => "the time for iterations was used up",
            EndReason::HardTime => "the time was used up in an iteration",
            EndReason::Stop => "told to stop",
            EndReason::Proof => "the end of the game is proven",
            EndReason::Mate => "the question for a mate is answered",
            EndReason::OnlyMove => "only one move to choose from",
            EndReason::AllSeen => "every game was seen to its end",
            EndReason::Deepest => "no game goes on for longer",
        }
    }
}
