//! Wins by threats, looked for beside the iterations.

use super::worker::Worker;
use crate::control::LogEntry;
use crate::game::Move;
use crate::solve::vcf::Verdict;
use crate::solve::vct::Vct;
use crate::value::Score;

/// The search for a win by threats at the root.
pub struct Threats<'a> {
    vct: &'a mut Vct,
    /// Nodes that the threat search has cost so far, fours that were tried among them.
    spent: u64,
    /// Whether the threat search has nothing left to do.
    is_done: bool,
    /// Whether `shortage` has told that memory is short.
    is_told: bool,
    /// The verdict of the threat search since `news` told the last one.
    verdict: Option<Verdict>,
}

impl<'a> Threats<'a> {
    /// A search that has cost nothing yet.
    pub fn new(vct: &'a mut Vct) -> Threats<'a> {
        Threats { vct, spent: 0, is_done: false, is_told: false, verdict: None }
    }

    /// Does nothing from now on.
    pub fn finish(&mut self) {
        self.is_done = true;
    }

    /// The verdict of the threat search since the last call, for the log; `None` if there is none.
    pub fn news(&mut self) -> Option<LogEntry> {
        let (win, is_exhausted) = match self.verdict.take()? {
            Verdict::Win(plies) => (Some(plies), false),
            Verdict::Exhausted => (None, true),
            Verdict::Unknown => (None, false),
        };
        Some(LogEntry::Threats { win, is_exhausted, nodes: self.spent })
    }

    /// The message that memory is short; given once in a search.
    pub fn shortage(&mut self) -> Option<String> {
        let is_news = self.vct.halved() > 0 && !self.is_told;
        self.is_told |= is_news;
        is_news.then(|| {
            "threat search: its memory is full, half of the tree is forgotten: expected more Hash"
                .to_owned()
        })
    }

    /// Goes on for `least` nodes or its share of what the search of `worker` has spent,
    /// whose best move has the value `best`. Returns the plies and the line of a win.
    pub fn go_on(
        &mut self,
        worker: &mut Worker<'_>,
        best: Option<Score>,
        least: u64,
    ) -> Option<(u16, Vec<Move>)> {
        // A search that leaves nothing out finds every win by itself.
        self.is_done |= !Vct::applies(&worker.board) || worker.is_exact();
        let share = worker.params.threat_share(worker.nodes, best);
        let limit = share.saturating_sub(self.spent).max(least);
        if self.is_done || limit == 0 {
            return None;
        }
        let verdict = worker.has_vct(self.vct, limit)?;
        self.spent += self.vct.nodes();
        self.verdict = Some(verdict);
        // What has ended the threat search, time or a stop, has to end the worker as well.
        worker.poll();
        self.is_done = verdict != Verdict::Unknown;
        match verdict {
            Verdict::Win(plies) => Some((plies, self.vct.line())),
            Verdict::Exhausted | Verdict::Unknown => None,
        }
    }
}
