//! The question for a proof.

use std::sync::Arc;
use std::time::Duration;

use crate::clock::Instant;
use crate::control::Signals;
use crate::game::{Color, Position};
use crate::proof::{self, Claim, Goal, Proof};
use crate::prove::{Finding, Memory, ProveLimits, ProveProgress, Settled, prove, settle};

use super::message::{Problem, ProofFinding, ProofReport, ProveQuestion};

/// Positions that are visited where no limit says otherwise.
const NODES: u64 = 3_000_000;
/// The largest number of nodes of a proof that is handed over in lines, and of its bytes.
const FILE_NODES: usize = 50_000;
const FILE_BYTES: usize = 4 << 20;
/// The largest memory of the solvers, in mebibytes, where `Hash` allows more.
const MEMORY_MB: usize = 64;

/// A question with the position it is about.
pub(super) struct ProveJob {
    position: Position,
    question: ProveQuestion,
    hash_mb: usize,
}

impl ProveJob {
    /// A question about `position`, with `hash_mb` mebibytes for the searches to remember.
    ///
    /// # Errors
    /// When nothing can be proven about it.
    pub fn new(
        position: &Position,
        question: ProveQuestion,
        hash_mb: usize,
    ) -> Result<ProveJob, Problem> {
        if position.is_over() {
            return Err(Problem::new("prove", position.fen(), "a game that goes on"));
        }
        if Color::ALL.into_iter().any(|color| position.conversions(color) > 0) {
            let game = position.variant().to_string();
            return Err(Problem::new("prove", game, "a game without conversions"));
        }
        Ok(ProveJob { position: position.clone(), question, hash_mb })
    }

    /// The answer to the question, found until a limit is reached or a stop is signalled.
    pub fn carry_out(&self, signals: &Signals, started: Instant) -> ProofReport {
        let ProveQuestion { claim, nodes, movetime_ms } = self.question;
        let deadline = movetime_ms.and_then(|ms| started.checked_add(Duration::from_millis(ms)));
        let limits = ProveLimits {
            nodes: nodes.unwrap_or(NODES),
            memory: self.hash_mb.min(MEMORY_MB) << 20,
            file_nodes: FILE_NODES,
            ..ProveLimits::default()
        };
        let mut goes_on = |_: &ProveProgress| {
            !signals.is_stopped() && deadline.is_none_or(|deadline| Instant::now() < deadline)
        };
        if let Some(claim) = claim {
            return self.settle(claim, &limits, &mut goes_on);
        }
        // Without a claim: a win of either player, each with half of the nodes.
        let limits = ProveLimits { nodes: (limits.nodes / 2).max(1), ..limits };
        let (mut positions, mut is_refuted) = (0, true);
        for prover in [self.position.side(), !self.position.side()] {
            let claim = Claim { prover, goal: Goal::Wins };
            let (finding, visited) = prove(&self.position, claim, &limits, &mut goes_on);
            positions += visited;
            match finding {
                Finding::Proven(proof) => {
                    if let Some(finding) = handed_over(&proof) {
                        return ProofReport { claim: Some(claim), finding, positions };
                    }
                    is_refuted = false;
                }
                Finding::Refuted => {}
                Finding::Undecided => is_refuted = false,
            }
        }
        let finding = if is_refuted { ProofFinding::Refuted } else { ProofFinding::Undecided };
        ProofReport { claim: None, finding, positions }
    }

    /// The answer for one claim, whose opposite is tried as well.
    fn settle(
        &self,
        claim: Claim,
        limits: &ProveLimits,
        goes_on: &mut (dyn FnMut(&ProveProgress) -> bool + Send),
    ) -> ProofReport {
        let memory = Arc::new(Memory::new(&self.position, claim, &limits.shares()[0]));
        let goes_on = &mut |_, report: &ProveProgress| goes_on(report);
        let (settled, positions) = settle(&memory, &self.position, claim, limits, goes_on);
        let finding = match settled {
            Settled::Proven(proof) => handed_over(&proof).unwrap_or(ProofFinding::Undecided),
            Settled::Opposed(_) | Settled::Refuted => ProofFinding::Refuted,
            Settled::Undecided => ProofFinding::Undecided,
        };
        ProofReport { claim: Some(claim), finding, positions }
    }
}

/// A proof in lines, unless that would be too many.
fn handed_over(proof: &Proof) -> Option<ProofFinding> {
    let text = proof::text(proof);
    let nodes = proof.len();
    (text.len() <= FILE_BYTES).then_some(ProofFinding::Proven { nodes, text })
}
