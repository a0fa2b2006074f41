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
    /// Half the width of the interval, as after ±; infinite when an end is.
    pub error: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Estimate {
    fn new(value: f64, low: f64, high: f64) -> Estimate {
        let is_closed = low.is_finite() && high.is_finite();
        let error = if is_closed { (high - low) / 2.0 } else { f64::INFINITY };
        Estimate { value, error, low, high }
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
pub(super) const CONFIDENCE: f64 = 1.959_963_984_540_054;

/// The score that a difference of `elo` promises, 0 to 1.
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
        400.0 * (score / (1.0 - score)).log10()
    }
}

impl Sample {
    /// What the sample says; `None` when nothing was seen.
    pub fn estimates(&self) -> Option<Estimates> {
        let (mean, variance) = self.moments()?;
        let error = (variance / self.len() as f64).sqrt();
        let reach = CONFIDENCE * error;
        let elo = Estimate::new(
            elo_of_score(mean),
            elo_of_score(mean - reach),
            elo_of_score(mean + reach),
        );
        let advantage = mean - 0.5;
        let per_game = (variance * self.games_each() as f64).sqrt();
        let nelo = NELO_UNIT * ratio(advantage, per_game);
        let reach = CONFIDENCE * NELO_UNIT / (self.games() as f64).sqrt();
        let nelo = Estimate::new(nelo, nelo - reach, nelo + reach);
        Some(Estimates { elo, nelo, los: normal_share_below(ratio(advantage, error)) })
    }
}

/// A ratio whose divisor may be 0: nothing of nothing is nothing.
fn ratio(dividend: f64, divisor: f64) -> f64 {
    if dividend == 0.0 { 0.0 } else { dividend / divisor }
}

/// The share of a standard normal distribution below `deviations` standard deviations.
fn normal_share_below(deviations: f64) -> f64 {
    if deviations.is_infinite() {
        return if deviations > 0.0 { 1.0 } else { 0.0 };
    }
    Normal::standard().cdf(deviations)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found}, not {expected}");
    }

    /// What fastchess printed about a match of 100 games, quoted in a commit
    /// message of Stockfish ("Allow time checking after each DTZ probe", 2024).
    #[test]
    fn a_published_match_is_reproduced() {
        let found = Sample::of_pairs([0, 4, 28, 15, 3]).estimates().unwrap();
        assert_near(found.elo.value, 59.64, 0.005);
        assert_near(found.elo.error, 35.35, 0.005);
        assert_near(found.nelo.value, 117.61, 0.005);
        assert_near(found.nelo.error, 68.10, 0.005);
        assert_near(found.los, 0.9996, 0.00005);
    }

    /// Fixed numbers of games on fishtest: pairs, Elo ± error, normalised Elo ±
    /// error, LOS in percent, as commit messages of Stockfish (2025 and 2026) quote them.
    #[test]
    fn published_measurements_are_reproduced() {
        for (pairs, elo, nelo, los) in [
            ([143, 6697, 14452, 6415, 164], (-1.50, 1.5), (-2.95, 2.9), 2.3),
            ([0, 87, 4819, 94, 0], (0.24, 0.9), (1.81, 6.8), 69.9),
            ([154, 6440, 16053, 7148, 205], (4.69, 1.4), (9.38, 2.8), 100.0),
        ] {
            let found = Sample::of_pairs(pairs).estimates().unwrap();
            assert_near(found.elo.value, elo.0, 0.0051);
            assert_near(found.elo.error, elo.1, 0.051);
            assert_near(found.nelo.value, nelo.0, 0.0051);
            assert_near(found.nelo.error, nelo.1, 0.051);
            assert_near(100.0 * found.los, los, 0.051);
        }
    }

    /// `OpenBench`: pairs, Elo and error as commit messages of Reckless (2026) quote them.
    #[test]
    fn published_errors_of_pairs_are_reproduced() {
        for (pairs, elo, error) in [
            ([73, 2286, 6071, 2418, 75], 2.16, 2.27),
            ([110, 1832, 4521, 2016, 129], 4.48, 2.74),
            ([13, 2199, 5465, 2395, 20], 3.61, 2.32),
        ] {
            let found = Sample::of_pairs(pairs).estimates().unwrap();
            assert_near(found.elo.value, elo, 0.0051);
            assert_near(found.elo.error, error, 0.0051);
        }
    }

    /// Computed apart from this program, with numpy and scipy.
    #[test]
    fn single_games_agree_with_numpy() {
        let found = Sample::of_games([120, 60, 200]).estimates().unwrap();
        assert_near(found.elo.value, 74.25463, 1e-4);
        assert_near(found.elo.error, 32.75798, 1e-4);
        assert_near(found.nelo.value, 81.89135, 1e-4);
        assert_near(found.nelo.error, 34.93257, 1e-4);
        let found = Sample::of_pairs([5, 20, 40, 30, 8]).estimates().unwrap();
        assert_near(found.los, 0.94563, 1e-5);
    }

    #[test]
    fn nothing_seen_says_nothing() {
        assert_eq!(Sample::of_pairs([0; 5]).estimates(), None);
    }

    #[test]
    fn equal_results_are_no_difference() {
        for sample in [Sample::of_pairs([0, 0, 9, 0, 0]), Sample::of_games([0, 9, 0])] {
            let found = sample.estimates().unwrap();
            assert_eq!((found.elo.value, found.nelo.value, found.los), (0.0, 0.0, 0.5));
            assert!(found.elo.error.abs() < 1e-12, "no result varied");
            assert!(found.nelo.error > 50.0 && found.nelo.error.is_finite());
        }
    }

    #[test]
    fn a_perfect_score_is_infinitely_strong() {
        let best = Sample::of_pairs([0, 0, 0, 0, 9]).estimates().unwrap();
        assert_eq!((best.elo.value, best.los), (f64::INFINITY, 1.0));
        assert_eq!((best.elo.error, best.nelo.error), (f64::INFINITY, f64::INFINITY));
        let worst = Sample::of_games([1, 0, 0]).estimates().unwrap();
        assert_eq!((worst.elo.value, worst.los), (f64::NEG_INFINITY, 0.0));
        // JSON knows no infinity.
        let json = serde_json::to_string(&best).unwrap();
        assert!(
            json.starts_with(r#"{"elo":{"value":null,"error":null,"low":null,"high":null}"#),
            "{json}"
        );
    }

    #[test]
    fn an_interval_may_be_open_at_one_end() {
        let found = Sample::of_pairs([0, 0, 1, 0, 9]).estimates().unwrap();
        assert!(found.elo.value.is_finite() && found.elo.low.is_finite());
        assert_eq!((found.elo.high, found.elo.error), (f64::INFINITY, f64::INFINITY));
    }

    #[test]
    fn the_opponent_sees_the_reverse() {
        let one = Sample::of_pairs([1, 2, 3, 4, 5]).estimates().unwrap();
        let other = Sample::of_pairs([5, 4, 3, 2, 1]).estimates().unwrap();
        assert_near(one.elo.value, -other.elo.value, 1e-9);
        assert_near(one.elo.low, -other.elo.high, 1e-9);
        assert_near(one.nelo.value, -other.nelo.value, 1e-9);
        assert_near(one.los, 1.0 - other.los, 1e-9);
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-400.0, -10.0, 0.0, 3.5, 200.0] {
            assert_near(elo_of_score(score_of_elo(elo)), elo, 1e-9);
        }
        assert_near(score_of_elo(400.0), 10.0 / 11.0, 1e-12);
    }
}
