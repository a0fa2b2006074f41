//! The question for a proof.

use std::time::{Duration, Instant};

use crate::control::Signals;
use crate::game::{Color, Position};
use crate::proof::{self, Claim, Goal};
use crate::prove::{Finding, ProveLimits, prove};

use super::message::{Problem, ProofFinding, ProofReport, ProveQuestion};

/// Positions that are visited where no limit says otherwise.
const NODES: u64 = 3_000_000;
/// Most nodes of a proof that is handed over in lines, and most bytes of them.
const FILE_NODES: usize = 50_000;
const FILE_BYTES: usize = 4 << 20;
/// Most memory of the solvers, in mebibytes, where `Hash` allows more.
const MEMORY_MB: usize = 64;

/// A question with the position it is about.
pub(super) struct ProveJob {
    position: Position,
    question: ProveQuestion,
    hash_mb: usize,
}

impl ProveJob {
    /// A question about that position, with what the searches of the session may remember.
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

    /// What comes of it until a limit is reached or somebody says stop.
    pub fn carry_out(&self, signals: &Signals, started: Instant) -> ProofReport {
        let ProveQuestion { claim, nodes, movetime_ms } = self.question;
        let claims = match claim {
            Some(claim) => vec![claim],
            None => [self.position.side(), !self.position.side()]
                .map(|prover| Claim { prover, goal: Goal::Wins })
                .to_vec(),
        };
        let deadline = movetime_ms.and_then(|ms| started.checked_add(Duration::from_millis(ms)));
        let each = (nodes.unwrap_or(NODES) / claims.len() as u64).max(1);
        let limits = ProveLimits {
            nodes: each,
            memory: self.hash_mb.min(MEMORY_MB) << 20,
            file_nodes: FILE_NODES,
            ..ProveLimits::default()
        };
        let mut goes_on = |_: &_| {
            !signals.is_stopped() && deadline.is_none_or(|deadline| Instant::now() < deadline)
        };
        let (mut positions, mut is_refuted) = (0, true);
        for &claim in &claims {
            let (finding, visited) = prove(&self.position, claim, &limits, &mut goes_on);
            positions += visited;
            match finding {
                Finding::Proven(proof) => {
                    let text = proof::text(&proof);
                    if text.len() <= FILE_BYTES {
                        let finding = ProofFinding::Proven { nodes: proof.len(), text };
                        return ProofReport { claim: Some(claim), finding, positions };
                    }
                    is_refuted = false;
                }
                Finding::Refuted => {}
                Finding::Undecided => is_refuted = false,
            }
        }
        let finding = if is_refuted { ProofFinding::Refuted } else { ProofFinding::Undecided };
        ProofReport { claim, finding, positions }
    }
}
