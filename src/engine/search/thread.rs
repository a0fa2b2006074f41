//! What the threads of a search share beside the hash table: counts of nodes, and the end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Positions visited by a helper, on a cache line of its own: two counters in one line
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
    /// The main thread, with the counters of its helpers.
    Main(&'a [Counter]),
    /// A helper: it counts the positions it visits, and stops when the flag of the main thread is
    /// set.
    Helper(&'a Counter, &'a AtomicBool),
}

impl Thread<'_> {
    /// Positions visited by all threads as far as this one can see; `own` is its own share.
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

    /// Makes the number of positions visited by this thread visible to the main one.
    pub fn tell(&self, own: u64) {
        if let Thread::Helper(Counter(nodes), _) = self {
            nodes.store(own, Ordering::Relaxed);
        }
    }
}
