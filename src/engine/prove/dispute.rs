//! A claim and its opposite, of which exactly one is true: a false claim is often refuted by
//! a proof of the opposite long before a search for the claim has tried everything.

use std::sync::Arc;

use crate::game::Position;
use crate::proof::{Claim, Goal, Proof};

use super::{Finding, LARGE, Memory, ProveLimits, ProveProgress, prove_with};

/// Positions of the first turn of a claim. Most true claims need no second one, and are then
/// found as if the opposite had not been asked.
// Without turns of the opposite `x wins` on 5x5 with five in a row was undecided after three million
// positions; it is refuted after 100,001: this turn, and one position.
const FIRST_TURN: u64 = 100_000;
/// The opposite gets one part in this many of the positions and of the memory: it is tried where it
/// is cheap, and costs little where it is not.
const SHARE: u64 = 8;
/// With many empty squares each position of a search for holding takes this many times longer.
const SLOWER: u64 = 64;

/// What became of a claim whose opposite was tried, too.
pub enum Settled {
    /// The claim is true, and here is a proof that the checker has accepted.
    Proven(Box<Proof>),
    /// The claim is false, for here is a proof of the opposite that the checker has accepted.
    Opposed(Box<Proof>),
    /// The claim is false: a search of the whole game found no strategy.
    Refuted,
    /// The limits came first.
    Undecided,
}

impl ProveLimits {
    /// What the claim may take, and what its opposite.
    #[must_use]
    pub fn shares(&self) -> [ProveLimits; 2] {
        let memory = self.memory / SHARE as usize;
        [self.memory - memory, memory].map(|memory| ProveLimits { memory, ..*self })
    }
}

/// The number of positions of a search for `claim` that take about as long as `most` of others.
fn slowed(most: u64, claim: Claim, position: &Position) -> u64 {
    let is_slow = claim.goal == Goal::Holds && position.empty_count() > LARGE;
    if is_slow { most / SLOWER } else { most }
}

/// Tries to prove a claim, and by turns, for fewer positions, its opposite. `memory` is about
/// the claim, in the first of the [shares](ProveLimits::shares) of the limits. `goes_on` hears
/// which of the two is looked at, and may say `false` to end it. Returns what became of it, and
/// the number of positions visited for both.
pub fn settle(
    memory: &Arc<Memory>,
    position: &Position,
    claim: Claim,
    limits: &ProveLimits,
    goes_on: &mut (dyn FnMut(Claim, &ProveProgress) -> bool + Send),
) -> (Settled, u64) {
    let [share, other_share] = limits.shares();
    let opposite = claim.opposite();
    let mut other = Some(Arc::new(Memory::new(position, opposite, &other_share)));
    let mut turns =
        DisputeTurns { position, most: limits.nodes, visited: 0, is_stopped: false, goes_on };
    // The first turn of the claim leaves the opposite its part.
    let mut most = FIRST_TURN;
    let mut longest = limits.nodes - limits.nodes / SHARE;
    loop {
        let turn =
            if other.is_some() { slowed(most, claim, position).min(longest) } else { u64::MAX };
        let (finding, is_useless) = turns.look(memory, claim, &share, turn);
        let settled = match finding {
            Finding::Proven(proof) => Some(Settled::Proven(proof)),
            Finding::Refuted => Some(Settled::Refuted),
            Finding::Undecided => (is_useless || turns.are_over()).then_some(Settled::Undecided),
        };
        if let Some(settled) = settled {
            return (settled, turns.visited);
        }
        if let Some(known) = &other {
            let turn = slowed(most / SHARE, opposite, position);
            match turns.look(known, opposite, &other_share, turn) {
                (Finding::Proven(proof), _) => {
                    return (Settled::Opposed(proof), turns.visited);
                }
                // Then the claim is true, but nothing shows it yet.
                (Finding::Refuted, _) | (Finding::Undecided, true) => other = None,
                (Finding::Undecided, false) => {}
            }
        }
        if turns.are_over() {
            return (Settled::Undecided, turns.visited);
        }
        longest = u64::MAX;
        most = most.saturating_mul(2);
    }
}

/// What is left for both claims.
struct DisputeTurns<'a> {
    position: &'a Position,
    /// Positions that may be visited in all.
    most: u64,
    visited: u64,
    is_stopped: bool,
    goes_on: &'a mut (dyn FnMut(Claim, &ProveProgress) -> bool + Send),
}

impl DisputeTurns<'_> {
    const fn are_over(&self) -> bool {
        self.is_stopped || self.visited >= self.most
    }

    /// Looks at a claim for at most `most` positions. Also returns whether another look would be
    /// useless: where no limit was in the way, it would end as this one did.
    fn look(
        &mut self,
        memory: &Arc<Memory>,
        claim: Claim,
        share: &ProveLimits,
        most: u64,
    ) -> (Finding, bool) {
        let limits =
            ProveLimits { nodes: most.min(self.most.saturating_sub(self.visited)), ..*share };
        if limits.nodes == 0 {
            return (Finding::Undecided, false);
        }
        let DisputeTurns { position, is_stopped, goes_on, .. } = self;
        let mut watch = |report: &ProveProgress| {
            *is_stopped |= !goes_on(claim, report);
            !*is_stopped
        };
        let (finding, visited) = prove_with(memory, position, claim, &limits, &mut watch);
        self.visited += visited;
        (finding, visited < limits.nodes && !self.is_stopped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Color, Variant};

    fn settled(position: &Position, claim: &str, nodes: u64) -> (Settled, u64) {
        let limits = ProveLimits { nodes, memory: 16 << 20, ..ProveLimits::default() };
        let claim = Claim::parse(claim).unwrap();
        let memory = Arc::new(Memory::new(position, claim, &limits.shares()[0]));
        settle(&memory, position, claim, &limits, &mut |_, _| true)
    }

    fn played(variant: Variant, moves: &str) -> Position {
        let mut position = Position::new(variant).unwrap();
        for word in moves.split_whitespace() {
            position.play(word.parse().unwrap()).unwrap();
        }
        position
    }

    #[test]
    fn opposites_are_the_other_players() {
        for (claim, opposite) in [("x wins", "o holds"), ("o holds", "x wins")] {
            assert_eq!(Claim::parse(claim).map(Claim::opposite), Claim::parse(opposite));
        }
        let holds = Claim { prover: Color::Black, goal: Goal::Holds };
        assert_eq!(holds.opposite().to_string(), "o wins");
    }

    /// Five in a row cannot be made on 5x5, which is seen at once by pairs; a search for x would
    /// have to look at the whole game. On 15x15 x wins by threats; what holds is hard to say.
    #[test]
    fn a_false_claim_is_refuted_by_a_proof_of_its_opposite() {
        let small = played(Variant::mnk(5, 5, 5).unwrap(), "");
        let large = played(Variant::preset("gomoku").unwrap(), "h8 a1 i8 a3 i9 c1");
        for (position, claim) in [(small, "x wins"), (large, "o holds")] {
            let (settled, visited) = settled(&position, claim, 400_000);
            let Settled::Opposed(proof) = settled else { panic!("{claim}") };
            assert_eq!(proof.claim, Claim::parse(claim).unwrap().opposite());
            assert!(visited <= 400_000, "{visited}");
        }
    }

    /// The opposite takes nothing from a claim that is found in the first turn, and neither is
    /// found by a limit.
    #[test]
    fn what_is_true_is_found_as_before() {
        let position = played(Variant::mnk(5, 5, 3).unwrap(), "c3 a1");
        let (found, visited) = settled(&position, "x wins", u64::MAX);
        assert!(matches!(found, Settled::Proven(_)));
        let limits = ProveLimits { memory: 14 << 20, ..ProveLimits::default() };
        let claim = Claim::parse("x wins").unwrap();
        assert_eq!(super::super::prove(&position, claim, &limits, &mut |_| true).1, visited);
        let empty = played(Variant::preset("gomoku").unwrap(), "");
        for nodes in [1, 7, 100] {
            assert!(matches!(settled(&empty, "x wins", nodes).0, Settled::Undecided), "{nodes}");
        }
    }
}
