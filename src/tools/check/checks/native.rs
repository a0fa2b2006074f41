//! What protocol.md promises beyond UCI. These checks are for engines that offer
//! the option `Variant`; to all others they do not apply.

use std::time::Duration;

use super::super::positions::{self, QUIET};
use super::super::register::{Check, UCI, check};
use super::super::trial::Trial;
use super::super::uci::Uci;
use super::super::verdict::{Outcome, demand, shown};

pub(in super::super) const CHECKS: &[Check] = &[
    check(
        "native-text",
        UCI,
        "`d` shows the text that we would write, and setting it gives the same key (if `Variant` is offered)",
        "position text and the board's key agree",
        native_text,
    ),
    check(
        "native-errors",
        UCI,
        "wrong lines get `info string error: …`, a wrong `go` also `bestmove (none)`, the position stays (if `Variant` is offered)",
        "a refusal says what was wrong and changes nothing",
        native_errors,
    ),
    check(
        "native-queue",
        UCI,
        "three questions and the end of input: three answers, exit code 0 (if `Variant` is offered)",
        "questions in a pipe get one answer each",
        native_queue,
    ),
];

fn native(trial: &Trial) -> Outcome<Uci> {
    let uci = Uci::open(trial)?;
    uci.need("Variant")?;
    Ok(uci)
}

/// The position as `d` tells it: text and key.
fn shown_position(uci: &mut Uci) -> Outcome<(String, String)> {
    let (mut text, mut key) = (String::new(), String::new());
    uci.subject.send("d");
    uci.subject.expect("a line 'Forbidden: …' that ends the board", |line| {
        if let Some(rest) = line.strip_prefix("Fen: ") {
            rest.clone_into(&mut text);
        } else if let Some(rest) = line.strip_prefix("Key: ") {
            rest.clone_into(&mut key);
        }
        line.starts_with("Forbidden: ")
    })?;
    demand(!text.is_empty() && !key.is_empty(), "lines 'Fen: …' and 'Key: …'", "none of these")?;
    Ok((text, key))
}

fn native_text(trial: &Trial) -> Outcome {
    let mut uci = native(trial)?;
    let position = positions::after("gomoku", QUIET)?;
    uci.position(&position);
    let (text, key) = shown_position(&mut uci)?;
    demand(text == position.fen(), position.fen(), shown(&text))?;
    uci.subject.send(uci.words.new_game);
    uci.subject.send(&format!("position fen {text}"));
    let again = shown_position(&mut uci)?;
    demand(again == (text, key.clone()), format!("the same text and key {key}"), again.1)
}

fn native_errors(trial: &Trial) -> Outcome {
    let mut uci = native(trial)?;
    uci.position(&positions::after("gomoku", QUIET)?);
    let before = shown_position(&mut uci)?;
    for (line, owes_answer) in [
        ("position startpos moves h8 h8", false),
        ("position fen 3/3 x", false),
        ("setoption name Hash value 0", false),
        ("fly", false),
        ("go depth many", true),
        ("go nodes -1", true),
        ("go movetime", true),
    ] {
        uci.subject.send(line);
        let start = "info string error: ";
        let expected = format!("'{start}…' for '{line}'");
        let said = uci.subject.expect(&expected, |_| true)?;
        demand(said.text.starts_with(start), expected, shown(&said.text))?;
        if owes_answer {
            let said = uci.subject.expect("bestmove (none)", |_| true)?;
            demand(said.text == "bestmove (none)", "bestmove (none)", shown(&said.text))?;
        }
    }
    let after = shown_position(&mut uci)?;
    demand(before == after, "the position as it was", after.0)
}

fn native_queue(trial: &Trial) -> Outcome {
    let mut uci = native(trial)?;
    for moves in ["h8", "h8 i9", "h8 i9 j10"] {
        uci.position(&positions::after("gomoku", moves)?);
        uci.begin("depth 1");
    }
    uci.subject.end_input();
    for _ in 0..3 {
        uci.subject.expect("three answers", |line| line.starts_with("bestmove"))?;
    }
    uci.subject.leaves_within(Duration::from_secs(2), "exit code 0 at the end of input")
}
