//! The state of one searching thread.

use std::time::{Duration, Instant};

use super::history::History;
use super::mode::ProofMode;
use super::params::{self, Params};
use super::picker::Candidate;
use super::thread::Thread;
use super::time::{Budget, TimeHistory};
use super::tt::Table;
use crate::control::{Limits, Monitor};
use crate::game::{Color, Move, Position};
use crate::pattern::{Board, Tables};
use crate::solve::{Vcf, Vct, Verdict};
use crate::value::Score;

/// Longest line that is searched, in plies from the root.
pub const MAX_PLY: usize = 250;

/// Larger than every score, as a number.
pub const INFINITE: i32 = Score::INFINITE.raw() as i32;

/// One of the searches of [`Vcf`].
type VcfSearch = fn(&mut Vcf, &mut Board, u64, &dyn Fn() -> bool) -> Verdict;

/// Score of a win that ends the game `ply` plies from the root.
pub const fn win_at(ply: usize) -> i32 {
    Score::win_in(ply as u16).raw() as i32
}

/// Score of a loss that ends the game `ply` plies from the root.
pub const fn loss_at(ply: usize) -> i32 {
    -win_at(ply)
}

/// Whether a score is a proven win.
pub const fn is_win(value: i32) -> bool {
    value > Score::MAX_ESTIMATE.raw() as i32
}

/// Whether a score is a proven loss.
pub const fn is_loss(value: i32) -> bool {
    is_win(-value)
}

/// Everything that one thread needs while it searches; borrowed parts outlive
/// the search.
pub struct Worker<'a> {
    /// The position being looked at.
    pub board: Board,
    /// Results of all threads.
    pub table: &'a Table,
    /// Refutations seen by this thread.
    pub history: &'a mut History,
    /// The threat search of this thread.
    pub vcf: &'a mut Vcf,
    /// Positions visited by this thread.
    pub nodes: u64,
    /// Longest line looked at since the iteration began.
    pub seldepth: usize,
    /// Nominal depth of the iteration.
    pub root_depth: i32,
    /// How much may be left out.
    pub mode: ProofMode,
    /// Whether the search was told to stop; its results are void then.
    pub stopped: bool,
    /// The best line from each ply on, valid after an open-window search.
    pub pv: Vec<Vec<Move>>,
    /// How time is spent.
    pub params: Params,
    /// Moves of all plies, one after the other.
    pub moves: Vec<Candidate>,
    /// Nodes of this thread at which it gives up.
    pub node_limit: u64,
    /// What it is among the threads of the search.
    pub thread: Thread<'a>,
    /// Nodes of all threads at which the main one gives up.
    total_limit: u64,
    monitor: &'a dyn Monitor,
    /// How much time there is.
    pub budget: Option<Budget>,
    /// When the clock began to run; later than the command after a ponder hit.
    started: Instant,
    waits_for_hit: bool,
}

impl<'a> Worker<'a> {
    /// A worker about to search a position.
    pub fn new(
        position: &Position,
        tables: &'static Tables,
        shared: (&'a Table, &'a mut History, &'a mut Vcf),
        limits: &Limits,
        budget: Option<Budget>,
        monitor: &'a dyn Monitor,
        thread: Thread<'a>,
    ) -> Worker<'a> {
        let (table, history, vcf) = shared;
        let area = position.size().area();
        Worker {
            board: Board::new(position.clone(), tables),
            table,
            history,
            vcf,
            nodes: 0,
            seldepth: 0,
            root_depth: 0,
            mode: match position.empty_count() {
                ..=params::EXACT_EMPTIES => ProofMode::Exact,
                _ if area <= params::SMALL_AREA => ProofMode::Complete,
                _ => ProofMode::Selective,
            },
            stopped: false,
            pv: vec![Vec::new(); MAX_PLY + 2],
            params: Params::current(),
            moves: Vec::with_capacity(8192),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            thread,
            total_limit: limits.nodes.unwrap_or(u64::MAX),
            monitor,
            budget,
            started: monitor.started(),
            waits_for_hit: limits.ponder,
        }
    }

    /// Positions visited by all threads; those of helpers as they last told them.
    pub fn total_nodes(&self) -> u64 {
        self.thread.total(self.nodes)
    }

    /// Time since the command arrived.
    pub fn elapsed(&self) -> Duration {
        self.monitor.started().elapsed()
    }

    /// Whether the clock says that no new iteration should begin, given what the iterations have shown.
    pub fn is_past_soft_limit(&mut self, time_history: &TimeHistory) -> bool {
        self.note_ponder_hit();
        !self.waits_for_hit
            && self
                .budget
                .is_some_and(|budget| self.started.elapsed() >= budget.enough(time_history))
    }

    /// Whether the clock limits this search now.
    pub fn is_timed(&self) -> bool {
        self.budget.is_some() && !self.waits_for_hit
    }

    fn note_ponder_hit(&mut self) {
        if self.waits_for_hit && self.monitor.signals().is_ponder_hit() {
            self.waits_for_hit = false;
            self.started = Instant::now();
        }
    }

    /// Counts a visited position and looks, now and then, whether to stop.
    #[inline]
    pub fn visit(&mut self) -> bool {
        if self.nodes >= self.node_limit {
            self.stopped = true;
            return true;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) {
            self.poll();
        }
        self.stopped
    }

    /// Looks whether to stop: asked from outside, or out of time.
    pub fn poll(&mut self) {
        self.note_ponder_hit();
        self.thread.tell(self.nodes);
        let out_of_time = !self.waits_for_hit
            && self.budget.is_some_and(|budget| self.started.elapsed() >= budget.hard);
        // A thread that is alone stops at its own limit, to the node.
        let total = self.total_nodes();
        let has_enough = total > self.nodes && total >= self.total_limit;
        let is_over = self.monitor.signals().is_stopped() || self.thread.is_over();
        self.stopped |= is_over || out_of_time || has_enough;
    }

    /// Plays a move after which the position will be looked up.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let (table, mode) = (self.table, self.mode.key());
        self.board.play_telling(mv, |key| table.prefetch(key ^ mode));
    }

    /// Whether nothing at all is left out.
    pub fn is_exact(&self) -> bool {
        self.mode == ProofMode::Exact
    }

    /// Whether threats decide: nobody can take stones over any more.
    pub fn threats_hold(&self) -> bool {
        let position = self.board.position();
        Color::ALL.into_iter().all(|color| position.conversions(color) == 0)
    }

    /// Whether the side to move wins by fours, trying at most `limit` fours.
    pub fn has_vcf(&mut self, limit: u64) -> Verdict {
        self.ask_vcf(Vcf::search, limit)
    }

    /// The same, with fours that lead to further ones only.
    pub fn has_narrow_vcf(&mut self, limit: u64) -> Verdict {
        self.ask_vcf(Vcf::search_narrow, limit)
    }

    fn ask_vcf(&mut self, search: VcfSearch, limit: u64) -> Verdict {
        let monitor = self.monitor;
        let budget = self.budget.filter(|_| !self.waits_for_hit);
        let (started, thread) = (self.started, self.thread);
        let left = limit.min(self.node_limit.saturating_sub(self.nodes));
        let verdict = search(self.vcf, &mut self.board, left, &|| {
            monitor.signals().is_stopped()
                || thread.is_over()
                || budget.is_some_and(|budget| started.elapsed() >= budget.hard)
        });
        self.nodes += self.vcf.nodes();
        verdict
    }

    /// Whether the side to move wins by threats, visiting at most about `limit`
    /// positions more than at earlier calls; `None` if too few nodes are left to look.
    pub fn has_vct(&mut self, vct: &mut Vct, limit: u64) -> Option<Verdict> {
        let monitor = self.monitor;
        let budget = self.budget.filter(|_| !self.waits_for_hit);
        let started = self.started;
        // The search ends between visits, so one visit must still fit.
        let left = self.node_limit.saturating_sub(self.nodes);
        let left = limit.min(left.saturating_sub(Vct::VISIT));
        if left == 0 {
            return None;
        }
        let verdict = vct.search(&mut self.board, self.vcf, left, &|| {
            monitor.signals().is_stopped()
                || budget.is_some_and(|budget| started.elapsed() >= budget.hard)
        });
        self.nodes = self.node_limit.min(self.nodes + vct.nodes());
        Some(verdict)
    }

    /// Makes `mv` and the best line after it the best line from `ply` on.
    pub fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.pv.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(mv);
        head[ply].extend_from_slice(&tail[0]);
    }

    /// Makes a whole line the best one from `ply` on.
    pub fn set_pv(&mut self, ply: usize, line: impl IntoIterator<Item = Move>) {
        self.pv[ply].clear();
        self.pv[ply].extend(line);
    }
}
