//! Wins by threats, looked for beside the iterations.

use super::root::Root;
use super::worker::is_win;
use crate::solve::{Vct, Verdict};
use crate::value::Score;

/// The search for a win by threats at the root.
pub(super) struct Threats<'a> {
    vct: &'a mut Vct,
    /// Nodes it has cost.
    spent: u64,
}

impl<'a> Threats<'a> {
    /// One that has cost nothing yet.
    pub(super) fn new(vct: &'a mut Vct) -> Threats<'a> {
        Threats { vct, spent: 0 }
    }
}

impl<'a> Root<'a> {
    /// Goes on with the search for a win by threats, for `least` nodes or its
    /// share of what was spent. Puts a win first and reports it.
    pub(super) fn wins_by_threats(&mut self, least: u64, depth: i32) -> bool {
        let Some(mut threats) = self.threats.take() else { return false };
        let applies = Vct::applies(&self.worker.board) && !self.worker.is_exact();
        if !applies || !self.limits.search_moves.is_empty() || is_win(self.moves[0].value) {
            return false;
        }
        let share = self.worker.params.threat_share(self.worker.nodes, self.moves[0].value);
        let limit = share.saturating_sub(threats.spent).max(least);
        let verdict = match limit {
            0 => None,
            limit => self.worker.has_vct(threats.vct, limit),
        };
        let Some(verdict) = verdict else {
            self.threats = Some(threats);
            return false;
        };
        threats.spent += threats.vct.nodes();
        log::debug!("depth {depth}: {verdict:?} by threats in {} nodes", threats.spent);
        self.worker.poll();
        match verdict {
            Verdict::Win(plies) => self.take_win(&threats, plies, depth),
            Verdict::Exhausted => false,
            Verdict::Unknown => {
                self.threats = Some(threats);
                false
            }
        }
    }

    /// Puts a win by threats first and reports it; false where it is too long to be asked for.
    fn take_win(&mut self, threats: &Threats<'a>, plies: u16, depth: i32) -> bool {
        if self.limits.mate.is_some_and(|moves| u32::from(plies) > 2 * moves - 1) {
            return false;
        }
        self.put_first(0, i32::from(Score::win_in(plies).raw()), threats.vct.line());
        self.recall(0);
        if self.options.multi_pv <= 1 {
            self.report(depth, 0);
        }
        is_win(self.moves[0].value)
    }
}
