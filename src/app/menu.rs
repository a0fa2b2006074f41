//! The menu of a program that is started at a terminal without arguments.

use std::fmt::Write;
use std::io::{self, BufRead, IsTerminal};

use tengen_host::cli::failure::{Failure, put};

/// Longest answer that is read, in bytes.
const LONGEST: u64 = 1 << 16;

/// What was chosen.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum MenuChoice {
    /// A tool with its arguments.
    Tool(Vec<String>),
    /// No line of the menu, but perhaps a command of a protocol.
    Line(String),
    /// To leave.
    Nothing,
}

/// An entry: what is typed, what it does, and the words of the command line for it.
type MenuEntry = (&'static str, &'static str, &'static [&'static str]);

/// Everything that can be chosen.
const ENTRIES: &[MenuEntry] = &[
    ("1", "play a friendly level", &["play"]),
    ("2", "play a strong one", &["play", "--white", "level:7"]),
    ("3", "tic-tac-toe of two people", &["play", "--variant", "tictactoe", "--white", "human"]),
    ("4", "solve puzzles", &["play", "--puzzle"]),
    #[cfg(feature = "web")]
    ("5", "play in the browser", &["serve"]),
    ("h", "list everything else", &["--help"]),
];

/// Whether a person is at both ends.
pub(super) fn is_wanted() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Shows the menu and reads one line.
///
/// # Errors
/// When the terminal is gone.
pub(super) fn choose() -> Result<MenuChoice, Failure> {
    let mut text = "Tengen: what would you like to do?\n".to_owned();
    for (key, does, words) in ENTRIES {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {key}  {does:<26} tengen {}", words.join(" "));
    }
    text += "  q  leave\nOr type a command of the engine: help lists them, quit leaves.\n> ";
    put(text.as_bytes())?;
    loop {
        let mut line = Vec::new();
        let mut input = io::Read::take(io::stdin().lock(), LONGEST);
        input.read_until(b'\n', &mut line).map_err(anyhow::Error::from)?;
        match chosen(&String::from_utf8_lossy(&line)) {
            // Nothing was chosen yet.
            MenuChoice::Line(line) if line.trim().is_empty() => put(b"> ")?,
            choice => return Ok(choice),
        }
    }
}

fn chosen(line: &str) -> MenuChoice {
    let word = line.trim();
    match ENTRIES.iter().find(|(key, ..)| word.eq_ignore_ascii_case(key)) {
        Some((_, _, words)) => {
            MenuChoice::Tool(words.iter().map(|&word| word.to_owned()).collect())
        }
        None if line.is_empty() || word.eq_ignore_ascii_case("q") => MenuChoice::Nothing,
        None => MenuChoice::Line(line.trim_end_matches(['\r', '\n']).to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::cli;

    #[test]
    fn every_entry_is_a_command_that_there_is() {
        for (key, _, words) in ENTRIES {
            let MenuChoice::Tool(chosen) = chosen(&format!(" {key}\n")) else { panic!("{key}") };
            assert_eq!(chosen, *words);
            let line = std::iter::once("tengen").chain(words.iter().copied());
            let parsed = cli::parse(line.map(std::ffi::OsString::from));
            assert!(parsed.is_ok() || *words == ["--help"], "{words:?}");
        }
    }

    #[test]
    fn other_lines_are_for_the_engine() {
        assert_eq!(chosen("uci\r\n"), MenuChoice::Line("uci".to_owned()));
        assert_eq!(chosen("\n"), MenuChoice::Line(String::new()));
        assert_eq!([chosen(""), chosen("Q\n")], [MenuChoice::Nothing, MenuChoice::Nothing]);
    }
}
