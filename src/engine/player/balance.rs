//! Stones that make a game even: the placements after which the value of the
//! position comes nearest to a wish.

use super::halving::{Placement, nearest};
use super::rng::Rng;
use super::shared_budget::SharedBudgetSearch;
use super::task::Task;
use crate::game::{Move, Position, Square, sort_by_key};
use crate::search::Searcher;

/// Squares for each stone of a pair.
const PAIR_SQUARES: usize = 225;

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
    let is_wanted = |mv: &Move| wanted.is_empty() || wanted.contains(mv);
    let lines = moves.into_iter().filter(is_wanted).map(|mv| Placement::from_iter([mv]));
    let mut shared = SharedBudgetSearch::new(searcher, task);
    nearest(&mut shared, task.position, lines.collect(), bias, rng).map(|line| line[0])
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
    let mut shared = SharedBudgetSearch::new(searcher, task);
    pair(&mut shared, task.position, bias, rng)
}

/// What [`balance_two`] does, as part of a larger question.
pub(super) fn pair(
    shared: &mut SharedBudgetSearch<'_>,
    root: &Position,
    bias: i32,
    rng: Option<&mut Rng>,
) -> Option<[Move; 2]> {
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
    nearest(shared, root, lines.collect(), bias, rng).map(|line| [line[0], line[1]])
}

/// At most `PAIR_SQUARES` of the moves: where there are more, the first two thirds of that number
/// and some of all others, so that the edge of a large board is among them.
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
    sort_by_key(&mut squares, |square| {
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
    use crate::player::halving::seen_from_root;
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
        let even = value(&position, &two(&position, 0, 160_000).unwrap());
        let better = value(&position, &two(&position, 500, 160_000).unwrap());
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
