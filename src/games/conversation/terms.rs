//! What a conversation is about: what it wants to be done, what it brings, and how it fails.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use tengen_engine::game::problem::shown;
use tengen_engine::protocol::client::{Said, Thought};

use super::SHOWN;

/// How long engines are waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
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

/// What has to be done about the program of the engine.
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
pub struct AskedQuestion {
    /// The situation that the question is about, in the numbers of those that ask.
    pub revision: u64,
    /// When.
    pub at: Instant,
}

/// Ways to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
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
    /// It does not play this game: not by its rule, or not on its board.
    Unplayed,
}

/// What is wrong about something that is no answer to the question.
pub fn misplaced(said: &Said, wanted: &str) -> (FaultKind, String) {
    match said {
        Said::Unreadable(text) | Said::Noise(text) => {
            let text = if text.is_empty() { "nothing" } else { &shown(text, SHOWN) };
            (FaultKind::Illegal, format!("answered {text}: expected {wanted}"))
        }
        Said::Refusal(text) => (FaultKind::Protocol, format!("refused: {}", shown(text, SHOWN))),
        other => (FaultKind::Protocol, format!("answered {other:?}: expected {wanted}")),
    }
}

/// What a line, or the time, has brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConversationNews {
    /// Nothing that the caller has to know.
    Nothing,
    /// What the engine thinks by now.
    Thought(Thought),
    /// An answer to the question that was put.
    Answer {
        /// The question.
        asked: AskedQuestion,
        /// What it has answered.
        said: Said,
    },
    /// An answer to no question.
    Unasked,
    /// It does not go on.
    Fault {
        /// What it has done wrong.
        kind: FaultKind,
        /// The same for people.
        detail: String,
    },
}
