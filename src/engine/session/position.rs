//! Positions as commands describe them, and what can be said of one at once.

use crate::game::{IllegalMove, Move, Position, Setup, SetupError};
use crate::value::Score;

use super::message::{Problem, Start};
use super::options::Options;

/// The position that a `position` command describes: what its text leaves out
/// is as the options say.
///
/// # Errors
/// When the text is no position or a move cannot be played.
pub fn build(options: &Options, start: &Start, moves: &[Move]) -> Result<Position, Problem> {
    let no_game = |error| Problem::explain("position", &error);
    let mut position = match start {
        Start::Empty => options.variant().and_then(Position::new).map_err(no_game)?,
        Start::Text(text) => {
            let defaults = options.unchecked_variant().map_err(no_game)?;
            Setup::parse(text, &defaults)
                .and_then(|setup| setup.build())
                .map_err(|error| setup_problem(&error))?
        }
    };
    for &mv in moves {
        position.play(mv).map_err(|error| illegal("position", mv, error))?;
    }
    Ok(position)
}

/// The value of a finished game for the side to move; a draw's otherwise.
pub fn final_score(position: &Position) -> Score {
    match position.winner() {
        None => Score::DRAW,
        Some(winner) if winner == position.side() => Score::win_in(0),
        Some(_) => Score::loss_in(0),
    }
}

/// Whether the first moves `moves` can be looked at; in a finished game none is. `what` is the
/// command, for complaints.
///
/// # Errors
/// When one of them cannot be played.
pub fn check_moves(what: &str, position: &Position, moves: &[Move]) -> Result<(), Problem> {
    if position.is_over() {
        return Ok(());
    }
    for &mv in moves {
        position.check(mv).map_err(|error| illegal(what, mv, error))?;
    }
    Ok(())
}

fn illegal(what: &str, mv: Move, error: IllegalMove) -> Problem {
    Problem::new(what, mv.to_string(), "a legal move").because(error).coded(error.into())
}

fn setup_problem(error: &SetupError) -> Problem {
    Problem::new("position", error.offending(), error.expected().to_string())
}
