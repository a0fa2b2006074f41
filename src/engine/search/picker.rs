//! The moves of a position and their order.
//!
//! Alpha-beta cuts off most where the best move comes first (CPW, Move Ordering): the
//! hash move, then shapes, learned policy, history, killers and counter-moves in one sum.

use arrayvec::ArrayVec;

use super::history::History;
use super::params::Params;
use crate::game::{Color, Move, Position, Square, SquareSet};
use crate::pattern::policy::{LAST_MOVES, Policy};
use crate::pattern::{Board, Combination};
use crate::solve::defence;
use crate::value::{Depth, Ply};

/// A move with its place in the order; larger comes first.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub mv: Move,
    /// The place of the move in the order; larger comes first.
    pub order: i32,
    /// How likely the move is the best by its shapes alone, in hundredths of log-odds.
    pub rating: i32,
}

/// Which moves of a position the search tries, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// The opponent completes a line next: only the stops of that line.
    AnswerFour,
    /// The opponent makes an unanswerable four next: stops and own fours.
    AnswerThree,
    /// Points near stones.
    Quiet,
    /// Every legal move.
    All,
}

/// Whether moves were left out that may save a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// None: if all moves lose, the position is lost.
    Complete,
    /// Some moves were left out that may save the position.
    Partial,
}

impl MoveKind {
    /// Whether a list of this kind leaves moves out.
    pub const fn completeness(self) -> Completeness {
        match self {
            MoveKind::AnswerFour | MoveKind::All => Completeness::Complete,
            MoveKind::AnswerThree | MoveKind::Quiet => Completeness::Partial,
        }
    }
}

/// What the order depends on beside the position.
pub struct Context<'a> {
    /// Earlier refutations.
    pub history: &'a History,
    /// Plies from the root.
    pub ply: Ply,
    /// The hash table's move.
    pub hash_move: Option<Move>,
    /// What the parts of the order weigh.
    pub params: &'a Params,
    /// Remaining depth, where unlikely moves may be left out for being so close to the
    /// leaves: own fours that only delay an open three, and points that promise next to
    /// nothing. `None` where they may not.
    pub depth: Option<Depth>,
}

/// Order of the hash move: before everything.
const HASH: i32 = 1 << 24;

/// The kind of the moves that are tried; with `all`, every legal move is listed.
fn kind(board: &Board, all: bool) -> MoveKind {
    let other = !board.side();
    let patterns = board.patterns();
    if all {
        MoveKind::All
    } else if has_conversions(board.position()) {
        MoveKind::Quiet
    } else if !patterns.fives(other).is_empty() {
        MoveKind::AnswerFour
    } else if patterns.open_fours(other).is_empty() {
        MoveKind::Quiet
    } else {
        MoveKind::AnswerThree
    }
}

/// Whether a player has a conversion left.
fn has_conversions(position: &Position) -> bool {
    Color::ALL.into_iter().any(|color| position.conversions(color) > 0)
}

/// The hash move alone, where it needs no list: it refutes most positions that have one, and the
/// other moves are not rated then. `None` where there is no hash move, or where only some moves
/// may be played.
pub fn first(board: &Board, context: &Context<'_>) -> Option<Candidate> {
    let mv = context.hash_move.filter(|mv| !mv.is_conversion())?;
    // Three searches of eight positions took 0.925 of the time when the others were not rated.
    let is_quiet = kind(board, false) == MoveKind::Quiet && !has_conversions(board.position());
    let rating = || Rater::new(board, context).rating(mv.square());
    is_quiet.then(|| Candidate { mv, order: HASH, rating: rating() })
}

/// Appends the moves to consider to `list` and returns their kind. With `all`, every
/// legal move is listed.
pub fn generate(
    board: &Board,
    context: &Context<'_>,
    all: bool,
    list: &mut Vec<Candidate>,
) -> MoveKind {
    let position = board.position();
    let (own, other) = (board.side(), !board.side());
    let patterns = board.patterns();
    let conversions = has_conversions(position);
    let base = list.len();
    let mut rate = Rater::new(board, context);
    let kind = kind(board, all);
    match kind {
        MoveKind::AnswerFour => {
            defence::stops(board, other).into_iter().for_each(|square| rate.add(square, list));
        }
        MoveKind::AnswerThree => {
            for threat in patterns.open_fours(other).iter() {
                for square in defence::stops_of_open_four(board, other, threat) {
                    rate.add(square, list);
                }
            }
            // The side to move is a move ahead: its open four wins before that of the opponent.
            patterns.open_fours(own).iter().for_each(|square| rate.add(square, list));
            if context.depth.is_none_or(|depth| context.params.allows_delaying_fours(depth)) {
                patterns.fours(own).iter().for_each(|square| rate.add(square, list));
            }
            // A point may stop several open fours, and be a four as well.
            drop_repeated(base, list);
        }
        MoveKind::Quiet => {
            let is_short = context.depth.is_some_and(|depth| context.params.uses_short_list(depth));
            let near = board.near();
            if is_short {
                let is_known = |square| context.hash_move == Some(Move::place(square));
                let promising =
                    near.iter().filter(|&square| !patterns.is_weak(square) || is_known(square));
                promising.for_each(|square| rate.add(square, list));
            }
            if !is_short || list.len() - base < context.params.shortest_list() {
                list.truncate(base);
                near.iter().for_each(|square| rate.add(square, list));
            }
            if list.len() == base {
                rate.add_first(list);
            }
        }
        MoveKind::All => position.empty_squares().for_each(|square| rate.add(square, list)),
    }
    if conversions {
        for mv in position.conversion_moves() {
            list.push(Candidate { mv, order: rate.order_of_conversion(mv), rating: 0 });
        }
    }
    kind
}

/// Appends the fours of the side to move that `list` does not have from `base` on: those that
/// only delay an open three are left out close to the leaves.
pub fn add_fours(board: &Board, context: &Context<'_>, base: usize, list: &mut Vec<Candidate>) {
    let mut rate = Rater::new(board, context);
    board.patterns().fours(board.side()).iter().for_each(|square| rate.add(square, list));
    drop_repeated(base, list);
}

/// Leaves of moves that stand in the list several times from `base` on only the first.
fn drop_repeated(base: usize, list: &mut Vec<Candidate>) {
    let mut seen = SquareSet::EMPTY;
    let mut kept = base;
    for index in base..list.len() {
        let square = list[index].mv.square();
        if !seen.contains(square) {
            seen.insert(square);
            list[kept] = list[index];
            kept += 1;
        }
    }
    list.truncate(kept);
}

/// Moves the best of `list[from..]`, the first one of equals, to `from`.
pub fn select(list: &mut [Candidate], from: usize) {
    // One number each, so that no branch depends on where the best one is.
    let key = |(place, candidate): (usize, &Candidate)| {
        i64::from(candidate.order) << 32 | i64::from(u32::MAX - place as u32)
    };
    let best = list[from..].iter().enumerate().map(key).fold(i64::MIN, i64::max);
    list.swap(from, from + (u32::MAX - best as u32) as usize);
}

/// Rates the moves of one position.
struct Rater<'a> {
    board: &'a Board<'a>,
    context: &'a Context<'a>,
    own: Color,
    counter: Option<Move>,
    killers: [Option<Move>; 2],
    policy: &'a Policy,
    /// Where the last moves of the search were played, the latest first.
    last_moves: ArrayVec<Square, LAST_MOVES>,
    has_fouls: bool,
}

impl<'a> Rater<'a> {
    fn new(board: &'a Board<'a>, context: &'a Context<'a>) -> Rater<'a> {
        let own = board.side();
        let position = board.position();
        // Only moves of the search itself: what it finds must not depend on the
        // order in which the stones of the root were placed.
        let last_moves = position.history().rev().take(LAST_MOVES.min(context.ply.index()));
        Rater {
            board,
            context,
            own,
            counter: context.history.counter(own, position.last_move()),
            killers: context.history.killers(context.ply),
            policy: board.patterns().policy(own),
            last_moves: last_moves.map(Move::square).collect(),
            has_fouls: board.position().rule().has_fouls(own),
        }
    }

    #[inline]
    fn add(&mut self, square: Square, list: &mut Vec<Candidate>) {
        if self.has_fouls && self.board.is_foul(square, self.own) {
            return;
        }
        let mv = Move::place(square);
        let rating = self.rating(square);
        list.push(Candidate { mv, order: self.order(mv, rating), rating });
    }

    /// The move of a board without stones nearby: the empty square closest to the centre.
    fn add_first(&mut self, list: &mut Vec<Candidate>) {
        let centre = self.board.position().size().centre();
        let distance = |square: &Square| {
            let (dx, dy) =
                (square.col().abs_diff(centre.col()), square.row().abs_diff(centre.row()));
            dx.max(dy)
        };
        if let Some(square) = self.board.position().empty_squares().min_by_key(distance) {
            self.add(square, list);
        }
    }

    /// What the shapes at a point promise.
    #[inline]
    fn rating(&self, square: Square) -> i32 {
        let patterns = self.board.patterns();
        let [own, other] = [self.own, !self.own].map(|color| patterns.combination(square, color));
        let params = self.context.params;
        let urgent = |combination: Combination| params.urgency(combination.threat());
        let last_moves = self.last_moves.iter().enumerate();
        let near: i32 = last_moves.map(|(back, &last)| self.policy.near(back, last, square)).sum();
        let order = patterns.order_of(self.own, own, other) + near;
        order + 2 * urgent(own) + urgent(other)
    }

    #[inline]
    fn order(&self, mv: Move, rating: i32) -> i32 {
        if self.context.hash_move == Some(mv) {
            return HASH;
        }
        let Context { history, params, .. } = self.context;
        let is_killer = self.killers.contains(&Some(mv));
        params.order(rating, history.quiet(self.own, mv), is_killer, self.counter == Some(mv))
    }

    fn order_of_conversion(&self, mv: Move) -> i32 {
        if self.context.hash_move == Some(mv) {
            return HASH;
        }
        let wins = self.board.position().has_line_through(mv.square(), self.own);
        if wins { HASH - 1 } else { self.context.history.quiet(self.own, mv) / 4 + 200 }
    }
}
