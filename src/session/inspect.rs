//! What the engine sees in a position, as plain reports.

use crate::game::Position;

use super::message::{EvalReport, MovesReport, PatternReport};

/// The static evaluation, total and per point.
pub(super) fn evaluation(_position: &Position) -> EvalReport {
    EvalReport::default()
}

/// The shapes of every point.
pub(super) fn patterns(_position: &Position) -> PatternReport {
    PatternReport::default()
}

/// The candidate moves in the order of the search.
pub(super) fn candidates(_position: &Position) -> MovesReport {
    MovesReport::default()
}
