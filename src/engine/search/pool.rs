//! Lazy SMP: several threads search the same position, each for itself, and help
//! one another by what they leave in the hash table (CPW, Lazy SMP). Nothing else is
//! shared, so that no thread ever waits for another.
//!
//! The main thread is the one that was called: it alone reports and decides. Its helpers
//! deepen on the same moves until it has finished, or until all together have visited as many
//! positions as there may be: the main thread may be without a processor then.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
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

/// The threads of a host whose engine cannot start any.
#[derive(Clone, Copy, Debug)]
pub struct HostThreads {
    /// Has up to that many threads ready beside the one that asks, and says how many there are.
    pub ready: fn(usize) -> usize,
    /// Has that many threads do the work while this one does the second piece; returns when all of
    /// it is done. No more threads are asked for than were ready.
    pub run: fn(usize, &(dyn Fn() + Sync), &mut dyn FnMut()),
}

/// See [`help_by`].
static HOST: OnceLock<HostThreads> = OnceLock::new();

/// Has the threads of the host help from now on, in place of those that a search starts. The first
/// host stays.
pub fn help_by(threads: HostThreads) {
    // The first host stays: there is one outside.
    let _ = HOST.set(threads);
}

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
    /// Those of all threads, the main one's first.
    pub counters: Vec<Counter>,
    /// Threads that were asked for, the main one included.
    pub wanted: usize,
    /// Helpers that there is memory for.
    room: usize,
    /// Whether the shortage was reported already.
    is_told: bool,
}

impl Pool {
    /// As many helpers as `threads` asks for, within half of `bytes`, and no more than a host has
    /// threads for.
    pub fn new(threads: usize, bytes: usize) -> Pool {
        let room = bytes / 2 / HELPER_BYTES;
        let count = threads.clamp(1, MOST_THREADS).saturating_sub(1).min(room);
        let count = HOST.get().map_or(count, |host| (host.ready)(count).min(count));
        Pool {
            helpers: (0..count).map(|_| Helper::default()).collect(),
            counters: (0..=count).map(|_| Counter::default()).collect(),
            wanted: threads,
            room,
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

    /// The helpers for a search with `threads` threads, with the counters of all at zero.
    pub fn enlist(&mut self, threads: usize, limits: &Limits) -> (&mut [Helper], &[Counter]) {
        let worth = limits.nodes.map_or(usize::MAX, |nodes| (nodes / WORTH_NODES) as usize);
        let count = threads.saturating_sub(1).min(self.helpers.len()).min(worth);
        let counted = if count == 0 { 0 } else { count + 1 };
        let (helpers, counters) = (&mut self.helpers[..count], &mut self.counters[..counted]);
        for helper in &mut *helpers {
            helper.history.age();
        }
        for counter in &mut *counters {
            counter.reset();
        }
        (helpers, counters)
    }

    /// How far the threads are short of those asked for, once.
    pub fn shortage(&mut self) -> Option<Shortage> {
        let threads = self.helpers.len() + 1;
        let is_short = threads < self.wanted.min(MOST_THREADS);
        if !is_short || std::mem::replace(&mut self.is_told, true) {
            return None;
        }
        let is_memory = self.helpers.len() == self.room;
        // Half of it for the helpers, and what the main thread needs.
        let hash_mb = is_memory.then(|| (self.wanted - 1) * 2 * HELPER_BYTES / (1 << 20) + 1);
        Some(Shortage { threads, wanted: self.wanted, hash_mb })
    }
}

/// Too little memory for the threads asked for, or a host that has fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// Threads that search.
    pub threads: usize,
    /// Threads asked for.
    pub wanted: usize,
    /// Memory that would be enough for all threads asked for, in mebibytes; none where it is the
    /// host that has too few.
    pub hash_mb: Option<usize>,
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
    let count = helpers.len();
    let waiting = Mutex::new(helpers.iter_mut().enumerate());
    let work = || {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
        if let Some((number, helper)) = next {
            help(number, helper, Thread::Helper(counters, number + 1, &is_over));
        }
    };
    let (mut main, mut result) = (Some(main), None);
    let mut main = || {
        let finish = Finish(&is_over);
        result = main.take().map(|main| main());
        drop(finish);
    };
    let run = HOST.get().map_or(run_on_own_threads as _, |host| host.run);
    run(count, &work, &mut main);
    result.expect("whoever runs helpers runs the main thread with them")
}

/// Has `count` threads do `work` while this one does `main`, and waits for all of them.
fn run_on_own_threads(count: usize, work: &(dyn Fn() + Sync), main: &mut dyn FnMut()) {
    thread::scope(|scope| {
        let mut running = Vec::with_capacity(count);
        for number in 0..count {
            let builder = thread::Builder::new().name("helper".to_owned());
            match builder.stack_size(STACK_BYTES).spawn_scoped(scope, work) {
                Ok(handle) => running.push(handle),
                Err(error) => {
                    log::warn!("no thread for helper {number}: {error}");
                    break;
                }
            }
        }
        main();
        // What a helper found is in the table; without one it just took longer.
        let crashed = running.into_iter().filter_map(|handle| handle.join().err()).count();
        if crashed > 0 {
            log::error!("{crashed} helpers crashed");
        }
    });
}
