//! One question that takes many searches: what is each of these positions
//! worth? All of them together keep the limits of the question.

use std::sync::{Mutex, PoisonError};

use super::task::Task;
use crate::clock::Instant;
use crate::control::{Info, Limits, Monitor, Quiet, Report, Signals};
use crate::game::Position;
use crate::search::{SearchOptions, Searcher, time};
use crate::value::Score;

/// What a search said of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opinion {
    /// The last line it reported, seen by the side to move: depth and moves. Its
    /// `nodes` are those of this search alone; its value, if it is an estimate, is
    /// the mean of the last two iterations, because estimates swing with the side
    /// that has the last move of a line.
    pub info: Info,
    /// Whether more nodes would change nothing: the value is proven, or the
    /// limit on depth was reached.
    pub is_settled: bool,
}

/// The value of a position for the side to move after a search of at most
/// `nodes` positions, in internal units: the mean of its last two iterations if
/// nothing is proven. The same on every machine for the same sequence of
/// questions to one searcher.
pub fn value_of(searcher: &mut Searcher, position: &Position, nodes: u64) -> Score {
    if position.is_over() {
        return final_score(position);
    }
    let quiet = Quiet::default();
    let last_info = LastInfoMonitor::new(&quiet, None);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    searcher.search(position, &limits, &SearchOptions::default(), &last_info);
    last_info.into_opinion().score
}

/// How much one search of a question may do.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Plies, if they are limited.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: u64,
}

/// A question in progress: a searcher, and what is left of the limits.
pub struct SharedBudgetSearch<'a> {
    searcher: &'a mut Searcher,
    monitor: &'a dyn Monitor,
    /// Positions that may still be visited.
    nodes_left: u64,
    nodes_used: u64,
    /// From here on no new search begins.
    soft: Option<Instant>,
    /// Here the search in progress ends.
    hard: Option<Instant>,
    depth: Option<u32>,
}

impl<'a> SharedBudgetSearch<'a> {
    /// A question about the position of the task, under its limits. Depths count
    /// from there: a position after two stones is searched two plies less deeply.
    pub fn new(searcher: &'a mut Searcher, task: &Task<'a>) -> SharedBudgetSearch<'a> {
        let Task { position, limits, monitor, settings } = *task;
        let budget = time::budget(limits, position.side(), settings.move_overhead_ms);
        let open = limits.infinite || limits.ponder;
        let budget = budget.filter(|_| !open);
        SharedBudgetSearch {
            searcher,
            monitor,
            nodes_left: limits.nodes.unwrap_or(u64::MAX),
            nodes_used: 0,
            soft: budget.map(|budget| monitor.started() + budget.soft),
            hard: budget.map(|budget| monitor.started() + budget.hard),
            depth: limits.depth,
        }
    }

    /// Whether no search may begin any more.
    pub fn is_spent(&self) -> bool {
        self.nodes_left == 0
            || self.monitor.signals().is_stopped()
            || self.soft.is_some_and(|soft| Instant::now() >= soft)
    }

    /// Runs a part of the question with half of what is left of time and nodes;
    /// what it does not use is there again afterwards.
    pub fn with_half<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> T {
        let (soft, hard, kept) = (self.soft, self.hard, self.nodes_left / 2);
        let now = Instant::now();
        let half = |end: Instant| now + end.saturating_duration_since(now) / 2;
        self.soft = soft.map(half);
        self.hard = hard.map(half);
        if self.nodes_left < u64::MAX {
            self.nodes_left -= kept;
        }
        let result = part(self);
        if self.nodes_left < u64::MAX {
            self.nodes_left += kept;
        }
        (self.soft, self.hard) = (soft, hard);
        result
    }

    /// Searches a position that lies `plies` behind the one of the question.
    /// `None` when the limits are spent.
    pub fn ask(&mut self, position: &Position, plies: u32, effort: Effort) -> Option<Opinion> {
        if position.is_over() {
            let info = Info { score: final_score(position), ..Info::default() };
            return Some(Opinion { info, is_settled: true });
        }
        if self.is_spent() {
            return None;
        }
        let nodes = effort.nodes.min(self.nodes_left);
        let deepest = self.depth.map(|depth| depth.saturating_sub(plies).max(1));
        let depth = effort.depth.into_iter().chain(deepest).min();
        let limits = Limits { nodes: Some(nodes), depth, ..Limits::default() };
        let last_info = LastInfoMonitor::new(self.monitor, self.hard);
        self.searcher.search(position, &limits, &SearchOptions::default(), &last_info);
        let info = last_info.into_opinion();
        let reaches_end = info.depth as usize >= position.empty_count();
        let is_as_deep_as = |depth| info.depth >= depth;
        let is_settled =
            info.score.is_decisive() || reaches_end || deepest.is_some_and(is_as_deep_as);
        // What a search visits after its last report is not known from outside.
        let is_complete = is_settled || depth.is_some_and(is_as_deep_as);
        let used = info.nodes.filter(|_| is_complete).unwrap_or(nodes).clamp(1, nodes);
        self.nodes_used += used;
        if self.nodes_left < u64::MAX {
            self.nodes_left -= used;
        }
        Some(Opinion { info, is_settled })
    }

    /// Tells the outside about a line, with the counters of the whole question.
    pub fn report(&self, info: Info) {
        let nodes = Some(self.nodes_used);
        self.monitor.report(Report::Info(Info { nodes, ..info }));
    }
}

/// The value of a finished game for the side to move.
fn final_score(position: &Position) -> Score {
    match position.winner() {
        None => Score::DRAW,
        Some(winner) if winner == position.side() => Score::win_in(0),
        Some(_) => Score::loss_in(0),
    }
}

/// A monitor that passes `stop` on to a search, adds a deadline, and keeps the
/// last lines instead of telling them.
struct LastInfoMonitor<'a> {
    outside: &'a dyn Monitor,
    signals: Signals,
    deadline: Option<Instant>,
    last: Mutex<LastLines>,
}

/// The last line of a search and the value of the iteration before it.
#[derive(Default)]
struct LastLines {
    last: Info,
    before: Option<Score>,
}

impl<'a> LastInfoMonitor<'a> {
    fn new(outside: &'a dyn Monitor, deadline: Option<Instant>) -> LastInfoMonitor<'a> {
        LastInfoMonitor { outside, signals: Signals::default(), deadline, last: Mutex::default() }
    }

    fn into_opinion(self) -> Info {
        let LastLines { mut last, before } =
            self.last.into_inner().unwrap_or_else(PoisonError::into_inner);
        let is_estimate = |score: &Score| !score.is_decisive();
        if let Some(before) = before.filter(is_estimate)
            && is_estimate(&last.score)
        {
            last.score = Score::from_raw(i16::midpoint(last.score.raw(), before.raw()));
        }
        last
    }
}

impl Monitor for LastInfoMonitor<'_> {
    fn signals(&self) -> &Signals {
        let is_late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if self.outside.signals().is_stopped() || is_late() {
            self.signals.stop();
        }
        &self.signals
    }

    fn started(&self) -> Instant {
        self.outside.started()
    }

    fn report(&self, report: Report) {
        if let Report::Info(info) = report
            && info.multipv.is_none_or(|rank| rank == 1)
        {
            let mut lines = self.last.lock().unwrap_or_else(PoisonError::into_inner);
            // A line may be told again, or change, before its iteration is complete.
            if info.depth > lines.last.depth && lines.last.depth > 0 {
                lines.before = Some(lines.last.score);
            }
            lines.last = info;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board;
    use crate::player::Settings;

    fn nodes(nodes: u64) -> Effort {
        Effort { depth: None, nodes }
    }

    #[test]
    fn the_limits_hold_for_all_searches_together() {
        let position = board!(
            "x",
            "
            . . . . . . .
            . . . . . . .
            . . o x . . .
            . . . x o . .
            . . . . . . .
            . . . . . . .
            . . . . . . ."
        );
        let limits = Limits { nodes: Some(1000), ..Limits::default() };
        let (quiet, settings) = (Quiet::default(), Settings::default());
        let task =
            Task { position: &position, limits: &limits, monitor: &quiet, settings: &settings };
        let mut searcher = Searcher::new(1);
        let mut shared = SharedBudgetSearch::new(&mut searcher, &task);
        shared.with_half(|half| {
            assert_eq!(half.nodes_left, 500);
            assert!(half.ask(&position, 0, nodes(400)).is_some());
            assert!(half.ask(&position, 0, nodes(400)).is_some());
            assert!(half.is_spent() && half.ask(&position, 0, nodes(1)).is_none());
        });
        assert_eq!(shared.nodes_left, 500);
        quiet.signals().stop();
        assert!(shared.is_spent());
    }

    #[test]
    fn what_is_proven_needs_no_more_nodes() {
        let position = board!(
            "x",
            "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . x x x . . .
            . o o . o . .
            . . . . . . .
            . . . . . . ."
        );
        let (quiet, settings, limits) = (Quiet::default(), Settings::default(), Limits::default());
        let task =
            Task { position: &position, limits: &limits, monitor: &quiet, settings: &settings };
        let mut searcher = Searcher::new(1);
        let opinion =
            SharedBudgetSearch::new(&mut searcher, &task).ask(&position, 0, nodes(10_000)).unwrap();
        assert!(opinion.is_settled && opinion.info.score == Score::win_in(3));
        assert_eq!(value_of(&mut searcher, &position, 10_000), Score::win_in(3));
    }
}
