//! The log: off at start, on by `RUST_LOG`, `--log-file` or the option `LogFile`.
//!
//! Each record is one line, written in one piece, so that threads and processes that log
//! into the same file do not tear each other's lines. The server has them written by a thread
//! of its own: what takes no more for a while keeps no conversation waiting.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{env, process, thread};

use anyhow::Context;
use env_logger::fmt::Formatter;
use log::{LevelFilter, Record};

use tengen_engine::game::problem::shown;
use tengen_engine::session::message::Problem;

use super::failure::Failure;
use tengen_games::line_log::LINES;

/// Longest text of a record, in characters; what is cut is counted.
const LONGEST: usize = 4096;

/// Bytes of records that wait for the thread that writes them; more are left out, which is said.
const WAITING_BYTES: usize = 4 << 20;

/// How long the end waits for records that are not written yet.
const FAREWELL: Duration = Duration::from_secs(1);

/// The variable that says what is logged.
const FILTER: &str = "RUST_LOG";

/// Where the log goes now. The logger of a process cannot be replaced, but what
/// it writes to can.
#[derive(Debug)]
pub struct Log {
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
    /// The way to the thread that writes to a file or to standard error.
    Behind(Behind),
}

/// The way to a thread that writes records.
#[derive(Debug)]
struct Behind {
    records: Sender<Vec<u8>>,
    /// Bytes that are not written yet.
    waiting: Arc<AtomicUsize>,
    /// The time and process of the first record that did not fit, and how many did not fit.
    left_out: Option<(Vec<u8>, u64)>,
}

impl Behind {
    /// Leaves a record with the thread, if it fits.
    fn put(&mut self, record: &[u8]) {
        if self.waiting.load(Ordering::Relaxed) + record.len() > WAITING_BYTES {
            let first = || (head(record).to_owned(), 0);
            self.left_out.get_or_insert_with(first).1 += 1;
            return;
        }
        self.tell_left_out();
        self.send(record.to_owned());
    }

    /// Writes a record about the records that were left out, at the place where they are missing.
    fn tell_left_out(&mut self) {
        if let Some((mut record, count)) = self.left_out.take() {
            let text = format!("WARN  {}] left out: {count} records\n", module_path!());
            record.extend_from_slice(text.as_bytes());
            self.send(record);
        }
    }

    fn send(&self, record: Vec<u8>) {
        self.waiting.fetch_add(record.len(), Ordering::Relaxed);
        // The thread is gone only when the program ends.
        let _ = self.records.send(record);
    }
}

/// When a record was made and by which process: its first two words.
fn head(record: &[u8]) -> &[u8] {
    let mut words = record.split_inclusive(|byte| *byte == b' ');
    let length = words.by_ref().take(2).map(<[u8]>::len).sum();
    &record[..length]
}

/// Records that a thread writes, until this is dropped: then the rest is written.
#[derive(Debug)]
pub struct WriteBehind {
    sink: Arc<Mutex<Sink>>,
    /// The channel that ends with the thread.
    writing: Receiver<()>,
}

impl Drop for WriteBehind {
    fn drop(&mut self) {
        let mut place = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        if let Sink::Behind(mut behind) = std::mem::replace(&mut *place, Sink::Nowhere) {
            behind.tell_left_out();
        }
        drop(place);
        // A file or pipe that takes no more does not keep the program.
        let _ = self.writing.recv_timeout(FAREWELL);
    }
}

impl Log {
    /// Installs the logger.
    pub fn start(file: Option<&Path>) -> Result<Log, Failure> {
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
    pub fn redirect(&self, path: &str) -> Result<(), Problem> {
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
    pub fn keep_off_stderr(&self) {
        self.uses_stderr.store(false, Ordering::Relaxed);
        let is_loud =
            matches!(*self.sink.lock().unwrap_or_else(PoisonError::into_inner), Sink::Stderr);
        if is_loud {
            self.use_sink(Sink::Nowhere);
        }
    }

    /// Has a thread write all records from now on, so that logging never waits.
    ///
    /// # Errors
    /// When the system has no thread for it.
    pub fn write_behind(&self) -> io::Result<WriteBehind> {
        write_behind(&self.sink)
    }

    fn use_sink(&self, sink: Sink) {
        log::set_max_level(match sink {
            Sink::Nowhere => LevelFilter::Off,
            Sink::Stderr | Sink::File(_) | Sink::Behind(_) => self.level,
        });
        *self.sink.lock().unwrap_or_else(PoisonError::into_inner) = sink;
    }
}

/// Has a thread write what goes to `sink`.
fn write_behind(sink: &Arc<Mutex<Sink>>) -> io::Result<WriteBehind> {
    let (records, queue) = mpsc::channel::<Vec<u8>>();
    let (done, writing) = mpsc::channel();
    let bytes = Arc::<AtomicUsize>::default();
    let behind = Behind { records, waiting: Arc::clone(&bytes), left_out: None };
    let mut place = sink.lock().unwrap_or_else(PoisonError::into_inner);
    let mut real = std::mem::replace(&mut *place, Sink::Behind(behind));
    drop(place);
    let write = move || {
        for record in queue {
            // Without a place to write to, an error cannot be told either.
            let _ = real.write(&record);
            bytes.fetch_sub(record.len(), Ordering::Relaxed);
        }
        drop(done);
    };
    thread::Builder::new().name("log".to_owned()).spawn(write)?;
    Ok(WriteBehind { sink: Arc::clone(sink), writing })
}

/// What the environment says is to be logged.
fn filter() -> Option<String> {
    env::var(FILTER).ok().filter(|filter| !filter.is_empty())
}

/// The variable `RUST_LOG` for programs that we host, and its value: our filter, but without the
/// lines of conversations, which we log ourselves. `None` where our environment has no filter.
pub fn filter_for_programs() -> Option<(&'static str, String)> {
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

/// Opens a file to append to. A pipe without a reader would keep us for ever; files under `/dev`
/// that are lent to the program, such as its own standard error, are open already.
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

impl Sink {
    /// Writes a record, or leaves it with the thread that writes; one that does not fit there is
    /// left out.
    fn write(&mut self, record: &[u8]) -> io::Result<()> {
        match self {
            Sink::Nowhere => Ok(()),
            Sink::Stderr => io::stderr().lock().write_all(record),
            Sink::File(file) => file.write_all(record),
            Sink::Behind(behind) => {
                behind.put(record);
                Ok(())
            }
        }
    }
}

/// The logger's end of the pipe.
struct Shared(Arc<Mutex<Sink>>);

impl Write for Shared {
    /// Writes all of a record before anything else is written.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Sink::Nowhere | Sink::Behind(_) => Ok(()),
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

    #[cfg(unix)]
    #[test]
    fn a_place_that_takes_no_more_keeps_nothing_waiting() {
        use std::io::Read as _;
        use std::os::fd::OwnedFd;

        let (mut reader, writer) = io::pipe().unwrap();
        let sink = Arc::new(Mutex::new(Sink::File(File::from(OwnedFd::from(writer)))));
        let mut logger = Shared(Arc::clone(&sink));
        let behind = write_behind(&sink).unwrap();
        let sent = 2 * WAITING_BYTES / 100;
        for number in 0..sent {
            // A pipe has room for far less, and is not read yet.
            logger.write_all(format!("[now 7 INFO  x] {number:0100}\n").as_bytes()).unwrap();
        }
        let read = thread::spawn(move || {
            let mut text = String::new();
            reader.read_to_string(&mut text).unwrap();
            text
        });
        drop(behind);
        drop((sink, logger));
        let text = read.join().unwrap();
        let count = |line: &str| -> u64 {
            match line.split_once("] left out: ") {
                Some((head, rest)) => {
                    assert_eq!(head, "[now 7 WARN  tengen_host::cli::logging");
                    rest.strip_suffix(" records").unwrap().parse().unwrap()
                }
                None => 1,
            }
        };
        assert_eq!(text.lines().map(count).sum::<u64>(), sent as u64);
        assert!(text.lines().count() < sent && text.len() >= WAITING_BYTES - 200);
    }

    #[test]
    fn programs_do_not_repeat_their_lines() {
        assert_eq!(without_lines("debug"), "debug,tengen::lines=off");
        assert_eq!(without_lines("info,a=trace/go"), "info,a=trace,tengen::lines=off/go");
    }
}
