//! Announced wins and losses.

use tengen_engine::game::{Color, Position};

use super::super::lines::{Info, Score};
use super::super::register::{Check, UCI_STYLE, check};
use super::super::trial::Trial;
use super::super::verdict::{Outcome, demand, fail, shown, skip};
use super::super::{positions, solver};
use super::answers::{answers, replay, usual};

pub(in super::super) const CHECKS: &[Check] = &[
    check(
        "mate-count",
        UCI_STYLE,
        "`mate N` with a line that ends the game counts own moves (if there is such a line)",
        "mate counts moves, not plies",
        mate_count,
    ),
    check(
        "mate-true",
        UCI_STYLE,
        "no `mate` where a complete search, as far as it gets, finds none (and with four squares left there never is one); the first move of `mate 1` wins at once; a line as long as the announced win wins (if one is announced)",
        "an announced mate is no guess",
        mate_true,
    ),
];

/// Each announcement with its line and the position that it is about; bounds
/// announce nothing.
fn announced(trial: &Trial, positions: Vec<Position>) -> Outcome<Vec<(Position, i64, Info)>> {
    let mut all = Vec::new();
    for (position, answer) in answers(trial, positions)? {
        for info in answer.scored() {
            if let (Some(Score::Mate(mate)), false) = (info.score, info.is_bound) {
                all.push((position.clone(), mate, info));
            }
        }
    }
    Ok(all)
}

/// The announcement as it was made.
fn text(mate: i64, info: &Info) -> String {
    format!("mate {mate} pv {}", info.pv.join(" "))
}

fn mate_count(trial: &Trial) -> Outcome {
    let mut count = 0;
    for (position, mate, info) in announced(trial, usual()?)? {
        // Illegal lines are the matter of another check.
        let Ok(end) = replay(&position, &info.pv) else { continue };
        let plies = info.pv.len() as i64;
        let moves = match end.winner() {
            Some(winner) if winner == position.side() => (plies + 1) / 2,
            Some(_) => -plies / 2,
            // A line that stops early proves nothing.
            None => continue,
        };
        count += 1;
        let expected = format!("mate {moves} for a line of {plies} plies");
        demand(mate == moves, expected, text(mate, &info))?;
    }
    if count == 0 { skip("no mate was announced with a line to its end") } else { Ok(()) }
}

fn mate_true(trial: &Trial) -> Outcome {
    let mut positions = usual()?;
    positions.push(positions::nearly_full("gomoku", 4)?);
    let announced = announced(trial, positions)?;
    let mut judged = Vec::new();
    for (position, mate, info) in &announced {
        let what = (position.key(), mate, info.pv.first());
        if !judged.contains(&what) {
            is_possible(position, *mate, info)?;
            judged.push(what);
        }
        has_winning_line(position, *mate, info)?;
    }
    if announced.is_empty() { skip("the engine announced no mate") } else { Ok(()) }
}

/// Fails where it is certain that the announced win or loss is none.
fn is_possible(position: &Position, mate: i64, info: &Info) -> Outcome {
    let moves = mate.unsigned_abs();
    let first = info.pv.first().and_then(|text| text.parse().ok());
    let (truth, kind) = if mate > 0 {
        (solver::wins_within(position, moves, first), "win")
    } else {
        (solver::loses_within(position, moves), "loss")
    };
    let player = if position.side() == Color::Black { "first" } else { "second" };
    let fen = shown(&position.fen());
    let expected =
        format!("a {kind} within {moves} moves, as announced, of the {player} player in {fen}");
    let got = format!("{}, which can be prevented", text(mate, info));
    demand(truth != Some(false), expected, got)
}

/// Fails when the line lasts as long as the announced win and wins nothing.
fn has_winning_line(position: &Position, mate: i64, info: &Info) -> Outcome {
    let moves = mate.unsigned_abs();
    let plies = if mate > 0 { (2 * moves).saturating_sub(1) } else { 2 * moves };
    let Some(line) = usize::try_from(plies).ok().and_then(|plies| info.pv.get(..plies)) else {
        return Ok(());
    };
    let winner = if mate > 0 { position.side() } else { !position.side() };
    match replay(position, line) {
        Ok(end) if end.winner() != Some(winner) => {
            fail(format!("a line that wins within {moves} moves"), text(mate, info))
        }
        // Illegal lines are the matter of another check.
        _ => Ok(()),
    }
}
