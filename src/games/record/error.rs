//! What is wrong with a record, and where.

use std::fmt;

use tengen_engine::game::Problem;
use tengen_engine::game::problem::shown;

/// Longest piece of a file that an error shows, in characters.
const SHOWN: usize = 60;
/// Longest word of advice, in characters: ours are shorter, those that repeat a name
/// of the file may not be.
const ADVICE: usize = 160;

/// Where in a file, or among games, something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line of a text format, counted from 1.
    Line(usize),
    /// A byte of a binary format, counted from 0.
    Byte(usize),
    /// A game of several, counted from 1.
    Game(usize),
    /// The whole file.
    File,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Byte(byte) => write!(f, "byte {byte}"),
            Place::Game(game) => write!(f, "game {game}"),
            Place::File => f.write_str("file"),
        }
    }
}

/// Why bytes are no record, or why games cannot be written in a format.
pub type RecordError = Problem<Place>;

/// An error about that text. What it shows, the advice as well, takes one line and is
/// not longer than can be read at a glance: this is the only door for the texts of files.
pub fn problem(place: Place, text: &str, expected: impl Into<String>) -> RecordError {
    let expected = expected.into();
    Problem::new(place, shown(text, SHOWN), shown(&expected, ADVICE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_take_one_line() {
        let error = problem(Place::Line(3), "a\nb\u{1b}\u{202e}", "a square");
        assert_eq!(error.to_string(), "line 3: a\\nb\\u{1b}\\u{202e}: expected a square");
        let error = problem(Place::Byte(0), "", "a header");
        assert_eq!(error.to_string(), "byte 0: (nothing): expected a header");
        let error = problem(Place::File, &"\n".repeat(999), format!("</{}>", "\u{9b}".repeat(999)));
        assert_eq!(error.text.len(), SHOWN);
        assert_eq!(error.expected.len(), ADVICE);
        assert!(error.expected.starts_with("</\\u{9b}"));
    }
}
