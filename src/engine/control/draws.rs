//! How much of what is even in a position is a draw.

use super::Info;
use crate::game::{Position, Variant, open};
use crate::value::{Bound, Score};

/// What a position says about draws, for all thinking about that position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    turns_left: usize,
    /// The share of draws for scores that prove nothing, per mille.
    share: u32,
}

/// Stretches of five that can still be filled, up to which even games are drawn.
///
/// Measured, like [`HALVING`]: of 2,570 games of the engine at 20,000 nodes a move (15x15
/// freestyle, 142,405 scores), the draws by the number of stretches, as a part of all that
/// would be drawn if what is even was. It holds roughly on boards of 10x10 (192 stretches, all
/// games drawn), 12x12 and 20x20 (1,152, none); on 17x13, in standard and renju fewer are drawn.
const DRAWN: usize = 226;

/// The number of further stretches that halve the share of draws.
const HALVING: usize = 105;

impl Draws {
    /// Looks at a position; in a finished one neither player can win any more.
    pub fn of(position: &Position) -> Draws {
        let left = if position.is_over() { 0 } else { open::stretches_left(position) };
        Draws {
            turns_left: open::turns_left(position),
            share: if left == 0 { 1000 } else { share_of(left, *position.variant()) },
        }
    }

    /// How much of what is even in the thought `info` is a draw, per mille: all of it where neither
    /// side can win any more, and where an even search has seen the end of every game.
    pub fn share(&self, info: &Info) -> u32 {
        let sees_ends = info.nodes.is_some() && info.depth as usize >= self.turns_left;
        let is_proven = sees_ends && info.score == Score::DRAW && info.bound == Bound::Exact;
        match info.score.is_decisive() {
            true => 0,
            false if is_proven => 1000,
            false => self.share,
        }
    }
}

/// How much of what is even is a draw, per mille, with `left` stretches left to fill.
fn share_of(left: usize, variant: Variant) -> u32 {
    // Each stone more that a line takes makes it half as likely; an end that must stay open
    // counts as two thirds of one.
    let fives = (left << 5) >> variant.k;
    let alike = if variant.rule.sees_blocked_ends() { fives * 5 / 8 } else { fives };
    let excess = alike.saturating_sub(DRAWN);
    let (halvings, rest) = (excess / HALVING, excess % HALVING);
    let share = 999 * (2 * HALVING - rest) / (2 * HALVING);
    share.checked_shr(halvings as u32).unwrap_or(0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board;

    fn of_five(left: usize) -> u32 {
        share_of(left, Variant::preset("gomoku").unwrap())
    }

    fn even(depth: u32) -> Info {
        Info { depth, score: Score::DRAW, bound: Bound::Exact, nodes: Some(1), ..Info::default() }
    }

    fn empty(variant: &str) -> u32 {
        let variant = Variant::preset(variant).unwrap();
        Draws::of(&Position::new(variant).unwrap()).share(&even(1))
    }

    #[test]
    fn fewer_stretches_make_more_draws() {
        assert_eq!([8, 226].map(of_five), [999; 2]);
        let shares = [331, 436, 572, 1152].map(of_five);
        assert_eq!(shares, [499, 249, 106, 2]);
        let falls = |left| of_five(left) >= of_five(left + 1);
        assert!((1..20_000).all(falls) && of_five(20_000) == 0);
        assert_eq!(empty("tictactoe"), 999);
        assert!(empty("caro") > 2 * empty("gomoku") && empty("gomoku") > 100);
    }

    #[test]
    fn what_is_proven_is_a_draw_or_none() {
        let open = board!("x k=3", "\n. . .\n. . .\n. . .");
        let draws = Draws::of(&open);
        assert_eq!([8, 9].map(|depth| draws.share(&even(depth))), [999, 1000]);
        assert_eq!(draws.share(&Info { score: Score::win_in(5), ..even(9) }), 0);
        let shut = board!("x k=3", "\nx o x\nx o o\no x .");
        assert_eq!(Draws::of(&shut).share(&Info { score: Score::estimate(9), ..even(0) }), 1000);
    }
}
