//! Several threads: what they say is as true as what one says.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tengen_engine::control::{Info, Limits, Monitor, Quiet, Report, Signals};
use tengen_engine::game::Rule;
use tengen_engine::search::{MOST_THREADS, SearchOptions, Searcher, Shortage};

use super::mates::check_claims;
use super::tactics::scattered;
use super::thinker::{Thought, ask, depth, nodes};
use crate::listener::Listener;
use crate::support::{Dice, position, variant};

fn threads(threads: usize) -> SearchOptions {
    SearchOptions { threads, ..SearchOptions::default() }
}

/// Stops the search after some reports.
/// Stops after some reports, as a user may.
struct Impatient {
    listener: Listener,
    patience: AtomicUsize,
}

impl Monitor for Impatient {
    fn signals(&self) -> &Signals {
        self.listener.signals()
    }
    fn started(&self) -> Instant {
        self.listener.started()
    }
    fn report(&self, report: Report) {
        self.listener.report(report);
        if self.patience.fetch_sub(1, Ordering::Relaxed) <= 1 {
            self.signals().stop();
        }
    }
}

/// Whatever ends them, searches of four threads play a legal move and announce
/// only ends that are certain.
#[test]
fn announced_ends_of_many_threads_are_true() {
    let mut dice = Dice::new(91);
    let mut searcher = Searcher::new(16);
    let (mut claims, mut tries) = (0, 0);
    while claims < 30 {
        tries += 1;
        assert!(tries < 1000, "{claims}");
        let rule = dice.pick(&Rule::ALL);
        let (side, k) = (6 + dice.below(5), if rule == Rule::Renju { 5 } else { 4 });
        let game = variant(rule, side, side, k, 0);
        let Some(position) = scattered(&mut dice, game, 18) else { continue };
        let limit = 5000 + dice.below(30_000) as u64;
        let thought = if dice.below(3) == 0 {
            let monitor = Impatient {
                listener: Listener::new(),
                patience: AtomicUsize::new(1 + dice.below(6)),
            };
            let choice = searcher.search(&position, &nodes(limit), &threads(4), &monitor);
            assert_eq!(position.check(choice.best.unwrap()), Ok(()), "{position:?}");
            Thought { choice, reports: monitor.listener.reports() }
        } else {
            ask(&mut searcher, &position, &nodes(limit), &threads(4))
        };
        claims += check_claims(&position, &thought, 1);
    }
}

#[test]
fn one_thread_does_not_notice_that_there_could_be_more() {
    let position = position("15/15/15/15/15/5oxx7/6xo7/6ox7/15/15/15/15/15/15/15 o k=5");
    let ask = |threads| {
        let mut searcher = Searcher::new(16);
        let options = SearchOptions { threads, ..SearchOptions::default() };
        ask(&mut searcher, &position, &depth(8), &options)
    };
    assert_eq!(ask(1), ask(1));
    let (alone, together) = (ask(1), ask(3));
    assert_eq!(alone.last().depth, together.last().depth);
    assert!(alone.last().nodes != together.last().nodes, "the others must be counted, too");
}

/// A limit of nodes is one for all threads together.
#[test]
fn nodes_of_all_threads_count() {
    let position = position("15/15/15/15/15/5oxx7/6xo7/6ox7/15/15/15/15/15/15/15 o k=5");
    let mut searcher = Searcher::new(16);
    for limit in [100, 5000, 60_000] {
        let thought = ask(&mut searcher, &position, &nodes(limit), &threads(4));
        let visited = thought.last().nodes.unwrap();
        assert!(visited <= limit + 4 * 4096, "{visited} of {limit}");
        searcher.clear();
    }
}

/// Its main thread waits at each report, as one without a processor does.
struct Slow(Listener);

impl Monitor for Slow {
    fn signals(&self) -> &Signals {
        self.0.signals()
    }
    fn started(&self) -> Instant {
        self.0.started()
    }
    fn report(&self, report: Report) {
        self.0.report(report);
        thread::sleep(Duration::from_millis(200));
    }
}

/// The limit holds where only helpers are running, too.
#[test]
fn helpers_keep_the_limit_of_nodes_by_themselves() {
    let position = position("15/15/15/15/15/5oxx7/6xo7/6ox7/15/15/15/15/15/15/15 o k=5");
    let limit = 10_000;
    let slow = Slow(Listener::new());
    Searcher::new(16).search(&position, &nodes(limit), &threads(4), &slow);
    let visited = slow.0.infos().iter().filter_map(|info| info.nodes).max().unwrap();
    assert!(visited <= limit + 4 * 4096, "{visited} of {limit}");
}

/// `stop`, from before the first move to any time after.
#[test]
fn a_stop_ends_all_threads() {
    let position = position("15/15/15/15/15/5oxx7/6xo7/6ox7/15/15/15/15/15/15/15 o k=5");
    let mut searcher = Searcher::new(16);
    for wait_ms in [0, 0, 1, 3, 10, 40] {
        let monitor = Arc::new(Quiet::default());
        let other = Arc::clone(&monitor);
        let stopper = thread::spawn(move || {
            thread::sleep(Duration::from_millis(wait_ms));
            other.signals().stop();
        });
        let begin = Instant::now();
        let choice = searcher.search(&position, &Limits::default(), &threads(4), &*monitor);
        stopper.join().unwrap();
        assert_eq!(position.check(choice.best.unwrap()), Ok(()));
        // Machines that do other things too may be slow, but not this slow.
        assert!(begin.elapsed() < Duration::from_secs(10));
    }
}

/// Memory for helpers comes out of what the searcher may use.
#[test]
fn threads_without_memory_are_not_started() {
    let position = position("15/15/15/15/15/5oxx7/6xo7/6ox7/15/15/15/15/15/15/15 o k=5");
    let shortages = |hash, threads| {
        let mut searcher = Searcher::new(hash);
        let mut said = Vec::new();
        for _ in 0..2 {
            said.extend(searcher.shortage(threads));
        }
        said
    };
    let short = |threads, wanted, hash_mb| [Shortage { threads, wanted, hash_mb: Some(hash_mb) }];
    assert!(shortages(16, 8).is_empty() && shortages(1, 1).is_empty());
    assert_eq!(shortages(1, 3), short(1, 3, 5));
    assert_eq!(shortages(3, 3), short(2, 3, 5));
    assert!(shortages(5, 3).is_empty());
    assert_eq!(shortages(4, MOST_THREADS), short(2, 256, 511));
    let is_alone = |info: &Info| info.nodes.is_some();
    assert!(ask(&mut Searcher::new(1), &position, &depth(3), &threads(9)).infos().all(is_alone));
}
