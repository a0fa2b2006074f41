//! What an analysis calls proven, as a proof that can be checked independently.

use tengen_engine::game::{Color, Position};
use tengen_engine::proof::{self, Claim, Goal};
use tengen_engine::prove::{Finding, ProveLimits, prove};
use tengen_engine::value::{Score, ScoreKind};

/// The most positions that are visited to prove one win; most proofs take a tenth of that.
const NODES: u64 = 3_000_000;

/// The winner of a game that goes on, where a score for the side to move is proven.
pub fn winner(position: &Position, score: Score) -> Option<Color> {
    match score.kind() {
        _ if position.is_over() => None,
        ScoreKind::Win(_) => Some(position.side()),
        ScoreKind::Loss(_) => Some(!position.side()),
        ScoreKind::Estimate(_) => None,
    }
}

/// The text of a file that proves that a player wins; `None` when no proof was found within the
/// usual limit, or before `is_stopped` said so.
pub fn of_win(
    position: &Position,
    winner: Color,
    is_stopped: impl Fn() -> bool + Sync,
) -> Option<String> {
    let claim = Claim { prover: winner, goal: Goal::Wins };
    let limits = ProveLimits { nodes: NODES, ..ProveLimits::default() };
    let Finding::Proven(proof) = prove(position, claim, &limits, &mut |_| !is_stopped()).0 else {
        return None;
    };
    Some(proof::text(&proof))
}

/// Whether proofs can be about the position: neither player may break lines in it.
pub fn apply_to(position: &Position) -> bool {
    Color::ALL.into_iter().all(|color| position.conversions(color) == 0)
}
