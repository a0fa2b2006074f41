//! Wins by threats and quiet moves: files that both modes of the checker accept.

use tengen_engine::game::Position;
use tengen_engine::proof::{self, Claim, Goal, Proof, Settings, Verdict};
use tengen_engine::solve::prove::{Finding, ProveLimits, prove};

use crate::effort;
use crate::verify::problems::problems;

/// The proof that the side to move wins, if it is found.
fn found(position: &Position, nodes: u64) -> Option<Proof> {
    let claim = Claim { prover: position.side(), goal: Goal::Wins };
    let limits = ProveLimits { nodes, memory: 64 << 20, ..ProveLimits::default() };
    match prove(position, claim, &limits, &mut |_| true).0 {
        Finding::Proven(proof) => {
            assert_eq!((proof.claim, proof.position.key()), (claim, position.key()));
            Some(*proof)
        }
        Finding::Refuted => panic!("{position:?}: refuted"),
        Finding::Undecided => None,
    }
}

/// Whether a mode of the checker accepts a proof; `None` when that takes too long.
fn is_accepted(proof: &Proof, exhaustive: bool, replies: u64) -> Option<bool> {
    let settings = Settings { exhaustive, replies, ..Settings::default() };
    match proof::check(proof, &settings, &mut |_| true) {
        Verdict::Proven(_) => Some(true),
        Verdict::TooLong(_) => None,
        Verdict::Refuted(..) | Verdict::Stopped(_) => Some(false),
    }
}

/// Published problems of every rule: nearly all are solved and written down, and the
/// exhaustive mode, which knows nothing of zones, accepts what it can finish.
#[test]
fn threat_problems_become_files() {
    let all = problems("threats-dev.jsonl");
    let (mut tried, mut solved, mut exhausted) = (0, 0, 0);
    for problem in all.iter().step_by(effort::of(24, 3)) {
        tried += 1;
        let Some(proof) = found(&problem.position, 200_000) else { continue };
        solved += 1;
        assert_eq!(is_accepted(&proof, false, u64::MAX), Some(true), "{}", problem.id);
        let replies = effort::of(300_000, 30_000_000);
        match is_accepted(&proof, true, replies) {
            Some(accepted) => {
                exhausted += 1;
                assert!(accepted, "{}: the exhaustive mode refuses it", problem.id);
            }
            None => {}
        }
    }
    println!("{solved} of {tried} solved, {exhausted} checked exhaustively");
    assert!(
        10 * solved >= 9 * tried && 2 * exhausted >= solved,
        "{solved}, {exhausted} of {tried}"
    );
}
