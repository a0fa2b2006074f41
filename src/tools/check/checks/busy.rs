//! What is said to an engine while it thinks.

use std::cell::Cell;
use std::time::Duration;

use super::super::game_client::legal;
use super::super::positions::{self, BLOCK, QUIET};
use super::super::register::{Check, UCI_STYLE, check};
use super::super::trial::Trial;
use super::super::uci::Uci;
use super::super::verdict::{Outcome, demand};

pub(in super::super) const CHECKS: &[Check] = &[
    check("busy-ready", UCI_STYLE,"`readyok` within a second while it thinks, and the search goes on", "managers ask whether it is alive while it thinks", busy_ready),
    check(
        "busy-lines",
        UCI_STYLE,"`setoption`, `position`, `go` and others during a search: at most one answer per `go`, and the talk goes on",
        "a line at the wrong moment must not lose the conversation",
        busy_lines,
    ).manners(),
    check("busy-stop", UCI_STYLE,"`stop` twice: one `bestmove`", "an impatient manager says stop twice", busy_stop).manners(),
];

fn busy_ready(trial: &Trial) -> Outcome {
    trial.timely(|trial| {
        let mut uci = Uci::open(trial)?;
        uci.position(&positions::after("gomoku", QUIET)?);
        let asked = uci.begin("infinite");
        let mut has_answered = false;
        for _ in 0..3 {
            uci.subject.send("isready");
            let limit = Duration::from_secs(1);
            uci.subject.expect_within(limit, "readyok at once", |line| {
                has_answered |= line.starts_with("bestmove");
                line == "readyok"
            })?;
        }
        demand(!has_answered, "a search that goes on after isready", "bestmove")?;
        uci.subject.send("stop");
        uci.answer(asked).map(|_| ())
    })
}

fn busy_lines(trial: &Trial) -> Outcome {
    let mut uci = Uci::open(trial)?;
    uci.position(&positions::after("gomoku", QUIET)?);
    uci.begin("movetime 300");
    uci.subject.send("debug off");
    uci.subject.send("setoption name Hash value 16");
    uci.subject.send(uci.words.new_game);
    uci.position(&positions::after("gomoku", BLOCK)?);
    uci.subject.send("go movetime 100");
    let asked = uci.subject.send("no such command");
    uci.answer(asked)?;
    // Whether the second go is carried out or left aside is not written anywhere.
    let more = Cell::new(0);
    uci.subject.quiet(Duration::from_millis(500), "one bestmove per go at most", |line| {
        more.set(more.get() + usize::from(line.starts_with("bestmove")));
        more.get() <= 1
    })?;
    uci.ready()?;
    let position = positions::after("gomoku", BLOCK)?;
    uci.position(&position);
    let answer = uci.go("depth 1")?;
    legal(&position, answer.best).map(|_| ())
}

fn busy_stop(trial: &Trial) -> Outcome {
    let mut uci = Uci::open(trial)?;
    let position = positions::after("gomoku", QUIET)?;
    uci.position(&position);
    let asked = uci.begin("infinite");
    uci.subject.send("stop");
    uci.subject.send("stop");
    let answer = uci.answer(asked)?;
    legal(&position, answer.best)?;
    let expected = "nothing after the bestmove";
    uci.subject.quiet(Duration::from_millis(150), expected, |_| false)?;
    uci.ready().map(|_| ())
}
