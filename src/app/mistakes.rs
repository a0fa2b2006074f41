//! Mistakes on the command line in one line each, as everywhere else:
//! what it is about, what was written, and what was expected.

use std::error::Error as _;

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Longest part of an argument that is shown again, in characters.
const SHOWN: usize = 60;

/// The line about a mistake.
pub(super) fn line(error: &clap::Error) -> String {
    let of_value = match error.kind() {
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => wrong_value(error),
        _ => None,
    };
    of_value.unwrap_or_else(|| {
        // The first paragraph says what is wrong; usage and hints follow it.
        let text = error.render().to_string();
        let paragraph = text.split("\n\n").next().unwrap_or_default();
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        let line = words.join(" ");
        format!("{}; see --help", line.strip_prefix("error: ").unwrap_or(&line))
    })
}

/// The line about a value that is none of its argument.
fn wrong_value(error: &clap::Error) -> Option<String> {
    let argument = text(error, ContextKind::InvalidArg)?;
    let (what, rest) = argument.split_once(' ').unwrap_or((argument, ""));
    let value = text(error, ContextKind::InvalidValue).unwrap_or_default();
    let mut shown: String = value.escape_debug().take(SHOWN).collect();
    if shown.is_empty() {
        shown.push_str("(nothing)");
    }
    let expected = match (error.source(), error.get(ContextKind::ValidValue)) {
        (Some(source), _) => source.to_string(),
        (None, Some(ContextValue::Strings(known))) if !known.is_empty() => {
            format!("expected one of {}", known.join(", "))
        }
        _ => format!("expected {}", rest.trim_matches(['<', '>', '[', ']', '.'])),
    };
    Some(format!("{what}: {shown}: {expected}"))
}

fn text(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::*;
    use crate::app::cli;

    fn told(arguments: &[&str]) -> String {
        let words = ["tengen"].iter().chain(arguments).map(OsString::from);
        line(&cli::parse(words).unwrap_err())
    }

    #[test]
    fn every_value_is_refused_in_the_same_form() {
        for (arguments, expected) in [
            (&["serve", "--keep", "-3"][..], "--keep: -3: expected a whole number, 0 to 36500"),
            (&["serve", "--keep=-3"], "--keep: -3: expected a whole number, 0 to 36500"),
            (&["serve", "--keep", ""], "--keep: (nothing): expected a whole number, 0 to 36500"),
            (&["match", "--seed", "1.5"], "--seed: 1.5: expected a whole number, 0 or more"),
            (&["play", "--rematch", "-1"], "--rematch: -1: expected a whole number, 0 or more"),
            (&["play", "--undo", "-3"], "--undo: -3: expected one of free, once, off"),
            (&["play", "--undo", ""], "--undo: (nothing): expected one of free, once, off"),
            (&["play", "--load", ""], "--load: (nothing): expected FILE"),
            (&["perft", "-3"], "<DEPTH>: -3: expected a whole number, 1 to 1000000"),
            (&["--set", "Hash=0"], "--set: Hash=0: expected 1 to "),
            (&["check", "--timeout", "-1", "--", "x"], "--timeout: -1: expected seconds, 0.1"),
        ] {
            let line = told(arguments);
            assert!(line.starts_with(expected) && !line.contains('\n'), "{arguments:?}: {line}");
        }
    }

    #[test]
    fn what_is_long_or_strange_is_cut_and_written_out() {
        let line = told(&["perft", &"\u{1b}".repeat(100)]);
        assert!(line.starts_with("<DEPTH>: \\u{1b}\\u{1b}") && line.len() < 120, "{line}");
    }

    #[test]
    fn other_mistakes_are_told_in_one_line_too() {
        assert_eq!(told(&["--frobnicate"]), "unexpected argument '--frobnicate' found; see --help");
    }
}
