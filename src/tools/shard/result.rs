//! Files of results: a line that says what they hold, then the bytes of the tool.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::contract::Shard;
use tengen_host::cli::digest;
use tengen_host::cli::files::open_regular;

/// The version of the files.
const VERSION: u32 = 1;
/// Longest first line that is believed, in bytes.
const LONGEST_HEAD: u64 = 1 << 16;

/// The first line of a result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    /// The version of the file.
    pub result: u32,
    /// The name of the shard.
    pub id: String,
    /// The digest of its plan.
    pub plan: String,
    /// The digest of its line.
    pub shard: String,
    /// The digest of the program that did it.
    pub tengen: String,
    /// The machine that did it.
    pub host: String,
    /// How long it took.
    pub seconds: f64,
    /// Length of what follows.
    pub bytes: u64,
    /// The digest of what follows.
    pub sha256: String,
}

/// A result that does not count.
#[derive(Debug, Error)]
pub(super) enum ResultError {
    /// There is no result.
    #[error("there is no result yet")]
    Missing,
    /// A copy that broke off, or a disk that forgot something.
    #[error("torn ({0}): expected the whole file that tengen shard run writes")]
    Torn(String),
    /// The result is that of another shard, plan, version or build.
    #[error("foreign: {name} {found}: expected {expected}")]
    Foreign { name: &'static str, found: String, expected: String },
    /// The system does not let us.
    #[error("{0}: expected a file that can be read")]
    System(io::Error),
}

impl From<io::Error> for ResultError {
    fn from(error: io::Error) -> ResultError {
        match error.kind() {
            io::ErrorKind::NotFound => ResultError::Missing,
            _ => ResultError::System(error),
        }
    }
}

/// A result that fits its shard, before its first byte.
pub(super) struct ResultFile {
    pub head: Head,
    reader: BufReader<File>,
    /// Where the bytes of the tool begin.
    start: u64,
}

impl ResultFile {
    /// Opens the result of a shard in a folder. The bytes are not looked at.
    ///
    /// # Errors
    /// When it is missing, torn, or that of something else.
    pub fn open(folder: &Path, shard: &Shard) -> Result<ResultFile, ResultError> {
        let file = open_regular(&folder.join(&shard.result))?;
        let length = file.metadata()?.len();
        let mut reader = BufReader::new(file);
        let torn = |what: &str| ResultError::Torn(what.to_owned());
        let mut line = Vec::new();
        reader.by_ref().take(LONGEST_HEAD).read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            return Err(torn("its first line does not end"));
        }
        let head: Head = serde_json::from_slice(&line)
            .map_err(|error| ResultError::Torn(format!("its first line: {error}")))?;
        let result = ResultFile { head, reader, start: line.len() as u64 };
        result.is_of(shard)?;
        if length.checked_sub(result.start) != Some(result.head.bytes) {
            let found = length.saturating_sub(result.start);
            let expected = result.head.bytes;
            return Err(ResultError::Torn(format!("{found} of {expected} bytes")));
        }
        Ok(result)
    }

    /// As [`ResultFile::open`], but compares the digest of all bytes and goes back before them.
    ///
    /// # Errors
    /// As [`ResultFile::open`].
    pub fn open_checked(folder: &Path, shard: &Shard) -> Result<ResultFile, ResultError> {
        let mut result = ResultFile::open(folder, shard)?;
        let (found, _) = digest::of_stream(&mut result.reader)?;
        if found != result.head.sha256 {
            return Err(ResultError::Torn(format!("its digest is {found}")));
        }
        result.rewind()?;
        Ok(result)
    }

    /// Back before the first byte.
    ///
    /// # Errors
    /// When the system does not let us.
    pub fn rewind(&mut self) -> io::Result<()> {
        self.reader.seek(SeekFrom::Start(self.start)).map(drop)
    }

    /// Refuses the result of another shard.
    fn is_of(&self, shard: &Shard) -> Result<(), ResultError> {
        let Head { result, id, plan, shard: line, tengen, .. } = &self.head;
        let builds = shard.common.tengen.sha256.join(" or ");
        let rows = [
            ("version", &result.to_string(), &VERSION.to_string()),
            ("id", id, &shard.id),
            ("plan", plan, &shard.plan),
            ("shard", line, &shard.digest),
        ];
        for (name, found, expected) in rows {
            if found != expected {
                let (found, expected) = (found.clone(), expected.clone());
                return Err(ResultError::Foreign { name, found, expected });
            }
        }
        if !shard.common.tengen.sha256.contains(tengen) {
            let found = tengen.clone();
            return Err(ResultError::Foreign { name: "build", found, expected: builds });
        }
        Ok(())
    }
}

impl Read for ResultFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer)
    }
}

impl BufRead for ResultFile {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.reader.consume(count);
    }
}

/// Writes a result: the head, then the bytes of the tool, which are in `payload`. All of
/// it is on the disk afterwards.
///
/// # Errors
/// When something cannot be read or written.
pub(super) fn write(
    path: &Path,
    shard: &Shard,
    tengen: &str,
    seconds: f64,
    payload: &Path,
) -> io::Result<()> {
    let mut payload = File::open(payload)?;
    let (sha256, bytes) = digest::of_stream(&mut payload)?;
    let head = Head {
        result: VERSION,
        id: shard.id.clone(),
        plan: shard.plan.clone(),
        shard: shard.digest.clone(),
        tengen: tengen.to_owned(),
        host: host(),
        seconds: (seconds * 1000.0).round() / 1000.0,
        bytes,
        sha256,
    };
    let mut file = File::create(path)?;
    let mut line = serde_json::to_vec(&head)?;
    line.push(b'\n');
    file.write_all(&line)?;
    payload.rewind()?;
    if io::copy(&mut payload, &mut file)? != bytes {
        return Err(io::Error::other("the result changed while it was copied"));
    }
    file.sync_all()
}

/// The name of this machine.
#[cfg(unix)]
pub(super) fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// The name of this machine.
#[cfg(not(unix))]
pub(super) fn host() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_else(|_| "unknown".to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::contract::tests::shard;
    use super::*;

    /// A folder of its own that goes away again.
    struct Folder(std::path::PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let name = format!("tengen-result-{name}-{}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            fs::create_dir_all(&folder).unwrap();
            Folder(folder)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn results_are_believed_whole_or_not_at_all() {
        let folder = Folder::new("whole");
        let shard = shard(9, 4, 2);
        let error = |shard: &Shard| match ResultFile::open_checked(&folder.0, shard) {
            Ok(_) => "believed".to_owned(),
            Err(error) => error.to_string(),
        };
        assert_eq!(error(&shard), "there is no result yet");
        let payload = folder.0.join("payload");
        fs::write(&payload, "a1: 5\n").unwrap();
        let path = folder.0.join(&shard.result);
        let build = &shard.common.tengen.sha256[0];
        write(&path, &shard, build, 1.5, &payload).unwrap();
        let mut result = ResultFile::open_checked(&folder.0, &shard).unwrap();
        let mut text = String::new();
        result.read_to_string(&mut text).unwrap();
        assert_eq!((text.as_str(), result.head.seconds), ("a1: 5\n", 1.5));

        let whole = fs::read(&path).unwrap();
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            assert!(error(&shard).starts_with("torn ("), "{length}: {}", error(&shard));
        }
        // A length that nothing can have.
        let text = String::from_utf8(whole.clone()).unwrap();
        fs::write(&path, text.replace("\"bytes\":6", &format!("\"bytes\":{}", u64::MAX))).unwrap();
        assert!(error(&shard).starts_with("torn (6 of 18446744073709551615"), "{}", error(&shard));
        let mut longer = whole.clone();
        longer.push(b'\n');
        fs::write(&path, longer).unwrap();
        assert!(error(&shard).starts_with("torn ("));
        let mut other = whole.clone();
        let last = other.len() - 2;
        other[last] ^= 1;
        fs::write(&path, other).unwrap();
        assert!(error(&shard).starts_with("torn (its digest is "), "{}", error(&shard));
    }

    #[test]
    fn results_of_others_are_refused() {
        let folder = Folder::new("others");
        let here = shard(9, 4, 2);
        let payload = folder.0.join("payload");
        fs::write(&payload, "").unwrap();
        let path = folder.0.join(&here.result);
        let build = here.common.tengen.sha256[0].clone();
        let other_build = "cd".repeat(32);
        for (there, build, complaint) in [
            (shard(9, 4, 3), &build, "foreign: id perft-"),
            (shard(9, 3, 2), &build, "foreign: id perft-"),
            (here.clone(), &other_build, "foreign: build cdcd"),
        ] {
            write(&path, &there, build, 0.0, &payload).unwrap();
            let error = ResultFile::open(&folder.0, &here).err().unwrap().to_string();
            assert!(error.starts_with(complaint), "{error}");
        }
    }
}
