//! Listening to a search for what it thinks in the end.

use std::sync::{Mutex, PoisonError};

use tengen_engine::clock::Instant;
use tengen_engine::control::{Info, Monitor, Report, Signals};
use tengen_engine::value::{Bound, Score};

/// A monitor that keeps the last score.
pub struct LastScore {
    signals: Signals,
    started: Instant,
    score: Mutex<Score>,
}

impl Default for LastScore {
    fn default() -> LastScore {
        // Nothing reported is nothing known to be balanced.
        let score = Mutex::new(Score::loss_in(0));
        LastScore { signals: Signals::default(), started: Instant::now(), score }
    }
}

impl LastScore {
    /// The last exact score that was reported; lost if none was.
    pub fn score(&self) -> Score {
        *self.score.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Monitor for LastScore {
    fn signals(&self) -> &Signals {
        &self.signals
    }

    fn started(&self) -> Instant {
        self.started
    }

    fn report(&self, report: Report) {
        if let Report::Info(Info { score, bound: Bound::Exact, .. }) = report {
            *self.score.lock().unwrap_or_else(PoisonError::into_inner) = score;
        }
    }
}
