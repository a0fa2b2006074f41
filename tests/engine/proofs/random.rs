//! Proofs by chance: whole ones are proven in both modes; damaged ones are proven in one
//! mode when they are in the other, and only when the claim is true.

use tengen_engine::game::Color;
use tengen_engine::proof::{self, CheckSettings, Claim, Goal, Proof, ProofVerdict};

use super::damage::{damaged, slightly_damaged};
use super::strategies::{self, Oracle};
use crate::effort;
use crate::support::Dice;

/// Whether zones with some memory and the exhaustive mode without any accept it.
fn accepted(dice: &mut Dice, proof: &Proof) -> [bool; 2] {
    let memory = dice.pick(&[40, 200, 2_000, 1 << 20]);
    [(false, memory), (true, 0)].map(|(exhaustive, memory)| {
        let settings = CheckSettings { exhaustive, memory, replies: 3_000_000 };
        match proof::check(proof, &settings, &mut |_| true) {
            ProofVerdict::Proven(_) => true,
            ProofVerdict::Refuted(refutation, _) => {
                assert!(!refutation.to_string().is_empty());
                false
            }
            // In the exhaustive mode it is told apart from a proof all the same.
            ProofVerdict::TooLong(_) | ProofVerdict::Stopped(_) => false,
        }
    })
}

/// What came of the tries, to be told at the end.
#[derive(Debug, Default)]
struct Count {
    whole: usize,
    damaged: usize,
    still_true: usize,
}

fn read_back(proof: &Proof) {
    let mut text = Vec::new();
    proof::write(proof, &mut text).unwrap();
    let again = proof::read(&mut text.as_slice());
    let again = again.unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&text)));
    assert!(again.nodes().eq(proof.nodes()));
}

#[test]
fn strategies_of_small_positions() {
    let mut dice = Dice::new(21);
    let mut count = Count::default();
    while count.damaged < effort::of(1_500, 8_000) {
        let Some(position) = strategies::position(&mut dice) else { continue };
        for prover in Color::ALL {
            for goal in [Goal::Wins, Goal::Holds] {
                let claim = Claim { prover, goal };
                if !Oracle::new(claim).holds(&mut position.clone()) {
                    continue;
                }
                let proof = strategies::write(&mut dice, &position, claim);
                read_back(&proof);
                assert_eq!(accepted(&mut dice, &proof), [true; 2], "{}", text(&proof));
                count.whole += 1;
                for _ in 0..4 {
                    let Some(worse) = damaged(&mut dice, &proof) else { continue };
                    let [zones, exhaustive] = accepted(&mut dice, &worse);
                    assert_eq!(zones, exhaustive, "{}", text(&worse));
                    let is_true = || Oracle::new(worse.claim).holds(&mut worse.position.clone());
                    assert!(!exhaustive || is_true(), "{}", text(&worse));
                    count.damaged += 1;
                    count.still_true += usize::from(exhaustive);
                }
            }
        }
    }
    assert!(
        count.still_true * 10 > count.damaged && count.still_true * 10 < 9 * count.damaged,
        "{count:?}"
    );
    println!("small positions: {count:?}");
}

#[test]
fn threats_on_larger_boards() {
    let mut dice = Dice::new(22);
    let mut count = Count::default();
    while count.damaged < effort::of(1_000, 4_000) {
        let Some(proof) = strategies::threats(&mut dice) else { continue };
        read_back(&proof);
        assert_eq!(accepted(&mut dice, &proof), [true; 2], "{}", text(&proof));
        count.whole += 1;
        let by_chance: Vec<Proof> = (0..6).filter_map(|_| damaged(&mut dice, &proof)).collect();
        for worse in slightly_damaged(&proof).into_iter().chain(by_chance) {
            let [zones, exhaustive] = accepted(&mut dice, &worse);
            assert_eq!(zones, exhaustive, "{}", text(&worse));
            count.damaged += 1;
            count.still_true += usize::from(exhaustive);
        }
    }
    println!("threats: {count:?}");
}

fn text(proof: &Proof) -> String {
    let mut text = Vec::new();
    proof::write(proof, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}
