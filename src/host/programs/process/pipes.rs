//! The ends of a program's pipes, each on a thread of its own.

use std::io::{BufReader, Read, Write};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use crate::cli::lines::{CutLine, LineCutter};

/// A line that a program wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// The line without its end (LF or CR LF); bytes that are no UTF-8 are replaced.
    pub text: String,
    /// When it arrived.
    pub at: Instant,
}

/// Longest line that is kept, in bytes; the rest of it is dropped.
const LINE_BYTES: usize = 1 << 16;

/// The moment at which writing began; empty until then.
pub type Receipt = Arc<OnceLock<Instant>>;

/// Writes what comes until nothing can come or the reader is gone.
///
/// Receipts say when writing began: no answer can be earlier, and a program that
/// does not read does not stop its clock.
pub(super) fn write(mut pipe: impl Write, to_write: &Receiver<(Vec<u8>, Receipt)>) {
    while let Ok(first) = to_write.recv() {
        let mut bytes = Vec::new();
        // What has piled up goes out in one piece.
        for (more, receipt) in std::iter::once(first).chain(to_write.try_iter()) {
            bytes.extend(more);
            receipt.get_or_init(Instant::now);
        }
        if pipe.write_all(&bytes).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

/// Gives every line to `take` until the end, or until it wants no more.
pub(super) fn read(pipe: impl Read, mut take: impl FnMut(Heard) -> bool) {
    let mut reader = BufReader::new(pipe);
    let mut cutter = LineCutter::new(LINE_BYTES);
    // A pipe that cannot be read has ended for us.
    while let Ok(Some(CutLine { bytes, .. })) = cutter.read(&mut reader) {
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(&bytes);
        let text = String::from_utf8_lossy(bytes).into_owned();
        if !take(Heard { text, at: Instant::now() }) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut found = Vec::new();
        read(bytes, |line| {
            found.push(line.text);
            true
        });
        found
    }

    #[test]
    fn lines_lose_their_ends_and_nothing_else() {
        assert_eq!(lines(b""), Vec::<String>::new());
        assert_eq!(lines(b"a\r\n\n b \xff\nc"), ["a", "", " b \u{fffd}", "c"]);
    }

    #[test]
    fn endless_lines_are_cut() {
        let mut bytes = vec![b'x'; LINE_BYTES + 10_000];
        bytes.extend_from_slice(b"\nshort\n");
        let found = lines(&bytes);
        assert_eq!((found[0].len(), found[1].as_str()), (LINE_BYTES, "short"));
    }

    #[test]
    fn whatever_is_written_gets_its_receipt() {
        let (sender, to_write) = std::sync::mpsc::channel();
        let receipts: [Receipt; 2] = Default::default();
        for (bytes, receipt) in [b"a\n", b"b\n"].into_iter().zip(&receipts) {
            sender.send((bytes.to_vec(), Arc::clone(receipt))).unwrap();
        }
        assert!(receipts.iter().all(|receipt| receipt.get().is_none()));
        drop(sender);
        let (mut pipe, before) = (Vec::new(), Instant::now());
        write(&mut pipe, &to_write);
        assert_eq!(pipe, b"a\nb\n");
        let stamps = receipts.map(|receipt| *receipt.get().unwrap());
        assert!(before <= stamps[0] && stamps[0] <= stamps[1]);
    }

    #[test]
    fn who_wants_no_more_is_left_alone() {
        let mut count = 0;
        read(&b"a\nb\nc\n"[..], |_| {
            count += 1;
            count < 2
        });
        assert_eq!(count, 2);
    }
}
