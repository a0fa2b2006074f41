//! What the program can do, side by side: no tool knows another.

pub(crate) mod analyze;
pub mod arena;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod genfens;
pub(crate) mod learn;
pub(crate) mod openings;
pub(crate) mod play;
pub(crate) mod prove;
pub(crate) mod puzzles;
pub(crate) mod review;
pub(crate) mod script;
pub(crate) mod shard;
pub(crate) mod stdio;
pub(crate) mod verify;
