//! What a file of games holds, in figures: with them one chooses how to teach a network.

#![expect(clippy::cast_precision_loss, reason = "no file has 2^53 positions")]

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::path::Path;

use anyhow::Context;
use serde::Serialize;

use tengen_engine::game::{Color, Move, Position};
use tengen_engine::value::Score;

use tengen_host::cli::digest;
use tengen_host::cli::files::write_whole;

use super::file::{Aside, Game, OF_DATAGEN, Played, Reader, Recipe};

/// The figures of a file.
#[derive(Debug, Serialize)]
pub(super) struct Manifest {
    /// The version of the program that counted the figures.
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
    /// Internal units at which three of four games are won, by the logistic curve through all
    /// scores that fits the results best; `None` where no curve fits.
    units_of_three_in_four: Option<f64>,
    /// Share of the games that were drawn, by tenths of the board that are full: of the positions
    /// in which neither player stood better; nothing where there is none.
    drawn_by_tenths_full: [Option<f64>; 10],
}

/// How games ended.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Results {
    first_player: u64,
    second_player: u64,
    draws: u64,
}

/// Positions by whether their last move was played.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Positions {
    played: u64,
    /// After a move that was not played.
    beside: u64,
    /// How many different positions both have together; turned or mirrored ones count as different.
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
    /// By score, as far as [`FARTHEST`]: the number of positions, and the sum of the points, 1 for
    /// a win and 0.5 for a draw, that the side to move got.
    by_score: BTreeMap<i16, [f64; 2]>,
    /// Of even positions, by tenths of the board that are full: how many, and how many in drawn
    /// games.
    even: [[u64; 2]; 10],
}

/// Scores beyond this many units say nothing about the curve.
const FARTHEST: i16 = 3_000;

/// A position is even if its score is at most this many units from 0.
const EVEN: i16 = 200;

impl Counter {
    fn new(recipe: &Recipe) -> anyhow::Result<Counter> {
        let empty = Position::new(recipe.variant()?)?;
        let (figures, seen) = (Figures::default(), HashSet::new());
        let (decided, even, by_score) = ([0; 2], [[0; 2]; 10], BTreeMap::new());
        Ok(Counter { empty, figures, seen, proven: 0, decided, by_score, even })
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
            self.compare(&position, score, game.winner);
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
                position.undo();
            }
            position.play(Move::place(square))?;
        }
        Ok(())
    }

    /// Counts a score and the result of its game.
    fn compare(&mut self, position: &Position, score: i16, winner: Option<Color>) {
        if score.abs() <= FARTHEST {
            let points =
                winner.map_or(0.5, |winner| f64::from(u8::from(winner == position.side())));
            let [count, sum] = self.by_score.entry(score).or_default();
            (*count, *sum) = (*count + 1.0, *sum + points);
        }
        if score.abs() <= EVEN {
            let stones = position.size().area() - position.empty_count();
            let [count, drawn] = &mut self.even[10 * stones / position.size().area()];
            (*count, *drawn) = (*count + 1, *drawn + u64::from(winner.is_none()));
        }
    }

    fn finish(mut self) -> Figures {
        let share = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
        let positions = &mut self.figures.positions;
        positions.distinct = self.seen.len() as u64;
        self.figures.proven_share = share(self.proven, positions.played + positions.beside);
        self.figures.agreement = share(self.decided[1], self.decided[0]);
        self.figures.units_of_three_in_four = units_of_three_in_four(&self.by_score);
        self.figures.drawn_by_tenths_full =
            self.even.map(|[count, drawn]| (count > 0).then(|| share(drawn, count)));
        self.figures
    }
}

/// Units between which the curve is looked for.
const CURVES: [f64; 2] = [1.0, 100_000.0];

/// The units at which the odds are three to one by the likeliest logistic curve; counts and
/// points by score. `None` where results do not follow scores, or always do.
fn units_of_three_in_four(by_score: &BTreeMap<i16, [f64; 2]>) -> Option<f64> {
    // The slope of the curve is where its error has no sign: by halving, since the likelihood
    // of a logistic curve has one top.
    let error = |units: f64| -> f64 {
        let errors = by_score.iter().map(|(&score, [count, points])| {
            // The odds against, so that a large score gives 0 and never infinity by infinity.
            let odds = 3.0_f64.powf(-f64::from(score) / units);
            f64::from(score) * (points - count / (1.0 + odds))
        });
        errors.sum()
    };
    let [mut steep, mut flat] = CURVES;
    for _ in 0..60 {
        let middle = f64::sqrt(steep * flat);
        // Winners do better than the curve says: it is too flat.
        *(if error(middle) > 0.0 { &mut flat } else { &mut steep }) = middle;
    }
    let is_found = steep > CURVES[0] && flat < CURVES[1];
    is_found.then(|| f64::sqrt(steep * flat).round())
}

/// Writes the figures of a file of games as JSON.
///
/// # Errors
/// When the games cannot be read, are none of their game, or the manifest cannot be written.
pub(super) fn write(games: &Path, manifest: &Path) -> anyhow::Result<()> {
    let reader = Reader::open(games, OF_DATAGEN)?;
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

    /// A hundred positions for each score, of which as many are won as a curve says.
    #[test]
    fn the_curve_is_found_again() {
        for units in [90.0, 370.0, 2_000.0] {
            let row = |score: i16| {
                let odds = 3.0_f64.powf(f64::from(score) / units);
                (score, [100.0, 100.0 * odds / (1.0 + odds)])
            };
            let by_score = (-3_000..=3_000).step_by(50).map(row).collect();
            assert_eq!(units_of_three_in_four(&by_score), Some(units));
        }
        assert_eq!(units_of_three_in_four(&BTreeMap::new()), None);
        let certain = BTreeMap::from([(-300, [5.0, 0.0]), (300, [5.0, 5.0])]);
        assert_eq!(units_of_three_in_four(&certain), None);
    }

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
        let known = BTreeMap::from([(-20, [1.0, 0.0]), (50, [3.0, 1.5])]);
        assert_eq!(counter.by_score, known);
        let figures = counter.finish();
        let positions = Positions { played: 5, beside: 3, distinct: 4 };
        let results = Results { first_player: 1, second_player: 1, draws: 1 };
        let shares = (1.0 / 8.0, 2.0 / 3.0);
        let (proven_share, agreement) = shares;
        let mut drawn_by_tenths_full = [None; 10];
        drawn_by_tenths_full[0] = Some(1.0 / 4.0);
        let units_of_three_in_four = figures.units_of_three_in_four;
        let wanted = Figures {
            games: 3,
            results,
            positions,
            proven_share,
            agreement,
            units_of_three_in_four,
            drawn_by_tenths_full,
        };
        assert_eq!(figures, wanted);
        // A stone cannot stand on another one.
        let wrong = game(3, None, &[played("h8", 0)]);
        assert!(Counter::new(&recipe).unwrap().add(&wrong).is_err());
    }
}
