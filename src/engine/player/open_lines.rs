//! Counts the lines that a player can still complete, move by move.

use crate::game::square::SQUARES;
use crate::game::{ByColor, Color, Direction, Move, Position, Size, Square};

/// How much a line that lacks one stone counts on top of being open: more than
/// all lines through one point, of which there are at most 4k, so that such a
/// line is not left alone for a point in the open.
const LACKING_ONE_BONUS: i32 = 40;

/// For every stretch of `k` squares in a line: how many stones of each player
/// stand in it. A stretch without stones of the other side is an open line.
#[derive(Clone, Debug)]
pub struct OpenLines {
    size: Size,
    k: u8,
    /// Stones in the stretch that starts at a square and runs along a direction.
    stones: Vec<[ByColor<u8>; 4]>,
    open: ByColor<i32>,
    lacking_one: ByColor<i32>,
}

impl OpenLines {
    /// Counts the lines of a position.
    pub fn new(position: &Position) -> OpenLines {
        let size = position.size();
        let mut lines = OpenLines {
            size,
            k: position.variant().k,
            stones: vec![[ByColor::default(); 4]; SQUARES],
            open: ByColor::default(),
            lacking_one: ByColor::default(),
        };
        for square in size.squares() {
            for direction in Direction::ALL {
                if lines.fits(square, direction) {
                    lines.count(ByColor::default(), 1);
                }
            }
        }
        for square in position.occupied().iter() {
            lines.change(square, None, position.at(square).map(|stone| stone.color));
        }
        lines
    }

    /// The lines that each side can still complete.
    pub const fn open(&self) -> ByColor<i32> {
        self.open
    }

    /// The open lines of each side that lack one stone.
    pub const fn lacking_one(&self) -> ByColor<i32> {
        self.lacking_one
    }

    /// The difference of open lines from the point of view of `color`, with a
    /// bonus for lines that lack one stone.
    pub fn balance(&self, color: Color) -> i32 {
        let difference = |counts: &ByColor<i32>| counts[color] - counts[!color];
        difference(&self.open) + LACKING_ONE_BONUS * difference(&self.lacking_one)
    }

    /// Whether the stretch from `start` along `direction` lies on the board.
    fn fits(&self, start: Square, direction: Direction) -> bool {
        let end = start.step(direction, isize::from(self.k) - 1);
        end.is_some_and(|end| self.size.contains(end))
    }

    /// Adds a stretch with these stones to the totals (`sign` 1) or takes it out (-1).
    fn count(&mut self, stones: ByColor<u8>, sign: i32) {
        for color in Color::ALL {
            if stones[!color] == 0 {
                self.open[color] += sign;
                self.lacking_one[color] += sign * i32::from(stones[color] + 1 == self.k);
            }
        }
    }

    /// Counts a move that `color` has played.
    pub fn played(&mut self, mv: Move, color: Color) {
        self.change(mv.square(), captured(mv, color), Some(color));
    }

    /// Takes a move that `color` played out of the counts.
    pub fn undone(&mut self, mv: Move, color: Color) {
        self.change(mv.square(), Some(color), captured(mv, color));
    }

    fn change(&mut self, square: Square, before: Option<Color>, after: Option<Color>) {
        for (index, direction) in Direction::ALL.into_iter().enumerate() {
            for steps in 0..isize::from(self.k) {
                let Some(start) = square.step(direction, -steps) else { break };
                if !self.size.contains(start) {
                    break;
                }
                if !self.fits(start, direction) {
                    continue;
                }
                let mut stones = self.stones[start.index()][index];
                self.count(stones, -1);
                if let Some(color) = before {
                    stones[color] -= 1;
                }
                if let Some(color) = after {
                    stones[color] += 1;
                }
                self.count(stones, 1);
                self.stones[start.index()][index] = stones;
            }
        }
    }
}

/// Whose stone stood where `color` plays: a conversion takes one of the opponent's.
fn captured(mv: Move, color: Color) -> Option<Color> {
    mv.is_conversion().then_some(!color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;
    use crate::player::rng::draw;
    use crate::player::seeded;

    fn after(variant: Variant, moves: &[&str]) -> Position {
        let mut position = Position::new(variant).unwrap();
        for mv in moves {
            position.play(mv.parse().unwrap()).unwrap();
        }
        position
    }

    /// The textbook's example: a corner against an edge of another row and column.
    #[test]
    fn six_open_lines_against_five() {
        let position = after(Variant::mnk(3, 3, 3).unwrap(), &["a3", "b1"]);
        let lines = OpenLines::new(&position);
        assert_eq!(lines.open, ByColor::new(6, 5));
        assert_eq!((lines.balance(Color::Black), lines.balance(Color::White)), (1, -1));
    }

    #[test]
    fn a_line_lacking_one_stone_counts_more() {
        let position = after(Variant::mnk(3, 3, 3).unwrap(), &["a3", "b1", "b2"]);
        // x.. / .x. / .o.: six lines are free of o, two of x; x lacks only c1.
        assert_eq!(OpenLines::new(&position).balance(Color::Black), 6 - 2 + LACKING_ONE_BONUS);
        let blocked = after(Variant::mnk(3, 3, 3).unwrap(), &["a3", "b1", "b2", "c1"]);
        assert_eq!(OpenLines::new(&blocked).lacking_one.0, [0, 1]);
    }

    /// After any moves and take-backs, the counts are those of a fresh count.
    #[test]
    fn counts_follow_the_board() {
        let mut rng = seeded(3);
        let destroy = Variant {
            destroy: 2,
            size: Size::new(7, 5).unwrap(),
            ..Variant::mnk(7, 5, 4).unwrap()
        };
        for variant in [destroy, Variant::mnk(3, 9, 5).unwrap()] {
            for _ in 0..40 {
                let mut position = Position::new(variant).unwrap();
                let mut lines = OpenLines::new(&position);
                let mut seen = vec![];
                while !position.is_over() {
                    seen.push((lines.open, lines.lacking_one));
                    let moves = position.legal_moves();
                    let mv: Move = moves[draw(&mut rng, moves.len())];
                    lines.played(mv, position.side());
                    position.play_unchecked(mv);
                    let fresh = OpenLines::new(&position);
                    assert_eq!((lines.open, lines.lacking_one), (fresh.open, fresh.lacking_one));
                }
                while let Some(before) = seen.pop() {
                    let mv = position.last_move().unwrap();
                    position.undo();
                    lines.undone(mv, position.side());
                    assert_eq!((lines.open, lines.lacking_one), before);
                }
                position.play_unchecked(position.legal_moves()[0]);
            }
        }
    }
}
