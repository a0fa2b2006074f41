//! The root: iterative deepening, aspiration windows, several best lines.

use super::history::History;
use super::params;
use super::picker::{self, Context};
use super::time;
use super::tt::Table;
use super::worker::{Care, LIKELY, Worker, is_loss, is_win};
use crate::control::{Choice, Info, Limits, Monitor, Report};
use crate::eval;
use crate::game::{Color, Move, Position};
use crate::solve::{Vcf, Verdict};
use crate::value::{Bound, Score};

/// What the options say to a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions {
    /// Number of best lines to report, from 1.
    pub multi_pv: usize,
    /// Time lost between the engine and its manager for each move.
    pub move_overhead_ms: u64,
    /// A number that decides between equal first moves; 0 is always the same choice.
    pub variety: u64,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions { multi_pv: 1, move_overhead_ms: 10, variety: 0 }
    }
}

/// The alpha-beta search and what it keeps between moves.
pub struct Searcher {
    table: Table,
    history: History,
    vcf: Vcf,
}

/// A move of the root with its results.
#[derive(Clone)]
struct RootMove {
    mv: Move,
    /// Value in the current iteration; minus infinity while not better than the best.
    value: i32,
    pv: Vec<Move>,
    /// A proven win with this move, found in some iteration, and its line.
    proven: Option<(i32, Vec<Move>)>,
    /// Away from all stones: only tried when everything else loses.
    is_far: bool,
}

const INFINITE: i32 = Score::INFINITE.raw() as i32;
const MAX_ESTIMATE: i32 = Score::MAX_ESTIMATE.raw() as i32;

/// Memory of a searcher besides its hash table, in bytes.
const FIXED_BYTES: usize = 768 << 10;

impl Searcher {
    /// A searcher that keeps everything within `hash_mb` mebibytes (at least 1).
    pub fn new(hash_mb: usize) -> Searcher {
        let bytes = (hash_mb.max(1) << 20).saturating_sub(FIXED_BYTES);
        Searcher { table: Table::new(bytes), history: History::new(), vcf: Vcf::new() }
    }

    /// Forgets all earlier games.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history.clear();
        self.vcf.clear();
    }

    /// Chooses a move. Reports to `monitor` and stops when it says so; returns
    /// when a limit is reached or everything is known. No move is returned for
    /// a finished game.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        options: &SearchOptions,
        monitor: &dyn Monitor,
    ) -> Choice {
        if position.is_over() {
            return Choice::default();
        }
        self.table.next_search();
        self.history.age();
        let budget = time::budget(limits, position.side(), options.move_overhead_ms);
        let variant = position.variant();
        let tables = eval::tables(variant.rule, variant.k);
        let kept = (&self.table, &mut self.history, &mut self.vcf);
        let worker = Worker::new(position, tables, kept, limits, budget, monitor);
        let moves = Vec::new();
        Root {
            worker,
            limits,
            options,
            monitor,
            moves,
            reported: None,
            dropped: Vec::new(),
            is_lost: false,
        }
        .run()
    }
}

/// One search in progress.
struct Root<'a> {
    worker: Worker<'a>,
    limits: &'a Limits,
    options: &'a SearchOptions,
    monitor: &'a dyn Monitor,
    moves: Vec<RootMove>,
    /// The move that the last report called best.
    reported: Option<Move>,
    /// Moves left out because the opponent wins by fours after them.
    dropped: Vec<RootMove>,
    /// Whether the last complete iteration proved that every move loses.
    is_lost: bool,
}

impl Root<'_> {
    fn run(mut self) -> Choice {
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
        self.drop_losing_moves();
        let lines = lines.min(self.moves.len());
        let deepest = self.limits.depth.map_or(params::MAX_DEPTH, |depth| depth.min(100) as i32);
        let deepest = deepest.min(self.longest().max(1));
        for depth in 1..=deepest {
            self.worker.root_depth = depth;
            self.worker.seldepth = 0;
            let finished = self.iterate(depth, lines);
            if !finished {
                self.report_unfinished(depth);
                break;
            }
            if self.is_mate_refuted(depth) || self.is_done(depth, lines) {
                break;
            }
        }
        self.choice()
    }

    /// Plies until the board is full and every conversion is spent.
    fn longest(&self) -> i32 {
        let position = self.worker.board.position();
        let conversions = position.conversions(Color::Black) + position.conversions(Color::White);
        position.empty_count() as i32 + i32::from(conversions)
    }

    /// Collects the moves to consider, best first.
    fn list_moves(&mut self) {
        let board = &self.worker.board;
        let context = Context { history: self.worker.history, ply: 0, hash_move: None };
        let mut near = Vec::new();
        let all = self.worker.is_exact();
        picker::generate(board, &context, all, &mut near);
        let mut seed = self.options.variety;
        let mut moves: Vec<(i32, u64, Move)> = near
            .into_iter()
            .map(|candidate| {
                // Equal moves are told apart by a number drawn from the seed.
                let tie = if seed == 0 { 0 } else { next_number(&mut seed) };
                (-candidate.order, tie, candidate.mv)
            })
            .collect();
        moves.sort_unstable();
        let wanted = &self.limits.search_moves;
        let is_wanted = |mv: &Move| wanted.is_empty() || wanted.contains(mv);
        let new =
            |mv, is_far| RootMove { mv, value: -INFINITE, pv: vec![mv], proven: None, is_far };
        let legal = board.position().legal_moves();
        self.moves = moves
            .iter()
            .map(|&(_, _, mv)| mv)
            .filter(|mv| is_wanted(mv) && legal.contains(mv))
            .map(|mv| new(mv, false))
            .collect();
        let rest: Vec<RootMove> = legal
            .into_iter()
            .filter(|mv| is_wanted(mv) && !self.moves.iter().any(|known| known.mv == *mv))
            .map(|mv| new(mv, !self.moves.is_empty()))
            .collect();
        self.moves.extend(rest);
    }

    /// Looks for a win by threats before anything else.
    fn wins_at_once(&mut self) -> bool {
        if self.worker.is_exact() || !self.worker.threats_hold() {
            return false;
        }
        let Verdict::Win(plies) = self.worker.has_vcf(params::ROOT_VCF_LIMIT) else { return false };
        let line: Vec<Move> = self.worker.vcf.line().collect();
        if self.limits.mate.is_some_and(|moves| u32::from(plies) > 2 * moves - 1) {
            return false;
        }
        let Some(index) = self.moves.iter().position(|root| root.mv == line[0]) else {
            return false;
        };
        self.moves[..=index].rotate_right(1);
        self.moves[0].value = i32::from(Score::win_in(plies).raw());
        self.moves[0].pv = line;
        if self.options.multi_pv <= 1 {
            self.worker.seldepth = plies.into();
            self.report(1, 0);
        }
        true
    }

    /// Where the opponent threatens to win by fours, leaves out the moves that
    /// do not stop it, as long as some move does.
    fn drop_losing_moves(&mut self) {
        let is_forced = self.moves.len() < 2 || self.options.multi_pv > 1;
        if self.worker.is_exact() || !self.worker.threats_hold() || is_forced {
            return;
        }
        let own = self.worker.board.side();
        // A white stone can even make a black point legal, which a pass does not show.
        let helps = self.worker.board.position().rule().has_fouls(!own);
        if self.worker.board.patterns().fives(!own).is_empty() && !helps {
            self.worker.board.pass();
            let threat = self.worker.has_vcf(params::ROOT_VCF_LIMIT);
            self.worker.board.unpass();
            if !matches!(threat, Verdict::Win(_)) {
                return;
            }
        }
        let mut safe = Vec::with_capacity(self.moves.len());
        let mut losing = Vec::new();
        for root in &self.moves {
            self.worker.board.play(root.mv);
            let verdict = self.worker.has_vcf(params::ROOT_VCF_LIMIT / 20);
            self.worker.board.undo();
            let list = if matches!(verdict, Verdict::Win(_)) { &mut losing } else { &mut safe };
            list.push(root.clone());
            self.worker.poll();
            if self.worker.stopped {
                return;
            }
        }
        if !safe.is_empty() && !losing.is_empty() {
            // Distant moves that stop the threat are as good as near ones.
            for root in &mut safe {
                root.is_far = false;
            }
            self.moves = safe;
            self.dropped = losing;
        }
    }

    /// Searches all lines one iteration deeper; false when it was stopped.
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
        log::debug!("depth {depth}: {} {} after {} nodes", best.mv, best.value, self.worker.nodes);
        true
    }

    /// Finds the best of the moves from `first` on, with a window around the
    /// value of the last iteration.
    fn aspirate(&mut self, depth: i32, first: usize) -> bool {
        let guess = self.moves[first].value;
        let narrow = depth >= 4 && guess.abs() < LIKELY / 2 && !self.worker.is_exact();
        let mut width = params::ASPIRATION;
        let (mut alpha, mut beta) =
            if narrow { (guess - width, guess + width) } else { (-INFINITE, INFINITE) };
        loop {
            let best = self.search_moves(depth, first, alpha, beta);
            // Equal values keep their order, so the first best move stays first.
            self.moves[first..].sort_by_key(|root| -root.value);
            if self.worker.stopped {
                return false;
            }
            width *= 3;
            if best <= alpha && alpha > -INFINITE {
                alpha = if width > 1000 { -INFINITE } else { best - width };
            } else if best >= beta && beta < INFINITE {
                beta = if width > 1000 { INFINITE } else { best + width };
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
            if is_far && best > -LIKELY + 1000 && tried > 0 {
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
                params::late_move_reduction(depth, tried, true)
            };
            self.worker.board.play(mv);
            let value = self.worker.child(alpha, beta, depth - 1, reduction, 0, tried == 1, true);
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

    /// Turns a win or loss that the search only believes into a proven one, if
    /// looking at every defence confirms it within a share of the work so far.
    fn prove(&mut self, depth: i32, index: usize) {
        let value = self.moves[index].value;
        let is_likely = value.abs() > LIKELY - 1000 && value.abs() <= MAX_ESTIMATE;
        let restricted = !self.limits.search_moves.is_empty() || index > 0;
        if !is_likely || self.worker.care != Care::Selective || (value < 0 && restricted) {
            return;
        }
        let worker = &mut self.worker;
        let limit = worker.node_limit;
        worker.node_limit = limit.min(2 * worker.nodes + 50_000);
        worker.care = Care::Complete;
        let mv = self.moves[index].mv;
        let proven = if value > 0 {
            worker.board.play(mv);
            let value = -worker.pvs(-INFINITE, -MAX_ESTIMATE, depth - 1, 1);
            worker.board.undo();
            let line = std::iter::once(mv).chain(worker.pv[1].iter().copied()).collect();
            (value, line)
        } else {
            let value = worker.pvs(-INFINITE, -MAX_ESTIMATE, depth, 0);
            (value, worker.pv[0].clone())
        };
        worker.care = Care::Selective;
        worker.node_limit = limit;
        // Running out of the share is no reason to stop the whole search.
        let ran_out = std::mem::replace(&mut worker.stopped, worker.nodes >= limit);
        worker.poll();
        let (value, line): (i32, Vec<Move>) = proven;
        if ran_out || worker.stopped || !(is_win(value) || is_loss(value)) {
            return;
        }
        log::debug!("depth {depth}: {mv} proven, {value}");
        if let Some(&first) = line.first()
            && let Some(place) = self.moves.iter().position(|root| root.mv == first)
        {
            self.moves[index..=place.max(index)].rotate_right(1);
            self.moves[index].value = value;
            self.moves[index].pv = line;
        }
    }

    /// Keeps a win that was proven once: a later iteration may only believe it.
    fn recall(&mut self, index: usize) {
        let root = &mut self.moves[index];
        let best = root.proven.as_ref().map_or(-INFINITE, |&(value, _)| value);
        if is_win(root.value) && root.value > best {
            root.proven = Some((root.value, root.pv.clone()));
        } else if root.value > LIKELY - 1000
            && let Some((value, pv)) = &root.proven
        {
            root.value = *value;
            root.pv.clone_from(pv);
        }
    }

    /// Whether further iterations can change nothing that matters.
    fn is_done(&mut self, depth: i32, lines: usize) -> bool {
        let last = self.moves[lines - 1].value;
        let best = self.moves[0].value;
        let distance = |value: i32| i32::from(Score::WIN_RAW) - value.abs();
        if let Some(moves) = self.limits.mate
            && is_win(best)
            && distance(best) < 2 * moves as i32
        {
            return true;
        }
        let decided = (is_win(last) || is_loss(last)) && (is_win(best) || is_loss(best));
        if decided && (distance(best) <= depth || self.worker.is_timed()) {
            return true;
        }
        if depth >= self.longest() && self.worker.is_exact() {
            return true;
        }
        let only_move = self.moves.len() == 1 && self.worker.is_timed();
        only_move || self.worker.is_past_soft_limit()
    }

    /// Whether a win in the wanted number of moves does not exist: asked once
    /// the iterations are deep enough and found none, and answered by a search
    /// that leaves nothing out.
    fn is_mate_refuted(&mut self, depth: i32) -> bool {
        let Some(moves) = self.limits.mate else { return false };
        // No game takes longer than to the last square.
        let plies = (2 * i64::from(moves) - 1).min(self.longest().into());
        let bound = i32::from(Score::win_in(plies as u16).raw());
        let is_found = self.moves[0].value >= bound;
        let is_open = self.limits.infinite || self.limits.ponder;
        let is_partial = !self.limits.search_moves.is_empty();
        if i64::from(depth) < plies || is_found || is_open || is_partial {
            return false;
        }
        let worker = &mut self.worker;
        let care = std::mem::replace(&mut worker.care, Care::Exact);
        let value = worker.pvs(bound - 1, bound, plies as i32, 0);
        worker.care = care;
        if worker.stopped {
            return false;
        }
        if value < bound {
            let text = format!("no mate in {moves}");
            self.monitor.report(Report::Text(text));
            return true;
        }
        false
    }

    /// Reports the best move of a stopped iteration if nobody has heard of it.
    fn report_unfinished(&mut self, depth: i32) {
        if self.reported == Some(self.moves[0].mv) {
            return;
        }
        if self.moves[0].value.abs() >= INFINITE {
            // Not even its own search came to an end: an opinion must do.
            self.moves[0].value = eval::evaluate(&self.worker.board).raw().into();
            self.moves[0].pv.truncate(1);
        }
        if is_loss(self.moves[0].value) && !self.is_lost {
            // One move loses; the moves that were not looked at may not.
            self.moves[0].value = -LIKELY;
        }
        self.report(depth, 0);
    }

    fn report(&mut self, depth: i32, index: usize) {
        if index == 0 {
            self.reported = Some(self.moves[0].mv);
        }
        let root = &self.moves[index];
        let (value, pv) = self.presentable(root);
        self.monitor.report(Report::Info(Info {
            depth: depth as u32,
            seldepth: Some(self.worker.seldepth.max(depth as usize) as u32),
            multipv: Some(index as u32 + 1),
            score: Score::from_raw(value as i16),
            bound: Bound::Exact,
            nodes: Some(self.worker.nodes),
            hashfull: Some(self.worker.table.hashfull()),
            time: Some(self.worker.elapsed()),
            pv,
        }));
    }

    /// The value and line of a move as they may be shown: a proven end only
    /// together with a line that reaches it.
    fn presentable(&self, root: &RootMove) -> (i32, Vec<Move>) {
        let value = root.value;
        if !is_win(value) && !is_loss(value) {
            return (value, root.pv.clone());
        }
        let distance = i32::from(Score::WIN_RAW) - value.abs();
        let mut position = self.worker.board.position().clone();
        let is_legal = root.pv.iter().all(|&mv| position.play(mv).is_ok());
        let winner = if value > 0 { self.worker.board.side() } else { !self.worker.board.side() };
        if is_legal && root.pv.len() as i32 == distance && position.winner() == Some(winner) {
            return (value, root.pv.clone());
        }
        log::debug!("{}: the line of {value} has {} plies", root.mv, root.pv.len());
        (value.signum() * LIKELY, root.pv.clone())
    }

    fn choice(&self) -> Choice {
        let best = &self.moves[0];
        Choice { best: Some(best.mv), ponder: best.pv.get(1).copied() }
    }
}

/// The next number of a small generator (xorshift, Marsaglia 2003).
fn next_number(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}
