//! A trained network in the whole numbers of [`point_net`].

use tengen_engine::eval::point_net::{self, MAGIC, WITHOUT_REGIONS};
use tengen_engine::pattern::points::{CHANNELS, HIDDEN, NEAR, STARS, SUMS};

use super::layout::{Blocks, Layout, SUM_UNITS, UNITS};
use super::regions::REGION_UNITS;

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

/// A layer of a file.
#[derive(Clone, Copy)]
struct Layer {
    /// Where its numbers begin: of each neuron the weights, then the bias.
    from: usize,
    inputs: usize,
    neurons: usize,
    /// The factor of its inputs in the engine against those of the trainer: the engine divides by a
    /// power of two.
    factor: f32,
}

/// The two layers that lead to the value.
fn layers(layout: &Layout) -> [Layer; 2] {
    let Layout { first, second, .. } = *layout;
    [
        Layer { from: first, inputs: SUMS, neurons: HIDDEN[0], factor: 8.0 / SUM_UNITS },
        Layer { from: second, inputs: HIDDEN[0], neurons: HIDDEN[1], factor: 1.0 },
    ]
}

/// The layers of regions, if there are any: one for each kind, and the one that leads into the first.
fn of_regions(layout: &Layout) -> Vec<Layer> {
    if !layout.blocks.regions {
        return Vec::new();
    }
    let (inputs, neurons) = (2 * NEAR, 2 * STARS);
    let length = neurons * (inputs + 1);
    let factor = 2.0 / REGION_UNITS;
    let branches = (0..3).map(|kind| layout.regions + kind * length);
    let branches = branches.map(|from| Layer { from, inputs, neurons, factor });
    let from = layout.regions + 3 * length;
    let into = Layer { from, inputs: STARS, neurons: HIDDEN[0], factor: 1.0 };
    branches.chain([into]).collect()
}

/// The bytes of a network file.
pub fn file(layout: &Layout, numbers: &[f32]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    if !layout.blocks.regions {
        bytes[MAGIC.len() - 1] = WITHOUT_REGIONS;
    }
    let (windows, others) = numbers[..layout.bias + CHANNELS].split_at(layout.classes);
    let whole = |number: &f32, most: f32| (number * 256.0).round().clamp(-most, most);
    bytes.extend(windows.iter().map(|number| whole(number, MOST_BYTE) as i8 as u8));
    bytes.extend(others.iter().flat_map(|number| (whole(number, MOST) as i16).to_le_bytes()));
    for layer in layers(layout) {
        layer.write(numbers, &mut bytes);
    }
    let value = &numbers[layout.value..=layout.value + HIDDEN[1]];
    let (bias, weights) = value.split_last().expect("a bias");
    for weight in weights {
        bytes.extend(((weight * UNITS * 16.0).round() as i32).to_le_bytes());
    }
    bytes.extend(((bias * UNITS * 4096.0).round() as i32).to_le_bytes());
    for layer in of_regions(layout) {
        layer.write(numbers, &mut bytes);
    }
    let sum = point_net::sum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

impl Layer {
    fn write(self, numbers: &[f32], bytes: &mut Vec<u8>) {
        let Layer { from, inputs, neurons, factor } = self;
        let line = |neuron: usize| &numbers[from + neuron * (inputs + 1)..][..=inputs];
        for neuron in 0..neurons {
            for weight in &line(neuron)[..inputs] {
                let whole = (weight * factor * 256.0).round().clamp(-MOST_WEIGHT, MOST_WEIGHT);
                bytes.extend((whole as i16).to_le_bytes());
            }
        }
        for neuron in 0..neurons {
            bytes.extend(((line(neuron)[inputs] * 65_536.0).round() as i32).to_le_bytes());
        }
    }

    /// Adds the layer's numbers from the front of `bytes`, and returns the rest.
    fn read<'a>(self, bytes: &'a [u8], numbers: &mut Vec<f32>) -> &'a [u8] {
        let Layer { inputs, neurons, factor, .. } = self;
        let (weights, rest) = bytes.split_at(2 * inputs * neurons);
        let (biases, rest) = rest.split_at(4 * neurons);
        let mut weights = shorts(weights).map(|weight| weight / (factor * 256.0));
        for bias in longs(biases) {
            numbers.extend(weights.by_ref().take(inputs));
            numbers.push(bias / 65_536.0);
        }
        rest
    }
}

/// The layout of a network file of this program, and its numbers: those that [`file()`] wrote, but
/// for rounding.
pub fn numbers(bytes: &[u8]) -> (Layout, Vec<f32>) {
    let regions = bytes[MAGIC.len() - 1] != WITHOUT_REGIONS;
    let layout = Layout::with(Blocks { regions, neighbours: false });
    let (windows, rest) = bytes[MAGIC.len()..].split_at(layout.classes);
    let (others, mut rest) = rest.split_at(2 * (layout.bias + CHANNELS - layout.classes));
    let mut numbers: Vec<f32> = windows.iter().map(|&byte| f32::from(byte as i8) / 256.0).collect();
    numbers.extend(shorts(others).map(|number| number / 256.0));
    for layer in layers(&layout) {
        rest = layer.read(rest, &mut numbers);
    }
    let (value, mut rest) = rest.split_at(4 * (HIDDEN[1] + 1));
    let mut value: Vec<f32> = longs(value).collect();
    let bias = value.pop().expect("a bias");
    numbers.extend(value.into_iter().map(|weight| weight / (UNITS * 16.0)));
    numbers.push(bias / (UNITS * 4096.0));
    for layer in of_regions(&layout) {
        rest = layer.read(rest, &mut numbers);
    }
    (layout, numbers)
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
        for regions in [true, false] {
            let layout = Layout::with(Blocks { regions, neighbours: false });
            let numbers = begin(&layout, &mut seeded(7));
            let bytes = file(&layout, &numbers);
            assert!(point_net::read(&bytes).is_ok());
            let (of_file, known) = super::numbers(&bytes);
            assert_eq!((of_file.count, known.len()), (layout.count, layout.count));
            let farthest = numbers.iter().zip(&known).map(|(one, other)| (one - other).abs());
            assert!(farthest.fold(0.0, f32::max) < 1.0 / 500.0);
            assert_eq!(file(&layout, &known), bytes);
        }
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
