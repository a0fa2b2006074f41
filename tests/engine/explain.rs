//! What `explain` promises, held against the prover.

use tengen_engine::game::{Move, Position, Variant};
use tengen_engine::proof::{Claim, Goal};
use tengen_engine::prove::{Finding, ProveLimits, prove};
use tengen_engine::search::explain::explain;
use tengen_engine::search::reason::ReasonCode;

/// Whether a win is told after a move, of either player; a proof has to be found for it.
fn is_kept(position: &Position, mv: Move) -> bool {
    let winner = explain(position, &[mv]).into_iter().find_map(|reason| match reason.code {
        ReasonCode::WinByFours(_) | ReasonCode::WinByThreats(_) => Some(position.side()),
        ReasonCode::AllowsWinByFours(_) => Some(!position.side()),
        _ => None,
    });
    let Some(winner) = winner else { return false };
    let mut after = position.clone();
    after.play(mv).unwrap();
    let limits = ProveLimits { nodes: 100_000, ..ProveLimits::default() };
    let claim = Claim { prover: winner, goal: Goal::Wins };
    let (finding, _) = prove(&after, claim, &limits, &mut |_| true);
    assert!(matches!(finding, Finding::Proven(_)), "{winner:?} after {mv}");
    true
}

/// Every win that is told is one, against the slowest of checkers: all replies, by a search.
#[test]
fn what_is_promised_is_kept() {
    let mut count = 0;
    for moves in [
        "h8 a1 i8 a3 j8",
        "h8 a1 i8 a3 j8 a5",
        // A closed three and three stones beside it: fours lead to a win.
        "h8 g8 i8 a3 j8 a5 i9 a7 i10 a9 g10 c1",
    ] {
        let mut position = Position::new(Variant::preset("gomoku").unwrap()).unwrap();
        for word in moves.split(' ') {
            position.play(word.parse().unwrap()).unwrap();
        }
        for mv in position.legal_moves().into_iter().step_by(2) {
            count += usize::from(is_kept(&position, mv));
        }
    }
    assert!(count > 10, "{count}");
}
