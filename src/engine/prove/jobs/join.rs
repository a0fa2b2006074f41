//! From the tree to one strategy.

use std::sync::Arc;

use crate::game::symmetry::Symmetry;
use crate::game::{Position, Size, Square, SquareSet};
use crate::proof::Proof;

use super::super::write::{Guide, Rest, WriteStep, position_name, strategy};
use super::Job;
use super::tree::{JobTree, State, TreePlace, TryState};

impl JobTree {
    /// A position that the places behind it prove and at which no thread works; a thread does from
    /// now on. The strategy that comes with the position is a finding as any other once the checker
    /// has accepted it. `kept` gives the strategies of findings; if one is missing there is none.
    pub fn settled(
        &mut self,
        kept: &mut dyn FnMut(u64) -> Option<Arc<Proof>>,
    ) -> Option<(Job, Option<Proof>)> {
        let is_free = |&at: &usize| !self.places[at].is_busy;
        let at = self.settled.iter().copied().rev().find(is_free)?;
        let proof = self.strategy_at(at, kept);
        self.set_busy(at, None, true);
        Some((self.job(at, None), proof))
    }

    /// The strategy of the whole, once nothing is left to do. Whether it is true only the checker
    /// says. `None` while something is left, and where `kept` does not give what it needs.
    pub fn strategy(&self, kept: &mut dyn FnMut(u64) -> Option<Arc<Proof>>) -> Option<Proof> {
        self.strategy_at(0, kept)
    }

    fn strategy_at(
        &self,
        at: usize,
        kept: &mut dyn FnMut(u64) -> Option<Arc<Proof>>,
    ) -> Option<Proof> {
        let mut joiner = Joiner { tree: self, root: at, kept };
        strategy(&self.places[at].position, self.claim, &mut joiner, usize::MAX)
    }
}

/// The way through the tree, and the strategies of its leaves.
struct Joiner<'a> {
    tree: &'a JobTree,
    root: usize,
    kept: &'a mut dyn FnMut(u64) -> Option<Arc<Proof>>,
}

impl Joiner<'_> {
    /// What the proven move of a place needs in a position that is equal to it, and the move.
    fn way(
        &mut self,
        place: &TreePlace,
        size: Size,
        view: Symmetry,
    ) -> Option<(Option<Square>, Rest)> {
        let State::Open(score, tries) = &place.state else { return None };
        let is_proven = |&(rank, one): &(usize, &_)| self.tree.cost_of_try(one, rank, *score) == 0;
        let (_, one) = tries.iter().enumerate().find(is_proven)?;
        let TryState::Answered(answers) = &one.state else { return None };
        let seen = |square| view.inverse().apply(size, place.view.apply(size, square));
        let rest = match answers.others {
            Some(number) => {
                let replies = answers.replies.iter().map(|&(square, _)| seen(square)).collect();
                let proof = (self.kept)(number)?;
                Rest::Listed(replies, proof, place.view.then(view.inverse()))
            }
            None => Rest::Replies,
        };
        Some((one.square.map(seen), rest))
    }
}

impl Guide for Joiner<'_> {
    fn step(&mut self, position: &mut Position) -> Option<WriteStep> {
        let (name, view) = position_name(position);
        let tree = self.tree;
        let place = &tree.places[*tree.named.get(&name)?];
        if let State::Won(number) = place.state {
            return Some(WriteStep::Known((self.kept)(number)?, place.view));
        }
        let (square, rest) = self.way(place, position.size(), view)?;
        Some(WriteStep::Then(square?, rest))
    }

    fn rest(&mut self, position: &mut Position) -> Rest {
        let tree = self.tree;
        let place = &tree.places[self.root];
        let way = self.way(place, position.size(), place.view);
        way.map_or(Rest::Replies, |(_, rest)| rest)
    }

    fn name(&self, position: &Position) -> (Vec<u128>, Symmetry) {
        position_name(position)
    }

    fn live(&self, _: &Position) -> Option<SquareSet> {
        None
    }
}
