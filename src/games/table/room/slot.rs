//! What a table wants to be done for its engines, and where they work.

use crate::conversation::EngineStep;

use super::seat::Chair;

/// A place at which a program runs for the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EngineSlot {
    /// The engine of the first chair.
    First,
    /// The engine of the second chair.
    Second,
    /// Our own engine, which gives hints.
    Hint,
    /// Our own engine, which decides in swap2 openings for engines that cannot.
    Swap2,
}

impl EngineSlot {
    /// Every slot.
    pub const ALL: [EngineSlot; 4] =
        [EngineSlot::First, EngineSlot::Second, EngineSlot::Hint, EngineSlot::Swap2];

    /// The slot of the engine on a chair.
    pub const fn of(chair: Chair) -> EngineSlot {
        match chair {
            Chair::First => EngineSlot::First,
            Chair::Second => EngineSlot::Second,
        }
    }

    /// The chair whose engine works at this slot; `None` for slots of our own engine.
    pub const fn chair(self) -> Option<Chair> {
        match self {
            EngineSlot::First => Some(Chair::First),
            EngineSlot::Second => Some(Chair::Second),
            EngineSlot::Hint | EngineSlot::Swap2 => None,
        }
    }
}

/// A step for the owner of the processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotStep {
    /// The slot whose program the step is for.
    pub slot: EngineSlot,
    /// What is to be done.
    pub step: EngineStep,
}
