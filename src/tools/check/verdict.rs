//! What a check comes to.

use tengen_engine::game::problem::escaped;

/// The result of a check, or of a step of one: `?` ends a check at the first
/// step that goes wrong.
pub(super) type Outcome<T = ()> = Result<T, Verdict>;

/// Why a check did not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The engine did something else than it should.
    Fail {
        /// What should have come.
        expected: String,
        /// What came in its place.
        got: String,
    },
    /// The check does not apply, for this reason.
    Skip(String),
}

/// A failure.
pub(super) fn fail<T>(expected: impl Into<String>, got: impl Into<String>) -> Outcome<T> {
    Err(Verdict::Fail { expected: expected.into(), got: got.into() })
}

/// A check that does not apply.
pub(super) fn skip<T>(why: impl Into<String>) -> Outcome<T> {
    Err(Verdict::Skip(why.into()))
}

/// Fails with `expected` and `got` unless `holds`.
pub(super) fn demand(holds: bool, expected: impl Into<String>, got: impl Into<String>) -> Outcome {
    if holds { Ok(()) } else { fail(expected, got) }
}

/// Longest piece of an engine's text that a message shows, in characters.
const SHOWN: usize = 120;

/// A line as messages show it: what is not plain escaped, the rest cut.
pub(super) fn shown(line: &str) -> String {
    if line.is_empty() {
        return "an empty line".to_owned();
    }
    let beginning: String = line.chars().take(SHOWN).collect();
    let mut text = escaped(&beginning);
    if beginning.len() < line.len() {
        text.push('…');
    }
    // A blank at the end cannot be seen otherwise.
    if text.ends_with(' ') || text.starts_with(' ') { format!("'{text}'") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_shown_on_one_line() {
        assert_eq!(shown("bestmove h8"), "bestmove h8");
        assert_eq!(shown(""), "an empty line");
        assert_eq!(shown("7,7 "), "'7,7 '");
        assert_eq!(shown("a\u{0}\tb\u{202e}"), "a\\u{0}\\tb\\u{202e}");
        assert_eq!(shown(&"x".repeat(500)).chars().count(), SHOWN + 1);
    }
}
