//! Clocks of the two chairs, and the time of the move that is being made.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use tengen_engine::control::time_control::{Clock, MoveLimits};

use super::seat::{Chair, Seat};

/// What the clocks show before a move, kept for undo.
pub(super) type Faces = [Option<Clock>; 2];

/// The time of a game. All times are in milliseconds of the caller's clock.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Time {
    clocks: Faces,
    limits: [MoveLimits; 2],
    /// Time of the present move before the clock was started last.
    banked_ms: u64,
    /// Since when the clock runs.
    #[serde(skip)]
    since: Option<u64>,
}

impl Time {
    /// The time before the first move.
    pub fn new(seats: &[Seat; 2]) -> Time {
        let limits = [*seats[0].limits(), *seats[1].limits()];
        Time {
            clocks: limits.map(|limits| limits.clock.map(Clock::new)),
            limits,
            banked_ms: 0,
            since: None,
        }
    }

    /// What the clocks show at the beginning of the present move.
    pub fn faces(&self) -> Faces {
        self.clocks
    }

    /// Sets the clocks to `faces`, for a move that begins.
    pub fn set(&mut self, faces: Faces) {
        self.clocks = faces;
        self.reset();
    }

    /// Begins a move, whose clock does not run yet.
    pub fn reset(&mut self) {
        self.banked_ms = 0;
        self.since = None;
    }

    /// Lets the clock run, if it does not run yet.
    pub fn run(&mut self, now: u64) {
        self.since.get_or_insert(now);
    }

    /// Stops the clock.
    pub fn halt(&mut self, now: u64) {
        self.banked_ms = self.used_ms(now);
        self.since = None;
    }

    /// When the present move will have taken `limit_ms`; `None` while its clock stands.
    pub fn deadline(&self, limit_ms: u64) -> Option<u64> {
        self.since.map(|since| since + limit_ms.saturating_sub(self.banked_ms))
    }

    /// Takes in that another player sits down: a player with other limits gets a clock of its own.
    pub fn sit(&mut self, chair: Chair, seat: &Seat) {
        let limits = *seat.limits();
        if limits != self.limits[chair.index()] {
            self.clocks[chair.index()] = limits.clock.map(Clock::new);
            self.limits[chair.index()] = limits;
        }
    }

    /// Time of the present move so far.
    pub fn used_ms(&self, now: u64) -> u64 {
        self.banked_ms + self.since.map_or(0, |since| now.saturating_sub(since))
    }

    /// Time that a chair has for a move that begins, in milliseconds; `None` is without a limit.
    pub fn limit_ms(&self, chair: Chair) -> Option<u64> {
        let clock = self.clocks[chair.index()].map(|clock| clock.left());
        let limit = clock.into_iter().chain(self.limits[chair.index()].move_time).min();
        limit.map(|limit| limit.as_millis() as u64)
    }

    /// What a chair has left on its clock for the game and, second, for its move, less the time of
    /// the present move if it is the one to act; `None` where there is no such limit.
    pub fn shown_ms(&self, chair: Chair, is_acting: bool, now: u64) -> (Option<u64>, Option<u64>) {
        let used = if is_acting { self.used_ms(now) } else { 0 };
        let left = |limit: Option<Duration>| {
            limit.map(|limit| (limit.as_millis() as u64).saturating_sub(used))
        };
        let clock = self.clocks[chair.index()].map(|clock| clock.left());
        (left(clock), left(self.limits[chair.index()].move_time))
    }

    /// The clock of a chair.
    pub fn clock(&self, chair: Chair) -> Option<&Clock> {
        self.clocks[chair.index()].as_ref()
    }

    /// The limits of a chair.
    pub fn limits(&self, chair: Chair) -> &MoveLimits {
        &self.limits[chair.index()]
    }

    /// Whether a move that took `used_ms` is late, with `margin_ms` forgiven.
    pub fn is_late(&self, chair: Chair, used_ms: u64, margin_ms: u64) -> bool {
        self.limit_ms(chair).is_some_and(|limit| used_ms > limit + margin_ms)
    }

    /// Takes the time of a move that was not made off the chair's clock: the game has ended.
    pub fn stopped(&mut self, chair: Chair, used_ms: u64) {
        if let Some(clock) = &mut self.clocks[chair.index()] {
            clock.stopped(Duration::from_millis(used_ms));
        }
        self.reset();
    }

    /// Takes the time of a move that was not late off the chair's clock; the next move begins.
    pub fn moved(&mut self, chair: Chair, used_ms: u64, margin_ms: u64) {
        let (used, margin) = (Duration::from_millis(used_ms), Duration::from_millis(margin_ms));
        if let Some(clock) = &mut self.clocks[chair.index()] {
            // The caller has asked before whether the move is late.
            let _ = clock.moved(used, margin);
        }
        self.reset();
    }
}
