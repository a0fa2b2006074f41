//! A strategy as a file keeps it: nodes, children before parents.
//!
//! A node is a place where the prover is to move. It is a strategy and no position:
//! many positions may use it, each through a symmetry of its own.

use std::fmt;

use crate::game::{Color, Position, Square, Symmetry};

/// What a proof claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The player whose strategy shows the claim.
    pub prover: Color,
    /// What the strategy reaches.
    pub goal: Goal,
}

/// What a strategy reaches against everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The prover completes a line (or the opponent has nothing but forbidden points).
    Wins,
    /// The opponent never completes a line.
    Holds,
}

impl Claim {
    /// Reads `x wins`, `o wins`, `x holds` or `o holds`.
    pub fn parse(text: &str) -> Option<Claim> {
        let (letter, word) = text.split_once(' ')?;
        let prover = Color::ALL.into_iter().find(|color| letter.chars().eq([color.letter()]))?;
        let goal = match word {
            "wins" => Goal::Wins,
            "holds" => Goal::Holds,
            _ => return None,
        };
        Some(Claim { prover, goal })
    }

    /// The claim that is true exactly where this one is false: one player wins, or the other
    /// one holds.
    #[must_use]
    pub fn opposite(self) -> Claim {
        let goal = match self.goal {
            Goal::Wins => Goal::Holds,
            Goal::Holds => Goal::Wins,
        };
        Claim { prover: !self.prover, goal }
    }
}

impl fmt::Display for Claim {
    /// Writes the claim as [`Claim::parse`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.goal {
            Goal::Wins => "wins",
            Goal::Holds => "holds",
        };
        write!(f, "{} {word}", self.prover.letter())
    }
}

/// An earlier node, seen through a symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reference {
    /// The number of the node, below that of the node that refers to it.
    pub node: u32,
    /// Maps the squares of that node's part of the file into the frame of the node that
    /// refers to it.
    pub symmetry: Symmetry,
}

/// What a strategy answers to one reply of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reply {
    /// The opponent's move.
    pub square: Square,
    /// How the strategy goes on.
    pub next: Reference,
}

/// What follows the move of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then<'a> {
    /// Answers to single replies, sorted by square, each square once; and to every other
    /// legal reply. Without any the move must end the game.
    Replies {
        /// The replies that have their own answer.
        listed: &'a [Reply],
        /// The answer to all others.
        others: Option<Reference>,
    },
    /// The prover answers the one square of a pair with the other.
    Pairs(&'a [[Square; 2]]),
    /// The potential of Erdős and Selfridge is low enough.
    Potential,
}

impl Then<'_> {
    /// Nothing follows: the move ends the game.
    pub const OVER: Then<'static> = Then::Replies { listed: &[], others: None };
}

/// A place in a strategy where the prover is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNode<'a> {
    /// What the prover plays; nothing only in the last node, where the opponent is to move.
    pub square: Option<Square>,
    /// What follows.
    pub then: Then<'a>,
}

/// A node as it is kept; ranges are those of the lists of the proof.
#[derive(Clone, Copy)]
struct Stored {
    square: Option<Square>,
    then: StoredThen,
}

#[derive(Clone, Copy)]
enum StoredThen {
    Replies { start: u32, count: u16, others: Option<Reference> },
    Pairs { start: u32, count: u16 },
    Potential,
}

/// A claim about a position, and the strategy that shows it. Whether it does, only
/// [`check()`](super::check()) says.
#[derive(Clone)]
pub struct Proof {
    /// Where the strategy begins; a game that goes on.
    pub position: Position,
    /// What the proof claims.
    pub claim: Claim,
    nodes: Vec<Stored>,
    replies: Vec<Reply>,
    pairs: Vec<[Square; 2]>,
}

impl Proof {
    /// A proof without a strategy.
    pub const fn new(position: Position, claim: Claim) -> Proof {
        Proof { position, claim, nodes: Vec::new(), replies: Vec::new(), pairs: Vec::new() }
    }

    /// Adds a node, whose references are to nodes that are there; returns its number.
    /// The last one that is added is the root.
    ///
    /// # Panics
    /// When a reference is not to an earlier node.
    pub fn push(&mut self, node: ProofNode<'_>) -> u32 {
        let number = self.nodes.len() as u32;
        let then = match node.then {
            Then::Replies { listed, others } => {
                let nexts = listed.iter().map(|reply| reply.next).chain(others);
                assert!(nexts.into_iter().all(|next| next.node < number), "children come first");
                let start = self.replies.len() as u32;
                self.replies.extend_from_slice(listed);
                self.replies[start as usize..].sort_by_key(|reply| reply.square);
                StoredThen::Replies { start, count: listed.len() as u16, others }
            }
            Then::Pairs(pairs) => {
                let start = self.pairs.len() as u32;
                self.pairs.extend_from_slice(pairs);
                StoredThen::Pairs { start, count: pairs.len() as u16 }
            }
            Then::Potential => StoredThen::Potential,
        };
        self.nodes.push(Stored { square: node.square, then });
        number
    }

    /// The strategy of the node `root`: the node and all that it refers to, in their order.
    ///
    /// # Panics
    /// When there is no such node.
    #[must_use]
    pub fn part(&self, root: u32) -> Proof {
        let mut is_needed = vec![false; root as usize + 1];
        is_needed[root as usize] = true;
        // Children come first, so that everything is known of a node when its turn comes.
        for number in (0..=root).rev() {
            if !is_needed[number as usize] {
                continue;
            }
            if let Then::Replies { listed, others } = self.node(number).then {
                for next in listed.iter().map(|reply| reply.next).chain(others) {
                    is_needed[next.node as usize] = true;
                }
            }
        }
        let mut part = Proof::new(self.position.clone(), self.claim);
        let mut numbers = vec![0; root as usize + 1];
        for number in (0..=root).filter(|&number| is_needed[number as usize]) {
            let renumbered =
                |next: Reference| Reference { node: numbers[next.node as usize], ..next };
            let ProofNode { square, then } = self.node(number);
            let new = match then {
                Then::Replies { listed, others } => {
                    let listed: Vec<Reply> = listed
                        .iter()
                        .map(|reply| Reply { next: renumbered(reply.next), ..*reply })
                        .collect();
                    let then = Then::Replies { listed: &listed, others: others.map(renumbered) };
                    part.push(ProofNode { square, then })
                }
                Then::Pairs(_) | Then::Potential => part.push(ProofNode { square, then }),
            };
            numbers[number as usize] = new;
        }
        part
    }

    /// Number of nodes.
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node yet.
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Number of references and pairs in all nodes.
    pub const fn links(&self) -> usize {
        self.replies.len() + self.pairs.len()
    }

    /// The node of that number.
    ///
    /// # Panics
    /// When there is none.
    pub fn node(&self, number: u32) -> ProofNode<'_> {
        let Stored { square, then } = self.nodes[number as usize];
        let range = |start: u32, count: u16| start as usize..start as usize + usize::from(count);
        let then = match then {
            StoredThen::Replies { start, count, others } => {
                Then::Replies { listed: &self.replies[range(start, count)], others }
            }
            StoredThen::Pairs { start, count } => Then::Pairs(&self.pairs[range(start, count)]),
            StoredThen::Potential => Then::Potential,
        };
        ProofNode { square, then }
    }

    /// All nodes in their order; the last one is the root.
    pub fn nodes(&self) -> impl Iterator<Item = ProofNode<'_>> {
        (0..self.nodes.len() as u32).map(|number| self.node(number))
    }
}
