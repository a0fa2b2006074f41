//! Whether a proof that was dropped on the page is true.

use std::time::Duration;

use serde::Serialize;

use tengen_engine::game::Problem;
use tengen_engine::proof::{self, CheckSettings, ProofVerdict};

/// Replies that are played for one proof: a proof that needs more is for `tengen verify`.
const REPLIES: u64 = 5_000_000;
/// The time that may take, which whoever calls [`check`] measures.
pub const LONGEST: Duration = Duration::from_secs(10);
/// Bytes to remember in meanwhile.
const MEMORY: usize = 16 << 20;

/// What the checker says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Checked {
    /// Whether the claim is shown; nothing where the limit came first.
    is_proven: Option<bool>,
    /// The first place where the strategy fails.
    flaw: Option<String>,
    /// Replies that were played.
    replies: u64,
}

/// Checks a proof by the rules alone, as long as `goes_on` says so: while the answer is wanted, and
/// for no longer than [`LONGEST`].
///
/// # Errors
/// One line about what is no proof.
pub fn check(text: &str, goes_on: impl Fn() -> bool) -> Result<Checked, Problem> {
    let proof =
        proof::read(&mut text.as_bytes()).map_err(|error| Problem::explain("proof", &error))?;
    let settings = CheckSettings { replies: REPLIES, memory: MEMORY, ..CheckSettings::default() };
    Ok(match proof::check(&proof, &settings, &mut |_: &_| goes_on()) {
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
        let truth = include_str!("../../tests/data/proofs/true-open-three.proof");
        let found = check(truth, || true).unwrap();
        assert_eq!((found.is_proven, found.flaw), (Some(true), None));
        let lie = include_str!("../../tests/data/proofs/false-no-answer.proof");
        let found = check(lie, || true).unwrap();
        assert_eq!(found.is_proven, Some(false));
        assert!(found.flaw.unwrap().contains("has no answer"));
        let nowhere = check("tengen-proof 1\nposition nowhere\n", || true);
        assert!(nowhere.unwrap_err().to_string().starts_with("proof: "));
    }

    #[test]
    fn a_check_that_is_given_up_claims_nothing() {
        // Three moves of no use before the line is completed: in renju every reply is played.
        let long = "tengen-proof 1\n\
                    position 15/15/15/15/15/15/15/4xxxx7/15/15/15/15/15/15/15 x k=5 rule=renju\n\
                    claim x wins\nd8\ni8\na1 d8:1 i8:0 *:0\nc1 a1:0 d8:1 i8:0 *:2\n\
                    e1 a1:0 c1:0 d8:1 i8:0 *:3\n";
        let found = check(long, || false).unwrap();
        assert_eq!((found.is_proven, found.flaw), (None, None));
        assert!((1..REPLIES).contains(&found.replies), "{}", found.replies);
    }
}
