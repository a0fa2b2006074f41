//! `minimax`: looks at every continuation up to a depth, and believes that the
//! opponent does the same (Shannon, "Programming a Computer for Playing
//! Chess", 1950).

use super::budget::EffortBudget;
use super::common::candidates;
use super::rng::Rng;
use super::task::{Player, PlayerError, Task};
use super::trace::because;
use super::tree::{CountedBoard, Found, ScoredLine, conclude, depth};
use crate::control::{Choice, Why};
use crate::game::Move;
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
fn search(
    board: &mut CountedBoard,
    moves: &[Move],
    depth: u32,
    budget: &mut EffortBudget<'_>,
) -> Found {
    let mut found = Found::new();
    if budget.visit().is_some() {
        let note = budget.trace.enter(None, None);
        try_all(board, moves, depth, 0, budget, &mut found);
        let is_finished = found.searched == moves.len();
        let best = found.best.as_ref().filter(|_| is_finished).map(|best| best.score);
        budget.trace.leave(note, best);
    }
    found
}

/// The value of the position for the side to move; `None` when the budget ends.
fn value(
    board: &mut CountedBoard,
    depth: u32,
    ply: u16,
    budget: &mut EffortBudget<'_>,
) -> Option<ScoredLine> {
    budget.visit()?;
    let mut note = budget.trace.enter(board.position.last_move(), None);
    let line = if let Some(score) = board.end(ply) {
        because(&mut note, Why::End);
        Some(ScoredLine::end(score))
    } else if depth == 0 {
        because(&mut note, Why::Leaf);
        Some(ScoredLine::end(board.estimate()))
    } else {
        let moves = board.moves();
        let mut found = Found::new();
        try_all(board, &moves, depth, ply, budget, &mut found);
        found.best.filter(|_| found.searched == moves.len())
    };
    budget.trace.leave(note, line.as_ref().map(|line| line.score));
    line
}

/// Tries the moves in turn and keeps the best, the first of equal ones. What
/// is good for the opponent is bad for us, so one function serves both sides.
fn try_all(
    board: &mut CountedBoard,
    moves: &[Move],
    depth: u32,
    ply: u16,
    budget: &mut EffortBudget<'_>,
    found: &mut Found,
) {
    for &mv in moves {
        board.play(mv);
        let reply = value(board, depth - 1, ply + 1, budget);
        board.undo();
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
    use crate::game::{Position, Size, Variant};
    use crate::player::Settings;
    use crate::value::ScoreKind;

    /// The figure of the textbooks: each first move on the empty 3x3 board is worth what
    /// is left of it after the opponent's best reply, in lines.
    #[test]
    fn the_best_of_the_worst_is_chosen() {
        const FIGURE: &str = "
            -1 -2 -1
            -2 +1 -2
            -1 -2 -1";
        let position = Position::new(Variant::mnk(3, 3, 3).unwrap()).unwrap();
        let (limits, monitor, settings) =
            (Limits::default(), Quiet::default(), Settings::default());
        let task =
            Task { position: &position, limits: &limits, monitor: &monitor, settings: &settings };
        let worth = |moves: &[Move]| {
            let mut budget = EffortBudget::new(&task);
            let found = search(&mut CountedBoard::new(&position), moves, 2, &mut budget);
            let best = found.best.unwrap();
            let ScoreKind::Estimate(lines) = best.score.kind() else { panic!("{best:?}") };
            (best.moves[0], lines, budget.nodes())
        };
        let size = Size::new(3, 3).unwrap();
        let moves: Vec<Move> = size.reading_order().map(Move::place).collect();
        let drawn: Vec<String> = moves
            .chunks(3)
            .map(|row| row.iter().map(|&mv| format!("{:+}", worth(&[mv]).1)).collect::<Vec<_>>())
            .map(|row| row.join(" "))
            .collect();
        let figure: Vec<&str> = FIGURE.trim().lines().map(str::trim).collect();
        assert_eq!(drawn, figure);
        let centre: Move = "b2".parse().unwrap();
        assert_eq!(worth(&moves), (centre, 1, 1 + 9 + 72));
    }
}
