//! Answers to questions that are not simply for the best move, found on the
//! thinking thread.

use crate::control::Choice;
use crate::player::{self, Player, Rng, Swap2Step, Task};
use crate::search::Searcher;

use super::message::{ManagerQuestion, Problem, Swap2Answer};
use super::running::Held;

/// Answers on the thinking thread; `None` where there is no room for an answer.
pub(super) fn consult(
    question: &ManagerQuestion,
    task: &Task<'_>,
    player: &mut dyn Player,
    rng: &mut Rng,
) -> Option<Held> {
    let mut own;
    let searcher = if let Some(searcher) = player.searcher(task.settings) {
        searcher
    } else {
        own = Searcher::new(task.settings.hash_mb);
        &mut own
    };
    let rng = (task.settings.seed != 0).then_some(rng);
    match *question {
        // Asked of the player itself.
        ManagerQuestion::Best { .. } => None,
        ManagerQuestion::BalanceOne { bias } => {
            let best = player::balance_one(searcher, task, bias, rng);
            Some(Held::Choice(Choice { best, ponder: None }))
        }
        ManagerQuestion::BalanceTwo { bias } => player::balance_two(searcher, task, bias, rng)
            .map(|stones| Held::Placements(stones.to_vec())),
        ManagerQuestion::Swap2 { .. } => player::swap2(searcher, task, rng).map(|step| {
            Held::Swap2(match step {
                Swap2Step::Place(stones) => Swap2Answer::Place(stones),
                Swap2Step::Swap => Swap2Answer::Swap,
            })
        }),
    }
}

/// Why a question has no answer.
pub(super) fn no_room() -> Problem {
    Problem::new("question", "the board", "room for the stones of the answer")
}
