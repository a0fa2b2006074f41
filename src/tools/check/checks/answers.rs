//! What stands in answers, and that there is one to each question.

use std::time::Duration;

use tengen_engine::game::Position;

use super::super::game_client::legal;
use super::super::lines::{Info, is_remark};
use super::super::positions::{self, BLOCK, FINISHED, QUIET, WIN_IN_TWO};
use super::super::register::{Check, UCI_STYLE, check};
use super::super::trial::Trial;
use super::super::uci::{GoAnswer, Uci};
use super::super::verdict::{Outcome, demand, fail, shown, skip};

pub(in super::super) const CHECKS: &[Check] = &[
    check(
        "bestmove-form",
        UCI_STYLE,
        "`bestmove M` with at most `ponder M` behind it; in UGI exactly two words; no blank at the end",
        "a word too many and the move is not seen",
        bestmove_form,
    ),
    check(
        "one-answer",
        UCI_STYLE,
        "nothing more after `bestmove`",
        "a second answer is taken for the next move",
        one_answer,
    ),
    check(
        "unasked",
        UCI_STYLE,
        "`position`, a new game, `stop` and `ponderhit` at the wrong time are answered by nothing (`info string` is allowed), not even beside the next `readyok`",
        "an answer without a question confuses managers",
        unasked,
    ),
    check(
        "score-first",
        UCI_STYLE,
        "a well-formed `info` line with a score before every `bestmove`, or a line without one and `info string why …`",
        "managers keep the score that comes before bestmove",
        score_first,
    )
    .manners(),
    check(
        "info-form",
        UCI_STYLE,
        "known fields have their numbers, whole and in range; `seldepth` only with `depth`",
        "numbers in info lines are whole, fields complete",
        info_form,
    ),
    check(
        "pv-legal",
        UCI_STYLE,
        "every move of every `pv` is legal",
        "lines that cannot be played are lies",
        pv_legal,
    ),
    check(
        "same-again",
        UCI_STYLE,
        "three fresh programs give the same move and score at depth 3 (with one thread)",
        "determinism, no rule of a protocol: the same question, the same answer",
        same_again,
    )
    .manners(),
    check(
        "new-game",
        UCI_STYLE,
        "after two other games and `ucinewgame`: the same move and score as at first",
        "determinism, no rule of a protocol: a game leaves nothing behind for the next",
        new_game,
    )
    .manners(),
    check(
        "finished",
        UCI_STYLE,
        "`bestmove (none)` or `bestmove 0000` when a line is complete",
        "a finished game is answered with no move, not with silence",
        finished,
    ),
];

/// Positions worth a look: a quiet one, one with a threat, one with a win.
pub(super) fn usual() -> Outcome<Vec<Position>> {
    let games = [QUIET, BLOCK, WIN_IN_TWO, ""];
    games.into_iter().map(|moves| positions::after("gomoku", moves)).collect()
}

/// The answers of the engine to `go depth 3` in each of `positions`.
pub(super) fn answers(
    trial: &Trial,
    positions: Vec<Position>,
) -> Outcome<Vec<(Position, GoAnswer)>> {
    let mut uci = Uci::open(trial)?;
    let mut answers = Vec::new();
    for position in positions {
        uci.position(&position);
        let answer = uci.go("depth 3")?;
        answers.push((position, answer));
        // A second answer is the matter of another check; here it would be taken
        // for the answer to the next question.
        uci.ready()?;
    }
    Ok(answers)
}

fn bestmove_form(trial: &Trial) -> Outcome {
    for (position, answer) in answers(trial, usual()?)? {
        legal(&position, answer.best)?;
    }
    Ok(())
}

fn one_answer(trial: &Trial) -> Outcome {
    let mut uci = Uci::open(trial)?;
    for limits in ["depth 1", "movetime 50", "nodes 1"] {
        uci.position(&positions::after("gomoku", QUIET)?);
        uci.go(limits)?;
        let expected = format!("nothing after the bestmove of 'go {limits}'");
        uci.subject.quiet(Duration::from_millis(150), &expected, |_| false)?;
    }
    Ok(())
}

fn unasked(trial: &Trial) -> Outcome {
    let mut uci = Uci::open(trial)?;
    uci.position(&positions::after("gomoku", QUIET)?);
    uci.subject.send("stop");
    uci.subject.send("ponderhit");
    uci.subject.send(uci.words.new_game);
    uci.position(&positions::after("gomoku", BLOCK)?);
    uci.subject.quiet(Duration::from_millis(200), "no line before the first go", is_remark)?;
    uci.ready_alone()
}

fn score_first(trial: &Trial) -> Outcome {
    for (_, answer) in answers(trial, usual()?)? {
        if answer.scored().next().is_some() || answer.is_without_opinion() {
            continue;
        }
        let unread = answer.infos.iter().find_map(|line| Some((line, Info::parse(line).err()?)));
        let got = match unread {
            Some((line, error)) => format!("{}: {error}", shown(line)),
            None => "no line with a score".to_owned(),
        };
        fail(format!("a score before '{}'", shown(&answer.line)), got)?;
    }
    Ok(())
}

fn info_form(trial: &Trial) -> Outcome {
    for (_, answer) in answers(trial, usual()?)? {
        for line in &answer.infos {
            if let Err(error) = Info::parse(line) {
                return fail("a well-formed info line", format!("{}: {error}", shown(line)));
            }
        }
    }
    Ok(())
}

/// Plays `line` from `position` on; gives the position in which the line ends.
pub(super) fn replay(position: &Position, line: &[String]) -> Outcome<Position> {
    let mut position = position.clone();
    for text in line {
        let mv = text.parse().or_else(|_| fail("moves in a pv", shown(text)))?;
        legal(&position, Some(mv))?;
        // The move was checked just now.
        let _ = position.play(mv);
    }
    Ok(position)
}

fn pv_legal(trial: &Trial) -> Outcome {
    let mut count = 0;
    for (position, answer) in answers(trial, usual()?)? {
        for info in answer.readable() {
            replay(&position, &info.pv)?;
            count += usize::from(!info.pv.is_empty());
        }
    }
    if count == 0 { skip("the engine shows no pv") } else { Ok(()) }
}

/// Opens the engine with one thread, if it lets us choose: several need not agree.
fn open_with_one_thread(trial: &Trial) -> Outcome<Uci> {
    let uci = Uci::open(trial)?;
    if uci.offer("Threads").is_some() {
        uci.set("Threads", "1");
    }
    Ok(uci)
}

/// The answer with its last score, without what depends on the clock.
fn essence(answer: &GoAnswer) -> String {
    match answer.scored().rev().find_map(|info| info.score) {
        Some(score) => format!("{} with score {score}", answer.line),
        None => format!("{} without a score", answer.line),
    }
}

fn same_again(trial: &Trial) -> Outcome {
    let mut seen: Option<String> = None;
    for _ in 0..3 {
        let mut uci = open_with_one_thread(trial)?;
        uci.position(&positions::after("gomoku", QUIET)?);
        let said = essence(&uci.go("depth 3")?);
        match &seen {
            None => seen = Some(said),
            Some(first) => demand(*first == said, format!("{first} again"), said)?,
        }
    }
    Ok(())
}

fn new_game(trial: &Trial) -> Outcome {
    let question = positions::after("gomoku", QUIET)?;
    let mut uci = open_with_one_thread(trial)?;
    uci.position(&question);
    let first = essence(&uci.go("depth 3")?);
    for moves in [WIN_IN_TWO, BLOCK] {
        uci.position(&positions::after("gomoku", moves)?);
        uci.go("depth 3")?;
    }
    uci.subject.send(uci.words.new_game);
    uci.ready()?;
    uci.position(&question);
    let later = essence(&uci.go("depth 3")?);
    demand(first == later, format!("{first} after {}, too", uci.words.new_game), later)
}

fn finished(trial: &Trial) -> Outcome {
    let mut uci = Uci::open(trial)?;
    for limits in ["depth 2", "movetime 100"] {
        uci.position(&positions::after("gomoku", FINISHED)?);
        let answer = uci.go(limits)?;
        demand(answer.best.is_none(), "bestmove (none) in a finished game", shown(&answer.line))?;
    }
    uci.position(&positions::after("gomoku", QUIET)?);
    uci.go("depth 1").map(|_| ())
}
