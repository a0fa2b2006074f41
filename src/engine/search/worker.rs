//! The state of one searching thread.

use super::clock::SearchClock;
use super::history::History;
use super::mode::ProofMode;
use super::params::{self, Params};
use super::picker::Candidate;
use super::time::TimeHistory;
use super::tt::Table;
use crate::control::{EndReason, Limits, TreeLog, Why};
use crate::game::{Color, Move, Position};
use crate::pattern::{Board, Tables};
use crate::solve::{Vcf, Vct, Verdict};
use crate::value::{Depth, Ply};

/// Longest line that is searched, in plies from the root.
pub const MAX_PLY: Ply = Ply::new(250);

/// One of the searches of [`Vcf`].
type VcfSearch = fn(&mut Vcf, &mut Board, u64, &dyn Fn() -> bool) -> Verdict;

/// Everything that one thread needs while it searches; borrowed parts outlive
/// the search.
pub struct Worker<'a> {
    /// The position being looked at.
    pub board: Board<'a>,
    /// Results of all threads.
    pub table: &'a Table,
    /// Refutations seen by this thread.
    pub history: &'a mut History,
    /// The threat search of this thread.
    pub vcf: &'a mut Vcf,
    /// Positions visited by this thread.
    pub nodes: u64,
    /// Positions whose value the hash table knew.
    pub known: u64,
    /// Positions left early, because a move there refuted the one before.
    pub cutoffs: u64,
    /// Longest line looked at since the iteration began.
    pub seldepth: Ply,
    /// Nominal depth of the iteration.
    pub root_depth: Depth,
    /// Which moves the search may leave out.
    pub mode: ProofMode,
    /// Whether the search must stop; its results are void then.
    pub stopped: bool,
    /// A move that the position searched next leaves out, to see what the others are worth.
    pub excluded: Option<Move>,
    /// The best line from each ply on, valid after an open-window search.
    pub pv: Vec<Vec<Move>>,
    /// The numbers that decide where the search spends its nodes.
    pub params: Params,
    /// Moves of all plies, one after the other.
    pub moves: Vec<Candidate>,
    /// Nodes of this thread at which the thread stops.
    pub node_limit: u64,
    /// What ends the search from outside.
    pub clock: SearchClock<'a>,
    /// Writes down what is visited, where that is asked for and the search is not about a claim.
    pub tree: Option<Box<TreeLog<'a>>>,
    /// Nodes of all threads at which the main one stops.
    total_limit: u64,
    /// Nodes of this thread at which the clock is looked at next.
    next_poll: u64,
}

/// Nodes between two looks at the clock.
const POLL_NODES: u64 = 256;

/// Nodes between two looks at the clock while the memory of the table is not there yet: each node
/// may bring a page of it, which takes milliseconds on a busy machine.
// First moves of 0.4 s on 20x20, 350 MiB, a load of 25: 838 ms in the mean with 256, now 402.
const WARY_NODES: u64 = 4;

/// Nodes of a search after which most of the table was seen.
const SEEN_NODES: u64 = 8192;

impl<'a> Worker<'a> {
    /// A worker about to search a position.
    pub fn new(
        position: &Position,
        tables: &'a Tables,
        shared: (&'a Table, &'a mut History, &'a mut Vcf),
        limits: &Limits,
        clock: SearchClock<'a>,
    ) -> Worker<'a> {
        let (table, history, vcf) = shared;
        let area = position.size().area();
        Worker {
            board: Board::new(position.clone(), tables),
            table,
            history,
            vcf,
            nodes: 0,
            known: 0,
            cutoffs: 0,
            seldepth: Ply::ROOT,
            root_depth: Depth::LEAF,
            mode: match position.empty_count() {
                ..=params::EXACT_EMPTIES => ProofMode::Exact,
                _ if area <= params::SMALL_AREA => ProofMode::Complete,
                _ => ProofMode::Selective,
            },
            stopped: false,
            excluded: None,
            pv: vec![Vec::new(); MAX_PLY.index() + 2],
            params: Params::current(),
            moves: Vec::with_capacity(8192),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            clock,
            tree: None,
            total_limit: limits.nodes.unwrap_or(u64::MAX),
            next_poll: if table.is_claimed() { POLL_NODES } else { WARY_NODES },
        }
    }

    /// Positions visited by all threads; helpers count theirs now and then.
    pub fn total_nodes(&self) -> u64 {
        self.clock.thread().total(self.nodes)
    }

    /// Why the search was stopped in the middle of an iteration.
    pub fn stop_reason(&self) -> EndReason {
        let has_enough = self.nodes >= self.node_limit || self.total_nodes() >= self.total_limit;
        match () {
            () if self.clock.is_told_to_stop() => EndReason::Stop,
            () if has_enough => EndReason::Nodes,
            () => EndReason::HardTime,
        }
    }

    /// Whether it is too late to begin a new iteration, given what the iterations have
    /// shown.
    pub fn is_past_soft_limit(&mut self, time_history: &TimeHistory) -> bool {
        self.clock.note_ponder_hit();
        self.clock.is_past_soft_limit(time_history)
    }

    /// Counts a visited position and polls the clock now and then; true once stopped.
    #[inline]
    pub fn visit(&mut self) -> bool {
        if self.nodes >= self.node_limit {
            self.stopped = true;
            return true;
        }
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.look_at_the_clock();
        }
        self.stopped
    }

    /// Polls every `POLL_NODES` positions, and looks at the clock alone more often where a position
    /// may take long.
    #[cold]
    fn look_at_the_clock(&mut self) {
        if self.nodes.is_multiple_of(POLL_NODES) {
            self.poll();
        } else {
            self.stopped |= self.clock.must_stop();
        }
        let is_wary = self.nodes < SEEN_NODES && !self.table.is_claimed();
        let step = if is_wary { WARY_NODES } else { POLL_NODES };
        self.next_poll = (self.nodes / step + 1) * step;
    }

    /// Updates `stopped` from the signals, the clock and the limits.
    pub fn poll(&mut self) {
        self.clock.note_ponder_hit();
        self.clock.thread().tell(self.nodes);
        // A thread that is alone stops at its own limit, to the node.
        let total = self.total_nodes();
        let has_enough = total > self.nodes && total >= self.total_limit;
        self.stopped |= has_enough || self.clock.must_stop();
    }

    /// What comes is not to be ended by time, also if that is over already.
    pub fn insist(&mut self) {
        self.clock.ignore_time(true);
        if self.stopped && self.clock.is_past_hard_limit() {
            self.stopped = self.nodes >= self.node_limit;
            self.poll();
        }
    }

    /// Time counts again.
    pub fn relent(&mut self) {
        self.clock.ignore_time(false);
    }

    /// Plays a move after which the position will be looked up.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let (table, mode) = (self.table, self.mode.key());
        self.board.play_telling(mv, |key| table.prefetch(key ^ mode));
    }

    /// Says why the position is left, where that is written down.
    #[inline]
    pub fn because(&mut self, why: Why) {
        if let Some(tree) = &mut self.tree {
            tree.because(why);
        }
    }

    /// Whether nothing at all is left out.
    pub fn is_exact(&self) -> bool {
        self.mode == ProofMode::Exact
    }

    /// Whether threats decide: no conversion is left that could break a line.
    pub fn threats_hold(&self) -> bool {
        let position = self.board.position();
        Color::ALL.into_iter().all(|color| position.conversions(color) == 0)
    }

    /// Whether the side to move wins by fours, trying at most `limit` fours.
    pub fn has_vcf(&mut self, limit: u64) -> Verdict {
        self.ask_vcf(Vcf::search, limit)
    }

    /// As [`Worker::has_vcf`], but with fours only that lead to further ones or have a forbidden
    /// stop.
    pub fn has_narrow_vcf(&mut self, limit: u64) -> Verdict {
        self.ask_vcf(Vcf::search_narrow, limit)
    }

    fn ask_vcf(&mut self, search: VcfSearch, limit: u64) -> Verdict {
        let clock = self.clock;
        // Each four counts as a node, so that a node limit bounds the work.
        let left = limit.min(self.node_limit.saturating_sub(self.nodes));
        let verdict = search(self.vcf, &mut self.board, left, &|| clock.must_stop());
        self.nodes += self.vcf.nodes();
        verdict
    }

    /// Whether the side to move wins by threats, visiting at most about `limit`
    /// positions more than at earlier calls; `None` if too few nodes are left to look.
    pub fn has_vct(&mut self, vct: &mut Vct, limit: u64) -> Option<Verdict> {
        let clock = self.clock;
        // The search ends between visits, so one visit must still fit.
        let left = self.node_limit.saturating_sub(self.nodes);
        let left = limit.min(left.saturating_sub(Vct::VISIT));
        if left == 0 {
            return None;
        }
        let verdict = vct.search(&mut self.board, self.vcf, left, &|| clock.must_stop());
        self.nodes = self.node_limit.min(self.nodes + vct.nodes());
        Some(verdict)
    }

    /// Makes `mv` and the best line after it the best line from `ply` on.
    pub fn extend_pv(&mut self, ply: Ply, mv: Move) {
        let (head, tail) = self.pv.split_at_mut(ply.index() + 1);
        head[ply.index()].clear();
        head[ply.index()].push(mv);
        head[ply.index()].extend_from_slice(&tail[0]);
    }

    /// Makes a whole line the best one from `ply` on.
    pub fn set_pv(&mut self, ply: Ply, line: impl IntoIterator<Item = Move>) {
        self.pv[ply.index()].clear();
        self.pv[ply.index()].extend(line);
    }
}
