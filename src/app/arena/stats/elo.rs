//! Differences in strength with their errors.
//!
//! Elo is the logistic function of the score. *Normalised* Elo measures the
//! score in standard deviations of a game instead, so that it says how many
//! games it takes to see a difference, whatever the share of draws is: Michel
//! Van den Bergh, "Normalized Elo" (2021), who also gives the variance of pairs.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use super::Sample;

/// A value that was estimated, with its 95 % confidence interval. Infinite
/// where every game was won or lost; JSON then has `null`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval, as after ±; infinite when an end is.
    pub fn error(&self) -> f64 {
        if self.low.is_finite() && self.high.is_finite() {
            (self.high - self.low) / 2.0
        } else {
            f64::INFINITY
        }
    }
}

/// What a sample says about the difference between two engines.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimates {
    /// Logistic Elo.
    pub elo: Estimate,
    /// Normalised Elo.
    pub nelo: Estimate,
    /// Likelihood of superiority: how likely the engine is the stronger one, 0 to 1.
    pub los: f64,
}

/// Normalised Elo of a score that lies one standard deviation of a game above
/// one half: 800 / ln 10, so that it agrees with Elo for small differences
/// without draws.
pub(super) const NELO_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// Standard deviations to either side within which 95 % lie.
const CONFIDENCE: f64 = 1.959_963_984_540_054;

/// The score that so much Elo promises, 0 to 1.
pub(super) fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// The Elo that a score (0 to 1) stands for; infinite at the ends and beyond.
pub(super) fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

impl Sample {
    /// What the sample says; `None` when nothing was seen.
    pub fn estimates(&self) -> Option<Estimates> {
        let (mean, variance) = self.moments()?;
        let error = (variance / self.len() as f64).sqrt();
        let reach = CONFIDENCE * error;
        let elo = Estimate {
            value: elo_of_score(mean),
            low: elo_of_score(mean - reach),
            high: elo_of_score(mean + reach),
        };
        let advantage = mean - 0.5;
        let per_game = (variance * self.games_each() as f64).sqrt();
        let nelo = NELO_UNIT * ratio(advantage, per_game);
        let reach = CONFIDENCE * NELO_UNIT / (self.games() as f64).sqrt();
        let nelo = Estimate { value: nelo, low: nelo - reach, high: nelo + reach };
        Some(Estimates { elo, nelo, los: normal_share_below(ratio(advantage, error)) })
    }
}

/// A ratio whose divisor may be 0: nothing of nothing is nothing.
fn ratio(dividend: f64, divisor: f64) -> f64 {
    if dividend == 0.0 { 0.0 } else { dividend / divisor }
}

/// The share of a standard normal distribution below that many deviations.
fn normal_share_below(deviations: f64) -> f64 {
    if deviations.is_infinite() {
        return if deviations > 0.0 { 1.0 } else { 0.0 };
    }
    Normal::standard().cdf(deviations)
}
