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
    /// Elo as everyone knows it.
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
pub enum Verdict {
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
    /// Where it ends.
    #[serde(flatten)]
    pub bounds: Bounds,
    /// What follows.
    pub verdict: Verdict,
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
        todo!()
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `elo0=0 elo1=10 alpha=0.05 beta=0.05 model=logistic`; the last three
    /// may be left out.
    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        todo!()
    }
}
