//! What a proof-number search remembers, in memory of a fixed size.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Proof and disproof number of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// How many positions must at least be shown to hold before this one does; 0 when it does.
    pub proof: u32,
    /// How many positions must at least be shown not to hold before this one does not; 0 when it
    /// does not.
    pub disproof: u32,
}

impl Numbers {
    /// The number of what cannot be shown.
    pub const INFINITE: u32 = u32::MAX / 4;
    /// More than any number that is not infinite.
    pub const MOST: Numbers = Numbers { proof: Numbers::INFINITE, disproof: Numbers::INFINITE };
    /// The numbers of a position that was not looked at.
    pub const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };

    /// The numbers of a position whose answer is known.
    pub const fn of(holds: bool) -> Numbers {
        if holds {
            Numbers { proof: 0, disproof: Numbers::INFINITE }
        } else {
            Numbers { proof: Numbers::INFINITE, disproof: 0 }
        }
    }

    /// Whether the claim holds, if that is known.
    pub const fn decided(self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    /// These numbers as the player to move sees them: the first is the one it wants small.
    pub const fn seen(self, is_provers_turn: bool) -> Numbers {
        if is_provers_turn { self } else { Numbers { proof: self.disproof, disproof: self.proof } }
    }
}

/// What is known of a position.
#[derive(Clone, Copy)]
pub(super) struct ProofEntry {
    pub key: u64,
    pub numbers: Numbers,
    /// Positions visited to find the numbers, at least 1.
    pub work: u32,
}

/// An entry as it is kept: key, numbers, work; all zero where there is none.
type EntryWords = [u64; 3];
/// Entries among which a position may stand.
const BUCKET: usize = 4;

impl ProofEntry {
    const fn words(self) -> EntryWords {
        let Numbers { proof, disproof } = self.numbers;
        [self.key, (proof as u64) << 32 | disproof as u64, self.work as u64]
    }

    const fn of([key, numbers, work]: EntryWords) -> Option<ProofEntry> {
        let numbers = Numbers { proof: (numbers >> 32) as u32, disproof: numbers as u32 };
        if work == 0 { None } else { Some(ProofEntry { key, numbers, work: work as u32 }) }
    }

    /// What it would cost to find the entry again; a decided position is needed again for sure.
    fn worth(self) -> u64 {
        u64::from(self.work) << (2 * u32::from(self.numbers.decided().is_some()))
    }
}

/// An odd number whose product with a key mixes the high bits: 2^64 divided by the golden
/// ratio (Knuth, The Art of Computer Programming 3, 6.4).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Parts of a table that are locked one by one.
const STRIPES: usize = 256;

/// A table of entries; the one that cost least gives way. Threads share it.
pub(super) struct ProofTable {
    stripes: Vec<Mutex<Stripe>>,
    /// Buckets of each stripe.
    buckets: usize,
}

/// A part of a table.
struct Stripe {
    entries: Vec<EntryWords>,
    /// Threads at work on a position, where there are any.
    busy: HashMap<u64, u32>,
}

impl ProofTable {
    /// A table of at most `bytes` bytes, but of some thousand entries at least.
    pub fn new(bytes: usize) -> ProofTable {
        let buckets = (bytes / size_of::<EntryWords>() / BUCKET / STRIPES).max(4);
        let stripe = |_| {
            let entries = vec![[0; 3]; buckets * BUCKET];
            Mutex::new(Stripe { entries, busy: HashMap::new() })
        };
        ProofTable { stripes: (0..STRIPES).map(stripe).collect(), buckets }
    }

    /// The stripe where a key stands, and the range of its bucket in that stripe.
    fn stripe(&self, key: u64) -> (MutexGuard<'_, Stripe>, Range<usize>) {
        // The high half of a product puts random numbers evenly into any count of buckets. Keys
        // are mixed first: each is the least of up to eight, so that most of them are small.
        // 5x5 k4 `o holds` takes 901,522 positions with 8 MiB, and took 1,176,938.
        let all = (self.buckets * STRIPES) as u128;
        let bucket = ((u128::from(key.wrapping_mul(SPREAD)) * all) >> 64) as usize;
        let start = bucket % self.buckets * BUCKET;
        (self.locked(bucket / self.buckets), start..start + BUCKET)
    }

    fn locked(&self, stripe: usize) -> MutexGuard<'_, Stripe> {
        self.stripes[stripe].lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn find(&self, key: u64) -> Option<Numbers> {
        self.look(key).0
    }

    /// The numbers of the position with `key`, if known, and how many threads are at work on it.
    pub fn look(&self, key: u64) -> (Option<Numbers>, u32) {
        let (stripe, bucket) = self.stripe(key);
        let mut entries = stripe.entries[bucket].iter().filter_map(|&words| ProofEntry::of(words));
        let found = entries.find(|entry| entry.key == key).map(|entry| entry.numbers);
        (found, stripe.busy.get(&key).copied().unwrap_or_default())
    }

    /// A thread begins to work on a position.
    pub fn enter(&self, key: u64) {
        *self.stripe(key).0.busy.entry(key).or_default() += 1;
    }

    /// A thread has ended its work on a position.
    pub fn leave(&self, key: u64) {
        let (mut stripe, _) = self.stripe(key);
        if let Some(threads) = stripe.busy.get_mut(&key) {
            *threads -= 1;
            if *threads == 0 {
                stripe.busy.remove(&key);
            }
        }
    }

    /// Forgets all but what was shown to hold.
    pub fn forget_disproofs(&self) {
        for stripe in 0..STRIPES {
            for words in &mut self.locked(stripe).entries {
                let holds = |entry: ProofEntry| entry.numbers.decided() == Some(true);
                if !ProofEntry::of(*words).is_some_and(holds) {
                    *words = [0; 3];
                }
            }
        }
    }

    /// Keeps an entry; the work for the same position adds up.
    pub fn keep(&self, entry: ProofEntry) {
        let (mut stripe, bucket) = self.stripe(entry.key);
        let bucket = &mut stripe.entries[bucket];
        let old = |words: &EntryWords| ProofEntry::of(*words);
        let same = bucket.iter().position(|it| old(it).is_some_and(|it| it.key == entry.key));
        let least = (0..BUCKET).min_by_key(|&at| old(&bucket[at]).map_or(0, ProofEntry::worth));
        let at = same.or(least).unwrap_or(0);
        let before = same.and_then(|at| old(&bucket[at]));
        // What one thread has decided another one does not open again.
        if before.is_some_and(|it| it.numbers.decided().is_some()) {
            return;
        }
        let work = entry.work.saturating_add(before.map_or(0, |it| it.work)).max(1);
        bucket[at] = ProofEntry { work, ..entry }.words();
    }

    /// Makes a position unknown again.
    pub fn forget(&self, key: u64) {
        let (mut stripe, bucket) = self.stripe(key);
        for words in stripe.entries[bucket].iter_mut().filter(|words| words[0] == key) {
            *words = [0; 3];
        }
    }

    /// All entries, as [`ProofTable::fill`] takes them.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for stripe in 0..STRIPES {
            let known: Vec<EntryWords> = {
                let stripe = self.locked(stripe);
                stripe.entries.iter().filter(|&&words| words != [0; 3]).copied().collect()
            };
            out.write_all(&(known.len() as u64).to_le_bytes())?;
            for word in known.iter().flatten() {
                out.write_all(&word.to_le_bytes())?;
            }
        }
        Ok(())
    }

    /// Takes the entries of another table, which may have another size.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn fill(&self, from: &mut dyn Read) -> io::Result<()> {
        let mut word = || {
            let mut bytes = [0; 8];
            from.read_exact(&mut bytes).map(|()| u64::from_le_bytes(bytes))
        };
        for _ in 0..STRIPES {
            for _ in 0..word()? {
                let Some(entry) = ProofEntry::of([word()?, word()?, word()?]) else { continue };
                let Numbers { proof, disproof } = entry.numbers;
                if proof.max(disproof) > Numbers::INFINITE {
                    return Err(io::ErrorKind::InvalidData.into());
                }
                self.keep(entry);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cost_least_gives_way() {
        let table = ProofTable::new(0);
        let numbers = |at: usize| Numbers { proof: at as u32 + 1, disproof: 7 };
        let is_first = |&key: &u64| key.wrapping_mul(SPREAD) >> 54 == 0;
        let keys: Vec<u64> = (1..).filter(is_first).take(5).collect();
        let entry = |at: usize, work| ProofEntry { key: keys[at], numbers: numbers(at), work };
        for at in 0..4 {
            table.keep(entry(at, 10 * (at as u32 + 1)));
        }
        table.keep(ProofEntry { numbers: Numbers::of(false), ..entry(1, 1) });
        table.keep(entry(4, 35));
        assert_eq!(table.find(keys[0]), None);
        assert_eq!(table.find(keys[1]), Some(Numbers::of(false)), "21 and decided");
        assert_eq!([2, 3, 4].map(|at| table.find(keys[at])), [2, 3, 4].map(|at| Some(numbers(at))));
        table.forget(keys[4]);
        assert_eq!(table.find(keys[4]), None);
    }

    #[test]
    fn what_is_written_is_read_into_any_size() {
        let table = ProofTable::new(1 << 20);
        let key = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let entry = |number: u64| ProofEntry {
            key: key(number),
            numbers: Numbers { proof: number as u32, disproof: 3 },
            work: 9,
        };
        (0..1000).for_each(|number| table.keep(entry(number)));
        let mut bytes = Vec::new();
        table.write(&mut bytes).unwrap();
        let other = ProofTable::new(1 << 22);
        other.fill(&mut bytes.as_slice()).unwrap();
        for number in 0..1000 {
            assert_eq!(other.find(key(number)), Some(entry(number).numbers));
        }
        assert!(ProofTable::new(0).fill(&mut &bytes[..bytes.len() - 1]).is_err());
    }

    #[test]
    fn threads_are_counted() {
        let table = ProofTable::new(0);
        table.enter(7);
        table.enter(7);
        assert_eq!(table.look(7), (None, 2));
        table.leave(7);
        table.leave(7);
        assert_eq!(table.look(7), (None, 0));
    }
}
