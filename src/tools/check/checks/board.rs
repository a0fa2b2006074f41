//! How a Gomocup engine is told the position.

use std::cell::Cell;
use std::time::Duration;

use tengen_engine::game::Square;

use super::super::brain::{Brain, Reply, board, is_message};
use super::super::game_client::legal;
use super::super::positions::{
    self, BLOCK, FINISHED, FIVE_AT_ONCE, FIVE_FOR_SECOND, FIVE_FOR_SECOND_SQUARES, FIVE_SQUARES,
    FORCED_FOUL,
};
use super::super::register::{Check, GOMOCUP, check};
use super::super::trial::Trial;
use super::super::verdict::{Outcome, demand, fail, shown, skip};

pub(in super::super) const CHECKS: &[Check] = &[
    check(
        "begin",
        GOMOCUP,
        "`BEGIN`: one move, on 15x15 and on 20x20, no bare `MESSAGE` before it",
        "BEGIN is answered with the first move",
        begin,
    ),
    check(
        "turn",
        GOMOCUP,
        "`TURN`: one move `x,y` to the letter, on a free square",
        "TURN is answered with one move",
        turn,
    ),
    check(
        "turn-bad",
        GOMOCUP,
        "`TURN` without a square, outside or taken: one `ERROR` each, the board stays",
        "a square that cannot be is refused once, not for ever",
        turn_bad,
    ),
    check(
        "board-order",
        GOMOCUP,
        "the winning move with the stones backwards, and own stones first",
        "BOARD names its stones in any order; shown by a move that no engine misses",
        board_order,
    ),
    check(
        "board-colours",
        GOMOCUP,
        "the winning move for the first player and for the second",
        "field 1 is the engine's own stone, for x and for o; shown by a move that no engine misses",
        board_colours,
    ),
    check(
        "board-line",
        GOMOCUP,
        "`BOARD x,y,1 x,y,2 … DONE` on one line: the winning move",
        "Gomocalc sends BOARD on one line; shown by a move that no engine misses",
        board_line,
    ),
    check(
        "board-empty",
        GOMOCUP,
        "`BOARD` and `DONE` alone: a move",
        "GomocupJudge sends BOARD without stones for BEGIN",
        board_empty,
    ),
    check(
        "board-bad",
        GOMOCUP,
        "`BOARD` with a malformed line: `ERROR`, a move or both, then `START` works",
        "a malformed BOARD is refused, and nothing hangs",
        board_bad,
    )
    .manners(),
    check(
        "board-over",
        GOMOCUP,
        "`BOARD` with a finished game: a free square or `ERROR`, then `START` works",
        "managers may show a game that is over",
        board_over,
    )
    .manners(),
    check(
        "rectangle",
        GOMOCUP,
        "the only defence in a corner of a 20x12 board (if `RECTSTART` is known)",
        "x is the column, y the row from the top; shown by a move that no engine misses",
        rectangle,
    ),
    check(
        "takeback",
        GOMOCUP,
        "`OK`, and the square can be played again (if `TAKEBACK` is known)",
        "TAKEBACK frees the square",
        takeback,
    ),
    check(
        "rule-stays",
        GOMOCUP,
        "a renju game after another `START`: still no forbidden move",
        "a second START keeps what INFO said",
        rule_stays,
    ),
];

/// A while in which nothing more may be said.
const PAUSE: Duration = Duration::from_millis(150);

fn one_of(square: Square, wanted: &[&str]) -> Outcome {
    let is_fine = wanted.contains(&square.to_string().as_str());
    demand(is_fine, format!("the winning move {}", wanted.join(" or ")), square.to_string())
}

fn begin(trial: &Trial) -> Outcome {
    for side in [15, 20] {
        let mut brain = Brain::open(trial, side)?;
        brain.ask_move("BEGIN")?;
        brain.silent(PAUSE, "one move for BEGIN")?;
    }
    Ok(())
}

fn turn(trial: &Trial) -> Outcome {
    let mut brain = Brain::open(trial, 15)?;
    let mut taken: Vec<Square> = Vec::new();
    for text in ["7,7", "0,0", "14,14", "14,0", "0,14", "3,12"] {
        let Some(square) = brain.square_of(text) else { continue };
        if taken.contains(&square) {
            continue;
        }
        taken.push(square);
        let reply = brain.ask_move(&format!("TURN {text}"))?;
        let got = format!("{}, which is taken", brain.text_of(reply));
        demand(!taken.contains(&reply), format!("a free square after TURN {text}"), got)?;
        taken.push(reply);
    }
    brain.silent(PAUSE, "one move for each TURN")
}

fn turn_bad(trial: &Trial) -> Outcome {
    let mut brain = Brain::open(trial, 15)?;
    brain.ask_move("TURN 7,7")?;
    for line in ["TURN abc", "TURN 99,99", "TURN -1,3", "TURN 7,7", "TURN 3", "TURN", "TURN 3,"] {
        let reply = brain.ask(line)?;
        let is_refused = matches!(&reply, Reply::Refusal(_));
        demand(is_refused, format!("ERROR for '{line}'"), reply.text())?;
        brain.silent(PAUSE / 3, &format!("one line for '{line}'"))?;
    }
    let reply = brain.ask_move("TURN 0,0")?;
    demand(brain.text_of(reply) != "7,7", "the board as it was", "a move to 7,7, which is taken")
}

/// Shows stones in the order given, and takes the move.
fn show(brain: &mut Brain, lines: &[String]) -> Outcome<Square> {
    brain.subject.send("BOARD");
    for line in lines {
        brain.subject.send(line);
    }
    brain.ask_move("DONE")
}

fn board_order(trial: &Trial) -> Outcome {
    let mut brain = Brain::open(trial, 15)?;
    for (moves, wanted) in
        [(FIVE_AT_ONCE, FIVE_SQUARES), (FIVE_FOR_SECOND, FIVE_FOR_SECOND_SQUARES)]
    {
        let position = positions::after("gomoku", moves)?;
        let mut lines = brain.board_lines(&position);
        lines.reverse();
        one_of(show(&mut brain, &lines)?, &wanted)?;
        // All own stones first.
        lines.sort_by_key(|line| line.ends_with(",2"));
        brain.ask_ok("START 15")?;
        one_of(show(&mut brain, &lines)?, &wanted)?;
        brain.ask_ok("START 15")?;
    }
    Ok(())
}

fn board_colours(trial: &Trial) -> Outcome {
    for (moves, wanted) in
        [(FIVE_AT_ONCE, FIVE_SQUARES), (FIVE_FOR_SECOND, FIVE_FOR_SECOND_SQUARES)]
    {
        let mut brain = Brain::open(trial, 15)?;
        let position = positions::after("gomoku", moves)?;
        brain.show(&position);
        one_of(brain.take_move()?, &wanted)?;
    }
    Ok(())
}

fn board_line(trial: &Trial) -> Outcome {
    let mut brain = Brain::open(trial, 15)?;
    let position = positions::after("gomoku", FIVE_AT_ONCE)?;
    let stones = brain.board_lines(&position).join(" ");
    one_of(brain.ask_move(&format!("BOARD {stones} DONE"))?, &FIVE_SQUARES)?;
    brain.silent(PAUSE, "one move for BOARD")
}

fn board_empty(trial: &Trial) -> Outcome {
    let mut brain = Brain::open(trial, 15)?;
    show(&mut brain, &[])?;
    brain.silent(PAUSE, "one move for BOARD")
}

fn board_bad(trial: &Trial) -> Outcome {
    let mut brain = Brain::open(trial, 15)?;
    for bad in ["7,7", "abc", "99,99,1", "7,7,9", "7,7,1 x"] {
        brain.subject.send("BOARD");
        brain.subject.send("6,6,2");
        brain.subject.send(bad);
        brain.subject.send("8,8,1");
        brain.subject.send("DONE");
        let expected = format!("ERROR, one move, or both for a BOARD with '{bad}'");
        let reply = brain.reply()?;
        let is_fine = matches!(&reply, Reply::Refusal(_) | Reply::Move(_));
        demand(is_fine, &expected, reply.text())?;
        // Lines behind the wrong one may be refused each for themselves, and the
        // stones before it may be thought about.
        let moves = Cell::new(usize::from(matches!(reply, Reply::Move(_))));
        brain.subject.quiet(PAUSE, &expected, |line| {
            let starts = ["ERROR", "UNKNOWN"];
            if is_message(line) || starts.iter().any(|start| line.starts_with(start)) {
                return true;
            }
            moves.set(moves.get() + 1);
            line.contains(',') && moves.get() == 1
        })?;
        brain.ask_ok("START 15")?;
    }
    let position = positions::after("gomoku", BLOCK)?;
    brain.show(&position);
    let square = brain.take_move()?;
    legal(&position, Some(square.into())).map(|_| ())
}

fn board_over(trial: &Trial) -> Outcome {
    let mut brain = Brain::open(trial, 15)?;
    let position = positions::after("gomoku", FINISHED)?;
    brain.show(&position);
    match brain.reply()? {
        Reply::Move(square) if position.is_empty(square) => {}
        Reply::Refusal(_) => {}
        other => fail("a free square or ERROR in a game that is over", other.text())?,
    }
    brain.ask_ok("START 15")?;
    brain.ask_move("BEGIN").map(|_| ())
}

fn rectangle(trial: &Trial) -> Outcome {
    let mut brain = Brain::open(trial, 15)?;
    brain.new_board(board(20, 12)?)?;
    // Four in the last columns of the last row: read the other way they would
    // lie outside the board.
    let lines = ["15,11,2", "16,11,2", "17,11,2", "18,11,2", "14,11,1", "3,1,1", "5,2,1", "7,4,1"];
    let square = show(&mut brain, &lines.map(str::to_owned))?;
    let text = brain.text_of(square);
    demand(text == "19,11", "the only defence, 19,11", text.clone())
}

fn takeback(trial: &Trial) -> Outcome {
    let mut brain = Brain::open(trial, 15)?;
    let own = brain.ask_move("TURN 7,7")?;
    let own = brain.text_of(own);
    match brain.ask(&format!("TAKEBACK {own}"))? {
        Reply::Ok => {}
        // A manager sets the board up anew in its place.
        Reply::Refusal(line) => {
            return skip(format!("TAKEBACK is not known: {}", shown(&line)));
        }
        other => fail("OK or UNKNOWN", other.text())?,
    }
    brain.ask_ok("TAKEBACK 7,7")?;
    let reply = brain.ask(&format!("TURN {own}"))?;
    let expected = format!("a move after TURN {own}, which is free again");
    match reply {
        Reply::Move(square) if brain.text_of(square) != own => {}
        other => fail(expected, other.text())?,
    }
    Ok(())
}

fn rule_stays(trial: &Trial) -> Outcome {
    let mut brain = Brain::open(trial, 15)?;
    brain.info("rule", "4");
    let position = positions::after("renju", FORCED_FOUL)?;
    for _ in 0..2 {
        brain.ask_ok("START 15")?;
        brain.show(&position);
        let square = brain.take_move()?;
        legal(&position, Some(square.into()))?;
    }
    Ok(())
}
