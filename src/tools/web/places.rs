//! Places for so many at a time, of which nobody may have all.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Places of one kind.
#[derive(Debug)]
pub(super) struct Places {
    most: usize,
    most_each: usize,
    taken: Mutex<Taken>,
}

/// What is taken.
#[derive(Debug, Default)]
struct Taken {
    all: usize,
    /// Only addresses that have some.
    each: BTreeMap<IpAddr, usize>,
}

/// A place; it is free again when this is dropped.
#[derive(Debug)]
pub(super) struct Place {
    places: Arc<Places>,
    address: IpAddr,
}

/// There is no place left; what was expected instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Full {
    /// For nobody.
    #[error("at most {0} at a time")]
    All(usize),
    /// For this address.
    #[error("at most {0} at a time of one address")]
    Each(usize),
}

impl Places {
    /// So many places, and so many of them for one address.
    pub fn new(most: usize, most_each: usize) -> Arc<Places> {
        Arc::new(Places { most, most_each, taken: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        // Nothing is done under the lock that could leave it half done.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for somebody at that address.
    ///
    /// # Errors
    /// When there is none left.
    pub fn take(self: &Arc<Self>, address: IpAddr) -> Result<Place, Full> {
        let address = household(address);
        let mut taken = self.lock();
        let own = taken.each.get(&address).copied().unwrap_or_default();
        if taken.all >= self.most {
            return Err(Full::All(self.most));
        }
        if own >= self.most_each {
            return Err(Full::Each(self.most_each));
        }
        taken.all += 1;
        taken.each.insert(address, own + 1);
        Ok(Place { places: Arc::clone(self), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.lock();
        taken.all -= 1;
        if let Some(own) = taken.each.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                taken.each.remove(&self.address);
            }
        }
    }
}

/// What one household has: an address, or in version 6 the 64 bits before it.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into()
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn nobody_has_all_and_all_come_back() {
        let places = Places::new(3, 2);
        let first = places.take(at("10.0.0.1")).unwrap();
        let second = places.take(at("::ffff:10.0.0.1")).unwrap();
        assert_eq!(places.take(at("10.0.0.1")).unwrap_err(), Full::Each(2));
        let other = places.take(at("10.0.0.2")).unwrap();
        assert_eq!(places.take(at("10.0.0.3")).unwrap_err(), Full::All(3));
        drop(first);
        let again = places.take(at("10.0.0.1")).unwrap();
        drop((second, other, again));
        assert!(places.lock().each.is_empty() && places.lock().all == 0);
    }

    #[test]
    fn a_household_is_one() {
        assert_eq!(household(at("2001:db8:1:2:3::4")), household(at("2001:db8:1:2:ffff::")));
        assert_ne!(household(at("2001:db8:1:2::")), household(at("2001:db8:1:3::")));
        assert_eq!(household(at("::1")), at("::1"));
    }
}
