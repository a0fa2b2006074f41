//! Engines as the command line describes them: one shell-quoted string each.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::time_control::{MoveLimits, TimeError, seconds};

/// The protocol that an engine is spoken to in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Dialect {
    /// Found out by asking.
    #[default]
    Auto,
    /// The native protocol, and UCI as it is usual.
    Uci,
    /// Gomocup, which Piskvork speaks.
    Gomocup,
    /// Universal Game Interface.
    Ugi,
}

/// An engine of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// How it is called in results; no two engines of a match share a name.
    pub name: String,
    /// The program.
    pub program: PathBuf,
    /// What is passed to it.
    pub arguments: Vec<String>,
    /// The folder that it is started in; `None` is ours.
    pub dir: Option<PathBuf>,
    /// The protocol that it speaks.
    pub dialect: Dialect,
    /// Options to set, in this order.
    pub options: Vec<(String, String)>,
    /// When it has to move.
    pub limits: MoveLimits,
    /// Whether every game begins with a fresh process.
    pub restart: bool,
}

/// A description of an engine that is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {text}: expected {expected}")]
pub struct SpecError {
    /// Where it stands: `--engine` or `--each`.
    pub place: &'static str,
    /// The word at fault.
    pub text: String,
    /// What should have stood there.
    pub expected: String,
}

/// Reads the engines of a match: one text for each, as in
/// `name=a cmd=./tengen option.Hash=64 tc=10+0.1`, and `each`, which says in the
/// same way what holds for every engine that does not say otherwise.
///
/// # Errors
/// The first word that cannot be understood, and what was expected in its place.
pub fn read_engines(engines: &[String], each: &str) -> Result<Vec<EngineSpec>, SpecError> {
    todo!()
}
