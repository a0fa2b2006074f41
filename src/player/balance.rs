//! Stones that make a game even: the placements after which the value of the
//! position comes nearest to a wish.
//!
//! All placements are ranked by the static evaluation; the nearest are searched
//! a little, the farther half of them is dropped, the rest is searched twice as
//! long, and so on while the limits last (sequential halving, Karnin, Koren and
//! Somekh 2013). What is won or lost is put aside and taken only when there is
//! nothing else.

use std::collections::HashSet;

use arrayvec::ArrayVec;

use super::common::draw;
use super::inquiry::{Inquiry, Opinion};
use super::{Rng, Task};
use crate::control::Info;
use crate::eval;
use crate::game::symmetry::Symmetry;
use crate::game::{Move, Position, Square};
use crate::pattern::Board;
use crate::search::Searcher;
use crate::value::Score;

/// Stones to be placed one after the other by alternating players.
pub type Placement = ArrayVec<Move, 3>;

/// Placements that the first round of searches looks at.
const WIDTH: usize = 32;
/// Placements that are left at the end.
const FINALISTS: usize = 4;
/// Nodes for each placement in the first round.
const FIRST_NODES: u64 = 256;
/// Squares for each stone of a pair, nearest to the middle of the game.
const PAIR_SQUARES: usize = 96;
/// A value, in internal units, that is as good as a win (chances 999 to 1).
const AS_GOOD_AS_WON: i32 = 2400;
/// How much farther from the wish a placement may be that a seed may choose.
const VARIETY: i32 = 40;

/// The move after which the value for its player comes nearest to `bias` (in
/// internal units). `None` when there is no placement, or the game is over.
///
/// Ties go to the move nearest to the middle of the stones; with `rng`, any of
/// the moves that are about as near may be chosen.
pub fn balance_one(
    searcher: &mut Searcher,
    task: &Task<'_>,
    bias: i32,
    rng: Option<&mut Rng>,
) -> Option<Move> {
    let wanted = &task.limits.search_moves;
    let moves = central_moves(task.position, usize::MAX);
    let bias = within_reason(bias);
    let is_wanted = |mv: &Move| wanted.is_empty() || wanted.contains(mv);
    let lines = moves.into_iter().filter(is_wanted).map(|mv| Placement::from_iter([mv]));
    let mut inquiry = Inquiry::new(searcher, task);
    nearest(&mut inquiry, task.position, lines.collect(), bias, rng).map(|line| line[0])
}

/// A stone of the side to move and one of the opponent, in this order, after
/// which the value for the side to move comes nearest to `bias` (in internal
/// units). `None` when there is no room for two stones.
pub fn balance_two(
    searcher: &mut Searcher,
    task: &Task<'_>,
    bias: i32,
    rng: Option<&mut Rng>,
) -> Option<[Move; 2]> {
    let mut inquiry = Inquiry::new(searcher, task);
    pair(&mut inquiry, task.position, bias, rng)
}

/// What [`balance_two`] does, as part of a larger question.
pub(super) fn pair(
    inquiry: &mut Inquiry<'_>,
    root: &Position,
    bias: i32,
    rng: Option<&mut Rng>,
) -> Option<[Move; 2]> {
    let bias = within_reason(bias);
    let moves = central_moves(root, PAIR_SQUARES);
    // The second stone may go where the other side, for now, may not.
    let seconds: Vec<Move> =
        central(root, root.empty_squares(), PAIR_SQUARES).into_iter().map(Move::place).collect();
    let lines = moves.iter().flat_map(|&first| {
        seconds
            .iter()
            .filter(move |&&second| second != first)
            .map(move |&second| Placement::from_iter([first, second]))
    });
    nearest(inquiry, root, lines.collect(), bias, rng).map(|line| [line[0], line[1]])
}

/// A wish that no sum with a value overflows; every larger one means the same.
fn within_reason(bias: i32) -> i32 {
    let limit = i32::from(Score::INFINITE.raw());
    bias.clamp(-limit, limit)
}

/// A placement in the race.
struct Runner {
    line: Placement,
    /// Value for the side to move before the first stone.
    value: Score,
    opinion: Opinion,
}

impl Runner {
    /// How far the value is from the wish, in internal units.
    fn distance(&self, bias: i32) -> i32 {
        (i32::from(self.value.raw()) - bias).abs()
    }

    /// Whether nobody who wished for `bias` would call this position open.
    fn is_decided(&self, bias: i32) -> bool {
        i32::from(self.value.raw()).abs() > AS_GOOD_AS_WON + bias.abs()
    }

    /// Order of preference: open positions first, then by distance.
    fn rank(&self, bias: i32) -> (bool, bool, i32) {
        (self.value.is_decisive(), self.is_decided(bias), self.distance(bias))
    }
}

/// Of the lines that can be played from `root`, one after which the value for
/// the side to move at `root` comes nearest to `bias`. Earlier lines win ties.
pub(super) fn nearest(
    inquiry: &mut Inquiry<'_>,
    root: &Position,
    lines: Vec<Placement>,
    bias: i32,
    rng: Option<&mut Rng>,
) -> Option<Placement> {
    let ranked = rank(inquiry, root, lines, bias);
    let mut race = first_round(inquiry, root, ranked, bias);
    let mut nodes = FIRST_NODES;
    while !inquiry.is_spent() && !race.iter().all(|runner| runner.opinion.is_settled) {
        race.truncate((race.len() / 2).max(FINALISTS));
        nodes = nodes.saturating_mul(2);
        for runner in &mut race {
            if !runner.opinion.is_settled {
                search(inquiry, root, runner, nodes);
            }
        }
        race.sort_by_key(|runner| runner.rank(bias));
        report(inquiry, &race);
    }
    let best = race.first()?;
    let limit = best.distance(bias) + VARIETY;
    let equals = race
        .iter()
        .take(FINALISTS)
        .filter(|runner| !runner.is_decided(bias) && runner.distance(bias) <= limit);
    let choice = rng.map_or(0, |rng| draw(rng, equals.count().max(1)));
    Some(race.swap_remove(choice).line)
}

/// The lines that can be played, nearest to `bias` first by the static
/// evaluation; of lines that are the same up to symmetry only one.
fn rank(
    inquiry: &Inquiry<'_>,
    root: &Position,
    lines: Vec<Placement>,
    bias: i32,
) -> Vec<Runner> {
    /// Lines between two looks at the clock: far less than a millisecond.
    const BETWEEN_LOOKS: usize = 64;

    if root.is_over() || root.only_fouls_left() {
        // Whatever is played loses: the first line is as good as any.
        let only = lines.into_iter().take(1).filter(|line| line.len() == 1);
        let doomed = |line| Runner { line, value: Score::loss_in(1), opinion: settled() };
        return only.filter(|_| !root.is_over()).map(doomed).collect();
    }
    let variant = root.variant();
    let mut board = Board::new(root.clone(), eval::tables(variant.rule, variant.k));
    let views: Vec<Symmetry> = stabilizer(root).collect();
    let mut seen = HashSet::new();
    let mut runners = Vec::with_capacity(lines.len());
    for (number, line) in lines.into_iter().enumerate() {
        if number % BETWEEN_LOOKS == BETWEEN_LOOKS - 1 && inquiry.is_spent() && !runners.is_empty()
        {
            break;
        }
        if views.len() > 1 && !seen.insert(canonical(&line, &views, root)) {
            continue;
        }
        if let Some(value) = static_value(&mut board, &line) {
            runners.push(Runner { line, value, opinion: Opinion::default() });
        }
    }
    runners.sort_by_key(|runner| runner.rank(bias));
    runners
}

/// The smallest of the views of a line.
fn canonical(line: &Placement, views: &[Symmetry], root: &Position) -> Placement {
    let seen = |view: &Symmetry| -> Placement {
        line.iter().map(|&mv| view.apply_move(root.size(), mv)).collect()
    };
    views.iter().map(seen).min().unwrap_or_default()
}

fn settled() -> Opinion {
    Opinion { info: Info::default(), is_settled: true }
}

/// The static value after a line for the side to move before it; `None` when
/// the line cannot be played.
fn static_value(board: &mut Board, line: &[Move]) -> Option<Score> {
    let mut played = 0;
    for &mv in line {
        let (position, side) = (board.position(), board.side());
        let square = mv.square();
        if position.is_over() || !position.is_empty(square) || board.is_foul(square, side) {
            break;
        }
        board.play(mv);
        played += 1;
    }
    let value = (played == line.len()).then(|| match board.position() {
        position if !position.is_over() => eval::evaluate(board),
        position if position.winner().is_some() => Score::loss_in(0),
        _ => Score::DRAW,
    });
    (0..played).for_each(|_| board.undo());
    value.map(|value| seen_from_root(value, line))
}

/// A value of the side to move after a line, for the side to move before it.
fn seen_from_root(value: Score, line: &[Move]) -> Score {
    if line.len().is_multiple_of(2) { value } else { -value }
}

/// Searches the lines in their order until enough of them are open; the decided
/// ones follow behind. Lines that were not reached are left out, unless none was.
fn first_round(
    inquiry: &mut Inquiry<'_>,
    root: &Position,
    ranked: Vec<Runner>,
    bias: i32,
) -> Vec<Runner> {
    let mut race = Vec::with_capacity(WIDTH);
    let mut open = 0;
    let share = inquiry.nodes_left() / (2 * WIDTH.min(ranked.len()).max(1) as u64);
    let nodes = FIRST_NODES.min(share.max(1));
    for mut runner in ranked {
        let is_searched = search(inquiry, root, &mut runner, nodes);
        if !is_searched && !race.is_empty() {
            break;
        }
        open += usize::from(!runner.is_decided(bias));
        race.push(runner);
        if open == WIDTH {
            break;
        }
    }
    race.sort_by_key(|runner| runner.rank(bias));
    report(inquiry, &race);
    race
}

/// Searches the position after a line; false when the limits are spent.
fn search(
    inquiry: &mut Inquiry<'_>,
    root: &Position,
    runner: &mut Runner,
    nodes: u64,
) -> bool {
    if runner.opinion.is_settled {
        return true;
    }
    let mut position = root.clone();
    if runner.line.iter().any(|&mv| position.play(mv).is_err()) {
        return false;
    }
    let Some(opinion) = inquiry.ask(&position, runner.line.len() as u32, nodes) else {
        return false;
    };
    runner.value = seen_from_root(opinion.info.score, &runner.line);
    runner.opinion = opinion;
    true
}

/// Tells the outside about the placement in front.
fn report(inquiry: &Inquiry<'_>, race: &[Runner]) {
    let Some(Runner { line, value, opinion }) = race.first() else { return };
    let plies = line.len() as u32;
    let pv = line.iter().chain(&opinion.info.pv).copied().collect();
    inquiry.report(Info {
        depth: opinion.info.depth + plies,
        seldepth: opinion.info.seldepth.map(|depth| depth + plies),
        score: further(*value, plies),
        pv,
        time: None,
        ..opinion.info.clone()
    });
}

/// A value found `plies` below, so that distances to the end count from above.
fn further(value: Score, plies: u32) -> Score {
    let raw = value.raw();
    let plies = plies as i16;
    match value {
        _ if value.is_win() => Score::from_raw(raw - plies),
        _ if value.is_loss() => Score::from_raw(raw + plies),
        _ => value,
    }
}

/// The symmetries under which a position stays what it is.
fn stabilizer(position: &Position) -> impl Iterator<Item = Symmetry> {
    Symmetry::of(position.size()).filter(|view| view.key(position) == position.key())
}

/// The placements that the side to move may play, nearest to the middle of the
/// stones first, at most `count`.
pub(super) fn central_moves(position: &Position, count: usize) -> Vec<Move> {
    let legal = position.legal_moves().into_iter().filter(|mv| !mv.is_conversion());
    central(position, legal.map(Move::square), count).into_iter().map(Move::place).collect()
}

/// The `count` squares nearest to the middle of the stones, or of the board
/// where there are none; nearest first, ties in the given order.
pub(super) fn central(
    position: &Position,
    squares: impl Iterator<Item = Square>,
    count: usize,
) -> Vec<Square> {
    let stones: Vec<Square> = position.occupied().iter().collect();
    let size = position.size();
    // Twice the middle times the number of stones is a whole number.
    let (weight, col, row) = if stones.is_empty() {
        (1, size.width() - 1, size.height() - 1)
    } else {
        let sum = |coordinate: fn(Square) -> usize| -> usize {
            stones.iter().map(|&stone| coordinate(stone)).sum()
        };
        (stones.len(), 2 * sum(Square::col), 2 * sum(Square::row))
    };
    let mut squares: Vec<Square> = squares.collect();
    squares.sort_by_key(|square| {
        let from_middle = |at: usize, middle: usize| (2 * weight * at).abs_diff(middle);
        let (dx, dy) = (from_middle(square.col(), col), from_middle(square.row(), row));
        // Rings first, so that the nearest squares fill a square.
        (dx.max(dy), dx.min(dy))
    });
    squares.truncate(count);
    squares
}
