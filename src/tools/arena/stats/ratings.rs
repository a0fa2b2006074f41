//! Ratings of several engines: the Bradley–Terry model.
//!
//! Engine `i` scores `1 / (1 + 10^((r_j - r_i) / 400))` against engine `j`; the
//! ratings are those that make the results most likely, a draw counting as half
//! a win and half a loss. Bradley and Terry, "Rank Analysis of Incomplete Block
//! Designs" (1952); found by Newton's method, as the likelihood is concave.

use super::Results;
use super::elo::CONFIDENCE;

/// Games that every engine is taken to have drawn, besides the real ones, with
/// an engine of rating 0.
///
/// They keep ratings finite where an engine won or lost everything or where two
/// groups never met, and pull ratings that rest on few games a little to the
/// middle; over hundreds of games they do not matter.
pub const PRIOR_GAMES: f64 = 1.0;

/// Results of two engines against each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter {
    /// Index of one engine.
    pub first: usize,
    /// Index of the other one.
    pub second: usize,
    /// Games played.
    pub games: f64,
    /// Points of the first engine, half of one for a draw.
    pub points: f64,
}

impl Encounter {
    /// The finished games of one engine against another.
    pub fn new(first: usize, second: usize, results: &Results) -> Encounter {
        let (games, points) = (results.games() as f64, results.points());
        Encounter { first, second, games, points }
    }
}

/// A rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// In Elo; the mean over all engines is 0.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval of the rating, relative to the mean.
    pub error: f64,
}

/// The ratings of engines `0..engines`, in that order.
pub fn ratings(engines: usize, encounters: &[Encounter]) -> Vec<Rating> {
    let mut strengths = vec![0.0; engines];
    // Newton's method doubles the digits each time; more than a few rounds are
    // only needed where an engine won everything over thousands of games.
    for _ in 0..100 {
        let (slope, curvature) = derivatives(&strengths, encounters);
        let step = solve(curvature, slope);
        let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
        // A long step would overshoot where the likelihood is nearly flat.
        let share = (1.0 / longest).min(1.0);
        strengths.iter_mut().zip(&step).for_each(|(strength, part)| *strength += share * part);
        if longest < 1e-12 {
            break;
        }
    }
    let mean = strengths.iter().sum::<f64>() / engines.max(1) as f64;
    let (_, curvature) = derivatives(&strengths, encounters);
    (0..engines)
        .map(|engine| Rating {
            elo: ELO * (strengths[engine] - mean),
            error: CONFIDENCE * ELO * variance_about_mean(&curvature, engine).sqrt(),
        })
        .collect()
}

/// Elo of one unit of the logistic function.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// A square matrix, row by row.
type Matrix = Vec<Vec<f64>>;

/// Slope of the logarithm of the likelihood at these strengths, and its
/// curvature (second derivatives with the sign reversed).
fn derivatives(strengths: &[f64], encounters: &[Encounter]) -> (Vec<f64>, Matrix) {
    let expected = |difference: f64| 1.0 / (1.0 + (-difference).exp());
    let mut slope = vec![0.0; strengths.len()];
    let mut curvature = vec![vec![0.0; strengths.len()]; strengths.len()];
    for (engine, &strength) in strengths.iter().enumerate() {
        let chance = expected(strength);
        slope[engine] += PRIOR_GAMES * (0.5 - chance);
        curvature[engine][engine] += PRIOR_GAMES * chance * (1.0 - chance);
    }
    for &Encounter { first, second, games, points } in encounters {
        let chance = expected(strengths[first] - strengths[second]);
        let surplus = points - games * chance;
        slope[first] += surplus;
        slope[second] -= surplus;
        let weight = games * chance * (1.0 - chance);
        for (one, other) in [(first, second), (second, first)] {
            curvature[one][one] += weight;
            curvature[one][other] -= weight;
        }
    }
    (slope, curvature)
}

/// Variance of an engine's strength less the mean of all, the inverse of the
/// curvature being the covariance.
fn variance_about_mean(curvature: &Matrix, engine: usize) -> f64 {
    let share = 1.0 / curvature.len() as f64;
    let weight = |other| f64::from(u8::from(other == engine)) - share;
    let weights: Vec<f64> = (0..curvature.len()).map(weight).collect();
    let spread = solve(curvature.clone(), weights.clone());
    weights.iter().zip(&spread).map(|(weight, part)| weight * part).sum()
}

/// Solves `matrix * x = right` by Gaussian elimination. The matrix is symmetric
/// and every diagonal element exceeds the sum of the others of its row, so that
/// no pivot has to be searched for.
fn solve(mut matrix: Matrix, mut right: Vec<f64>) -> Vec<f64> {
    for pivot in 0..right.len() {
        let (done, below) = matrix.split_at_mut(pivot + 1);
        let row = &done[pivot];
        for (index, other) in below.iter_mut().enumerate() {
            let factor = other[pivot] / row[pivot];
            other.iter_mut().zip(row).for_each(|(value, above)| *value -= factor * above);
            right[pivot + 1 + index] -= factor * right[pivot];
        }
    }
    for row in (0..right.len()).rev() {
        let known: f64 = (row + 1..right.len()).map(|col| matrix[row][col] * right[col]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encounter(first: usize, second: usize, games: f64, points: f64) -> Encounter {
        Encounter { first, second, games, points }
    }

    #[track_caller]
    fn assert_near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found}, not {expected}");
    }

    #[test]
    fn two_engines_differ_by_the_elo_of_their_score() {
        let found = ratings(2, &[encounter(0, 1, 1e9, 0.75e9)]);
        assert_near(found[0].elo - found[1].elo, 400.0 * 3.0_f64.log10(), 1e-4);
        assert_near(found[0].elo + found[1].elo, 0.0, 1e-9);
        // Both share the deviation of their difference.
        assert_near(found[0].error, found[1].error, 1e-9);
        let deviation = ELO / (1e9_f64 * 0.75 * 0.25).sqrt();
        assert_near(found[0].error, CONFIDENCE * deviation / 2.0, 1e-6);
    }

    /// Computed apart from this program: the likelihood, prior included,
    /// maximised by scipy, errors from the inverse of a numeric Hessian.
    #[test]
    fn a_table_agrees_with_a_general_optimiser() {
        let table = [
            encounter(0, 1, 20.0, 12.5),
            encounter(0, 2, 20.0, 15.0),
            encounter(0, 3, 20.0, 20.0),
            encounter(1, 2, 20.0, 11.0),
            encounter(1, 3, 20.0, 17.0),
            encounter(2, 3, 20.0, 14.5),
        ];
        let expected =
            [(190.4298, 84.388), (60.2353, 74.873), (-11.0271, 74.181), (-239.6381, 94.323)];
        let found = ratings(4, &table);
        for (rating, (elo, error)) in found.iter().zip(expected) {
            assert_near(rating.elo, elo, 1e-3);
            assert_near(rating.error, error, 1e-2);
        }
    }

    #[test]
    fn ratings_explain_the_scores() {
        // Without much of a prior, every engine's expected points are the real ones.
        let (a, b, c) = (0, 1, 2);
        let table =
            [encounter(a, b, 1e8, 0.6e8), encounter(b, c, 1e8, 0.7e8), encounter(a, c, 1e8, 0.9e8)];
        let found = ratings(3, &table);
        let expected = |one: usize, other: usize| {
            1.0 / (1.0 + 10.0_f64.powf((found[other].elo - found[one].elo) / 400.0))
        };
        assert_near(expected(a, b) + expected(a, c), 1.5, 1e-6);
        assert_near(expected(b, a) + expected(b, c), 1.1, 1e-6);
    }

    #[test]
    fn perfect_scores_and_strangers_have_finite_ratings() {
        let table = [encounter(0, 1, 1000.0, 1000.0), encounter(2, 3, 1.0, 0.0)];
        let found = ratings(5, &table);
        for rating in &found {
            assert!(rating.elo.is_finite() && rating.error.is_finite(), "{found:?}");
            assert!(rating.error > 0.0, "{found:?}");
        }
        assert!(found[0].elo > found[3].elo && found[3].elo > found[4].elo);
        assert!(found[4].elo > found[2].elo && found[2].elo > found[1].elo);
        assert_near(found.iter().map(|rating| rating.elo).sum(), 0.0, 1e-6);
        let more = ratings(2, &[encounter(0, 1, 1e7, 1e7)]);
        assert!(more[0].elo > 1000.0 && more[0].error.is_finite(), "{more:?}");
    }

    #[test]
    fn nothing_played_is_nothing_known() {
        assert_eq!(ratings(0, &[]), []);
        let found = ratings(3, &[]);
        assert!(found.iter().all(|rating| rating.elo == 0.0 && rating.error > 300.0), "{found:?}");
    }

    #[test]
    fn more_games_make_smaller_errors() {
        let error = |games| ratings(2, &[encounter(0, 1, games, games / 2.0)])[0].error;
        assert!(error(10.0) > error(40.0) && error(40.0) > error(1000.0));
        assert_near(error(1e6) / error(4e6), 2.0, 1e-4);
    }
}
