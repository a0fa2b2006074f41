//! Strategies that follow another one, made for a position that is much the same.
//!
//! Most of what wins against a stone wins against it on another square, too. What does not
//! win there is found by trying, and only there something new is looked for.
//!
//! Source: proof simulation by Kawano, "Using similar positions to search game trees" (1996),
//! here with repairs where the other strategy fails.

use std::collections::HashMap;

use crate::game::{Symmetry, sort_by_key};
use crate::proof::{Proof, ProofNode, Reference, Reply, Then};

use super::super::pns::ProofBudget;
use super::strategies::{Strategies, TRIAL, WinEffort, plainly};

/// Positions of the oracle's search where a strategy cannot be followed.
const REPAIR: u64 = 30_000;

impl Strategies<'_> {
    /// Takes the nodes of another strategy, each in every view in which it is used; the number
    /// of its root. `None` where it has nodes of a kind that no win needs.
    pub fn borrow(&mut self, proof: &Proof) -> Option<u32> {
        let size = proof.position.size();
        let root = (proof.len() as u32).checked_sub(1)?;
        // Children come first, so that all views of a node are known when its turn comes.
        let mut views: Vec<Vec<Symmetry>> = vec![Vec::new(); proof.len()];
        views[root as usize].push(Symmetry::IDENTITY);
        for number in (0..=root).rev() {
            let Then::Replies { listed, others } = proof.node(number).then else { return None };
            for view in views[number as usize].clone() {
                for next in listed.iter().map(|reply| reply.next).chain(others) {
                    let (seen, views) = (next.symmetry.then(view), &mut views[next.node as usize]);
                    if !views.contains(&seen) {
                        views.push(seen);
                    }
                }
            }
        }
        let mut taken: HashMap<(u32, Symmetry), u32> = HashMap::new();
        for number in 0..=root {
            let ProofNode { square, then } = proof.node(number);
            let Then::Replies { listed, others } = then else { return None };
            for &view in &views[number as usize] {
                let seen = |square| view.apply(size, square);
                let ours = |next: Reference| plainly(taken[&(next.node, next.symmetry.then(view))]);
                let reply = |it: &Reply| Reply { square: seen(it.square), next: ours(it.next) };
                let mut replies: Vec<Reply> = listed.iter().map(reply).collect();
                sort_by_key(&mut replies, |reply| reply.square);
                let node = self.push(square.map(seen), replies, others.map(ours));
                taken.insert((number, view), node);
            }
        }
        taken.get(&(root, Symmetry::IDENTITY)).copied()
    }

    /// A node for the position on the board with the prover to move, as
    /// [`Strategies::attack`] makes one, that plays like `guide` wherever that wins.
    pub fn follow(&mut self, guide: u32, extra: u8, budget: &mut ProofBudget<'_>) -> Option<u32> {
        if self.probe.zone(guide, extra, TRIAL).is_some() {
            return Some(guide);
        }
        self.follow_changed(guide, extra, budget)
    }

    /// As [`Strategies::follow`], for a `guide` that does not win as it is.
    fn follow_changed(
        &mut self,
        guide: u32,
        extra: u8,
        budget: &mut ProofBudget<'_>,
    ) -> Option<u32> {
        let key = self.board.position().key();
        if let Some(node) = self.known(key, extra) {
            return Some(node);
        }
        if budget.is_over {
            return None;
        }
        if self.threat(budget).is_none()
            && let Some(node) = self.follow_move(guide, extra, budget)
        {
            self.keep(key, node, extra);
            return Some(node);
        }
        let usual = self.effort;
        self.effort = WinEffort { advice: usual.advice.min(REPAIR), ..usual };
        let node = self.attack(extra, budget);
        self.effort = usual;
        node
    }

    /// A node with the move of `guide`, and answers to the replies like those that `guide` gives.
    fn follow_move(&mut self, guide: u32, extra: u8, budget: &mut ProofBudget<'_>) -> Option<u32> {
        let ProofNode { square, then } = self.probe.proof().node(guide);
        let (square, Then::Replies { listed, others }) = (square?, then) else { return None };
        let (listed, others) = (listed.to_vec(), others.map(|next| next.node));
        let is_free = self.board.position().is_empty(square);
        if !is_free || self.board.is_foul(square, self.prover) {
            return None;
        }
        self.play(square);
        let answers = self.follow_answers(&listed, others, extra, budget);
        self.undo();
        let (listed, others) = answers?;
        Some(self.push(Some(square), listed, others))
    }

    /// The answers to all replies of the opponent, like those of another strategy.
    fn follow_answers(
        &mut self,
        guides: &[Reply],
        rest: Option<u32>,
        extra: u8,
        budget: &mut ProofBudget<'_>,
    ) -> Option<(Vec<Reply>, Option<Reference>)> {
        let with_one_more = |this: &mut Self, budget: &mut ProofBudget<'_>| match rest {
            Some(guide) => this.follow(guide, extra.saturating_add(1), budget),
            None => this.attack(extra.saturating_add(1), budget),
        };
        let (others, replies) = self.replies_by(extra, budget, with_one_more)?;
        let listed = self.answer_each(replies, extra, |this, square, listed| {
            let guide = guides.iter().find(|reply| reply.square == square);
            let guide = guide.map(|reply| reply.next.node).or(rest);
            let as_it_is = guide.filter(|&node| this.probe.zone(node, extra, TRIAL).is_some());
            as_it_is.or_else(|| this.sibling(listed, extra)).or_else(|| match guide {
                Some(guide) => this.follow_changed(guide, extra, budget),
                None => this.attack(extra, budget),
            })
        })?;
        Some((listed, Some(plainly(others))))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::super::pns::ProofBudget;
    use super::super::SeenPosition;
    use super::super::strategies::Strategies;
    use crate::eval;
    use crate::game::{Color, Position, Variant};
    use crate::proof::{CheckSettings, Claim, Goal, Proof, ProofVerdict, check, read, text};

    /// A look at the position after some moves on 15x15: a strategy, which is true, and
    /// the positions visited for it.
    fn look(
        moves: &str,
        work: impl FnOnce(&mut SeenPosition<'_>, &mut ProofBudget<'_>) -> Option<Proof>,
    ) -> (Proof, u64) {
        let mut position = Position::new(Variant::preset("gomoku").unwrap()).unwrap();
        moves.split(' ').for_each(|mv| position.play(mv.parse().unwrap()).unwrap());
        let claim = Claim { prover: Color::Black, goal: Goal::Wins };
        let tables = eval::tables(position.rule(), position.variant().k);
        let mut goes_on = |_: &_| true;
        let mut budget = ProofBudget::new(u64::MAX, &mut goes_on);
        let proof = work(&mut SeenPosition::new(&position, claim, &tables, 1 << 24), &mut budget);
        let proof = proof.expect(moves);
        let verdict = check(&proof, &CheckSettings::default(), &mut |_| true);
        assert!(matches!(verdict, ProofVerdict::Proven(_)), "{moves}: {verdict:?}");
        (proof, budget.visited)
    }

    /// Each square of a node is seen through all symmetries on the way to it.
    #[test]
    fn what_is_borrowed_needs_no_symmetries() {
        let file = "tengen-proof 1\n\
                    position 1xxx1/5/2o2/1o3/5 o k=4 rule=freestyle\n\
                    claim x wins\n\
                    a5\n\
                    - a5:0/1 *:0\n";
        let proof = read(&mut file.as_bytes()).unwrap();
        let tables = eval::tables(proof.position.rule(), proof.position.variant().k);
        let mut strategies =
            Strategies::new(&proof.position, proof.claim, &tables, (1 << 20, 0), Arc::default());
        let root = strategies.borrow(&proof).unwrap();
        let borrowed = strategies.proof(root);
        assert!(text(&borrowed).ends_with("\ne5\na5\n- a5:0 *:1\n"), "{}", text(&borrowed));
        let verdict = check(&borrowed, &CheckSettings::default(), &mut |_| true);
        assert!(matches!(verdict, ProofVerdict::Proven(_)), "{verdict:?}");
    }

    /// A stone far away changes nothing, one nearby something.
    #[test]
    fn what_another_strategy_does_is_done_again_where_it_wins() {
        const NODES: u64 = 20_000;
        let (first, searched) =
            look("h8 b2 k9 b14 h11 n14", |seen, budget| seen.strategy(NODES, budget));
        for (moves, is_same) in [("h8 b2 k9 b14 h11 o15", true), ("h8 b2 k9 b14 h11 k10", false)] {
            let (like, followed) =
                look(moves, |seen, budget| seen.strategy_like(&first, NODES, budget));
            let mut as_it_is = first.clone();
            as_it_is.position = like.position;
            let verdict = check(&as_it_is, &CheckSettings::default(), &mut |_| true);
            assert_eq!(matches!(verdict, ProofVerdict::Proven(_)), is_same, "{moves}");
            assert!(followed < searched, "{moves}: {followed} positions, {searched} before");
        }
    }
}
