//! Why a table does not do what it was asked for.

use serde::Serialize;
use thiserror::Error;

use tengen_engine::game::{IllegalMove, Move};

use crate::host::spec::SpecError;

/// One clear line: what was asked for, the words at fault, and what was expected.
/// Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize)]
#[error("{what}: {text}: expected {expected}")]
pub struct Refusal {
    /// What was asked for, one word: `move`, `undo`, `hint`, …
    pub what: &'static str,
    /// What is wrong with it.
    pub text: String,
    /// What would have been right.
    pub expected: String,
}

/// Characters of somebody else's text that are shown.
const SHOWN: usize = 60;

impl Refusal {
    /// A refusal; the text is cut to a length that can be read, control characters
    /// in it are written out.
    pub fn new(what: &'static str, text: &str, expected: impl Into<String>) -> Refusal {
        let text = if text.trim().is_empty() { "(nothing)" } else { text };
        let mut shown: String = text.escape_debug().take(SHOWN).collect();
        if text.escape_debug().count() > SHOWN {
            shown.push('…');
        }
        // Quotation marks need no escape in a line of words.
        let shown = shown.replace("\\\"", "\"").replace("\\'", "'");
        Refusal { what, text: shown, expected: expected.into() }
    }

    /// A move that the laws of the game do not allow.
    pub(super) fn illegal(mv: Move, why: IllegalMove) -> Refusal {
        Refusal::new("move", &format!("{mv} ({why})"), why.expected())
    }
}

impl From<&SpecError> for Refusal {
    fn from(error: &SpecError) -> Refusal {
        Refusal::new(error.place, &error.text, error.expected.clone())
    }
}
