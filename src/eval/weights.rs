//! Learned weights: what a point is worth for the shapes it makes in four lines.
//!
//! The files in `weights/` were written by `tengen tune-eval`; their heads say from
//! what. Each further line is a player (`x`, `o`, or `*` for both), four shapes as
//! digits (their places in [`Shape::ALL`], in base 11, smallest first) and four
//! numbers, those of [`Weight`].

use crate::game::{ByColor, Color};
use crate::pattern::Shape;

/// The numbers of one combination of shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    /// Worth to the side to move, in internal units.
    pub to_move: i16,
    /// Worth to the side that waits.
    pub waiting: i16,
    /// How often the player chooses such a point: hundredths of the natural
    /// logarithm of its odds.
    pub attack: i16,
    /// How often the opponent takes it.
    pub defence: i16,
}

/// Number of classes, see [`class`].
pub const CLASSES: usize = Shape::ALL.len().pow(4);

/// The number of a combination of shapes whatever their order, below [`CLASSES`].
pub fn class(mut shapes: [Shape; 4]) -> usize {
    shapes.sort_unstable();
    shapes.into_iter().fold(0, |number, shape| number * Shape::ALL.len() + shape as usize)
}

/// A class as four digits.
pub fn class_name(class: usize) -> String {
    let base = Shape::ALL.len();
    let digit = |place: u32| char::from_digit((class / base.pow(place) % base) as u32, 11);
    (0..4).rev().filter_map(digit).collect()
}

/// Learned from games of freestyle on 15x15.
const FREESTYLE: &str = include_str!("weights/freestyle.txt");

/// The weights for five in a row, by player and class; `None` where nothing was
/// learned. Shapes say what they lead to under their rule, so that what was
/// learned in freestyle holds for the others too.
pub fn of_five() -> ByColor<Vec<Option<Weight>>> {
    let mut weights = ByColor::new(vec![None; CLASSES], vec![None; CLASSES]);
    for (colors, class, weight) in FREESTYLE.lines().filter_map(parse) {
        for &color in colors {
            weights[color][class] = Some(weight);
        }
    }
    weights
}

/// Reads a line; `None` for notes.
fn parse(line: &str) -> Option<(&'static [Color], usize, Weight)> {
    let mut words = line.split_ascii_whitespace();
    let colors: &[Color] = match words.next()? {
        "x" => &[Color::Black],
        "o" => &[Color::White],
        "*" => &Color::ALL,
        _ => return None,
    };
    let class = usize::from_str_radix(words.next()?, Shape::ALL.len() as u32).ok()?;
    let mut number = || words.next()?.parse().ok();
    let weight =
        Weight { to_move: number()?, waiting: number()?, attack: number()?, defence: number()? };
    (class < CLASSES).then_some((colors, class, weight))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_do_not_depend_on_the_order() {
        let shapes = [Shape::Four, Shape::Dead, Shape::OpenThree, Shape::Live];
        let turned = [Shape::Live, Shape::OpenThree, Shape::Four, Shape::Dead];
        assert_eq!(class(shapes), class(turned));
        assert_eq!(class_name(class(shapes)), "0156");
        assert_eq!(class([Shape::Five; 4]), CLASSES - 1);
        assert_eq!(class_name(CLASSES - 1), "aaaa");
    }

    #[test]
    fn every_line_is_a_weight_or_a_note() {
        let weights = of_five();
        for color in Color::ALL {
            let known = weights[color].iter().flatten().count();
            assert!(known > 100, "{known}");
        }
        for line in FREESTYLE.lines() {
            assert!(line.starts_with('#') || parse(line).is_some(), "{line}");
        }
    }
}
