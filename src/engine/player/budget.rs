//! How long `minimax` and `alphabeta` may think.

use std::time::Duration;

use crate::clock::Instant;

use super::task::Task;
use crate::control::{EndReason, Limits, Monitor, SearchEnd, TimeBudget, TreeLog};
use crate::game::Color;

/// Positions between two looks at the clock and the signals: far less than a
/// millisecond of work.
const POSITIONS_BETWEEN_LOOKS: u64 = 256;

/// Counts visited positions and says when to stop.
pub struct EffortBudget<'a> {
    /// Writes down what is visited.
    pub tree: TreeLog<'a>,
    monitor: &'a dyn Monitor,
    nodes: u64,
    max_nodes: u64,
    time: Option<Duration>,
    /// Pondering: the time does not run yet.
    waits_for_hit: bool,
    deadline: Option<Instant>,
    is_spent: bool,
}

impl<'a> EffortBudget<'a> {
    /// The budget that the limits of a task allow.
    pub fn new(task: &Task<'a>) -> EffortBudget<'a> {
        let Task { position, limits, monitor, settings } = *task;
        let time = allowance(limits, position.side(), settings.move_overhead_ms);
        EffortBudget {
            tree: TreeLog::new(limits.trace, monitor),
            monitor,
            nodes: 0,
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            time,
            waits_for_hit: limits.ponder,
            deadline: time.filter(|_| !limits.ponder).map(|time| monitor.started() + time),
            is_spent: false,
        }
    }

    /// Counts one position, or answers `None` when it may not be visited any more.
    pub fn visit(&mut self) -> Option<()> {
        if self.nodes.is_multiple_of(POSITIONS_BETWEEN_LOOKS) {
            self.look_outside();
        }
        if self.is_spent || self.nodes >= self.max_nodes {
            return None;
        }
        self.nodes += 1;
        Some(())
    }

    /// Positions visited so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Why the search has ended, for the log; `depth` is that of the whole tree, or 0 where a limit
    /// came first.
    pub fn end(&self, task: &Task<'_>, depth: u32) -> SearchEnd {
        let reason = match () {
            () if depth > 0 => EndReason::Depth,
            () if self.nodes >= self.max_nodes => EndReason::Nodes,
            () if self.monitor.signals().is_stopped() => EndReason::Stop,
            () => EndReason::HardTime,
        };
        SearchEnd {
            reason,
            depth,
            nodes: self.nodes,
            time: self.elapsed(),
            budget: self.time.map(|time| TimeBudget { soft: time, hard: time }),
            node_limit: task.limits.nodes,
            depth_limit: task.limits.depth,
        }
    }

    /// Time since the command arrived.
    pub fn elapsed(&self) -> Duration {
        self.monitor.started().elapsed()
    }

    fn look_outside(&mut self) {
        let signals = self.monitor.signals();
        if self.waits_for_hit && signals.is_ponder_hit() {
            self.waits_for_hit = false;
            self.deadline = self.time.map(|time| Instant::now() + time);
        }
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.is_spent = self.is_spent || is_late || signals.is_stopped();
    }
}

/// The time for one move of `side`, or `None` when nothing limits it: the given
/// time, or of its clock an even share of the moves to go, at most a twentieth,
/// with the increment, and never more than half of what is left.
fn allowance(limits: &Limits, side: Color, overhead_ms: u64) -> Option<Duration> {
    let of_clock = limits.clock_ms[side].map(|clock| {
        let left = u64::try_from(clock).unwrap_or(0).saturating_sub(overhead_ms);
        let moves = u64::from(limits.moves_to_go.unwrap_or(u32::MAX)).clamp(1, 20);
        (left / moves).saturating_add(limits.increment_ms[side]).min(left / 2)
    });
    let ms = match (limits.movetime_ms, of_clock) {
        (Some(given), Some(share)) => given.min(share),
        (given, share) => given.or(share)?,
    };
    // Longer than any game: keeps the deadline inside what an `Instant` can hold.
    Some(Duration::from_millis(ms.min(1 << 40)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ByColor;

    #[test]
    fn time_is_shared_out() {
        let ms = |limits: &Limits, side| {
            allowance(limits, side, 10).map(|time| u64::try_from(time.as_millis()).unwrap())
        };
        let fixed = Limits { movetime_ms: Some(300), ..Limits::default() };
        assert_eq!(ms(&fixed, Color::Black), Some(300));
        assert_eq!(ms(&Limits::default(), Color::Black), None);

        let clock = Limits {
            clock_ms: ByColor::new(Some(60_010), Some(-5)),
            increment_ms: ByColor::new(1_000, 1_000),
            ..Limits::default()
        };
        assert_eq!(ms(&clock, Color::Black), Some(4_000));
        assert_eq!(ms(&clock, Color::White), Some(0));
        let last = Limits { moves_to_go: Some(1), ..clock.clone() };
        assert_eq!(ms(&last, Color::Black), Some(30_000));
        let both = Limits { movetime_ms: Some(5), ..clock };
        assert_eq!(ms(&both, Color::Black), Some(5));
    }
}
