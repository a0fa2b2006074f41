//! What a player decides by: the numbers that it sees in a position before it looks ahead.

use super::open_lines::OpenLines;
use super::{runlength, scoretable};
use crate::game::{ByColor, Color, Position, Square};

/// The numbers that a player sees in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The evaluation of the engine.
    Engine,
    /// What a stone of each side on every empty point counts: points of the score table, or
    /// the length of a run.
    Points(Vec<(Square, ByColor<u64>)>),
    /// Lines that each side can still complete.
    Lines {
        /// All lines that each side can still complete.
        open: ByColor<i32>,
        /// The lines of `open` that lack one stone.
        lacking_one: ByColor<i32>,
        /// The value that follows, for the side to move.
        value: i32,
    },
    /// No numbers: the player goes by rules, or by lot.
    Nothing,
}

/// What the player of that name sees in a position; case is ignored.
pub fn basis_of(name: &str, position: &Position) -> Basis {
    let points = |count: fn(&Position, Square, Color) -> u64| {
        let both = |square| ByColor(Color::ALL.map(|color| count(position, square, color)));
        Basis::Points(position.empty_squares().map(|square| (square, both(square))).collect())
    };
    match name.to_ascii_lowercase().as_str() {
        "scoretable" => points(scoretable::worth),
        "runlength" => {
            points(|position, square, color| runlength::run_through(position, square, color) as u64)
        }
        "minimax" | "alphabeta" => {
            let lines = OpenLines::new(position);
            Basis::Lines {
                open: lines.open(),
                lacking_one: lines.lacking_one(),
                value: lines.balance(position.side()),
            }
        }
        "random" | "fivestage" | "linecount" => Basis::Nothing,
        _ => Basis::Engine,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board;

    /// The textbook's example: a corner against an edge of another row and column.
    #[test]
    fn players_tell_what_they_count() {
        let position = board!("x k=3", "\nx . .\n. . .\n. o .");
        let lines =
            Basis::Lines { open: ByColor::new(6, 5), lacking_one: ByColor::new(0, 0), value: 1 };
        assert_eq!(basis_of("MiniMax", &position), lines);
        let Basis::Points(runs) = basis_of("runlength", &position) else { panic!() };
        let centre = "b2".parse().unwrap();
        assert!(runs.contains(&(centre, ByColor::new(2, 2))) && runs.len() == 7, "{runs:?}");
        let Basis::Points(points) = basis_of("scoretable", &position) else { panic!() };
        assert_eq!(points.len(), 7);
        assert_eq!(basis_of("random", &position), Basis::Nothing);
        assert_eq!(basis_of("engine", &position), Basis::Engine);
    }
}
