//! How much anybody may take.

use std::time::Duration;

/// What the person who starts the server decides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Connections at a time, of all kinds.
    pub connections: usize,
    /// Child processes at a time.
    pub engines: usize,
    /// Connections at a time of one address.
    pub connections_each: usize,
    /// Child processes at a time of one address.
    pub engines_each: usize,
    /// Tables that are open at a time.
    pub tables: usize,
    /// How long a table waits in the store for somebody to open it; `None` is for ever.
    pub keep: Option<Duration>,
    /// Time that an engine may spend on one question.
    pub think: Duration,
}

/// How often tables are looked for that have waited too long.
pub(super) const SWEEP: Duration = Duration::from_secs(3600);

/// Longest line of the protocol, in bytes: a game that fills the largest board
/// with moves has some ten thousand.
pub(super) const LINE_BYTES: usize = 32 << 10;
/// Longest message of a browser, in bytes: a game record with comments.
pub(super) const MESSAGE_BYTES: usize = 256 << 10;
/// Bytes of lines that may wait behind a search.
pub(super) const WAITING_BYTES: usize = 256 << 10;
/// Questions that may wait for their answers in one conversation.
pub(super) const WAITING_QUESTIONS: usize = 1000;

/// Messages that a client may send at once, and how many more each second:
/// who sends faster is listened to more slowly.
pub(super) const BURST: u32 = 400;
/// See [`BURST`].
pub(super) const PER_SECOND: u32 = 100;

/// Messages that wait for a slow reader before whoever writes them has to wait.
pub(super) const OUTBOX: usize = 64;
/// How long a reader may take to read one of them.
pub(super) const SLOW: Duration = Duration::from_secs(10);
/// How long the head of a request may take, also on a connection kept open.
pub(super) const HEAD: Duration = Duration::from_secs(10);
/// How often a browser is asked whether it is still there.
pub(super) const PING: Duration = Duration::from_secs(20);
/// How long a browser may stay silent before it is taken to be gone.
pub(super) const SILENCE: Duration = Duration::from_secs(60);
/// How long a plain connection may be silent while nothing is thought about.
pub(super) const IDLE_LINES: Duration = Duration::from_secs(600);
/// How long an engine is kept that nobody asks anything.
pub(super) const IDLE_ENGINE: Duration = Duration::from_secs(300);
/// How long an engine may take to answer after it was told to stop.
pub(super) const GRACE: Duration = Duration::from_secs(3);
