//! A small network over the points of both players: what stands on a board together is
//! worth more, or less, than its parts.
//!
//! Every point adds a row of numbers, that of its class, to the sums of its player; the
//! pattern layer keeps them ([`Lanes`]). Of the side to move the sums of one role are
//! the first layer, of the other side those of the other role. A move changes few points,
//! so the first and largest layer is corrected instead of computed again: the idea of Yu
//! Nasu's efficiently updatable networks (2018). The first layer is held between 0 and 1,
//! and so is the second, whose weighted sum is the value.
//!
//! The files in `weights/` were written by `scripts/tune_network.py`; their heads say
//! from what. All is in whole numbers, so that every machine finds the same. Every line
//! begins with the side to move: `x`, `o`, or `*` for both.
//!
//! | line | what |
//! |---|---|
//! | `row`, class, 2 × [`LANES`] numbers | what its points add, to move and waiting; 256 is 1 |
//! | `first`, 2 × [`LANES`] numbers | what the first layer has without any point |
//! | `second`, 2 × [`LANES`] numbers, number | a neuron: weights, 64 is 1; bias, 16384 is 1 |
//! | `value`, [`NEURONS`] numbers, number | weights and bias of the value, in units and in 256ths of units |

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::weights::{files, parse_class, parse_player};
use crate::game::{ByColor, Color, Rule};
use crate::pattern::{LANES, Lanes, PlayerSums, Shape};

/// Neurons of the second layer.
pub const NEURONS: usize = 16;

/// What stands for 1 in the layers.
const ONE: i16 = 256;

/// Bits behind the point of the second layer's weights.
const FRACTION: i32 = 6;

/// Both players' part of the first layer.
type First = [i16; 2 * LANES];

/// What points add to the first layer, by class; what is missing adds nothing. They
/// are many more than the other numbers, and go into the lookups of points.
#[derive(Default)]
pub struct Rows(BTreeMap<usize, Lanes>);

impl Rows {
    /// What points of a class add to the sums of their player.
    pub fn of(&self, class: usize) -> Lanes {
        self.0.get(&class).copied().unwrap_or(Lanes::ZERO)
    }
}

/// The numbers of a network behind its first layer.
pub struct Network {
    first: First,
    second: [(First, i32); NEURONS],
    value: ([i16; NEURONS], i32),
}

/// The networks for a rule with `k` in a row, by the side to move, if there are any.
pub fn of(rule: Rule, k: u8) -> Option<&'static ByColor<Network>> {
    static FIVE: [OnceLock<ByColor<Network>>; Rule::ALL.len()] =
        [const { OnceLock::new() }; Rule::ALL.len()];
    (k == 5).then(|| {
        FIVE[rule as usize].get_or_init(|| ByColor(Color::ALL.map(|side| read(rule, side).0)))
    })
}

/// What points add to them.
pub fn rows(rule: Rule, k: u8) -> Option<ByColor<Rows>> {
    (k == 5).then(|| ByColor(Color::ALL.map(|side| read(rule, side).1)))
}

/// Whether points with these shapes mean anything for their surroundings. Lines that
/// are merely free do not, and there are the more of them the wider a board is.
pub fn is_heard(shapes: [Shape; 4]) -> bool {
    shapes.into_iter().any(|shape| shape > Shape::Live)
}

/// The network of a side to move.
fn read(rule: Rule, side: Color) -> (Network, Rows) {
    let mut rows = Rows::default();
    let mut network = Network {
        first: [0; 2 * LANES],
        second: [([0; 2 * LANES], 0); NEURONS],
        value: ([0; NEURONS], 0),
    };
    let mut neurons = network.second.iter_mut();
    for (sides, line) in files(rule).network.lines().filter_map(NetworkLine::parse) {
        if !sides.contains(&side) {
            continue;
        }
        match line {
            NetworkLine::Row(class, lanes) => {
                rows.0.insert(class, lanes);
            }
            NetworkLine::First(bias) => network.first = bias,
            NetworkLine::Second(weights, bias) => {
                if let Some(neuron) = neurons.next() {
                    *neuron = (weights, bias);
                }
            }
            NetworkLine::Value(weights, bias) => network.value = (weights, bias),
        }
    }
    (network, rows)
}

impl Network {
    /// The value of a board with these sums for the side to move, in internal units.
    pub fn value(&self, sums: &PlayerSums, side: Color) -> i32 {
        let mut first: First = [0; 2 * LANES];
        let (own, other) = first.split_at_mut(LANES);
        let (own_bias, other_bias) = self.first.split_at(LANES);
        let activate = |layer: &mut [i16], sums: &[i32; LANES], biases: &[i16]| {
            for ((neuron, sum), bias) in layer.iter_mut().zip(sums).zip(biases) {
                *neuron = (sum + i32::from(*bias)).clamp(0, ONE.into()) as i16;
            }
        };
        activate(own, &sums[side].lanes.to_move, own_bias);
        activate(other, &sums[!side].lanes.waiting, other_bias);
        let (weights, bias) = &self.value;
        let neurons = self.second.iter().zip(weights);
        let sum: i32 = neurons
            .map(|((weights, bias), &weight)| {
                let active = ((dot(&first, weights) + bias) >> FRACTION).clamp(0, ONE.into());
                active * i32::from(weight)
            })
            .sum();
        (sum + bias) / i32::from(ONE)
    }
}

/// The sum of products. Not inlined: by itself it becomes a few vector instructions,
/// where several of them at once are taken apart and put together again.
#[inline(never)]
fn dot(left: &First, right: &First) -> i32 {
    left.iter().zip(right).map(|(&left, &right)| i32::from(left) * i32::from(right)).sum()
}

/// What a line says.
enum NetworkLine {
    Row(usize, Lanes),
    First(First),
    Second(First, i32),
    Value([i16; NEURONS], i32),
}

impl NetworkLine {
    /// Reads a line; `None` for notes.
    fn parse(line: &str) -> Option<(&'static [Color], NetworkLine)> {
        let mut words = line.split_ascii_whitespace();
        let sides = parse_player(words.next()?)?;
        let head = words.next()?;
        let class = if head == "row" { Some(parse_class(words.next()?)?) } else { None };
        let numbers: Vec<i32> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let short = |numbers: &[i32]| -> Option<Vec<i16>> {
            numbers.iter().map(|&number| number.try_into().ok()).collect()
        };
        let (&bias, weights) = numbers.split_last()?;
        let line = match (head, class) {
            ("row", Some(class)) => {
                let (to_move, waiting) = numbers.split_at_checked(LANES)?;
                let to_move = short(to_move)?.try_into().ok()?;
                NetworkLine::Row(
                    class,
                    Lanes { to_move, waiting: short(waiting)?.try_into().ok()? },
                )
            }
            ("first", None) => NetworkLine::First(short(&numbers)?.try_into().ok()?),
            ("second", None) => NetworkLine::Second(short(weights)?.try_into().ok()?, bias),
            ("value", None) => NetworkLine::Value(short(weights)?.try_into().ok()?, bias),
            _ => return None,
        };
        Some((sides, line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::weights::class;
    use crate::pattern::{LaneSums, Sum};

    #[test]
    fn every_line_is_read_or_a_note() {
        // One network for both sides, or one for each.
        for (rule, networks) in [(Rule::Freestyle, 1), (Rule::Caro, 1), (Rule::Renju, 2)] {
            let mut counts = [0; 4];
            for line in files(rule).network.lines().filter(|line| !line.starts_with('#')) {
                let kind = match NetworkLine::parse(line) {
                    Some((_, NetworkLine::Row(..))) => 0,
                    Some((_, NetworkLine::First(_))) => 1,
                    Some((_, NetworkLine::Second(..))) => 2,
                    Some((_, NetworkLine::Value(..))) => 3,
                    None => panic!("{line}"),
                };
                counts[kind] += 1;
            }
            assert!(counts[0] > 100, "{counts:?}");
            assert_eq!(counts[1..], [1, NEURONS, 1].map(|count| networks * count));
        }
    }

    #[test]
    fn free_lines_are_not_heard() {
        let rows = &rows(Rule::Freestyle, 5).unwrap()[Color::Black];
        for shapes in [[Shape::Dead; 4], [Shape::Live; 4]] {
            assert!(!is_heard(shapes));
            assert_eq!(rows.of(class(shapes)), Lanes::ZERO);
        }
        assert!(is_heard([Shape::Dead, Shape::Dead, Shape::OpenThree, Shape::Dead]));
        assert!([4, 6].iter().all(|&k| of(Rule::Freestyle, k).is_none()));
    }

    /// The arithmetic of the head of this file, in floating point.
    fn real(network: &Network, sums: &PlayerSums, side: Color) -> f64 {
        let layer = sums[side].lanes.to_move.into_iter().chain(sums[!side].lanes.waiting);
        let one = f64::from(ONE);
        let first: Vec<f64> = layer
            .zip(network.first)
            .map(|(sum, bias)| ((f64::from(sum) + f64::from(bias)) / one).clamp(0.0, 1.0))
            .collect();
        let mut value = f64::from(network.value.1) / one;
        for ((weights, bias), weight) in network.second.iter().zip(network.value.0) {
            let products = first.iter().zip(weights).map(|(one, &weight)| one * f64::from(weight));
            let sum = products.sum::<f64>() / 64.0 + f64::from(*bias) / 16384.0;
            value += sum.clamp(0.0, 1.0) * f64::from(weight);
        }
        value
    }

    #[test]
    fn whole_numbers_come_close_to_real_ones() {
        let (network, rows) = &read(Rule::Freestyle, Color::Black);
        let mut lanes = [LaneSums::ZERO; 2];
        lanes[0].exchange(&rows.of(class([Shape::Two; 4])), &Lanes::ZERO);
        for (place, shape) in Shape::ALL.into_iter().enumerate() {
            let row = rows.of(class([Shape::Dead, Shape::Live, shape, Shape::Two]));
            lanes[place % 2].exchange(&row, &Lanes::ZERO);
        }
        let sums = ByColor(lanes.map(|lanes| Sum { lanes, ..Sum::ZERO }));
        for side in Color::ALL {
            let (found, value) = (network.value(&sums, side), real(network, &sums, side));
            assert!((f64::from(found) - value).abs() < 16.0, "{found} {value}");
            assert_ne!(found, 0);
        }
    }

    /// As many points of one class as the largest board has: sums go on where 16 bits end.
    #[test]
    fn sums_of_large_boards_do_not_wrap_around() {
        for rule in [Rule::Freestyle, Rule::Caro, Rule::Renju] {
            for (side, (network, rows)) in Color::ALL.map(|side| (side, read(rule, side))) {
                for (class, row) in &rows.0 {
                    let mut lanes = LaneSums::ZERO;
                    (0..1600).for_each(|_| lanes.exchange(row, &Lanes::ZERO));
                    let sum = Sum { lanes, ..Sum::ZERO };
                    let sums = ByColor([sum, Sum::ZERO]);
                    let (found, value) = (network.value(&sums, side), real(&network, &sums, side));
                    let is_near = (f64::from(found) - value).abs() < 16.0;
                    assert!(is_near, "{rule:?} {class}: {found} {value}");
                }
            }
        }
    }
}
