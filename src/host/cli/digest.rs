//! Digests of files and texts: SHA-256, as 64 hexadecimal digits.

use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::files::open_regular;

/// Bytes that are read at once.
const CHUNK: usize = 1 << 17;

/// Bytes on their way, and their digest.
#[derive(Default)]
pub struct Digester(Sha256);

impl Digester {
    /// Takes further bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The digest of all the bytes that were added.
    pub fn finish(self) -> String {
        let mut text = String::with_capacity(64);
        for byte in self.0.finalize() {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        text
    }
}

/// A stream out, and the digest of all that was written to it.
pub struct DigestWriter<W> {
    out: W,
    digester: Digester,
}

impl<W: Write> DigestWriter<W> {
    /// A writer to which nothing was written so far.
    pub fn new(out: W) -> DigestWriter<W> {
        DigestWriter { out, digester: Digester::default() }
    }

    /// The stream, and the digest.
    pub fn finish(self) -> (W, String) {
        (self.out, self.digester.finish())
    }
}

impl<W: Write> Write for DigestWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.digester.add(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The digest of bytes.
pub fn of_bytes(bytes: &[u8]) -> String {
    let mut digester = Digester::default();
    digester.add(bytes);
    digester.finish()
}

/// The digest of all that `input` still holds, and the number of its bytes.
///
/// # Errors
/// When the stream cannot be read.
pub fn of_stream(mut input: impl Read) -> io::Result<(String, u64)> {
    let mut digester = Digester::default();
    let mut chunk = vec![0; CHUNK];
    let mut length = 0;
    loop {
        match input.read(&mut chunk) {
            Ok(0) => return Ok((digester.finish(), length)),
            Ok(count) => {
                digester.add(&chunk[..count]);
                length += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// The digest of a file.
///
/// # Errors
/// When the file cannot be read.
pub fn of_file(path: &Path) -> io::Result<String> {
    Ok(of_stream(open_regular(path)?)?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of FIPS 180-4.
    #[test]
    fn digests_are_those_of_the_standard() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(of_bytes(b"abc"), expected);
        assert_eq!(of_stream(&b"abc"[..]).unwrap(), (expected.to_owned(), 3));
    }
}
