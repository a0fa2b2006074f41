//! The root: iterative deepening, aspiration windows, several best lines.

use super::options::SearchOptions;
use super::params::{self, LIKELY, Late};
use super::pool::Helper;
use super::threats::Threats;
use super::time::TimeHistory;
use super::worker::{Worker, is_loss, is_win};
use crate::control::{Choice, Info, Limits, Monitor, Report};
use crate::eval;
use crate::game::{Color, Move};
use crate::value::{Bound, Score};

/// A move of the root with its results.
#[derive(Clone)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// How the value relates to the true one: a bound where the search of the move
    /// left its window and was not repeated.
    pub(super) bound: Bound,
    /// Value in the current iteration; minus infinity while not better than the best.
    pub(super) value: i32,
    pub(super) pv: Vec<Move>,
    /// A proven win with this move, found in some iteration, and its line.
    pub(super) proven: Option<(i32, Vec<Move>)>,
    /// Away from all stones: only tried when everything else loses.
    pub(super) is_far: bool,
}

impl RootMove {
    pub(super) fn new(mv: Move, is_far: bool) -> RootMove {
        let (value, bound) = (-INFINITE, Bound::Exact);
        RootMove { mv, bound, value, pv: vec![mv], proven: None, is_far }
    }

    /// Takes over a value that no window has cut.
    pub(super) fn set(&mut self, value: i32, pv: Vec<Move>) {
        self.value = value;
        self.bound = Bound::Exact;
        self.pv = pv;
    }
}

/// Larger than every score, as a number.
pub(super) const INFINITE: i32 = Score::INFINITE.raw() as i32;

/// One search in progress.
pub(super) struct Root<'a> {
    pub(super) worker: Worker<'a>,
    pub(super) limits: &'a Limits,
    pub(super) options: &'a SearchOptions,
    pub(super) monitor: &'a dyn Monitor,
    /// The search for wins by threats, while there is something left for it to do.
    pub(super) threats: Option<Threats<'a>>,
    pub(super) moves: Vec<RootMove>,
    /// The move that the last report called best, with the answer to it.
    pub(super) reported: Option<Choice>,
    /// Moves left out because the opponent wins by fours after them.
    pub(super) dropped: Vec<RootMove>,
    /// Whether the last complete iteration proved that every move loses.
    pub(super) is_lost: bool,
    /// What the iterations have shown so far.
    pub(super) time_history: TimeHistory,
}

impl Root<'_> {
    pub(super) fn run(mut self, helpers: &mut [Helper]) -> Choice {
        self.list_moves();
        if self.moves.is_empty() {
            return Choice::default();
        }
        let lines = self.options.multi_pv.clamp(1, self.moves.len());
        if self.worker.board.position().only_fouls_left() {
            // The only moves that lose by being played: nothing to search.
            self.moves[0].value = i32::from(Score::loss_in(1).raw());
            self.report(1, 0);
            return self.choice();
        }
        if self.wins_at_once() && lines == 1 {
            return self.choice();
        }
        if self.wins_by_threats(params::FIRST_THREATS, 1) && lines == 1 {
            return self.choice();
        }
        self.drop_losing_moves();
        let lines = lines.min(self.moves.len());
        self.deepen_with(helpers, lines);
        self.choice()
    }

    /// Searches deeper and deeper until a limit is reached or everything is known.
    pub(super) fn deepen(&mut self, lines: usize) {
        let deepest = self.limits.depth.map_or(params::MAX_DEPTH, |depth| depth.min(100) as i32);
        let deepest = deepest.min(self.longest().max(1));
        for depth in 1..=deepest {
            if !self.iterate_to(depth, lines) {
                self.report_unfinished(depth);
                break;
            }
            if self.wins_by_threats(0, depth) && lines == 1 {
                break;
            }
            if self.is_mate_settled(depth) || self.is_done(depth, lines) {
                break;
            }
        }
    }

    /// Plies until the board is full and every conversion is spent.
    pub(super) fn longest(&self) -> i32 {
        let position = self.worker.board.position();
        let conversions = position.conversions(Color::Black) + position.conversions(Color::White);
        position.empty_count() as i32 + i32::from(conversions)
    }

    /// Searches all lines to a depth; false when it was stopped.
    pub(super) fn iterate_to(&mut self, depth: i32, lines: usize) -> bool {
        self.worker.root_depth = depth;
        self.worker.seldepth = 0;
        self.iterate(depth, lines)
    }

    fn iterate(&mut self, depth: i32, lines: usize) -> bool {
        for index in 0..lines {
            if !self.aspirate(depth, index) {
                return false;
            }
            self.prove(depth, index);
            self.recall(index);
        }
        if is_loss(self.moves[0].value) && !self.dropped.is_empty() {
            // Some move that was left out may resist longer.
            self.moves.append(&mut self.dropped);
            return self.iterate(depth, lines);
        }
        // A later line may have turned out better than an earlier one.
        self.moves[..lines].sort_by_key(|root| -root.value);
        for index in 0..lines {
            self.report(depth, index);
        }
        let best = &self.moves[0];
        self.is_lost = is_loss(best.value);
        self.time_history.note(best.mv, best.value);
        log::debug!("depth {depth}: {} {} after {} nodes", best.mv, best.value, self.worker.nodes);
        true
    }

    /// Finds the best of the moves from `first` on, with a window around the
    /// value of the last iteration.
    fn aspirate(&mut self, depth: i32, first: usize) -> bool {
        let guess = self.moves[first].value;
        let is_plain = guess.abs() < LIKELY / 2 && !self.worker.is_exact();
        let mut width = self.worker.params.aspiration(depth).filter(|_| is_plain);
        let (mut alpha, mut beta) =
            width.map_or((-INFINITE, INFINITE), |width| (guess - width, guess + width));
        loop {
            let best = self.search_moves(depth, first, alpha, beta);
            // Equal values keep their order, so the first best move stays first.
            self.moves[first..].sort_by_key(|root| -root.value);
            if self.worker.stopped {
                return false;
            }
            width = width.and_then(|width| self.worker.params.wider(width));
            if best <= alpha && alpha > -INFINITE {
                alpha = width.map_or(-INFINITE, |width| best - width);
            } else if best >= beta && beta < INFINITE {
                beta = width.map_or(INFINITE, |width| best + width);
            } else {
                return true;
            }
        }
    }

    /// Searches the moves from `first` on; returns the best value.
    fn search_moves(&mut self, depth: i32, first: usize, mut alpha: i32, beta: i32) -> i32 {
        let mut best = -INFINITE;
        let mut tried = 0;
        for index in first..self.moves.len() {
            let RootMove { mv, is_far, .. } = self.moves[index];
            if is_far && best > -self.worker.params.nearly_decided() && tried > 0 {
                self.moves[index].value = -INFINITE;
                continue;
            }
            tried += 1;
            if self.worker.nodes >= params::CURRENT_MOVE_NODES {
                let number = tried as u32;
                let depth = depth as u32;
                self.monitor.report(Report::CurrentMove { mv, number, depth });
            }
            let reduction = if self.worker.is_exact() || index == first {
                0
            } else {
                let late = Late { depth, number: tried, is_pv: true, gap: 0 };
                self.worker.params.late_move_reduction(&late)
            };
            self.worker.board.play(mv);
            let value = self.worker.child(alpha, beta, depth - 1, reduction, 0, tried == 1);
            self.worker.board.undo();
            if self.worker.stopped {
                // Moves not searched in this iteration must not overtake the others,
                // except proven losses: whether serious ones lose as well is not known.
                let is_lost = self.is_lost;
                self.moves[index..].iter_mut().for_each(|root| {
                    root.value = if root.is_far || is_lost { -INFINITE } else { -LIKELY };
                });
                if tried == 1 {
                    self.moves[first].value = INFINITE;
                }
                return best;
            }
            best = best.max(value);
            let root = &mut self.moves[index];
            if tried == 1 || value > alpha {
                root.value = value;
                root.bound = match value {
                    _ if value >= beta => Bound::Lower,
                    _ if value <= alpha => Bound::Upper,
                    _ => Bound::Exact,
                };
                root.pv.clear();
                root.pv.push(mv);
                root.pv.extend_from_slice(&self.worker.pv[1]);
            } else {
                root.value = -INFINITE;
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                self.moves[index + 1..].iter_mut().for_each(|root| root.value = -INFINITE);
                break;
            }
        }
        best
    }

    /// Whether further iterations can change nothing that matters.
    pub(super) fn is_done(&mut self, depth: i32, lines: usize) -> bool {
        let last = self.moves[lines - 1].value;
        let best = self.moves[0].value;
        let distance = |value: i32| i32::from(Score::WIN_RAW) - value.abs();
        if self.limits.mate.is_some() {
            // A win that takes longer is no answer.
            return is_loss(best) || self.worker.is_past_soft_limit(&self.time_history);
        }
        let decided = (is_win(last) || is_loss(last)) && (is_win(best) || is_loss(best));
        if decided && (distance(best) <= depth || self.worker.is_timed()) {
            return true;
        }
        if depth >= self.longest() && self.worker.is_exact() {
            return true;
        }
        let only_move = self.moves.len() == 1 && self.worker.is_timed();
        only_move || self.worker.is_past_soft_limit(&self.time_history)
    }

    /// Reports the best move of a stopped iteration if nobody has heard of it.
    fn report_unfinished(&mut self, depth: i32) {
        if self.reported.is_some_and(|choice| choice.best == Some(self.moves[0].mv)) {
            return;
        }
        if self.moves[0].value.abs() >= INFINITE {
            // Not even its own search came to an end: an opinion must do.
            let opinion = eval::evaluate(&mut self.worker.board).raw().into();
            let mv = self.moves[0].mv;
            self.moves[0].set(opinion, vec![mv]);
        }
        if is_loss(self.moves[0].value) && !self.is_lost {
            // One move loses; the moves that were not looked at may not.
            self.moves[0].value = -LIKELY;
        }
        // Only the iteration before this one is complete.
        self.report((depth - 1).max(1), 0);
    }

    pub(super) fn report(&mut self, depth: i32, index: usize) {
        let root = &self.moves[index];
        let (value, pv) = self.presentable(root);
        if index == 0 {
            self.reported = Some(Choice { best: Some(root.mv), ponder: pv.get(1).copied() });
        }
        self.monitor.report(Report::Info(Info {
            depth: depth as u32,
            seldepth: Some(self.worker.seldepth.max(depth as usize) as u32),
            multipv: Some(index as u32 + 1),
            score: Score::from_raw(value as i16),
            bound: root.bound,
            nodes: Some(self.worker.total_nodes()),
            hashfull: Some(self.worker.table.hashfull()),
            time: Some(self.worker.elapsed()),
            pv,
        }));
    }

    /// The best move, with the answer that was told: an iteration that was stopped may
    /// have put another one into its line since.
    fn choice(&self) -> Choice {
        let best = &self.moves[0];
        let told = self.reported.filter(|choice| choice.best == Some(best.mv));
        told.unwrap_or(Choice { best: Some(best.mv), ponder: best.pv.get(1).copied() })
    }
}
