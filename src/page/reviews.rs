//! Reviews that are made here, where there is no program to start for one.

use std::sync::Arc;

use tengen_engine::control::Limits;
use tengen_engine::game::{Code, Problem};
use tengen_engine::player::Settings;
use tengen_games::analysis::analyst::Analyst;
use tengen_games::record::{GameInfo, play};
use tengen_games::review::game::ReviewedGame;
use tengen_games::review::{hold, longer, report};

use crate::records::{Line, Played, played};
use crate::review::{HASH, NODES, Review};

/// Reviews a game on this thread, which takes some seconds: the same as the program that the
/// server starts for a review.
///
/// # Errors
/// When the game cannot be read, or the engine fails.
pub fn review(line: &Line) -> Result<Review, Problem> {
    let Played { start, moves } = played(&line.start, &line.moves)?;
    let mut last = start.build().map_err(|error| Problem::explain("fen", &error))?;
    for mv in moves {
        play(&mut last, mv).map_err(|why| Problem::explain("moves", &why))?;
    }
    let game = ReviewedGame::new(String::new(), GameInfo::default(), &last);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let settings = Settings { hash_mb: HASH as usize, ..Settings::default() };
    let mut analyst = Analyst::default();
    let mut think = |position| analyst.think(position, &limits, &settings, &Arc::default());
    let verdicts: Result<Vec<_>, Problem> = game.positions.iter().map(&mut think).collect();
    let mut verdicts = verdicts?;
    let failed =
        |error: &dyn std::fmt::Display| Problem::explain("review", error).coded(Code::Failed);
    longer::settle(&game, &mut verdicts, &limits, &settings, |_| {})
        .map_err(|error| failed(&error))?;
    let search = hold::find(&game, &mut verdicts, &limits, &settings, |_| {});
    let search = search.map_err(|error| failed(&error))?;
    let made = report::Report::new(&game, &verdicts, search.as_ref(), &limits);
    let text = made.json().map_err(|error| failed(&error))?;
    Review::read(&text).map_err(|error| failed(&error))
}
