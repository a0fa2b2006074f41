//! At the board: whole games by the rules, and moves that no engine may miss.

use std::time::{Duration, Instant};

use tengen_engine::protocol::ProtocolName;

use super::super::brain::is_message;
use super::super::game_client::{FEW, GameClient, legal};
use super::super::positions::{
    self, BLOCK, FIVE_AT_ONCE, FIVE_FOR_SECOND, FIVE_FOR_SECOND_SQUARES, FIVE_SQUARES, FORCED_FOUL,
};
use super::super::register::{ALL, Check, UCI_STYLE, check};
use super::super::trial::Trial;
use super::super::verdict::{Outcome, demand, shown};

pub(in super::super) const CHECKS: &[Check] = &[
    check(
        "wins-at-once",
        ALL,
        "five is made when four are there, by either player",
        "strength, no rule of a protocol: an engine that can make five does",
        wins_at_once,
    )
    .strength(),
    check(
        "stops-a-four",
        ALL,
        "the one square that stops five is taken",
        "strength, no rule of a protocol: an engine that must stop a five does",
        stops_a_four,
    )
    .strength(),
    check(
        "plays-freestyle",
        ALL,
        "a game against itself, every move judged: freestyle 15x15",
        "a whole game of legal moves: freestyle",
        |t| plays(t, "gomoku"),
    ),
    check(
        "plays-standard",
        ALL,
        "the same: exactly five wins (if the game is offered)",
        "a whole game of legal moves: standard",
        |t| plays(t, "standard"),
    ),
    check(
        "plays-renju",
        ALL,
        "the same: renju, no forbidden moves (if the game is offered)",
        "a whole game of legal moves: renju",
        |t| plays(t, "renju"),
    ),
    check(
        "plays-caro",
        ALL,
        "the same: caro (if the game is offered)",
        "a whole game of legal moves: caro",
        |t| plays(t, "caro"),
    ),
    check(
        "plays-20",
        ALL,
        "the same: freestyle 20x20 (if the game is offered)",
        "a whole game of legal moves: 20x20",
        |t| plays(t, "gomoku20"),
    ),
    check(
        "plays-rectangle",
        ALL,
        "the same: freestyle 20x15 (if the game is offered)",
        "a whole game of legal moves: 20x15",
        |t| plays(t, "gomoku20x15"),
    ),
    check(
        "plays-tictactoe",
        UCI_STYLE,
        "the same: 3x3 (if the game is offered)",
        "a whole game of legal moves: 3x3",
        |t| plays(t, "tictactoe"),
    ),
    check(
        "forced-foul",
        ALL,
        "black's only defence is an overline: a legal move comes all the same (if renju is offered)",
        "renju: the only defence is forbidden; another move must come",
        forced_foul,
    ),
    check(
        "nearly-full",
        ALL,
        "a legal move with four squares left and with one",
        "the last squares of a board are found, at once",
        nearly_full,
    ),
    check(
        "full",
        ALL,
        "`bestmove (none)`, or in the Gomocup `ERROR` or nothing; then it still listens",
        "a full board is no reason to crash or to hang",
        full,
    ),
];

fn wins_at_once(trial: &Trial) -> Outcome {
    for (moves, wanted) in
        [(FIVE_AT_ONCE, FIVE_SQUARES), (FIVE_FOR_SECOND, FIVE_FOR_SECOND_SQUARES)]
    {
        let position = positions::after("gomoku", moves)?;
        let mut seat = GameClient::any(trial)?;
        let played = seat.consider(&position)?;
        let mv = legal(&position, played)?.to_string();
        demand(wanted.contains(&mv.as_str()), format!("five by {}", wanted.join(" or ")), mv)?;
    }
    Ok(())
}

fn stops_a_four(trial: &Trial) -> Outcome {
    let position = positions::after("gomoku", BLOCK)?;
    let mut seat = GameClient::any(trial)?;
    let played = seat.consider(&position)?;
    let mv = legal(&position, played)?.to_string();
    demand(mv == "g8", "the only defence g8", mv.clone())
}

/// Plays a game of the engine against itself, one program for each side where
/// programs remember the game. It ends by rule, or after as long as an answer may take.
fn plays(trial: &Trial, game: &str) -> Outcome {
    let mut position = positions::empty(game)?;
    let mut seats = vec![GameClient::take(trial, game, &position)?];
    if trial.protocol == ProtocolName::Gomocup {
        seats.push(GameClient::take(trial, game, &position)?);
    }
    let end = Instant::now() + trial.patience();
    while !position.is_over() && Instant::now() < end {
        let turn = position.stone_count() % seats.len();
        let Some(seat) = seats.get_mut(turn) else { break };
        let played = seat.follow(&position)?;
        let mv = legal(&position, played)?;
        // The move was checked just now.
        let _ = position.play(mv);
    }
    Ok(())
}

fn forced_foul(trial: &Trial) -> Outcome {
    let position = positions::after("renju", FORCED_FOUL)?;
    let mut seat = GameClient::take(trial, "renju", &position)?;
    let played = seat.consider(&position)?;
    legal(&position, played).map(|_| ())
}

fn nearly_full(trial: &Trial) -> Outcome {
    for left in [4, 1] {
        let position = positions::nearly_full("gomoku", left)?;
        let mut seat = GameClient::any(trial)?;
        let played = seat.consider(&position)?;
        legal(&position, played)?;
    }
    Ok(())
}

fn full(trial: &Trial) -> Outcome {
    let position = positions::nearly_full("gomoku", 0)?;
    let mut seat = GameClient::any(trial)?;
    match &mut seat {
        GameClient::Uci(uci) => {
            uci.position(&position);
            let answer = uci.go("depth 1")?;
            demand(answer.best.is_none(), "bestmove (none) on a full board", shown(&answer.line))?;
        }
        GameClient::Gomocup(brain) => {
            // Managers do not ask this; silence and refusal are both fine.
            brain.show(&position);
            let pause = Duration::from_millis(300);
            let is_refusal = |line: &str| {
                is_message(line) || line.starts_with("ERROR") || line.starts_with("UNKNOWN")
            };
            brain.subject.quiet(pause, "ERROR or nothing on a full board", is_refusal)?;
        }
    }
    seat.ping(FEW)
}
