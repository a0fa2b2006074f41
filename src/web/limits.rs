//! How much clients may take.

use std::time::Duration;

use super::quotas::LimitTable;

/// What the command line decides, besides the table of quotas.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// What may be taken, of everything that is counted.
    pub shares: LimitTable,
    /// How long a table waits in the store without being opened; `None` is for ever.
    pub keep: Option<Duration>,
    /// Time that an engine may spend on one question.
    pub think: Duration,
}

/// How often it is looked whether the store is still there.
pub(super) const LOOK: Duration = Duration::from_secs(2);
/// How often tables are looked for that have waited too long.
pub(super) const SWEEP: Duration = Duration::from_secs(3600);

/// Longest line of the protocol, in bytes: a game that fills the largest board
/// with moves has some ten thousand.
pub(super) const LINE_BYTES: usize = 32 << 10;
/// Bytes of lines that may wait behind a search.
pub(super) const WAITING_BYTES: usize = 256 << 10;
/// Questions that may wait for their answers in one conversation.
pub(super) const WAITING_QUESTIONS: usize = 1000;

/// Bytes that are read from a browser at once: each connection keeps so many.
pub(super) const READ_BYTES: usize = 16 << 10;
/// Longest message of a browser that has a name, a key or a move to say, and no text, in bytes.
pub(super) const SHORT_MESSAGE_BYTES: usize = 8 << 10;
/// Longer messages are read beside the runtime, which others wait for.
pub(super) const QUICK_MESSAGE_BYTES: usize = 32 << 10;

/// Messages that a connection may send at once, and how many more each second:
/// a faster one is listened to more slowly.
pub(super) const RATE: Rate = Rate { burst: 400, per_second: 100 };
/// As `RATE`, for all connections of one address together.
pub(super) const ADDRESS_RATE: Rate = Rate { burst: 2000, per_second: 500 };
/// So many bytes count as a message more.
pub(super) const RATE_BYTES: usize = 4 << 10;
/// What a message beyond a limit counts more, in bytes: as nine others.
pub(super) const REFUSED_BYTES: usize = 9 * RATE_BYTES;

/// Messages at once, and more each second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rate {
    /// At once.
    pub burst: u32,
    /// More each second.
    pub per_second: u32,
}

/// Messages that wait for a slow reader before their writer has to wait.
pub(super) const OUTBOX: usize = 64;
/// Bytes of the messages that `OUTBOX` counts; large answers have quotas instead.
pub(super) const OUTBOX_BYTES: usize = 128 << 10;
/// Most bytes of a review: about twice what the largest board played to its last square needs.
pub(super) const REVIEW_BYTES: usize = 512 << 10;
/// Commands that wait for a table.
pub(super) const TABLE_COMMANDS: usize = 256;
/// How long a connection beyond the limit may take to read that it is refused.
pub(super) const REFUSAL: Duration = Duration::from_secs(2);
/// How long a client may take to read a message that waits before it is given up.
pub(super) const SLOW: Duration = Duration::from_secs(10);
/// How long the head of a request may take, also on a connection kept open.
pub(super) const HEAD: Duration = Duration::from_secs(10);
/// How often a browser is asked whether it is still there.
pub(super) const PING: Duration = Duration::from_secs(5);
/// How long a browser may stay silent before it is taken to be gone: whoever plays with its owner
/// is told soon, and a page that was asleep comes again by itself.
pub(super) const SILENCE: Duration = Duration::from_secs(20);
/// How long a plain connection may be silent while nothing is thought about.
pub(super) const IDLE_LINES: Duration = Duration::from_secs(600);
/// How long an engine without a question is kept.
pub(super) const IDLE_ENGINE: Duration = Duration::from_secs(300);
/// How long an engine may take to answer after it was told to stop.
pub(super) const GRACE: Duration = Duration::from_secs(3);
