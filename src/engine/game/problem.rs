//! What is wrong with a text, in one form for everything that is read.

use std::error::Error;
use std::fmt;

use super::code::Code;
use super::point::Point;

/// Why something was refused, and nothing has changed: `what: text: expected …`.
///
/// `What` is the thing that was asked for: a name, or a place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem<What = String> {
    /// What programs decide by, and find words for people by.
    pub code: Code,
    /// What was asked for, as in `position`.
    pub what: What,
    /// The part of the input that is wrong, as it was written.
    pub text: String,
    /// The point that `text` names, for protocols that write points in their own way.
    pub point: Option<Point>,
    /// Why `text` is wrong, where `expected` does not tell.
    pub reason: Option<String>,
    /// What was expected in place of `text`, without the word "expected".
    pub expected: String,
}

impl<What> Problem<What> {
    /// A refusal of `text` in `what`; no text at all is shown as `(nothing)`.
    pub fn new(
        what: impl Into<What>,
        text: impl Into<String>,
        expected: impl Into<String>,
    ) -> Problem<What> {
        let text = text.into();
        let text = if text.is_empty() { "(nothing)".to_owned() } else { text };
        let expected = expected.into();
        let code = Code::Invalid;
        Problem { code, what: what.into(), text, point: None, reason: None, expected }
    }

    /// This refusal with `code` as its code.
    #[must_use]
    pub fn coded(self, code: Code) -> Problem<What> {
        Problem { code, ..self }
    }

    /// This refusal with `reason` as its reason.
    #[must_use]
    pub fn because(self, reason: impl fmt::Display) -> Problem<What> {
        Problem { reason: Some(reason.to_string()), ..self }
    }

    /// The text at fault with the reason, if there is one: `h8 (occupied)`.
    pub fn fault(&self) -> String {
        match &self.reason {
            Some(reason) => format!("{} ({reason})", self.text),
            None => self.text.clone(),
        }
    }

    /// What comes behind the text at fault: the reason, if there is one, and what
    /// was expected.
    pub fn advice(&self) -> String {
        let expected = &self.expected;
        match &self.reason {
            Some(reason) => format!("{reason}, expected {expected}"),
            None => format!("expected {expected}"),
        }
    }
}

impl Problem {
    /// A refusal of a point in `what`.
    pub fn at(what: &str, point: Point, expected: impl Into<String>) -> Problem {
        Problem { point: Some(point), ..Problem::new(what, point.to_string(), expected) }
    }

    /// A refusal from an error whose message has the form `text: expected …`,
    /// as all of ours have.
    pub fn explain(what: &str, error: &dyn fmt::Display) -> Problem {
        let message = error.to_string();
        match message.split_once(": expected ") {
            Some((text, expected)) => Problem::new(what, text, expected),
            None => Problem::new(what, message, "something else"),
        }
    }

    /// A refusal from an error whose message has the form `what: text: expected …`.
    pub fn of_line(error: &dyn fmt::Display) -> Problem {
        let message = error.to_string();
        match message.split_once(": ") {
            Some((what, rest)) => Problem::explain(what, &rest),
            None => Problem::new("request", message, "something else"),
        }
    }
}

impl<What: fmt::Display> fmt::Display for Problem<What> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.what, self.text, self.advice())
    }
}

impl<What: fmt::Debug + fmt::Display> Error for Problem<What> {}

/// Whether a letter only stands in a line: it ends none, moves no cursor, and does not
/// turn or hide what is around it.
pub fn is_plain(letter: char) -> bool {
    let is_format = matches!(
        letter,
        '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}'
    );
    !letter.is_control() && !is_format
}

/// Text on one line of a terminal: every letter that is not plain is escaped.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_plain(letter) { safe.push(letter) } else { safe.extend(letter.escape_default()) }
    }
    safe
}

/// Foreign text in one line: what moves the cursor or turns the text around is escaped,
/// and what is longer than `most` characters is cut.
pub fn shown(text: &str, most: usize) -> String {
    let shown: String = text.chars().take(most).collect();
    escaped(&shown).chars().take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_moves_turns_or_hides_is_escaped() {
        assert_eq!(escaped("ö \\ \"x\""), "ö \\ \"x\"");
        assert_eq!(escaped("a\u{1b}[2J\n\u{202e}\u{200b}"), "a\\u{1b}[2J\\n\\u{202e}\\u{200b}");
    }

    #[test]
    fn the_word_expected_stands_there_once() {
        let problem: Problem = Problem::new("go", "", "a number");
        assert_eq!(problem.to_string(), "go: (nothing): expected a number");
        let told = problem.because("no game").to_string();
        assert_eq!(told, "go: (nothing): no game, expected a number");
        let explained = Problem::explain("go", &"depth: 0: expected 1 to 9");
        assert_eq!((&*explained.text, &*explained.expected), ("depth: 0", "1 to 9"));
        let other = Problem::explain("go", &"lost");
        assert_eq!(other.to_string(), "go: lost: expected something else");
    }

    #[test]
    fn a_fault_is_told_with_its_reason() {
        let point = Point { col: 7, row: 2 };
        let problem = Problem::at("play", point, "an empty point").coded(Code::Occupied);
        assert_eq!((problem.point, problem.code), (Some(point), Code::Occupied));
        assert_eq!(problem.fault(), "7,2");
        assert_eq!(problem.because("a stone").fault(), "7,2 (a stone)");
    }

    #[test]
    fn lines_of_errors_are_taken_apart() {
        let parts = |line: &str| {
            let problem = Problem::of_line(&line);
            [problem.what, problem.text, problem.expected]
        };
        assert_eq!(parts("game 3: move: x9: expected h8"), ["game 3", "move: x9", "h8"]);
        assert_eq!(parts("game 3: lost"), ["game 3", "lost", "something else"]);
        assert_eq!(parts("lost"), ["request", "lost", "something else"]);
    }

    #[test]
    fn foreign_text_is_cut() {
        assert_eq!(shown("abc", 3), "abc");
        assert_eq!(shown("äbcd", 3), "äbc");
        assert_eq!(shown("a\nb", 3), "a\\n");
    }
}
