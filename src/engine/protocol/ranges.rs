//! What the numbers of a limit may be, in every form in which one is given.

use std::ops::RangeInclusive;

/// Plies, moves and the like.
pub const COUNT: RangeInclusive<i64> = 1..=1_000_000;

/// Positions visited.
pub const NODES: RangeInclusive<i64> = 1..=1_000_000_000_000_000_000;

/// Milliseconds, up to some thirty years.
pub const TIME: RangeInclusive<i64> = 0..=1_000_000_000_000;
