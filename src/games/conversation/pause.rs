//! The pause between a line of an engine and our next one: some engines lose what comes
//! within milliseconds of what they say themselves.

use std::time::Duration;

use tengen_engine::clock::Instant;

/// The most pauses that an engine which owes nothing and goes on talking is waited for.
const MOST: u32 = 10;

/// How long nothing may be said to an engine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pause {
    length: Duration,
    until: Instant,
    /// When we speak at the latest, even to an engine that goes on talking.
    latest: Instant,
}

impl Pause {
    /// Pauses of `length`, the first after the first line of the engine.
    pub fn new(length: Duration, now: Instant) -> Pause {
        Pause { length, until: now, latest: now }
    }

    /// Begins a pause: the engine said something that we may have waited for.
    pub fn begin(&mut self, now: Instant) {
        self.until = now + self.length;
        self.latest = now + self.length * MOST;
    }

    /// Prolongs the pause: the engine said something that we have not waited for.
    pub fn prolong(&mut self, now: Instant) {
        self.until = (now + self.length).min(self.latest).max(self.until);
    }

    /// When something may be said to the engine.
    pub const fn until(&self) -> Instant {
        self.until
    }

    /// Whether something may be said now.
    pub fn is_over(&self, now: Instant) -> bool {
        now >= self.until
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_talker_does_not_keep_us_silent_for_ever() {
        let (begin, length) = (Instant::now(), Duration::from_millis(20));
        let mut pause = Pause::new(length, begin);
        assert!(pause.is_over(begin));
        pause.begin(begin);
        assert!(!pause.is_over(begin + length / 2) && pause.is_over(begin + length));
        for step in 0..1000 {
            pause.prolong(begin + length / 2 * step);
        }
        assert_eq!(pause.until(), begin + length * MOST);
    }

    #[test]
    fn no_pause_is_over_at_once() {
        let now = Instant::now();
        let mut pause = Pause::new(Duration::ZERO, now);
        pause.begin(now);
        pause.prolong(now);
        assert!(pause.is_over(now));
    }
}
