//! The hash table: results of positions, shared without locks.
//!
//! An entry is two words. The first is the key combined with the second, so a
//! half-written entry does not match any key (Hyatt and Mann 2002).

use std::iter;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use zerocopy::FromZeros;

use crate::game::Move;
use crate::value::{Bound, Score};

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The best or refuting move.
    pub mv: Option<Move>,
    /// The value; distances count from the position itself.
    pub score: Score,
    /// How the value relates to the true one.
    pub bound: Bound,
    /// Plies searched below the position, 0..=255.
    pub depth: i32,
}

/// The key combined with the data, and the data; zeros are no entry.
type Entry = [AtomicU64; 2];

/// Entries that a key may be kept in, side by side.
const BUCKET: usize = 4;

/// Bytes that the processor fetches at once: those of a bucket.
const CACHE_LINE: usize = size_of::<[Entry; BUCKET]>();

/// The table.
pub struct Table {
    /// The buckets, and some entries around them that are not used.
    entries: Vec<Entry>,
    /// The first entry of the first bucket, where a cache line begins.
    first: usize,
    /// Number of buckets.
    count: usize,
    generation: AtomicU8,
}

impl Table {
    /// A table of at most `bytes` bytes (at least one bucket).
    ///
    /// Where the system has less memory to give, the table is smaller.
    pub fn new(bytes: usize) -> Table {
        let mut count = (bytes / CACHE_LINE).max(1);
        // Zeroed memory is handed out page by page when it is first used, so
        // that even the largest table is there at once, also while a clock runs.
        // That holds only for types without an alignment of their own.
        let entries = loop {
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
        let address = entries.as_ptr().addr();
        let first = (address.next_multiple_of(CACHE_LINE) - address) / size_of::<Entry>();
        Table { entries, first, count, generation: AtomicU8::new(0) }
    }

    /// Forgets everything, at once.
    pub fn clear(&mut self) {
        let bytes = self.bytes();
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
        let index = (u128::from(key) * self.count as u128) >> 64;
        let start = self.first + index as usize * BUCKET;
        &self.entries[start..start + BUCKET]
    }

    /// What is known of the position with that key.
    pub fn probe(&self, key: u64) -> Option<Hit> {
        self.bucket(key).iter().find_map(|entry| {
            let data = entry[1].load(Ordering::Relaxed);
            let matches = entry[0].load(Ordering::Relaxed) ^ data == key && data != 0;
            matches.then(|| unpack(data))
        })
    }

    /// Keeps a result, in place of the least useful entry of its bucket.
    pub fn store(&self, key: u64, hit: Hit) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut worst: Option<(i32, &Entry)> = None;
        for entry in self.bucket(key) {
            let data = entry[1].load(Ordering::Relaxed);
            if data == 0 || entry[0].load(Ordering::Relaxed) ^ data == key {
                let old = unpack(data);
                let keep = data != 0
                    && age(data, generation) == 0
                    && hit.bound != Bound::Exact
                    && !hit.score.is_decisive()
                    && (old.score.is_decisive() || hit.depth < old.depth - 3);
                if !keep {
                    let mv = hit.mv.or(if data == 0 { None } else { old.mv });
                    write(entry, key, pack(&Hit { mv, ..hit }, generation));
                }
                return;
            }
            let use_ = unpack(data).depth - 8 * i32::from(age(data, generation));
            if worst.is_none_or(|(least, _)| use_ < least) {
                worst = Some((use_, entry));
            }
        }
        if let Some((_, entry)) = worst {
            write(entry, key, pack(&hit, generation));
        }
    }

    /// Share of the table filled by the current search, per mille, from a sample.
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = self.count.min(250) * BUCKET;
        let used = self.entries[self.first..self.first + sample]
            .iter()
            .map(|entry| entry[1].load(Ordering::Relaxed))
            .filter(|&data| data != 0 && age(data, generation) == 0)
            .count();
        (used * 1000 / sample) as u32
    }
}

fn write(entry: &Entry, key: u64, data: u64) {
    entry[0].store(key ^ data, Ordering::Relaxed);
    entry[1].store(data, Ordering::Relaxed);
}

/// Layout from the lowest bit: move + 1 (16), score (16), depth (8), bound + 1 (2), generation (6).
fn pack(hit: &Hit, generation: u8) -> u64 {
    let mv = hit.mv.map_or(0, |mv| u64::from(mv.raw()) + 1);
    let score = u64::from(hit.score.raw() as u16);
    let depth = hit.depth.clamp(0, 255) as u64;
    let bound = hit.bound as u64 + 1;
    mv | score << 16 | depth << 32 | bound << 40 | u64::from(generation) << 42
}

fn unpack(data: u64) -> Hit {
    let mv = (data & 0xffff) as u16;
    Hit {
        mv: mv.checked_sub(1).map(Move::from_raw),
        score: Score::from_raw((data >> 16) as u16 as i16),
        bound: match data >> 40 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
        depth: (data >> 32 & 0xff) as i32,
    }
}

/// How many searches ago the entry was written, 0..64.
fn age(data: u64, generation: u8) -> u8 {
    generation.wrapping_sub((data >> 42) as u8) % 64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Square;

    fn hit(depth: i32, score: i32, bound: Bound) -> Hit {
        Hit {
            mv: Some(Move::place(Square::new(0, 0))),
            score: Score::estimate(score),
            bound,
            depth,
        }
    }

    #[test]
    fn what_was_stored_is_found() {
        let table = Table::new(1 << 16);
        for (key, bound) in [(1, Bound::Exact), (u64::MAX, Bound::Lower), (77, Bound::Upper)] {
            let stored = hit(9, -123, bound);
            table.store(key, stored);
            assert_eq!(table.probe(key), Some(stored));
        }
        assert_eq!(table.probe(2), None);
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
