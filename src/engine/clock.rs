//! The moment that it is: the system says it or, on a target without one, the host of the engine,
//! such as a page in a browser.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use hosted::{Instant, tell_time_by};

/// Moments of a clock that the host has.
#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod hosted {
    use std::ops::{Add, AddAssign, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Tells the time by `clock` from now on: the time since a moment of the host's choice, which
    /// never runs backwards. The first clock stays. Without one no time passes.
    pub fn tell_time_by(clock: fn() -> Duration) {
        // The first clock stays: moments of two clocks cannot be compared.
        let _ = CLOCK.set(clock);
    }

    /// A moment, as [`std::time::Instant`] is one where there is a system.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// The moment that it is.
        pub fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        /// The time from `earlier` on; none where that is later.
        pub fn duration_since(&self, earlier: Instant) -> Duration {
            self.saturating_duration_since(earlier)
        }

        /// The time from `earlier` on; none where that is later.
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The time since this moment.
        pub fn elapsed(&self) -> Duration {
            Instant::now().saturating_duration_since(*self)
        }

        /// The moment that much later, unless that is beyond what can be counted.
        pub fn checked_add(&self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0.saturating_add(time))
        }
    }

    impl AddAssign<Duration> for Instant {
        fn add_assign(&mut self, time: Duration) {
            *self = *self + time;
        }
    }

    impl Sub<Duration> for Instant {
        type Output = Instant;

        fn sub(self, time: Duration) -> Instant {
            Instant(self.0.saturating_sub(time))
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }

    #[cfg(test)]
    mod tests {
        use std::sync::atomic::{AtomicU64, Ordering};

        use super::*;

        static NOW: AtomicU64 = AtomicU64::new(0);

        #[test]
        fn moments_are_those_of_the_first_clock() {
            assert_eq!(Instant::now().elapsed(), Duration::ZERO);
            tell_time_by(|| Duration::from_millis(NOW.load(Ordering::Relaxed)));
            tell_time_by(|| Duration::from_secs(100));
            NOW.store(1, Ordering::Relaxed);
            let began = Instant::now();
            NOW.store(71, Ordering::Relaxed);
            assert_eq!(began.elapsed(), Duration::from_millis(70));
            assert_eq!(Instant::now().duration_since(began), Duration::from_millis(70));
            let later = began + Duration::from_secs(1);
            assert_eq!(began.checked_add(Duration::from_secs(1)), Some(later));
            assert_eq!(began.checked_add(Duration::MAX).map(|last| last.elapsed()), None);
            assert!(later > Instant::now());
            // A moment to come has lasted no time yet.
            assert_eq!(later.elapsed(), Duration::ZERO);
            assert_eq!(later - Duration::from_secs(1), began);
        }
    }
}
