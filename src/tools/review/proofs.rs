//! A file for each won position of a game, so that nobody has to believe the review.

use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow};

use tengen_engine::game::Position;
use tengen_engine::protocol::analysis::Analysis;

use crate::analysis::proofs;
use crate::cli::files::write_whole;

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
    if let Some(last) = positions.last().filter(|last| !proofs::apply_to(last)) {
        return Err(anyhow!("--proofs: {}: expected a game without conversions", last.variant()));
    }
    fs::create_dir_all(folder)
        .with_context(|| format!("--proofs: {}: expected a folder", folder.display()))?;
    let (mut written, mut missing) = (0, Vec::new());
    for (ply, (position, verdict)) in positions.iter().zip(verdicts).enumerate() {
        if let Some(winner) = proofs::winner(position, verdict.first.score) {
            if let Some(text) = proofs::of_win(position, winner, || false) {
                let name = format!("ply-{ply}-{}-wins.proof", winner.letter());
                write_whole(&folder.join(name), text.as_bytes())?;
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
