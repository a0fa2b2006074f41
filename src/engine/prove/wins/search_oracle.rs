//! The search of the engine as an oracle: which move wins, where threats alone find none.
//!
//! It sees further than a search for threats, since it plays quiet moves and defends well.
//! What it says is no proof: every reply is played afterwards.

use std::sync::{Mutex, PoisonError};

use crate::clock::Instant;
use crate::control::{Limits, Monitor, Quiet, Report, Signals};
use crate::game::{Position, Square};
use crate::search::params::Params;
use crate::search::{SearchOptions, Searcher};
use crate::value::Score;

use super::super::pns::ProofBudget;

/// A search that remembers what it was asked before.
pub struct SearchOracle {
    searcher: Searcher,
}

impl SearchOracle {
    /// An oracle that keeps to about `bytes` bytes, at least a mebibyte.
    pub fn new(bytes: usize) -> SearchOracle {
        SearchOracle { searcher: Searcher::new(bytes >> 20) }
    }

    /// What a search of at most `nodes` positions says in the end; `None` where it says
    /// nothing.
    pub fn advise(
        &mut self,
        position: &Position,
        nodes: u64,
        budget: &mut ProofBudget<'_>,
    ) -> Option<SearchOpinion> {
        self.listen(position, nodes, Score::INFINITE, budget)
    }

    /// What a search of at most `nodes` positions that remembers nothing says, as far as it
    /// matters whether it sees a win, proven or all but certain.
    pub fn advise_anew(
        &mut self,
        position: &Position,
        nodes: u64,
        budget: &mut ProofBudget<'_>,
    ) -> Option<SearchOpinion> {
        self.searcher.clear();
        self.listen(position, nodes, Params::DEFAULT.nearly_decided(), budget)
    }

    /// What a search says in the end, or when it first announces an end or a score of `enough`.
    fn listen(
        &mut self,
        position: &Position,
        nodes: u64,
        enough: Score,
        budget: &mut ProofBudget<'_>,
    ) -> Option<SearchOpinion> {
        let nodes = nodes.min(budget.left());
        if nodes == 0 {
            return None;
        }
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let listener = EndMonitor {
            quiet: Quiet::default(),
            budget: Mutex::new(budget),
            heard: Mutex::default(),
            enough,
        };
        self.searcher.search(position, &limits, &SearchOptions::default(), &listener);
        let EndMonitor { budget, heard, .. } = listener;
        let Heard { opinion, spent } = heard.into_inner().unwrap_or_else(PoisonError::into_inner);
        budget.into_inner().unwrap_or_else(PoisonError::into_inner).spend(spent);
        opinion
    }
}

/// What a search says of a position.
#[derive(Clone, Copy, Debug)]
pub struct SearchOpinion {
    /// For the side to move; a win or a loss where one is announced.
    pub score: Score,
    /// The best move.
    pub best: Square,
}

impl SearchOpinion {
    /// Whether the side to move wins, proven or all but certain.
    pub fn is_win(self) -> bool {
        self.score >= Params::DEFAULT.nearly_decided()
    }
}

/// What was heard of a search.
#[derive(Default)]
struct Heard {
    opinion: Option<SearchOpinion>,
    /// Positions visited.
    spent: u64,
}

/// Stops a search when it announces an end, or its answer is of no use any more.
struct EndMonitor<'a, 'b> {
    quiet: Quiet,
    budget: Mutex<&'a mut ProofBudget<'b>>,
    heard: Mutex<Heard>,
    /// The score at which it does not matter what else is found.
    enough: Score,
}

impl Monitor for EndMonitor<'_, '_> {
    fn signals(&self) -> &Signals {
        // Asked now and then by the search.
        let signals = self.quiet.signals();
        if self.budget.lock().is_ok_and(|mut budget| !budget.asks()) {
            signals.stop();
        }
        signals
    }

    fn started(&self) -> Instant {
        self.quiet.started()
    }

    fn report(&self, report: Report) {
        let Report::Info(info) = report else { return };
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.spent = heard.spent.max(info.nodes.unwrap_or_default());
        let score = info.score;
        let Some(best) = info.pv.first().map(|mv| mv.square()) else { return };
        let is_enough = |score: Score| score.is_decisive() || score >= self.enough;
        // What is reported on the way out takes back no end that was announced.
        if !heard.opinion.is_some_and(|opinion| is_enough(opinion.score)) {
            heard.opinion = Some(SearchOpinion { score, best });
        }
        if is_enough(score) {
            self.quiet.signals().stop();
        }
    }
}
