//! Ways in which an engine fails.

use tengen_engine::protocol::client::Said;

use super::conversation::{FaultKind, misplaced};

/// What an engine did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind of the fault, for programs.
    pub kind: FaultKind,
    /// The fault in words, for people.
    pub detail: String,
    /// The last lines in both directions, `> ` before ours and `< ` before its own.
    pub lines: Vec<String>,
    /// The last lines of the engine's standard error.
    pub stderr: Vec<String>,
}

impl Fault {
    /// A fault without lines.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Fault {
        Fault { kind, detail: detail.into(), lines: Vec::new(), stderr: Vec::new() }
    }
}

/// Why waiting for an engine ended without what was waited for.
#[derive(Debug)]
pub enum EngineFailure {
    /// The engine is to blame.
    Fault(Fault),
    /// The match is over.
    Halted,
}

impl From<Fault> for EngineFailure {
    fn from(fault: Fault) -> EngineFailure {
        EngineFailure::Fault(fault)
    }
}

/// The failure of an engine that gave an answer which is none to this question.
pub fn unexpected(said: &Said, wanted: &str) -> EngineFailure {
    let (kind, detail) = misplaced(said, wanted);
    Fault::new(kind, detail).into()
}
