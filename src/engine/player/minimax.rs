//! `minimax`: looks at every continuation up to a depth, and believes that the
//! opponent does the same (Shannon, "Programming a Computer for Playing
//! Chess", 1950).

use super::budget::EffortBudget;
use super::common::candidates;
use super::rng::Rng;
use super::settings::Settings;
use super::task::{Player, PlayerError, Task};
use super::tree::{CountedBoard, Found, ScoredLine, conclude, depth};
use crate::control::{Choice, Why};
use crate::game::Move;
use crate::value::Bound;

/// Searches all moves to a depth without leaving anything out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Minimax;

impl Player for Minimax {
    fn choose(&mut self, task: Task<'_>, _: &mut Rng) -> Result<Choice, PlayerError> {
        let mut search = WholeSearch::new(&task);
        let mut moves = candidates(&task);
        search.board.sort(&mut moves);
        let found = search.root(&moves, depth(&task));
        Ok(conclude(&task, &moves, found, &search.budget, None))
    }

    fn can_trace(&self, _: &Settings) -> bool {
        true
    }
}

/// One search.
struct WholeSearch<'a> {
    board: CountedBoard,
    budget: EffortBudget<'a>,
    /// Whether the opponent's turns return the wrong variable.
    is_mistaken: bool,
}

impl<'a> WholeSearch<'a> {
    fn new(task: &Task<'a>) -> WholeSearch<'a> {
        WholeSearch {
            board: CountedBoard::new(task.position),
            budget: EffortBudget::new(task),
            is_mistaken: task.settings.mistake_min,
        }
    }

    /// Searches `moves` at the root, `depth` plies deep (1 or more).
    fn root(&mut self, moves: &[Move], depth: u32) -> Found {
        let mut found = Found::new();
        if self.budget.visit().is_some() {
            self.budget.tree.enter(None, None);
            self.try_all(moves, depth, 0, &mut found);
            let is_finished = found.searched == moves.len();
            let best = found.best.as_ref().filter(|_| is_finished).map(|best| best.score);
            self.budget.tree.leave(best);
            self.budget.tree.finish();
        }
        found
    }

    /// The value of the position for the side to move; `None` when the budget ends.
    fn value(&mut self, depth: u32, ply: u16) -> Option<ScoredLine> {
        self.budget.visit()?;
        self.budget.tree.enter(self.board.position.last_move(), None);
        let line = if let Some(score) = self.board.end(ply) {
            self.budget.tree.because(Why::End);
            Some(ScoredLine::end(score))
        } else if depth == 0 {
            self.budget.tree.because(Why::Leaf);
            self.budget.tree.count(|| self.board.counts());
            Some(ScoredLine::end(self.board.estimate()))
        } else {
            let moves = self.board.moves();
            let mut found = Found::new();
            let last = self.try_all(&moves, depth, ply, &mut found);
            let is_opponent = ply % 2 == 1;
            let returned = if self.is_mistaken && is_opponent { last } else { found.best };
            returned.filter(|_| found.searched == moves.len())
        };
        self.budget.tree.leave(line.as_ref().map(|line| line.score));
        line
    }

    /// Tries the moves in turn and keeps the best, the first of equal ones. What
    /// is good for the opponent is bad for us, so one function serves both sides.
    /// Answers the last, which only a mistaken search has a use for.
    fn try_all(
        &mut self,
        moves: &[Move],
        depth: u32,
        ply: u16,
        found: &mut Found,
    ) -> Option<ScoredLine> {
        let mut last = None;
        for &mv in moves {
            self.board.play(mv);
            let reply = self.value(depth - 1, ply + 1);
            self.board.undo();
            let reply = reply?;
            let score = -reply.score;
            found.searched += 1;
            if ply == 0 {
                found.tried.push((mv, score, Bound::Exact));
            }
            if found.best.as_ref().is_none_or(|best| score > best.score) {
                self.budget.tree.raise(score, None);
                found.best = Some(ScoredLine::behind(mv, &reply));
            }
            if self.is_mistaken {
                last = Some(ScoredLine::behind(mv, &reply));
            }
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{Limits, Quiet};
    use crate::game::{Position, Size, Variant};
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
            let mut search = WholeSearch::new(&task);
            let best = search.root(moves, 2).best.unwrap();
            let ScoreKind::Estimate(lines) = best.score.kind() else { panic!("{best:?}") };
            (best.moves[0], lines, search.budget.nodes())
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
