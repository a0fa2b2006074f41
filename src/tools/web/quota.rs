//! Slots for so many at a time, with a share for each address.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Slots of one kind.
#[derive(Debug)]
pub(super) struct Quota {
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

/// A slot; it is free again when this is dropped.
#[derive(Debug)]
pub(super) struct Slot {
    quota: Arc<Quota>,
    address: IpAddr,
}

/// There is no slot left; what was expected instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Full {
    /// For nobody.
    #[error("at most {0} at a time")]
    All(usize),
    /// For this address.
    #[error("at most {0} at a time of one address")]
    Each(usize),
}

impl Quota {
    /// So many slots, and so many of them for one address.
    pub fn new(most: usize, most_each: usize) -> Arc<Quota> {
        Arc::new(Quota { most, most_each, taken: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        // Nothing is done under the lock that could leave it half done.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A slot for that address.
    ///
    /// # Errors
    /// When there is none left.
    pub fn take(self: &Arc<Self>, address: IpAddr) -> Result<Slot, Full> {
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
        Ok(Slot { quota: Arc::clone(self), address })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut taken = self.quota.lock();
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
        let quota = Quota::new(3, 2);
        let first = quota.take(at("10.0.0.1")).unwrap();
        let second = quota.take(at("::ffff:10.0.0.1")).unwrap();
        assert_eq!(quota.take(at("10.0.0.1")).unwrap_err(), Full::Each(2));
        let other = quota.take(at("10.0.0.2")).unwrap();
        assert_eq!(quota.take(at("10.0.0.3")).unwrap_err(), Full::All(3));
        drop(first);
        let again = quota.take(at("10.0.0.1")).unwrap();
        drop((second, other, again));
        assert!(quota.lock().each.is_empty() && quota.lock().all == 0);
    }

    #[test]
    fn a_household_is_one() {
        assert_eq!(household(at("2001:db8:1:2:3::4")), household(at("2001:db8:1:2:ffff::")));
        assert_ne!(household(at("2001:db8:1:2::")), household(at("2001:db8:1:3::")));
        assert_eq!(household(at("::1")), at("::1"));
    }
}
