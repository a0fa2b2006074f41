//! Time and memory of a Gomocup engine.

use std::time::Duration;

use super::super::brain::Brain;
use super::super::game_client::legal;
use super::super::positions::{self, QUIET};
use super::super::register::{Check, GOMOCUP, check};
use super::super::trial::Trial;
use super::super::verdict::{Outcome, demand, fail, skip};

pub(in super::super) const CHECKS: &[Check] = &[
    check(
        "turn-time",
        GOMOCUP,
        "`timeout_turn 500`: the move within 1500 ms",
        "a move later than timeout_turn and a second loses",
        turn_time,
    ),
    check(
        "match-time",
        GOMOCUP,
        "`time_left 500`: the move within 1500 ms, whatever `timeout_turn` is",
        "what is left of the match counts, too",
        match_time,
    ),
    check(
        "no-time",
        GOMOCUP,
        "`timeout_turn 0` and `time_left -100`: the move within a second",
        "time 0 or less means: move at once",
        no_time,
    ),
    check(
        "move-now",
        GOMOCUP,
        "`INFO timeout_turn 0` during a move: the move within a second, and only one",
        "Piskvork's button sends timeout_turn 0 during a move",
        move_now,
    ),
    check(
        "memory",
        GOMOCUP,
        "the program and all it starts use 350 MiB at most after a move on 20x20 with `max_memory 367001600` (Linux only)",
        "more memory than max_memory loses",
        memory,
    ),
];

/// What managers allow beyond the limit.
const TOLERANCE: Duration = Duration::from_secs(1);

/// Memory that the Gomocup allows, in bytes.
const GOMOCUP_MEMORY: u64 = 367_001_600;

/// Shows a quiet position after setting `values`, and demands a move within `limit`.
fn moves_within(trial: &Trial, values: &[(&str, &str)], limit: Duration) -> Outcome {
    let mut brain = Brain::open(trial, 15)?;
    for (key, value) in values {
        brain.info(key, value);
    }
    let position = positions::after("gomoku", QUIET)?;
    let asked = brain.show(&position);
    let patience = brain.subject.patience();
    let (square, took) = brain.move_within(asked, patience.max(limit))?;
    legal(&position, Some(square.into()))?;
    let got = format!("it after {} ms", took.as_millis());
    demand(took <= limit, format!("a move within {} ms", limit.as_millis()), got)
}

fn turn_time(trial: &Trial) -> Outcome {
    let limit = Duration::from_millis(500) + TOLERANCE;
    trial.timely(|trial| moves_within(trial, &[("timeout_turn", "500")], limit))
}

fn match_time(trial: &Trial) -> Outcome {
    let limit = Duration::from_millis(500) + TOLERANCE;
    trial.timely(|trial| {
        let values = [("timeout_turn", "30000"), ("timeout_match", "60000"), ("time_left", "500")];
        moves_within(trial, &values, limit)
    })
}

fn no_time(trial: &Trial) -> Outcome {
    trial.timely(|trial| {
        moves_within(trial, &[("timeout_turn", "0")], TOLERANCE)?;
        let values = [("timeout_turn", "30000"), ("time_left", "-100")];
        moves_within(trial, &values, TOLERANCE)
    })
}

fn move_now(trial: &Trial) -> Outcome {
    trial.timely(|trial| {
        let mut brain = Brain::open(trial, 15)?;
        for (key, value) in
            [("timeout_match", "600000"), ("time_left", "600000"), ("timeout_turn", "60000")]
        {
            brain.info(key, value);
        }
        let position = positions::after("gomoku", QUIET)?;
        let asked = brain.show(&position);
        brain.subject.send("INFO timeout_turn 0");
        let patience = brain.subject.patience();
        let (square, took) = brain.move_within(asked, patience)?;
        legal(&position, Some(square.into()))?;
        let got = format!("it after {} ms", took.as_millis());
        demand(took <= TOLERANCE, "a move within 1000 ms of INFO timeout_turn 0", got)?;
        brain.silent(Duration::from_millis(100), "one move")
    })
}

fn memory(trial: &Trial) -> Outcome {
    let mut brain = Brain::start(trial)?;
    let position = positions::after("gomoku20", QUIET)?;
    brain.new_board(position.size())?;
    for (key, value) in [
        ("max_memory", GOMOCUP_MEMORY.to_string().as_str()),
        ("timeout_match", "100000"),
        ("time_left", "100000"),
        ("timeout_turn", "500"),
    ] {
        brain.info(key, value);
    }
    brain.show(&position);
    brain.take_move()?;
    match brain.subject.peak_memory() {
        None => skip("this system does not tell how much memory a program uses"),
        Some(bytes) if bytes <= GOMOCUP_MEMORY => Ok(()),
        Some(bytes) => fail(
            format!("{} MiB at most, as max_memory says", GOMOCUP_MEMORY >> 20),
            format!("{} MiB", bytes >> 20),
        ),
    }
}
