//! Threads of the host that help the engine to search: each comes by itself and stays, and searches
//! have as many of them as have come.
//!
//! A search lends its helpers what is its own, and is not over before they are. That is the work of
//! a pool of threads (`rayon-core`), whose places the threads of the host take.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use rayon_core::{ThreadBuilder, ThreadPool, ThreadPoolBuilder};

/// What is known of the threads of the host.
struct Helpers {
    /// Threads that were asked for.
    asked: usize,
    /// Threads that have come.
    ready: usize,
    /// Places of a pool that no thread has taken yet.
    places: Vec<ThreadBuilder>,
}

static HELPERS: Mutex<Helpers> = Mutex::new(Helpers { asked: 0, ready: 0, places: Vec::new() });
static CHANGED: Condvar = Condvar::new();
/// The pool, which one search at a time may use.
static POOL: Mutex<Option<ThreadPool>> = Mutex::new(None);

fn locked() -> MutexGuard<'static, Helpers> {
    HELPERS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn waited(helpers: MutexGuard<'static, Helpers>) -> MutexGuard<'static, Helpers> {
    CHANGED.wait(helpers).unwrap_or_else(PoisonError::into_inner)
}

/// Has up to `wanted` threads come, each asked for by `ask`, which says whether there is one; waits
/// until all that were asked for are there, and says how many that are.
pub fn ready(wanted: usize, ask: impl Fn() -> bool) -> usize {
    while locked().asked < wanted && ask() {
        locked().asked += 1;
    }
    let mut helpers = locked();
    while helpers.ready < helpers.asked {
        helpers = waited(helpers);
    }
    helpers.ready
}

/// Lends this thread to searches; does not come back.
pub fn help() -> ! {
    let mut helpers = locked();
    helpers.ready += 1;
    CHANGED.notify_all();
    loop {
        match helpers.places.pop() {
            Some(place) => {
                drop(helpers);
                place.run();
                helpers = locked();
            }
            None => helpers = waited(helpers),
        }
    }
}

/// Has `count` of the threads that have come do `work` while this one does `main`; returns when all
/// of it is done.
pub fn run(count: usize, work: &(dyn Fn() + Sync), main: &mut dyn FnMut()) {
    // A search within another one has its own thread alone.
    let Ok(mut pool) = POOL.try_lock() else { return main() };
    let ready = locked().ready;
    if pool.as_ref().is_none_or(|pool| pool.current_num_threads() != ready) {
        // The threads of the old pool leave it, and take places in the new one.
        *pool = None;
        *pool = new_pool(ready);
    }
    let Some(pool) = pool.as_ref() else { return main() };
    pool.in_place_scope(|scope| {
        for _ in 0..count {
            scope.spawn(|_| work());
        }
        main();
    });
}

/// A pool with places for so many threads.
fn new_pool(threads: usize) -> Option<ThreadPool> {
    let take_place = |place| {
        locked().places.push(place);
        CHANGED.notify_all();
        Ok(())
    };
    // Of none it would make as many as there are processors.
    let builder = (threads > 0).then(|| ThreadPoolBuilder::new().num_threads(threads));
    builder?.spawn_handler(take_place).build().ok()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use tengen_engine::control::{Limits, Quiet};
    use tengen_engine::game::{Position, Variant};
    use tengen_engine::search::{HostThreads, SearchOptions, Searcher, help_by};

    use super::*;

    static STARTED: AtomicUsize = AtomicUsize::new(0);
    static HELPED: AtomicUsize = AtomicUsize::new(0);

    /// A host with three threads.
    fn ready_of_three(wanted: usize) -> usize {
        ready(wanted, || {
            let is_there = STARTED.load(Ordering::Relaxed) < 3;
            if is_there {
                STARTED.fetch_add(1, Ordering::Relaxed);
                thread::Builder::new().stack_size(64 << 20).spawn(|| help()).unwrap();
            }
            is_there
        })
    }

    #[test]
    fn searches_have_the_threads_of_the_host() {
        let run = |count, work: &(dyn Fn() + Sync), main: &mut dyn FnMut()| {
            let counted = || {
                HELPED.fetch_add(1, Ordering::Relaxed);
                work();
            };
            run(count, &counted, main);
        };
        help_by(HostThreads { ready: ready_of_three, run });
        let position = Position::new(Variant::preset("gomoku").unwrap()).unwrap();
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let mut searcher = Searcher::new(16);
        // More are asked for, fewer, and more than there are.
        for (threads, helpers) in [(2, 1), (4, 3), (2, 1), (1, 0), (9, 3)] {
            let before = HELPED.load(Ordering::Relaxed);
            let options = SearchOptions { threads, ..SearchOptions::default() };
            searcher.prepare(threads);
            let shortage = searcher.shortage(threads);
            assert_eq!(
                shortage.map(|short| (short.threads, short.hash_mb)),
                (threads == 9).then_some((4, None))
            );
            assert!(
                searcher.search(&position, &limits, &options, &Quiet::default()).best.is_some()
            );
            assert_eq!(HELPED.load(Ordering::Relaxed) - before, helpers, "{threads} threads");
        }
    }
}
