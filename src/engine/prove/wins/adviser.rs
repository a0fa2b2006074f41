//! The search of the engine as an adviser: which move wins, where threats alone find none.
//!
//! It sees further than a search for threats, since it plays quiet moves and defends well.
//! What it says is no proof: every reply is played afterwards.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::control::{Limits, Monitor, Quiet, Report, Signals};
use crate::game::{Position, Square};
use crate::search::{SearchOptions, Searcher};

use super::super::pns::Budget;

/// A search that remembers what it was asked before.
pub(super) struct Adviser {
    searcher: Searcher,
}

impl Adviser {
    /// One that keeps to about so many bytes, at least a mebibyte.
    pub fn new(bytes: usize) -> Adviser {
        Adviser { searcher: Searcher::new(bytes >> 20) }
    }

    /// What a search of at most `nodes` positions announces.
    pub fn advise(
        &mut self,
        position: &Position,
        nodes: u64,
        budget: &mut Budget<'_>,
    ) -> Option<Advice> {
        let nodes = nodes.min(budget.left());
        if nodes == 0 {
            return None;
        }
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let listener = Listener {
            quiet: Quiet::default(),
            budget: Mutex::new(budget),
            heard: Mutex::default(),
        };
        self.searcher.search(position, &limits, &SearchOptions::default(), &listener);
        let Listener { budget, heard, .. } = listener;
        let Heard { advice, spent } = heard.into_inner().unwrap_or_else(PoisonError::into_inner);
        budget.into_inner().unwrap_or_else(PoisonError::into_inner).spend(spent);
        advice
    }
}

/// Who wins, as far as a search sees it.
#[derive(Clone, Copy)]
pub(super) enum Advice {
    /// The side to move, by this move.
    Wins(Square),
    /// Its opponent, whatever it plays.
    Loses,
}

/// What was heard of a search.
#[derive(Default)]
struct Heard {
    advice: Option<Advice>,
    /// Positions visited.
    spent: u64,
}

/// Stops a search when it announces an end, or nobody waits for it any more.
struct Listener<'a, 'b> {
    quiet: Quiet,
    budget: Mutex<&'a mut Budget<'b>>,
    heard: Mutex<Heard>,
}

impl Monitor for Listener<'_, '_> {
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
        let first = info.pv.first().map(|mv| mv.square());
        heard.advice = match info.score {
            score if score.is_win() => first.map(Advice::Wins),
            score if score.is_loss() => Some(Advice::Loses),
            _ => return,
        };
        self.quiet.signals().stop();
    }
}
