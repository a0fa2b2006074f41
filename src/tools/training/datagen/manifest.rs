//! What a file of games holds, in figures: for those who choose what to learn from.

#![expect(clippy::cast_precision_loss, reason = "nobody counts 2^53 positions")]

use std::collections::HashSet;
use std::fs::File;
use std::path::Path;

use anyhow::Context;
use serde::Serialize;

use tengen_engine::game::{Color, Move, NoObserver, Position};
use tengen_engine::value::Score;

use crate::cli::digest;
use crate::cli::files::write_whole;

use super::file::{Aside, Game, Played, Reader, Recipe};

/// The figures of a file.
#[derive(Debug, Serialize)]
pub(super) struct Manifest {
    /// The version of the program that counted.
    tengen: &'static str,
    /// What the games were made from.
    recipe: Recipe,
    bytes: u64,
    sha256: String,
    #[serde(flatten)]
    figures: Figures,
}

/// The figures of games.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Figures {
    games: u64,
    results: Results,
    /// Positions with a score.
    positions: Positions,
    /// Share of positions whose score is a proven win or loss.
    proven_share: f64,
    /// Share of the positions that are not proven, of decided games, whose score names the
    /// winner.
    agreement: f64,
}

/// How games ended.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Results {
    first_player: u64,
    second_player: u64,
    draws: u64,
}

/// Positions by where they stand.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Positions {
    played: u64,
    /// After a move that was not played.
    beside: u64,
    /// Of both, how many differ. Turned or mirrored ones do.
    distinct: u64,
}

/// Counts games one after the other.
struct Counter {
    empty: Position,
    figures: Figures,
    seen: HashSet<u64>,
    proven: u64,
    /// Positions that are not proven, of decided games, and those among them whose score
    /// names the winner.
    decided: [u64; 2],
}

impl Counter {
    fn new(recipe: &Recipe) -> anyhow::Result<Counter> {
        let empty = Position::new(recipe.variant()?)?;
        let (figures, seen) = (Figures::default(), HashSet::new());
        Ok(Counter { empty, figures, seen, proven: 0, decided: [0; 2] })
    }

    fn add(&mut self, game: &Game) -> anyhow::Result<()> {
        let mut position = self.empty.clone();
        for &square in &game.opening {
            position.play(Move::place(square))?;
        }
        let results = &mut self.figures.results;
        *match game.winner {
            Some(Color::Black) => &mut results.first_player,
            Some(Color::White) => &mut results.second_player,
            None => &mut results.draws,
        } += 1;
        self.figures.games += 1;
        for &Played { square, score, aside } in &game.moves {
            self.figures.positions.played += 1;
            self.seen.insert(position.key());
            let score = Score::from_raw(score);
            if score.is_win() || score.is_loss() {
                self.proven += 1;
            } else if let Some(winner) = game.winner {
                let names_winner = (score > Score::DRAW) == (winner == position.side());
                self.decided[0] += 1;
                self.decided[1] += u64::from(names_winner && score != Score::DRAW);
            }
            if let Some(Aside { square, score, .. }) = aside {
                self.figures.positions.beside += 1;
                let score = Score::from_raw(score);
                self.proven += u64::from(score.is_win() || score.is_loss());
                position.play(Move::place(square))?;
                self.seen.insert(position.key());
                position.undo(&mut NoObserver);
            }
            position.play(Move::place(square))?;
        }
        Ok(())
    }

    fn finish(mut self) -> Figures {
        let share = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
        let positions = &mut self.figures.positions;
        positions.distinct = self.seen.len() as u64;
        self.figures.proven_share = share(self.proven, positions.played + positions.beside);
        self.figures.agreement = share(self.decided[1], self.decided[0]);
        self.figures
    }
}

/// Writes the figures of a file of games as JSON.
///
/// # Errors
/// When the games cannot be read, are none of their game, or the manifest cannot be written.
pub(super) fn write(games: &Path, manifest: &Path) -> anyhow::Result<()> {
    let reader = Reader::open(games)?;
    let recipe = reader.recipe.clone();
    let mut counter = Counter::new(&recipe)?;
    for game in reader {
        let number = game.number;
        counter
            .add(&game)
            .with_context(|| format!("{}: game {number}: expected moves", games.display()))?;
    }
    let (sha256, bytes) = digest::of_stream(File::open(games)?)?;
    let tengen = env!("CARGO_PKG_VERSION");
    let figures = counter.finish();
    let text = serde_json::to_string_pretty(&Manifest { tengen, recipe, bytes, sha256, figures })?;
    write_whole(manifest, format!("{text}\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::{Square, Variant};
    use tengen_engine::value::Ply;

    #[test]
    fn figures_are_those_of_the_games() {
        let variant = Variant::preset("gomoku").unwrap();
        let recipe = Recipe::new(variant, 100, 7, "12345678".into()).unwrap();
        let square = |name: &str| -> Square { name.parse().unwrap() };
        let played = |name: &str, score: i16| Played { square: square(name), score, aside: None };
        let aside = Aside { square: square("a1"), answer: square("a2"), score: 300 };
        let proven = Ply::new(3).win().raw();
        let mut moves = vec![played("h9", 50), played("h10", -20), played("h11", proven)];
        moves[0].aside = Some(aside);
        let game = |number, winner, moves: &[Played]| Game {
            number,
            winner,
            opening: vec![square("h8")],
            moves: moves.to_vec(),
        };
        let games = [
            // Of the first one's scores the one of the winner (50) names it, so does -20.
            game(0, Some(Color::White), &moves),
            // The loser thinks to stand well at first.
            game(1, Some(Color::Black), &moves[..1]),
            game(2, None, &moves[..1]),
        ];
        let mut counter = Counter::new(&recipe).unwrap();
        for game in &games {
            counter.add(game).unwrap();
        }
        let figures = counter.finish();
        let positions = Positions { played: 5, beside: 3, distinct: 4 };
        let results = Results { first_player: 1, second_player: 1, draws: 1 };
        let shares = (1.0 / 8.0, 2.0 / 3.0);
        let (proven_share, agreement) = shares;
        assert_eq!(figures, Figures { games: 3, results, positions, proven_share, agreement });
        // A stone cannot stand on another one.
        let wrong = game(3, None, &[played("h8", 0)]);
        assert!(Counter::new(&recipe).unwrap().add(&wrong).is_err());
    }
}
