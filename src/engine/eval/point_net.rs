//! The files of networks over all points ([`crate::pattern::points`]), and the choice among
//! them.
//!
//! What a network says is added to what the points are worth by themselves. All is in
//! whole numbers, so that every machine finds the same.
//!
//! A file is little-endian: [`MAGIC`], then
//!
//! | numbers | what | 1 is |
//! |---|---|---|
//! | windows x 2 x 32, 16 bits | rows of all [windows](Windows) but the first: for the player whose window it is, for the other | 256 |
//! | [`classes`] x 2 x 32, 16 bits | rows of classes, the same | 256 |
//! | 32, 16 bits | what every point has | 256 |
//! | 32 x 64, 16 bits; 32, 32 bits | first layer: weights, biases | 256; 65536 |
//! | 16 x 32, 16 bits; 16, 32 bits | second layer: weights, biases | 256; 65536 |
//! | 16, 32 bits; 1, 32 bits | value: weights in 16ths of units, bias in 4096ths | |
//!
//! and the FNV-1a sum (64 bits) of all that. `tengen train` writes such files.

use std::sync::{Arc, OnceLock};

use thiserror::Error;

use crate::pattern::Shape;
use crate::pattern::points::windows::Windows;
use crate::pattern::points::{CHANNELS, Dense, HIDDEN, PointNet, PointRow, PointRows, SUMS};
use crate::pattern::registers::Registers;

use super::weights::{CLASSES, is_heard, shapes_of};

/// What a file of a network begins with.
pub const MAGIC: [u8; 8] = *b"TENGNET\x01";

/// Why bytes are no network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetError {
    /// Another kind of file.
    #[error("expected a network of tengen, which begins with TENGNET")]
    Kind,
    /// Another length.
    #[error("{0} bytes: expected {1}")]
    Length(usize, usize),
    /// Damaged bytes.
    #[error("expected a whole file: its sum is another")]
    Sum,
}

/// The network of this program.
const FIVE: &[u8] = include_bytes!("weights/five.net");

/// The network for `k` in a row, if there is any. What it learned in freestyle holds under
/// the other rules, too: shapes say what they lead to under their rule
/// (`tests/data/ladder.md`).
pub fn of(k: u8) -> Option<Arc<PointNet>> {
    static NET: OnceLock<Arc<PointNet>> = OnceLock::new();
    (k == 5).then(|| {
        let net = NET.get_or_init(|| {
            Arc::new(read(FIVE).expect("a test reads the network of this program"))
        });
        Arc::clone(net)
    })
}

/// Reads numbers one after the other.
struct Cursor<'a>(&'a [u8]);

impl Cursor<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (head, rest) = self.0.split_first_chunk().expect("the length was checked");
        self.0 = rest;
        *head
    }

    fn short(&mut self) -> i16 {
        i16::from_le_bytes(self.take())
    }

    fn long(&mut self) -> i32 {
        i32::from_le_bytes(self.take())
    }

    fn shorts<const N: usize>(&mut self) -> [i16; N] {
        std::array::from_fn(|_| self.short())
    }

    fn dense<const INPUTS: usize, const NEURONS: usize>(&mut self) -> Dense<INPUTS, NEURONS> {
        let neurons = std::array::from_fn(|_| self.shorts());
        Dense::new(&neurons, std::array::from_fn(|_| self.long()))
    }
}

/// The FNV-1a sum of bytes.
pub fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The classes that have rows, as shapes, weakest first: those that are heard and may stand
/// in a position that no four decides.
pub fn classes() -> impl Iterator<Item = [Shape; 4]> {
    (0..CLASSES).map(shapes_of).filter(|&shapes| {
        let is_quiet = shapes.into_iter().all(|shape| shape <= Shape::OpenFour);
        shapes.is_sorted() && is_heard(shapes) && is_quiet
    })
}

/// Rows of a file: those of all windows that have numbers, then those of all classes.
pub fn rows() -> usize {
    Windows::get().count() - 1 + classes().count()
}

/// Bytes of a file.
pub fn length() -> usize {
    let rows = rows() * 2 * CHANNELS * 2;
    let first = HIDDEN[0] * (2 * SUMS + 4);
    let second = HIDDEN[1] * (2 * HIDDEN[0] + 4);
    let value = 4 * HIDDEN[1] + 4;
    MAGIC.len() + rows + 2 * CHANNELS + first + second + value + 8
}

/// Reads a network.
///
/// # Errors
/// When the bytes are no whole network for this program.
pub fn read(bytes: &[u8]) -> Result<PointNet, NetError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(NetError::Kind);
    }
    if bytes.len() != length() {
        return Err(NetError::Length(bytes.len(), length()));
    }
    let (content, end) = bytes.split_at(bytes.len() - 8);
    if end != sum(content).to_le_bytes() {
        return Err(NetError::Sum);
    }
    let mut cursor = Cursor(&content[MAGIC.len()..]);
    let mut row = || PointRow([cursor.shorts(), cursor.shorts()]);
    let mut windows = vec![PointRow::ZERO];
    windows.extend((1..Windows::get().count()).map(|_| row()));
    let combinations: Vec<_> = classes().map(|shapes| (shapes, row())).collect();
    let bias = cursor.shorts();
    Ok(PointNet {
        rows: PointRows::new(windows, bias, combinations),
        first: cursor.dense(),
        second: cursor.dense(),
        value: std::array::from_fn(|_| cursor.long()),
        value_bias: cursor.long(),
        registers: Registers::widest(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{ByColor, Color};

    #[test]
    fn the_network_of_this_program_is_whole() {
        assert!(of(5).is_some() && of(4).is_none() && of(6).is_none());
        assert_eq!(classes().count(), 490);
    }

    #[test]
    fn wrong_files_are_refused_with_a_reason() {
        let refusal = |bytes: &[u8]| read(bytes).err().map(|error| error.to_string());
        let of_kind = "expected a network of tengen, which begins with TENGNET";
        assert_eq!(refusal(b"h8 i9").as_deref(), Some(of_kind));
        assert_eq!(refusal(b"").as_deref(), Some(of_kind));
        let length = FIVE.len();
        let shorter = format!("{} bytes: expected {length}", length - 1);
        assert_eq!(refusal(&FIVE[..length - 1]), Some(shorter));
        let mut damaged = FIVE.to_vec();
        damaged[length / 2] ^= 1;
        let of_sum = "expected a whole file: its sum is another";
        assert_eq!(refusal(&damaged).as_deref(), Some(of_sum));
        assert_eq!(refusal(FIVE), None);
    }

    /// Sums of the largest board: whatever they are, the value stays a number that means
    /// something, and it is the same in every width of registers.
    #[test]
    fn values_are_the_same_in_every_width_of_registers() {
        let nets = Registers::all()
            .into_iter()
            .map(|registers| PointNet { registers, ..read(FIVE).unwrap() });
        let nets: Vec<PointNet> = nets.collect();
        let mut state = 1_u64;
        let mut number = |most: i32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as i32 % most - most / 4
        };
        let mut seen = std::collections::HashSet::new();
        for round in 0..10_000 {
            let most = [300, 3_000, 30_000, 1600 * 256][round % 4];
            let totals = ByColor([(); 2].map(|()| std::array::from_fn(|_| number(most))));
            for side in Color::ALL {
                let values: Vec<i32> = nets.iter().map(|net| net.value(&totals, side)).collect();
                assert!(values.iter().all(|value| *value == values[0]), "{values:?} {totals:?}");
                assert!(values[0].abs() < 20_000, "{values:?}");
                seen.insert(values[0]);
            }
        }
        assert!(seen.len() > 1000, "{}", seen.len());
    }
}
