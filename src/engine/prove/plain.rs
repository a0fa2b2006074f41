//! The whole game, with the lines of both players: for small boards, and for positions
//! that are held by threats of one's own.

use crate::game::zobrist;
use crate::game::{Color, Direction, Move, Position, Rule, Square, Symmetry, sort_by_key};
use crate::proof::{Claim, Goal};

use super::blocking::{self, Ease};
use super::pns::{ProofBudget, Tree};
use super::table::Numbers;

/// A position and a claim about it.
#[derive(Clone)]
pub(super) struct Plain {
    pub position: Position,
    claim: Claim,
    views: Vec<Symmetry>,
    /// The key of the position in each view.
    keys: Vec<u64>,
    /// The windows of `k` squares.
    windows: Vec<Vec<Square>>,
}

/// What the open windows of one player are worth.
#[derive(Clone, Copy, Default)]
struct WindowWorth {
    /// Sum of 2^-(squares that are lacking), in parts of 512.
    potential: u64,
    /// The fewest squares that any lacks.
    nearest: Option<usize>,
}

impl Plain {
    pub fn new(position: &Position, claim: Claim) -> Plain {
        let size = position.size();
        let k = isize::from(position.variant().k);
        let mut windows = Vec::new();
        for start in size.squares() {
            for direction in Direction::ALL {
                let squares =
                    (0..k).map(|step| start.step(direction, step).filter(|&it| size.contains(it)));
                windows.extend(squares.collect::<Option<Vec<Square>>>());
            }
        }
        let position = position.clone();
        let views: Vec<Symmetry> = Symmetry::of(size).collect();
        let keys = views.iter().map(|view| view.key(&position)).collect();
        Plain { position, claim, views, keys, windows }
    }

    /// The question whether the same claim holds for `position`.
    pub fn at(&self, position: &Position) -> Plain {
        Plain::new(position, self.claim)
    }

    /// Changes the keys of all views as a stone of `color` on the square of `mv` does, placed or
    /// taken back: the keys change in the same way for both.
    fn turn_keys(&mut self, mv: Move, color: Color) {
        let size = self.position.size();
        for (key, view) in self.keys.iter_mut().zip(&self.views) {
            let seen = view.apply(size, mv.square());
            *key ^= zobrist::stone(seen, color, false) ^ zobrist::WHITE_TO_MOVE;
        }
    }

    /// Where `color` completes a line.
    fn completing(&self, color: Color) -> Vec<Square> {
        let position = &self.position;
        let is_it = |&square: &Square| position.has_line_through(square, color);
        position.empty_squares().filter(is_it).collect()
    }

    fn worth(&self, color: Color) -> WindowWorth {
        let mut worth = WindowWorth::default();
        for window in &self.windows {
            let mut lacking = 0;
            let is_open = window.iter().all(|&square| {
                let stone = self.position.at(square);
                lacking += usize::from(stone.is_none());
                stone.is_none_or(|stone| stone.color == color)
            });
            if is_open {
                worth.potential += 512 >> lacking;
                worth.nearest = Some(worth.nearest.map_or(lacking, |it: usize| it.min(lacking)));
            }
        }
        worth
    }

    /// What makes holding easy where the opponent is to move, if anything does.
    pub fn ease(&self) -> Option<Ease> {
        let Claim { prover, goal } = self.claim;
        let may_block = goal == Goal::Holds
            && self.position.side() != prover
            && !self.position.rule().has_fouls(prover);
        if !may_block {
            return None;
        }
        if self.worth(!prover).potential < 256 {
            return Some(Ease::Potential);
        }
        // 5x5 k4 takes 76,549 positions with this, and took 749,808.
        blocking::pairs(&self.position, prover).map(Ease::Pairs)
    }

    /// The squares that are worth a move, the most promising first.
    fn ordered(&self, squares: impl Iterator<Item = Square>) -> Vec<u16> {
        let mut weights = vec![0_u64; self.position.size().area()];
        let width = self.position.size().width();
        for window in &self.windows {
            let mut counts = [0_usize; 2];
            for &square in window {
                if let Some(stone) = self.position.at(square) {
                    counts[stone.color.index()] += 1;
                }
            }
            if counts.contains(&0) {
                for square in window {
                    weights[square.row() * width + square.col()] +=
                        1 << (2 * counts[0].max(counts[1]));
                }
            }
        }
        let mut squares: Vec<(u64, Square)> =
            squares.map(|square| (weights[square.row() * width + square.col()], square)).collect();
        sort_by_key(&mut squares, |&(weight, square)| (u64::MAX - weight, square));
        squares.into_iter().map(|(_, square)| Move::place(square).raw()).collect()
    }
}

impl Tree for Plain {
    fn is_provers_turn(&self) -> bool {
        self.position.side() == self.claim.prover
    }

    fn expand(&mut self, moves: &mut Vec<u16>, _: &mut ProofBudget<'_>) -> Option<bool> {
        let Claim { prover, goal } = self.claim;
        if self.position.is_over() {
            return Some(match self.position.winner() {
                Some(winner) => winner == prover,
                None => goal == Goal::Holds,
            });
        }
        let side = self.position.side();
        let is_own = side == prover;
        let has_fouls = self.position.rule().has_fouls(side);
        // 1. A line ends the game; five in a row is no foul.
        if !self.completing(side).is_empty() {
            return Some(is_own);
        }
        // 2. Neither player can complete a line any more.
        let empty = self.position.empty_count();
        let turns = |color| if color == side { empty.div_ceil(2) } else { empty / 2 };
        let can_win = |color| {
            let has_fouls = self.position.rule() == Rule::Renju;
            has_fouls || self.worth(color).nearest.is_some_and(|lacking| lacking <= turns(color))
        };
        match goal {
            Goal::Wins if !can_win(prover) => return Some(false),
            Goal::Holds if !can_win(!prover) => return Some(true),
            _ => {}
        }
        if self.ease().is_some() {
            return Some(true);
        }
        // 3. A line that the other one threatens has to be stopped, where only a stone on
        // its last square does so.
        let threats = self.completing(!side);
        let blocks = !self.position.rule().sees_blocked_ends() && !threats.is_empty();
        if blocks && threats.len() > 1 && !self.position.rule().has_fouls(!side) {
            return Some(!is_own);
        }
        if blocks && !has_fouls {
            moves.extend(threats.into_iter().map(|square| Move::place(square).raw()));
            return None;
        }
        *moves = self.ordered(self.position.legal_moves().into_iter().map(Move::square));
        None
    }

    fn play(&mut self, mv: u16) {
        self.turn_keys(Move::from_raw(mv), self.position.side());
        self.position.play_unchecked(Move::from_raw(mv));
    }

    fn undo(&mut self) {
        let last = self.position.last_move();
        self.position.undo();
        if let Some(mv) = last {
            self.turn_keys(mv, self.position.side());
        }
    }

    fn key(&self) -> u64 {
        self.keys.iter().copied().min().unwrap_or_default()
    }

    fn peek(&mut self, mv: u16) -> (u64, Numbers) {
        let (mv, side) = (Move::from_raw(mv), self.position.side());
        self.turn_keys(mv, side);
        let key = self.key();
        self.turn_keys(mv, side);
        (key, Numbers::UNKNOWN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;
    use crate::game::symmetry::canonical_key;

    #[test]
    fn keys_follow_the_moves() {
        for (width, height) in [(6, 6), (7, 5)] {
            let game = Variant::mnk(width, height, 5).unwrap();
            let claim = Claim { prover: Color::Black, goal: Goal::Wins };
            let mut tree = Plain::new(&Position::new(game).unwrap(), claim);
            for name in ["c3", "a1", "b3", "d2", "f1"] {
                let mv = name.parse::<Move>().unwrap().raw();
                let (glanced, before) = (tree.peek(mv).0, tree.key());
                tree.play(mv);
                assert_eq!([tree.key(); 2], [glanced, canonical_key(&tree.position).0]);
                tree.undo();
                assert_eq!(tree.key(), before);
                tree.play(mv);
            }
        }
    }
}
