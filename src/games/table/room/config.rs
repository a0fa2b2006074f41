//! What is agreed before a game begins.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::record::GameRecord;
use tengen_engine::game::{Color, Setup, Size, Square, Stone, Variant};

use super::refusal::{Refusal, refuse};
use super::seat::Seat;
use super::texts;

/// What is agreed at a table, for one game and all that follow it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Config {
    /// The game.
    #[serde(with = "texts::variant")]
    pub variant: Variant,
    /// Who plays; the first one has Black in the first game.
    pub seats: [Seat; 2],
    /// How a game begins.
    pub opening: Opening,
    /// Who may take back moves.
    pub undo: UndoRule,
    /// Whether games follow each other by themselves.
    pub rematch: Option<Rematch>,
    /// Start of everything that is left to chance.
    pub seed: u64,
    /// Least time between two moves where only programs play, in milliseconds, so that
    /// spectators can follow.
    #[serde(skip)]
    pub delay_ms: u64,
}

impl Config {
    /// A plain game of the variant between these two.
    pub fn new(variant: Variant, seats: [Seat; 2]) -> Config {
        Config {
            variant,
            seats,
            opening: Opening::Empty,
            undo: UndoRule::Free,
            rematch: None,
            seed: 0,
            delay_ms: 0,
        }
    }

    /// This agreement, if its games can be played. An opening that is a position sets the game
    /// itself.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn settled(mut self) -> Result<Config, Refusal> {
        let start = self.opening.start(&self.variant)?;
        if let Opening::Position(_) = self.opening {
            self.variant = GameRecord { start, ..GameRecord::new(&self.variant) }.variant();
        }
        self.seats.iter().try_for_each(|seat| seat.check(self.variant))?;
        Ok(self)
    }
}

/// Who may take back moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "contracts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum UndoRule {
    /// Both players, as often as they want.
    #[default]
    Free,
    /// Both players, once in a game.
    Once,
    /// Neither player.
    Off,
}

impl UndoRule {
    /// Undos in a game for each; `None` is any number.
    pub const fn allowance(self) -> Option<u32> {
        match self {
            UndoRule::Free => None,
            UndoRule::Once => Some(1),
            UndoRule::Off => Some(0),
        }
    }
}

/// Games that follow each other by themselves, with sides swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rematch {
    /// Time between a result and the next game, in milliseconds.
    pub after_ms: u64,
    /// Games that follow the first one; `None` is without end.
    pub games: Option<u32>,
}

/// How a game begins.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opening {
    /// With the empty board.
    #[default]
    Empty,
    /// One places three stones, the other takes a colour or places two more and
    /// leaves the choice.
    Swap2,
    /// Black, who is the weaker player, has so many stones on the board, and White
    /// moves first. See [`Opening::HANDICAP`].
    Handicap(u8),
    /// From this position, as native text.
    Position(String),
}

impl Opening {
    /// The numbers of stones that a handicap may have.
    pub const HANDICAP: std::ops::RangeInclusive<u8> = 2..=5;
    /// The smallest side of a board with a handicap.
    const HANDICAP_SIDE: usize = 7;

    /// The position in which games begin.
    ///
    /// # Errors
    /// When the variant does not know such an opening, or the text is no position of it.
    pub fn start(&self, variant: &Variant) -> Result<Setup, Refusal> {
        let size = variant.size;
        match self {
            Opening::Empty => Ok(Setup::new(variant)),
            Opening::Swap2 => {
                let fits = variant.k == 5 && variant.destroy == 0 && size.area() >= 25;
                let expected = "a game of five in a row without conversions";
                let refusal = || refuse("swap2", &variant.to_string(), expected);
                fits.then(|| Setup::new(variant)).ok_or_else(refusal)
            }
            Opening::Handicap(stones) => {
                let text = format!("{stones} stones on {size}");
                let is_small = size.width().min(size.height()) < Self::HANDICAP_SIDE;
                if !Self::HANDICAP.contains(stones) || is_small {
                    let expected = "2 to 5 stones on a board of 7x7 or more";
                    return Err(refuse("handicap", &text, expected));
                }
                let mut setup = Setup::new(variant);
                setup.side = Color::White;
                let stone = Stone { color: Color::Black, converted: false };
                let squares = star_points(size).into_iter().take((*stones).into());
                setup.stones = squares.map(|square| (square, stone)).collect();
                Ok(setup)
            }
            Opening::Position(text) => {
                let refuse = |error: &dyn std::fmt::Display| {
                    let error = error.to_string();
                    let (text, expected) = error.split_once(": expected ").unwrap_or((&error, ""));
                    refuse("position", text, expected)
                };
                let setup = Setup::parse(text, variant).map_err(|error| refuse(&error))?;
                setup.build().map_err(|error| refuse(&error))?;
                Ok(setup)
            }
        }
    }
}

impl FromStr for Opening {
    type Err = Refusal;

    /// Reads `empty`, `swap2`, `handicap:3`, or the text of a position.
    fn from_str(text: &str) -> Result<Opening, Refusal> {
        let text = text.trim();
        let expected = "empty, swap2, handicap:2 to handicap:5, or a position as in \
                        \"x2/1o1/3 x k=3\"";
        match text.split_once(':') {
            _ if text.eq_ignore_ascii_case("empty") => Ok(Opening::Empty),
            _ if text.eq_ignore_ascii_case("swap2") => Ok(Opening::Swap2),
            Some((word, number)) if word.eq_ignore_ascii_case("handicap") => {
                let stones = number.parse().ok().filter(|stones| Self::HANDICAP.contains(stones));
                let stones = stones.ok_or_else(|| refuse("opening", text, expected))?;
                Ok(Opening::Handicap(stones))
            }
            _ if text.contains(' ') => Ok(Opening::Position(text.to_owned())),
            _ => Err(refuse("opening", text, expected)),
        }
    }
}

/// The points of a handicap, in the order in which they are used: opposite corners
/// first, far enough from each other and from the edge, the centre last.
fn star_points(size: Size) -> [Square; 5] {
    let (width, height) = (size.width(), size.height());
    // The fourth line, as far as it leaves room between the stones.
    let line = |side: usize| if side >= 11 { 3 } else { 1 };
    let (left, bottom) = (line(width), line(height));
    let (right, top) = (width - 1 - left, height - 1 - bottom);
    let centre = size.centre();
    [
        Square::new(left, bottom),
        Square::new(right, top),
        Square::new(left, top),
        Square::new(right, bottom),
        centre,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(name: &str) -> Variant {
        Variant::preset(name).unwrap()
    }

    #[test]
    fn openings_are_read() {
        assert_eq!("Swap2".parse(), Ok(Opening::Swap2));
        assert_eq!("handicap:3".parse(), Ok(Opening::Handicap(3)));
        for text in ["", "handicap", "handicap:", "handicap:1", "handicap:6", "swap", "h8"] {
            let error = text.parse::<Opening>().unwrap_err().to_string();
            assert!(error.contains("expected empty, swap2"), "{text}: {error}");
        }
    }

    #[test]
    fn handicap_stones_stand_far_from_each_other() {
        for name in ["gomoku", "renju", "gomoku40x30", "destroy"] {
            let start = Opening::Handicap(5).start(&variant(name)).unwrap();
            let position = start.build().unwrap();
            assert_eq!((position.stone_count(), position.side()), (5, Color::White), "{name}");
        }
        let small = Variant::mnk(7, 9, 4).unwrap();
        let position = Opening::Handicap(5).start(&small).unwrap().build().unwrap();
        assert_eq!(position.stone_count(), 5);
        assert!(Opening::Handicap(2).start(&variant("tictactoe")).is_err());
        assert!(Opening::Handicap(9).start(&variant("gomoku")).is_err());
    }

    #[test]
    fn openings_have_to_fit_the_game() {
        assert!(Opening::Swap2.start(&variant("renju")).is_ok());
        for name in ["tictactoe", "destroy"] {
            let error = Opening::Swap2.start(&variant(name)).unwrap_err().to_string();
            assert!(error.starts_with("swap2: freestyle"), "{error}");
        }
        let position = Opening::Position("x2/1o1/3 x".to_owned());
        assert!(position.start(&variant("tictactoe")).is_ok());
        let broken = Opening::Position("x2/1o1/4 x".to_owned());
        let error = broken.start(&variant("tictactoe")).unwrap_err().to_string();
        assert!(error.starts_with("position: "), "{error}");
    }
}
