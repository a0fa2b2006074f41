//! A file for each won position of a game, so that the review need not be believed.

use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow};

use tengen_engine::game::{Color, Position};

use tengen_games::analysis::Analysis;
use tengen_games::analysis::proofs;
use tengen_host::cli::failure::Failure;
use tengen_host::cli::files::{try_place, write_whole};

use tengen_games::review::game::ReviewedGame;

/// Makes sure, before long work, that proofs about the game can be written into the folder.
///
/// # Errors
/// When the game has conversions, about which nothing is proven, or no file can be written there.
pub(super) fn prepare(folder: &Path, game: &ReviewedGame) -> Result<(), Failure> {
    let last = game.last();
    if !proofs::apply_to(last) {
        let variant = last.variant();
        return Err(anyhow!("--proofs: {variant}: expected a game without conversions").into());
    }
    fs::create_dir_all(folder)
        .with_context(|| format!("--proofs: {}: expected a folder", folder.display()))?;
    try_place("--proofs", &folder.join(name(0, Color::Black)))
}

/// The name of the proof about the position after so many moves.
fn name(ply: usize, winner: Color) -> String {
    format!("ply-{ply}-{}-wins.proof", winner.letter())
}

/// Proves what the verdicts call proven, and writes each proof into a file of the folder:
/// `ply-23-x-wins.proof` is about the position after 23 moves. Says in one line what came of it.
///
/// # Errors
/// When a file cannot be written.
pub(super) fn write(
    folder: &Path,
    positions: &[Position],
    verdicts: &[Analysis],
    mut seen: impl FnMut(),
) -> anyhow::Result<String> {
    let (mut written, mut missing) = (0, Vec::new());
    for (ply, (position, verdict)) in positions.iter().zip(verdicts).enumerate() {
        if let Some(winner) = proofs::winner(position, verdict.first.score) {
            if let Some(text) = proofs::of_win(position, winner, || false) {
                write_whole(&folder.join(name(ply, winner)), text.as_bytes())?;
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
