//! A client that talks too fast is listened to more slowly.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::time::Instant;

use crate::limits::{ADDRESS_RATE, RATE, RATE_BYTES, Rate};
use crate::quotas::client_prefix;

/// The rate of a connection, and that of its address.
#[derive(Debug)]
pub(crate) struct RateLimit {
    own: Bucket,
    address: Arc<Mutex<Bucket>>,
}

impl RateLimit {
    /// Takes permission to say so many bytes; waits for it if there is none.
    pub async fn take(&mut self, bytes: usize) {
        let (now, count) = (Instant::now(), 1 + bytes / RATE_BYTES);
        let own = self.own.take_at(now, count);
        let address =
            self.address.lock().unwrap_or_else(PoisonError::into_inner).take_at(now, count);
        let wait = own.max(address);
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
    }
}

/// The rates of all addresses that have connections.
#[derive(Debug, Default)]
pub(crate) struct RateLimits(Mutex<BTreeMap<IpAddr, Weak<Mutex<Bucket>>>>);

impl RateLimits {
    /// The rate limit of a new connection of that address.
    pub fn of(&self, address: IpAddr) -> RateLimit {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let shared = known.get(&client_prefix(address)).and_then(Weak::upgrade);
        let address = shared.unwrap_or_else(|| {
            known.retain(|_, bucket| bucket.strong_count() > 0);
            let bucket = Arc::new(Mutex::new(Bucket::new(ADDRESS_RATE)));
            known.insert(client_prefix(address), Arc::downgrade(&bucket));
            bucket
        });
        RateLimit { own: Bucket::new(RATE), address }
    }
}

/// A bucket of permissions, which fills with time.
#[derive(Debug)]
struct Bucket {
    rate: Rate,
    /// Permissions left, at `since`.
    left: f64,
    since: Instant,
}

impl Bucket {
    /// A full bucket.
    fn new(rate: Rate) -> Bucket {
        Bucket { rate, left: f64::from(rate.burst), since: Instant::now() }
    }

    /// Takes so many permissions at that moment and says how long to wait for them.
    fn take_at(&mut self, now: Instant, count: usize) -> Duration {
        let (burst, per_second) = (f64::from(self.rate.burst), f64::from(self.rate.per_second));
        let gained = now.saturating_duration_since(self.since).as_secs_f64();
        self.left = (self.left + gained * per_second).min(burst) - f64::from(count as u32);
        self.since = now;
        Duration::from_secs_f64((-self.left).max(0.0) / per_second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_free_and_the_rest_waits() {
        let start = Instant::now();
        let mut bucket = Bucket { since: start, ..Bucket::new(RATE) };
        for _ in 0..RATE.burst {
            assert_eq!(bucket.take_at(start, 1), Duration::ZERO);
        }
        let wait = bucket.take_at(start, 1);
        assert!((wait.as_secs_f64() * f64::from(RATE.per_second) - 1.0).abs() < 1e-6, "{wait:?}");
        // After a long rest it is full again, and not fuller.
        let later = start + Duration::from_secs(1000);
        assert_eq!(bucket.take_at(later, 1), Duration::ZERO);
        assert!((bucket.left - f64::from(RATE.burst - 1)).abs() < 1e-6);
        // A long message counts as several.
        assert_eq!(bucket.take_at(later, RATE.burst as usize - 1), Duration::ZERO);
        assert!(bucket.take_at(later, 64) > Duration::from_millis(600));
    }

    #[test]
    fn connections_of_one_address_share_a_bucket() {
        let limits = RateLimits::default();
        let at = |text: &str| limits.of(text.parse().unwrap()).address;
        let (one, same, other) = (at("10.0.0.1"), at("::ffff:10.0.0.1"), at("10.0.0.2"));
        assert!(Arc::ptr_eq(&one, &same) && !Arc::ptr_eq(&one, &other));
    }
}
