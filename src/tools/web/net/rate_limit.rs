//! Who talks too fast is listened to more slowly.

use std::time::Duration;

use tokio::time::Instant;

use crate::tools::web::limits::{BURST, PER_SECOND};

/// A bucket of permissions to speak, which fills with time.
#[derive(Debug)]
pub(in crate::tools::web) struct RateLimit {
    /// Permissions left, at `since`.
    left: f64,
    since: Instant,
}

impl RateLimit {
    /// A full bucket.
    pub fn new() -> RateLimit {
        RateLimit { left: f64::from(BURST), since: Instant::now() }
    }

    /// Takes one permission; waits for it if there is none.
    pub async fn take(&mut self) {
        let wait = self.take_at(Instant::now());
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
    }

    /// Takes one permission at that moment and says how long to wait for it.
    fn take_at(&mut self, now: Instant) -> Duration {
        let gained = now.saturating_duration_since(self.since).as_secs_f64();
        self.left = (self.left + gained * f64::from(PER_SECOND)).min(f64::from(BURST)) - 1.0;
        self.since = now;
        Duration::from_secs_f64((-self.left).max(0.0) / f64::from(PER_SECOND))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_free_and_the_rest_waits() {
        let start = Instant::now();
        let mut rate = RateLimit { left: f64::from(BURST), since: start };
        for _ in 0..BURST {
            assert_eq!(rate.take_at(start), Duration::ZERO);
        }
        let wait = rate.take_at(start);
        assert!((wait.as_secs_f64() * f64::from(PER_SECOND) - 1.0).abs() < 1e-6, "{wait:?}");
        // After a long rest it is full again, and not fuller.
        let later = start + Duration::from_secs(1000);
        assert_eq!(rate.take_at(later), Duration::ZERO);
        assert!((rate.left - f64::from(BURST - 1)).abs() < 1e-6);
    }
}
