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
use super::inquiry::{Effort, Inquiry, Opinion};
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
const WIDTH: usize = 48;
/// How often the first round looks for placements worth a search.
const FIRST_PASSES: usize = 4;
/// Placements that are left at the end.
const FINALISTS: usize = 4;
/// Half of the nodes that a search of the first round may visit; deeper ones get
/// twice as many with each ply. Only long lines of fours need so much.
const MOST_NODES: u64 = 512;
/// Squares for each stone of a pair.
const PAIR_SQUARES: usize = 225;
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
    let firsts = spread(central_moves(root, usize::MAX));
    // The second stone may go where the other side, for now, may not.
    let squares = central(root, root.empty_squares(), usize::MAX);
    let seconds = spread(squares.into_iter().map(Move::place).collect());
    let lines = firsts.iter().flat_map(|&first| {
        seconds
            .iter()
            .filter(move |&&second| second != first)
            .map(move |&second| Placement::from_iter([first, second]))
    });
    nearest(inquiry, root, lines.collect(), bias, rng).map(|line| [line[0], line[1]])
}

/// As many of these moves as a pair chooses from: of many, most of the first and
/// some of all others, so that the edge of a large board is among them.
fn spread(mut moves: Vec<Move>) -> Vec<Move> {
    let near = PAIR_SQUARES * 2 / 3;
    if moves.len() > PAIR_SQUARES {
        let far = moves.split_off(near);
        let step = far.len().div_ceil(PAIR_SQUARES - near);
        // From the far end, which is the corner.
        moves.extend(far.into_iter().rev().step_by(step));
    }
    moves
}

/// A wish that no sum with a value overflows; every larger one means the same.
fn within_reason(bias: i32) -> i32 {
    let limit = i32::from(Score::INFINITE.raw());
    bias.clamp(-limit, limit)
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
    let mut race = Race::new(inquiry, root, lines, bias);
    race.run(inquiry);
    race.winner(rng)
}

/// A placement in the race.
struct Runner {
    line: Placement,
    /// Value for the side to move before the first stone.
    value: Score,
    /// Plies to which the position after it was searched.
    level: usize,
    opinion: Opinion,
    /// The value, in internal units, that a search as deep as the deepest would
    /// probably give.
    likely: i32,
}

impl Runner {
    fn new(line: Placement, value: Score) -> Runner {
        Runner { line, value, level: 0, opinion: Opinion::default(), likely: 0 }
    }

    /// How far the position is from the wish, in internal units.
    fn distance(&self, bias: i32) -> i32 {
        (self.likely - bias).abs()
    }
}

/// All placements, and what is known of them.
struct Race<'a> {
    root: &'a Position,
    bias: i32,
    runners: Vec<Runner>,
    /// For each level, the sum and the number of the differences that the next
    /// search made: values swing with the depth, all of them together.
    drifts: Vec<(i32, i32)>,
}

impl<'a> Race<'a> {
    /// The lines that can be played, with their static values; of lines that are
    /// the same up to symmetry only the first.
    fn new(
        inquiry: &Inquiry<'_>,
        root: &'a Position,
        lines: Vec<Placement>,
        bias: i32,
    ) -> Race<'a> {
        /// Lines between two looks at the clock: far less than a millisecond.
        const BETWEEN_LOOKS: usize = 64;

        let mut race = Race { root, bias, runners: Vec::new(), drifts: Vec::new() };
        if root.is_over() {
            return race;
        }
        if root.only_fouls_left() {
            // Whatever is played loses at once: the first is as good as any.
            let only = lines.into_iter().next().filter(|line| line.len() == 1);
            race.runners.extend(only.map(|line| Runner::new(line, Score::loss_in(1))));
            return race;
        }
        let variant = root.variant();
        let mut board = Board::new(root.clone(), eval::tables(variant.rule, variant.k));
        let views: Vec<Symmetry> = stabilizer(root).collect();
        let mut seen = HashSet::new();
        for (number, line) in lines.into_iter().enumerate() {
            let may_look = number % BETWEEN_LOOKS == BETWEEN_LOOKS - 1;
            if may_look && !race.runners.is_empty() && inquiry.is_spent() {
                break;
            }
            if views.len() > 1 && !seen.insert(canonical(&line, &views, root)) {
                continue;
            }
            if let Some(value) = static_value(&mut board, &line) {
                race.runners.push(Runner::new(line, value));
            }
        }
        race
    }

    /// Searches while the limits last.
    fn run(&mut self, inquiry: &mut Inquiry<'_>) {
        for level in 1.. {
            let width = (WIDTH >> (level - 1).min(8)).max(FINALISTS);
            // A pass also shows how much values move from level to level, which may
            // bring others to the front.
            for _ in 0..if level == 1 { FIRST_PASSES } else { 2 } {
                self.search_the_nearest(inquiry, level, width);
            }
            self.report(inquiry);
            let is_known = |runner: &Runner| runner.opinion.is_settled;
            if inquiry.is_spent() || self.runners.iter().take(width).all(is_known) {
                break;
            }
        }
    }

    /// Brings the `width` nearest open placements to `level`.
    fn search_the_nearest(&mut self, inquiry: &mut Inquiry<'_>, level: usize, width: usize) {
        self.sort(level);
        let mut open = 0;
        for index in 0..self.runners.len() {
            // What was never searched is only a guess, and of many guesses the best
            // is too good to be true.
            if self.runners[index].level + 1 < level && !self.runners[index].opinion.is_settled {
                continue;
            }
            let is_known_to_be_over = self.runners[index].level > 0 && self.is_decided(index);
            let is_enough = is_known_to_be_over && index >= FINALISTS;
            if open == width || is_enough {
                break;
            }
            if self.runners[index].level < level && !self.search(inquiry, index, level) {
                break;
            }
            open += usize::from(!self.is_decided(index));
        }
        self.sort(level);
    }

    /// Searches the position after a line; false when the limits are spent.
    fn search(&mut self, inquiry: &mut Inquiry<'_>, index: usize, level: usize) -> bool {
        let runner = &mut self.runners[index];
        if runner.opinion.is_settled {
            return true;
        }
        let mut position = self.root.clone();
        let is_played = runner.line.iter().all(|&mv| position.play(mv).is_ok());
        let effort = Effort { depth: Some(level as u32), nodes: MOST_NODES << level.min(40) };
        let asked = is_played.then(|| inquiry.ask(&position, runner.line.len() as u32, effort));
        let Some(opinion) = asked.flatten() else { return false };
        let value = seen_from_root(opinion.info.score, &runner.line);
        let (before, after) = (i32::from(runner.value.raw()), i32::from(value.raw()));
        let is_open = !is_decided(before, self.bias) && !is_decided(after, self.bias);
        if is_open && runner.level + 1 == level {
            self.drifts.resize(self.drifts.len().max(level), (0, 0));
            let (sum, count) = &mut self.drifts[level - 1];
            *sum += after - before;
            *count += 1;
        }
        (runner.value, runner.level, runner.opinion) = (value, level, opinion);
        true
    }

    /// Puts the placements in order of preference, as values at `level` would
    /// probably have it: open positions first, then by distance from the wish.
    fn sort(&mut self, level: usize) {
        let mut drift_from: Vec<i32> = vec![0; level + 1];
        for from in (0..level).rev() {
            let (sum, count) = self.drifts.get(from).copied().unwrap_or_default();
            drift_from[from] = drift_from[from + 1] + sum / count.max(1);
        }
        for runner in &mut self.runners {
            let is_sure = runner.value.is_decisive() || runner.opinion.is_settled;
            let drift = if is_sure { 0 } else { drift_from[runner.level.min(level)] };
            runner.likely = i32::from(runner.value.raw()) + drift;
        }
        let bias = self.bias;
        self.runners.sort_by_key(|runner| {
            let is_proven = runner.value.is_decisive();
            (is_proven, is_decided(runner.value.raw().into(), bias), runner.distance(bias))
        });
    }

    /// Whether nobody who wished for that bias would call the position open.
    fn is_decided(&self, index: usize) -> bool {
        is_decided(self.runners[index].value.raw().into(), self.bias)
    }

    /// The nearest of the placements that were searched longest; with `rng`, one
    /// of those about as near.
    fn winner(mut self, rng: Option<&mut Rng>) -> Option<Placement> {
        let top = self.runners.iter().map(|runner| runner.level).max()?;
        self.sort(top);
        // The limits may have ended the last round early: the one before counts too.
        let needed = top.saturating_sub(1).max(top.min(1));
        self.runners.retain(|runner| runner.level >= needed || runner.opinion.is_settled);
        let limit = self.runners[0].distance(self.bias) + VARIETY;
        let equals = (0..self.runners.len().min(FINALISTS)).filter(|&index| {
            !self.is_decided(index) && self.runners[index].distance(self.bias) <= limit
        });
        let choice = rng.map_or(0, |rng| draw(rng, equals.count().max(1)));
        Some(self.runners.swap_remove(choice).line)
    }

    /// Tells the outside about the placement in front.
    fn report(&self, inquiry: &Inquiry<'_>) {
        let Some(Runner { line, value, opinion, .. }) = self.runners.first() else { return };
        let plies = line.len() as u32;
        inquiry.report(Info {
            depth: opinion.info.depth + plies,
            seldepth: opinion.info.seldepth.map(|depth| depth + plies),
            score: further(*value, plies),
            pv: line.iter().chain(&opinion.info.pv).copied().collect(),
            time: None,
            ..opinion.info.clone()
        });
    }
}

/// Whether that value, in internal units, leaves nothing to play for; who wishes
/// for much may still call it open.
fn is_decided(value: i32, bias: i32) -> bool {
    value.abs() > AS_GOOD_AS_WON + bias.abs()
}

/// The smallest of the views of a line.
fn canonical(line: &Placement, views: &[Symmetry], root: &Position) -> Placement {
    let seen = |view: &Symmetry| -> Placement {
        line.iter().map(|&mv| view.apply_move(root.size(), mv)).collect()
    };
    views.iter().map(seen).min().unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board;
    use crate::control::{Limits, Monitor, Quiet};
    use crate::game::{Setup, Variant};
    use crate::player::{Settings, seeded, value_of};

    /// Asks a question about a position under a limit on nodes.
    fn ask<T>(
        position: &Position,
        nodes: u64,
        question: impl FnOnce(&mut Searcher, &Task<'_>) -> T,
    ) -> T {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (quiet, settings) = (Quiet::default(), Settings::default());
        let task = Task { position, limits: &limits, monitor: &quiet, settings: &settings };
        question(&mut Searcher::new(4), &task)
    }

    fn one(position: &Position, bias: i32, nodes: u64) -> Option<Move> {
        ask(position, nodes, |searcher, task| balance_one(searcher, task, bias, None))
    }

    fn two(position: &Position, bias: i32, nodes: u64) -> Option<[Move; 2]> {
        ask(position, nodes, |searcher, task| balance_two(searcher, task, bias, None))
    }

    fn after(position: &Position, stones: &[Move]) -> Position {
        let mut position = position.clone();
        for &mv in stones {
            position.play(mv).unwrap();
        }
        position
    }

    #[test]
    fn every_game_gets_legal_stones_and_the_same_again() {
        let mut variants: Vec<Variant> =
            Variant::preset_names().map(|name| Variant::preset(name).unwrap()).collect();
        variants.push(Variant::mnk(40, 40, 9).unwrap());
        variants.push(Variant::mnk(3, 40, 3).unwrap());
        for variant in variants {
            let empty = Position::new(variant).unwrap();
            let opened = after(&empty, &[empty.size().centre().into()]);
            for position in [empty, opened] {
                let mv = one(&position, 0, 300).unwrap();
                assert_eq!(one(&position, 0, 300), Some(mv), "{variant}");
                let pair = two(&position, 0, 300).unwrap();
                assert_eq!(two(&position, 0, 300), Some(pair), "{variant}");
                after(&position, &[mv]);
                after(&position, &pair);
            }
        }
    }

    #[test]
    fn a_wish_is_nearly_fulfilled() {
        let position = board!(
            "o",
            "
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . o . x . . . . .
            . . . . . . . x . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . ."
        );
        let empty = Position::new(*position.variant()).unwrap();
        let value = |position: &Position, stones: &[Move]| {
            let value = value_of(&mut Searcher::new(16), &after(position, stones), 20_000);
            i32::from(seen_from_root(value, stones).raw())
        };
        let even = value(&empty, &[one(&empty, 0, 40_000).unwrap()]);
        let better = value(&empty, &[one(&empty, 200, 40_000).unwrap()]);
        assert!(even.abs() < 200, "{even}");
        assert!(better > even + 100, "{better} {even}");
        let even = value(&position, &two(&position, 0, 40_000).unwrap());
        let better = value(&position, &two(&position, 500, 40_000).unwrap());
        assert!(even.abs() < 200, "{even}");
        assert!(better > even + 250, "{better} {even}");
    }

    #[test]
    fn nobody_balances_by_losing_or_winning() {
        // Black threatens to win at both ends; White can only block, and so it does.
        let four = board!(
            "o",
            "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            o x x x x . . . .
            . . . . . . . . .
            . . o . . . . . .
            . . . . o . . . .
            . . . . . . o . ."
        );
        for nodes in [2_000, 20_000] {
            assert_eq!(one(&four, 0, nodes), Some("f5".parse().unwrap()));
        }
        let own = Setup::parse("9/9/9/9/oxxxx4/9/2o6/4o4/6o2 x k=5", four.variant()).unwrap();
        let mv = one(&own.build().unwrap(), 0, 2_000).unwrap();
        assert_ne!(mv, "f5".parse().unwrap(), "the move that wins at once is not even");
    }

    #[test]
    fn where_only_fouls_are_left_one_is_played() {
        let position = board!(
            "x rule=renju",
            "
            x x x . x x x
            o o x o o x o
            x x o o x x o
            o x x o x o x
            o x o x o o o"
        );
        assert_eq!(one(&position, 0, 100), Some("d5".parse().unwrap()));
        assert_eq!(two(&position, 0, 100), None, "there is no room for two");
    }

    #[test]
    fn squares_can_be_left_out_and_games_be_over() {
        let position = Position::new(Variant::preset("gomoku").unwrap()).unwrap();
        let wanted: Vec<Move> = ["a1", "o15"].map(|square| square.parse().unwrap()).to_vec();
        let limits = Limits { nodes: Some(200), search_moves: wanted.clone(), ..Limits::default() };
        let (quiet, settings) = (Quiet::default(), Settings::default());
        let task =
            Task { position: &position, limits: &limits, monitor: &quiet, settings: &settings };
        let mut searcher = Searcher::new(1);
        for seed in 0..5 {
            let mv = balance_one(&mut searcher, &task, 0, Some(&mut seeded(seed))).unwrap();
            assert!(wanted.contains(&mv));
        }
        quiet.signals().stop();
        let unlimited = Limits::default();
        let task = Task { limits: &unlimited, ..task };
        assert!(balance_one(&mut searcher, &task, 0, None).is_some(), "an answer even so");
        assert!(balance_two(&mut searcher, &task, 0, None).is_some());
        let over = board!(
            "o k=3",
            "
            x x x
            o o .
            . . ."
        );
        assert_eq!(one(&over, 0, 100), None);
    }
}
