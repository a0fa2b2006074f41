//! The clock of a running search, and everything else that ends it from outside.

use std::time::Duration;

use crate::clock::Instant;

use super::thread::Thread;
use super::time::{Budget, TimeHistory};
use crate::control::{Limits, Monitor};

/// The signals and the time that end the search of a thread.
#[derive(Clone, Copy)]
pub struct SearchClock<'a> {
    monitor: &'a dyn Monitor,
    thread: Thread<'a>,
    /// How much time there is, if time limits the search.
    budget: Option<Budget>,
    /// When the clock began to run; later than the command after a ponder hit.
    started: Instant,
    waits_for_hit: bool,
    /// Whether the search goes on when its time is over.
    ignores_time: bool,
}

impl<'a> SearchClock<'a> {
    /// A clock that runs since the command arrived or, while pondering, not yet.
    pub fn new(
        monitor: &'a dyn Monitor,
        thread: Thread<'a>,
        limits: &Limits,
        budget: Option<Budget>,
    ) -> SearchClock<'a> {
        let (started, waits_for_hit) = (monitor.started(), limits.ponder);
        SearchClock { monitor, thread, budget, started, waits_for_hit, ignores_time: false }
    }

    /// What the thread is among the threads of the search.
    pub const fn thread(&self) -> Thread<'a> {
        self.thread
    }

    /// How much time there is, if time limits the search.
    pub const fn budget(&self) -> Option<Budget> {
        self.budget
    }

    /// Time since the command arrived.
    pub fn elapsed(&self) -> Duration {
        self.monitor.started().elapsed()
    }

    /// Whether time limits the search now.
    pub const fn is_running(&self) -> bool {
        self.budget.is_some() && !self.waits_for_hit
    }

    /// Begins to run if the opponent has played the expected move meanwhile.
    pub fn note_ponder_hit(&mut self) {
        if self.waits_for_hit && self.monitor.signals().is_ponder_hit() {
            self.waits_for_hit = false;
            self.started = Instant::now();
        }
    }

    /// Whether no new iteration should begin, given what the iterations have shown.
    pub fn is_past_soft_limit(&self, time_history: &TimeHistory) -> bool {
        self.is_past(|budget| budget.enough(time_history))
    }

    /// Whether an answer was asked for from outside.
    pub fn is_told_to_stop(&self) -> bool {
        self.monitor.signals().is_stopped()
    }

    /// Whether the search must end: stopped from outside, out of time or, for a helper,
    /// because the main thread has finished.
    pub fn must_stop(&self) -> bool {
        self.monitor.signals().is_stopped()
            || self.thread.is_over()
            || (!self.ignores_time && self.is_past_hard_limit())
    }

    /// Whether the time of the search is over.
    pub fn is_past_hard_limit(&self) -> bool {
        self.is_past(|budget| budget.hard)
    }

    /// Lets the search go on when its time is over (`true`), or ends it then as usual (`false`).
    pub const fn ignore_time(&mut self, ignores_time: bool) {
        self.ignores_time = ignores_time;
    }

    fn is_past(&self, limit: impl FnOnce(&Budget) -> Duration) -> bool {
        !self.waits_for_hit
            && self.budget.is_some_and(|budget| self.started.elapsed() >= limit(&budget))
    }
}
