//! What the manager allows for a move.

use crate::control::Limits;
use crate::game::ByColor;

use super::dialect::Dialect;

/// The number that managers write for a time without limit; larger ones mean no limit either.
const UNLIMITED: i64 = 2_147_483_647;

/// What analysing managers write for a time that never ends.
pub(super) const NEVER: i64 = -1;

/// Milliseconds for a move where nothing limits it: what brains for Piskvork
/// assume before they are told.
const USUAL_TURN_MS: u64 = 30_000;

/// Milliseconds within which a move "as fast as possible" is found.
pub(super) const FAST_MS: u64 = 20;

/// Moves that the time of a match must last for when the manager does not say how much of it is left.
pub(super) const MOVES_OF_A_MATCH: u32 = 40;

/// What the manager has said about time and effort; `None` where nothing.
#[derive(Debug, Default)]
pub(super) struct Values {
    /// Milliseconds for one move; 0 is as fast as possible.
    pub turn_ms: Option<i64>,
    /// Milliseconds for the whole game; 0 is no limit.
    pub match_ms: Option<i64>,
    /// Milliseconds left of the time for the whole game.
    pub left_ms: Option<i64>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// Milliseconds that a move adds to the time left.
    pub increment_ms: u64,
}

impl Values {
    /// The limits of a move that is asked for now.
    pub fn limits(&self, dialect: Dialect) -> Limits {
        let (depth, nodes) = (self.depth, self.nodes);
        if self.is_analysis(dialect) {
            return Limits { depth, nodes, ..Limits::default() };
        }
        if self.turn_ms == Some(0) {
            let movetime_ms = Some(FAST_MS);
            return Limits { depth: Some(1), nodes, movetime_ms, ..Limits::default() };
        }
        let is_limit = |ms: &i64| *ms < UNLIMITED;
        let whole = self.match_ms.filter(|&ms| ms > 0).filter(is_limit);
        // Where the match has no end, nothing can be used up.
        let is_endless = self.match_ms.is_some() && whole.is_none();
        let left = self.left_ms.filter(is_limit).filter(|&ms| ms > 0 || !is_endless);
        let clock = if self.left_ms.is_some() { left } else { whole };
        let mut limits = Limits {
            depth,
            nodes,
            movetime_ms: self
                .turn_ms
                .filter(is_limit)
                .and_then(|ms| u64::try_from(ms).ok())
                .map(|ms| ms - reserve_ms(ms)),
            // Whose clock it is depends on the colour, and there is no other.
            clock_ms: ByColor::new(clock, clock),
            increment_ms: ByColor::new(self.increment_ms, self.increment_ms),
            moves_to_go: self.left_ms.is_none().then_some(MOVES_OF_A_MATCH),
            ..Limits::default()
        };
        if limits.is_unlimited() {
            limits.movetime_ms = Some(USUAL_TURN_MS);
        }
        limits
    }

    /// Whether the manager wants to watch until it says stop: no time for the move
    /// and none for the match, or the pair that Yixin-Board sends instead.
    fn is_analysis(&self, dialect: Dialect) -> bool {
        const YIXIN_PAIR: (Option<i64>, Option<i64>) = (Some(2_000_000), Some(100_000_000));
        let times = (self.turn_ms, self.match_ms);
        let is_endless = times.0 == Some(NEVER) && times.1.is_none_or(|ms| ms <= 0);
        is_endless || (dialect == Dialect::Yixin && times == YIXIN_PAIR)
    }
}

/// Milliseconds of `turn_ms` that are kept back, besides the option `Move Overhead`: a tenth, at
/// most 30. A match lost on time costs more than a few positions.
fn reserve_ms(turn_ms: u64) -> u64 {
    (turn_ms / 10).min(30)
}
