//! Positions that are much the same, and strategies seen as theirs.

use crate::game::symmetry::Symmetry;
use crate::game::{Color, Position, Square};
use crate::proof::{Proof, ProofNode, Reference, Reply, Then};

/// The strategy of a finding, which may win elsewhere, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The number of the finding.
    pub number: u64,
    /// The view that makes the position of the finding similar to the one for which it is a hint.
    pub view: Symmetry,
}

/// The stones of one player up to symmetry: the least name that any view has.
pub(super) fn shape(position: &Position, color: Color) -> Vec<Square> {
    let size = position.size();
    let stones = stones(position, color);
    let seen = |view: Symmetry| {
        let mut seen: Vec<Square> = stones.iter().map(|&stone| view.apply(size, stone)).collect();
        seen.sort_unstable();
        seen
    };
    Symmetry::of(size).map(seen).min().unwrap_or_default()
}

/// The stones of one player.
pub(super) fn stones(position: &Position, color: Color) -> Vec<Square> {
    let is_own = |&square: &Square| has(position, square, color);
    position.occupied().iter().filter(is_own).collect()
}

/// Whether a stone of `color` stands on `square`.
pub(super) fn has(position: &Position, square: Square, color: Color) -> bool {
    position.at(square).is_some_and(|stone| stone.color == color)
}

/// A strategy as one of the position that a view shows.
pub(super) fn seen(proof: &Proof, view: Symmetry) -> Proof {
    let size = proof.position.size();
    let mut other = Proof::new(view.apply_position(&proof.position), proof.claim);
    let turned = |next: Reference| Reference {
        symmetry: view.inverse().then(next.symmetry).then(view),
        ..next
    };
    for ProofNode { square, then } in proof.nodes() {
        let square = square.map(|square| view.apply(size, square));
        match then {
            Then::Replies { listed, others } => {
                let listed: Vec<Reply> = listed
                    .iter()
                    .map(|reply| Reply {
                        square: view.apply(size, reply.square),
                        next: turned(reply.next),
                    })
                    .collect();
                let then = Then::Replies { listed: &listed, others: others.map(turned) };
                other.push(ProofNode { square, then });
            }
            Then::Pairs(pairs) => {
                let pairs: Vec<[Square; 2]> =
                    pairs.iter().map(|pair| pair.map(|square| view.apply(size, square))).collect();
                other.push(ProofNode { square, then: Then::Pairs(&pairs) });
            }
            Then::Potential => {
                other.push(ProofNode { square, then: Then::Potential });
            }
        }
    }
    other
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::proof::{self, CheckSettings, ProofVerdict, check};

    #[test]
    fn a_strategy_is_as_true_in_every_view() {
        let file = "tengen-proof 1\n\
                    position 1xxx1/5/2o2/1o3/5 o k=4 rule=freestyle\n\
                    claim x wins\n\
                    a5\n\
                    e5\n\
                    - a5:1 *:0\n";
        let proof = proof::read(&mut file.as_bytes()).unwrap();
        let mut positions = HashSet::new();
        for view in Symmetry::of(proof.position.size()) {
            let seen = seen(&proof, view);
            let verdict = check(&seen, &CheckSettings::default(), &mut |_| true);
            assert!(matches!(verdict, ProofVerdict::Proven(_)), "{view:?}: {verdict:?}");
            positions.insert(seen.position.fen());
        }
        assert_eq!(positions.len(), 8);
    }
}
