//! From a tree to the moves that a search does not find by itself.

use std::collections::HashMap;

use crate::game::Move;
use crate::proof::{Proof, ProofNode, Reference, Reply, Then};

use super::super::write::position_name;
use super::tree::{JobTree, State, Try, TryState};

/// Something is left to do.
struct Unfinished;

/// What is made of the places of a tree.
struct Condensed {
    proof: Proof,
    /// The node of each place; nothing inside where a search wins.
    made: HashMap<usize, Option<u32>>,
}

impl JobTree {
    /// The strategy of the whole without what follows where a search wins, once nothing is left to
    /// do: nodes list the replies after which no search did, and nothing answers the others.
    /// `None` while something is left.
    pub fn condensed(&self) -> Option<Proof> {
        let proof = Proof::new(self.places[0].position.clone(), self.claim);
        let mut condensed = Condensed { proof, made: HashMap::new() };
        self.condense(0, &mut condensed).ok()?;
        Some(condensed.proof)
    }

    /// The node of a place; nothing where a search wins. The depth is bounded by the squares of the
    /// board.
    fn condense(&self, at: usize, condensed: &mut Condensed) -> Result<Option<u32>, Unfinished> {
        if let Some(&known) = condensed.made.get(&at) {
            return Ok(known);
        }
        let place = &self.places[at];
        let number = match self.proven_move(at)? {
            None => None,
            Some(Try { square, state: TryState::Answered(answers), .. }) => {
                let mut listed = Vec::new();
                for &(reply, child) in &answers.replies {
                    let Some(node) = self.condense(child, condensed)? else { continue };
                    let mut position = place.position.clone();
                    let played = square.iter().chain([&reply]);
                    played.for_each(|&square| position.play_unchecked(Move::place(square)));
                    let (_, view) = position_name(&position);
                    let symmetry = self.places[child].view.then(view.inverse());
                    listed.push(Reply { square: reply, next: Reference { node, symmetry } });
                }
                listed.sort_by_key(|reply| reply.square);
                let then = Then::Replies { listed: &listed, others: None };
                Some(condensed.proof.push(ProofNode { square: *square, then }))
            }
            Some(_) => return Err(Unfinished),
        };
        condensed.made.insert(at, number);
        Ok(number)
    }

    /// The move that proves a position; nothing where a strategy of its own does.
    fn proven_move(&self, at: usize) -> Result<Option<&Try>, Unfinished> {
        let place = &self.places[at];
        match &place.state {
            State::Won(_) => Ok(place.proven.as_ref().map(|(_, one)| one)),
            State::Open(score, tries) => {
                let cost = |(rank, one): (usize, &Try)| self.cost_of_try(one, rank, *score);
                let proven = tries.iter().enumerate().position(|one| cost(one) == 0);
                proven.map(|proven| Some(&tries[proven])).ok_or(Unfinished)
            }
            State::New | State::Lost => Err(Unfinished),
        }
    }
}
