//! What a checker says.

use std::fmt;

use crate::game::{Color, Foul, Square};

/// Whether a proof is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofVerdict {
    /// The claim holds.
    Proven(Tally),
    /// The strategy does not show the claim.
    Refuted(Refutation, Tally),
    /// The limit of replies came first.
    TooLong(Tally),
    /// The caller wanted no more.
    Stopped(Tally),
}

/// How much the check has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Replies of the opponent that were played, a pass included.
    pub replies: u64,
    /// Nodes that were entered, however often.
    pub entered: u64,
}

/// How far a check has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// How much the check has done so far.
    pub tally: Tally,
    /// Nodes on the way from the root to where the check is.
    pub depth: usize,
    /// An estimate of the part of the check that is done, 0 to 1; it never falls by much.
    pub share: f64,
}

/// The first place where a strategy fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The number of the node, the first one of the file is 0.
    pub node: u32,
    /// The position as native text.
    pub fen: String,
    /// The square that is played where the check fails: the move of the node, or the opponent's
    /// reply to it; nothing when the root has no move.
    pub square: Option<Square>,
    /// Why that is the end.
    pub flaw: Flaw,
}

/// Why a node fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The square of the node has a stone.
    Taken,
    /// The square of the node is forbidden.
    Forbidden(Foul),
    /// The board is full, and the prover has no line.
    Full,
    /// The opponent's reply completes a line.
    Line(Color),
    /// The node has no answer to the reply.
    NoAnswer,
    /// The opponent's reply fills the board, and the prover has no line.
    LastReply,
    /// A square is in two pairs, or in one twice.
    PairedTwice(Square),
    /// A square of a pair has a stone.
    PairTaken(Square),
    /// The window between these squares has no pair.
    NoPair(Square, Square),
    /// The potential, in parts of 512: 256 or more is too much.
    Potential(u64),
}

impl Flaw {
    /// Whether the flaw is about the opponent's reply, not about the node's own move.
    const fn is_reply(&self) -> bool {
        matches!(self, Flaw::Line(_) | Flaw::NoAnswer | Flaw::LastReply)
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::Taken => write!(f, "the square is not empty"),
            Flaw::Forbidden(foul) => write!(f, "the point is forbidden ({})", foul.name()),
            Flaw::Full => write!(f, "the board is full and nobody has won"),
            Flaw::Line(color) => write!(f, "completes a line of {}", color.letter()),
            Flaw::NoAnswer => write!(f, "has no answer"),
            Flaw::LastReply => write!(f, "fills the board and nobody has won"),
            Flaw::PairedTwice(square) => write!(f, "the pairs have {square} twice"),
            Flaw::PairTaken(square) => write!(f, "{square} is in a pair and not empty"),
            Flaw::NoPair(first, last) => write!(f, "no pair from {first} to {last}"),
            Flaw::Potential(sum) => write!(f, "the potential is {sum}/512, not below 1/2"),
        }
    }
}

impl fmt::Display for Refutation {
    /// `node 12, reply e4 in 3/3/3 x k=3 …: has no answer`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refutation { node, fen, square, flaw } = self;
        let kind = if flaw.is_reply() { "reply" } else { "move" };
        match square {
            Some(square) => write!(f, "node {node}, {kind} {square} in {fen}: {flaw}"),
            None => write!(f, "node {node} in {fen}: {flaw}"),
        }
    }
}
