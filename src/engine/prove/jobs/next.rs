//! Which job is worth most.

use super::Job;
use super::cost::NEVER;
use super::tree::{Answers, JobTree, State, Try, TryState};

impl JobTree {
    /// The job that is worth most among those that are not worked at; from now on it counts as
    /// worked at. `None` while others work at all that there is.
    ///
    /// The way leads through the moves that cost least and the replies that cost most: the
    /// former make the proof short, the latter show soonest that a move is no good. Other moves
    /// are for workers that would have nothing to do.
    pub fn next_job(&mut self) -> Option<Job> {
        self.needed_job().or_else(|| self.begin(usize::MAX))
    }

    /// As [`JobTree::next_job`], but never a job that is of use only if another one ends badly.
    pub fn needed_job(&mut self) -> Option<Job> {
        self.begin(1)
    }

    /// The next job behind the `moves` best moves of each position; it counts as worked at from now
    /// on.
    fn begin(&mut self, moves: usize) -> Option<Job> {
        let (at, one) = self.search(0, moves)?;
        self.set_busy(at, one, true);
        Some(self.job(at, one))
    }

    /// The depth is bounded by the squares of the board.
    fn search(&self, at: usize, moves: usize) -> Option<(usize, Option<usize>)> {
        let place = &self.places[at];
        if place.is_busy || place.cost == 0 || place.cost == NEVER {
            return None;
        }
        let State::Open(score, tries) = &place.state else {
            return Some((at, None));
        };
        let mut order: Vec<(u64, usize)> = tries
            .iter()
            .enumerate()
            .map(|(rank, one)| (self.cost_of_try(one, rank, *score), rank))
            .filter(|&(cost, _)| cost < NEVER)
            .collect();
        order.sort_unstable();
        order.into_iter().take(moves).find_map(|(_, rank)| {
            let Try { state, is_busy, .. } = &tries[rank];
            match state {
                TryState::New => (!is_busy).then_some((at, Some(rank))),
                TryState::Refuted => None,
                TryState::Answered(Answers { places, .. }) => {
                    let mut replies = places.clone();
                    replies.sort_by_key(|&place| std::cmp::Reverse(self.places[place].cost));
                    replies.into_iter().find_map(|place| self.search(place, moves))
                }
            }
        })
    }
}
