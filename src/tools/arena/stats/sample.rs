//! Counted outcomes, and their mean and variance.

/// How often each outcome was seen, from the worst to the best. Outcomes lie at
/// equal distances between a score of 0 and one of 1 for each game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    counts: Vec<u64>,
    /// Games that make one outcome: 2 for pairs.
    games_each: u64,
}

impl Sample {
    /// Pairs of games, by half points from 0 to 4.
    pub fn of_pairs(counts: [u64; 5]) -> Sample {
        Sample { counts: counts.to_vec(), games_each: 2 }
    }

    /// Single games: lost, drawn, won.
    pub fn of_games(counts: [u64; 3]) -> Sample {
        Sample { counts: counts.to_vec(), games_each: 1 }
    }

    /// How often each outcome was seen, the worst one first.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Number of outcomes seen.
    pub fn len(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Whether nothing was seen.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of games behind the outcomes.
    pub fn games(&self) -> u64 {
        self.len() * self.games_each
    }

    /// Games behind one outcome: 2 for pairs, else 1.
    pub const fn games_each(&self) -> u64 {
        self.games_each
    }

    /// The score of each outcome, 0 to 1.
    pub(super) fn scores(&self) -> impl Iterator<Item = f64> + use<> {
        let best = self.counts.len() - 1;
        (0..=best).map(move |index| index as f64 / best as f64)
    }

    /// Mean score and its variance over outcomes; `None` when nothing was seen.
    pub(super) fn moments(&self) -> Option<(f64, f64)> {
        if self.is_empty() {
            return None;
        }
        let shares: Vec<f64> =
            self.counts.iter().map(|&count| count as f64 / self.len() as f64).collect();
        let scores: Vec<f64> = self.scores().collect();
        Some(moments(&scores, &shares))
    }
}

/// Mean and variance of `values`, whose probabilities are `shares`.
pub(super) fn moments(values: &[f64], shares: &[f64]) -> (f64, f64) {
    let sum = |term: &dyn Fn(f64) -> f64| -> f64 {
        values.iter().zip(shares).map(|(&value, &share)| share * term(value)).sum()
    };
    let mean = sum(&|value| value);
    (mean, sum(&|value| (value - mean).powi(2)))
}
