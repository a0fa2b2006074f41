//! Where what was put together goes: a file that is there as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

/// A file that is being written beside its place, or nothing.
pub(super) struct MergeOutput {
    file: Option<Unfinished>,
}

struct Unfinished {
    path: PathBuf,
    part: PathBuf,
    writer: BufWriter<File>,
}

impl MergeOutput {
    /// A file of that name; nothing without one.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn new(path: Option<&Path>) -> anyhow::Result<MergeOutput> {
        let Some(path) = path else { return Ok(MergeOutput { file: None }) };
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let part = path.with_file_name(name);
        let file = File::create(&part).with_context(|| expected(path))?;
        let file = Unfinished { path: path.to_owned(), part, writer: BufWriter::new(file) };
        Ok(MergeOutput { file: Some(file) })
    }

    /// All was written: puts the file in its place.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn publish(mut self) -> anyhow::Result<()> {
        let Some(Unfinished { path, part, writer }) = &mut self.file else { return Ok(()) };
        let written = writer.flush().and_then(|()| writer.get_ref().sync_all());
        written.and_then(|()| fs::rename(part, &path)).with_context(|| expected(path))
    }
}

fn expected(path: &Path) -> String {
    format!("{}: expected a file that can be written", path.display())
}

impl Write for MergeOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.file {
            Some(file) => file.writer.write(bytes),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), |file| file.writer.flush())
    }
}

impl Drop for MergeOutput {
    fn drop(&mut self) {
        if let Some(file) = &self.file {
            // In its place it is not there any more.
            let _ = fs::remove_file(&file.part);
        }
    }
}
