//! A trained network in the whole numbers of [`point_net`].

use tengen_engine::eval::point_net::{self, MAGIC};
use tengen_engine::pattern::points::{CHANNELS, HIDDEN, SUMS};

use super::layout::{Layout, SUM_UNITS, UNITS};

/// Largest number of a window's row, in 256ths: the largest signed byte.
const MOST_BYTE: f32 = i8::MAX as f32;

/// The same limit in the floating-point numbers of the trainer.
pub const MOST_OF_WINDOW: f32 = MOST_BYTE / 256.0;

/// Largest number of a class's row, and of the bias that every point has. A point's number is the
/// sum of two classes, of four windows for each player, and of the bias; the sum fits into 16 bits.
const MOST: f32 = 10_000.0;
const _: () = assert!(8.0 * MOST_BYTE + 3.0 * MOST <= i16::MAX as f32);

/// Largest weight of a layer: up to this, no sum of products leaves 32 bits.
const MOST_WEIGHT: f32 = 1023.0;

/// Inputs and neurons of each layer, and the factor of its inputs in the engine against those of
/// the trainer: the engine divides by a power of two.
const LAYERS: [(usize, usize, f32); 2] =
    [(SUMS, HIDDEN[0], 8.0 / SUM_UNITS), (HIDDEN[0], HIDDEN[1], 1.0)];

/// The bytes of a network file.
pub fn file(layout: &Layout, numbers: &[f32]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let (windows, others) = numbers[..layout.bias + CHANNELS].split_at(layout.classes);
    let whole = |number: &f32, most: f32| (number * 256.0).round().clamp(-most, most);
    bytes.extend(windows.iter().map(|number| whole(number, MOST_BYTE) as i8 as u8));
    bytes.extend(others.iter().flat_map(|number| (whole(number, MOST) as i16).to_le_bytes()));
    for (from, (width, height, factor)) in [layout.first, layout.second].into_iter().zip(LAYERS) {
        let line = |neuron: usize| &numbers[from + neuron * (width + 1)..][..=width];
        for neuron in 0..height {
            for weight in &line(neuron)[..width] {
                let whole = (weight * factor * 256.0).round().clamp(-MOST_WEIGHT, MOST_WEIGHT);
                bytes.extend((whole as i16).to_le_bytes());
            }
        }
        for neuron in 0..height {
            bytes.extend(((line(neuron)[width] * 65_536.0).round() as i32).to_le_bytes());
        }
    }
    let (bias, weights) = numbers[layout.value..layout.count].split_last().expect("a bias");
    for weight in weights {
        bytes.extend(((weight * UNITS * 16.0).round() as i32).to_le_bytes());
    }
    bytes.extend(((bias * UNITS * 4096.0).round() as i32).to_le_bytes());
    let sum = point_net::sum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The numbers of a network file of this program: those that [`file()`] wrote, but for rounding.
pub fn numbers(layout: &Layout, bytes: &[u8]) -> Vec<f32> {
    let (windows, rest) = bytes[MAGIC.len()..].split_at(layout.classes);
    let (others, mut rest) = rest.split_at(2 * (layout.bias + CHANNELS - layout.classes));
    let mut numbers: Vec<f32> = windows.iter().map(|&byte| f32::from(byte as i8) / 256.0).collect();
    numbers.extend(shorts(others).map(|number| number / 256.0));
    for (width, height, factor) in LAYERS {
        let (weights, after) = rest.split_at(2 * width * height);
        let (biases, after) = after.split_at(4 * height);
        let mut weights = shorts(weights).map(|weight| weight / (factor * 256.0));
        for bias in longs(biases) {
            numbers.extend(weights.by_ref().take(width));
            numbers.push(bias / 65_536.0);
        }
        rest = after;
    }
    let mut value: Vec<f32> = longs(&rest[..4 * (HIDDEN[1] + 1)]).collect();
    let bias = value.pop().expect("a bias");
    numbers.extend(value.into_iter().map(|weight| weight / (UNITS * 16.0)));
    numbers.push(bias / (UNITS * 4096.0));
    numbers
}

fn shorts(bytes: &[u8]) -> impl Iterator<Item = f32> {
    bytes.as_chunks().0.iter().map(|&two| i16::from_le_bytes(two).into())
}

fn longs(bytes: &[u8]) -> impl Iterator<Item = f32> {
    bytes.as_chunks().0.iter().map(|&four| i32::from_le_bytes(four) as f32)
}

#[cfg(test)]
mod tests {
    use tengen_engine::player::seeded;

    use super::super::layout::begin;
    use super::*;

    #[test]
    fn what_was_written_is_read_again() {
        let layout = Layout::new();
        let numbers = begin(&layout, &mut seeded(7));
        let bytes = file(&layout, &numbers);
        let known = super::numbers(&layout, &bytes);
        assert_eq!(known.len(), layout.count);
        let farthest = numbers.iter().zip(&known).map(|(one, other)| (one - other).abs());
        assert!(farthest.fold(0.0, f32::max) < 1.0 / 500.0);
        assert_eq!(file(&layout, &known), bytes);
    }

    /// Whatever was learned, the sums of a point stay within 16 bits: two classes, four windows
    /// of each player, and what every point has.
    #[test]
    fn rows_are_held_where_all_of_a_point_can_be_added() {
        let layout = Layout::new();
        let bytes = file(&layout, &vec![1e9; layout.count]);
        let (windows, others) = bytes[MAGIC.len()..].split_at(layout.classes);
        let shorts = others[..2 * (layout.bias + CHANNELS - layout.classes)].as_chunks::<2>().0;
        let window = windows.iter().map(|&byte| i32::from(byte as i8)).max().unwrap();
        let class = shorts.iter().map(|&two| i32::from(i16::from_le_bytes(two))).max().unwrap();
        let sum = 8 * window + 3 * class;
        assert!(sum > 30_000 && sum <= i16::MAX.into(), "{window} {class}");
    }
}
