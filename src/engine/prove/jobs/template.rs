//! A proof about a game that is much the same, whose moves are tried first.
//!
//! Most of what wins wins by another rule, too, or with one stone elsewhere. What does not is
//! found by trying, and only there something new is looked for.

use crate::game::{Position, Square, Symmetry};
use crate::proof::{Claim, Proof, Reference, Then};

use super::Job;
use super::similar::seen;

/// A proof that serves as a template for others. Whether it is true does not matter.
#[derive(Clone)]
pub struct Template(Proof);

/// Where a template is no help: what it is about, and what it should be about.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found}: expected {expected}")]
pub struct TemplateError {
    found: String,
    expected: String,
}

impl Template {
    /// The template that a proof is for a claim about a position.
    ///
    /// # Errors
    /// When it claims something else, or about another board.
    pub fn new(proof: Proof, position: &Position, claim: Claim) -> Result<Template, TemplateError> {
        let about = |claim: Claim, position: &Position| {
            let size = position.size();
            format!("a proof that {claim} on {size} with {} to move", position.side().letter())
        };
        let [found, expected] = [about(proof.claim, &proof.position), about(claim, position)];
        if found != expected {
            return Err(TemplateError { found, expected });
        }
        Ok(Template(proof))
    }

    /// What the template does after the moves of a job: its strategy with the prover to move,
    /// and the one for all replies that it does not list with the opponent to move, where the
    /// position is the one after a pass. `None` where the moves lead out of it.
    pub fn after(&self, job: &Job) -> Option<Proof> {
        let root = (self.0.len() as u32).checked_sub(1)?;
        let mut at = Reference { node: root, symmetry: Symmetry::IDENTITY };
        let mut attacks = self.0.position.side() == job.claim.prover;
        for &square in &job.moves {
            if !attacks {
                at = self.answer(at, Some(square))?;
            } else if self.own(at) != Some(square) {
                return None;
            }
            attacks = !attacks;
        }
        if attacks {
            return Some(self.part(at, &job.position));
        }
        let mut position = job.position.clone();
        position.pass();
        Some(self.part(self.answer(at, None)?, &position))
    }

    /// The move of a node.
    fn own(&self, at: Reference) -> Option<Square> {
        let own = self.0.node(at.node).square;
        own.map(|square| at.symmetry.apply(self.0.position.size(), square))
    }

    /// The node that answers a reply, or all that are not listed.
    fn answer(&self, at: Reference, reply: Option<Square>) -> Option<Reference> {
        let Then::Replies { listed, others } = self.0.node(at.node).then else { return None };
        let back = at.symmetry.inverse();
        let seen = reply.map(|square| back.apply(self.0.position.size(), square));
        let own = listed.iter().find(|reply| Some(reply.square) == seen).map(|reply| reply.next);
        own.or(others).map(|next| Reference { symmetry: next.symmetry.then(at.symmetry), ..next })
    }

    /// The strategy of a node as one of a position.
    fn part(&self, at: Reference, position: &Position) -> Proof {
        let mut part = seen(&self.0.part(at.node), at.symmetry);
        part.position = position.clone();
        part
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Color, Move, Variant};
    use crate::proof::{CheckSettings, Goal, ProofNode, ProofVerdict, Reply, check};
    use crate::prove::{
        Finding, JobFinding, JobLimits, JobMemory, Known, Others, ProveLimits, prove,
    };

    const WINS: Claim = Claim { prover: Color::Black, goal: Goal::Wins };

    fn template() -> (Position, Template) {
        let position = Position::new(Variant::mnk(6, 6, 4).unwrap()).unwrap();
        let limits = ProveLimits { nodes: 1_000_000, memory: 1 << 24, ..ProveLimits::default() };
        let (Finding::Proven(proof), _) = prove(&position, WINS, &limits, &mut |_| true) else {
            panic!("6x6 with four in a row is won");
        };
        let scrambled = scrambled(&proof);
        assert!(is_true(&scrambled));
        let template = Template::new(scrambled, &position, WINS).unwrap();
        (position, template)
    }

    /// The strategy of `proof`, each node written down in another view.
    fn scrambled(proof: &Proof) -> Proof {
        let size = proof.position.size();
        let root = proof.len() as u32 - 1;
        let view = |number: u32| {
            let index = if number == root { 0 } else { number as usize % 8 };
            Symmetry::from_index(size, index).unwrap()
        };
        let mut other = Proof::new(proof.position.clone(), proof.claim);
        for (number, ProofNode { square, then }) in (0..).zip(proof.nodes()) {
            let own = view(number);
            let Then::Replies { listed, others } = then else { panic!("a win has replies") };
            let seen = |next: Reference| {
                let symmetry = view(next.node).inverse().then(next.symmetry).then(own);
                Reference { symmetry, ..next }
            };
            let reply =
                |it: &Reply| Reply { square: own.apply(size, it.square), next: seen(it.next) };
            let listed: Vec<Reply> = listed.iter().map(reply).collect();
            let square = square.map(|square| own.apply(size, square));
            let then = Then::Replies { listed: &listed, others: others.map(seen) };
            other.push(ProofNode { square, then });
        }
        other
    }

    fn job(start: &Position, moves: &[Square]) -> Job {
        let mut position = start.clone();
        for &square in moves {
            position.play_unchecked(Move::place(square));
        }
        Job { moves: moves.to_vec(), position, claim: WINS }
    }

    fn is_true(proof: &Proof) -> bool {
        matches!(check(proof, &CheckSettings::default(), &mut |_| true), ProofVerdict::Proven(_))
    }

    /// Against every reply, and what is answered to it, and so on, the part of a proof that it
    /// leads to is one of the position that is reached.
    #[test]
    fn a_proof_leads_to_proofs_of_what_comes_after() {
        let (start, template) = template();
        let mut waiting = vec![Vec::new()];
        let mut looked = 0;
        while let Some(moves) = waiting.pop() {
            let here = job(&start, &moves);
            let part = template.after(&here).expect("moves of the proof");
            assert!(is_true(&part), "{moves:?}");
            looked += 1;
            let own = part.nodes().last().and_then(|node| node.square).unwrap();
            let after = job(&start, &[&moves[..], &[own]].concat());
            if after.position.is_over() || moves.len() == 4 {
                continue;
            }
            if let Some(others) = template.after(&after) {
                assert_eq!(others.position.side(), Color::Black, "the opponent has passed");
            }
            let replies = after.position.legal_moves().into_iter().map(Move::square);
            waiting.extend(replies.map(|reply| [&after.moves[..], &[reply]].concat()));
        }
        assert!(looked > 500, "{looked} positions");
        // Other moves lead out of it.
        let own = template.after(&job(&start, &[])).unwrap().nodes().last().unwrap().square;
        let mut others = start.size().squares().filter(|&square| Some(square) != own);
        assert!(others.all(|square| template.after(&job(&start, &[square])).is_none()));
    }

    /// What wins as it is needs no search, and what wins after a pass is tried with the opponent
    /// to move.
    #[test]
    fn a_template_is_tried_before_anything_is_searched() {
        let (start, template) = template();
        let limits = JobLimits { nodes: 40, memory: 1 << 20, is_alone: false };
        let look = |job: &Job| {
            let part = template.after(job);
            let known = Known { hints: &[], template: part.as_ref() };
            job.work(limits, known, &mut JobMemory::default(), &mut |_| true)
        };
        let (Some(JobFinding::Won(proof)), 0) = look(&job(&start, &[])) else { panic!("searched") };
        assert!(is_true(&proof));
        let own = proof.nodes().last().and_then(|node| node.square).unwrap();
        let after = job(&start, &[own]);
        let mut memory = JobMemory::default();
        let without = after.work(limits, Known::default(), &mut memory, &mut |_| true);
        let with = look(&after);
        let Some(JobFinding::Replies(listed, Others::Strategy(_))) = with.0 else {
            panic!("the proof says what wins after a pass")
        };
        assert!(listed.len() < 35 && with.1 < without.1, "{listed:?} {} {}", with.1, without.1);
    }

    /// A search that decides alone must see the win by itself; only then the template saves what
    /// it takes to write that down.
    #[test]
    fn a_template_decides_nothing_where_a_search_decides_alone() {
        let (start, template) = template();
        let job = job(&start, &[]);
        let part = template.after(&job);
        let mut memory = JobMemory::default();
        let mut look = |nodes, template| {
            let limits = JobLimits { nodes, memory: 1 << 20, is_alone: true };
            job.work(limits, Known { hints: &[], template }, &mut memory, &mut |_| true)
        };
        assert!(matches!(look(1, part.as_ref()).0, Some(JobFinding::Open { .. })));
        let (with, without) = (look(20_000, part.as_ref()), look(20_000, None));
        assert!(matches!(
            (&with.0, &without.0),
            (Some(JobFinding::Won(_)), Some(JobFinding::Won(_)))
        ));
        assert!(with.1 < without.1, "{} {}", with.1, without.1);
    }

    #[test]
    fn other_claims_and_boards_are_no_templates() {
        let (start, Template(proof)) = template();
        let other = Position::new(Variant::mnk(6, 5, 4).unwrap()).unwrap();
        let error = Template::new(proof.clone(), &other, WINS).err().unwrap();
        assert_eq!(
            error.to_string(),
            "a proof that x wins on 6x6 with x to move: \
             expected a proof that x wins on 6x5 with x to move"
        );
        let holds = Claim { goal: Goal::Holds, ..WINS };
        assert!(Template::new(proof, &start, holds).is_err());
    }
}
