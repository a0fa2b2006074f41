//! The sequential probability ratio test: whether to stop, and with what result.
//!
//! It compares two hypotheses, a difference of `elo0` and one of `elo1`, by the
//! logarithm of the ratio of their likelihoods (LLR). What a hypothesis leaves
//! open (how results spread) is taken as likely as it can be made: the
//! *generalised* test, on the counted pairs themselves rather than on a normal
//! approximation. Michel Van den Bergh, "The generalized maximum likelihood
//! ratio for the expectation value of a distribution" (2019) and "A practical
//! introduction to the GSPRT" (2021).

use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;

use super::Sample;
use super::elo::{NELO_UNIT, score_of_elo};
use super::sample::moments;

/// What the Elo of the hypotheses is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Elo as it is usual.
    #[default]
    Logistic,
    /// Normalised Elo.
    Normalized,
}

/// A test: its hypotheses and the errors that are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// The difference of hypothesis 0, in Elo of the model.
    pub elo0: f64,
    /// The difference of hypothesis 1, above `elo0`.
    pub elo1: f64,
    /// How often hypothesis 1 may be accepted although 0 holds, 0 to 1.
    pub alpha: f64,
    /// How often hypothesis 0 may be accepted although 1 holds, 0 to 1.
    pub beta: f64,
    /// What Elo means here.
    pub model: EloModel,
}

/// The LLRs at which a test ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bounds {
    /// Here or below hypothesis 0 is accepted.
    pub lower: f64,
    /// Here or above hypothesis 1 is accepted.
    pub upper: f64,
}

/// What a test says now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtVerdict {
    /// More games are needed.
    Continue,
    /// Hypothesis 0 is accepted: the difference is not the hoped for one.
    H0,
    /// Hypothesis 1 is accepted.
    H1,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// Logarithm of the likelihood of hypothesis 1 over that of 0.
    pub llr: f64,
    /// The bounds at which the test ends.
    #[serde(flatten)]
    pub bounds: Bounds,
    /// What follows from `llr` and `bounds`.
    pub verdict: SprtVerdict,
}

/// A description of a test that is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}: expected {expected}")]
pub struct SprtError {
    /// The text at fault.
    pub text: String,
    /// What should have stood there.
    pub expected: &'static str,
}

impl Default for Sprt {
    /// Whether an engine is 10 Elo stronger rather than equal, with 5 % of errors.
    fn default() -> Sprt {
        Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic }
    }
}

impl Sprt {
    /// The LLRs at which the test ends: Wald's, `ln(beta / (1 - alpha))` and
    /// `ln((1 - beta) / alpha)`.
    pub fn bounds(&self) -> Bounds {
        Bounds {
            lower: (self.beta / (1.0 - self.alpha)).ln(),
            upper: ((1.0 - self.beta) / self.alpha).ln(),
        }
    }

    /// Where the test stands.
    pub fn state(&self, sample: &Sample) -> SprtState {
        let llr = self.llr(sample);
        let bounds = self.bounds();
        let verdict = if llr >= bounds.upper {
            SprtVerdict::H1
        } else if llr <= bounds.lower {
            SprtVerdict::H0
        } else {
            SprtVerdict::Continue
        };
        SprtState { llr, bounds, verdict }
    }

    /// Logarithm of the likelihood of hypothesis 1 over that of 0.
    fn llr(&self, sample: &Sample) -> f64 {
        if sample.is_empty() {
            return 0.0;
        }
        let observed = Observed::new(sample);
        let likeliest = |elo| match self.model {
            EloModel::Logistic => observed.likeliest_with_mean(score_of_elo(elo)),
            EloModel::Normalized => {
                // The unit is the deviation of one game; that of a pair is smaller.
                let deviations = elo / NELO_UNIT * (sample.games_each() as f64).sqrt();
                observed.likeliest_with_advantage(deviations)
            }
        };
        let (zero, one) = (likeliest(self.elo0), likeliest(self.elo1));
        let terms = observed.counts.iter().zip(one.iter().zip(&zero));
        terms.map(|(count, (one, zero))| count * (one / zero).ln()).sum()
    }
}

/// Counts as the test sees them.
struct Observed {
    scores: Vec<f64>,
    counts: Vec<f64>,
    shares: Vec<f64>,
}

/// What an outcome counts that was never seen, so that no hypothesis makes the
/// results impossible; fishtest has the same.
const UNSEEN: f64 = 1e-3;

impl Observed {
    fn new(sample: &Sample) -> Observed {
        let count = |&count: &u64| if count == 0 { UNSEEN } else { count as f64 };
        let counts: Vec<f64> = sample.counts().iter().map(count).collect();
        let all: f64 = counts.iter().sum();
        let shares = counts.iter().map(|count| count / all).collect();
        Observed { scores: sample.scores().collect(), counts, shares }
    }

    /// The probabilities under which the results are most likely among those
    /// with this mean score, between 0 and 1.
    fn likeliest_with_mean(&self, mean: f64) -> Vec<f64> {
        let distances: Vec<f64> = self.scores.iter().map(|score| score - mean).collect();
        self.likeliest_without(&distances)
    }

    /// The probabilities under which the results are most likely among those whose mean lies
    /// `deviations` standard deviations above one half.
    ///
    /// That condition is not linear in the probabilities. Its linear
    /// approximation at a guess is, and gives the next guess; from equal
    /// probabilities this converges, within the range of Elo that can be given.
    fn likeliest_with_advantage(&self, deviations: f64) -> Vec<f64> {
        const ROUNDS: usize = 100;
        const CLOSE: f64 = 1e-12;
        let mut guess = vec![1.0 / self.scores.len() as f64; self.scores.len()];
        for _ in 0..ROUNDS {
            let (mean, variance) = moments(&self.scores, &guess);
            let deviation = variance.sqrt();
            let term = |score: &f64| {
                let distance = (mean - score) / deviation;
                score - 0.5 - deviations * deviation * (1.0 + distance * distance) / 2.0
            };
            let next = self.likeliest_without(&self.scores.iter().map(term).collect::<Vec<_>>());
            let change = next.iter().zip(&guess).map(|(next, guess)| (next - guess).abs());
            let change = change.fold(0.0, f64::max);
            guess = next;
            if change < CLOSE {
                break;
            }
        }
        guess
    }

    /// The likeliest probabilities under which values with these sizes, some
    /// above and some below 0, have the mean 0.
    ///
    /// With a Lagrange multiplier `x` they are `share / (1 + x * value)`, where
    /// the mean falls as `x` grows.
    fn likeliest_without(&self, values: &[f64]) -> Vec<f64> {
        let largest = values.iter().copied().fold(f64::MIN, f64::max);
        let smallest = values.iter().copied().fold(f64::MAX, f64::min);
        let weighted = |x: f64| -> f64 {
            self.shares
                .iter()
                .zip(values)
                .map(|(share, value)| share * value / (1.0 + x * value))
                .sum()
        };
        // Between these all probabilities are positive.
        let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
        let mut middle = 0.0;
        // As many halvings as a number has bits.
        for _ in 0..64 {
            middle = low.midpoint(high);
            if weighted(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        self.shares
            .iter()
            .zip(values)
            .map(|(share, value)| share / (1.0 + middle * value))
            .collect()
    }
}

/// The largest Elo of a hypothesis, either way. Beyond it the test would say
/// little that the result does not.
const LARGEST_ELO: f64 = 200.0;

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `elo0=0 elo1=10 alpha=0.05 beta=0.05 model=logistic`; what is left
    /// out is as in [`Sprt::default`].
    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        const ELO: &str = "Elo from -200 to 200, as in elo1=10";
        const ERROR: &str = "a share of errors from 0.0001 to 0.4999, as in alpha=0.05";
        let mut sprt = Sprt::default();
        for word in text.split_whitespace() {
            let wrong = |expected| SprtError { text: word.to_owned(), expected };
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let within = |least: f64, most: f64, expected| {
                let number = value.parse().ok().filter(|number| (least..=most).contains(number));
                number.ok_or_else(|| wrong(expected))
            };
            match key {
                "elo0" => sprt.elo0 = within(-LARGEST_ELO, LARGEST_ELO, ELO)?,
                "elo1" => sprt.elo1 = within(-LARGEST_ELO, LARGEST_ELO, ELO)?,
                "alpha" => sprt.alpha = within(0.0001, 0.4999, ERROR)?,
                "beta" => sprt.beta = within(0.0001, 0.4999, ERROR)?,
                "model" => {
                    sprt.model = match value {
                        "logistic" => EloModel::Logistic,
                        "normalized" => EloModel::Normalized,
                        _ => return Err(wrong("model=logistic or model=normalized")),
                    }
                }
                _ => return Err(wrong("elo0=, elo1=, alpha=, beta= or model=")),
            }
        }
        if sprt.elo0 >= sprt.elo1 {
            let text = format!("elo0={} elo1={}", sprt.elo0, sprt.elo1);
            return Err(SprtError { text, expected: "elo0 below elo1" });
        }
        Ok(sprt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::player::{draw, seeded};

    fn llr(pairs: [u64; 5], elo: [f64; 2], model: EloModel) -> f64 {
        let sprt = Sprt { elo0: elo[0], elo1: elo[1], model, ..Sprt::default() };
        sprt.state(&Sample::of_pairs(pairs)).llr
    }

    /// Tests on fishtest and `OpenBench` as the commit messages of Stockfish (2021
    /// to 2026) and Reckless (2026) quote them: pairs, hypotheses in normalised
    /// Elo, LLR rounded to hundredths.
    #[test]
    fn published_tests_with_normalised_elo_are_reproduced() {
        for (pairs, elo, published) in [
            ([1721, 77704, 208_246, 77189, 1732], [-1.75, 0.25], 3.19),
            ([178, 43099, 113_790, 42954, 169], [-1.75, 0.25], 2.97),
            ([20, 1334, 3810, 1569, 35], [0.0, 2.0], 2.95),
            ([372, 17511, 39320, 17934, 399], [0.0, 2.0], 2.93),
            ([39, 11353, 31686, 11822, 33], [0.5, 2.5], 2.96),
            ([73, 2286, 6071, 2418, 75], [-2.75, 0.25], 3.06),
            ([110, 1832, 4521, 2016, 129], [0.0, 3.0], 2.99),
            ([13, 2199, 5465, 2395, 20], [0.0, 3.0], 3.00),
        ] {
            let found = llr(pairs, elo, EloModel::Normalized);
            assert!((found - published).abs() < 0.0051, "{pairs:?}: {found}, not {published}");
        }
    }

    /// Tests on fishtest from the years when its hypotheses were logistic Elo, as commit messages
    /// of Stockfish (2020 and 2021) quote them: pairs, hypotheses, LLR.
    #[test]
    fn published_tests_with_logistic_elo_are_reproduced() {
        for (pairs, elo, published) in [
            ([406, 8728, 41933, 8848, 493], [-0.2, 1.1], 2.94),
            ([23, 1079, 15473, 1255, 14], [0.2, 0.9], 2.94),
            ([577, 11681, 56451, 11586, 605], [-1.0, 0.2], 2.94),
            ([4, 2342, 11769, 2494, 7], [-0.2, 1.1], 2.93),
            ([7, 9004, 61085, 9425, 7], [0.2, 0.9], 2.93),
            ([2, 245, 4962, 291, 4], [-0.7, 0.2], 2.95),
        ] {
            let found = llr(pairs, elo, EloModel::Logistic);
            assert!((found - published).abs() < 0.0051, "{pairs:?}: {found}, not {published}");
        }
    }

    /// Computed apart from this program, by a general optimiser (scipy's SLSQP)
    /// that maximises the likelihood under each hypothesis.
    #[test]
    fn small_samples_agree_with_a_general_optimiser() {
        for (pairs, elo, logistic, normalized) in [
            ([0, 4, 28, 15, 3], [0.0, 10.0], 1.417_619, 0.805_749),
            ([3, 10, 12, 20, 15], [0.0, 10.0], 1.102_918, 1.013_929),
            ([0, 0, 0, 0, 30], [0.0, 10.0], 0.851_101, 1.195_979),
            ([5, 20, 40, 30, 8], [-5.0, 5.0], 0.919_720, 0.651_064),
        ] {
            assert!((llr(pairs, elo, EloModel::Logistic) - logistic).abs() < 1e-5, "{pairs:?}");
            assert!((llr(pairs, elo, EloModel::Normalized) - normalized).abs() < 1e-5, "{pairs:?}");
        }
        for (games, elo, logistic, normalized) in [
            ([120, 60, 200], [0.0, 5.0], 1.320_872, 1.215_304),
            ([0, 0, 25], [0.0, 10.0], 0.709_203, 0.709_092),
            ([10, 0, 10], [0.0, 20.0], -0.033_122, -0.033_084),
            ([400, 100, 500], [0.0, 30.0], 5.459_214, 5.377_437),
        ] {
            for (model, expected) in
                [(EloModel::Logistic, logistic), (EloModel::Normalized, normalized)]
            {
                let sprt = Sprt { elo0: elo[0], elo1: elo[1], model, ..Sprt::default() };
                let found = sprt.state(&Sample::of_games(games)).llr;
                assert!((found - expected).abs() < 1e-5, "{games:?}: {found}, not {expected}");
            }
        }
    }

    #[test]
    fn degenerate_samples_give_finite_answers_of_the_right_sign() {
        for model in [EloModel::Logistic, EloModel::Normalized] {
            for elo in [[0.0, 10.0], [-10.0, 0.0], [-200.0, 200.0], [199.0, 200.0]] {
                let llr = |pairs| llr(pairs, elo, model);
                assert!(llr([0; 5]).abs() < 1e-12);
                for many in [1, 30, 1_000_000] {
                    assert!(llr([0, 0, 0, 0, many]) > 0.0 && llr([0, 0, 0, 0, many]).is_finite());
                    assert!(llr([many, 0, 0, 0, 0]) < 0.0 && llr([many, 0, 0, 0, 0]).is_finite());
                    assert!(llr([0, 0, many, 0, 0]).is_finite());
                    assert!(llr([many, 0, 0, 0, many]).is_finite());
                }
            }
            // Nothing but even pairs speaks for the hypothesis of equality.
            assert!(llr([0, 0, 100, 0, 0], [0.0, 10.0], model) < 0.0);
            assert!(llr([0, 0, 100, 0, 0], [-10.0, 0.0], model) > 0.0);
        }
    }

    #[test]
    fn exchanging_the_engines_exchanges_the_hypotheses() {
        let pairs = [3, 10, 12, 20, 15];
        let mut reversed = pairs;
        reversed.reverse();
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let sum = llr(pairs, [-3.0, 8.0], model) + llr(reversed, [-8.0, 3.0], model);
            assert!(sum.abs() < 1e-9, "{sum}");
        }
    }

    #[test]
    fn a_test_ends_at_its_bounds() {
        let sprt: Sprt = "elo1=10".parse().unwrap();
        let bounds = sprt.bounds();
        assert!((bounds.lower + 2.944).abs() < 0.001 && (bounds.upper - 2.944).abs() < 0.001);
        let bounds = Sprt { beta: 0.1, ..sprt }.bounds();
        // As OpenBench writes them: (-2.25, 2.89).
        assert!((bounds.lower + 2.251).abs() < 0.001 && (bounds.upper - 2.890).abs() < 0.001);

        let verdict = |pairs| sprt.state(&Sample::of_pairs(pairs)).verdict;
        assert_eq!(verdict([0, 10, 20, 10, 0]), SprtVerdict::Continue);
        assert_eq!(verdict([0, 100, 900, 300, 0]), SprtVerdict::H1);
        assert_eq!(verdict([0, 300, 900, 100, 0]), SprtVerdict::H0);
    }

    /// Plays tests with results drawn by lot, and says how many accept hypothesis 1.
    fn accepted(sprt: &Sprt, shares: [f64; 5], tests: u64) -> u64 {
        let mut accepted = 0;
        for seed in 0..tests {
            let mut rng = seeded(seed);
            let mut pairs = [0; 5];
            let verdict = loop {
                let mut lot = draw(&mut rng, 1 << 20) as f64 / f64::from(1 << 20);
                let outcome = shares.iter().position(|share| {
                    lot -= share;
                    lot < 0.0
                });
                pairs[outcome.unwrap_or(4)] += 1;
                match sprt.state(&Sample::of_pairs(pairs)).verdict {
                    SprtVerdict::Continue => {}
                    verdict => break verdict,
                }
            };
            accepted += u64::from(verdict == SprtVerdict::H1);
        }
        accepted
    }

    #[test]
    fn errors_are_about_as_rare_as_they_may_be() {
        // Pairs of equal engines, and of engines 50 Elo apart.
        let equal = [0.1, 0.2, 0.4, 0.2, 0.1];
        let mean = |shares: [f64; 5]| moments(&[0.0, 0.25, 0.5, 0.75, 1.0], &shares).0;
        let better = [0.0524, 0.1524, 0.4, 0.2476, 0.1476];
        assert!((mean(better) - score_of_elo(50.0)).abs() < 1e-3, "{}", mean(better));
        let sprt: Sprt = "elo0=0 elo1=50 alpha=0.1 beta=0.1".parse().unwrap();
        // 3 standard deviations of 200 tests that err once in ten are 12.7.
        let wrong = accepted(&sprt, equal, 200);
        assert!((2..=32).contains(&wrong), "{wrong} of 200 saw a difference that is none");
        let right = accepted(&sprt, better, 200);
        assert!((168..=198).contains(&right), "{right} of 200 saw the difference");
    }

    #[test]
    fn descriptions_are_read() {
        let sprt: Sprt = "elo0=-1.5 elo1=3 alpha=0.1 beta=0.2 model=normalized".parse().unwrap();
        let expected =
            Sprt { elo0: -1.5, elo1: 3.0, alpha: 0.1, beta: 0.2, model: EloModel::Normalized };
        assert_eq!(sprt, expected);
        assert_eq!("".parse(), Ok(Sprt::default()));
        assert_eq!("model=logistic".parse(), Ok(Sprt::default()));
        for (text, complaint) in [
            ("elo0=0 elo2=5", "elo2=5: expected elo0="),
            ("elo1", "elo1: expected Elo from"),
            ("elo1=1000", "elo1=1000: expected Elo from"),
            ("elo1=nan", "elo1=nan: expected Elo from"),
            ("alpha=0", "alpha=0: expected a share"),
            ("beta=0.5", "beta=0.5: expected a share"),
            ("model=bayes", "model=bayes: expected model=logistic or"),
            ("elo0=5 elo1=5", "elo0=5 elo1=5: expected elo0 below elo1"),
            ("elo0=20", "elo0=20 elo1=10: expected elo0 below elo1"),
        ] {
            let error = text.parse::<Sprt>().unwrap_err().to_string();
            assert!(error.starts_with(complaint), "{error}");
        }
    }
}
