//! Walking through a proof: the defences that last longest.

use super::MoveCounts;
use crate::game::{Color, Move, Position, Square};
use crate::pattern::{Board, Threat};
use crate::proof::{Proof, Reply, Then};

/// A place in a proof, with the prover to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    node: u32,
}

impl Walk {
    /// The root, where the prover is to move or, if it has no move, the opponent.
    ///
    /// # Panics
    /// When the proof has no nodes.
    pub fn new(proof: &Proof) -> Walk {
        Walk { node: proof.len() as u32 - 1 }
    }

    /// The number of the node.
    pub const fn node(self) -> u32 {
        self.node
    }

    /// What the prover plays here.
    pub fn square(self, proof: &Proof) -> Option<Square> {
        proof.node(self.node).square
    }

    /// Where the strategy goes on after a reply; `None` where it has no answer, or one that
    /// is seen through a symmetry, as proofs of wins by threats never have.
    #[must_use]
    pub fn after(self, proof: &Proof, reply: Square) -> Option<Walk> {
        let Then::Replies { listed, others } = proof.node(self.node).then else { return None };
        let own = listed.iter().find(|entry| entry.square == reply).map(|entry| entry.next);
        let next = own.or(others)?;
        (next.symmetry.index() == 0).then_some(Walk { node: next.node })
    }

    /// The legal reply after which the strategy takes longest, the prover having moved.
    /// Among replies that it does not tell apart the one that `rate` says most of.
    pub fn longest(
        self,
        proof: &Proof,
        position: &Position,
        rate: impl Fn(Square) -> i32,
    ) -> Option<Square> {
        let Then::Replies { listed, others } = proof.node(self.node).then else { return None };
        let depths = depths(proof);
        let is_legal = |square: Square| position.check(Move::place(square)).is_ok();
        let best_listed = listed
            .iter()
            .filter(|reply| is_legal(reply.square))
            .max_by_key(|reply| (depths[reply.next.node as usize], rate(reply.square)));
        let depth = |reply: &Reply| depths[reply.next.node as usize];
        let is_unlisted = |square: &Square| listed.iter().all(|reply| reply.square != *square);
        let other = others.filter(|others| {
            best_listed.is_none_or(|reply| depths[others.node as usize] > depth(reply))
        });
        if other.is_none() {
            return best_listed.map(|reply| reply.square);
        }
        let legal = position.empty_squares().filter(|&square| is_legal(square));
        let best = legal.filter(is_unlisted).max_by_key(|&square| (rate(square), square));
        best.or(best_listed.map(|reply| reply.square))
    }
}

/// The most moves that the prover makes from each node on.
fn depths(proof: &Proof) -> Vec<u16> {
    let mut depths: Vec<u16> = Vec::with_capacity(proof.len());
    for node in proof.nodes() {
        let deepest = match node.then {
            Then::Replies { listed, others } => {
                let nexts = listed.iter().map(|reply| reply.next).chain(others);
                nexts.map(|next| depths[next.node as usize]).max().unwrap_or(0)
            }
            Then::Pairs(_) | Then::Potential => 0,
        };
        depths.push(deepest + u16::from(node.square.is_some()));
    }
    depths
}

/// The reply among `listed` after which the strategy takes longest.
pub(super) fn deepest(proof: &Proof, listed: &[Reply]) -> Option<Reply> {
    let depths = depths(proof);
    listed.iter().copied().max_by_key(|reply| depths[reply.next.node as usize])
}

/// The line of a proof of a win in which the opponent resists longest, from the position on
/// the board, where the prover is to move. The board is as it was afterwards.
pub fn main_line(proof: &Proof, board: &mut Board<'_>) -> Vec<Square> {
    let mut line = Vec::new();
    let mut walk = Walk::new(proof);
    while let Some(square) = walk.square(proof) {
        if board.position().check(Move::place(square)).is_err() {
            break;
        }
        board.play(Move::place(square));
        line.push(square);
        if board.position().is_over() {
            break;
        }
        let defender = board.side();
        let rate = |square| board.patterns().order(square, defender);
        let reply = walk.longest(proof, board.position(), rate);
        let Some((reply, next)) = reply.and_then(|reply| Some((reply, walk.after(proof, reply)?)))
        else {
            break;
        };
        board.play(Move::place(reply));
        line.push(reply);
        walk = next;
        if board.position().is_over() {
            break;
        }
    }
    for _ in &line {
        board.undo();
    }
    line
}

/// What the winner has to see in a line that begins with its move.
pub(super) fn count_moves(board: &mut Board<'_>, line: &[Square], winner: Color) -> MoveCounts {
    let mut counts = MoveCounts::default();
    for &square in line {
        if board.side() == winner {
            counts.moves += 1;
            match board.patterns().threat(square, winner) {
                Threat::Five => {}
                threat if threat >= Threat::Four => counts.fours += 1,
                Threat::Three | Threat::DoubleThree => counts.threes += 1,
                _ => counts.quiet += 1,
            }
        }
        board.play(Move::place(square));
    }
    for _ in line {
        board.undo();
    }
    counts
}
