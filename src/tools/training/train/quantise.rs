//! A trained network in the whole numbers of [`point_net`].

use tengen_engine::eval::point_net::{self, MAGIC};
use tengen_engine::pattern::points::{CHANNELS, HIDDEN, SUMS};

use super::model::{Layout, SUM_UNITS, UNITS};

/// Largest number of a window's row in 256ths: a byte.
const MOST_BYTE: f32 = i8::MAX as f32;

/// The same as it is learned.
pub const MOST_OF_WINDOW: f32 = MOST_BYTE / 256.0;

/// Largest number of a class's row, and of what every point has. A point's number is the sum
/// of two classes, of four windows for each player, and of that; it stays within 16 bits.
const MOST: f32 = 10_000.0;
const _: () = assert!(8.0 * MOST_BYTE + 3.0 * MOST <= i16::MAX as f32);

/// Largest weight of a layer: with that no sum of products leaves 32 bits.
const MOST_WEIGHT: f32 = 1023.0;

/// The bytes of a file.
pub fn file(layout: &Layout, numbers: &[f32]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let (windows, others) = numbers[..layout.bias + CHANNELS].split_at(layout.classes);
    let whole = |number: &f32, most: f32| (number * 256.0).round().clamp(-most, most);
    bytes.extend(windows.iter().map(|number| whole(number, MOST_BYTE) as i8 as u8));
    bytes.extend(others.iter().flat_map(|number| (whole(number, MOST) as i16).to_le_bytes()));
    // The engine divides by a power of two.
    let input = 8.0 / SUM_UNITS;
    for (from, width, height, factor) in
        [(layout.first, SUMS, HIDDEN[0], input), (layout.second, HIDDEN[0], HIDDEN[1], 1.0)]
    {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever was learned, the sums of a point stay within 16 bits.
    #[test]
    fn rows_are_held_where_eleven_can_be_added() {
        let layout = Layout::new();
        let bytes = file(&layout, &vec![1e9; layout.count]);
        let row = &bytes[MAGIC.len()..][..2 * (layout.bias + CHANNELS)];
        let largest = row.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]])).max();
        let sum = largest.and_then(|largest| largest.checked_mul(11));
        assert!(sum.is_some_and(|sum| sum > 30_000), "{largest:?}");
    }
}
