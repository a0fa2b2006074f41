//! A bucket of the hash table, which many threads read and write without locks.
//!
//! The word stored beside the data is the key combined with it, so an entry of
//! which one thread wrote one half and another thread the other fits no key
//! (Hyatt and Mann 2002) - none but the one that differs from a written key by
//! the difference of both data. Data leave the highest 16 bits free, in which the
//! keys of different [modes](super::mode::ProofMode) of a search differ: results of
//! one can never pass for results of another.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::game::Move;
use crate::value::{Bound, Depth, Score};

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
    pub depth: Depth,
}

/// A word that several threads read and write, in no particular order.
pub trait Word {
    /// Some value that was written.
    fn get(&self) -> u64;
    /// Writes a value.
    fn set(&self, value: u64);
}

impl Word for AtomicU64 {
    #[inline]
    fn get(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }
    #[inline]
    fn set(&self, value: u64) {
        self.store(value, Ordering::Relaxed);
    }
}

/// The key combined with the data, and the data; zeros are no entry.
pub type Entry<W = AtomicU64> = [W; 2];

/// What a bucket knows of the position with that key.
#[inline]
pub fn probe<W: Word>(bucket: &[Entry<W>], key: u64) -> Option<Hit> {
    bucket.iter().find_map(|entry| {
        let data = entry[1].get();
        let matches = entry[0].get() ^ data == key && data != 0;
        matches.then(|| unpack(data))
    })
}

/// Keeps a result, in place of the least useful entry of the bucket.
#[inline]
pub fn store<W: Word>(bucket: &[Entry<W>], key: u64, hit: Hit, generation: u8) {
    let mut worst: Option<(i32, &Entry<W>)> = None;
    for entry in bucket {
        let data = entry[1].get();
        if data == 0 || entry[0].get() ^ data == key {
            let old = unpack(data);
            // In one search a bound that proves nothing does not replace a proof, nor what was
            // found more than three plies deeper.
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
        let use_ = unpack(data).depth.plies() - 8 * i32::from(age(data, generation));
        if worst.is_none_or(|(least, _)| use_ < least) {
            worst = Some((use_, entry));
        }
    }
    if let Some((_, entry)) = worst {
        write(entry, key, pack(&hit, generation));
    }
}

/// Whether an entry was written by the search of that generation.
pub fn is_current<W: Word>(entry: &Entry<W>, generation: u8) -> bool {
    let data = entry[1].get();
    data != 0 && age(data, generation) == 0
}

fn write<W: Word>(entry: &Entry<W>, key: u64, data: u64) {
    entry[0].set(key ^ data);
    entry[1].set(data);
}

/// Layout from the lowest bit: move + 1 (16), score (16), depth (8), bound + 1 (2), generation (6).
fn pack(hit: &Hit, generation: u8) -> u64 {
    let mv = hit.mv.map_or(0, |mv| u64::from(mv.raw()) + 1);
    let score = u64::from(hit.score.raw() as u16);
    let depth = hit.depth.plies().clamp(0, 255) as u64;
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
        depth: Depth::new((data >> 32 & 0xff) as i32),
    }
}

/// How many searches ago the entry was written, 0..64.
fn age(data: u64, generation: u8) -> u8 {
    generation.wrapping_sub((data >> 42) as u8) % 64
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::search::mode::ProofMode;

    /// Everything of a result depends on its number, so that no mixture of two is a third.
    fn hit(number: u16) -> Hit {
        let (mv, score) = (Move::from_raw(number), Score::from_raw(100 * number as i16));
        Hit { mv: Some(mv), score, bound: Bound::Exact, depth: Depth::new(number.into()) }
    }

    /// What is found was stored under its key, also on a real machine, with more threads than
    /// places: every thread stores results that follow from their keys, and looks for all of them.
    #[test]
    fn what_many_threads_find_was_stored_under_that_key() {
        let bucket: [Entry; 4] = Default::default();
        let key = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let found: u64 = thread::scope(|scope| {
            let work = |first: u64| {
                let mut found = 0;
                for step in 0..40_000 {
                    // Each number is stored and then looked for, so that some are found even
                    // if the threads come one after another.
                    let number = 1 + (first * 7 + step / 2 * (2 * first + 1)) % 24;
                    if step % 2 == 0 {
                        store(&bucket, key(number), hit(number as u16), step as u8 % 64);
                    } else if let Some(seen) = probe(&bucket, key(number)) {
                        assert_eq!(seen, hit(number as u16));
                        found += 1;
                    }
                }
                found
            };
            let workers: Vec<_> = (0..4).map(|first| scope.spawn(move || work(first))).collect();
            workers.into_iter().map(|worker| worker.join().unwrap()).sum()
        });
        assert!(found > 0);
    }

    #[test]
    fn modes_of_a_search_cannot_be_mixed_up() {
        let data =
            pack(&Hit { depth: Depth::new(255), bound: Bound::Upper, ..hit(u16::MAX - 1) }, 63);
        assert_eq!(data >> 48, 0);
        let modes = [ProofMode::Selective, ProofMode::Complete, ProofMode::Exact];
        for (index, mode) in modes.into_iter().enumerate() {
            for other in &modes[..index] {
                assert!((mode.key() ^ other.key()) >> 48 != 0, "{mode:?} {other:?}");
            }
        }
    }

    #[cfg(feature = "thorough")]
    mod model {
        use std::sync::Arc;
        use std::sync::atomic::AtomicBool;

        use loom::sync::atomic::AtomicU64 as Modelled;

        use super::*;

        impl Word for Modelled {
            fn get(&self) -> u64 {
                self.load(Ordering::Relaxed)
            }
            fn set(&self, value: u64) {
                self.store(value, Ordering::Relaxed);
            }
        }

        /// Runs two writers and a reader of a place for one entry in every order that
        /// the memory allows (with at most three interruptions: all orders take loom
        /// minutes). The reader of `key` finds nothing, or what was stored under its
        /// key. Whether it found something in any order.
        fn is_ever_found(writes: [(u64, u16); 2], key: u64) -> bool {
            let was_found = Arc::new(AtomicBool::new(false));
            let note = Arc::clone(&was_found);
            let mut model = loom::model::Builder::new();
            model.preemption_bound = Some(3);
            model.check(move || {
                let bucket = loom::sync::Arc::new([[Modelled::new(0), Modelled::new(0)]]);
                let (read, written) =
                    (loom::sync::Arc::clone(&bucket), loom::sync::Arc::clone(&bucket));
                let note = Arc::clone(&note);
                let reader = loom::thread::spawn(move || {
                    let Some(found) = probe(&*read, key) else { return };
                    assert!(
                        writes.iter().any(|&(of, it)| (of, hit(it)) == (key, found)),
                        "{found:?}"
                    );
                    note.store(true, Ordering::Relaxed);
                });
                let [(one, number), (other, second)] = writes;
                let another = loom::thread::spawn(move || store(&*written, one, hit(number), 1));
                store(&*bucket, other, hit(second), 1);
                reader.join().unwrap();
                another.join().unwrap();
            });
            was_found.load(Ordering::Relaxed)
        }

        #[test]
        fn no_order_of_events_makes_an_entry_that_nobody_stored() {
            let (one, other) = (0x1234_5678_9abc_def0, 0x1234_5678_9abc_def7);
            assert!(is_ever_found([(one, 1), (other, 2)], other), "two keys");
            assert!(is_ever_found([(one, 1), (one, 2)], one), "one key twice");
        }
    }
}
