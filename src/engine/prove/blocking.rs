//! Holding by blocking alone: the game of Maker and Breaker on the lines that are still
//! open. The prover needs no line of his own; he keeps the other one from completing any.
//!
//! What counts are the lines and the squares that each still lacks. So stones that touch
//! no open line vanish from the question, and many positions become one.
//!
//! Sources: the potential of Erdős and Selfridge (1973); reductions of the branching after
//! Hsu, Ko, Hsueh and Wu, "Solving 7,7,5-game and 8,8,5-game" (2018, by its abstract).

use crate::game::symmetry::Symmetry;
use crate::game::{Color, Direction, Position, Size, Square};

use super::pairing::{bits, pairing};
use super::pns::{ProofBudget, Tree};
use super::table::Numbers;

/// The largest number of squares of a board that can be asked about.
pub(super) const LARGEST: usize = 128;

/// The open lines and whose turn it is.
#[derive(Clone)]
pub(super) struct Blocking {
    size: Size,
    lines: Vec<OpenLine>,
    is_breakers_turn: bool,
    /// Sum of what the lines are worth to the key of each view.
    sums: ViewSums,
    /// Lines and sums before each move.
    past: Vec<(Vec<OpenLine>, ViewSums)>,
    /// Where each square comes to lie in each view.
    views: Vec<Vec<u8>>,
}

/// One number for each view of the board; rectangles leave half of them at 0.
type ViewSums = [u64; 8];

/// An open line.
#[derive(Clone, Copy)]
struct OpenLine {
    /// The squares that the opponent still lacks.
    squares: u128,
    /// In each view, the numbers of these squares together.
    marks: ViewSums,
}

/// How the prover goes on after a move that leaves no search to be done.
pub(super) enum Ease {
    Potential,
    Pairs(Vec<[Square; 2]>),
}

impl Blocking {
    /// The question whether `prover` keeps the other one from every line, by blocking
    /// alone. `None` when the board is too large.
    pub fn new(position: &Position, prover: Color) -> Option<Blocking> {
        let size = position.size();
        if size.area() > LARGEST {
            return None;
        }
        let views = Symmetry::of(size).map(|view| {
            size.squares().map(|square| cell(size, view.apply(size, square)) as u8).collect()
        });
        let mut blocking = Blocking {
            size,
            lines: Vec::new(),
            is_breakers_turn: position.side() == prover,
            sums: [0; 8],
            past: Vec::new(),
            views: views.collect(),
        };
        for squares in open_lines(position, prover) {
            let marks = bits(squares).fold([0; 8], |marks, bit| blocking.turned(marks, bit));
            blocking.lines.push(OpenLine { squares, marks });
            blocking.count(marks, u64::wrapping_add);
        }
        Some(blocking)
    }

    /// The marks of a line with one square more, or less.
    fn turned(&self, mut marks: ViewSums, bit: u128) -> ViewSums {
        for (mark, view) in marks.iter_mut().zip(&self.views) {
            *mark ^= mix(u64::from(view[bit.trailing_zeros() as usize]) + 1);
        }
        marks
    }

    /// Adds a line to the sums, or takes it away.
    fn count(&mut self, marks: ViewSums, how: fn(u64, u64) -> u64) {
        for (sum, mark) in self.sums.iter_mut().zip(marks).take(self.views.len()) {
            *sum = how(*sum, mix(mark));
        }
    }

    /// What makes the rest easy, with the opponent to move.
    pub fn ease(&self) -> Option<Ease> {
        if self.potential() < 256 {
            return Some(Ease::Potential);
        }
        let lines: Vec<u128> = self.lines.iter().map(|line| line.squares).collect();
        pairs_in(self.size, &lines).map(Ease::Pairs)
    }

    /// The squares of open lines.
    pub fn live(&self) -> u128 {
        self.lines.iter().fold(0, |all, line| all | line.squares)
    }

    /// The lines as the smallest of their views, and that view.
    pub fn canonical(&self) -> (Vec<u128>, Symmetry) {
        let view = |index: usize| {
            let mut lines: Vec<u128> =
                self.lines.iter().map(|line| self.seen(line.squares, index)).collect();
            lines.sort_unstable();
            lines
        };
        let views =
            Symmetry::of(self.size).enumerate().map(|(index, symmetry)| (view(index), symmetry));
        views.min_by(|one, other| one.0.cmp(&other.0)).unwrap_or((Vec::new(), Symmetry::IDENTITY))
    }

    /// Sum over the lines of 2^-(squares that are lacking), in parts of 512.
    fn potential(&self) -> u64 {
        self.lines
            .iter()
            .map(|line| 512_u64.checked_shr(line.squares.count_ones()).unwrap_or(0))
            .sum()
    }

    fn seen(&self, line: u128, view: usize) -> u128 {
        let views = &self.views[view];
        bits(line).fold(0, |seen, bit| seen | 1 << views[bit.trailing_zeros() as usize])
    }

    /// Squares worth playing on: none whose every line another one has as well.
    fn squares(&self) -> Vec<(u64, u16)> {
        let mut all: Vec<(Vec<u64>, u64, u16)> = Vec::new();
        for bit in bits(self.live()) {
            let mut through = vec![0_u64; self.lines.len().div_ceil(64)];
            let mut weight = 0;
            for (index, line) in self.lines.iter().enumerate() {
                if line.squares & bit != 0 {
                    through[index / 64] |= 1 << (index % 64);
                    weight += 512_u64.checked_shr(line.squares.count_ones()).unwrap_or(0);
                }
            }
            all.push((through, weight, bit.trailing_zeros() as u16));
        }
        let within = |one: &[u64], other: &[u64]| one.iter().zip(other).all(|(a, b)| a & !b == 0);
        let is_needed = |&at: &usize| {
            let (own, ..) = &all[at];
            !(0..all.len()).any(|other| {
                let (its, ..) = &all[other];
                other != at && within(own, its) && (own != its || other < at)
            })
        };
        (0..all.len()).filter(is_needed).map(|at| (all[at].1, all[at].2)).collect()
    }
}

/// Pairs with which `prover`, whose opponent is to move, blocks every line. `None` where there
/// are none, or the board is too large.
pub(super) fn pairs(position: &Position, prover: Color) -> Option<Vec<[Square; 2]>> {
    let size = position.size();
    if size.area() > LARGEST {
        return None;
    }
    pairs_in(size, &open_lines(position, prover))
}

fn pairs_in(size: Size, lines: &[u128]) -> Option<Vec<[Square; 2]>> {
    let square = |bit: u128| {
        let cell = bit.trailing_zeros() as usize;
        Square::new(cell % size.width(), cell / size.width())
    };
    let pair = |pair: u128| {
        let low = pair & pair.wrapping_neg();
        [square(low), square(pair ^ low)]
    };
    Some(pairing(lines)?.into_iter().map(pair).collect())
}

/// The number of a square, row by row.
pub(super) const fn cell(size: Size, square: Square) -> usize {
    square.row() * size.width() + square.col()
}

/// The windows of `k` in which the prover has no stone, without the opponent's stones.
fn open_lines(position: &Position, prover: Color) -> Vec<u128> {
    let size = position.size();
    let k = isize::from(position.variant().k);
    let mut lines = Vec::new();
    for start in size.squares() {
        for direction in Direction::ALL {
            let squares =
                (0..k).map(|step| start.step(direction, step).filter(|&it| size.contains(it)));
            let Some(squares) = squares.collect::<Option<Vec<Square>>>() else { continue };
            let is_own = |&it: &Square| position.at(it).is_some_and(|stone| stone.color == prover);
            if !squares.iter().any(is_own) {
                let empty = squares.iter().filter(|&&square| position.is_empty(square));
                lines.push(empty.fold(0, |line, &square| line | 1 << cell(size, square)));
            }
        }
    }
    lines
}

/// A number in which every bit depends on every bit of the other: the finaliser of
/// `SplitMix64` (Steele, Lea, Flood 2014).
const fn mix(number: u64) -> u64 {
    let z = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x5445_4e47_454e_5f31);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Tree for Blocking {
    fn is_provers_turn(&self) -> bool {
        self.is_breakers_turn
    }

    fn expand(&mut self, moves: &mut Vec<u16>, _: &mut ProofBudget<'_>) -> Option<bool> {
        if self.lines.iter().any(|line| line.squares == 0) {
            return Some(false);
        }
        let singles = self.lines.iter().map(|line| line.squares);
        let singles = singles.filter(|squares| squares.is_power_of_two());
        let urgent = singles.fold(0, |all, line| all | line);
        if self.is_breakers_turn {
            match urgent.count_ones() {
                0 => {}
                1 => {
                    moves.push(urgent.trailing_zeros() as u16);
                    return None;
                }
                _ => return Some(false),
            }
        } else if urgent != 0 {
            return Some(false);
        } else if self.ease().is_some() {
            return Some(true);
        }
        if self.lines.is_empty() {
            return Some(true);
        }
        let mut squares = self.squares();
        squares.sort_by_key(|&(weight, _)| u64::MAX - weight);
        moves.extend(squares.into_iter().map(|(_, cell)| cell));
        None
    }

    fn play(&mut self, mv: u16) {
        let bit = 1_u128 << mv;
        let before = self.lines.clone();
        self.past.push((before, self.sums));
        let mut lines = std::mem::take(&mut self.lines);
        if self.is_breakers_turn {
            lines.retain(|line| {
                let is_open = line.squares & bit == 0;
                if !is_open {
                    self.count(line.marks, u64::wrapping_sub);
                }
                is_open
            });
        } else {
            for line in lines.iter_mut().filter(|line| line.squares & bit != 0) {
                self.count(line.marks, u64::wrapping_sub);
                line.squares ^= bit;
                line.marks = self.turned(line.marks, bit);
                self.count(line.marks, u64::wrapping_add);
            }
        }
        self.lines = lines;
        self.is_breakers_turn = !self.is_breakers_turn;
    }

    fn undo(&mut self) {
        if let Some((lines, sums)) = self.past.pop() {
            (self.lines, self.sums) = (lines, sums);
            self.is_breakers_turn = !self.is_breakers_turn;
        }
    }

    fn key(&self) -> u64 {
        let smallest = self.sums.iter().take(self.views.len()).min().copied();
        mix(smallest.unwrap_or_default() ^ u64::from(self.is_breakers_turn))
    }

    fn peek(&mut self, mv: u16) -> (u64, Numbers) {
        self.play(mv);
        let (key, potential) = (self.key(), self.potential());
        self.undo();
        let proof = 1 + (potential / 128) as u32;
        (key, Numbers { proof, disproof: 1 + (2048 / (potential + 1)) as u32 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Move, Variant};

    /// A question that grew move by move is the same as one asked anew, and the same as
    /// that of each view of the board.
    #[test]
    fn keys_follow_the_moves() {
        for (width, height, k) in [(6, 6, 4), (7, 5, 4), (12, 10, 5)] {
            let game = Variant::mnk(width, height, k).unwrap();
            let mut position = Position::new(game).unwrap();
            let mut tree = Blocking::new(&position, Color::White).unwrap();
            let mut keys = Vec::new();
            for number in 0..20_usize {
                let empty: Vec<Square> = position.empty_squares().collect();
                let square = empty[number * 37 % empty.len()];
                keys.push(tree.key());
                tree.play(cell(position.size(), square) as u16);
                position.play_unchecked(Move::place(square));
                for view in Symmetry::of(position.size()) {
                    let seen = Blocking::new(&view.apply_position(&position), Color::White);
                    let seen = seen.unwrap();
                    assert_eq!((seen.key(), seen.potential()), (tree.key(), tree.potential()));
                    assert_eq!(seen.canonical().0, tree.canonical().0);
                }
            }
            while let Some(key) = keys.pop() {
                tree.undo();
                assert_eq!(tree.key(), key);
            }
        }
        assert!(
            Blocking::new(&Position::new(Variant::mnk(13, 10, 5).unwrap()).unwrap(), Color::White)
                .is_none()
        );
    }
}
