//! Files with proofs.

use tengen_engine::proof::{self, CheckSettings, FileError, Proof, ProofVerdict};

use crate::corpus::Input;
use crate::hunt::{Verdict as Found, same};
use crate::text::{is_calm, is_refusal};

/// What files with proofs are made of.
pub const TOKENS: &[&str] = &[
    "tengen-proof 1\n",
    "position ",
    "5/5/1xxx1/5/5",
    "3/3/3",
    " x",
    " o",
    " k=3",
    " k=4",
    " k=5",
    " rule=freestyle",
    " rule=renju",
    " rule=caro",
    " rule=standard",
    " destroy=0,0",
    "\nclaim x wins\n",
    "\nclaim o holds\n",
    "a1",
    "b2",
    "c3",
    "d4",
    "an40",
    " a1:0",
    " b2:1/5",
    " *:0",
    " *:2/7",
    " pairs",
    " a1-b1",
    " potential",
    "-",
    "\n-",
    "\n# note\n",
    "\n\n",
    "/",
    ":",
    " ",
    "\u{e9}",
    "\u{2028}",
];

/// Replies that are played for an input.
const REPLIES: u64 = 5_000;

/// What is read is the same after it was written, and both modes of the checker agree.
pub fn check(input: &Input) -> Found {
    let proof = match proof::read(&mut input.bytes.as_slice()) {
        Ok(proof) => proof,
        Err(error) => {
            let line = error.to_string();
            is_refusal(&line)?;
            let has_line = matches!(&error, FileError::Wrong(it) if it.what.0 > 0);
            let kind = line.split_once("expected ").map_or("", |(_, kind)| kind);
            return if has_line { Ok(kind.to_owned()) } else { Err(format!("no line: {line}")) };
        }
    };
    let mut text = Vec::new();
    proof::write(&proof, &mut text).map_err(|error| error.to_string())?;
    let again =
        proof::read(&mut text.as_slice()).map_err(|error| format!("its own text: {error}"))?;
    let mut twice = Vec::new();
    proof::write(&again, &mut twice).map_err(|error| error.to_string())?;
    same("text", &text, &twice)?;
    let (zones, exhaustive) = (said(&proof, false)?, said(&proof, true)?);
    if let (Some(zones), Some(exhaustive)) = (&zones, &exhaustive)
        && zones.is_empty() != exhaustive.is_empty()
    {
        return Err(format!("the modes differ: {zones}\n  and {exhaustive}"));
    }
    let flaw = exhaustive.map(|line| line.rsplit(": ").next().unwrap_or_default().to_owned());
    Ok(format!("{} {} {flaw:?}", proof.claim, proof.len().min(4)))
}

/// Nothing for a proof, the flaw of another one; `None` when it takes too long.
fn said(proof: &Proof, exhaustive: bool) -> Result<Option<String>, String> {
    let settings = CheckSettings { exhaustive, replies: REPLIES, memory: 1 << 16 };
    Ok(match proof::check(proof, &settings, &mut |_| true) {
        ProofVerdict::Proven(_) => Some(String::new()),
        ProofVerdict::Refuted(refutation, _) => {
            let line = refutation.to_string();
            // Positions of large boards are long, and ours.
            is_calm(&line.replace(&refutation.fen, ""))?;
            Some(line)
        }
        ProofVerdict::TooLong(_) | ProofVerdict::Stopped(_) => None,
    })
}
