//! Files with a proof, packed or not.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Instant;

use flate2::read::MultiGzDecoder;

use tengen_engine::proof::{self, FileError, Proof};

use super::input::spawn;
use super::lines::STREAM;

/// The first byte of what gzip has packed, which no proof begins with.
const PACKED: u8 = 0x1f;

/// The proof in a file, which is packed if its name ends in `.gz`; `-` is standard input, packed
/// or not.
///
/// # Errors
/// When there is no such file, or it holds no proof.
pub fn read(name: &Path) -> Result<Proof, FileError> {
    read_within(name, None)
}

/// As [`read`], but gives up at `deadline`. A thread of its own reads: a pipe may bring nothing at
/// all.
///
/// # Errors
/// As [`read`], and of the kind `TimedOut` when the time is over.
pub fn read_until(name: &Path, deadline: Option<Instant>) -> Result<Proof, FileError> {
    let Some(end) = deadline else { return read(name) };
    let (sender, receiver) = mpsc::sync_channel(1);
    let path = PathBuf::from(name);
    spawn("reader", move || {
        // After the deadline the receiver is gone.
        let _ = sender.send(read_within(&path, deadline));
    })?;
    match receiver.recv_timeout(end.saturating_duration_since(Instant::now())) {
        Ok(read) => read,
        Err(RecvTimeoutError::Timeout) => Err(io::Error::from(io::ErrorKind::TimedOut).into()),
        Err(RecvTimeoutError::Disconnected) => Err(io::Error::other("its reader broke").into()),
    }
}

fn read_within(name: &Path, deadline: Option<Instant>) -> Result<Proof, FileError> {
    let timed = |input| BufReader::new(Timed { input, deadline });
    let (mut file, is_packed) = if name.as_os_str() == STREAM {
        let mut stream = timed(Box::new(io::stdin()) as Box<dyn Read>);
        let is_packed = stream.fill_buf()?.first() == Some(&PACKED);
        (stream, is_packed)
    } else {
        let is_packed = name.extension().is_some_and(|extension| extension == "gz");
        (timed(Box::new(File::open(name)?)), is_packed)
    };
    if is_packed {
        // A few packed bytes may be very many.
        let input = Timed { input: MultiGzDecoder::new(file), deadline };
        proof::read(&mut BufReader::new(input))
    } else {
        proof::read(&mut file)
    }
}

/// A reader that fails after `deadline`.
struct Timed<R> {
    input: R,
    deadline: Option<Instant>,
}

impl<R: Read> Read for Timed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.input.read(buffer)
    }
}
