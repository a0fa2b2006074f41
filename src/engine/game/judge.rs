//! The slow judge: the laws of the game said a second time, straight from the
//! definitions, on a plain grid.
//!
//! It shares no code with `lines.rs`, `forbidden.rs` and [`Rule::wins`], counts
//! stones square by square and remembers nothing, so that tests can set it
//! against the fast board. Reading it is the quickest way to learn the rules.

use std::collections::BTreeSet;

use super::color::{ByColor, Color};
use super::forbidden::Foul;
use super::moves::Move;
use super::outcome::Outcome;
use super::position::{Position, Stone};
use super::rule::{Rule, Variant};
use super::square::{Direction, Square};

/// A game as the slow judge keeps it.
#[derive(Clone, Debug)]
pub struct Judge {
    variant: Variant,
    /// `grid[row][col]`, row 0 at the bottom.
    grid: Vec<Vec<Option<Stone>>>,
    side: Color,
    conversions: ByColor<u8>,
    outcome: Option<Outcome>,
}

impl Judge {
    /// The judge of a position that goes on; it copies the stones, the side to
    /// move and the conversions, and believes nothing else.
    pub fn new(position: &Position) -> Judge {
        let size = position.size();
        let stone = |row| (0..size.width()).map(move |col| position.at(Square::new(col, row)));
        Judge {
            variant: *position.variant(),
            grid: (0..size.height()).map(|row| stone(row).collect()).collect(),
            side: position.side(),
            conversions: ByColor(Color::ALL.map(|color| position.conversions(color))),
            outcome: None,
        }
    }

    /// How the game ended, or `None` while it goes on.
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Every legal move: placements bottom row first, then conversions.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        let empty = self.squares(|cell| cell.is_none());
        let is_clean = |square: &Square| self.foul(*square).is_none();
        let mut placements = empty.clone();
        if self.variant.rule == Rule::Renju && self.side == Color::Black {
            placements.retain(is_clean);
            // There is no passing: a player with only fouls left commits one.
            if placements.is_empty() {
                placements = empty;
            }
        }
        let conversions = self.convertible().into_iter().map(Move::convert);
        placements.into_iter().map(Move::place).chain(conversions).collect()
    }

    /// Plays a legal move and judges it.
    pub fn play(&mut self, mv: Move) {
        let (square, mover) = (mv.square(), self.side);
        let black_fouls = self.variant.rule == Rule::Renju && mover == Color::Black;
        let is_foul = black_fouls && self.foul(square).is_some();
        self.grid[square.row()][square.col()] =
            Some(Stone { color: mover, converted: mv.is_conversion() });
        self.conversions[mover] -= u8::from(mv.is_conversion());
        self.side = !mover;
        let line = self.winning_squares(square, mover);
        let is_full = self.squares(|cell| cell.is_none()).is_empty();
        self.outcome = if is_foul {
            Some(Outcome::Forbidden(square))
        } else if !line.is_empty() {
            Some(Outcome::Line { winner: mover, squares: line })
        } else if is_full && self.convertible().is_empty() {
            Some(Outcome::Draw)
        } else {
            None
        };
    }

    /// Black's forbidden points and their kinds, bottom row first; none outside renju.
    pub fn fouls(&self) -> Vec<(Square, Foul)> {
        if self.variant.rule != Rule::Renju {
            return Vec::new();
        }
        let empty = self.squares(|cell| cell.is_none());
        empty.into_iter().filter_map(|square| Some((square, self.foul(square)?))).collect()
    }

    fn squares(&self, wanted: impl Fn(Option<Stone>) -> bool) -> Vec<Square> {
        let all = self.variant.size.squares();
        all.filter(|square| wanted(self.grid[square.row()][square.col()])).collect()
    }

    /// The stones that the side to move may convert now.
    fn convertible(&self) -> Vec<Square> {
        if self.conversions[self.side] == 0 {
            return Vec::new();
        }
        self.squares(|cell| cell == Some(Stone { color: !self.side, converted: false }))
    }

    /// The square one step further if it is on the board.
    fn next(&self, square: Square, direction: Direction, step: isize) -> Option<Square> {
        square.step(direction, step).filter(|&next| self.variant.size.contains(next))
    }

    fn has(&self, square: Square, color: Color) -> bool {
        self.grid[square.row()][square.col()].is_some_and(|stone| stone.color == color)
    }

    /// The unbroken run of `color` through its stone on `square`, in order.
    fn run(&self, square: Square, direction: Direction, color: Color) -> Vec<Square> {
        let mut first = square;
        while let Some(before) = self.next(first, direction, -1).filter(|&it| self.has(it, color)) {
            first = before;
        }
        let mut run = vec![first];
        let mut last = first;
        while let Some(after) = self.next(last, direction, 1).filter(|&it| self.has(it, color)) {
            run.push(after);
            last = after;
        }
        run
    }

    /// Whether the opponent's stones stand directly at both ends of a run; the
    /// edge of the board is no stone.
    fn is_enclosed(&self, run: &[Square], direction: Direction, color: Color) -> bool {
        let ends = [(run[0], -1), (run[run.len() - 1], 1)];
        ends.into_iter().all(|(end, step)| {
            self.next(end, direction, step).is_some_and(|beyond| self.has(beyond, !color))
        })
    }

    /// All squares of winning lines through the stone on `square`, sorted by
    /// column, then row.
    fn winning_squares(&self, square: Square, color: Color) -> Vec<Square> {
        let k = usize::from(self.variant.k);
        let mut squares = BTreeSet::new();
        for direction in Direction::ALL {
            let run = self.run(square, direction, color);
            let enclosed = self.is_enclosed(&run, direction, color);
            let wins = match (self.variant.rule, color) {
                (Rule::Freestyle, _) | (Rule::Renju, Color::White) => run.len() >= k,
                (Rule::Standard, _) | (Rule::Renju, Color::Black) => run.len() == k,
                (Rule::Caro, _) => run.len() == k && !enclosed,
                (Rule::CaroOverline, _) => run.len() > k || run.len() == k && !enclosed,
            };
            if wins {
                squares.extend(run.into_iter().map(|square| (square.col(), square)));
            }
        }
        squares.into_iter().map(|(_, square)| square).collect()
    }

    /// The board with one more black stone.
    fn with_black(&self, square: Square) -> Judge {
        let mut board = self.clone();
        board.grid[square.row()][square.col()] =
            Some(Stone { color: Color::Black, converted: false });
        board
    }

    /// Why Black may not play the empty `square`.
    fn foul(&self, square: Square) -> Option<Foul> {
        let board = self.with_black(square);
        let lengths =
            Direction::ALL.map(|direction| board.run(square, direction, Color::Black).len());
        if lengths.contains(&5) {
            return None;
        }
        if lengths.iter().any(|&length| length > 5) {
            return Some(Foul::Overline);
        }
        let fours = Direction::ALL.map(|direction| board.fours(square, direction).len());
        if fours.iter().sum::<usize>() >= 2 {
            return Some(Foul::DoubleFour);
        }
        let is_three = |direction: &Direction| board.is_open_three(square, *direction);
        let threes = Direction::ALL.iter().filter(|&direction| is_three(direction)).count();
        (threes >= 2).then_some(Foul::DoubleThree)
    }

    /// The empty squares within four steps of `square`.
    fn empty_near(&self, square: Square, direction: Direction) -> Vec<Square> {
        (-4..=4)
            .filter_map(|steps| self.next(square, direction, steps))
            .filter(|near| self.grid[near.row()][near.col()].is_none())
            .collect()
    }

    /// The fours through the black stone on `square`: sets of four stones that
    /// one more makes exactly five. An unbroken four open at both ends is one
    /// such set with two completing points.
    fn fours(&self, square: Square, direction: Direction) -> BTreeSet<Vec<Square>> {
        let mut fours = BTreeSet::new();
        for point in self.empty_near(square, direction) {
            let mut five = self.with_black(point).run(point, direction, Color::Black);
            if five.len() == 5 && five.contains(&square) {
                five.retain(|&stone| stone != point);
                fours.insert(five);
            }
        }
        fours
    }

    /// Whether the black stone on `square` is part of an unbroken four whose
    /// ends are empty and both complete exactly five.
    fn is_in_open_four(&self, square: Square, direction: Direction) -> bool {
        let run = self.run(square, direction, Color::Black);
        let ends = [self.next(run[0], direction, -1), self.next(run[run.len() - 1], direction, 1)];
        run.len() == 4
            && ends.into_iter().all(|end| {
                end.is_some_and(|end| {
                    self.grid[end.row()][end.col()].is_none()
                        && self.with_black(end).run(end, direction, Color::Black).len() == 5
                })
            })
    }

    /// Whether the black stone on `square` is part of a three: one more stone
    /// makes an open four of it, on a point where Black may play and which does
    /// not make a five at once.
    fn is_open_three(&self, square: Square, direction: Direction) -> bool {
        self.empty_near(square, direction).into_iter().any(|point| {
            let board = self.with_black(point);
            let makes_five = Direction::ALL
                .into_iter()
                .any(|other| board.run(point, other, Color::Black).len() == 5);
            board.run(point, direction, Color::Black).contains(&square)
                && board.is_in_open_four(point, direction)
                && !makes_five
                && self.foul(point).is_none()
        })
    }
}
