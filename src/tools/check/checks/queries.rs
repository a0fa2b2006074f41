//! The questions that a UGI manager asks because it does not know the game.

use tengen_engine::game::{Color, Position};

use super::super::positions::{self, BLOCK, FINISHED, QUIET};
use super::super::register::{Check, UGI, check};
use super::super::trial::Trial;
use super::super::uci::Uci;
use super::super::verdict::{Outcome, demand, shown};

pub(in super::super) const CHECKS: &[Check] = &[
    check(
        "query-turn",
        UGI,
        "`query p1turn` is right in seven games",
        "the manager asks whose turn it is",
        query_turn,
    ),
    check(
        "query-over",
        UGI,
        "`query gameover` is right in seven games, `true` when it is over",
        "the manager asks whether the game is over",
        query_over,
    ),
    check(
        "query-result",
        UGI,
        "`p1win`, `p2win`, `draw` or `none`, as it is",
        "the manager asks who has won",
        query_result,
    ),
    check(
        "foreign-moves",
        UGI,
        "a `position` with an illegal move is survived",
        "an opponent's illegal move is sent on as it is",
        foreign_moves,
    )
    .manners(),
];

/// Asks, and demands exactly this answer.
fn query(uci: &mut Uci, question: &str, answer: &str) -> Outcome {
    uci.subject.send(&format!("query {question}"));
    let expected = format!("'response {answer}' to query {question}");
    let said = uci.subject.expect(&expected, |line| line.starts_with("response"))?;
    demand(said.text == format!("response {answer}"), expected, shown(&said.text))
}

/// Games at different stages.
fn games() -> Outcome<Vec<Position>> {
    ["", "h8", QUIET, BLOCK, FINISHED, "h8 h9 i8 i9 j8 j9 k8 k9 a1 l9"]
        .into_iter()
        .map(|moves| positions::after("gomoku", moves))
        .collect()
}

fn query_turn(trial: &Trial) -> Outcome {
    let mut uci = Uci::open(trial)?;
    for position in games()? {
        uci.position(&position);
        let is_first = position.side() == Color::Black;
        query(&mut uci, "p1turn", if is_first { "true" } else { "false" })?;
    }
    Ok(())
}

fn query_over(trial: &Trial) -> Outcome {
    let mut uci = Uci::open(trial)?;
    for position in games()? {
        uci.position(&position);
        query(&mut uci, "gameover", if position.is_over() { "true" } else { "false" })?;
    }
    Ok(())
}

fn query_result(trial: &Trial) -> Outcome {
    let mut uci = Uci::open(trial)?;
    let mut games = games()?;
    games.push(positions::nearly_full("gomoku", 0)?);
    for position in games {
        uci.position(&position);
        let result = match (position.is_over(), position.winner()) {
            (false, _) => "none",
            (true, Some(Color::Black)) => "p1win",
            (true, Some(Color::White)) => "p2win",
            (true, None) => "draw",
        };
        query(&mut uci, "result", result)?;
    }
    Ok(())
}

fn foreign_moves(trial: &Trial) -> Outcome {
    let mut uci = Uci::open(trial)?;
    for moves in ["h8 h8", "h8 zz99", "h8 (none)"] {
        uci.subject.send(&format!("position startpos moves {moves}"));
        uci.ready()?;
    }
    uci.position(&positions::after("gomoku", QUIET)?);
    query(&mut uci, "gameover", "false")
}
