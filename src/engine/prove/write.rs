//! From a solved position to a file: asks for the answer to every reply, plays it, and
//! lets positions share what they have in common.

use std::collections::HashMap;
use std::sync::Arc;

use crate::game::symmetry::{Symmetry, canonical_key};
use crate::game::{Move, Position, Square, SquareSet};
use crate::proof::{Claim, Goal, Proof, ProofNode, Reference, Reply, Then};

/// What the prover plays, and what is then enough.
pub(super) enum WriteStep {
    /// A move after which every reply has its answer.
    Move(Square),
    /// A move, and pairs for the rest.
    Pairs(Square, Vec<[Square; 2]>),
    /// A move after which the potential is low enough.
    Potential(Square),
    /// A move, and what makes the rest easy.
    Then(Square, Rest),
    /// What a proof of this position says, made in a view of it.
    Known(Arc<Proof>, Symmetry),
}

/// What makes the rest easy where the opponent is to move.
pub(super) enum Rest {
    /// Every reply needs its answer.
    Replies,
    /// Pairs: the prover answers one square of a pair with the other.
    Pairs(Vec<[Square; 2]>),
    /// The potential, which is low enough.
    Potential,
    /// These replies need answers; a strategy, made in a view of the position, is the answer
    /// to all others.
    Listed(Vec<Square>, Arc<Proof>, Symmetry),
}

/// Chooses the moves of the prover while a strategy is written.
pub(super) trait Guide {
    /// What the prover, who is to move, plays; `None` when that is not known in time.
    fn step(&mut self, position: &mut Position) -> Option<WriteStep>;

    /// What is enough where the opponent is to move.
    fn rest(&mut self, position: &mut Position) -> Rest;

    /// A name of all that the step depends on, up to symmetry, and the view that shows it.
    fn name(&self, position: &Position) -> (Vec<u128>, Symmetry);

    /// The replies that may change something, if not all do; the others have the answer
    /// of any of these.
    fn live(&self, position: &Position) -> Option<SquareSet>;
}

/// Writes the strategy of a guide. `None` when the guide does not know how to go on.
pub(super) fn strategy(
    position: &Position,
    claim: Claim,
    guide: &mut impl Guide,
    most_nodes: usize,
) -> Option<Proof> {
    let proof = Proof::new(position.clone(), claim);
    let mut writer =
        Writer { guide, proof, claim, named: HashMap::new(), made: HashMap::new(), most_nodes };
    let mut position = position.clone();
    if position.side() == claim.prover {
        let root = writer.node(&mut position)?;
        if root.node as usize + 1 != writer.proof.len() {
            let copy = writer.proof.clone();
            writer.proof.push(copy.node(root.node));
        }
    } else {
        let rest = writer.guide.rest(&mut position);
        writer.after(&mut position, None, rest)?;
    }
    Some(writer.proof)
}

/// What stands in a node.
#[derive(PartialEq, Eq, Hash)]
struct NodeContent {
    square: Option<Square>,
    then: OwnThen,
}

#[derive(PartialEq, Eq, Hash)]
enum OwnThen {
    Replies(Vec<Reply>, Option<Reference>),
    Pairs(Vec<[Square; 2]>),
    Potential,
}

const OVER: OwnThen = OwnThen::Replies(Vec::new(), None);

struct Writer<'a, G> {
    guide: &'a mut G,
    proof: Proof,
    claim: Claim,
    /// The node of each name, and the view of the position it was made in.
    named: HashMap<Vec<u128>, (u32, Symmetry)>,
    /// Nodes by what stands in them.
    made: HashMap<NodeContent, u32>,
    most_nodes: usize,
}

impl<G: Guide> Writer<'_, G> {
    /// The node of a position where the prover is to move. The depth is bounded by the board.
    fn node(&mut self, position: &mut Position) -> Option<Reference> {
        if let Some(square) = self.winning_square(position) {
            let node = self.push(Some(square), OVER)?;
            return Some(Reference { node, symmetry: Symmetry::IDENTITY });
        }
        let (name, view) = self.guide.name(position);
        if let Some(&(node, made_in)) = self.named.get(&name) {
            return Some(Reference { node, symmetry: made_in.then(view.inverse()) });
        }
        let (square, rest) = match self.guide.step(position)? {
            WriteStep::Move(square) => (square, Rest::Replies),
            WriteStep::Pairs(square, pairs) => (square, Rest::Pairs(pairs)),
            WriteStep::Potential(square) => (square, Rest::Potential),
            WriteStep::Then(square, rest) => (square, rest),
            WriteStep::Known(proof, made_in) => {
                let node = self.copy(&proof)?;
                self.named.insert(name, (node, made_in));
                return Some(Reference { node, symmetry: made_in.then(view.inverse()) });
            }
        };
        position.check(Move::place(square)).ok()?;
        position.play_unchecked(Move::place(square));
        let node = self.after(position, Some(square), rest);
        position.undo();
        let node = node?;
        self.named.insert(name, (node, view));
        Some(Reference { node, symmetry: Symmetry::IDENTITY })
    }

    /// The root of another proof, whose nodes become ours.
    fn copy(&mut self, proof: &Proof) -> Option<u32> {
        let mut numbers: Vec<u32> = Vec::with_capacity(proof.len());
        for ProofNode { square, then } in proof.nodes() {
            let ours = |next: Reference| Reference { node: numbers[next.node as usize], ..next };
            let then = match then {
                Then::Replies { listed, others } => {
                    let listed = listed.iter();
                    let listed = listed.map(|reply| Reply { next: ours(reply.next), ..*reply });
                    OwnThen::Replies(listed.collect(), others.map(ours))
                }
                Then::Pairs(pairs) => OwnThen::Pairs(pairs.to_vec()),
                Then::Potential => OwnThen::Potential,
            };
            let number = self.push(square, then)?;
            numbers.push(number);
        }
        numbers.last().copied()
    }

    fn winning_square(&self, position: &Position) -> Option<Square> {
        let wins = |&square: &Square| position.has_line_through(square, self.claim.prover);
        position.empty_squares().find(wins)
    }

    /// The node whose move was just played.
    fn after(
        &mut self,
        position: &mut Position,
        square: Option<Square>,
        rest: Rest,
    ) -> Option<u32> {
        let (replies, others) = match rest {
            Rest::Pairs(pairs) => return self.push(square, OwnThen::Pairs(pairs)),
            Rest::Potential => return self.push(square, OwnThen::Potential),
            _ if position.is_over() => return self.push(square, OVER),
            Rest::Replies => {
                let live = self.guide.live(position);
                let squares = position.legal_moves().into_iter().map(Move::square);
                let is_live =
                    |square: &Square| live.as_ref().is_none_or(|set| set.contains(*square));
                (squares.filter(is_live).collect(), None)
            }
            Rest::Listed(replies, proof, symmetry) => {
                (replies, Some(Reference { node: self.copy(&proof)?, symmetry }))
            }
        };
        let mut listed = self.answers(position, replies)?;
        // The answer that is given most often is that to all others.
        let others = others.or_else(|| {
            let mut counts: HashMap<Reference, usize> = HashMap::new();
            for reply in &listed {
                *counts.entry(reply.next).or_default() += 1;
            }
            let most = listed.iter().max_by_key(|reply| (counts[&reply.next], reply.square));
            most.map(|reply| reply.next)
        });
        listed.retain(|reply| Some(reply.next) != others);
        self.push(square, OwnThen::Replies(listed, others))
    }

    /// The answers to some replies; those that end the game well need none.
    fn answers(&mut self, position: &mut Position, replies: Vec<Square>) -> Option<Vec<Reply>> {
        let mut listed: Vec<Reply> = Vec::new();
        for square in replies {
            position.play_unchecked(Move::place(square));
            let next = match (position.winner(), position.is_over()) {
                (Some(winner), _) if winner != self.claim.prover => None,
                (None, true) if self.claim.goal == Goal::Wins => None,
                (_, true) => Some(None),
                (_, false) => self.node(position).map(Some),
            };
            position.undo();
            listed.extend(next?.map(|next| Reply { square, next }));
        }
        Some(listed)
    }

    /// The number of a node with that content, a new one if there is none.
    fn push(&mut self, square: Option<Square>, then: OwnThen) -> Option<u32> {
        let content = NodeContent { square, then };
        if let Some(&number) = self.made.get(&content) {
            return Some(number);
        }
        if self.proof.len() >= self.most_nodes {
            return None;
        }
        let then = match &content.then {
            OwnThen::Replies(listed, others) => Then::Replies { listed, others: *others },
            OwnThen::Pairs(pairs) => Then::Pairs(pairs),
            OwnThen::Potential => Then::Potential,
        };
        let number = self.proof.push(ProofNode { square, then });
        self.made.insert(content, number);
        Some(number)
    }
}

/// The stones of a position and its side to move as bits, the smallest of all views.
pub(super) fn position_name(position: &Position) -> (Vec<u128>, Symmetry) {
    let (_, view) = canonical_key(position);
    let size = position.size();
    let mut name = vec![0_u128; 2 * size.area().div_ceil(128)];
    for square in position.occupied().iter() {
        let seen = view.apply(size, square);
        let cell = seen.row() * size.width() + seen.col();
        if let Some(stone) = position.at(square) {
            name[2 * (cell / 128) + stone.color.index()] |= 1 << (cell % 128);
        }
    }
    (name, view)
}
