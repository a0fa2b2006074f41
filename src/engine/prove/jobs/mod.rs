//! A win proven by jobs: a tree of positions that is kept, and a search of the engine for
//! each of its leaves, here or on another machine.
//!
//! A job with the prover to move asks for a win. With the opponent to move it asks what wins
//! after a pass, and which replies that is no answer to. The tree tells which job is worth
//! most, so that what is found out is all that has to be kept.
//!
//! Source: job-level proof-number search by Wu and others (2010), with estimates of the work
//! that is left in place of proof numbers.

mod condense;
mod cost;
mod hints;
mod join;
mod line;
mod lost;
mod next;
mod search;
mod similar;
mod template;
mod tree;
mod work;

pub use line::{FindingError, FindingLine, squares, words};
pub use search::{JobFault, JobKeeper, JobSearch};
pub use similar::Hint;
pub use template::{Template, TemplateError};
pub use tree::{JobTree, Misplaced};
pub use work::{JobLimits, JobMemory, Known};

use crate::game::{Position, Square};
use crate::proof::{Claim, Proof};
use crate::value::Score;

/// A piece of work.
#[derive(Clone, Debug)]
pub struct Job {
    /// The moves that lead there from the root.
    pub moves: Vec<Square>,
    /// The position after `moves`.
    pub position: Position,
    /// The claim that is to be proven.
    pub claim: Claim,
}

/// What a job found out.
pub enum JobFinding {
    /// The claim is true, and here is why.
    Won(Box<Proof>),
    /// The prover cannot win here.
    Lost,
    /// The prover is to move, and nothing is proven: what a search thinks of it.
    Open {
        /// What the search thinks of the position, for the prover.
        score: Score,
        /// The best move.
        best: Square,
        /// Other moves that a search looked at, the best first, and what it thinks of each.
        others: Vec<(Square, Score)>,
    },
    /// The opponent is to move, and these replies need answers of their own, the most
    /// dangerous first.
    Replies(Vec<Square>, Others),
}

impl JobFinding {
    /// The strategy that was found, if there is one.
    pub fn strategy(&self) -> Option<&Proof> {
        match self {
            JobFinding::Won(proof) | JobFinding::Replies(_, Others::Strategy(proof)) => Some(proof),
            _ => None,
        }
    }
}

/// What answers all other replies.
pub enum Others {
    /// What wins after a pass; its position is the one after that pass.
    Strategy(Box<Proof>),
    /// Nothing: all legal replies are listed.
    Nothing,
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::{Color, Move, Variant};
    use crate::proof::{CheckSettings, ProofVerdict, check};

    const LIMITS: JobLimits = JobLimits { nodes: 40, memory: 1 << 20, is_alone: false };

    /// Does jobs, several at once, until nothing is left; the strategies of findings.
    fn work(tree: &mut JobTree, at_once: usize) -> Vec<Option<Arc<Proof>>> {
        let mut found: Vec<Option<Arc<Proof>>> = Vec::new();
        loop {
            let mut known = |number: u64| found[number as usize].clone();
            let settled = tree.settled(&mut known).map(|(job, proof)| {
                let proof = proof.expect("all strategies are there");
                assert!(matches!(
                    check(&proof, &CheckSettings::default(), &mut |_| true),
                    ProofVerdict::Proven(_)
                ));
                (job, JobFinding::Won(Box::new(proof)))
            });
            let wanted = if settled.is_some() { 0 } else { at_once };
            let jobs: Vec<Job> = std::iter::from_fn(|| tree.next_job()).take(wanted).collect();
            let look = |job: Job| {
                let similar = tree.hints(&job);
                let known = |hint: &Hint| {
                    known(hint.number).map(|proof| Arc::new(similar::seen(&proof, hint.view)))
                };
                let hints: Vec<_> = similar.iter().filter_map(known).collect();
                assert_eq!(hints.len(), similar.len(), "hints have strategies");
                let known = Known { hints: &hints, template: None };
                let finding = job.work(LIMITS, known, &mut JobMemory::default(), &mut |_| true).0;
                (job, finding.expect("nobody ends it"))
            };
            let mut done: Vec<(Job, JobFinding)> = jobs.into_iter().map(look).collect();
            done.extend(settled);
            if done.is_empty() {
                return found;
            }
            for (job, finding) in done {
                assert_eq!(tree.take(&job.moves, &finding), Ok(found.len() as u64));
                assert_eq!(tree.take(&job.moves, &finding), Err(Misplaced), "it is answered");
                found.push(match finding {
                    JobFinding::Won(proof) | JobFinding::Replies(_, Others::Strategy(proof)) => {
                        Some(Arc::from(proof))
                    }
                    _ => None,
                });
            }
        }
    }

    /// Positions that are equal up to symmetry are one, and strategies are seen through the
    /// symmetry that lies between.
    #[test]
    fn jobs_prove_a_win_on_small_boards() {
        let wins = |prover| Claim { prover, goal: crate::proof::Goal::Wins };
        for (side, k, at_once) in [(5, 3, 1), (6, 4, 1), (6, 4, 3), (7, 4, 2)] {
            let position = Position::new(Variant::mnk(side, side, k).unwrap()).unwrap();
            let claim = wins(position.side());
            let mut tree = JobTree::new(&position, claim);
            let found = work(&mut tree, at_once);
            assert_eq!(tree.cost(), Some(0), "{side} k={k}");
            let proof = tree.strategy(&mut |number| found[number as usize].clone()).unwrap();
            let verdict = check(
                &proof,
                &CheckSettings { exhaustive: true, ..CheckSettings::default() },
                &mut |_| true,
            );
            assert!(matches!(verdict, ProofVerdict::Proven(_)), "{side} k={k}: {verdict:?}");
        }
        // The opponent moves first, and cannot help it.
        let mut position = Position::new(Variant::mnk(5, 5, 3).unwrap()).unwrap();
        position.play("c3".parse().unwrap()).unwrap();
        let mut tree = JobTree::new(&position, wins(Color::Black));
        let found = work(&mut tree, 2);
        let proof = tree.strategy(&mut |number| found[number as usize].clone()).unwrap();
        assert_eq!(proof.node(proof.len() as u32 - 1).square, None);
        assert!(matches!(
            check(&proof, &CheckSettings::default(), &mut |_| true),
            ProofVerdict::Proven(_)
        ));
    }

    /// What wins after a pass answers many replies; a search that decides alone has to see the win
    /// after each of them, too.
    #[test]
    fn replies_after_which_a_search_alone_sees_nothing_are_listed() {
        let mut position = Position::new(Variant::mnk(6, 6, 4).unwrap()).unwrap();
        let moves: Vec<Square> = vec!["c3".parse().unwrap()];
        position.play_unchecked(Move::place(moves[0]));
        let claim = Claim { prover: Color::Black, goal: crate::proof::Goal::Wins };
        let job = Job { moves, position, claim };
        let mut memory = JobMemory::default();
        let mut listed = |nodes, is_alone| {
            let limits = JobLimits { nodes, memory: 1 << 20, is_alone };
            match job.work(limits, Known::default(), &mut memory, &mut |_| true).0 {
                Some(JobFinding::Replies(listed, Others::Strategy(_))) => listed,
                _ => panic!("c3 wins, also after a pass"),
            }
        };
        let usual = listed(300, false);
        let mut more = |nodes| listed(nodes, true).iter().filter(|it| !usual.contains(it)).count();
        assert_eq!([100, 300, 1_000].map(&mut more), [7, 3, 0], "of {}", 35 - usual.len());
    }

    /// Where the prover cannot win nothing is claimed.
    #[test]
    fn what_is_false_is_not_proven() {
        let position = Position::new(Variant::mnk(3, 3, 3).unwrap()).unwrap();
        let claim = Claim { prover: Color::Black, goal: crate::proof::Goal::Wins };
        let mut tree = JobTree::new(&position, claim);
        work(&mut tree, 2);
        assert_eq!(tree.cost(), None);
        assert!(tree.strategy(&mut |_| None).is_none());
    }
}
