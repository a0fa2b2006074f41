//! Why a table does not do what it was asked for.

use tengen_engine::game::{IllegalMove, Move, Problem};

/// One clear line: what was asked for, one word (`move`, `undo`, `hint`, …), the words
/// at fault, and what was expected. Nothing has changed.
pub type Refusal = Problem<&'static str>;

/// Characters of foreign text that are shown.
const SHOWN: usize = 60;

/// A refusal; the text is cut to a length that can be read, control characters
/// in it are written out.
pub fn refuse(what: &'static str, text: &str, expected: impl Into<String>) -> Refusal {
    let mut shown: String = text.trim().escape_debug().take(SHOWN).collect();
    if text.trim().escape_debug().count() > SHOWN {
        shown.push('…');
    }
    // Quotation marks need no escape in a line of words.
    let shown = shown.replace("\\\"", "\"").replace("\\'", "'");
    Refusal::new(what, shown, expected)
}

/// A move that the laws of the game do not allow.
pub(super) fn illegal(mv: Move, why: IllegalMove) -> Refusal {
    refuse("move", &format!("{mv} ({why})"), why.expected())
}
