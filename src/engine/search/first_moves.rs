//! The moves of the root: which are considered, and what is known before any
//! iteration.

use std::cmp::Reverse;

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::params;
use super::picker::{self, Context, Kind};
use super::root::{Root, RootMove};
use crate::game::symmetry::Symmetry;
use crate::game::{Move, Position, Size, Square, SquareSet};
use crate::solve::Verdict;
use crate::value::Score;

impl Root<'_> {
    /// Collects the moves to consider, best first.
    pub(super) fn list_moves(&mut self) {
        let board = &self.worker.board;
        let context = Context {
            history: self.worker.history,
            ply: 0,
            hash_move: None,
            params: &self.worker.params,
            delaying_fours: true,
            short_list: false,
        };
        let mut near = Vec::new();
        let all = self.worker.is_exact();
        let kind = picker::generate(board, &context, all, &mut near);
        // Equal moves are told apart by lot; without a seed they keep their order.
        let seed = (self.options.variety != 0).then_some(self.options.variety);
        let mut lots = seed.map(ChaCha8Rng::seed_from_u64);
        let mut moves: Vec<(i32, u64, Move)> = near
            .into_iter()
            .map(|candidate| {
                let lot = lots.as_mut().map_or(0, |lots| lots.next_u64());
                (-candidate.order, lot, candidate.mv)
            })
            .collect();
        moves.sort_unstable();
        let wanted = &self.limits.search_moves;
        let is_wanted = |mv: &Move| wanted.is_empty() || wanted.contains(mv);
        let legal = board.position().legal_moves();
        let mut serious: Vec<Move> = moves
            .iter()
            .map(|&(_, _, mv)| mv)
            .filter(|mv| is_wanted(mv) && legal.contains(mv))
            .collect();
        let mut rest: Vec<Move> =
            legal.into_iter().filter(|mv| is_wanted(mv) && !serious.contains(mv)).collect();
        if self.options.multi_pv > 1 && kind != Kind::All {
            let widening = Widening {
                position: board.position(),
                near: board.patterns().near(),
                lines: self.options.multi_pv,
                with_centre: kind == Kind::Quiet,
                with_twins: !wanted.is_empty(),
            };
            widening.widen(&mut serious, &mut rest);
        }
        let is_far = !serious.is_empty();
        let serious = serious.into_iter().map(|mv| RootMove::new(mv, false));
        self.moves = serious.chain(rest.into_iter().map(|mv| RootMove::new(mv, is_far))).collect();
    }

    /// Looks for a win by threats before anything else.
    pub(super) fn wins_at_once(&mut self) -> bool {
        if self.worker.is_exact() || !self.worker.threats_hold() {
            return false;
        }
        let limit = params::ROOT_VCF_LIMIT.min(self.options.vcf_nodes);
        let Verdict::Win(plies) = self.worker.has_vcf(limit) else { return false };
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
    pub(super) fn drop_losing_moves(&mut self) {
        let is_forced = self.moves.len() < 2 || self.options.multi_pv > 1;
        if self.worker.is_exact() || !self.worker.threats_hold() || is_forced {
            return;
        }
        let own = self.worker.board.side();
        // A white stone can even make a black point legal, which a pass does not show.
        let helps = self.worker.board.position().rule().has_fouls(!own);
        if self.worker.board.patterns().fives(!own).is_empty() && !helps {
            self.worker.board.pass();
            let threat = self.worker.has_vcf(params::ROOT_VCF_LIMIT.min(self.options.vcf_nodes));
            self.worker.board.unpass();
            if !matches!(threat, Verdict::Win(_)) {
                return;
            }
        }
        let limit = params::ANSWER_VCF_LIMIT.min(self.options.vcf_nodes);
        let mut safe = Vec::with_capacity(self.moves.len());
        let mut losing = Vec::new();
        for root in &self.moves {
            self.worker.board.play(root.mv);
            let verdict = self.worker.has_vcf(limit);
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
    /// Moves candidates from `rest` to `serious`, and equal ones back, until there is one
    /// for every line.
    fn widen(&self, serious: &mut Vec<Move>, rest: &mut Vec<Move>) {
        let size = self.position.size();
        let rank = |mv: &Move| (!self.near.contains(mv.square()), from_middle(size, mv.square()));
        rest.sort_by_key(rank);
        if self.with_centre {
            let rings = if self.position.stone_count() == 0 { FIRST_RINGS } else { MIDDLE };
            let is_central = |mv: &mut Move| from_middle(size, mv.square()).0 <= rings;
            serious.extend(rest.extract_if(.., is_central));
        }
        let symmetries = self.symmetries();
        let mut seen = SquareSet::EMPTY;
        let mut is_twin = |mv: &mut Move| {
            let mut images = symmetries.iter().map(|view| view.apply(size, mv.square()));
            let is_twin = images.any(|image| seen.contains(image));
            seen.insert(mv.square());
            is_twin
        };
        let mut twins: Vec<Move> = serious.extract_if(.., &mut is_twin).collect();
        twins.extend(rest.extract_if(.., is_twin));
        rest.append(&mut twins);
        let missing = self.lines.saturating_sub(serious.len()).min(rest.len());
        serious.extend(rest.drain(..missing));
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
