//! A file for each won position of a game, so that nobody has to believe the review.

use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow};

use tengen_engine::game::{Color, Position};
use tengen_engine::proof::{self, Claim, Goal};
use tengen_engine::protocol::analysis::Analysis;
use tengen_engine::solve::prove::{Finding, ProveLimits, prove};
use tengen_engine::value::ScoreKind;

use crate::cli::files::write_whole;

/// Positions that are visited to prove one win; most take a tenth.
const NODES: u64 = 3_000_000;

/// Proves what the verdicts call proven, and writes each proof into a file of the folder:
/// `ply-23-x-wins.proof` is about the position after 23 moves. Says in one line what came of it.
///
/// # Errors
/// When a file cannot be written, or the game has conversions, about which nothing is proven.
pub(super) fn write(
    folder: &Path,
    positions: &[Position],
    verdicts: &[Analysis],
    mut seen: impl FnMut(),
) -> anyhow::Result<String> {
    if let Some(last) = positions.last()
        && Color::ALL.into_iter().any(|color| last.conversions(color) > 0)
    {
        return Err(anyhow!("--proofs: {}: expected a game without conversions", last.variant()));
    }
    fs::create_dir_all(folder)
        .with_context(|| format!("--proofs: {}: expected a folder", folder.display()))?;
    let (mut written, mut missing) = (0, Vec::new());
    for (ply, (position, verdict)) in positions.iter().zip(verdicts).enumerate() {
        let prover = match verdict.first.score.kind() {
            _ if position.is_over() => None,
            ScoreKind::Win(_) => Some(position.side()),
            ScoreKind::Loss(_) => Some(!position.side()),
            ScoreKind::Estimate(_) => None,
        };
        if let Some(prover) = prover {
            let claim = Claim { prover, goal: Goal::Wins };
            let limits = ProveLimits { nodes: NODES, ..ProveLimits::default() };
            if let Finding::Proven(proof) = prove(position, claim, &limits, &mut |_| true).0 {
                let mut text = Vec::new();
                proof::write(&proof, &mut text)?;
                let name = format!("ply-{ply}-{}-wins.proof", prover.letter());
                write_whole(&folder.join(name), &text)?;
                written += 1;
            } else {
                missing.push(ply.to_string());
            }
        }
        seen();
    }
    let line = format!("proofs: {written} won positions in {}", folder.display());
    Ok(match missing.join(", ") {
        plies if plies.is_empty() => line,
        plies => format!("{line}; not found after {plies} moves"),
    })
}
