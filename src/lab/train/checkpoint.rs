//! Where the teaching of a network can go on.

use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, ensure};

use super::adam::Moments;
use tengen_host::cli::files::{read_whole, write_whole};

/// The first bytes of a file; the heading follows on the same line.
const MAGIC: &str = "tengen train checkpoint 1: ";

/// The state after some passes.
///
/// A file is a line with the heading, the number of passes and the number of steps, and then the
/// numbers of the network, their means and their squares, 32-bit floats, little-endian.
pub struct Checkpoint {
    /// The arguments that decide what the passes come to, as text.
    pub heading: String,
    /// Passes that are done.
    pub passes: u32,
    /// The numbers of the network.
    pub numbers: Vec<f32>,
    /// The memory of the Adam method.
    pub moments: Moments,
}

impl Checkpoint {
    /// The state before the first pass.
    pub fn new(heading: String, numbers: Vec<f32>) -> Checkpoint {
        let moments = Moments::new(numbers.len());
        Checkpoint { heading, passes: 0, numbers, moments }
    }

    /// Reads the checkpoint of a network of `count` numbers; `None` where there is no file.
    ///
    /// # Errors
    /// When the file is no checkpoint of such a network.
    pub fn read(path: &Path, count: usize) -> anyhow::Result<Option<Checkpoint>> {
        let bytes = match read_whole(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            bytes => bytes.with_context(|| path.display().to_string())?,
        };
        let read = Checkpoint::parse(&bytes, count);
        read.map(Some).with_context(|| format!("{}: expected a checkpoint", path.display()))
    }

    /// The numbers of the network in a checkpoint, to begin another course with them.
    ///
    /// # Errors
    /// When there is no such checkpoint.
    pub fn start(path: &Path, count: usize) -> anyhow::Result<Vec<f32>> {
        let known = Checkpoint::read(path, count)?;
        let known = known.with_context(|| format!("{}: expected a file", path.display()))?;
        Ok(known.numbers)
    }

    fn parse(bytes: &[u8], count: usize) -> anyhow::Result<Checkpoint> {
        let end = bytes.iter().position(|&byte| byte == b'\n').context("no line")?;
        let line = std::str::from_utf8(&bytes[..end])?;
        let line = line.strip_prefix(MAGIC).context("another kind of file")?;
        let (passes, rest) = line.split_once(' ').context("no number of passes")?;
        let (steps, heading) = rest.split_once(' ').context("no number of steps")?;
        let words = bytes[end + 1..].chunks_exact(4);
        let all: Vec<f32> =
            words.filter_map(|word| Some(f32::from_le_bytes(word.try_into().ok()?))).collect();
        ensure!(bytes.len() - end - 1 == 12 * count, "{} numbers, not {}", all.len(), 3 * count);
        let part = |number: usize| all[number * count..][..count].to_vec();
        Ok(Checkpoint {
            heading: heading.to_owned(),
            passes: passes.parse()?,
            numbers: part(0),
            moments: Moments { means: part(1), squares: part(2), steps: steps.parse()? },
        })
    }

    /// Writes the state.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(
        path: &Path,
        (heading, passes): (&str, u32),
        numbers: &[f32],
        Moments { means, squares, steps }: &Moments,
    ) -> anyhow::Result<()> {
        let mut bytes = format!("{MAGIC}{passes} {steps} {heading}\n").into_bytes();
        for number in [numbers, means, squares].into_iter().flatten() {
            bytes.extend(number.to_le_bytes());
        }
        write_whole(path, &bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_was_written_is_read() {
        let path = std::env::temp_dir().join(format!("tengen-checkpoint-{}", std::process::id()));
        let moments = Moments { means: vec![1.0, 2.0], squares: vec![0.5, 0.25], steps: 7 };
        Checkpoint::write(&path, ("a b=c", 2), &[3.0, -4.0], &moments).unwrap();
        let known = Checkpoint::read(&path, 2).unwrap().unwrap();
        assert_eq!((known.heading.as_str(), known.passes, known.moments.steps), ("a b=c", 2, 7));
        assert_eq!((known.numbers, known.moments.squares), (vec![3.0, -4.0], vec![0.5, 0.25]));
        assert!(Checkpoint::read(&path, 3).is_err());
        fs::write(&path, "nonsense\n").unwrap();
        assert!(Checkpoint::read(&path, 2).is_err());
        fs::remove_file(&path).unwrap();
        assert!(Checkpoint::read(&path, 2).unwrap().is_none());
    }
}
