//! The files of networks over all points ([`crate::pattern::points`]).
//!
//! What a network says is added to what the points are worth by themselves. All is in
//! whole numbers, so that every machine finds the same.
//!
//! A file is little-endian: [`MAGIC`], then
//!
//! | numbers | what | 1 is |
//! |---|---|---|
//! | windows x 2 x 32, 8 bits | rows of all [windows](Windows) but the first: for the player whose window it is, for the other | 256 |
//! | [`classes`] x 2 x 32, 16 bits | rows of classes, the same | 256 |
//! | 32, 16 bits | what every point has | 256 |
//! | 32 x 64, 16 bits; 32, 32 bits | first layer: weights, biases | 256; 65536 |
//! | 16 x 32, 16 bits; 16, 32 bits | second layer: weights, biases | 256; 65536 |
//! | 16, 32 bits; 1, 32 bits | value: weights in 16ths of units, bias in 4096ths | |
//! | 3 x (32 x 32, 16 bits; 32, 32 bits) | regions at corners, at edges, in the centre: two layers of 16 | 256; 65536 |
//! | 32 x 16, 16 bits; 32, 32 bits | what regions add to the first layer | 256; 65536 |
//!
//! (the last two not in a file of format 2) and the FNV-1a sum (64 bits) of all that. `tengen train`
//! writes such files.

use thiserror::Error;

use crate::pattern::Shape;
use crate::pattern::points::windows::Windows;
use crate::pattern::points::{
    CHANNELS, ClassRow, Dense, HIDDEN, MOST, NEAR, ONE, PointNet, PointRows, Regional, STARS, SUMS,
    WindowRow,
};
use crate::pattern::registers::Registers;

use super::weights::{CLASSES, is_heard, shapes_of};

/// What a file of a network begins with: the last byte is the number of the format.
pub const MAGIC: [u8; 8] = *b"TENGNET\x03";

/// The format without regions, which is still read.
pub const WITHOUT_REGIONS: u8 = 2;

/// Why bytes are no network: what was expected in their place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetError {
    /// Another kind of file.
    #[error("a network of tengen, which begins with TENGNET")]
    Kind,
    /// Another format.
    #[error("a network of format 2 or 3, not {0}")]
    Format(u8),
    /// Another length.
    #[error("a file of {1} bytes, not {0}")]
    Length(usize, usize),
    /// Damaged bytes.
    #[error("a whole file: its sum is another")]
    Sum,
    /// Numbers with which sums would not fit into 32 bits.
    #[error("numbers whose sums stay within 32 bits")]
    Numbers,
    /// The file cannot be read.
    #[error("a file that can be read ({0})")]
    Unreadable(String),
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

    fn bytes<const N: usize>(&mut self) -> [i8; N] {
        self.take().map(|byte: u8| byte as i8)
    }

    fn shorts<const N: usize>(&mut self) -> [i16; N] {
        std::array::from_fn(|_| self.short())
    }

    /// A layer whose inputs are `most` at most. Two such layers may be added.
    fn dense<const INPUTS: usize, const NEURONS: usize>(
        &mut self,
        most: i32,
    ) -> Result<Dense<INPUTS, NEURONS>, NetError> {
        let neurons: [[i16; INPUTS]; NEURONS] = std::array::from_fn(|_| self.shorts());
        let biases = std::array::from_fn(|_| self.long());
        for (weights, bias) in neurons.iter().zip(biases) {
            check_sum(weights.map(i32::from), bias, most)?;
        }
        Ok(Dense::new(&neurons, biases))
    }

    fn regional(&mut self) -> Result<Regional, NetError> {
        let branches = [self.dense(MOST)?, self.dense(MOST)?, self.dense(MOST)?];
        Ok(Regional { branches, into: self.dense(Regional::MOST)? })
    }
}

/// Whether a weighted sum of inputs of that size stays within 31 bits.
fn check_sum(weights: impl IntoIterator<Item = i32>, bias: i32, most: i32) -> Result<(), NetError> {
    let size = |number: i32| i64::from(number).abs();
    let sum: i64 = weights.into_iter().map(|weight| size(weight) * i64::from(most)).sum();
    if sum + size(bias) <= i64::from(i32::MAX / 2) { Ok(()) } else { Err(NetError::Numbers) }
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

/// Rows of a file: those of all windows that have numbers, and those of all classes.
pub fn rows() -> [usize; 2] {
    [Windows::get().count() - 1, classes().count()]
}

/// Bytes of a file, with or without regions.
pub fn length(with_regions: bool) -> usize {
    let [windows, classes] = rows();
    let first = HIDDEN[0] * (2 * SUMS + 4);
    let second = HIDDEN[1] * (2 * HIDDEN[0] + 4);
    let value = 4 * HIDDEN[1] + 4;
    let regions = 3 * 2 * STARS * (2 * 2 * NEAR + 4) + HIDDEN[0] * (2 * STARS + 4);
    let rows = (windows + 2 * classes) * 2 * CHANNELS + 2 * CHANNELS;
    let known = MAGIC.len() + rows + first + second + value + 8;
    known + if with_regions { regions } else { 0 }
}

/// Reads a network.
///
/// # Errors
/// When the bytes are no whole network for this program.
pub fn read(bytes: &[u8]) -> Result<PointNet, NetError> {
    let (kind, format) = (&MAGIC[..7], MAGIC[7]);
    let with_regions = match bytes.strip_prefix(kind).map(|rest| rest.first()) {
        Some(Some(&of)) if of == format => true,
        Some(Some(&WITHOUT_REGIONS)) => false,
        Some(Some(&of)) => return Err(NetError::Format(of)),
        Some(None) | None => return Err(NetError::Kind),
    };
    let length = length(with_regions);
    if bytes.len() != length {
        return Err(NetError::Length(bytes.len(), length));
    }
    let (content, end) = bytes.split_at(bytes.len() - 8);
    // Files come from outside: damage must not pass for a network that plays badly.
    if end != sum(content).to_le_bytes() {
        return Err(NetError::Sum);
    }
    let mut cursor = Cursor(&content[MAGIC.len()..]);
    // A byte for each number, so that a row is one line of a cache: 28 of the 121
    // thousand numbers of windows had to be held to it.
    let windows: Vec<_> =
        (0..rows()[0]).map(|_| WindowRow([cursor.bytes(), cursor.bytes()])).collect();
    let combinations: Vec<_> =
        classes().map(|shapes| (shapes, ClassRow([cursor.shorts(), cursor.shorts()]))).collect();
    let bias = cursor.shorts();
    let (first, second) = (cursor.dense(MOST)?, cursor.dense(ONE.into())?);
    let (value, value_bias) = (std::array::from_fn(|_| cursor.long()), cursor.long());
    check_sum(value, value_bias, ONE.into())?;
    let regional = if with_regions { Some(cursor.regional()?) } else { None };
    Ok(PointNet {
        rows: PointRows::new(windows, bias, combinations),
        first,
        second,
        value,
        value_bias,
        regional,
        registers: Registers::widest(),
    })
}

#[cfg(all(test, feature = "networks"))]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::eval::network::{CARO, FIVE, RENJU};
    use crate::game::symmetry::Symmetry;
    use crate::game::{ByColor, Color, Move, Position, Square, Variant};
    use crate::pattern::Board;
    use crate::pattern::points::PointTotals;
    use crate::pattern::points::regions::REGIONS;

    #[test]
    fn the_network_of_this_program_has_a_row_for_each_class() {
        assert_eq!(classes().count(), 490);
    }

    #[test]
    fn wrong_files_are_refused_with_a_reason() {
        let refusal = |bytes: &[u8]| read(bytes).err().map(|error| error.to_string());
        let of_kind = "a network of tengen, which begins with TENGNET";
        assert_eq!(refusal(b"h8 i9").as_deref(), Some(of_kind));
        assert_eq!(refusal(b"").as_deref(), Some(of_kind));
        let length = FIVE.bytes.len();
        assert_eq!(refusal(b"TENGNET").as_deref(), Some(of_kind));
        let of_format = "a network of format 2 or 3, not 1";
        assert_eq!(refusal(b"TENGNET\x01...").as_deref(), Some(of_format));
        let shorter = format!("a file of {length} bytes, not {}", length - 1);
        assert_eq!(refusal(&FIVE.bytes[..length - 1]), Some(shorter));
        let mut damaged = FIVE.bytes.to_vec();
        damaged[length / 2] ^= 1;
        let of_sum = "a whole file: its sum is another";
        assert_eq!(refusal(&damaged).as_deref(), Some(of_sum));
        // The last bias of all, behind which only the sum stands.
        let mut wild = FIVE.bytes[..length - 8].to_vec();
        wild[length - 12..].copy_from_slice(&i32::MIN.to_le_bytes());
        let whole = sum(&wild).to_le_bytes();
        wild.extend(whole);
        let of_numbers = "numbers whose sums stay within 32 bits";
        assert_eq!(refusal(&wild).as_deref(), Some(of_numbers));
        for net in [&FIVE, &CARO, &RENJU] {
            assert_eq!(refusal(net.bytes), None);
        }
    }

    /// Where on the board things stand counts, but not from which side one looks at it.
    #[test]
    fn a_turned_board_is_worth_the_same() {
        let mut state = 3_u64;
        let mut draw = |count: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % count
        };
        let (mut seen, mut places) = (HashSet::new(), HashSet::new());
        for (width, height) in [(15, 15), (16, 16), (20, 20), (17, 13)] {
            let variant = Variant::mnk(width, height, 5).unwrap();
            let tables = crate::eval::tables(variant.rule, variant.k);
            for stones in 0..40 {
                let mut board = Board::new(Position::new(variant).unwrap(), &tables);
                let near: Vec<Square> = variant
                    .size
                    .squares()
                    .filter(|square| square.col() < 10 && square.row() < 9)
                    .collect();
                for _ in 0..stones {
                    let square = near[draw(near.len())];
                    if board.position().at(square).is_none() {
                        board.play(Move::place(square));
                    }
                }
                let value = board.network();
                for symmetry in Symmetry::of(variant.size) {
                    let turned = symmetry.apply_position(board.position());
                    let mut turned = Board::new(turned, &tables);
                    assert_eq!(turned.network(), value, "{}", turned.position().fen());
                }
                seen.insert(value);
                places.extend(board.totals().unwrap().regions);
            }
        }
        assert!(seen.len() > 100 && places.len() > 100, "{} {}", seen.len(), places.len());
    }

    /// Sums of the largest board: whatever they are, the value stays a number that means
    /// something, and it is the same in every width of registers.
    #[test]
    fn values_are_the_same_in_every_width_of_registers() {
        let nets = Registers::all()
            .into_iter()
            .map(|registers| PointNet { registers, ..read(FIVE.bytes).unwrap() });
        let nets: Vec<PointNet> = nets.collect();
        let mut state = 1_u64;
        let mut number = |most: i32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as i32 % most - most / 4
        };
        let mut seen = HashSet::new();
        for round in 0..10_000 {
            let most = [300, 3_000, 30_000, 1600 * 256][round % 4];
            let all = ByColor([(); 2].map(|()| std::array::from_fn(|_| number(most))));
            let regions =
                [(); REGIONS].map(|()| std::array::from_fn(|_| number(most.min(30_000)) as i16));
            let totals = PointTotals { all, regions };
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
