//! Wins by threats, looked for beside the iterations.

use super::params;
use super::root::Root;
use super::worker::is_win;
use crate::solve::{Vct, Verdict};
use crate::value::Score;

/// What the threat search at the root has cost and found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Threats {
    spent: u64,
    /// Whether there is nothing left to do.
    is_done: bool,
}

impl Root<'_> {
    /// Goes on with the search for a win by threats, for `least` nodes or its
    /// share of what was spent. Puts a win first and reports it.
    pub(super) fn wins_by_threats(&mut self, least: u64, depth: i32) -> bool {
        let share = params::threat_share(self.worker.nodes);
        let limit = share.saturating_sub(self.threats.spent).max(least);
        if self.threats.is_done || limit == 0 {
            return false;
        }
        let applies = Vct::applies(&self.worker.board) && !self.worker.is_exact();
        if !applies || !self.limits.search_moves.is_empty() || is_win(self.moves[0].value) {
            self.threats.is_done = true;
            return false;
        }
        let Some(verdict) = self.worker.has_vct(self.vct, limit) else { return false };
        self.threats.spent += self.vct.nodes();
        log::debug!("depth {depth}: threats {verdict:?} after {} nodes", self.threats.spent);
        self.threats.is_done = verdict != Verdict::Unknown;
        self.worker.poll();
        let Verdict::Win(plies) = verdict else { return false };
        if self.limits.mate.is_some_and(|moves| u32::from(plies) > 2 * moves - 1) {
            return false;
        }
        let line = self.vct.line();
        log::debug!("depth {depth}: {plies} plies by threats after {} nodes", self.threats.spent);
        self.put_first(0, i32::from(Score::win_in(plies).raw()), line);
        self.recall(0);
        if self.options.multi_pv <= 1 {
            self.report(depth, 0);
        }
        is_win(self.moves[0].value)
    }
}
