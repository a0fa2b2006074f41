//! The pattern-table evaluation: a value for the shapes of every empty point.

use std::sync::OnceLock;

use crate::game::{ByColor, Color, Rule};
use crate::pattern::{Board, Combinations, Shape, ShapeTable, Tables};
use crate::value::Score;

/// What one line of a point is worth to the player who could play there, in
/// internal units, in the order of [`Shape`]. Set by hand and kept by matches
/// between versions; learned weights replace them per rule.
const LINE_VALUE: [i16; Shape::ALL.len()] = [0, 0, 1, 3, 5, 10, 14, 34, 22, 60, 70, 0, 90];

/// Extra value of a point for each line beyond the first that is at least an
/// open two or a three: such points become double threats.
const CROSSING: i16 = 6;

/// Extra share of its own value, in 64ths, for the side to move, because it can
/// play its best points first. Without it the engine lost 81 % of 200 games
/// against itself with 20; 40, 64 and 96 were equal within 120 games each.
const INITIATIVE: i32 = 48;

/// Value of having the move.
const TEMPO: i32 = 24;

/// The lookups of a rule and `k` (3..=9) with the values of this evaluation,
/// built at their first use.
pub fn tables(rule: Rule, k: u8) -> &'static Tables {
    const KINDS: usize = 10;
    static TABLES: [[OnceLock<Tables>; KINDS]; Rule::ALL.len()] =
        [const { [const { OnceLock::new() }; KINDS] }; Rule::ALL.len()];
    TABLES[rule as usize][usize::from(k)].get_or_init(|| Tables {
        shapes: ShapeTable::of(rule, k),
        combinations: ByColor(Color::ALL.map(|color| Combinations::build(rule, color, value))),
    })
}

/// What a point with these shapes is worth to the player who could play there.
fn value(shapes: [Shape; 4]) -> i16 {
    let lines: i16 = shapes.iter().map(|&shape| LINE_VALUE[shape as usize]).sum();
    let strong = shapes.iter().filter(|&&shape| shape >= Shape::OpenTwo).count() as i16;
    lines + CROSSING * (strong - 1).max(0) * strong
}

/// The value of a position for the side to move, in internal units.
pub fn evaluate(board: &Board) -> Score {
    let (own, other) = (board.side(), !board.side());
    let patterns = board.patterns();
    let (mine, theirs) = (patterns.value(own), patterns.value(other));
    let initiative = (mine - patterns.calm()) * INITIATIVE / 64;
    Score::estimate(mine - theirs + initiative + TEMPO)
}
