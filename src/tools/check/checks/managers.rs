//! The lines of the Gomocup's managers in the order in which they send them.

use tengen_engine::game::{Position, Square};

use super::super::brain::{Brain, Reply};
use super::super::game_client::legal;
use super::super::positions::{self, QUIET};
use super::super::register::{Check, GOMOCUP, check};
use super::super::trial::Trial;
use super::super::verdict::{Outcome, demand, shown};

pub(in super::super) const CHECKS: &[Check] = &[
    check(
        "as-piskvork",
        GOMOCUP,
        "`START`, `INFO`…, `BEGIN`, `TURN`…, `END`, all with CR LF",
        "a game as Piskvork drives it, lines ending with CR LF",
        as_piskvork,
    ),
    check(
        "as-c-gomoku-cli",
        GOMOCUP,
        "`ABOUT` first, then two games of `START`, `INFO`…, `BOARD`, `TURN`…, then `END`",
        "two games as c-gomoku-cli drives them",
        as_c_gomoku_cli,
    ),
    check(
        "as-gomocupjudge",
        GOMOCUP,
        "`START`, `INFO`… and `BOARD` at once: `OK` and then the move; `TURN`…, `END`",
        "a game as GomocupJudge drives it, without waiting",
        as_judge,
    ),
];

/// Sends lines that end as a manager for Windows ends them.
fn send_crlf(brain: &Brain, lines: &[&str]) {
    for line in lines {
        brain.subject.send_bytes(format!("{line}\r\n").into_bytes(), line);
    }
}

/// Two moves with `TURN` after each, and the third.
fn three_moves(brain: &mut Brain, position: &mut Position) -> Outcome {
    for _ in 0..2 {
        let square = brain.find_move()?;
        let answer = play_on(position, square)?;
        brain.info("time_left", "90000");
        brain.subject.send(&format!("TURN {}", brain.text_of(answer)));
    }
    let square = brain.find_move()?;
    legal(position, Some(square.into())).map(|_| ())
}

/// Plays on: the engine's move is taken, and answered somewhere.
fn play_on(position: &mut Position, square: Square) -> Outcome<Square> {
    let mv = legal(position, Some(square.into()))?;
    // It was checked just now; so is the answer, which is any free square far away.
    let _ = position.play(mv);
    let far = position.empty_squares().next().unwrap_or(square);
    let _ = position.play(far.into());
    Ok(far)
}

fn as_piskvork(trial: &Trial) -> Outcome {
    let mut brain = Brain::start(trial)?;
    send_crlf(&brain, &["START 15"]);
    let reply = brain.reply()?;
    demand(reply == Reply::Ok, "exactly OK", reply.text())?;
    send_crlf(
        &brain,
        &[
            "INFO max_memory 83886080",
            "INFO timeout_match 100000",
            "INFO timeout_turn 50",
            "INFO game_type 1",
            "INFO rule 0",
            "INFO time_left 100000",
            "INFO folder .",
            "BEGIN",
        ],
    );
    let mut position = positions::empty("gomoku")?;
    for _ in 0..3 {
        let square = brain.take_move()?;
        let answer = play_on(&mut position, square)?;
        let turn = format!("TURN {}", brain.text_of(answer));
        send_crlf(&brain, &["INFO time_left 90000", &turn]);
    }
    let square = brain.take_move()?;
    legal(&position, Some(square.into()))?;
    brain.end()
}

fn as_c_gomoku_cli(trial: &Trial) -> Outcome {
    let mut brain = Brain::start(trial)?;
    brain.subject.send("ABOUT");
    let words = ["MESSAGE", "DEBUG", "UNKNOWN", "ERROR", "SUGGEST"];
    let about = brain
        .subject
        .expect("an answer to ABOUT", |line| !words.iter().any(|word| line.starts_with(word)))?;
    demand(about.text.contains("name="), "name=… as the first line", shown(&about.text))?;
    for game in [QUIET, "h8"] {
        brain.ask_ok("START 15")?;
        for line in [
            "INFO rule 0",
            "INFO timeout_turn 50",
            "INFO timeout_match 100000",
            "INFO max_memory 367001600",
            "INFO thread_num 1",
            "INFO time_left 100000",
        ] {
            brain.subject.send(line);
        }
        let mut position = positions::after("gomoku", game)?;
        brain.show(&position);
        three_moves(&mut brain, &mut position)?;
    }
    brain.end()
}

fn as_judge(trial: &Trial) -> Outcome {
    let mut brain = Brain::start(trial)?;
    for line in [
        "START 15",
        "INFO timeout_turn 50",
        "INFO timeout_match 100000",
        "INFO max_memory 367001600",
        "INFO game_type 1",
        "INFO rule 0",
        "INFO folder .",
        "INFO time_left 100000",
    ] {
        brain.subject.send(line);
    }
    let mut position = positions::after("gomoku", QUIET)?;
    brain.show(&position);
    let reply = brain.reply()?;
    demand(reply == Reply::Ok, "exactly OK before the move", reply.text())?;
    three_moves(&mut brain, &mut position)?;
    brain.end()
}
