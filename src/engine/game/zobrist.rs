//! Hash keys of positions, from a fixed seed.

use super::color::{ByColor, Color};
use super::rule::Variant;
#[cfg(any(test, not(target_family = "wasm")))]
use super::square::SQUARES;
use super::square::Square;

/// The finaliser of `SplitMix64` (Steele, Lea, Flood 2014): a bijection that
/// turns consecutive numbers into keys without visible pattern.
const fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x5445_4e47_454e_5f31);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(any(test, not(target_family = "wasm")))]
#[expect(clippy::large_stack_arrays, reason = "evaluated by the compiler only")]
const fn table() -> [[u64; 4]; SQUARES] {
    let mut keys = [[0; 4]; SQUARES];
    let mut index = 0;
    while index < 4 * SQUARES {
        keys[index / 4][index % 4] = mix(index as u64);
        index += 1;
    }
    keys
}

/// A key for each square and stone: black, white, black converted, white converted.
#[cfg(any(test, not(target_family = "wasm")))]
static STONES: [[u64; 4]; SQUARES] = table();

/// The part of the key for the side to move.
pub const WHITE_TO_MOVE: u64 = mix(1 << 32);

/// The part of the key for a stone.
pub fn stone(square: Square, color: Color, converted: bool) -> u64 {
    let kind = color.index() + 2 * usize::from(converted);
    // A page would load the table, of which nothing can be packed.
    #[cfg(target_family = "wasm")]
    return mix((4 * square.index() + kind) as u64);
    #[cfg(not(target_family = "wasm"))]
    STONES[square.index()][kind]
}

/// The part of the key for a dead square.
pub const fn dead(square: Square) -> u64 {
    mix(1 << 36 | square.index() as u64)
}

/// The part of the key for the game itself, so that positions of two games
/// never share an entry.
pub fn variant(variant: &Variant) -> u64 {
    let numbers = [
        variant.rule as usize,
        variant.size.width(),
        variant.size.height(),
        usize::from(variant.k),
    ];
    let packed = numbers.into_iter().fold(0, |packed, number| packed << 8 | number as u64);
    mix(1 << 40 | packed)
}

/// The part of the key for the conversions that are left.
pub fn conversions(left: ByColor<u8>) -> u64 {
    mix(1 << 48 | u64::from(left[Color::Black]) << 8 | u64::from(left[Color::White]))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::game::rule::Rule;
    use crate::game::square::{MAX_SIDE, Size};

    #[test]
    fn keys_differ() {
        let keys: HashSet<u64> = STONES.iter().flatten().copied().collect();
        assert_eq!(keys.len(), 4 * SQUARES);
        let mut keys = HashSet::new();
        for square in Size::new(MAX_SIDE, MAX_SIDE).unwrap().squares() {
            for color in Color::ALL {
                assert!([false, true].into_iter().all(|it| keys.insert(stone(square, color, it))));
            }
            assert!(keys.insert(dead(square)), "{square}");
        }
        assert!(keys.insert(WHITE_TO_MOVE));
        for (black, white) in (0..=9).flat_map(|black| (0..=9).map(move |white| (black, white))) {
            assert!(keys.insert(conversions(ByColor::new(black, white))), "{black}, {white}");
        }
    }

    #[test]
    fn keys_are_those_of_split_mix() {
        let first: [u64; 3] = [1, 2, 3].map(mix);
        assert_eq!(first, [0xe9eb_b248_3164_ebd0, 0x0e59_5382_9406_2bee, 0x371d_ff2d_4a7a_49bf]);
    }

    #[test]
    fn games_have_keys_of_their_own() {
        let mut keys = HashSet::new();
        for (width, height) in [(9, 9), (9, 10), (10, 9), (40, 40)] {
            for (rule, k) in Rule::ALL.into_iter().flat_map(|rule| [4, 5].map(|k| (rule, k))) {
                let size = Size::new(width, height).unwrap();
                let game = Variant { rule, size, k, destroy: 0 };
                assert!(keys.insert(variant(&game)), "{game}");
            }
        }
    }
}
