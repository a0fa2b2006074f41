//! The lines of conversations in the log, each with the number of its conversation.

use std::fmt::Display;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use log::Level;

use tengen_engine::control::{LogEntry, THOUGHTS};
use tengen_engine::protocol::log_line;
use tengen_engine::session::options::Options;

/// Target of the log for the lines of conversations.
pub const LINES: &str = "tengen::lines";

/// A conversation with an engine in the log. The conversation gets its number with its first line
/// in the log, so that one that is not logged costs nothing. Clones are the same conversation.
#[derive(Clone, Debug)]
pub struct LineLog(Arc<LoggedConversation>);

#[derive(Debug)]
struct LoggedConversation {
    /// The name of the other side, for people to read.
    partner: String,
    number: OnceLock<u64>,
}

impl LineLog {
    /// A conversation that begins.
    pub fn new(partner: impl Into<String>) -> LineLog {
        LineLog(Arc::new(LoggedConversation { partner: partner.into(), number: OnceLock::new() }))
    }

    /// Whether the log takes lines of conversations.
    fn is_on() -> bool {
        log::log_enabled!(target: LINES, Level::Info)
    }

    /// Logs a line that went to the engine.
    pub fn sent(&self, line: &str) {
        self.line('>', &line);
    }

    /// Logs lines that went to the engine, each with its end.
    pub fn sent_bytes(&self, bytes: &[u8]) {
        if LineLog::is_on() {
            for line in String::from_utf8_lossy(bytes).lines() {
                self.sent(line);
            }
        }
    }

    /// Logs a line that came from the engine.
    pub fn received(&self, line: &str) {
        self.line('<', &line);
    }

    /// Logs a line that the engine wrote to standard error.
    pub fn complained(&self, line: &str) {
        self.line('!', &line);
    }

    /// Logs something that happened to the conversation.
    pub fn happened(&self, what: impl Display) {
        self.line('#', &what);
    }

    /// Logs what the engine or its session tells.
    pub fn thought(&self, entry: &LogEntry, options: &Options) {
        self.told(entry.level(), || log_line(entry, options));
    }

    /// Logs what the engine or its session tells, in words that are only made where the log takes
    /// them.
    pub fn told(&self, level: Level, text: impl FnOnce() -> String) {
        if log::log_enabled!(target: THOUGHTS, level) {
            log::log!(target: THOUGHTS, level, "{} # {}", self.0.number(), text());
        }
    }

    fn line(&self, sign: char, text: &dyn Display) {
        if LineLog::is_on() {
            log::info!(target: LINES, "{} {sign} {text}", self.0.number());
        }
    }
}

impl LoggedConversation {
    fn number(&self) -> u64 {
        // Numbers are those of the process, as the log itself is.
        static NEXT: AtomicU64 = AtomicU64::new(1);
        *self.number.get_or_init(|| {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            log::info!(target: LINES, "{number} # begins: {}", self.partner);
            number
        })
    }
}

impl Drop for LoggedConversation {
    fn drop(&mut self) {
        if let Some(number) = self.number.get() {
            log::info!(target: LINES, "{number} # over");
        }
    }
}
