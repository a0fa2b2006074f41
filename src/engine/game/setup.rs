//! Positions as they are described, and the way to one that can be played.
//!
//! A [`Setup`] may say anything; [`Setup::build`] is the only door to a
//! [`Position`] that did not grow move by move, and it checks everything.
//! `fen.rs` reads and writes the text form.

use thiserror::Error;

use super::color::{ByColor, Color};
use super::moves::Move;
use super::outcome::CompactOutcome;
use super::position::{Position, Stone};
use super::rule::{Rule, Variant, VariantError};
use super::square::{Size, SizeError, Square};

/// An unchecked description of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Rule set of the game.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// Stones in a winning line.
    pub k: u8,
    /// The stones, in any order; a square may be named once.
    pub stones: Vec<(Square, Stone)>,
    /// The squares that no player can play on. No text of a position names any;
    /// managers of continuous games take finished lines out of the game so.
    pub dead: Vec<Square>,
    /// The side to move, whatever the stone counts are.
    pub side: Color,
    /// Conversions left; `None` where the game knows no conversions.
    pub conversions: Option<ByColor<u8>>,
    /// The square that the last move changed, if it is known.
    pub last: Option<Square>,
}

/// What should have stood where a description went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Expected {
    /// The parts of a position.
    #[error("rows and a side, as in x2/1o1/3 x k=3")]
    Position,
    /// A point of a row of native text.
    #[error("x, o, X, O, or a number from 1 to 40 for so many empty points, in every row")]
    NativeRow,
    /// A point of a row in the form of m,n,k programs.
    #[error("X, O, or a number from 1 to 40 for so many empty points, in every row")]
    MnkRow,
    /// A point of a row in the form of chess programs.
    #[error("P, p, or a number from 1 to 40 for so many empty points, in every row")]
    DropRow,
    /// A point of a drawn row.
    #[error("x, o, X, O, a point or another mark on every square")]
    DrawnRow,
    /// Rows in their order.
    #[error("row {0} here")]
    RowLabel(usize),
    /// A row as long as the first one.
    #[error("a row of {0} points, as the first row has")]
    RowLength(usize),
    /// The height and width that the rows have.
    #[error("{} {} before the rows, as there are rows and columns", .0.height(), .0.width())]
    Announced(Size),
    /// A side to move.
    #[error("a side to move: x or o (w or b in the form of chess programs)")]
    Side,
    /// A field of native text.
    #[error("one of k=5, rule=renju, destroy=1,0 or last=h8")]
    Field,
    /// A field that was not given before.
    #[error("each field once")]
    FieldOnce,
    /// The end of the text.
    #[error("the end of the position")]
    End,
    /// Stones in hand of a drop game.
    #[error("stones in hand such as [PPpp]")]
    Hand,
    /// The counters of a drop game.
    #[error("- - 0 1 after the side")]
    Counters,
    /// The number of a move.
    #[error("the number of a move, 1 or more")]
    MoveNumber,
    /// A board that is supported.
    #[error("a board from 3x3 to 40x40")]
    Size,
    /// A supported length of lines.
    #[error("k from 3 to 9")]
    Length,
    /// A length that fits on the board.
    #[error("k of at most the longer side of the {0} board")]
    ShorterLength(Size),
    /// The length of renju's lines.
    #[error("k=5 with rule renju")]
    RenjuLength,
    /// A rule set.
    #[error("freestyle, standard, renju, caro or caro-overline")]
    Rule,
    /// Conversions left.
    #[error("conversions left for x and o, each 0 to 9, as in destroy=1,0")]
    Conversions,
    /// The rule that knows conversions.
    #[error("rule freestyle where stones can be converted")]
    DestroyRule,
    /// The variant that knows converted stones.
    #[error("x or o: X and O are converted stones and need destroy=a,b")]
    Destroy,
    /// A name of a square.
    #[error("a square of the {0} board, as in h8")]
    Square(Size),
    /// The square of the last move.
    #[error("the square of a stone of {}, who has just moved", .0.letter())]
    LastStone(Color),
    /// A square with one stone.
    #[error("one stone on a square")]
    OneStone,
    /// At most one winner.
    #[error("winning lines of one player at most")]
    OneWinner,
}

/// Why a description is no position: the text at fault, and what should stand there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{offending}: expected {expected}")]
pub struct SetupError {
    offending: String,
    expected: Expected,
}

impl SetupError {
    /// An error about that text; no text at all is shown as `(nothing)`.
    pub(super) fn new(offending: impl Into<String>, expected: Expected) -> SetupError {
        let offending = offending.into();
        let offending = if offending.is_empty() { "(nothing)".to_owned() } else { offending };
        SetupError { offending, expected }
    }

    /// The part of the description at fault.
    pub fn offending(&self) -> &str {
        &self.offending
    }

    /// What should stand in place of the text at fault.
    pub const fn expected(&self) -> &Expected {
        &self.expected
    }
}

impl From<SizeError> for SetupError {
    fn from(SizeError(width, height): SizeError) -> SetupError {
        SetupError::new(format!("{width}x{height}"), Expected::Size)
    }
}

impl From<VariantError> for SetupError {
    fn from(error: VariantError) -> SetupError {
        match error {
            VariantError::Name(name) => SetupError::new(name, Expected::Rule),
            VariantError::Size(error) => error.into(),
            VariantError::Length(k) => SetupError::new(format!("k={k}"), Expected::Length),
            VariantError::TooLong(k, size) => {
                SetupError::new(format!("k={k}"), Expected::ShorterLength(size))
            }
            VariantError::RenjuLength(k) => {
                SetupError::new(format!("k={k}"), Expected::RenjuLength)
            }
            VariantError::DestroyRule(rule) => {
                SetupError::new(format!("rule={rule}"), Expected::DestroyRule)
            }
            VariantError::Destroy(count) => {
                SetupError::new(format!("destroy={count}"), Expected::Conversions)
            }
        }
    }
}

impl Setup {
    /// The empty board of a game, Black to move.
    pub fn new(variant: &Variant) -> Setup {
        let conversions =
            (variant.destroy > 0).then(|| ByColor::new(variant.destroy, variant.destroy));
        Setup {
            rule: variant.rule,
            size: variant.size,
            k: variant.k,
            stones: Vec::new(),
            dead: Vec::new(),
            side: Color::Black,
            conversions,
            last: None,
        }
    }

    /// The description of a position as it stands, without its history.
    pub fn of(position: &Position) -> Setup {
        let stone = |square| Some((square, position.at(square)?));
        // After a pass the last stone is not the opponent's, and says nothing.
        let is_last = |&square: &Square| {
            position.at(square).is_some_and(|stone| stone.color != position.side())
        };
        Setup {
            rule: position.rule(),
            size: position.size(),
            k: position.variant().k,
            stones: position.occupied().iter().filter_map(stone).collect(),
            dead: position.dead_squares().collect(),
            side: position.side(),
            conversions: Some(ByColor(Color::ALL.map(|color| position.conversions(color)))),
            last: position.last_move().map(Move::square).filter(is_last),
        }
    }

    /// The position that is described. It may be finished: a line that stands
    /// on the board, a full board, or a forbidden point of Black as the last
    /// move ([`Setup::last`]) where Black had no other, has the same outcome as
    /// if it had been played. A black overline that is already there has no
    /// effect in renju.
    ///
    /// The position's variant owns as many conversions as the richer player
    /// has left.
    ///
    /// # Errors
    /// When the game cannot be played, a stone or the last move does not fit
    /// the board, or both players have a winning line.
    pub fn build(&self) -> Result<Position, SetupError> {
        let mut position = self.build_open()?;
        let ending = self.ending(&mut position)?;
        let conversions = ByColor(Color::ALL.map(|color| position.conversions(color)));
        position.settle(self.side, conversions, position.last_move(), ending);
        Ok(position)
    }

    /// The position that is described, without a judge: the game goes on,
    /// whatever lines stand on the board and whichever side they belong to. Only a
    /// full board is the end. For managers that judge themselves.
    ///
    /// # Errors
    /// When the game cannot be played, or a stone or the last move does not fit
    /// the board.
    pub fn build_open(&self) -> Result<Position, SetupError> {
        let conversions = self.conversions.unwrap_or_default();
        let destroy = conversions[Color::Black].max(conversions[Color::White]);
        let variant = Variant { rule: self.rule, size: self.size, k: self.k, destroy };
        let mut position = Position::new(variant)?;
        for &square in &self.dead {
            self.check_square(&position, square)?;
            position.kill(square);
        }
        for &(square, stone) in &self.stones {
            self.check_stone(&position, square, stone)?;
            position.change(square, Some(stone));
        }
        let last = self.last.map(|square| self.last_move(&position, square)).transpose()?;
        position.settle(self.side, conversions, last, None);
        let ending = position.is_drawn().then_some(CompactOutcome::Draw);
        position.settle(self.side, conversions, last, ending);
        Ok(position)
    }

    fn check_square(&self, position: &Position, square: Square) -> Result<(), SetupError> {
        let refuse = |expected| Err(SetupError::new(square.to_string(), expected));
        if !self.size.contains(square) {
            refuse(Expected::Square(self.size))
        } else if !position.is_empty(square) {
            refuse(Expected::OneStone)
        } else {
            Ok(())
        }
    }

    fn check_stone(
        &self,
        position: &Position,
        square: Square,
        stone: Stone,
    ) -> Result<(), SetupError> {
        self.check_square(position, square)?;
        let refuse = |expected| Err(SetupError::new(square.to_string(), expected));
        if stone.converted && self.rule != Rule::Freestyle {
            refuse(Expected::DestroyRule)
        } else if stone.converted && self.conversions.is_none() {
            refuse(Expected::Destroy)
        } else {
            Ok(())
        }
    }

    /// The move that changed `square` last: a conversion if its stone is a
    /// converted one, for no other move leaves such a stone to the player who
    /// has just moved.
    fn last_move(&self, position: &Position, square: Square) -> Result<Move, SetupError> {
        let mover = !self.side;
        match position.at(square) {
            Some(Stone { color, converted: true }) if color == mover => Ok(Move::convert(square)),
            Some(Stone { color, converted: false }) if color == mover => Ok(Move::place(square)),
            _ => Err(SetupError::new(format!("last={square}"), Expected::LastStone(mover))),
        }
    }

    fn ending(&self, position: &mut Position) -> Result<Option<CompactOutcome>, SetupError> {
        let lines = Color::ALL.map(|color| position.winning_squares(color));
        match (lines[0].first(), lines[1].first()) {
            (Some(x), Some(o)) => {
                let offending = format!("lines through {x} and {o}");
                return Err(SetupError::new(offending, Expected::OneWinner));
            }
            (Some(_), None) => return Ok(Some(CompactOutcome::Line(Color::Black))),
            (None, Some(_)) => return Ok(Some(CompactOutcome::Line(Color::White))),
            (None, None) => {}
        }
        if let Some(square) = self.last.filter(|&square| was_last_resort(position, square)) {
            return Ok(Some(CompactOutcome::Forbidden(square)));
        }
        Ok(position.is_drawn().then_some(CompactOutcome::Draw))
    }
}

/// Whether the stone on `square`, the last one, is a forbidden point that Black
/// had to play because every empty square was forbidden.
fn was_last_resort(position: &mut Position, square: Square) -> bool {
    if !position.rule().has_fouls(!position.side()) {
        return false;
    }
    let stone = position.change(square, None);
    let all_were_fouls = position.empty_squares().all(|point| position.foul(point).is_some());
    position.change(square, stone);
    all_were_fouls
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stone(name: &str, color: Color) -> (Square, Stone) {
        (name.parse().unwrap(), Stone { color, converted: false })
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let tictactoe = Setup::new(&Variant::preset("tictactoe").unwrap());
        let refusal = |setup: &Setup| setup.build().unwrap_err().to_string();
        let outside = Setup { stones: vec![stone("d1", Color::Black)], ..tictactoe.clone() };
        assert_eq!(refusal(&outside), "d1: expected a square of the 3x3 board, as in h8");
        let twice = vec![stone("a1", Color::Black), stone("a1", Color::White)];
        let twice = Setup { stones: twice, ..tictactoe.clone() };
        assert_eq!(refusal(&twice), "a1: expected one stone on a square");
        let long = Setup { k: 4, ..tictactoe.clone() };
        assert_eq!(refusal(&long), "k=4: expected k of at most the longer side of the 3x3 board");
        let on_no_stone = Setup { last: "b2".parse().ok(), ..tictactoe };
        assert_eq!(
            refusal(&on_no_stone),
            "last=b2: expected the square of a stone of o, who has just moved"
        );
    }

    #[test]
    fn the_empty_setup_is_the_new_position() {
        for name in Variant::preset_names() {
            let variant = Variant::preset(name).unwrap();
            let built = Setup::new(&variant).build().unwrap();
            let new = Position::new(variant).unwrap();
            assert_eq!(built.key(), new.key(), "{name}");
            assert_eq!(built.variant(), new.variant(), "{name}");
            assert_eq!(built.legal_moves(), new.legal_moves(), "{name}");
        }
    }
}
