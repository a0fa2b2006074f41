//! `tengen prove`: a claim about a position, proven and written down.

pub(crate) mod cli;
mod leaves;
mod part_lines;
mod saved;
mod tree;
mod work;

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, anyhow};
use indicatif::ProgressBar;

use tengen_engine::game::{Color, Position, Problem, Setup, Variant};

use tengen_games::record::{GameFile, Reading};
use tengen_host::cli::failure::{Failure, note};
use tengen_host::cli::files::try_place;
use tengen_host::cli::game_file::bytes;
use tengen_host::cli::memory;
use tengen_host::cli::settings::Setting;

pub(crate) use cli::Prove;
use work::{Work, style};

/// Proves, writes and says so; `before` was set before the subcommand.
///
/// # Errors
/// When the arguments make no position, and when nothing is proven.
pub(crate) fn run(arguments: &Prove, before: &[Setting]) -> Result<(), Failure> {
    let position = start(arguments, before)?;
    memory::check(arguments.memory)?;
    if let Some(out) = &arguments.out {
        try_place("--out", out)?;
    }
    if let Some(path) = &arguments.tree {
        return tree::run(arguments, &position, path);
    }
    if arguments.join.is_some() || arguments.part.dry_run || arguments.part.part.is_some() {
        return leaves::run(arguments, &position);
    }
    let bar = ProgressBar::new_spinner().with_style(style());
    let mut work = Work { arguments, position, deadline: None, bar, visited: 0 };
    work.deadline = arguments.time.map(|time| Instant::now() + time);
    let result = match arguments.claim {
        Some(claim) => work.settle(claim),
        None => work.value(),
    };
    work.bar.finish_and_clear();
    result
}

/// The position that the arguments name.
fn start(arguments: &Prove, before: &[Setting]) -> Result<Position, Failure> {
    let refuse = |problem: Problem| Failure::Usage(problem.to_string());
    let variant = arguments.game.variant(before)?;
    let mut position = match (&arguments.fen, &arguments.record) {
        (Some(text), _) => Setup::parse(text, &variant)
            .and_then(|setup| setup.build())
            .map_err(|error| refuse(Problem::explain("--fen", &error)))?,
        (None, Some(path)) => {
            let is_set = arguments.game.is_set() || !before.is_empty();
            recorded(path, arguments, is_set.then_some(variant))
                .map_err(|error| Failure::Usage(format!("{error:#}")))?
        }
        (None, None) => {
            Position::new(variant).map_err(|error| refuse(Problem::explain("the game", &error)))?
        }
    };
    for word in arguments.moves.iter().flat_map(|moves| moves.split_whitespace()) {
        let mv = word.parse().map_err(|error| refuse(Problem::explain("--moves", &error)))?;
        position.play(mv).map_err(|error| {
            refuse(Problem::new("--moves", word, error.expected()).because(error))
        })?;
    }
    if Color::ALL.into_iter().any(|color| position.conversions(color) > 0) {
        let problem = Problem::new("the game", position.variant().to_string(), "no conversions");
        return Err(refuse(problem));
    }
    if position.is_over() {
        return Err(refuse(Problem::new("the position", position.fen(), "a game that goes on")));
    }
    Ok(position)
}

/// The position in a file; what the file leaves open is as in `game`.
fn recorded(path: &Path, arguments: &Prove, game: Option<Variant>) -> anyhow::Result<Position> {
    let name = path.display().to_string();
    let bytes = bytes(path)?;
    let file = GameFile::new(&bytes, path, None, game, &Reading::default())?;
    let (game, notes) = file.chosen(&name, arguments.number)?;
    let played = game.moves.len();
    let plies = arguments.ply.unwrap_or(played);
    if plies > played {
        return Err(anyhow!("--ply: {plies}: expected 0 to {played}, the moves of {name}"));
    }
    for line in notes {
        note(&line);
    }
    game.position_after(plies).with_context(|| name)
}
