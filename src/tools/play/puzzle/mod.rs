//! `tengen play --puzzle`: which puzzles are solved, and how line by line.

#![cfg_attr(
    not(feature = "screen"),
    expect(dead_code, unused_imports, reason = "some of it is for the drawn board alone")
)]

mod lesson;
mod plain;
mod trainer;

use std::ffi::OsStr;
use std::path::Path;

use anyhow::{Context, anyhow};
use flate2::read::MultiGzDecoder;

use tengen_engine::game::{Rule, Variant};
use tengen_engine::player::{seeded, shuffle};

use tengen_games::puzzles::{self, PuzzleRecord};
use tengen_host::cli::failure::Failure;
use tengen_host::cli::files::{read_to_end, read_whole};

pub(super) use lesson::{Lesson, LessonReply, Next, help};
pub(super) use plain::run;

/// Which puzzles are solved, and in which order.
pub(super) struct PuzzleChoice<'a> {
    /// The file that the puzzles come from; `None` for those of the program.
    pub file: Option<&'a Path>,
    /// The game they are of, where one is named.
    pub variant: Option<Variant>,
    /// What the order of the puzzles is drawn by; without it a file keeps its own order.
    pub seed: Option<u64>,
    /// What the order of the program's own puzzles is drawn by without a seed.
    pub chance: u64,
}

/// The lesson with the chosen puzzles.
///
/// # Errors
/// When no puzzle fits the choice, or a file of puzzles cannot be used.
pub(super) fn lesson(choice: &PuzzleChoice<'_>) -> Result<Lesson, Failure> {
    let mut records = match choice.file {
        None => puzzles::shipped()?.to_vec(),
        Some(path) => of_file(path)?,
    };
    if let Some(variant) = choice.variant {
        let is_of_it = |record: &PuzzleRecord| {
            record.open().is_ok_and(|puzzle| *puzzle.position.variant() == variant)
        };
        records.retain(is_of_it);
        if records.is_empty() {
            let line = format!(
                "play --puzzle: no puzzle of {variant}: expected {}, 15x15, or a file that has some",
                Rule::ALL.map(Rule::name).join(", ")
            );
            return Err(Failure::Usage(line));
        }
    }
    if choice.file.is_none() || choice.seed.is_some() {
        mix(&mut records, choice.seed.unwrap_or(choice.chance), choice.file.is_none());
    }
    Ok(Lesson::new(records)?)
}

/// The puzzles of a file.
fn of_file(path: &Path) -> anyhow::Result<Vec<PuzzleRecord>> {
    let name = path.display().to_string();
    let wrong = |error: anyhow::Error| anyhow!("{name}: {error:#}");
    let bytes = read_whole(path)
        .with_context(|| format!("{name}: expected puzzles, as tengen puzzles writes them"))?;
    let bytes = if path.extension() == Some(OsStr::new("gz")) {
        read_to_end(MultiGzDecoder::new(bytes.as_slice())).map_err(|error| wrong(error.into()))?
    } else {
        bytes
    };
    let records = puzzles::read(bytes.as_slice()).map_err(wrong)?;
    if records.is_empty() {
        return Err(anyhow!("{name}: no puzzle in it: expected at least one"));
    }
    for (record, number) in records.iter().zip(1..) {
        record.open().map_err(|error| anyhow!("{name}: puzzle {number}: {error:#}"))?;
    }
    Ok(records)
}

/// Mixes puzzles by a seed, perhaps only those of the same grade.
fn mix(records: &mut [PuzzleRecord], seed: u64, keeps_grades: bool) {
    shuffle(records, &mut seeded(seed));
    if keeps_grades {
        records.sort_by_key(|record| record.grade);
    }
}
