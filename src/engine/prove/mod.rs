//! Proving: from a position and a claim to a strategy that can be checked independently.
//!
//! The solvers may guess. A [`Proof`] that is handed on has been checked by
//! [`proof::check()`](crate::proof::check()), every reply played.

mod blocking;
mod cut;
mod dispute;
mod guides;
mod jobs;
mod limits;
mod memory;
mod pairing;
mod plain;
mod pns;
mod table;
mod wins;
mod write;

use std::sync::Arc;

use crate::eval;
use crate::game::{Position, Square};
use crate::proof::{self, CheckSettings, Claim, Goal, Proof, ProofVerdict};

use blocking::Blocking;
use guides::{BlockingGuide, PlainGuide};
use memory::Parts;
use plain::Plain;
use pns::{Pns, ProofBudget};
use wins::{Wins, WinsTurn};

pub use dispute::{Settled, settle};

pub use cut::{Cut, CutLimits, LeafFinding, Standing, is_same};

pub use jobs::{
    FindingError, FindingLine, Job, JobFault, JobFinding, JobKeeper, JobLimits, JobMemory,
    JobSearch, JobTree, Known, Misplaced, Others, Template, TemplateError, squares, words,
};
pub use limits::ProveLimits;
pub use memory::Memory;
pub use pns::ProveProgress;

/// What became of a claim.
pub enum Finding {
    /// The claim is true, and here is a proof that the checker has accepted.
    Proven(Box<Proof>),
    /// The claim is false.
    Refuted,
    /// The limits came first.
    Undecided,
}

/// Tries to prove a claim about a position whose game goes on. `goes_on` hears of the
/// progress now and then, and may say `false` to end it. Returns the finding, and the
/// number of positions visited.
pub fn prove(
    position: &Position,
    claim: Claim,
    limits: &ProveLimits,
    goes_on: &mut (dyn FnMut(&ProveProgress) -> bool + Send),
) -> (Finding, u64) {
    let memory = Arc::new(Memory::new(position, claim, limits));
    prove_with(&memory, position, claim, limits, goes_on)
}

/// As [`prove()`], but starts from what `memory` knows and keeps there what is found out.
pub fn prove_with(
    memory: &Arc<Memory>,
    position: &Position,
    claim: Claim,
    limits: &ProveLimits,
    goes_on: &mut (dyn FnMut(&ProveProgress) -> bool + Send),
) -> (Finding, u64) {
    let mut budget = ProofBudget::new(limits.nodes, goes_on);
    let finding = find(memory, position, claim, limits, &mut budget);
    (finding, budget.visited)
}

/// The moves of the side to move that may be right, at most `most`, where after every other
/// one its opponent wins by threats; and these wins as one strategy, whose root lists no answer
/// to those moves. After each of the others the checker accepts the rest as a proof that the
/// opponent wins; nothing is shown about the moves returned.
pub fn losing_moves(
    position: &Position,
    most: usize,
    limits: &ProveLimits,
    goes_on: &mut (dyn FnMut(&ProveProgress) -> bool + Send),
) -> Option<(Vec<Square>, Proof)> {
    let mut budget = ProofBudget::new(limits.nodes, goes_on);
    let claim = Claim { prover: !position.side(), goal: Goal::Wins };
    let tables = eval::tables(position.rule(), position.variant().k);
    let found = wins::losing_moves(position, claim, &tables, limits.memory, most, &mut budget);
    found.filter(|(_, proof)| proof.len() <= limits.file_nodes)
}

/// Positions of the first turn of a solver; the next ones are longer.
const TURN: u64 = 100_000;

/// With more empty squares the whole game is not looked at beside a search for threats.
const LARGE: usize = 64;

fn find(
    memory: &Arc<Memory>,
    position: &Position,
    claim: Claim,
    limits: &ProveLimits,
    budget: &mut ProofBudget<'_>,
) -> Finding {
    let file_nodes = limits.file_nodes;
    // Holding by blocking alone, where that may be enough: it is a proof, too.
    let may_block = claim.goal == Goal::Holds && !position.rule().has_fouls(claim.prover);
    let threads = limits.threads.max(1);
    let blocking = may_block.then(|| Blocking::new(position, claim.prover)).flatten();
    let mut blocking = blocking.map(|tree| vec![tree; threads]);
    let mut blocker = Pns::new(Arc::clone(&memory.blocking));
    // Winning by threats; to find none says nothing.
    let tables =
        (claim.goal == Goal::Wins).then(|| eval::tables(position.rule(), position.variant().k));
    let parts = Parts::of(position, claim, limits);
    let mut wins = tables
        .as_deref()
        .and_then(|tables| Wins::new(position, claim, tables, memory, (&parts, threads)));
    let mut plain = vec![Plain::new(position, claim); threads];
    let mut solver = Pns::new(Arc::clone(&memory.plain));
    let mut turn = TURN;
    // The two take turns until one of them knows.
    while !budget.is_over {
        budget.take_turn(turn);
        if let Some(trees) = &mut blocking {
            match blocker.solve_together(trees, budget) {
                Some(true) => {
                    budget.take_turn(u64::MAX);
                    let solver = &mut blocker;
                    let mut guide = BlockingGuide { solver, prover: claim.prover, budget };
                    let proof = write::strategy(position, claim, &mut guide, file_nodes);
                    if let Some(proof) = proof.filter(|proof| is_true(proof, budget)) {
                        return Finding::Proven(Box::new(proof));
                    }
                    blocking = None;
                }
                Some(false) => blocking = None,
                None => {}
            }
        }
        match wins.as_mut().map(|wins| wins.search(turn, budget)) {
            Some(WinsTurn::Won(proof)) if proof.len() <= file_nodes && is_true(&proof, budget) => {
                return Finding::Proven(proof);
            }
            Some(WinsTurn::Won(_) | WinsTurn::GivenUp) => wins = None,
            Some(WinsTurn::Over) | None => {}
        }
        if wins.is_some() && position.empty_count() > LARGE {
            turn = turn.saturating_mul(2);
            continue;
        }
        budget.take_turn(turn);
        match solver.solve_together(&mut plain, budget) {
            Some(true) => {
                budget.take_turn(u64::MAX);
                let mut guide =
                    PlainGuide { solver: &mut solver, tree: plain.swap_remove(0), budget };
                let proof = write::strategy(position, claim, &mut guide, file_nodes);
                return match proof.filter(|proof| is_true(proof, budget)) {
                    Some(proof) => Finding::Proven(Box::new(proof)),
                    None => Finding::Undecided,
                };
            }
            Some(false) => return Finding::Refuted,
            None => {}
        }
        turn = turn.saturating_mul(2);
    }
    Finding::Undecided
}

/// Whether the checker agrees, as far as there is time to ask it.
fn is_true(proof: &Proof, budget: &mut ProofBudget<'_>) -> bool {
    let verdict = proof::check(proof, &CheckSettings::default(), &mut |_| budget.asks());
    matches!(verdict, ProofVerdict::Proven(_))
}
