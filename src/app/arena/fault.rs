//! Ways in which an engine fails.

use crate::protocol::client::Said;

/// Ways to lose otherwise than on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FaultKind {
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

/// What an engine did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub kind: FaultKind,
    /// What it was, for people.
    pub detail: String,
    /// The last lines in both directions, `> ` before ours and `< ` before its own.
    pub lines: Vec<String>,
    /// The last lines of its standard error.
    pub stderr: Vec<String>,
}

impl Fault {
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Fault {
        Fault { kind, detail: detail.into(), lines: Vec::new(), stderr: Vec::new() }
    }
}

/// Why waiting for an engine ended without what was waited for.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The engine is to blame.
    Fault(Fault),
    /// The match is over.
    Halted,
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        Trouble::Fault(fault)
    }
}

/// Something that is an answer, but not to this question.
pub(super) fn unexpected(said: &Said, wanted: &str) -> Trouble {
    match said {
        Said::Unreadable(text) | Said::Noise(text) => {
            let text = if text.is_empty() { "nothing" } else { text };
            Fault::new(FaultKind::Illegal, format!("answered {text}: expected {wanted}"))
        }
        Said::Refusal(text) => Fault::new(FaultKind::Protocol, format!("refused: {text}")),
        other => Fault::new(FaultKind::Protocol, format!("answered {other:?}: expected {wanted}")),
    }
    .into()
}
