//! Proofs made worse in every way that a file can be wrong and still be read.

use tengen_engine::game::{Color, Size};
use tengen_engine::game::{Position, Rule, Setup, Square, Stone, Symmetry};
use tengen_engine::proof::{Goal, Proof, ProofNode, Reference, Reply, Then};

use crate::support::Dice;

/// A node that can be changed.
#[derive(Clone)]
struct Loose {
    square: Option<Square>,
    replies: Vec<Reply>,
    others: Option<Reference>,
    pairs: Option<Vec<[Square; 2]>>,
    potential: bool,
}

impl Loose {
    fn new(node: ProofNode<'_>) -> Loose {
        let mut loose = Loose {
            square: node.square,
            replies: Vec::new(),
            others: None,
            pairs: None,
            potential: false,
        };
        match node.then {
            Then::Replies { listed, others } => {
                loose.replies = listed.to_vec();
                loose.others = others;
            }
            Then::Pairs(pairs) => loose.pairs = Some(pairs.to_vec()),
            Then::Potential => loose.potential = true,
        }
        loose
    }

    fn node(&self) -> ProofNode<'_> {
        let then = match &self.pairs {
            _ if self.potential => Then::Potential,
            Some(pairs) => Then::Pairs(pairs),
            None => Then::Replies { listed: &self.replies, others: self.others },
        };
        ProofNode { square: self.square, then }
    }
}

/// The proof with one to three things wrong; `None` where that makes no file.
pub fn damaged(dice: &mut Dice, proof: &Proof) -> Option<Proof> {
    let mut nodes: Vec<Loose> = proof.nodes().map(Loose::new).collect();
    let (mut position, mut claim) = (proof.position.clone(), proof.claim);
    for _ in 0..=dice.below(3) {
        match dice.below(12) {
            0 => position = moved(dice, &position)?,
            1 if dice.below(4) == 0 => {
                claim.goal = if claim.goal == Goal::Wins { Goal::Holds } else { Goal::Wins };
            }
            _ => {
                let number = dice.below(nodes.len());
                let other = nodes[dice.below(nodes.len())].clone();
                change(dice, &mut nodes[number], number, &other, position.size());
            }
        }
    }
    let may_count = claim.goal == Goal::Holds && !position.rule().has_fouls(claim.prover);
    let mut made = Proof::new(position, claim);
    for (number, loose) in nodes.iter().enumerate() {
        let node = loose.node();
        let is_fine = match node.then {
            Then::Replies { listed, others } => {
                let mut nexts = listed.iter().map(|reply| reply.next).chain(others);
                nexts.all(|next| (next.node as usize) < number)
            }
            Then::Pairs(_) | Then::Potential => may_count,
        };
        if !is_fine {
            return None;
        }
        made.push(node);
    }
    Some(made)
}

/// The proof with one thing worse each: every reply that is listed taken away, and every
/// stone added that gives the opponent more of a line.
pub fn slightly_damaged(proof: &Proof) -> Vec<Proof> {
    let mut made = Vec::new();
    for (number, node) in proof.nodes().enumerate() {
        let Then::Replies { listed, .. } = node.then else { continue };
        for at in 0..listed.len() {
            let mut nodes: Vec<Loose> = proof.nodes().map(Loose::new).collect();
            nodes[number].replies.remove(at);
            made.push(built(proof.position.clone(), proof, &nodes));
        }
    }
    let (position, opponent) = (&proof.position, !proof.claim.prover);
    for square in position.empty_squares() {
        let mut setup = Setup::of(position);
        setup.last = None;
        setup.stones.push((square, Stone { color: opponent, converted: false }));
        let nodes: Vec<Loose> = proof.nodes().map(Loose::new).collect();
        if let Some(harder) = setup.build().ok().filter(|harder| !harder.is_over()) {
            made.push(built(harder, proof, &nodes));
        }
    }
    made
}

fn built(position: Position, proof: &Proof, nodes: &[Loose]) -> Proof {
    let mut made = Proof::new(position, proof.claim);
    for loose in nodes {
        made.push(loose.node());
    }
    made
}

fn change(dice: &mut Dice, node: &mut Loose, number: usize, other: &Loose, size: Size) {
    let square = Square::new(dice.below(size.width()), dice.below(size.height()));
    let symmetry = Symmetry::from_index(size, dice.below(Symmetry::count(size)));
    let symmetry = symmetry.filter(|_| dice.below(2) == 0).unwrap_or(Symmetry::IDENTITY);
    let reference = (number > 0).then(|| Reference { node: dice.below(number) as u32, symmetry });
    let reply = if node.replies.is_empty() { None } else { Some(dice.below(node.replies.len())) };
    match (dice.below(12), reply) {
        (0, _) if node.square.is_some() => node.square = Some(square),
        (1, Some(at)) => {
            node.replies.retain(|it| it.square != square);
            if let Some(reply) = node.replies.get_mut(at) {
                reply.square = square;
            }
        }
        (2, Some(at)) => {
            let old = node.replies[at].next;
            node.replies[at].next = reference.unwrap_or(old);
        }
        (3, Some(at)) => node.replies[at].next.symmetry = symmetry,
        (4 | 5, Some(at)) => drop(node.replies.remove(at)),
        (6, _) => node.others = None,
        (7, _) => node.others = reference,
        (8, Some(at)) => node.others = Some(node.replies[at].next),
        (9, _) => {
            if let Some(next) =
                reference.filter(|_| node.replies.iter().all(|it| it.square != square))
            {
                node.replies.push(Reply { square, next });
            }
        }
        (10, _) => match &mut node.pairs {
            Some(pairs) if !pairs.is_empty() => {
                let at = dice.below(pairs.len());
                if dice.below(2) == 0 {
                    pairs.remove(at);
                } else {
                    pairs[at][dice.below(2)] = square;
                }
            }
            _ => node.potential = dice.below(2) == 0,
        },
        _ => {
            let own = node.square;
            *node = other.clone();
            // Only the root may be without a move.
            node.square = own.and(node.square).or(own);
        }
    }
}

/// The position with a stone more, less or elsewhere, or under another rule.
fn moved(dice: &mut Dice, position: &Position) -> Option<Position> {
    let mut setup = Setup::of(position);
    setup.last = None;
    match dice.below(4) {
        0 if !setup.stones.is_empty() => {
            setup.stones.swap_remove(dice.below(setup.stones.len()));
        }
        1 if setup.rule != Rule::Renju => {
            setup.rule =
                dice.pick(&[Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::CaroOverline]);
        }
        _ => {
            let empty: Vec<Square> = position.empty_squares().collect();
            let square = dice.pick(&empty);
            setup.stones.push((square, Stone { color: dice.pick(&Color::ALL), converted: false }));
        }
    }
    setup.build().ok().filter(|position| !position.is_over())
}
