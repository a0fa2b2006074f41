//! The hash table: results of positions, shared without locks.
//!
//! An entry is two words. The first is the key combined with the second, so a
//! half-written entry does not match any key (Hyatt and Mann 2002).

use std::iter;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;

use zerocopy::FromZeros;

use super::bucket::{self, Entry, Hit};
use super::memory;

/// Entries that a key may be kept in, side by side.
const BUCKET: usize = 4;

/// Bytes that the processor fetches at once: those of a bucket.
const CACHE_LINE: usize = size_of::<[Entry; BUCKET]>();

/// Entries in a page of memory, of the smallest kind that systems have.
const PAGE: usize = 4096 / size_of::<Entry>();

/// Entries for which a thread is worth starting to have their memory found: 32 MiB.
const SHARE: usize = (32 << 20) / size_of::<Entry>();

/// Entries whose memory is found before it is asked whether the rest is still wanted: 2 MiB,
/// which may take ten milliseconds and more on a busy machine.
const PIECE: usize = (2 << 20) / size_of::<Entry>();

/// Bytes up to which a table is emptied where it is: with the memory that the system hands out
/// anew, two threads with small searches visited 0.9 million positions a second in place of 1.4.
const EMPTIED_IN_PLACE: usize = 32 << 20;

/// The table: what one branch or thread has searched, no other needs to search again
/// (CPW, Transposition Table). Keys are Zobrist's (1970): a move changes one in a few
/// exclusive ors.
pub struct Table {
    /// The buckets, and some entries around them that are not used.
    entries: Vec<Entry>,
    /// The first entry of the first bucket, where a cache line begins.
    first: usize,
    /// Number of buckets.
    count: usize,
    generation: AtomicU8,
    /// Whether the system has found all memory of the table.
    is_claimed: bool,
}

impl Table {
    /// A table of at most `bytes` bytes (at least one bucket).
    ///
    /// Where the system has less memory to give, the table is smaller.
    pub fn new(bytes: usize) -> Table {
        let mut count = Table::rounded(bytes) / CACHE_LINE;
        // Zeroed memory is handed out page by page when it is first used, so
        // that even the largest table is there at once, also while a clock runs.
        // That holds only for types without an alignment of their own.
        let mut entries = loop {
            match Entry::new_vec_zeroed((count + 1) * BUCKET) {
                Ok(entries) => break entries,
                Err(_) if count == 1 => {
                    break iter::repeat_with(Entry::default).take(2 * BUCKET).collect();
                }
                Err(_) => {
                    log::warn!("no memory for {count} buckets of the hash table, trying half");
                    count /= 2;
                }
            }
        };
        // Four searches of 300,000 nodes took 1.28 s in place of 1.35.
        memory::prefer_large_pages(&mut entries);
        let address = entries.as_ptr().addr();
        let first = (address.next_multiple_of(CACHE_LINE) - address) / size_of::<Entry>();
        Table { entries, first, count, generation: AtomicU8::new(0), is_claimed: false }
    }

    /// Has the system find all memory of the table now, on `threads` threads, and not page by page
    /// while a clock runs, as far as `is_unwanted` does not end that. What the table knows stays.
    pub fn claim(&mut self, threads: usize, is_unwanted: &Unwanted<'_>) {
        if self.is_claimed {
            return;
        }
        let count = threads.clamp(1, self.entries.len().div_ceil(SHARE));
        thread::scope(|scope| {
            let mut parts = self.entries.chunks(self.entries.len().div_ceil(count));
            let own = parts.next();
            for part in parts {
                let thread = thread::Builder::new().name("memory".to_owned());
                // Without a thread its part comes when it is used.
                let _ = thread.spawn_scoped(scope, || touch(part, is_unwanted));
            }
            if let Some(own) = own {
                touch(own, is_unwanted);
            }
        });
        self.is_claimed = !is_unwanted();
    }

    /// Whether the system has found all memory of the table, so that no page of it comes while a
    /// clock runs.
    pub fn is_claimed(&self) -> bool {
        self.is_claimed
    }

    /// Size in bytes of a table that may take `bytes` bytes: whole buckets, at least one.
    pub fn rounded(bytes: usize) -> usize {
        (bytes / CACHE_LINE).max(1) * CACHE_LINE
    }

    /// Forgets everything, at once.
    pub fn clear(&mut self) {
        let bytes = self.bytes();
        if bytes <= EMPTIED_IN_PLACE {
            self.entries.as_mut_slice().zero();
            self.generation = AtomicU8::new(0);
            return;
        }
        // The system hands out zeros faster than they are written.
        self.entries = Vec::new();
        *self = Table::new(bytes);
    }

    /// Marks all entries as older than those to come.
    pub fn next_search(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % 64;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// Size of the table in bytes.
    pub fn bytes(&self) -> usize {
        self.count * CACHE_LINE
    }

    fn bucket(&self, key: u64) -> &[Entry] {
        // The high half of the product spreads keys over any number of buckets without a division.
        let index = (u128::from(key) * self.count as u128) >> 64;
        let start = self.first + index as usize * BUCKET;
        &self.entries[start..start + BUCKET]
    }

    /// Fetches the bucket of a key that is about to be probed.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(&self.bucket(key)[0]);
    }

    /// What is known of the position with that key.
    pub fn probe(&self, key: u64) -> Option<Hit> {
        bucket::probe(self.bucket(key), key)
    }

    /// Keeps a result, in place of the least useful entry of its bucket.
    pub fn store(&self, key: u64, hit: Hit) {
        bucket::store(self.bucket(key), key, hit, self.generation.load(Ordering::Relaxed));
    }

    /// Share of the table filled by the current search, per mille, from a sample.
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = self.count.min(250) * BUCKET;
        let used = self.entries[self.first..self.first + sample]
            .iter()
            .filter(|entry| bucket::is_current(entry, generation))
            .count();
        (used * 1000 / sample) as u32
    }
}

/// Whether something that takes long need not go on: its result is of no use any more.
pub type Unwanted<'a> = dyn Fn() -> bool + Sync + 'a;

/// Writes what is there to every page: only then the system has to find its memory.
fn touch(entries: &[Entry], is_unwanted: &Unwanted<'_>) {
    for piece in entries.chunks(PIECE) {
        if is_unwanted() {
            return;
        }
        for [word, _] in piece.iter().step_by(PAGE).chain(piece.last()) {
            word.store(word.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;
    use crate::game::{Move, Square};
    use crate::value::{Bound, Depth, Score};

    fn hit(depth: i32, score: i32, bound: Bound) -> Hit {
        Hit {
            mv: Some(Move::place(Square::new(0, 0))),
            score: Score::estimate(score),
            bound,
            depth: Depth::new(depth),
        }
    }

    #[test]
    fn what_was_stored_is_found() {
        let mut table = Table::new(1 << 16);
        for (key, bound) in [(1, Bound::Exact), (u64::MAX, Bound::Lower), (77, Bound::Upper)] {
            let stored = hit(9, -123, bound);
            table.store(key, stored);
            table.claim(3, &|| false);
            assert_eq!(table.probe(key), Some(stored));
        }
        assert_eq!(table.probe(2), None);
    }

    #[test]
    fn memory_of_no_use_is_not_found() {
        let mut table = Table::new(64 << 20);
        for (is_unwanted, most) in [(true, 1), (false, usize::MAX)] {
            let asked = AtomicUsize::new(0);
            table.claim(1, &|| {
                asked.fetch_add(1, Ordering::Relaxed);
                is_unwanted
            });
            let asked = asked.into_inner();
            assert_eq!(table.is_claimed(), !is_unwanted);
            // Once more at the end.
            assert!((2..=most.saturating_add(1)).contains(&asked), "{asked}");
            assert!(is_unwanted || asked > 64 / 2, "{asked}");
        }
    }

    #[test]
    fn a_full_bucket_drops_the_shallowest() {
        let table = Table::new(64);
        for key in 1..=5 {
            table.store(key, hit(if key == 3 { 1 } else { 5 }, 0, Bound::Lower));
        }
        assert_eq!(table.probe(3), None);
        assert!([1, 2, 4, 5].into_iter().all(|key| table.probe(key).is_some()));
    }

    #[test]
    fn buckets_are_whole_cache_lines() {
        for bytes in [0, 64, 100, 1000, 1 << 20] {
            let mut table = Table::new(bytes);
            assert_eq!(table.bytes(), (bytes / CACHE_LINE).max(1) * CACHE_LINE);
            for key in [0, 1 << 63, u64::MAX] {
                let bucket = table.bucket(key);
                assert_eq!((bucket.len(), bucket.as_ptr().addr() % CACHE_LINE), (BUCKET, 0));
                table.store(key, hit(1, 2, Bound::Exact));
            }
            table.clear();
            assert_eq!((table.probe(1 << 63), table.hashfull()), (None, 0));
        }
    }
}
