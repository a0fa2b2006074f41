//! Lazy SMP: several threads search the same position, each for itself, and help
//! one another by what they leave in the hash table (CPW, Lazy SMP). Nothing else is
//! shared, so that no thread ever waits for another.
//!
//! The main thread is the one that was called: it alone reports, keeps the limits
//! and decides. Its helpers deepen on the same moves until it has finished.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::history::History;
use super::thread::{Counter, Thread};
use crate::clock::Instant;
use crate::control::{Limits, Monitor, Report, Signals};
use crate::solve::vcf::Vcf;

/// The largest number of threads of a search.
pub const MOST_THREADS: usize = 256;

/// Stack of a thread that thinks: address space for a line as deep as the
/// largest board is wide open; pages that are never touched cost nothing.
pub const STACK_BYTES: usize = 64 << 20;

/// Memory of a helper, in bytes: board, history, tables, and what it touches of its stack.
pub const HELPER_BYTES: usize = 1 << 20;

/// Positions that a helper should be able to look at before the limit: starting
/// it costs more than a share of fewer.
const WORTH_NODES: u64 = 2048;

/// What a helper keeps between searches.
#[derive(Default)]
pub struct Helper {
    /// Refutations that the helper has seen.
    pub history: History,
    pub vcf: Vcf,
}

/// The helpers of a searcher.
#[derive(Default)]
pub struct Pool {
    pub helpers: Vec<Helper>,
    pub counters: Vec<Counter>,
    /// Threads that were asked for, the main one included.
    pub wanted: usize,
    /// Whether the shortage was reported already.
    is_told: bool,
}

impl Pool {
    /// As many helpers as `threads` asks for, within half of `bytes`.
    pub fn new(threads: usize, bytes: usize) -> Pool {
        let room = bytes / 2 / HELPER_BYTES;
        let count = threads.clamp(1, MOST_THREADS).saturating_sub(1).min(room);
        Pool {
            helpers: (0..count).map(|_| Helper::default()).collect(),
            counters: (0..count).map(|_| Counter::default()).collect(),
            wanted: threads,
            is_told: false,
        }
    }

    /// Memory of all helpers, in bytes.
    pub fn bytes(&self) -> usize {
        self.helpers.len() * HELPER_BYTES
    }

    /// Forgets earlier games.
    pub fn clear(&mut self) {
        for helper in &mut self.helpers {
            helper.history.clear();
            helper.vcf.clear();
        }
    }

    /// The helpers for a search with `threads` threads, with their counters at zero.
    pub fn enlist(&mut self, threads: usize, limits: &Limits) -> (&mut [Helper], &[Counter]) {
        let worth = limits.nodes.map_or(usize::MAX, |nodes| (nodes / WORTH_NODES) as usize);
        let count = threads.saturating_sub(1).min(self.helpers.len()).min(worth);
        let (helpers, counters) = (&mut self.helpers[..count], &mut self.counters[..count]);
        for (helper, counter) in helpers.iter_mut().zip(counters.iter_mut()) {
            helper.history.age();
            counter.reset();
        }
        (helpers, counters)
    }

    /// How far memory is short of the threads asked for, once.
    pub fn shortage(&mut self) -> Option<Shortage> {
        let threads = self.helpers.len() + 1;
        let is_short = threads < self.wanted.min(MOST_THREADS);
        if !is_short || std::mem::replace(&mut self.is_told, true) {
            return None;
        }
        // Half of it for the helpers, and what the main thread needs.
        let hash_mb = (self.wanted - 1) * 2 * HELPER_BYTES / (1 << 20) + 1;
        Some(Shortage { threads, wanted: self.wanted, hash_mb })
    }
}

/// Too little memory for the threads asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// Threads that there is memory for.
    pub threads: usize,
    /// Threads asked for.
    pub wanted: usize,
    /// Memory that would be enough for all threads asked for, in mebibytes.
    pub hash_mb: usize,
}

/// The monitor of a helper: it passes signals on and drops reports. A helper that stops
/// by itself leaves the main thread a processor to answer with.
pub struct Mute<'a>(pub &'a dyn Monitor);

impl Monitor for Mute<'_> {
    fn signals(&self) -> &Signals {
        self.0.signals()
    }
    fn started(&self) -> Instant {
        self.0.started()
    }
    fn report(&self, _: Report) {}
}

/// Ends the helpers when the main thread leaves its search, by a panic as well.
struct Finish<'a>(&'a AtomicBool);

impl Drop for Finish<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs `main` and, at the same time, `help` for every helper with its number; returns what
/// `main` did. The thread that `help` gets is over once `main` has returned.
pub fn run_beside<T>(
    helpers: &mut [Helper],
    counters: &[Counter],
    help: impl Fn(usize, &mut Helper, Thread<'_>) + Sync,
    main: impl FnOnce() -> T,
) -> T {
    let is_over = AtomicBool::new(false);
    let (is_over, help) = (&is_over, &help);
    thread::scope(|scope| {
        let finish = Finish(is_over);
        let mut running = Vec::with_capacity(helpers.len());
        for (number, (helper, counter)) in helpers.iter_mut().zip(counters).enumerate() {
            let work = move || help(number, helper, Thread::Helper(counter, is_over));
            let builder = thread::Builder::new().name("helper".to_owned());
            match builder.stack_size(STACK_BYTES).spawn_scoped(scope, work) {
                Ok(handle) => running.push(handle),
                Err(error) => {
                    log::warn!("no thread for helper {number}: {error}");
                    break;
                }
            }
        }
        let result = main();
        drop(finish);
        // What a helper found is in the table; without one it just took longer.
        let crashed = running.into_iter().filter_map(|handle| handle.join().err()).count();
        if crashed > 0 {
            log::error!("{crashed} helpers crashed");
        }
        result
    })
}
