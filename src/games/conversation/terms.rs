//! What a conversation is about: what it wants to be done, what it brings, and how it fails.

use std::path::PathBuf;
use std::time::Duration;

use tengen_engine::clock::Instant;
use tengen_engine::game::problem::shown;
use tengen_engine::protocol::client::{Said, Thought};

use super::SHOWN;

/// How long engines are waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// How long an engine may take for an introduction, for a new game and, beyond a time limit,
    /// for an answer that it owes, before it is given up.
    pub answer: Duration,
    /// For a move that no time limit ends.
    pub longest_move: Duration,
    /// The time beyond a limit that is forgiven.
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
    /// Start this program; a program that runs is ended first.
    Start {
        /// The program and its arguments.
        command: Vec<String>,
        /// The folder that it is started in; `None` is ours.
        dir: Option<PathBuf>,
    },
    /// Write these lines to the program; they come without line ends.
    Say(Vec<String>),
    /// End the program.
    Stop,
}

/// What an engine was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskedQuestion {
    /// The situation that the question is about, in the numbers of the caller.
    pub revision: u64,
    /// When the question was put.
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
    /// The engine said something that the protocol does not allow at that point.
    Protocol,
    /// The engine does not play this game: not by its rule, or not on its board.
    Unplayed,
}

/// The fault of an engine that said something which is no answer to the question.
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
        /// What the engine has answered.
        said: Said,
    },
    /// An answer to no question.
    Unasked,
    /// The engine has failed, and the conversation is over.
    Fault {
        /// The kind of the fault.
        kind: FaultKind,
        /// The fault in words for people.
        detail: String,
    },
}
