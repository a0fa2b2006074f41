//! What the threads of a search share beside the hash table: counts of nodes, and the end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Positions visited by a thread, on a cache line of its own: two counters in one line
/// would slow down both threads that write them (false sharing).
#[derive(Default)]
#[repr(align(64))]
pub struct Counter(AtomicU64);

impl Counter {
    /// Begins again at zero.
    pub fn reset(&mut self) {
        *self.0.get_mut() = 0;
    }
}

/// The part that a thread has among those that search together.
#[derive(Clone, Copy)]
pub enum Thread<'a> {
    /// The main thread, with the counters of all threads, its own first; none where it is alone.
    Main(&'a [Counter]),
    /// A helper, with the same counters and the place of its own among them. It stops when the flag
    /// of the main thread is set.
    Helper(&'a [Counter], usize, &'a AtomicBool),
}

impl Thread<'_> {
    /// The counters of all threads, and the place of its own.
    const fn counters(&self) -> (&[Counter], usize) {
        match *self {
            Thread::Main(counters) => (counters, 0),
            Thread::Helper(counters, place, _) => (counters, place),
        }
    }

    /// Positions visited by all threads as far as they have told; `own` is its own share.
    pub fn total(&self, own: u64) -> u64 {
        let (counters, place) = self.counters();
        let others = counters.iter().enumerate().filter(|&(other, _)| other != place);
        own + others.map(|(_, Counter(nodes))| nodes.load(Ordering::Relaxed)).sum::<u64>()
    }

    /// Whether the main thread has finished, for a helper.
    pub fn is_over(&self) -> bool {
        matches!(self, Thread::Helper(.., is_over) if is_over.load(Ordering::Relaxed))
    }

    /// Makes the number of positions visited by this thread visible to the others.
    pub fn tell(&self, own: u64) {
        let (counters, place) = self.counters();
        if let Some(Counter(nodes)) = counters.get(place) {
            nodes.store(own, Ordering::Relaxed);
        }
    }
}
