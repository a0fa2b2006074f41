//! Opens a stream of bytes, cuts it into lines, and keeps no more of a line than is allowed.
//!
//! The cutter is fed with chunks, so that blocking readers and those of a runtime share it.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::Context;

/// The name that means standard input or standard output.
pub const STREAM: &str = "-";
/// The name of standard input in messages.
pub const STDIN: &str = "standard input";

/// Opens a file, or standard input for `-`; gives its name for messages, too.
///
/// # Errors
/// When the file cannot be opened; the error says that `expected` was expected.
pub fn open(path: &Path, expected: &str) -> anyhow::Result<(String, Box<dyn BufRead + Send>)> {
    if path == Path::new(STREAM) {
        return Ok((STDIN.to_owned(), Box::new(BufReader::new(io::stdin()))));
    }
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| format!("{name}: expected {expected}"))?;
    Ok((name, Box::new(BufReader::new(file))))
}

/// A line without its line feed.
#[derive(Debug, PartialEq, Eq)]
pub struct CutLine {
    /// As much of the line as is kept.
    pub bytes: Vec<u8>,
    /// Whether the line was longer than what is kept.
    pub is_cut: bool,
}

/// The line that is being read.
#[derive(Debug)]
pub struct LineCutter {
    longest: usize,
    line: Vec<u8>,
    is_cut: bool,
    has_begun: bool,
}

impl LineCutter {
    /// A cutter that keeps at most `longest` bytes of a line.
    pub fn new(longest: usize) -> LineCutter {
        LineCutter { longest, line: Vec::new(), is_cut: false, has_begun: false }
    }

    /// Takes a chunk of the stream, up to the end of the line; an empty chunk is the
    /// end of the stream. Gives the number of bytes taken, and the line that ended.
    pub fn feed(&mut self, chunk: &[u8]) -> (usize, Option<CutLine>) {
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let piece = &chunk[..end.unwrap_or(chunk.len())];
        let kept = piece.len().min(self.longest - self.line.len());
        self.line.extend_from_slice(&piece[..kept]);
        self.is_cut |= kept < piece.len();
        self.has_begun |= !chunk.is_empty();
        let is_over = self.has_begun && (end.is_some() || chunk.is_empty());
        (piece.len() + usize::from(end.is_some()), is_over.then(|| self.take()))
    }

    fn take(&mut self) -> CutLine {
        self.has_begun = false;
        CutLine { bytes: std::mem::take(&mut self.line), is_cut: std::mem::take(&mut self.is_cut) }
    }

    /// Reads on until a line ends; `None` at the end of the stream.
    ///
    /// # Errors
    /// When the stream cannot be read.
    pub fn read(&mut self, reader: &mut impl BufRead) -> io::Result<Option<CutLine>> {
        loop {
            let chunk = match reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let is_end = chunk.is_empty();
            let (used, line) = self.feed(chunk);
            reader.consume(used);
            if line.is_some() || is_end {
                return Ok(line);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONGEST: usize = 100;

    fn lines(bytes: &[u8]) -> Vec<(usize, bool)> {
        // A tiny buffer, so that lines span several chunks.
        let mut reader = io::BufReader::with_capacity(7, bytes);
        let mut cutter = LineCutter::new(LONGEST);
        std::iter::from_fn(|| cutter.read(&mut reader).unwrap())
            .map(|line| (line.bytes.len(), line.is_cut))
            .collect()
    }

    #[test]
    fn lines_end_with_a_feed_or_the_stream() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"uci\n\nisready"), [(3, false), (0, false), (7, false)]);
        assert_eq!(lines(b"go depth 10\r\nquit\n"), [(12, false), (4, false)]);
    }

    #[test]
    fn long_lines_are_cut_not_split() {
        let mut bytes = vec![b'a'; LONGEST];
        assert_eq!(lines(&bytes), [(LONGEST, false)]);
        bytes.extend_from_slice(b"aaaaaaaaaaaa\nuci\n");
        assert_eq!(lines(&bytes), [(LONGEST, true), (3, false)]);
    }
}
