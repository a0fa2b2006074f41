//! The small talk of a Gomocup engine: what must be said, and what must not.

use std::time::Duration;

use super::super::brain::{Brain, END_LIMIT, Reply, board, is_message};
use super::super::positions::{self, QUIET};
use super::super::register::{Check, GOMOCUP, check};
use super::super::trial::Trial;
use super::super::verdict::{Outcome, Verdict, demand, fail, shown, skip};

pub(in super::super) const CHECKS: &[Check] = &[
    check(
        "no-banner",
        GOMOCUP,
        "nothing before the first command, nothing after `OK`",
        "c-gomoku-cli takes the first line for the answer to ABOUT",
        no_banner,
    ),
    check(
        "no-stderr",
        GOMOCUP,
        "a whole conversation without a line on standard error",
        "Piskvork reads standard error as answers",
        no_stderr,
    ),
    check(
        "about",
        GOMOCUP,
        "one line with `name=\"…\"`, before and after `START`",
        "c-gomoku-cli waits for ABOUT's answer for ever, even before START",
        about,
    ),
    check(
        "start-size",
        GOMOCUP,
        "`START 15` and `START 20`: `OK`; sizes that cannot be: one line `ERROR …`",
        "boards of 15 and 20 are played, others refused with ERROR",
        start_size,
    ),
    check(
        "start-again",
        GOMOCUP,
        "a second `START` empties the board",
        "c-gomoku-cli sends START before every game",
        start_again,
    ),
    check(
        "restart",
        GOMOCUP,
        "`RESTART` is answered by `OK` and empties the board (or is refused)",
        "RESTART empties the board",
        restart,
    ),
    check(
        "info-silent",
        GOMOCUP,
        "no answer to `INFO`, known or not, well-formed or not, before and after `START`",
        "an answer to INFO is taken for a move",
        info_silent,
    ),
    check(
        "unknown-command",
        GOMOCUP,
        "one line `UNKNOWN …` or `ERROR …`",
        "what is not known is answered UNKNOWN",
        unknown_command,
    ),
    check(
        "any-case",
        GOMOCUP,
        "`start`, `begin`, `Turn`, `info` are understood",
        "commands are read in any case",
        any_case,
    ),
    check(
        "swap2",
        GOMOCUP,
        "three squares for an empty `SWAP2BOARD`; `SWAP`, one or two for three stones; `SWAP` or one for five (or `UNKNOWN`)",
        "the answer to SWAP2BOARD fits the number of stones",
        swap2,
    ),
];

/// A while in which nothing may be said.
const PAUSE: Duration = Duration::from_millis(200);

fn no_banner(trial: &Trial) -> Outcome {
    let mut brain = Brain::start(trial)?;
    brain.subject.quiet(PAUSE, "nothing before the first command", |_| false)?;
    brain.ask_ok("START 15")?;
    brain.silent(PAUSE, "nothing after OK")
}

fn no_stderr(trial: &Trial) -> Outcome {
    let mut brain = Brain::start(trial)?;
    let talk = small_talk(&mut brain);
    match (brain.subject.errors(), talk) {
        (Some(line), _) => fail("nothing on standard error", shown(&line)),
        // What else goes wrong is the matter of other checks.
        (None, Err(Verdict::Fail { expected, got })) => {
            skip(format!("the talk broke off: expected {expected}; got {got}"))
        }
        (None, other) => other,
    }
}

/// A conversation from the first line to the last.
fn small_talk(brain: &mut Brain) -> Outcome {
    brain.new_board(board(15, 15)?)?;
    brain.info("timeout_turn", "50");
    brain.ask("BEGIN")?;
    brain.subject.send("NONSENSE");
    brain.subject.quiet(PAUSE, "an answer", |_| true)?;
    brain.show(&positions::after("gomoku", QUIET)?);
    brain.reply()?;
    brain.subject.send("END");
    brain.subject.ends_within(END_LIMIT, "an end").map(|_| ())
}

fn about(trial: &Trial) -> Outcome {
    let mut brain = Brain::start(trial)?;
    for _ in 0..2 {
        let reply = brain.ask("ABOUT")?;
        let expected = "one line with name=\"…\"";
        let is_about = matches!(&reply, Reply::Other(line) if line.contains("name=\""));
        demand(is_about, expected, reply.text())?;
        brain.silent(PAUSE / 2, "one line for ABOUT")?;
        brain.ask_ok("START 15")?;
    }
    Ok(())
}

fn start_size(trial: &Trial) -> Outcome {
    let mut brain = Brain::start(trial)?;
    for size in ["20", "15"] {
        brain.ask_ok(&format!("START {size}"))?;
    }
    for size in ["0", "-5", "1000000", "abc", ""] {
        let line = format!("START {size}");
        let reply = brain.ask(line.trim_end())?;
        let is_refused = matches!(&reply, Reply::Refusal(_));
        demand(is_refused, format!("ERROR for '{line}'"), reply.text())?;
        brain.silent(PAUSE / 4, &format!("one line for '{line}'"))?;
    }
    brain.ask_ok("START 20")
}

fn start_again(trial: &Trial) -> Outcome {
    let mut brain = Brain::open(trial, 15)?;
    let square = brain.ask_move("BEGIN")?;
    brain.ask_ok("START 15")?;
    // The square is free again.
    let taken = brain.text_of(square);
    let reply = brain.ask_move(&format!("TURN {taken}"))?;
    demand(reply != square, format!("another square than {taken}"), taken.clone())
}

fn restart(trial: &Trial) -> Outcome {
    let mut brain = Brain::open(trial, 15)?;
    let square = brain.ask_move("BEGIN")?;
    match brain.ask("RESTART")? {
        Reply::Ok => {}
        // The manager ends and starts the program in its place.
        Reply::Refusal(line) => {
            return skip(format!("RESTART is not known: {}", shown(&line)));
        }
        other => fail("OK or UNKNOWN", other.text())?,
    }
    let taken = brain.text_of(square);
    let reply = brain.ask_move(&format!("TURN {taken}"))?;
    demand(reply != square, format!("another square than {taken}"), taken.clone())
}

fn info_silent(trial: &Trial) -> Outcome {
    let mut brain = Brain::start(trial)?;
    let lines = [
        "INFO max_memory 83886080",
        "INFO timeout_match 1000000",
        "INFO game_type 1",
        "INFO rule 0",
        "INFO time_left 2147483647",
        "INFO timeout_turn 100",
        "INFO folder .",
        "INFO evaluate 7,7",
        "INFO no_such_key 5",
        "INFO rule abc",
        "INFO timeout_turn",
        "INFO",
    ];
    for line in lines {
        brain.subject.send(line);
    }
    brain.silent(PAUSE, "no answer to INFO before START")?;
    brain.ask_ok("START 15")?;
    for line in lines {
        brain.subject.send(line);
    }
    brain.silent(PAUSE, "no answer to INFO")?;
    brain.info("timeout_turn", "100");
    brain.ask_move("BEGIN").map(|_| ())
}

fn unknown_command(trial: &Trial) -> Outcome {
    let mut brain = Brain::open(trial, 15)?;
    for line in ["FLY 3,4", "PLAN", "SUGGESTION 7,7"] {
        let reply = brain.ask(line)?;
        let is_refused = matches!(&reply, Reply::Refusal(_));
        demand(is_refused, format!("UNKNOWN or ERROR for '{line}'"), reply.text())?;
        brain.silent(PAUSE / 4, &format!("one line for '{line}'"))?;
    }
    brain.ask_move("BEGIN").map(|_| ())
}

fn any_case(trial: &Trial) -> Outcome {
    let mut brain = Brain::start(trial)?;
    brain.ask_ok("start 15")?;
    brain.subject.send("info TIMEOUT_TURN 50");
    brain.ask_move("begin")?;
    brain.ask_ok("Start 15")?;
    brain.ask_move("Turn 7,7").map(|_| ())
}

fn swap2(trial: &Trial) -> Outcome {
    let mut brain = Brain::open(trial, 15)?;
    let all = ["7,7", "8,8", "6,9", "5,5", "9,4"];
    for stones in [0, 3, 5] {
        brain.ask_ok("START 15")?;
        brain.subject.send("SWAP2BOARD");
        for stone in &all[..stones] {
            brain.subject.send(stone);
        }
        brain.subject.send("DONE");
        let said = brain.subject.expect("an answer", |line| !is_message(line))?.text;
        if said.starts_with("UNKNOWN") || said.starts_with("ERROR") && stones == 0 {
            return skip(format!("SWAP2BOARD is not known: {}", shown(&said)));
        }
        let squares: Option<Vec<_>> = said.split(' ').map(|text| brain.square_of(text)).collect();
        let shown_stones: Vec<_> =
            all[..stones].iter().filter_map(|s| brain.square_of(s)).collect();
        let is_fine = match squares {
            None => stones > 0 && said == "SWAP",
            Some(squares) => {
                let counts: &[usize] = match stones {
                    0 => &[3],
                    3 => &[1, 2],
                    _ => &[1],
                };
                let mut seen = shown_stones;
                let mut is_free = |square| {
                    let is_new = !seen.contains(&square);
                    seen.push(square);
                    is_new
                };
                counts.contains(&squares.len()) && squares.into_iter().all(&mut is_free)
            }
        };
        let expected = match stones {
            0 => "three free squares x,y x,y x,y",
            3 => "SWAP, one free square or two",
            _ => "SWAP or one free square",
        };
        demand(is_fine, format!("{expected} for {stones} stones"), shown(&said))?;
    }
    Ok(())
}
