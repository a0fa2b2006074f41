//! Games to cut puzzles from: those of files, and those that the engine plays against itself.

use std::path::Path;

use anyhow::anyhow;

use tengen_engine::control::Limits;
use tengen_engine::game::{Move, Position, Variant};
use tengen_engine::player::seeded;
use tengen_engine::search::{SearchOptions, Searcher};

use tengen_games::analysis::last_score::LastScore;
use tengen_games::match_log::{self, LoggedGame};
use tengen_games::openings::draw_stones;
use tengen_games::puzzles::PuzzleSource;
use tengen_games::record::{self, Format, LoadedGames, Reading, games_in};
use tengen_host::cli::game_file::bytes;

/// A game: where it began and what was played.
pub(super) struct SourceGame {
    pub start: Position,
    pub moves: Vec<Move>,
    pub source: PuzzleSource,
}

/// The games of a file, which may be the log of a match, and notes about it.
///
/// # Errors
/// When it has none.
pub(super) fn of_file(
    path: &Path,
    variant: Option<Variant>,
    format: Option<Format>,
    reading: &Reading,
) -> anyhow::Result<(Vec<SourceGame>, Vec<String>)> {
    let text = bytes(path)?;
    let name = path.display().to_string();
    let source = || PuzzleSource { game: 0, ply: 0, file: Some(name.clone()), seed: None };
    if format.is_none() && text.starts_with(match_log::HEAD) {
        return Ok((of_log(&text, &name, &source)?, Vec::new()));
    }
    let LoadedGames { games, notes, .. } = games_in(&text, path, format, variant, reading)?;
    let games = games.into_iter().map(|(number, game)| {
        let start = game.position_after(0);
        let start = start.map_err(|error| anyhow!("{name}: game {number}: {error}"))?;
        Ok(SourceGame { start, moves: game.plain_moves().collect(), source: source() })
    });
    Ok((games.collect::<anyhow::Result<_>>()?, notes))
}

/// The games in the log of a match.
fn of_log(
    text: &[u8],
    name: &str,
    source: &dyn Fn() -> PuzzleSource,
) -> anyhow::Result<Vec<SourceGame>> {
    let (_, games) = match_log::games(text, name)?;
    games
        .map(|game| {
            let LoggedGame { start, moves, .. } = game?;
            Ok(SourceGame { start, moves, source: source() })
        })
        .collect()
}

/// Memory of the searcher, in mebibytes; part of what makes a game what it is.
const HASH_MB: usize = 4;
/// Stones that are drawn by lot before the players begin.
const STONES: std::ops::RangeInclusive<usize> = 4..=9;
/// Longest game, in moves: later ones are hardly puzzles.
const LONGEST: usize = 90;

/// Fours that the players look at: they overlook what a puzzle asks for, and go on with
/// threats of their own.
const SEEN_FOURS: u64 = 4;

/// How the engine plays against itself.
#[derive(Clone, Copy)]
pub(super) struct SelfPlay {
    pub variant: Variant,
    pub seed: u64,
    /// Positions that are looked at for each move; with few of them both sides overlook
    /// wins, which is what puzzles are made of.
    pub nodes: u64,
}

impl SelfPlay {
    /// The game `number`, from 1; `None` when the lot makes none. The game depends on nothing else.
    pub fn game(&self, number: u64, stop: &(dyn Fn() -> bool + Sync)) -> Option<SourceGame> {
        let start = Position::new(self.variant).ok()?;
        let mut rng = seeded(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number));
        let mut position = draw_stones(&start, &STONES, &mut rng)?;
        let mut searcher = Searcher::new(HASH_MB);
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        while !position.is_over() && position.stone_count() < LONGEST && !stop() {
            let options = SearchOptions { vcf_nodes: SEEN_FOURS, ..SearchOptions::default() };
            let choice = searcher.search(&position, &limits, &options, &LastScore::default());
            record::play(&mut position, choice.best?).ok()?;
        }
        let source = PuzzleSource { game: number, ply: 0, file: None, seed: Some(self.seed) };
        Some(SourceGame { start, moves: position.history().collect(), source })
    }
}
