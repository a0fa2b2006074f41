//! What the threads of a search tell each other beside the hash table.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Positions visited by a helper, on a cache line of its own: each is written by
/// one thread all the time.
#[derive(Default)]
#[repr(align(64))]
pub struct Counter(AtomicU64);

impl Counter {
    /// Begins again at zero.
    pub fn reset(&mut self) {
        *self.0.get_mut() = 0;
    }
}

/// What a thread is among those that search together.
#[derive(Clone, Copy)]
pub enum Thread<'a> {
    /// The main thread, which sees what its helpers have visited.
    Main(&'a [Counter]),
    /// A helper, which says what it has visited, and hears when the main thread
    /// has finished.
    Helper(&'a Counter, &'a AtomicBool),
}

impl Thread<'_> {
    /// Positions visited by all threads that this one knows of; `own` is its own share.
    pub fn total(&self, own: u64) -> u64 {
        match self {
            Thread::Main(counters) => {
                counters.iter().map(|Counter(nodes)| nodes.load(Ordering::Relaxed)).sum::<u64>()
                    + own
            }
            Thread::Helper(..) => own,
        }
    }

    /// Whether the main thread has finished, for a helper.
    pub fn is_over(&self) -> bool {
        matches!(self, Thread::Helper(_, is_over) if is_over.load(Ordering::Relaxed))
    }

    /// Tells the main thread how many positions this one has visited.
    pub fn tell(&self, own: u64) {
        if let Thread::Helper(Counter(nodes), _) = self {
            nodes.store(own, Ordering::Relaxed);
        }
    }
}
