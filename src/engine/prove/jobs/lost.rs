//! Findings whose strategies are lost, and what is asked again for them.

use crate::game::Square;
use crate::value::Score;

use super::tree::{Answers, FindingTarget, JobTree, Misplaced, State, Tried, Try, TryState};
use super::{Job, JobFinding};

impl JobTree {
    pub(super) fn asked_about(&self, at: usize, one: Option<usize>) -> FindingTarget {
        let tried = match (one, &self.places[at].state) {
            (Some(one), State::Open(_, tries)) => Tried::Move(tries[one].square),
            _ => Tried::Place,
        };
        FindingTarget { at, tried }
    }

    /// The move that proves a place which is about to get one strategy of its own.
    pub(super) fn take_proven(&mut self, at: usize) -> Option<(Score, Try)> {
        if !self.is_settled(at) {
            return None;
        }
        let State::Open(score, tries) = &self.places[at].state else { return None };
        let score = *score;
        let is_proven = |(rank, one): (usize, &Try)| self.cost_of_try(one, rank, score) == 0;
        let proven = tries.iter().enumerate().position(is_proven)?;
        let State::Open(_, tries) = &mut self.places[at].state else { return None };
        Some((score, tries.swap_remove(proven)))
    }

    /// The question that a finding answers; `None` where it is open again, or another finding
    /// answers it.
    pub fn question_of(&self, number: u64) -> Option<Job> {
        let FindingTarget { at, tried } = *self.asked.get(number as usize)?;
        match (tried, &self.places[at].state) {
            (Tried::Place, &State::Won(found)) if found == number => Some(self.job(at, None)),
            (Tried::Move(square), State::Open(_, tries)) => {
                let is_it = |one: &Try| one.square == square && has_others(one, number);
                let one = tries.iter().position(is_it)?;
                Some(self.job(at, Some(one)))
            }
            _ => None,
        }
    }

    /// Forgets a finding whose strategy is lost, so that its question is asked again, with the
    /// hints of the first time. `false` where another finding answers the question.
    pub fn forget(&mut self, number: u64) -> bool {
        let Some(&asked) = self.asked.get(number as usize) else { return false };
        let FindingTarget { at, tried } = asked;
        if let (Tried::Move(square), State::Won(_), Some((_, one))) =
            (tried, &self.places[at].state, &self.places[at].proven)
            && one.square == square
            && has_others(one, number)
        {
            // What this finding helped to prove has to be put together again.
            self.open_again(at);
        }
        match (tried, &mut self.places[at].state) {
            (Tried::Place, &mut State::Won(found)) if found == number => self.open_again(at),
            (Tried::Move(square), State::Open(_, tries)) => {
                let is_it = |one: &&mut Try| one.square == square && has_others(one, number);
                let Some(one) = tries.iter_mut().find(is_it) else { return false };
                one.state = TryState::New;
            }
            _ => return false,
        }
        self.lost.insert(asked, number);
        self.spread(at);
        true
    }

    /// Forgets what answers the question about the position after some moves, if anything does.
    pub fn forget_answer(&mut self, moves: &[Square]) {
        let numbers = (0..self.findings()).rev();
        let is_it = |number: &u64| self.question_of(*number).is_some_and(|job| job.moves == moves);
        if let Some(number) = numbers.into_iter().find(is_it) {
            self.forget(number);
        }
    }

    /// A place that was won is not any more.
    fn open_again(&mut self, at: usize) {
        let proven = self.places[at].proven.take();
        self.places[at].state = match proven {
            Some((score, one)) => State::Open(score, vec![one]),
            None => State::New,
        };
        self.spread(at);
    }

    /// The number of the finding that was lost, where the position after `moves` is asked about
    /// again.
    pub fn lost(&self, moves: &[Square]) -> Option<u64> {
        let (at, one) = self.find(moves)?;
        self.lost.get(&self.asked_about(at, one)).copied()
    }

    /// Takes a finding that was lost and is found again, as [`JobTree::take`] does.
    ///
    /// # Errors
    /// As for [`JobTree::take`].
    pub fn restore(
        &mut self,
        moves: &[Square],
        finding: &JobFinding,
        number: u64,
    ) -> Result<(), Misplaced> {
        self.take_as(moves, finding, number).map(|_| ())
    }

    /// The position after these moves is free to be looked at again.
    pub fn leave(&mut self, moves: &[Square]) {
        if let Some((at, one)) = self.find(moves) {
            self.set_busy(at, one, false);
        }
    }

    /// The findings below this number were there when a place was asked about first, and give its
    /// hints; all findings where none was lost.
    pub(super) fn known_before(&self, at: usize) -> u64 {
        self.lost.get(&FindingTarget { at, tried: Tried::Place }).copied().unwrap_or(u64::MAX)
    }
}

fn has_others(one: &Try, number: u64) -> bool {
    matches!(&one.state, TryState::Answered(Answers { others: Some(others), .. }) if *others == number)
}
