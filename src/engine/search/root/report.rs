//! What a search tells while it goes on: its lines, what the log gets to know, and how it ends.

use super::Root;
use crate::control::{
    Choice, EndReason, Info, LOGGED_MOVES, LogEntry, Report, SearchEnd, TimeBudget, Why, is_logged,
};
use crate::eval;
use crate::search::claims;
use crate::search::root_moves::{RootMove, RootValue};
use crate::value::{Bound, Depth, Score};

impl Root<'_> {
    /// Tells a value of the root that no tree was searched for.
    pub(super) fn tell_without_tree(&mut self, score: Score, why: Why) {
        if let Some(tree) = &mut self.tree {
            tree.enter(None, None);
            tree.because(why);
            tree.leave(Some(score));
        }
    }

    /// Tells the log what is known of the moves of the root after an iteration.
    pub(super) fn tell_tree(&self, depth: Depth) {
        if !is_logged(log::Level::Trace) {
            return;
        }
        let tell = |entry| self.monitor.report(Report::Log(entry));
        let is_searched = |root: &&RootMove| root.nodes() > 0 || root.value().found().is_some();
        let moves = self.moves.all().iter().filter(is_searched);
        for root in moves.clone().take(LOGGED_MOVES) {
            // What is no better than the best was only shown to be so.
            let (score, bound) = match root.value() {
                RootValue::Found(value, bound) => {
                    (claims::presentable(&self.worker, root, value), bound)
                }
                _ => (self.moves.best().value().found().unwrap_or_default(), Bound::Upper),
            };
            let (pv, nodes) = (root.pv().to_vec(), Some(root.nodes()));
            let depth = depth.plies() as u32;
            tell(LogEntry::Root(Info { depth, score, bound, nodes, pv, ..Info::default() }));
        }
        if let Some(count @ 1..) = moves.count().checked_sub(LOGGED_MOVES) {
            tell(LogEntry::Omitted { count, level: log::Level::Trace });
        }
        let (table, cutoffs) = (self.worker.known, self.worker.cutoffs);
        tell(LogEntry::Savings { depth: depth.plies() as u32, table, cutoffs });
    }

    /// Tells the log how the search has ended.
    pub(super) fn tell_end(&self, reason: EndReason) {
        if !is_logged(log::Level::Debug) {
            return;
        }
        let budget = self.worker.clock.budget().map(|budget| TimeBudget {
            soft: budget.enough(&self.time_history),
            hard: budget.hard,
        });
        self.monitor.report(Report::Log(LogEntry::Ended(SearchEnd {
            reason,
            depth: self.complete.plies() as u32,
            nodes: self.worker.total_nodes(),
            time: self.worker.clock.elapsed(),
            budget,
            node_limit: self.limits.nodes,
            depth_limit: self.limits.depth,
        })));
    }

    /// Reports the best move of a stopped iteration if it was not reported yet.
    pub(super) fn report_unfinished(&mut self, depth: Depth) {
        if self.reported.is_some_and(|choice| choice.best == Some(self.moves.best().mv())) {
            return;
        }
        let board = &mut self.worker.board;
        self.moves.settle(|| eval::table::evaluate(board));
        // Only the iteration before this one is complete.
        self.report((depth - 1).max(Depth::new(1)), 0);
    }

    pub(super) fn report(&mut self, depth: Depth, index: usize) {
        let root = &self.moves.all()[index];
        let RootValue::Found(value, bound) = root.value() else { return };
        let value = claims::presentable(&self.worker, root, value);
        let pv = root.pv().to_vec();
        if index == 0 {
            self.reported = Some(Choice { best: Some(root.mv()), ponder: pv.get(1).copied() });
        }
        self.monitor.report(Report::Info(Info {
            depth: depth.plies() as u32,
            seldepth: Some(self.worker.seldepth.index().max(depth.plies() as usize) as u32),
            multipv: Some(index as u32 + 1),
            score: value,
            bound,
            nodes: Some(self.worker.total_nodes()),
            hashfull: Some(self.worker.table.hashfull()),
            time: Some(self.worker.clock.elapsed()),
            pv,
            ..Info::default()
        }));
    }
}
