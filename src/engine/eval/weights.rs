//! Learned weights: what points are worth for the shapes they make in four lines, and
//! how moves are chosen.
//!
//! The files in `weights/` were written by `tengen tune-eval`; their heads say from
//! what. Shapes are digits: their places in [`Shape::ALL`], in base 11. A player is `x`,
//! `o`, or `*` for both. The further lines are
//!
//! | line | what |
//! |---|---|
//! | player, four shapes (smallest first), four numbers | a class and its [`Weight`] |
//! | player, `pair`, two shapes, two shapes, number | [`Policy::pairs`] |
//! | player, `last`, move (1 the last), far, near, number | [`Policy::set_near`] |
//! | `scale`, stones, number | [`Learned::scale`] there; linear between such lines |

use crate::game::{ByColor, Color, Rule};
use crate::pattern::policy::{LAST_MOVES, Policy, STEPS};
use crate::pattern::tables::STAGES;
use crate::pattern::{Shape, threat};

/// Parts of an internal unit in which worths are kept: some classes stand on a hundred
/// points at once, and what they lose by rounding adds up.
pub const PARTS: i16 = 16;

/// The numbers of one combination of shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    /// Worth to the side to move, in [`PARTS`].
    pub to_move: i16,
    /// Worth to the side that waits, in [`PARTS`].
    pub waiting: i16,
    /// How often the player chooses such a point: hundredths of the natural
    /// logarithm of its odds.
    pub attack: i16,
    /// How often the opponent takes such a point: hundredths of the natural logarithm of its odds.
    pub defence: i16,
}

/// Number of classes, see [`class`].
pub const CLASSES: usize = Shape::ALL.len().pow(4);

/// The number of a combination of shapes whatever their order, below [`CLASSES`].
pub fn class(mut shapes: [Shape; 4]) -> usize {
    shapes.sort_unstable();
    shapes.into_iter().fold(0, |number, shape| number * Shape::ALL.len() + shape as usize)
}

/// The shapes of a class, weakest first.
pub fn shapes_of(class: usize) -> [Shape; 4] {
    let base = Shape::ALL.len();
    std::array::from_fn(|place| Shape::ALL[class / base.pow(3 - place as u32) % base])
}

/// Whether points with these shapes mean anything for their surroundings. Lines that are merely
/// free mean nothing, and a wider board has more of them.
pub fn is_heard(shapes: [Shape; 4]) -> bool {
    // With weights of their own an empty board was worth 217 hundredths on 15x15, 1165 on 40x30.
    shapes.into_iter().any(|shape| shape > Shape::Live)
}

/// A class as four digits.
pub fn class_name(class: usize) -> String {
    let base = Shape::ALL.len();
    let digit = |place: u32| char::from_digit((class / base.pow(place) % base) as u32, 11);
    (0..4).rev().filter_map(digit).collect()
}

/// The class that four digits name.
pub fn parse_class(digits: &str) -> Option<usize> {
    let class = usize::from_str_radix(digits, Shape::ALL.len() as u32);
    class.ok().filter(|&class| class < CLASSES)
}

/// The players that a letter names.
pub fn parse_player(letter: &str) -> Option<&'static [Color]> {
    match letter {
        "x" => Some(&[Color::Black]),
        "o" => Some(&[Color::White]),
        "*" => Some(&Color::ALL),
        _ => None,
    }
}

/// What was learned from games of a rule on 15x15. Shapes say what they lead to under their rule,
/// so that what was learned in freestyle holds in standard too: what standard's own games taught
/// of points won nothing in standard.
pub const fn file(rule: Rule) -> &'static str {
    match rule {
        // Standard's own points: -44 ± 47 Elo with a network of theirs, and the same against Rapfi;
        // from 52 thousand games 6 ± 10.
        Rule::Freestyle | Rule::Standard => include_str!("weights/freestyle.txt"),
        Rule::Caro | Rule::CaroOverline => include_str!("weights/caro.txt"),
        Rule::Renju => include_str!("weights/renju.txt"),
    }
}

/// What was learned, by player.
#[derive(Debug)]
pub struct Learned {
    /// Weights of points by class; `None` where nothing was learned.
    pub points: ByColor<Vec<Option<Weight>>>,
    /// How moves are chosen.
    pub policy: ByColor<Policy>,
    /// What the sum of all points counts by the number of stones, in 256ths.
    pub scale: [i32; STAGES],
}

/// What was learned of five in a row.
pub fn of_five(rule: Rule) -> Learned {
    let mut learned = Learned {
        points: ByColor::new(vec![None; CLASSES], vec![None; CLASSES]),
        policy: ByColor::new(Policy::NONE, Policy::NONE),
        scale: [256; STAGES],
    };
    let mut before = None;
    for line in file(rule).lines().filter_map(parse) {
        match line {
            WeightLine::Point(colors, class, weight) => {
                for &color in colors {
                    learned.points[color][class] = Some(weight);
                }
            }
            WeightLine::Pair(colors, [own, other], value) => {
                for &color in colors {
                    learned.policy[color].pairs[own][other] = value;
                }
            }
            WeightLine::Last(colors, back, [far, near], value) => {
                for &color in colors {
                    learned.policy[color].set_near(back, [far, near], value);
                }
            }
            WeightLine::Scale(stones, value) => {
                // The line before is where this stretch begins; the first one holds from no stones on.
                let (first, low) = before.replace((stones, value)).unwrap_or((0, value));
                let width = (stones - first).max(1) as i32;
                for (step, place) in (0..).zip(first..=stones) {
                    learned.scale[place] = low + step * (value - low) / width;
                }
                learned.scale[stones..].fill(value);
            }
        }
    }
    learned
}

/// What a line says, and of which players.
#[derive(Clone, Copy, Debug)]
enum WeightLine {
    /// A class and its weight.
    Point(&'static [Color], usize, Weight),
    /// Two pairs of lines, the player's and the opponent's.
    Pair(&'static [Color], [usize; 2], i16),
    /// An earlier move and the distance to it.
    Last(&'static [Color], usize, [usize; 2], i16),
    /// A number of stones and what values count then.
    Scale(usize, i32),
}

/// Reads a line; `None` for notes.
fn parse(line: &str) -> Option<WeightLine> {
    let mut words = line.split_ascii_whitespace();
    let first = words.next()?;
    if first == "scale" {
        let stones = words.next()?.parse().ok().filter(|&stones| stones < STAGES)?;
        return Some(WeightLine::Scale(stones, words.next()?.parse().ok()?));
    }
    let colors = parse_player(first)?;
    Some(match words.next()? {
        "pair" => {
            let mut pair = || pair(words.next()?);
            let pairs = [pair()?, pair()?];
            WeightLine::Pair(colors, pairs, words.next()?.parse().ok()?)
        }
        "last" => {
            let mut number = || words.next()?.parse::<usize>().ok();
            let (back, far, near) = (number()?.checked_sub(1)?, number()?, number()?);
            (back < LAST_MOVES && near <= far && far <= STEPS).then_some(())?;
            WeightLine::Last(colors, back, [far, near], words.next()?.parse().ok()?)
        }
        class => {
            let class = parse_class(class)?;
            let mut number = || words.next()?.parse().ok();
            let [to_move, waiting] = [number()?, number()?];
            let [attack, defence] = [number()?, number()?];
            WeightLine::Point(colors, class, Weight { to_move, waiting, attack, defence })
        }
    })
}

/// The number of a pair of lines, from two digits.
fn pair(digits: &str) -> Option<usize> {
    let shape = |digit: char| Shape::ALL.get(digit.to_digit(Shape::ALL.len() as u32)? as usize);
    let mut digits = digits.chars();
    let [first, second] = [*shape(digits.next()?)?, *shape(digits.next()?)?];
    Some(threat::pair([Shape::Dead, Shape::Dead, first, second]))
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
    fn lines_that_are_merely_free_are_not_heard() {
        assert!(!is_heard([Shape::Dead; 4]) && !is_heard([Shape::Live; 4]));
        assert!(is_heard([Shape::Dead, Shape::Dead, Shape::OpenThree, Shape::Dead]));
    }

    #[test]
    fn every_line_is_a_weight_or_a_note() {
        for rule in Rule::ALL {
            let learned = of_five(rule);
            for color in Color::ALL {
                let known = learned.points[color].iter().flatten().count();
                assert!(known > 100, "{known}");
                assert_ne!(learned.policy[color], Policy::NONE);
            }
            for line in file(rule).lines() {
                assert!(line.starts_with('#') || parse(line).is_some(), "{line}");
            }
        }
    }

    #[test]
    fn the_scale_is_linear_between_its_lines() {
        let scale = of_five(Rule::Freestyle).scale;
        let lines = file(Rule::Freestyle).lines().filter_map(|line| match parse(line)? {
            WeightLine::Scale(stones, value) => Some((stones, value)),
            _ => None,
        });
        let knots: Vec<(usize, i32)> = lines.collect();
        assert!(knots.is_sorted_by(|before, after| before.0 < after.0), "{knots:?}");
        for pair in knots.windows(2) {
            let [(first, low), (last, high)] = [pair[0], pair[1]];
            assert_eq!([scale[first], scale[last]], [low, high]);
            for stones in first..=last {
                let there = low * (last - stones) as i32 + high * (stones - first) as i32;
                let width = (last - first) as i32;
                assert!((scale[stones] * width - there).abs() < width, "{stones}: {scale:?}");
            }
        }
        assert_eq!(scale[STAGES - 1], knots[knots.len() - 1].1);
    }

    #[test]
    fn pairs_of_lines_have_numbers_of_their_own() {
        assert_eq!(pair("54"), pair("45"));
        assert_ne!(pair("54"), pair("55"));
        assert_eq!(pair("5"), None);
        assert_eq!(pair("5b"), None);
    }
}
