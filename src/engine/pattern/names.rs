//! What people call that which a stone would make on a point, all lines together.
//!
//! The search joins names that ask for the same answer (see
//! [`Threat`](super::Threat)); people do not.

use std::fmt;

use super::class::Shape;
use crate::game::{Color, Foul, Position, Square};

/// What a stone on an empty point makes, by the names of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThreatName {
    /// Nothing that forces.
    None,
    /// An open three.
    OpenThree,
    /// Two or more open threes.
    DoubleThree,
    /// A four.
    Four,
    /// A four and an open three.
    FourThree,
    /// Two or more fours, in one line or in several; an open one counts as one.
    DoubleFour,
    /// An open four and no other.
    OpenFour,
    /// A winning line.
    Five,
    /// The rules forbid the stone to the player.
    Forbidden(Foul),
}

impl ThreatName {
    /// Every name.
    pub const ALL: [ThreatName; 11] = [
        ThreatName::None,
        ThreatName::OpenThree,
        ThreatName::DoubleThree,
        ThreatName::Four,
        ThreatName::FourThree,
        ThreatName::DoubleFour,
        ThreatName::OpenFour,
        ThreatName::Five,
        ThreatName::Forbidden(Foul::DoubleThree),
        ThreatName::Forbidden(Foul::DoubleFour),
        ThreatName::Forbidden(Foul::Overline),
    ];

    /// What a stone of `color` makes on the empty `square`, where it makes `shapes` in the four
    /// lines.
    pub fn of(position: &Position, square: Square, color: Color, shapes: [Shape; 4]) -> ThreatName {
        let count = |wanted: Shape| shapes.iter().filter(|&&shape| shape == wanted).count();
        if count(Shape::Five) > 0 {
            return ThreatName::Five;
        }
        let has_fouls = position.rule().has_fouls(color);
        if has_fouls && let Some(foul) = position.foul(square) {
            return ThreatName::Forbidden(foul);
        }
        let open_fours = count(Shape::OpenFour);
        let fours = open_fours + count(Shape::Four) + 2 * count(Shape::DoubleFour);
        match (fours, count(Shape::OpenThree)) {
            (2.., _) => ThreatName::DoubleFour,
            (1, _) if open_fours > 0 => ThreatName::OpenFour,
            (1, 0) => ThreatName::Four,
            (1, _) => ThreatName::FourThree,
            (_, 0) => ThreatName::None,
            // Two that counted would be forbidden: of these, one at most can become a four.
            (_, 2..) if !has_fouls => ThreatName::DoubleThree,
            _ => ThreatName::OpenThree,
        }
    }

    /// The name in answers and documents; a foul has its own beside it.
    pub const fn name(self) -> &'static str {
        match self {
            ThreatName::None => "none",
            ThreatName::OpenThree => "open-three",
            ThreatName::DoubleThree => "double-three",
            ThreatName::Four => "four",
            ThreatName::FourThree => "four-three",
            ThreatName::DoubleFour => "double-four",
            ThreatName::OpenFour => "open-four",
            ThreatName::Five => "five",
            ThreatName::Forbidden(_) => "forbidden",
        }
    }
}

impl fmt::Display for ThreatName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            ThreatName::Forbidden(foul) => write!(f, " ({})", foul.name()),
            _ => Ok(()),
        }
    }
}
