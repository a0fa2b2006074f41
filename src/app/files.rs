//! Files that are there as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::process;

use anyhow::Context;

/// Writes a file: first beside its place, then moved there, so that nobody ever
/// finds half of it. What is no ordinary file, a pipe or a device, is written
/// as it is.
///
/// # Errors
/// When it cannot be written; what was there before stays.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let expected = || format!("{}: expected a file that can be written", path.display());
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return write(path, bytes).with_context(expected);
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", process::id()));
    let part = path.with_file_name(name);
    let written = write(&part, bytes).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // It may never have been made.
        let _ = fs::remove_file(&part);
    }
    written.with_context(expected)
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.flush()
}
