//! What an engine is told of its time: its own limits, and both clocks.

use tengen_engine::control::Limits;
use tengen_engine::control::time_control::{Clock, MoveLimits};
use tengen_engine::game::{ByColor, Color};

/// The limits of the player of a colour for its next move. A player without a clock
/// is not told the other one's, which it might take for its own.
pub fn limits(own: &MoveLimits, color: Color, clocks: ByColor<Option<Clock>>) -> Limits {
    let mut limits = Limits {
        depth: own.depth,
        nodes: own.nodes,
        movetime_ms: own.move_time.map(|time| time.as_millis() as u64),
        ..Limits::default()
    };
    if let Some(clock) = clocks[color] {
        limits.moves_to_go = clock.moves_to_go();
        for color in Color::ALL {
            if let Some(clock) = clocks[color] {
                limits.clock_ms[color] = Some(clock.left().as_millis() as i64);
                limits.increment_ms[color] = clock.increment().as_millis() as u64;
            }
        }
    }
    limits
}
