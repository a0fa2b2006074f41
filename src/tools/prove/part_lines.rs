//! The lines that `prove --part` prints, read again by `--join`.

use std::path::Path;

use anyhow::{Context, anyhow, ensure};
use serde::de::DeserializeOwned;

use tengen_host::cli::lines::{self, CutLine, LineCutter};

/// Longest line with a proof that is read, in bytes.
const LONGEST_LINE: usize = 1 << 30;

/// Hands on each line of a file but empty ones.
///
/// # Errors
/// When one cannot be read or taken; says which.
pub(super) fn for_each_line<L: DeserializeOwned>(
    path: &Path,
    mut take: impl FnMut(L) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let (name, mut reader) = lines::open(path, "lines of prove --part")?;
    let mut cutter = LineCutter::new(LONGEST_LINE);
    let mut number = 0_u64;
    while let Some(CutLine { bytes, is_cut }) = cutter.read(&mut reader).context(name.clone())? {
        number += 1;
        let place = || format!("{name}: line {number}");
        ensure!(!is_cut, "{}: expected at most {LONGEST_LINE} bytes", place());
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        let line: L = serde_json::from_slice(&bytes)
            .map_err(|error| anyhow!("{}: {error}: expected a line of prove --part", place()))?;
        take(line).map_err(|error| anyhow!("{}: {error:#}", place()))?;
    }
    Ok(())
}
