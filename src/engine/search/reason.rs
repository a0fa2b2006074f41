//! What can be said for a move or against it: codes by the field's terms, which faces have words for.

use crate::game::{Color, Move, Square};
use crate::pattern::ThreatName;

/// What a reason says, by the field's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReasonCode {
    /// The rules forbid the point to the player.
    Forbidden,
    /// The move completes a line.
    Five,
    /// The opponent then wins by fours, in so many moves.
    AllowsWinByFours(u16),
    /// The move begins a win by fours, in so many moves.
    WinByFours(u16),
    /// The move begins a win by threats, in so many moves.
    WinByThreats(u16),
    /// The opponent would complete a line on this point.
    BlocksFive,
    /// The opponent would win by fours, and does not any more.
    StopsWin,
    /// A threat that the move makes.
    Makes(ThreatName),
    /// Three of the opponent's stones can no longer become an open four.
    BlocksOpenFour,
    /// The opponent would make two fours on this point.
    DeniesDoubleFour,
    /// The opponent would make a four and an open three on this point.
    DeniesFourThree,
    /// The opponent would make two open threes on this point.
    DeniesDoubleThree,
    /// A shape that the next stone would make a four.
    Three,
    /// A shape that the next stone would make an open three.
    OpenTwo,
    /// A shape of the opponent that the next stone would have made an open three.
    BlocksOpenTwo,
    /// Nothing of all that.
    None,
}

impl ReasonCode {
    /// The place among the reasons for a move: what decides most comes first.
    pub(super) const fn rank(self) -> u8 {
        match self {
            ReasonCode::Forbidden | ReasonCode::Five => 0,
            ReasonCode::AllowsWinByFours(_) => 1,
            ReasonCode::WinByFours(_) | ReasonCode::WinByThreats(_) => 2,
            ReasonCode::BlocksFive => 3,
            ReasonCode::StopsWin => 4,
            // The opponent answers either with one stone.
            ReasonCode::Makes(ThreatName::Four) => 8,
            ReasonCode::Makes(ThreatName::OpenThree) => 9,
            ReasonCode::Makes(_) => 5,
            ReasonCode::BlocksOpenFour => 6,
            ReasonCode::DeniesDoubleFour
            | ReasonCode::DeniesFourThree
            | ReasonCode::DeniesDoubleThree => 7,
            ReasonCode::Three => 10,
            ReasonCode::OpenTwo => 11,
            ReasonCode::BlocksOpenTwo => 12,
            ReasonCode::None => 13,
        }
    }
}

impl ReasonCode {
    /// Every code, with any number.
    pub const ALL: [ReasonCode; 21] = [
        ReasonCode::Forbidden,
        ReasonCode::Five,
        ReasonCode::AllowsWinByFours(1),
        ReasonCode::WinByFours(1),
        ReasonCode::WinByThreats(1),
        ReasonCode::BlocksFive,
        ReasonCode::StopsWin,
        ReasonCode::Makes(ThreatName::OpenFour),
        ReasonCode::Makes(ThreatName::DoubleFour),
        ReasonCode::Makes(ThreatName::FourThree),
        ReasonCode::Makes(ThreatName::DoubleThree),
        ReasonCode::BlocksOpenFour,
        ReasonCode::DeniesDoubleFour,
        ReasonCode::DeniesFourThree,
        ReasonCode::DeniesDoubleThree,
        ReasonCode::Makes(ThreatName::Four),
        ReasonCode::Makes(ThreatName::OpenThree),
        ReasonCode::Three,
        ReasonCode::OpenTwo,
        ReasonCode::BlocksOpenTwo,
        ReasonCode::None,
    ];

    /// The code without its number.
    pub const fn name(self) -> &'static str {
        match self {
            ReasonCode::Forbidden => "forbidden",
            ReasonCode::Five => "five",
            ReasonCode::AllowsWinByFours(_) => "allows-win-by-fours",
            ReasonCode::WinByFours(_) => "win-by-fours",
            ReasonCode::WinByThreats(_) => "win-by-threats",
            ReasonCode::BlocksFive => "blocks-five",
            ReasonCode::StopsWin => "stops-win",
            ReasonCode::Makes(threat) => threat.name(),
            ReasonCode::BlocksOpenFour => "blocks-open-four",
            ReasonCode::DeniesDoubleFour => "denies-double-four",
            ReasonCode::DeniesFourThree => "denies-four-three",
            ReasonCode::DeniesDoubleThree => "denies-double-three",
            ReasonCode::Three => "three",
            ReasonCode::OpenTwo => "open-two",
            ReasonCode::BlocksOpenTwo => "blocks-open-two",
            ReasonCode::None => "none",
        }
    }

    /// Whether it speaks against the move.
    pub const fn is_against(self) -> bool {
        matches!(self, ReasonCode::Forbidden | ReasonCode::AllowsWinByFours(_))
    }

    /// The number of moves of a win.
    pub const fn moves(self) -> Option<u16> {
        match self {
            ReasonCode::AllowsWinByFours(moves)
            | ReasonCode::WinByFours(moves)
            | ReasonCode::WinByThreats(moves) => Some(moves),
            _ => None,
        }
    }
}

impl std::fmt::Display for ReasonCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())?;
        self.moves().map_or(Ok(()), |moves| write!(f, " {moves}"))
    }
}

/// One reason for a move, or against it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The move.
    pub mv: Move,
    /// What the reason says.
    pub code: ReasonCode,
    /// The player whose stones, threat or win it is about.
    pub side: Option<Color>,
    /// The stones of the shapes, along the board; of a win its line of moves, both players in turn.
    pub squares: Vec<Square>,
}
