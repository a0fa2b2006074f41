//! The log: off at start, on by `RUST_LOG`, `--log-file` or the option `LogFile`.
//!
//! Each record is one line, written in one piece, so that threads and processes that log
//! into the same file do not tear each other's lines.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::{env, process};

use anyhow::Context;
use env_logger::fmt::Formatter;
use log::{LevelFilter, Record};

use tengen_engine::game::problem::shown;
use tengen_engine::session::message::Problem;

use super::failure::Failure;
use super::line_log::LINES;

/// Longest text of a record, in characters; what is cut is counted.
const LONGEST: usize = 4096;

/// The variable that says what is logged.
const FILTER: &str = "RUST_LOG";

/// Where the log goes now. The logger of a process cannot be replaced, but what
/// it writes to can.
#[derive(Debug)]
pub(crate) struct Log {
    sink: Arc<Mutex<Sink>>,
    /// What the logger lets through while there is a place to write.
    level: LevelFilter,
    /// The file of the command line, where the log goes unless it is told otherwise.
    first_file: Option<PathBuf>,
    /// Whether the log goes to standard error when there is no file.
    uses_stderr: AtomicBool,
}

#[derive(Debug)]
enum Sink {
    Nowhere,
    Stderr,
    File(File),
}

impl Log {
    /// Installs the logger.
    pub(crate) fn start(file: Option<&Path>) -> Result<Log, Failure> {
        let filter = filter();
        let mut builder = env_logger::Builder::new();
        match &filter {
            Some(filter) => builder.parse_filters(filter),
            None => builder.filter_level(LevelFilter::Debug),
        };
        let sink = Arc::new(Mutex::new(Sink::Nowhere));
        let logger = builder
            .format(write_record)
            .write_style(env_logger::WriteStyle::Never)
            .target(env_logger::Target::Pipe(Box::new(Shared(Arc::clone(&sink)))))
            .build();
        let log = Log {
            sink,
            level: logger.filter(),
            first_file: file.map(Path::to_owned),
            uses_stderr: AtomicBool::new(filter.is_some()),
        };
        log::set_boxed_logger(Box::new(logger)).context("the log is already started")?;
        log.redirect("").map_err(|problem| {
            Failure::Usage(Problem { what: "--log-file".to_owned(), ..problem }.to_string())
        })?;
        Ok(log)
    }

    /// Sends the log to a file, or back to where it went at first if `path` is empty.
    pub(crate) fn redirect(&self, path: &str) -> Result<(), Problem> {
        let file = if path.is_empty() { self.first_file.as_deref() } else { Some(Path::new(path)) };
        self.use_sink(match file {
            Some(file) => Sink::File(open(file).map_err(|error| {
                let expected = format!("a file to append to ({error})");
                Problem::new("setoption LogFile", file.display().to_string(), expected)
            })?),
            None if self.uses_stderr.load(Ordering::Relaxed) => Sink::Stderr,
            None => Sink::Nowhere,
        });
        Ok(())
    }

    /// Writes nothing to standard error from now on.
    pub(crate) fn keep_off_stderr(&self) {
        self.uses_stderr.store(false, Ordering::Relaxed);
        let is_loud =
            matches!(*self.sink.lock().unwrap_or_else(PoisonError::into_inner), Sink::Stderr);
        if is_loud {
            self.use_sink(Sink::Nowhere);
        }
    }

    fn use_sink(&self, sink: Sink) {
        log::set_max_level(match sink {
            Sink::Nowhere => LevelFilter::Off,
            Sink::Stderr | Sink::File(_) => self.level,
        });
        *self.sink.lock().unwrap_or_else(PoisonError::into_inner) = sink;
    }
}

/// What the environment says is to be logged.
fn filter() -> Option<String> {
    env::var(FILTER).ok().filter(|filter| !filter.is_empty())
}

/// The variable for programs that we host, and its value: ours, but without the lines, which
/// we have ourselves. `None` where the environment says nothing.
pub(crate) fn filter_for_programs() -> Option<(&'static str, String)> {
    filter().map(|filter| (FILTER, without_lines(&filter)))
}

/// A filter that leaves out the lines of conversations; behind a slash there may be a word
/// that records must contain.
fn without_lines(filter: &str) -> String {
    let (levels, word) = filter.split_at(filter.find('/').unwrap_or(filter.len()));
    format!("{levels},{LINES}=off{word}")
}

/// Writes a record as one line: when, which process, how important, from where, and what.
fn write_record(buffer: &mut Formatter, record: &Record<'_>) -> io::Result<()> {
    let (time, id) = (buffer.timestamp_millis(), process::id());
    let text = one_line(&record.args().to_string());
    writeln!(buffer, "[{time} {id} {:<5} {}] {text}", record.level(), record.target())
}

/// Text without line ends and other control characters, and not too long.
fn one_line(text: &str) -> String {
    let mut line = shown(text, LONGEST);
    if text.chars().nth(LONGEST).is_some() {
        // Writing to a string cannot fail.
        let _ = write!(line, "… ({} bytes)", text.len());
    }
    line
}

/// Opens a file to append to. A pipe without a reader would keep us for ever; what is lent to
/// the program under `/dev`, as its own standard error, is open already.
fn open(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    if !path.starts_with("/dev")
        && path.metadata().is_ok_and(|found| {
            use std::os::unix::fs::FileTypeExt;
            found.file_type().is_fifo()
        })
    {
        return Err(io::Error::other("a pipe"));
    }
    OpenOptions::new().create(true).append(true).open(path)
}

/// The logger's end of the pipe.
struct Shared(Arc<Mutex<Sink>>);

impl Write for Shared {
    /// Writes all of it before anything else is written.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Sink::Nowhere => {}
            Sink::Stderr => io::stderr().lock().write_all(bytes)?,
            Sink::File(file) => file.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Sink::Nowhere => Ok(()),
            Sink::Stderr => io::stderr().flush(),
            Sink::File(file) => file.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_one_line_of_bounded_length() {
        assert_eq!(one_line("go\tdepth 4\n\u{1b}[2J ö \"x\""), "go\\tdepth 4\\n\\u{1b}[2J ö \"x\"");
        let long = one_line(&"\u{1b}".repeat(100_000));
        assert!(
            long.chars().count() < LONGEST + 30 && long.ends_with("… (100000 bytes)"),
            "{long}"
        );
        assert_eq!(one_line(&"x".repeat(LONGEST)).len(), LONGEST);
    }

    #[test]
    fn programs_do_not_repeat_their_lines() {
        assert_eq!(without_lines("debug"), "debug,tengen::lines=off");
        assert_eq!(without_lines("info,a=trace/go"), "info,a=trace,tengen::lines=off/go");
    }
}
