//! The search as its callers see it, and its memory from move to move.

use super::clock::SearchClock;
use super::history::History;
use super::options::SearchOptions;
use super::pool::{Pool, Shortage};
use super::root::Root;
use super::thread::Thread;
use super::threats::Threats;
use super::time;
use super::tt::{Table, Unwanted};
use super::worker::Worker;
use crate::control::{Choice, Limits, Monitor};
use crate::eval;
use crate::game::Position;
use crate::solve::{Vcf, Vct};

/// The alpha-beta search with its memory from move to move.
pub struct Searcher {
    table: Table,
    history: History,
    vcf: Vcf,
    vct: Vct,
    pool: Pool,
    /// Memory for the table, the threat search and the helpers, in bytes.
    bytes: usize,
}

/// Memory of a searcher besides its hash table, in bytes.
const FIXED_BYTES: usize = 768 << 10;

/// Share of the memory for the tree of the threat search, and the most it gets: a larger
/// tree would take longer to halve than a quick move has.
const THREAT_SHARE: usize = 4;
const THREAT_BYTES: usize = 64 << 20;

/// What the tree of the threat search gets of so much memory, in bytes.
fn threat_bytes(bytes: usize) -> usize {
    (bytes / THREAT_SHARE).min(THREAT_BYTES)
}

impl Searcher {
    /// A searcher that keeps everything within `hash_mb` mebibytes (at least 1).
    pub fn new(hash_mb: usize) -> Searcher {
        let bytes = (hash_mb.max(1) << 20).saturating_sub(FIXED_BYTES);
        Searcher {
            table: Table::new(bytes - threat_bytes(bytes)),
            history: History::new(),
            vcf: Vcf::new(),
            vct: Vct::new(threat_bytes(bytes)),
            pool: Pool::default(),
            bytes,
        }
    }

    /// Gets ready for searches with `threads` threads, so that nothing slow is left for the first
    /// of them. The memory of the helpers is taken from the table, at most half of it; where their
    /// number changes, the table is emptied.
    pub fn prepare(&mut self, threads: usize) {
        if threads.max(1) == self.pool.wanted.max(1) {
            return;
        }
        self.pool = Pool::default();
        let pool = Pool::new(threads, self.bytes);
        let bytes = self.bytes - threat_bytes(self.bytes) - pool.bytes();
        if Table::rounded(bytes) != self.table.bytes() {
            // The old table goes before the new one comes.
            self.table = Table::new(0);
            self.table = Table::new(bytes);
        }
        self.pool = pool;
    }

    /// Has the system find the memory of the table, on `threads` threads: at its first touch it
    /// comes in large pieces, each of which has to be emptied before. `is_unwanted` ends that
    /// early.
    pub fn claim_memory(&mut self, threads: usize, is_unwanted: &Unwanted<'_>) {
        self.table.claim(threads, is_unwanted);
    }

    /// How far memory is short of what `threads` threads need; `Some` only once after each change
    /// of their number.
    pub fn shortage(&mut self, threads: usize) -> Option<Shortage> {
        if threads > self.pool.wanted {
            self.prepare(threads);
        }
        self.pool.shortage()
    }

    /// Forgets all earlier games.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history.clear();
        self.vcf.clear();
        self.vct.clear();
        self.pool.clear();
    }

    /// Chooses a move. Reports to `monitor` and obeys its signals; returns
    /// when a limit is reached or everything is known. No move is returned for
    /// a finished game.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        options: &SearchOptions,
        monitor: &dyn Monitor,
    ) -> Choice {
        if position.is_over() {
            return Choice::default();
        }
        if options.threads > self.pool.wanted {
            self.prepare(options.threads);
        }
        self.table.next_search();
        self.history.age();
        let (helpers, counters) = self.pool.enlist(options.threads, limits);
        let budget = time::budget(limits, position.side(), options.move_overhead_ms);
        let variant = position.variant();
        let tables = eval::tables(variant.rule, variant.k);
        let kept = (&self.table, &mut self.history, &mut self.vcf);
        let clock = SearchClock::new(monitor, Thread::Main(counters), limits, budget);
        let mut worker = Worker::new(position, &tables, kept, limits, clock);
        worker.params = worker.params.with_vcf_nodes(options.vcf_nodes);
        // A weaker level must not see far by threats either.
        let sees_all = options.vcf_nodes == u64::MAX;
        let threats = sees_all.then(|| Threats::new(&mut self.vct));
        Root::new(worker, limits, options, monitor, threats).run(helpers)
    }
}
