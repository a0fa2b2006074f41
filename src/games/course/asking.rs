//! The engine, asked by lines of the native protocol, as a pipe would.

use std::sync::{Arc, mpsc};

use tengen_engine::clock::Instant;
use tengen_engine::game::count::{self, Counts, Ends};
use tengen_engine::game::{Color, Problem, Variant};
use tengen_engine::protocol::uci::Uci;
use tengen_engine::protocol::{Codec, InputLine};
use tengen_engine::session::message::Event;
use tengen_engine::session::options::Options;
use tengen_engine::session::{Deliver, Session};

/// The line that is no command of the protocol: it asks for what [`count`](count()) says.
pub const COUNT: &str = "count";

/// What the engine answers to `lines`, started for them alone.
pub fn answer(lines: &[String]) -> Vec<String> {
    if lines.iter().any(|line| line == COUNT) {
        return count().unwrap_or_default();
    }
    let (sender, notices) = mpsc::channel();
    // Sending fails when the receiver is gone; then the line is not needed.
    let deliver: Deliver = Arc::new(move |notice| {
        let _ = sender.send(notice);
    });
    let mut session = Session::new(deliver);
    let mut codec = Uci;
    let mut told = Vec::new();
    let mut tell = |options: &Options, event: Event| Uci.encode(&event, options, &mut told);
    for line in lines {
        for command in codec.decode(InputLine::from(line.as_str())) {
            session.command(command, Instant::now(), &mut tell);
        }
    }
    session.end_of_input(&mut tell);
    while !session.is_over() {
        let Ok(notice) = notices.recv() else { break };
        session.notice(notice, &mut tell);
    }
    told
}

/// The numbers of tic-tac-toe, counted and not remembered: one in a line, with its name.
///
/// # Errors
/// Never: the board is small enough.
pub fn count() -> Result<Vec<String>, Problem> {
    let numbers = Variant::preset("tictactoe").and_then(count::count);
    let Counts {
        positions,
        canonical_positions,
        finals,
        canonical_finals,
        games,
        canonical_games,
        symmetric_games,
        winner,
    } = numbers.map_err(|error| Problem::explain("tictactoe", &error))?;
    let value = match winner {
        Some(Color::Black) => "first player wins",
        Some(Color::White) => "second player wins",
        None => "draw",
    };
    let lines = [
        ("positions", positions.to_string()),
        ("positions up to symmetry", canonical_positions.to_string()),
        ("final positions", ends(&finals)),
        ("final positions up to symmetry", ends(&canonical_finals)),
        ("games", ends(&games)),
        ("games through positions up to symmetry", canonical_games.total().to_string()),
        ("games up to symmetry of the whole", symmetric_games.to_string()),
        ("value", value.to_owned()),
    ];
    Ok(lines.map(|(name, number)| format!("{name}: {number}")).into())
}

fn ends(ends: &Ends) -> String {
    let Ends { first, second, draws } = ends;
    format!("{} (first wins {first}, second wins {second}, draws {draws})", ends.total())
}

/// What stands behind `pattern` in the last of `lines` that has it: a word without the sign behind
/// it, or with `{*}` in place of `{}` the rest of the line. A `^` says that the line begins so.
pub fn find<'a>(pattern: &str, lines: &'a [String]) -> Option<&'a str> {
    let (before, is_rest) = match pattern.strip_suffix("{*}") {
        Some(before) => (before, true),
        None => (pattern.strip_suffix("{}")?, false),
    };
    let behind = |line: &'a String| match before.strip_prefix('^') {
        Some(start) => line.strip_prefix(start),
        None => line.split_once(before).map(|(_, rest)| rest),
    };
    let rest = lines.iter().rev().find_map(behind)?;
    let word = || rest.split(' ').next().unwrap_or_default().trim_end_matches([',', ')']);
    Some(if is_rest { rest } else { word() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_counts() {
        let lines = ["nodes 1 time 2", "nps 7", "nodes 3 pv b2 a1"].map(str::to_owned);
        assert_eq!(find("nodes {}", &lines), Some("3"));
        assert_eq!(find("time {}", &lines), Some("2"));
        assert_eq!(find("pv {*}", &lines), Some("b2 a1"));
        assert_eq!(find("score {}", &lines), None);
        assert_eq!(find("nodes", &lines), None);
        assert_eq!(find("^time {}", &lines), None);
        let lines = ["games: 9 (first 4, draws 5)".to_owned()];
        assert_eq!(find("^games: {}", &lines), Some("9"));
        assert_eq!(find("first {}", &lines), Some("4"));
        assert_eq!(find("draws {}", &lines), Some("5"));
    }

    #[test]
    fn answers_are_those_of_a_pipe() {
        let lines = ["setoption name Variant value tictactoe", "position startpos", "go perft 2"];
        let told = answer(&lines.map(str::to_owned));
        assert_eq!(find("Nodes searched: {}", &told), Some("72"));
        let told = answer(&[COUNT.to_owned()]);
        assert_eq!(find("^positions: {}", &told), Some("5478"));
        assert_eq!(find("^games: {}", &told), Some("255168"));
    }
}
