//! Work in progress: what may still keep its answer back.

use std::sync::Arc;

use crate::control::{Choice, Limits, Signals};
use crate::game::Move;

use super::message::{Command, Swap2Answer};

/// An answer that may have to wait.
#[derive(Clone)]
pub(super) enum Held {
    /// A move.
    Choice(Choice),
    /// Stones of both sides.
    Placements(Vec<Move>),
    /// A step of swap2.
    Swap2(Swap2Answer),
}

/// A thinker at work, or one whose answer has to wait.
pub(super) struct Running {
    /// How the thinker hears of `stop` and `ponderhit`.
    pub signals: Arc<Signals>,
    /// The limits that hold now; `None` for work other than a search.
    limits: Option<Limits>,
    /// The name of the player or of the errand.
    pub player: String,
    /// Whether the player ends a search without limits by itself.
    pub has_own_limit: bool,
    /// Whether the answer is played on the board.
    pub is_reply: bool,
    /// The answer, once there is one.
    pub held: Option<Held>,
}

impl Running {
    /// A search by `player` under `limits`.
    pub fn search(limits: Limits, player: &str) -> Running {
        Running { limits: Some(limits), ..Running::errand(player) }
    }

    /// Work that ends by itself and answers no `go`.
    pub fn errand(name: &str) -> Running {
        Running {
            signals: Arc::default(),
            limits: None,
            player: name.to_owned(),
            has_own_limit: false,
            is_reply: false,
            held: None,
        }
    }

    /// Whether the work surely ends only from outside, and was not stopped yet.
    pub fn is_unlimited(&self) -> bool {
        let is_endless = |limits: &Limits| {
            asks_to_wait(limits) || (limits.is_unlimited() && !self.has_own_limit)
        };
        self.limits.as_ref().is_some_and(is_endless) && !self.signals.is_stopped()
    }

    /// Whether an answer found now may not be given yet.
    pub fn must_wait(&self) -> bool {
        let is_kept = |limits: &Limits| keeps_answer(limits, self.has_own_limit);
        self.limits.as_ref().is_some_and(is_kept) && !self.signals.is_stopped()
    }

    /// No `stop` can come any more: work that would wait for it answers now.
    pub fn end_of_input(&mut self) {
        if self.is_unlimited() {
            self.signals.stop();
        }
    }

    /// Whether that signal, a `stop` or a `ponderhit`, would still change something.
    pub fn awaits(&self, signal: &Command) -> bool {
        let ponders = || self.limits.as_ref().is_some_and(|limits| limits.ponder);
        !self.signals.is_stopped() && (*signal == Command::Stop || ponders())
    }

    /// The expected move was played: from here on an ordinary search.
    /// Means nothing to a search that does not ponder.
    pub fn ponder_hit(&mut self) {
        let Some(limits) = self.limits.as_mut().filter(|limits| limits.ponder) else { return };
        limits.ponder = false;
        self.signals.ponder_hit();
        // The move is wanted now, and no limit says for how long to think.
        if keeps_answer(limits, self.has_own_limit) && !limits.infinite {
            self.signals.stop();
        }
    }
}

/// Whether `limits` say that the answer waits for `stop` or `ponderhit`.
const fn asks_to_wait(limits: &Limits) -> bool {
    limits.infinite || limits.ponder
}

/// Whether `limits` keep an answer back. A search without any limit does not where the player ends
/// it by itself, nor does one for a mate: it ends with the proof or the disproof.
fn keeps_answer(limits: &Limits, has_own_limit: bool) -> bool {
    let is_bare = limits.is_unlimited() && limits.mate.is_none();
    asks_to_wait(limits) || (is_bare && !has_own_limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn running(limits: Limits) -> Running {
        Running::search(limits, "engine")
    }

    #[test]
    fn what_waits_for_whom() {
        let depth = Limits { depth: Some(3), ..Limits::default() };
        let mate = Limits { mate: Some(3), ..Limits::default() };
        let cases = [
            (Limits::default(), true, true),
            (depth.clone(), false, false),
            (Limits { infinite: true, ..depth.clone() }, true, true),
            (Limits { ponder: true, ..depth.clone() }, true, true),
            (mate.clone(), true, false),
            (Limits { infinite: true, ..mate }, true, true),
        ];
        for (limits, unlimited, must_wait) in cases {
            let work = running(limits);
            assert_eq!((work.is_unlimited(), work.must_wait()), (unlimited, must_wait));
            work.signals.stop();
            assert!(!work.is_unlimited() && !work.must_wait());
        }
    }

    /// The players that do not search by time have nothing to wait for.
    #[test]
    fn a_players_own_limit_ends_a_bare_question() {
        let infinite = Limits { infinite: true, ..Limits::default() };
        let ponder = Limits { ponder: true, ..Limits::default() };
        let mate = Limits { mate: Some(3), ..Limits::default() };
        for (limits, waits) in
            [(Limits::default(), false), (mate, false), (infinite, true), (ponder, true)]
        {
            let mut work = Running { has_own_limit: true, ..running(limits) };
            assert_eq!((work.is_unlimited(), work.must_wait()), (waits, waits));
            work.end_of_input();
            assert!(!work.is_unlimited() && !work.must_wait());
        }
        let mut hit = Running {
            has_own_limit: true,
            ..running(Limits { ponder: true, ..Limits::default() })
        };
        hit.ponder_hit();
        assert!(!hit.must_wait() && !hit.signals.is_stopped(), "it ends by itself");
    }

    #[test]
    fn at_the_end_of_input_only_who_has_no_end_is_stopped() {
        let infinite = Limits { infinite: true, ..Limits::default() };
        let mate = Limits { mate: Some(3), ..Limits::default() };
        for (limits, has_own_limit, is_stopped) in [
            (Limits::default(), false, true),
            (Limits::default(), true, false),
            (mate.clone(), false, true),
            (mate, true, false),
            (infinite.clone(), false, true),
            (infinite, true, true),
            (Limits { depth: Some(3), ..Limits::default() }, false, false),
        ] {
            let mut work = Running { has_own_limit, ..running(limits) };
            work.end_of_input();
            assert_eq!(work.signals.is_stopped(), is_stopped);
            assert!(!work.must_wait());
        }
    }

    #[test]
    fn a_ponderhit_sets_the_limits_in_force() {
        let mut timed =
            running(Limits { ponder: true, movetime_ms: Some(50), ..Limits::default() });
        timed.ponder_hit();
        assert!(timed.signals.is_ponder_hit() && !timed.signals.is_stopped());
        assert!(!timed.must_wait());

        let mut bare = running(Limits { ponder: true, ..Limits::default() });
        bare.ponder_hit();
        assert!(bare.signals.is_stopped());

        let mut idle = running(Limits::default());
        idle.ponder_hit();
        assert!(idle.must_wait() && !idle.signals.is_ponder_hit());
    }
}
