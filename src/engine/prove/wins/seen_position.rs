//! What the searches see in one position, and the strategies that they write for it.

use std::sync::Arc;

use crate::game::{Position, Square, sort_by_key};
use crate::pattern::Tables;
use crate::proof::{Claim, Proof};
use crate::value::Score;

use super::super::pns::ProofBudget;
use super::search_oracle::SearchOpinion;
use super::strategies::Strategies;

/// A position with the searches that look at it.
pub struct SeenPosition<'t> {
    strategies: Strategies<'t>,
    claim: Claim,
}

impl<'t> SeenPosition<'t> {
    /// Searches that together keep to about `memory` bytes.
    pub fn new(
        position: &Position,
        claim: Claim,
        tables: &'t Tables,
        memory: usize,
    ) -> SeenPosition<'t> {
        let share = (memory / 2, memory / 4);
        let strategies = Strategies::new(position, claim, tables, share, Arc::default());
        SeenPosition { strategies, claim }
    }

    /// Whether the opponent of the prover, who is to move, completes a line.
    pub fn is_lost(&self) -> bool {
        let opponent = !self.claim.prover;
        let board = &self.strategies.board;
        board.side() == opponent && !board.patterns().fives(opponent).is_empty()
    }

    /// What the searches think of the position, with the prover to move; how far away a win by
    /// threats is does not matter. A search visits at most `nodes` positions.
    pub fn opinion(&mut self, nodes: u64, budget: &mut ProofBudget<'_>) -> Option<SearchOpinion> {
        self.strategies.effort.advice = nodes;
        match self.strategies.threat(budget) {
            Some(best) => Some(SearchOpinion { score: Score::win_in(1), best }),
            None => self.strategies.opinion(budget),
        }
    }

    /// What a search thinks of a move of the prover, who is to move.
    pub fn opinion_after(
        &mut self,
        square: Square,
        nodes: u64,
        budget: &mut ProofBudget<'_>,
    ) -> Option<Score> {
        self.strategies.effort.advice = nodes;
        self.strategies.play(square);
        let opinion = self.strategies.opinion(budget);
        self.strategies.undo();
        opinion.map(|opinion| -opinion.score)
    }

    /// The strategy that wins with the prover to move. A search visits at most `nodes` positions to
    /// see that it wins.
    pub fn strategy(&mut self, nodes: u64, budget: &mut ProofBudget<'_>) -> Option<Proof> {
        self.strategies.effort.advice = nodes;
        let root = self.strategies.attack(0, budget)?;
        Some(self.strategies.proof(root))
    }

    /// As [`SeenPosition::strategy`], but like the strategy `proof` for another position wherever
    /// that wins. Searches visit `nodes` positions in all.
    pub fn strategy_like(
        &mut self,
        proof: &Proof,
        nodes: u64,
        budget: &mut ProofBudget<'_>,
    ) -> Option<Proof> {
        self.strategies.effort.advice = nodes;
        let guide = self.strategies.borrow(proof)?;
        let root = within(nodes, budget, |budget| self.strategies.follow(guide, 0, budget))?;
        Some(self.strategies.proof(root))
    }

    /// The strategy that wins after a pass of the opponent, who is to move, and the replies that it
    /// is no answer to. A search visits at most `nodes` positions to see that it wins.
    pub fn answers(
        &mut self,
        nodes: u64,
        budget: &mut ProofBudget<'_>,
    ) -> Option<(Vec<Square>, Proof)> {
        self.strategies.effort.advice = nodes;
        let found = self.strategies.replies(0, budget)?;
        Some(self.written(found))
    }

    /// As [`SeenPosition::answers`], but with a strategy like `proof`, which wins after a pass in
    /// another position. Searches visit `nodes` positions in all.
    pub fn answers_like(
        &mut self,
        proof: &Proof,
        nodes: u64,
        budget: &mut ProofBudget<'_>,
    ) -> Option<(Vec<Square>, Proof)> {
        self.strategies.effort.advice = nodes;
        let guide = self.strategies.borrow(proof)?;
        let found = within(nodes, budget, |budget| {
            self.strategies.replies_by(0, budget, |this, budget| this.follow(guide, 1, budget))
        })?;
        Some(self.written(found))
    }

    /// The replies in their order, and the strategy of the node against all others.
    fn written(&self, (others, replies): (u32, Vec<Square>)) -> (Vec<Square>, Proof) {
        let mut proof = self.strategies.proof(others);
        proof.position.pass();
        (self.ordered(replies), proof)
    }

    /// Replies of the opponent, the most dangerous first.
    pub fn ordered(&self, mut squares: Vec<Square>) -> Vec<Square> {
        let patterns = self.strategies.board.patterns();
        let opponent = !self.claim.prover;
        sort_by_key(&mut squares, |&square| (-patterns.order(square, opponent), square));
        squares
    }
}

/// What `work` finds that may visit at most `nodes` positions of a larger budget.
fn within<T>(
    nodes: u64,
    budget: &mut ProofBudget<'_>,
    work: impl FnOnce(&mut ProofBudget<'_>) -> Option<T>,
) -> Option<T> {
    let most = budget.most;
    budget.most = most.min(budget.visited.saturating_add(nodes));
    let found = work(budget);
    budget.most = most;
    budget.is_over = budget.visited >= most || !budget.is_wanted();
    found
}
