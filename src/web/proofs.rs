//! Whether a proof that was dropped on the page is true.

use std::time::{Duration, Instant};

use serde::Serialize;

use tengen_engine::game::Problem;
use tengen_engine::proof::{self, CheckSettings, ProofVerdict};

use super::work::Wanted;

/// Replies that are played for one proof, and the time that may take: a proof that needs more
/// is for `tengen verify`.
const REPLIES: u64 = 5_000_000;
const LONGEST: Duration = Duration::from_secs(10);
/// Bytes to remember in meanwhile.
const MEMORY: usize = 16 << 20;

/// What the checker says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct Checked {
    /// Whether the claim is shown; nothing where the limit came first.
    is_proven: Option<bool>,
    /// The first place where the strategy fails.
    flaw: Option<String>,
    /// Replies that were played.
    replies: u64,
}

/// Checks a proof by the rules alone, as long as the answer is wanted.
///
/// # Errors
/// One line about what is no proof.
pub(super) fn check(text: &str, wanted: &Wanted) -> Result<Checked, Problem> {
    let proof =
        proof::read(&mut text.as_bytes()).map_err(|error| Problem::explain("proof", &error))?;
    let settings = CheckSettings { replies: REPLIES, memory: MEMORY, ..CheckSettings::default() };
    let deadline = Instant::now() + LONGEST;
    let mut goes_on = |_: &_| wanted.is_wanted() && Instant::now() < deadline;
    Ok(match proof::check(&proof, &settings, &mut goes_on) {
        ProofVerdict::Proven(tally) => {
            Checked { is_proven: Some(true), flaw: None, replies: tally.replies }
        }
        ProofVerdict::Refuted(flaw, tally) => {
            Checked { is_proven: Some(false), flaw: Some(flaw.to_string()), replies: tally.replies }
        }
        ProofVerdict::TooLong(tally) | ProofVerdict::Stopped(tally) => {
            Checked { is_proven: None, flaw: None, replies: tally.replies }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn true_proofs_pass_and_false_ones_are_told_why() {
        let wanted = Wanted::always();
        let truth = include_str!("../../tests/data/proofs/true-open-three.proof");
        let found = check(truth, &wanted).unwrap();
        assert_eq!((found.is_proven, found.flaw), (Some(true), None));
        let lie = include_str!("../../tests/data/proofs/false-no-answer.proof");
        let found = check(lie, &wanted).unwrap();
        assert_eq!(found.is_proven, Some(false));
        assert!(found.flaw.unwrap().contains("has no answer"));
        let nowhere = check("tengen-proof 1\nposition nowhere\n", &wanted);
        assert!(nowhere.unwrap_err().to_string().starts_with("proof: "));
    }
}
