//! Moves: a placement or a conversion.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::square::Square;

/// One ply: a stone placed on an empty square, or (destroy variant) an
/// opponent's stone converted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

const CONVERT: u16 = 1 << 12;

impl Move {
    /// Places a stone on the square.
    pub const fn place(square: Square) -> Move {
        Move(square.index() as u16)
    }

    /// Converts the opponent's stone on the square.
    pub const fn convert(square: Square) -> Move {
        Move(square.index() as u16 | CONVERT)
    }

    /// The square that the move changes.
    pub const fn square(self) -> Square {
        Square::from_index((self.0 & !CONVERT) as usize)
    }

    /// Whether the move converts a stone.
    pub const fn is_conversion(self) -> bool {
        self.0 & CONVERT != 0
    }

    /// A number below 8192, for tables; [`Move::from_raw`] reads it back.
    pub const fn raw(self) -> u16 {
        self.0
    }

    /// The move of a number made by [`Move::raw`].
    pub const fn from_raw(raw: u16) -> Move {
        Move(raw)
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Move {
        Move::place(square)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_conversion() {
            f.write_str("*")?;
        }
        self.square().fmt(f)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is not a move on any board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}: expected a square such as h8, or *h8 to convert a stone")]
pub struct ParseMoveError(pub String);

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads `h8`, `*h8` (conversion) and the drop form `P@h8`.
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let error = |_| ParseMoveError(text.to_owned());
        if let Some(square) = text.strip_prefix('*') {
            return square.parse().map(Move::convert).map_err(error);
        }
        let drop = text.strip_prefix("P@").or_else(|| text.strip_prefix("p@"));
        drop.unwrap_or(text).parse().map(Move::place).map_err(error)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::game::Size;

    #[test]
    fn forms_are_read() {
        let h8: Square = "h8".parse().unwrap();
        assert_eq!("h8".parse(), Ok(Move::place(h8)));
        assert_eq!("P@H8".parse(), Ok(Move::place(h8)));
        assert_eq!("*h8".parse(), Ok(Move::convert(h8)));
        assert_eq!(Move::convert(h8).to_string(), "*h8");
        assert_eq!(format!("{:?}", Move::convert(h8)), "*h8");
        for bad in ["", "*", "**h8", "P@", "*P@h8", "@h8", "0000"] {
            assert!(bad.parse::<Move>().is_err(), "{bad}");
        }
    }

    #[test]
    fn numbers_are_read_back() {
        let board = Size::new(40, 40).unwrap();
        let moves = board.squares().flat_map(|square| [Move::place(square), Move::convert(square)]);
        let mut numbers = HashSet::new();
        for mv in moves {
            assert!(mv.raw() < 8192 && numbers.insert(mv.raw()), "{mv}");
            assert_eq!(Move::from_raw(mv.raw()), mv);
        }
    }
}
