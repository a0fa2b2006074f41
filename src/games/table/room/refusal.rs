//! Why a table does not do what a request asks for.

use tengen_engine::game::{Code, IllegalMove, Move, Problem};

/// One clear line: what was asked for, one word (`move`, `undo`, `hint`, …), the words
/// at fault, and what was expected; with a code, by which faces of the table find their
/// own words. Nothing has changed.
pub type Refusal = Problem;

/// Characters of foreign text that are shown.
const SHOWN: usize = 60;

/// A refusal; the text is cut to a length that can be read, control characters
/// in it are written out.
pub fn refuse(what: &str, text: &str, expected: impl Into<String>) -> Refusal {
    let mut shown: String = text.trim().escape_debug().take(SHOWN).collect();
    if text.trim().escape_debug().count() > SHOWN {
        shown.push('…');
    }
    // Quotation marks need no escape in a line of words.
    let shown = shown.replace("\\\"", "\"").replace("\\'", "'");
    Refusal::new(what, shown, expected)
}

/// A move that the laws of the game do not allow.
pub fn illegal(mv: Move, why: IllegalMove) -> Refusal {
    refuse("move", &mv.to_string(), why.expected()).because(why).coded(why.into())
}

/// A request that comes after the end of the game.
pub(super) fn over(what: &str) -> Refusal {
    refuse(what, "the game is over", "a new game").coded(Code::GameOver)
}

/// A request that comes before the end of the opening.
pub(super) fn in_opening(what: &str) -> Refusal {
    refuse(what, "swap2", "the end of the opening").coded(Code::InOpening)
}
