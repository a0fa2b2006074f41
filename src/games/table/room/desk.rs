//! What a table wants to be done for its engines, and where they work.

use crate::conversation::EngineStep;

use super::seat::Chair;

/// A place at which a program runs for the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Desk {
    /// The engine of the first chair.
    First,
    /// The engine of the second chair.
    Second,
    /// Our own engine, which gives hints.
    Hint,
    /// Our own engine, which decides in swap2 openings for those who cannot.
    Swap2,
}

impl Desk {
    /// Every desk.
    pub const ALL: [Desk; 4] = [Desk::First, Desk::Second, Desk::Hint, Desk::Swap2];

    /// The desk of the engine on a chair.
    pub const fn of(chair: Chair) -> Desk {
        match chair {
            Chair::First => Desk::First,
            Chair::Second => Desk::Second,
        }
    }

    /// The chair whose engine works there.
    pub const fn chair(self) -> Option<Chair> {
        match self {
            Desk::First => Some(Chair::First),
            Desk::Second => Some(Chair::Second),
            Desk::Hint | Desk::Swap2 => None,
        }
    }
}

/// What whoever runs the programs has to do, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeskStep {
    /// For the program at this desk.
    pub desk: Desk,
    /// This.
    pub step: EngineStep,
}
