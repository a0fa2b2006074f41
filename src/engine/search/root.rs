//! The root: iterative deepening, aspiration windows, several best lines.
//!
//! Each iteration fills the hash table with moves for the next, deeper one, which costs
//! less than a single deep search and leaves an answer at any time (CPW, Iterative
//! Deepening).

mod report;

use super::claims::{self, MateAnswer};
use super::clock::SearchClock;
use super::first_moves;
use super::options::SearchOptions;
use super::params::{self, LIKELY, Late};
use super::pool::{self, Helper, Mute};
use super::root_moves::{RootMoves, RootValue};
use super::thread::Thread;
use super::threats::Threats;
use super::time::{Budget, TimeHistory};
use super::worker::Worker;
use crate::control::{Choice, EndReason, Limits, Monitor, Report, TreeLog, Why, is_logged};
use crate::eval;
use crate::game::Color;
use crate::value::{Bound, Depth, Ply, Score};

/// The largest number of lines of which the first look is finished even when the time is over: that
/// takes a few milliseconds.
const SURE_LINES: usize = 16;

/// One search in progress. Its parts return what they found; only the root applies it to
/// the moves.
pub struct Root<'a> {
    worker: Worker<'a>,
    limits: &'a Limits,
    options: &'a SearchOptions,
    monitor: &'a dyn Monitor,
    /// The search for wins by threats; helpers have none.
    threats: Option<Threats<'a>>,
    /// Writes down what the main thread visits, if that was asked for.
    tree: Option<Box<TreeLog<'a>>>,
    moves: RootMoves,
    /// The move that the last report called best, with the answer to it.
    reported: Option<Choice>,
    /// What the iterations have shown so far.
    time_history: TimeHistory,
    /// The last iteration that is complete.
    complete: Depth,
}

impl<'a> Root<'a> {
    /// A search about to begin. Without `threats`, wins by threats are not looked for.
    pub fn new(
        worker: Worker<'a>,
        limits: &'a Limits,
        options: &'a SearchOptions,
        monitor: &'a dyn Monitor,
        threats: Option<Threats<'a>>,
    ) -> Root<'a> {
        let moves = first_moves::list(&worker, &limits.search_moves, options);
        let (reported, time_history, complete) = (None, TimeHistory::default(), Depth::LEAF);
        let tree = TreeLog::new(limits.trace, monitor).with_null_windows();
        let tree = limits.trace.is_some().then(|| Box::new(tree));
        Root {
            worker,
            limits,
            options,
            monitor,
            threats,
            tree,
            moves,
            reported,
            time_history,
            complete,
        }
    }

    /// Searches until a limit is reached or everything is known, with the helpers.
    pub fn run(mut self, helpers: &mut [Helper]) -> Choice {
        if self.moves.all().is_empty() {
            return Choice::default();
        }
        let reason = self.look(helpers);
        if let Some(tree) = &mut self.tree {
            tree.finish();
        }
        self.tell_end(reason);
        self.choice()
    }

    /// Searches, and returns what has ended the search.
    fn look(&mut self, helpers: &mut [Helper]) -> EndReason {
        let lines = self.options.multi_pv.clamp(1, self.moves.all().len());
        if self.worker.board.position().only_fouls_left() {
            // The only moves that lose by being played: nothing to search.
            self.moves.note(0, Score::loss_in(1), Bound::Exact, &[]);
            self.report(Depth::new(1), 0);
            return EndReason::Proof;
        }
        if self.wins_by_fours() && lines == 1 {
            return EndReason::Proof;
        }
        if self.wins_by_threats(params::FIRST_THREATS, Depth::new(1)) && lines == 1 {
            return EndReason::Proof;
        }
        // Several lines show the losing moves, too.
        if self.options.multi_pv <= 1
            && let Some(loses) =
                first_moves::losing(&mut self.worker, self.moves.all(), self.options.vcf_nodes)
        {
            self.moves.drop_losing(&loses);
        }
        let lines = lines.min(self.moves.all().len());
        self.deepen_with(helpers, lines)
    }

    /// Looks for a win by continuous fours before anything else.
    fn wins_by_fours(&mut self) -> bool {
        let found = first_moves::win_by_fours(&mut self.worker, self.options.vcf_nodes);
        let Some((plies, line)) = found.filter(|&(plies, _)| self.is_short_enough(plies)) else {
            return false;
        };
        let is_first = self.moves.put_first(0, Score::win_in(plies), line);
        if is_first {
            self.recall(0);
            self.tell_without_tree(Score::win_in(plies), Why::Fours);
        }
        if is_first && self.options.multi_pv <= 1 {
            self.worker.seldepth = Ply::new(plies.into());
            self.report(Depth::new(1), 0);
        }
        is_first
    }

    /// Goes on with the search for a win by threats, for `least` nodes or its share of
    /// what was spent. Puts a win first and reports it.
    fn wins_by_threats(&mut self, least: u64, depth: Depth) -> bool {
        let Some(threats) = &mut self.threats else { return false };
        let best = self.moves.best().value();
        // The threat search does not know which moves are wanted.
        if best.is_win() || !self.limits.search_moves.is_empty() {
            threats.finish();
        }
        let found = threats.go_on(&mut self.worker, best.found(), least);
        if let Some(text) = threats.shortage() {
            self.monitor.report(Report::Text(text));
        }
        let news = threats.news().filter(|_| is_logged(log::Level::Trace));
        if let Some(entry) = news {
            self.monitor.report(Report::Log(entry));
        }
        let Some((plies, line)) = found.filter(|&(plies, _)| self.is_short_enough(plies)) else {
            return false;
        };
        self.moves.put_first(0, Score::win_in(plies), line);
        self.tell_without_tree(Score::win_in(plies), Why::Threats);
        // An iteration may have proven a shorter win.
        self.recall(0);
        if self.options.multi_pv <= 1 {
            self.report(depth, 0);
        }
        self.moves.best().value().is_win()
    }

    /// Whether a win in `plies` plies is within the number of moves of `go mate`.
    fn is_short_enough(&self, plies: u16) -> bool {
        self.limits.mate.is_none_or(|moves| u32::from(plies) < 2 * moves)
    }

    /// Searches deeper and deeper, and lets the helpers do the same meanwhile.
    fn deepen_with(&mut self, helpers: &mut [Helper], lines: usize) -> EndReason {
        let Thread::Main(counters @ [_, ..]) = self.worker.clock.thread() else {
            return self.deepen(lines);
        };
        let position = self.worker.board.position().clone();
        let variant = position.variant();
        let tables = eval::table::tables(variant.rule, variant.k);
        let Limits { nodes, ponder, ref search_moves, .. } = *self.limits;
        // The main thread keeps the other limits for all of them.
        let limits =
            Limits { nodes, ponder, search_moves: search_moves.clone(), ..Limits::default() };
        // The main thread may use more than the soft limit, and its helpers with it.
        let budget =
            self.worker.clock.budget().map(|budget| Budget { soft: budget.hard, ..budget });
        let (mute, moves) = (Mute(self.monitor), self.moves.clone());
        let (table, options) = (self.worker.table, self.options);
        let help = |number: usize, helper: &mut Helper, thread: Thread<'_>| {
            let kept = (table, &mut helper.history, &mut helper.vcf);
            let clock = SearchClock::new(&mute, thread, &limits, budget);
            let mut worker = Worker::new(&position, &tables, kept, &limits, clock);
            worker.params = worker.params.with_vcf_nodes(options.vcf_nodes);
            let mut root = Root {
                worker,
                limits: &limits,
                options,
                monitor: &mute,
                threats: None,
                tree: None,
                moves: moves.clone(),
                reported: None,
                time_history: TimeHistory::default(),
                complete: Depth::LEAF,
            };
            root.help(number, lines);
        };
        pool::run_beside(helpers, counters, help, || self.deepen(lines))
    }

    /// Deepens as a helper until the main thread ends, or nothing is left to find.
    fn help(&mut self, number: usize, lines: usize) {
        let deepest = self.longest().plies().clamp(1, params::MAX_DEPTH.plies());
        // A helper a little ahead of the main thread leaves it results that are deeper
        // than its own: two threads reached depth 11 of seven positions with 0.52 of
        // the nodes each that one needs, and with 0.55 when they began together.
        let first = 2 + number as i32 % 2;
        for depth in (first..=deepest).map(Depth::new) {
            if !self.iterate_to(depth, lines) || self.end(depth, lines).is_some() {
                break;
            }
        }
    }

    /// Searches deeper and deeper until a limit is reached or everything is known; says
    /// which it was.
    fn deepen(&mut self, lines: usize) -> EndReason {
        let most = params::MAX_DEPTH.plies();
        let deepest = self.limits.depth.map_or(most, |depth| depth.min(most as u32) as i32);
        let deepest = deepest.min(self.longest().plies().max(1));
        for depth in (1..=deepest).map(Depth::new) {
            if !self.iterate_to(depth, lines) {
                self.report_unfinished(depth);
                return self.worker.stop_reason();
            }
            self.complete = depth;
            self.tell_tree(depth);
            if self.wins_by_threats(0, depth) && lines == 1 {
                return EndReason::Proof;
            }
            if self.is_mate_settled(depth) {
                return EndReason::Mate;
            }
            if let Some(reason) = self.end(depth, lines) {
                return reason;
            }
        }
        let is_asked_for = self.limits.depth.is_some_and(|depth| depth as i32 == deepest);
        if is_asked_for { EndReason::Depth } else { EndReason::Deepest }
    }

    /// Plies until the board is full and every conversion is spent.
    fn longest(&self) -> Depth {
        let position = self.worker.board.position();
        let conversions = position.conversions(Color::Black) + position.conversions(Color::White);
        Depth::new(position.empty_count() as i32 + i32::from(conversions))
    }

    /// Searches all lines to a depth; false when it was stopped.
    fn iterate_to(&mut self, depth: Depth, lines: usize) -> bool {
        self.moves.begin_iteration();
        self.worker.root_depth = depth;
        self.worker.seldepth = Ply::ROOT;
        self.iterate(depth, lines)
    }

    fn iterate(&mut self, depth: Depth, lines: usize) -> bool {
        // How many lines come was told to those that asked for several.
        let insists = depth == Depth::new(1) && (2..=SURE_LINES).contains(&lines);
        for index in 0..lines {
            if insists {
                self.worker.insist();
            }
            let is_complete = self.aspirate(depth, index);
            self.worker.relent();
            if !is_complete {
                return false;
            }
            self.prove(depth, index);
            self.recall(index);
        }
        if self.moves.take_back_dropped() {
            return self.iterate(depth, lines);
        }
        self.moves.finish(lines);
        for index in 0..lines {
            self.report(depth, index);
        }
        let best = self.moves.best();
        if let Some(value) = best.value().found() {
            self.time_history.note(best.mv(), value);
        }
        true
    }

    /// Finds the best of the moves from `first` on, with a window around the value of the
    /// last iteration: values seldom change much, a narrow window cuts off more, and a
    /// search that fails is repeated with a wider one (CPW, Aspiration Windows).
    fn aspirate(&mut self, depth: Depth, first: usize) -> bool {
        let guess = self.moves.all()[first].value().found();
        let plain = guess
            .filter(|guess| guess.magnitude() < LIKELY.magnitude() / 2 && !self.worker.is_exact());
        let width = self.worker.params.aspiration(depth);
        let narrow = plain.and_then(|guess| Some((guess, width?)));
        let (mut alpha, mut beta) = narrow
            .map_or((-Score::INFINITE, Score::INFINITE), |(guess, width)| {
                (guess - width, guess + width)
            });
        let mut width = narrow.map(|(_, width)| width);
        loop {
            let best = self.search_written_down(depth, first, alpha, beta);
            // Equal values keep their order, so the first best move stays first.
            self.moves.sort(first..self.moves.all().len());
            if self.worker.stopped {
                return false;
            }
            width = width.and_then(|width| self.worker.params.wider(width));
            if best <= alpha && alpha > -Score::INFINITE {
                alpha = width.map_or(-Score::INFINITE, |width| best - width);
            } else if best >= beta && beta < Score::INFINITE {
                beta = width.map_or(Score::INFINITE, |width| best + width);
            } else {
                return true;
            }
        }
    }

    /// As [`Root::search_moves`], for people who watch where there are any.
    fn search_written_down(
        &mut self,
        depth: Depth,
        first: usize,
        alpha: Score,
        beta: Score,
    ) -> Score {
        if let Some(tree) = &mut self.tree {
            tree.enter_for(None, Some((alpha, beta)), Some(depth.plies()));
        }
        self.worker.tree = self.tree.take();
        let best = self.search_moves(depth, first, alpha, beta);
        self.tree = self.worker.tree.take();
        let known = (!self.worker.stopped).then_some(best);
        if let Some(tree) = &mut self.tree {
            tree.leave(known);
        }
        best
    }

    /// Searches the moves from `first` on; returns the best value.
    fn search_moves(&mut self, depth: Depth, first: usize, mut alpha: Score, beta: Score) -> Score {
        let mut best = -Score::INFINITE;
        let mut tried = 0;
        let count = self.moves.all().len();
        for index in first..count {
            let (mv, is_far) = (self.moves.all()[index].mv(), self.moves.all()[index].is_far());
            if is_far && best > -self.worker.params.nearly_decided() && tried > 0 {
                self.moves.pass_over(index..index + 1);
                continue;
            }
            tried += 1;
            if self.worker.nodes >= params::CURRENT_MOVE_NODES {
                let number = tried as u32;
                let depth = depth.plies() as u32;
                self.monitor.report(Report::CurrentMove { mv, number, depth });
            }
            let reduction = if self.worker.is_exact() || index == first {
                0
            } else {
                let late = Late { depth, number: tried, is_pv: true, gap: 0 };
                self.worker.params.late_move_reduction(&late)
            };
            let before = self.worker.nodes;
            self.worker.board.play(mv);
            let value =
                self.worker.child((alpha, beta), depth - 1, reduction, Ply::ROOT, tried == 1);
            self.worker.board.undo();
            self.moves.count(index, self.worker.nodes - before);
            if self.worker.stopped {
                // The search of this move is void; those before it stand.
                self.moves.interrupt(first, index);
                return best;
            }
            best = best.max(value);
            if tried == 1 || value > alpha {
                let bound = match value {
                    _ if value >= beta => Bound::Lower,
                    _ if value <= alpha => Bound::Upper,
                    _ => Bound::Exact,
                };
                self.moves.note(index, value, bound, &self.worker.pv[1]);
            } else {
                self.moves.pass_over(index..index + 1);
            }
            let is_better = value > alpha;
            alpha = alpha.max(value);
            if alpha >= beta {
                self.worker.tell_cut((alpha, beta), self.worker.moves.len());
                self.moves.pass_over(index + 1..count);
                break;
            }
            if is_better {
                self.worker.tell_best((alpha, beta));
            }
        }
        best
    }

    /// Replaces a likely win or loss by a proven one, if there is one.
    fn prove(&mut self, depth: Depth, index: usize) {
        let root = &self.moves.all()[index];
        let Some(value) = root.value().found() else { return };
        let may_be_lost = self.limits.search_moves.is_empty() && index == 0;
        let proven = claims::prove(&mut self.worker, root.mv(), value, depth, may_be_lost);
        if let Some((value, line)) = proven {
            self.moves.put_first(index, value, line);
        }
    }

    /// Keeps a win that was proven once: a later iteration may find it merely likely.
    fn recall(&mut self, index: usize) {
        self.moves.recall(index);
    }

    /// Whether the question for a win in some number of moves is answered.
    fn is_mate_settled(&mut self, depth: Depth) -> bool {
        let Some(moves) = self.limits.mate else { return false };
        let (best, longest) = (self.moves.best().value().found(), self.longest());
        let question = (moves, self.limits);
        match claims::settle_mate(&mut self.worker, question, best, depth, longest) {
            MateAnswer::Open => return false,
            MateAnswer::Found => {}
            MateAnswer::Refuted => {
                self.monitor.report(Report::Text(format!("no mate in {moves}")));
            }
            MateAnswer::Proven((value, line)) => {
                self.moves.put_first(0, value, line);
                self.report(depth, 0);
            }
        }
        true
    }

    /// Why further iterations can change nothing that matters, if so.
    fn end(&mut self, depth: Depth, lines: usize) -> Option<EndReason> {
        let value = |index: usize| self.moves.all()[index].value();
        let (best, last) = (value(0), value(lines - 1));
        let is_decided = |value: RootValue| value.is_win() || value.is_loss();
        if self.limits.mate.is_some() {
            // A win that takes longer is no answer.
            return if best.is_loss() { Some(EndReason::Proof) } else { self.soft_limit() };
        }
        let distance = |value: Score| i32::from(Score::WIN_RAW) - value.magnitude();
        // Without a clock the iterations go on until none could find a shorter end.
        let is_near = best.found().is_some_and(|value| distance(value) <= depth.plies());
        if is_decided(best) && is_decided(last) && (is_near || self.worker.clock.is_running()) {
            return Some(EndReason::Proof);
        }
        if depth >= self.longest() && self.worker.is_exact() {
            return Some(EndReason::AllSeen);
        }
        if self.moves.all().len() == 1 && self.worker.clock.is_running() {
            return Some(EndReason::OnlyMove);
        }
        self.soft_limit()
    }

    /// Whether no iteration should begin any more, as a reason to end.
    fn soft_limit(&mut self) -> Option<EndReason> {
        self.worker.is_past_soft_limit(&self.time_history).then_some(EndReason::SoftTime)
    }

    /// The best move, with the answer that was reported: an iteration that was stopped may
    /// have put another one into its line since.
    fn choice(&self) -> Choice {
        let best = self.moves.best();
        let told = self.reported.filter(|choice| choice.best == Some(best.mv()));
        told.unwrap_or(Choice { best: Some(best.mv()), ponder: best.pv().get(1).copied() })
    }
}
