//! What results mean: strength, its uncertainty, and when to stop.
//!
//! All of it rests on *pairs* of games from one opening with colours swapped.
//! The two games of a pair depend on each other, above all where an opening
//! favours a colour, so the pair is what is counted: five outcomes from two
//! losses to two wins, hence "pentanomial". Games without a partner are counted
//! one by one, with three outcomes.

#![expect(clippy::cast_precision_loss, reason = "no match has 2^53 games")]

mod elo;
mod ratings;
mod sample;
mod sprt;

pub use elo::{Estimate, Estimates};
pub use ratings::{Encounter, PRIOR_GAMES, Rating, ratings};
pub use sample::Sample;
pub use sprt::{Bounds, EloModel, Sprt, SprtError, SprtState, SprtVerdict};

use std::collections::BTreeMap;

/// What a game brought to the engine that is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Points {
    /// Nothing.
    Loss,
    /// Half a point.
    Draw,
    /// A point.
    Win,
}

impl Points {
    /// What the same game brought to the opponent.
    #[must_use]
    pub const fn reversed(self) -> Points {
        match self {
            Points::Loss => Points::Win,
            Points::Draw => Points::Draw,
            Points::Win => Points::Loss,
        }
    }
}

/// The finished games of one engine against another, or against several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Complete pairs by their half points, 0 (two losses) to 4 (two wins).
    pub pairs: [u64; 5],
    /// Games whose partner is not finished, by pair.
    open: BTreeMap<u64, Points>,
}

impl Results {
    /// Counts a finished game; games may come in any order, two of each `pair`.
    pub fn add(&mut self, pair: u64, points: Points) {
        match points {
            Points::Loss => self.losses += 1,
            Points::Draw => self.draws += 1,
            Points::Win => self.wins += 1,
        }
        match self.open.remove(&pair) {
            Some(other) => self.pairs[other as usize + points as usize] += 1,
            None => drop(self.open.insert(pair, points)),
        }
    }

    /// Number of games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points made, half of one for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points made for each game, 0 to 1; `None` without games.
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// Share of games drawn, 0 to 1; `None` without games.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }

    /// What statistics are made from: the complete pairs or, as long as there
    /// are none, the single games.
    pub fn sample(&self) -> Sample {
        if self.pairs.iter().any(|&count| count > 0) {
            Sample::of_pairs(self.pairs)
        } else {
            Sample::of_games([self.losses, self.draws, self.wins])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_when_both_games_are_there() {
        let mut results = Results::default();
        assert_eq!((results.score(), results.draw_ratio()), (None, None));
        // Two wins; a draw and a loss; a game without its partner.
        for (pair, points) in [
            (7, Points::Win),
            (2, Points::Draw),
            (7, Points::Win),
            (2, Points::Loss),
            (9, Points::Loss),
        ] {
            results.add(pair, points);
        }
        assert_eq!((results.wins, results.draws, results.losses), (2, 1, 2));
        assert_eq!(results.pairs, [0, 1, 0, 0, 1]);
        assert_eq!((results.points(), results.score()), (2.5, Some(0.5)));
        assert_eq!(results.draw_ratio(), Some(0.2));
        assert_eq!(results.sample(), Sample::of_pairs([0, 1, 0, 0, 1]));
    }

    #[test]
    fn the_order_of_games_does_not_matter() {
        let games: Vec<(u64, Points)> = (0..40)
            .map(|number: u64| {
                let points =
                    [Points::Loss, Points::Draw, Points::Win][(number * number % 7 % 3) as usize];
                (number / 2, points)
            })
            .collect();
        let count = |games: &mut dyn Iterator<Item = &(u64, Points)>| {
            let mut results = Results::default();
            games.for_each(|&(pair, points)| results.add(pair, points));
            results
        };
        let results = count(&mut games.iter());
        assert_eq!(results, count(&mut games.iter().rev()));
        assert_eq!(results.pairs.iter().sum::<u64>(), 20);
    }

    #[test]
    fn single_games_count_until_there_is_a_pair() {
        let mut results = Results::default();
        results.add(0, Points::Win);
        results.add(1, Points::Draw);
        assert_eq!(results.sample(), Sample::of_games([0, 1, 1]));
    }

    #[test]
    fn points_are_shared() {
        for points in [Points::Loss, Points::Draw, Points::Win] {
            assert_eq!(points as u8 + points.reversed() as u8, 2);
        }
    }
}
