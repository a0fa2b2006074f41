//! The time that a piece of work takes, whatever else the machine does.

use std::time::Duration;

/// The time of the processor that it takes in this thread.
pub fn spent(work: impl FnOnce()) -> Duration {
    let begin = now();
    work();
    now().saturating_sub(begin)
}

#[cfg(unix)]
fn now() -> Duration {
    use rustix::time::{ClockId, clock_gettime};

    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(not(unix))]
fn now() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;

    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGIN.elapsed()
}
