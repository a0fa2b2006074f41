//! The first look at the moves of the root, before any iteration: candidates, wins by
//! fours, and moves that lose to them.

use std::cmp::Reverse;

use rand::{Rng, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::options::SearchOptions;
use super::params;
use super::picker::{self, Context, MoveKind};
use super::root_moves::{RootMove, RootMoves};
use super::worker::Worker;
use crate::game::symmetry::Symmetry;
use crate::game::{Move, Position, Size, Square, SquareSet, sort_by_key};
use crate::solve::vcf::Verdict;
use crate::value::Ply;

/// Collects the moves to consider, best first; of `wanted` ones only, unless that is
/// empty.
pub fn list(worker: &Worker<'_>, wanted: &[Move], options: &SearchOptions) -> RootMoves {
    let board = &worker.board;
    let context = Context {
        history: worker.history,
        ply: Ply::ROOT,
        hash_move: None,
        params: &worker.params,
        depth: None,
    };
    let mut near = Vec::new();
    let kind = picker::generate(board, &context, worker.is_exact(), &mut near);
    // The seed decides the order of equal moves; without one they keep theirs.
    let seed = (options.variety != 0).then_some(options.variety);
    let mut lots = seed.map(ChaCha8Rng::seed_from_u64);
    let mut moves: Vec<(i32, u64, Move)> = near
        .into_iter()
        .map(|candidate| {
            let lot = lots.as_mut().map_or(0, Rng::next_u64);
            (-candidate.order, lot, candidate.mv)
        })
        .collect();
    sort_by_key(&mut moves, |&ranked| ranked);
    let is_wanted = |mv: &Move| wanted.is_empty() || wanted.contains(mv);
    let legal = board.position().legal_moves();
    let mut candidates: Vec<Move> = moves
        .iter()
        .map(|&(_, _, mv)| mv)
        .filter(|mv| is_wanted(mv) && legal.contains(mv))
        .collect();
    let mut rest: Vec<Move> =
        legal.into_iter().filter(|mv| is_wanted(mv) && !candidates.contains(mv)).collect();
    if options.multi_pv > 1 && kind != MoveKind::All {
        let widening = Widening {
            position: board.position(),
            near: &board.near(),
            lines: options.multi_pv,
            with_centre: kind == MoveKind::Quiet,
            with_twins: !wanted.is_empty(),
        };
        widening.widen(&mut candidates, &mut rest);
    }
    RootMoves::new(candidates, rest)
}

/// A win by continuous fours: its plies and its line.
pub fn win_by_fours(worker: &mut Worker<'_>, vcf_nodes: u64) -> Option<(u16, Vec<Move>)> {
    if worker.is_exact() || !worker.threats_hold() {
        return None;
    }
    match worker.has_vcf(params::ROOT_VCF_LIMIT.min(vcf_nodes)) {
        Verdict::Win(plies) => Some((plies, worker.vcf.line().collect())),
        Verdict::Exhausted | Verdict::Unknown => None,
    }
}

/// Which moves lose to continuous fours, where the opponent threatens to win by them;
/// `None` where it does not, or the search was stopped.
pub fn losing(worker: &mut Worker<'_>, moves: &[RootMove], vcf_nodes: u64) -> Option<Vec<bool>> {
    if worker.is_exact() || !worker.threats_hold() || moves.len() < 2 {
        return None;
    }
    let own = worker.board.side();
    // A white stone can even make a black point legal, which a pass does not show.
    let helps = worker.board.position().rule().has_fouls(!own);
    // A five point of the opponent is threat enough.
    if worker.board.patterns().fives(!own).is_empty() && !helps {
        worker.board.pass();
        let threat = worker.has_vcf(params::ROOT_VCF_LIMIT.min(vcf_nodes));
        worker.board.unpass();
        if !matches!(threat, Verdict::Win(_)) {
            return None;
        }
    }
    let limit = params::ANSWER_VCF_LIMIT.min(vcf_nodes);
    let mut loses = Vec::with_capacity(moves.len());
    for root in moves {
        worker.board.play(root.mv());
        let verdict = worker.has_vcf(limit);
        worker.board.undo();
        loses.push(matches!(verdict, Verdict::Win(_)));
        // The searches for fours end by themselves when time is over; the worker has to hear of it.
        worker.poll();
        if worker.stopped {
            return None;
        }
    }
    Some(loses)
}

/// How the candidates are chosen where several lines are asked for. A single best move
/// needs only the likeliest points, but each line needs a move of its own, and the
/// points near stones may be few or all alike.
struct Widening<'a> {
    position: &'a Position,
    /// The points near stones.
    near: &'a SquareSet,
    /// Number of lines asked for.
    lines: usize,
    /// Whether the centre is worth a look beside the points near stones.
    with_centre: bool,
    /// Whether moves that the symmetry of the position makes equal all count.
    with_twins: bool,
}

/// Half-steps from the middle of the board to the squares that are candidates: three
/// rings on an empty board, and only the middle itself elsewhere.
const FIRST_RINGS: usize = 5;
const MIDDLE: usize = 1;

impl Widening<'_> {
    /// Moves candidates from `rest` to `candidates`, and equal ones back, until there is one
    /// for every line.
    fn widen(&self, candidates: &mut Vec<Move>, rest: &mut Vec<Move>) {
        let size = self.position.size();
        let is_near = |mv: &Move| mv.is_conversion() || self.near.contains(mv.square());
        let rank = |mv: &Move| (!is_near(mv), from_middle(size, mv.square()));
        sort_by_key(rest, rank);
        if self.with_centre {
            let rings = if self.position.stone_count() == 0 { FIRST_RINGS } else { MIDDLE };
            let is_central = |mv: &mut Move| from_middle(size, mv.square()).0 <= rings;
            candidates.extend(rest.extract_if(.., is_central));
        }
        let symmetries = self.symmetries();
        let mut seen = SquareSet::EMPTY;
        let mut is_twin = |mv: &mut Move| {
            let mut images = symmetries.iter().map(|view| view.apply(size, mv.square()));
            let is_twin = images.any(|image| seen.contains(image));
            seen.insert(mv.square());
            is_twin
        };
        let mut twins: Vec<Move> = candidates.extract_if(.., &mut is_twin).collect();
        twins.extend(rest.extract_if(.., is_twin));
        rest.append(&mut twins);
        let missing = self.lines.saturating_sub(candidates.len()).min(rest.len());
        candidates.extend(rest.drain(..missing));
    }

    /// The views in which the position looks as it is.
    fn symmetries(&self) -> Vec<Symmetry> {
        if self.with_twins {
            return Vec::new();
        }
        let views = Symmetry::of(self.position.size()).skip(1);
        views.filter(|view| view.key(self.position) == self.position.key()).collect()
    }
}

/// How far from the middle of the board a square is, in half-steps: by the longer way,
/// then by the squared distance; of equal squares the last one is the nearest.
fn from_middle(size: Size, square: Square) -> (usize, usize, Reverse<Square>) {
    let dx = (2 * square.col() + 1).abs_diff(size.width());
    let dy = (2 * square.row() + 1).abs_diff(size.height());
    (dx.max(dy), dx * dx + dy * dy, Reverse(square))
}
