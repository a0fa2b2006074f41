//! How many jobs are still needed, as far as is known.

use crate::search::params::Params;
use crate::value::Score;

use super::tree::{Answers, JobTree, State, TreePlace, Try, TryState};

/// The cost of what cannot be proven.
pub(super) const NEVER: u64 = u64::MAX;

/// The cost where a search all but announces a win.
const LEAST: u64 = 60;
/// The most that a position may be thought to cost, as a power of two times that.
const MOST_DOUBLED: u32 = 12;
/// A score from which on a win is near.
const GOOD: i32 = 2_000;
/// The fall of the score, in units, that doubles the jobs needed.
const HALF: i32 = 500;
/// The cost of a move that is said to win: by a search, or by a proof about a game that is much
/// the same.
const KNOWN_COST: u64 = 4;
/// How much more other moves cost than the best one, where that is said to win, where it is all
/// but sure to, and where it is not; and what each further place in the order adds.
const KNOWN: [u64; 2] = [32, 8];
const SURE: [u64; 2] = [16, 4];
const UNSURE: [u64; 2] = [3, 1];

/// Jobs for a position to which a search of the engine gives `score`.
fn estimate(score: Score) -> u64 {
    if score.is_win() {
        return KNOWN_COST;
    }
    let missing = GOOD - (score - Score::DRAW);
    let doubled = u32::try_from(missing / HALF).unwrap_or(0).min(MOST_DOUBLED);
    LEAST << doubled
}

impl JobTree {
    /// Jobs that are still needed, as far as is known: 0 when the claim is proven,
    /// `None` when it cannot be proven.
    pub fn cost(&self) -> Option<u64> {
        let cost = self.places[0].cost;
        (cost < NEVER).then_some(cost)
    }

    pub(super) fn cost_of(&self, at: usize) -> u64 {
        let TreePlace { state, expected_score, .. } = &self.places[at];
        match state {
            State::New => estimate(*expected_score),
            State::Won(_) => 0,
            State::Lost => NEVER,
            State::Open(score, tries) => {
                let costs = tries.iter().enumerate();
                costs.map(|(rank, one)| self.cost_of_try(one, rank, *score)).min().unwrap_or(NEVER)
            }
        }
    }

    /// What it costs to show that a move wins.
    pub(super) fn cost_of_try(&self, one: &Try, rank: usize, score: Score) -> u64 {
        match &one.state {
            TryState::Refuted => NEVER,
            TryState::New => {
                if let Some(expected_score) = one.expected_score {
                    return estimate(expected_score);
                }
                let [factor, step] = match score {
                    _ if score.is_win() => KNOWN,
                    _ if score >= Params::DEFAULT.nearly_decided() => SURE,
                    _ => UNSURE,
                };
                let rank = rank as u64;
                let times = if rank == 0 { 1 } else { factor + step * (rank - 1) };
                estimate(score).max(LEAST).saturating_mul(times)
            }
            TryState::Answered(Answers { places, .. }) => {
                // What was never looked at is hoped to share the estimate evenly.
                let share =
                    estimate(one.expected_score.unwrap_or(score)) / (places.len() as u64).max(1);
                let cost = |&at: &usize| match self.places[at].state {
                    State::New => share.max(1),
                    _ => self.places[at].cost,
                };
                places.iter().map(cost).fold(0, u64::saturating_add)
            }
        }
    }

    /// Counts anew at a place and at all that lead there, as far as something changes. The
    /// tree has no circles: stones are never taken away.
    pub(super) fn spread(&mut self, at: usize) {
        self.set_cost(at, self.cost_of(at));
        let mut waiting = self.places[at].parents.clone();
        while let Some(at) = waiting.pop() {
            let cost = self.cost_of(at);
            if self.places[at].cost != cost {
                self.set_cost(at, cost);
                waiting.extend(&self.places[at].parents);
            }
        }
    }

    /// A place has a state or cost that is new.
    fn set_cost(&mut self, at: usize, cost: u64) {
        self.places[at].cost = cost;
        if self.is_settled(at) {
            self.settled.insert(at);
        } else {
            self.settled.remove(&at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{JobFinding, JobTree, Others};
    use super::*;
    use crate::game::{Color, Position, Square, Variant};
    use crate::proof::{Claim, Goal};

    /// What is said to win is worth more jobs than what only looks good, before others are tried.
    #[test]
    fn a_move_that_is_said_to_win_is_kept_to() {
        let mut position = Position::new(Variant::preset("gomoku").unwrap()).unwrap();
        position.play("h8".parse().unwrap()).unwrap();
        position.play("h9".parse().unwrap()).unwrap();
        let claim = Claim { prover: Color::Black, goal: Goal::Wins };
        let square = |text: &str| text.parse::<Square>().unwrap();
        let next = |score: Score| {
            let mut tree = JobTree::new(&position, claim);
            let finding = JobFinding::Open { score, best: square("i7"), others: Vec::new() };
            tree.take(&[], &finding).unwrap();
            let first = tree.cost();
            // The position is good after six replies, and that is all that is known.
            let replies: Vec<Square> = position.size().squares().take(6).collect();
            tree.take(&[square("i7")], &JobFinding::Replies(replies.clone(), Others::Nothing))
                .unwrap();
            for reply in replies {
                let open = JobFinding::Open {
                    score: Score::from_raw(1000),
                    best: square("k10"),
                    others: Vec::new(),
                };
                let _ = tree.take(&[square("i7"), reply], &open);
            }
            (first, tree.next_job().unwrap().moves.first().copied())
        };
        let nearly = Params::DEFAULT.nearly_decided();
        let (cost, tried) = next(Score::win_in(1));
        assert_eq!((cost, tried), (Some(KNOWN_COST), Some(square("i7"))));
        let (cost, tried) = next(nearly);
        assert_eq!(cost, Some(LEAST));
        assert_ne!(tried, Some(square("i7")));
    }
}
