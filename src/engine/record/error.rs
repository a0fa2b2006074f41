//! What is wrong with a record, and where.

use std::fmt;

use crate::game::Problem;

/// Longest piece of a file that an error shows, in characters.
const SHOWN: usize = 60;

/// Where in a file, or among games, something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line of a text format, counted from 1.
    Line(usize),
    /// A byte of a binary format, counted from 0.
    Byte(usize),
    /// A game of several, counted from 1.
    Game(usize),
    /// The whole of it.
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

/// An error about that text, which is shown on one line and not longer than it can
/// be read at a glance.
pub fn problem(place: Place, text: &str, expected: impl Into<String>) -> RecordError {
    Problem::new(place, shown(text), expected)
}

/// Foreign text in one line: control characters escaped, and cut.
fn shown(text: &str) -> String {
    let mut shown = String::new();
    for letter in text.chars().take(SHOWN) {
        if letter.is_control() {
            shown.extend(letter.escape_default());
        } else {
            shown.push(letter);
        }
    }
    shown.chars().take(SHOWN).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_take_one_line() {
        let error = problem(Place::Line(3), "a\nb\u{1b}", "a square");
        assert_eq!(error.to_string(), "line 3: a\\nb\\u{1b}: expected a square");
        let error = problem(Place::Byte(0), "", "a header");
        assert_eq!(error.to_string(), "byte 0: (nothing): expected a header");
        assert!(problem(Place::File, &"\n".repeat(999), "x").text.len() <= SHOWN);
    }
}
