//! The log: off at start, on by `RUST_LOG`, `--log-file` or the option `LogFile`.

use std::env;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use log::LevelFilter;

use tengen_engine::session::message::Problem;

use super::failure::Failure;

/// Target of the log for every line in and out.
pub(crate) const LINES: &str = "tengen::lines";

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
        let filter = env::var("RUST_LOG").ok().filter(|filter| !filter.is_empty());
        let mut builder = env_logger::Builder::new();
        match &filter {
            Some(filter) => builder.parse_filters(filter),
            None => builder.filter_level(LevelFilter::Debug),
        };
        let sink = Arc::new(Mutex::new(Sink::Nowhere));
        let logger = builder
            .format_timestamp_millis()
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

fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).open(path)
}

/// The logger's end of the pipe.
struct Shared(Arc<Mutex<Sink>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Sink::Nowhere => Ok(bytes.len()),
            Sink::Stderr => io::stderr().write(bytes),
            Sink::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Sink::Nowhere => Ok(()),
            Sink::Stderr => io::stderr().flush(),
            Sink::File(file) => file.flush(),
        }
    }
}
