//! `minimax`: looks at every continuation up to a depth, and believes that the
//! opponent does the same (Shannon, "Programming a Computer for Playing
//! Chess", 1950).

use super::budget::EffortBudget;
use super::common::candidates;
use super::rng::Rng;
use super::task::{Player, PlayerError, Task};
use super::trace::because;
use super::tree::{CountedBoard, Found, ScoredLine, Tree, conclude, depth};
use crate::control::{Choice, Why};
use crate::value::Bound;

/// Searches all moves to a depth without leaving anything out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Minimax;

impl Player for Minimax {
    fn choose(&mut self, task: Task<'_>, _: &mut Rng) -> Result<Choice, PlayerError> {
        let mut board = CountedBoard::new(task.position);
        let mut moves = candidates(&task);
        board.sort(&mut moves);
        let mut budget = EffortBudget::new(&task);
        let found = search(&mut board, &moves, depth(&task), &mut budget);
        Ok(conclude(&task, &moves, found, &budget, None))
    }

    fn can_trace(&self) -> bool {
        true
    }
}

/// Searches `moves` at the root, `depth` plies deep (1 or more).
fn search<T: Tree>(
    tree: &mut T,
    moves: &[T::Move],
    depth: u32,
    budget: &mut EffortBudget<'_>,
) -> Found<T::Move> {
    let mut found = Found::new();
    if budget.visit().is_some() {
        let note = budget.trace.enter(None, None);
        try_all(tree, moves, depth, 0, budget, &mut found);
        let is_finished = found.searched == moves.len();
        let best = found.best.as_ref().filter(|_| is_finished).map(|best| best.score);
        budget.trace.leave(note, best);
    }
    found
}

/// The value of the position for the side to move; `None` when the budget ends.
fn value<T: Tree>(
    tree: &mut T,
    depth: u32,
    ply: u16,
    budget: &mut EffortBudget<'_>,
) -> Option<ScoredLine<T::Move>> {
    budget.visit()?;
    let mut note = budget.trace.enter(tree.last(), None);
    let line = if let Some(score) = tree.end(ply) {
        because(&mut note, Why::End);
        Some(ScoredLine::end(score))
    } else if depth == 0 {
        because(&mut note, Why::Leaf);
        Some(ScoredLine::end(tree.estimate()))
    } else {
        let moves = tree.moves();
        let mut found = Found::new();
        try_all(tree, &moves, depth, ply, budget, &mut found);
        found.best.filter(|_| found.searched == moves.len())
    };
    budget.trace.leave(note, line.as_ref().map(|line| line.score));
    line
}

/// Tries the moves in turn and keeps the best, the first of equal ones. What
/// is good for the opponent is bad for us, so one function serves both sides.
fn try_all<T: Tree>(
    tree: &mut T,
    moves: &[T::Move],
    depth: u32,
    ply: u16,
    budget: &mut EffortBudget<'_>,
    found: &mut Found<T::Move>,
) {
    for &mv in moves {
        tree.play(mv);
        let reply = value(tree, depth - 1, ply + 1, budget);
        tree.undo();
        let Some(reply) = reply else { return };
        found.searched += 1;
        if ply == 0 {
            found.tried.push((mv, -reply.score, Bound::Exact));
        }
        if found.best.as_ref().is_none_or(|best| -reply.score > best.score) {
            found.best = Some(ScoredLine::behind(mv, &reply));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{Limits, Quiet};
    use crate::game::{Position, Variant};
    use crate::player::Settings;
    use crate::value::Score;

    /// Three moves, each with its replies; the numbers are for the first side.
    struct Textbook {
        replies: [&'static [i32]; 3],
        path: Vec<usize>,
    }

    impl Tree for Textbook {
        type Move = usize;
        fn moves(&self) -> Vec<usize> {
            match self.path[..] {
                [] => vec![0, 1, 2],
                [mv] => (0..self.replies[mv].len()).collect(),
                _ => vec![],
            }
        }
        fn play(&mut self, mv: usize) {
            self.path.push(mv);
        }
        fn undo(&mut self) {
            self.path.pop();
        }
        fn end(&self, _: u16) -> Option<Score> {
            match self.path[..] {
                [mv, reply] => Some(Score::estimate(self.replies[mv][reply])),
                _ => None,
            }
        }
        fn estimate(&self) -> Score {
            Score::DRAW
        }
    }

    #[test]
    fn the_best_of_the_worst_is_chosen() {
        // The minima are -1, 1 and -2.
        let mut tree =
            Textbook { replies: [&[3, -1, 2], &[1, 4, 2], &[5, 6, -2]], path: Vec::new() };
        let position = Position::new(Variant::mnk(3, 3, 3).unwrap()).unwrap();
        let (limits, monitor, settings) =
            (Limits::default(), Quiet::default(), Settings::default());
        let task =
            Task { position: &position, limits: &limits, monitor: &monitor, settings: &settings };
        let mut budget = EffortBudget::new(&task);
        let found = search(&mut tree, &[0, 1, 2], 2, &mut budget);
        assert_eq!(found.best, Some(ScoredLine { score: Score::estimate(1), moves: vec![1, 0] }));
        assert_eq!((found.searched, budget.nodes()), (3, 1 + 3 + 9));
    }
}
