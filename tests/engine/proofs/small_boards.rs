//! The solver on small boards: known values, and files that the checker accepts.

use tengen_engine::game::{Color, Position, Rule, Variant};
use tengen_engine::proof::{self, CheckSettings, Claim, Goal, ProofVerdict};
use tengen_engine::prove::{Finding, ProveLimits, prove};

use super::strategies::{self, Oracle};
use crate::effort;
use crate::support::{Dice, variant};

fn limits(nodes: u64) -> ProveLimits {
    ProveLimits { nodes, memory: 16 << 20, ..ProveLimits::default() }
}

/// Whether a claim is proven, with a file that both modes accept; `None` is undecided.
fn found(position: &Position, claim: Claim, nodes: u64) -> Option<bool> {
    match prove(position, claim, &limits(nodes), &mut |_| true).0 {
        Finding::Proven(proof) => {
            assert_eq!((proof.claim, proof.position.key()), (claim, position.key()));
            for exhaustive in [false, true] {
                let settings = CheckSettings { exhaustive, ..CheckSettings::default() };
                let verdict = proof::check(&proof, &settings, &mut |_| true);
                assert!(
                    matches!(verdict, ProofVerdict::Proven(_)),
                    "{claim} {position:?}: {verdict:?}"
                );
            }
            Some(true)
        }
        Finding::Refuted => Some(false),
        Finding::Undecided => None,
    }
}

fn claim(prover: Color, goal: Goal) -> Claim {
    Claim { prover, goal }
}

#[test]
fn values_of_small_boards_are_those_of_the_literature() {
    let full = [(5, 5, 5, false), (6, 5, 4, true), (6, 6, 5, false), (7, 4, 4, false)];
    let quick = [
        (3, 3, 3, false),
        (4, 3, 3, true),
        (4, 4, 3, true),
        (7, 3, 3, true),
        (4, 4, 4, false),
        (5, 4, 4, false),
        (6, 4, 4, false),
        (5, 5, 4, false),
        (5, 5, 5, false),
    ];
    for (width, height, k, first_wins) in
        quick.into_iter().chain(effort::of(&full[..0], &full[..]).iter().copied())
    {
        let game = Variant::mnk(width, height, k).unwrap();
        let position = Position::new(game).unwrap();
        let what = game.to_string();
        assert_eq!(
            found(&position, claim(Color::White, Goal::Holds), 2_000_000),
            Some(!first_wins),
            "{what}"
        );
        if first_wins {
            assert_eq!(
                found(&position, claim(Color::Black, Goal::Wins), 2_000_000),
                Some(true),
                "{what}"
            );
        } else {
            assert_eq!(
                found(&position, claim(Color::Black, Goal::Holds), 2_000_000),
                Some(true),
                "{what}"
            );
        }
    }
}

/// Every claim about random positions of every rule, against trying everything.
#[test]
fn claims_about_random_positions_are_settled_as_they_are() {
    let mut dice = Dice::new(23);
    let (mut proven, mut refuted) = (0, 0);
    while proven < effort::of(300, 1_000) {
        let Some(position) = strategies::position(&mut dice) else { continue };
        for prover in Color::ALL {
            for goal in [Goal::Wins, Goal::Holds] {
                let claim = claim(prover, goal);
                let holds = Oracle::new(claim).holds(&mut position.clone());
                assert_eq!(found(&position, claim, 1_000_000), Some(holds), "{claim} {position:?}");
                proven += usize::from(holds);
                refuted += usize::from(!holds);
            }
        }
    }
    assert!(refuted > proven / 4, "{refuted} of {proven}");
}

#[test]
fn limits_end_the_search() {
    let game = variant(Rule::Freestyle, 15, 15, 5, 0);
    let position = Position::new(game).unwrap();
    let wins = claim(Color::Black, Goal::Wins);
    let (finding, visited) = prove(&position, wins, &limits(500), &mut |_| true);
    // A look for threats is not broken off in the midst of a position.
    assert!(matches!(finding, Finding::Undecided) && (500..700).contains(&visited), "{visited}");
    let mut asked = 0;
    let (finding, _) = prove(&position, wins, &limits(u64::MAX), &mut |report| {
        asked += 1;
        assert!(report.nodes > 0 && report.proof > 0 && report.disproof > 0);
        false
    });
    assert!(matches!(finding, Finding::Undecided) && asked == 1);
    // A file that would be too long is not begun.
    let game = Variant::mnk(4, 4, 3).unwrap();
    let few = ProveLimits { file_nodes: 3, ..limits(u64::MAX) };
    let (finding, _) = prove(&Position::new(game).unwrap(), wins, &few, &mut |_| true);
    assert!(matches!(finding, Finding::Undecided));
}
