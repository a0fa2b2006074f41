//! Which lines from afar reach an engine.
//!
//! Lines are read here by the same translator that the engine reads them with, so
//! that what is let through cannot mean something else there.

use tengen_engine::protocol::uci::{Uci, client};
use tengen_engine::protocol::{Codec, InputLine};
use tengen_engine::session::message::{Command, Event, Problem};
use tengen_engine::session::options::Options;

use crate::limits::LINE_BYTES;

/// Options that may be set from afar. The others belong to the owner of the
/// server: they take memory and threads, or write files.
const OPEN: &[&str] = &[
    "Variant",
    "Width",
    "Height",
    "WinLength",
    "Rule",
    "Destroy",
    "Player",
    "Level",
    "MultiPV",
    "Ponder",
    "Seed",
    "Move Overhead",
    "Book",
    "Clear Hash",
    "AB Cut",
    "AB Order",
    "AB Hash",
    "AB Symmetry",
    "Mistake Min",
    "Mistake Corner",
    "Language",
    "UCI_Variant",
    "UCI_ShowWDL",
    "UCI_LimitStrength",
    "UCI_Elo",
];

/// What becomes of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LineVerdict {
    /// The line says nothing.
    Nothing,
    /// The line goes to the engine as it is.
    Pass(Work),
    /// The line ends the conversation.
    Quit,
    /// The engine never hears of the line; this is the answer that the client gets.
    Refuse(Vec<String>),
}

/// What an engine has to do for a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Something quick.
    None,
    /// Something that may take long and has an end that can be heard.
    Question {
        /// Whether the work ends only when the engine is told to stop.
        is_endless: bool,
    },
}

/// Whether an engine is ours or a registered one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Our own, with the options of our table.
    Own,
    /// Another one, whose options we do not know.
    Foreign,
}

/// Decides about a line.
pub(crate) fn judge(line: InputLine<'_>, kind: Kind) -> LineVerdict {
    let mut commands = Uci.decode(line);
    let Some(command) = commands.pop() else { return LineVerdict::Nothing };
    match command {
        Command::Quit => LineVerdict::Quit,
        Command::Refused { problem, owes_answer } if line.is_cut || kind == Kind::Foreign => {
            // What is cut is not passed on, and others may understand it otherwise.
            refuse(problem, owes_answer)
        }
        Command::SetOption { name, value } => match kind {
            Kind::Own if is_locked(&name) => refuse(wrong_option(&name, value, LOCKED), false),
            Kind::Foreign if !name.eq_ignore_ascii_case("MultiPV") => {
                refuse(wrong_option(&name, value, FOREIGN), false)
            }
            _ => LineVerdict::Pass(Work::None),
        },
        Command::Go(limits) => {
            LineVerdict::Pass(Work::Question { is_endless: limits.is_unlimited() })
        }
        Command::Perft { .. }
        | Command::Prove(_)
        | Command::Bench
        | Command::Refused { owes_answer: true, .. } => {
            LineVerdict::Pass(Work::Question { is_endless: false })
        }
        _ => LineVerdict::Pass(Work::None),
    }
}

const LOCKED: &str = "an option that may be set from afar: this one is set by \
                      whoever starts the server";
const FOREIGN: &str = "MultiPV: the other options of this engine are set by \
                       whoever starts the server";

fn wrong_option(name: &str, value: Option<String>, expected: &str) -> Problem {
    let text = value.unwrap_or_else(|| "no value".to_owned());
    Problem::new(format!("setoption {name}"), text, expected)
}

fn is_locked(name: &str) -> bool {
    // Names that do not exist are for the engine to refuse.
    let is_known = tengen_engine::session::options::find(name).is_some();
    is_known && !OPEN.iter().any(|open| open.eq_ignore_ascii_case(name))
}

/// The answer to a line that goes no further.
fn refuse(problem: Problem, owes_answer: bool) -> LineVerdict {
    let mut lines = Vec::new();
    Uci.encode(&Event::Problem(problem), &Options::default(), &mut lines);
    if owes_answer {
        lines.push("bestmove (none)".to_owned());
    }
    LineVerdict::Refuse(lines)
}

/// The answer to a line that finds too many before it.
pub(crate) fn too_much(line: &str, expected: &str) -> Vec<String> {
    let owes_answer = line.split_whitespace().next() == Some("go");
    match refuse(Problem::new("line", line, expected), owes_answer) {
        LineVerdict::Refuse(lines) => lines,
        _ => Vec::new(),
    }
}

/// Whether a line of an engine is the end of the work on a question.
pub(crate) fn ends_work(line: &str) -> bool {
    line.starts_with("bestmove")
        || line.starts_with("Nodes searched:")
        || line == "info string perft stopped"
        || line == "info string bench stopped"
        || client::refused(line) == Some("bench")
        || (line.ends_with(" nps") && line.split(' ').nth(1) == Some("nodes"))
}

/// A line as it came, cut to the longest that is allowed.
pub(crate) fn cut(text: &str) -> InputLine<'_> {
    if text.len() <= LINE_BYTES {
        return InputLine { text, is_cut: false };
    }
    let end = (0..=LINE_BYTES).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    InputLine { text: &text[..end], is_cut: true }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::session::options::TABLE;

    fn fate(line: &str) -> LineVerdict {
        judge(cut(line), Kind::Own)
    }

    fn answer(line: &str, kind: Kind) -> String {
        match judge(cut(line), kind) {
            LineVerdict::Refuse(lines) => lines.join("\n"),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn every_option_is_open_or_locked_on_purpose() {
        let locked: Vec<&str> =
            TABLE.iter().map(|spec| spec.name).filter(|name| is_locked(name)).collect();
        assert_eq!(locked, ["Hash", "Threads", "BookFile", "EvalFile", "LogFile"]);
    }

    #[test]
    fn files_and_memory_are_out_of_reach() {
        for line in [
            "setoption name LogFile value /tmp/x",
            "setoption name  logfile  value x",
            "\tsetoption\tname LOGFILE value",
            "setoption name Hash value 4096",
            "setoption name threads value 256",
        ] {
            let said = answer(line, Kind::Own);
            assert!(said.starts_with("info string error: setoption "), "{said}");
            assert!(said.contains("whoever starts the server"), "{said}");
        }
        for line in ["setoption name Seed value 3", "setoption name nonsense value 3", "uci", "d"] {
            assert_eq!(fate(line), LineVerdict::Pass(Work::None), "{line}");
        }
    }

    #[test]
    fn engines_of_others_hear_only_what_is_known() {
        let said = answer("setoption name SyzygyPath value /etc", Kind::Foreign);
        assert!(said.contains("SyzygyPath"), "{said}");
        assert!(answer("savegame /etc/passwd", Kind::Foreign).contains("savegame"));
        assert!(answer("go nonsense", Kind::Foreign).ends_with("\nbestmove (none)"));
        let passed = judge(cut("position startpos moves h8"), Kind::Foreign);
        assert_eq!(passed, LineVerdict::Pass(Work::None));
    }

    #[test]
    fn questions_are_told_from_other_lines() {
        for (line, is_endless) in [
            ("go", true),
            ("go infinite", true),
            ("go depth 3", false),
            ("go perft 2", false),
            ("bench", false),
            ("go nonsense", false),
        ] {
            assert_eq!(fate(line), LineVerdict::Pass(Work::Question { is_endless }), "{line}");
        }
        assert_eq!(fate("quit"), LineVerdict::Quit);
        assert_eq!(fate("  # quit"), LineVerdict::Nothing);
        assert_eq!(fate(""), LineVerdict::Nothing);
        let said = answer(&format!("go depth {}", "1".repeat(LINE_BYTES)), Kind::Own);
        assert!(said.starts_with("info string error: line: "), "{said}");
        assert!(said.ends_with("\nbestmove (none)"), "{said}");
        let lines = too_much("go depth 3", "less");
        assert_eq!(lines.len(), 2);
    }

    #[test]
    fn ends_are_heard() {
        for line in [
            "bestmove h8",
            "Nodes searched: 12",
            "info string perft stopped",
            "8230 nodes 100000 nps",
            "info string error: bench: 1 MiB: expected more",
        ] {
            assert!(ends_work(line), "{line}");
        }
        for line in ["info depth 3 nodes 5 nps 6", "readyok", "info string bestmove"] {
            assert!(!ends_work(line), "{line}");
        }
    }
}
