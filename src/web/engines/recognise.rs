//! Which protocol a program speaks.

use std::time::{Duration, Instant};

use tengen_engine::control::Limits;
use tengen_engine::game::Variant;
use tengen_engine::protocol::ProtocolName;
use tengen_games::conversation::{ConversationNews, FaultKind};
use tengen_games::spec::EngineSpec;
use tengen_games::table::room::PATIENCE;
use tengen_host::programs::driver::EngineDriver;
use tengen_host::programs::process::Guard;

use crate::work::Wanted;

/// How often a wait for an engine looks whether it is still wanted.
pub(super) const POLL: Duration = Duration::from_millis(10);

/// Finds out which protocol an engine speaks, as long as that is wanted; takes seconds, and longer
/// for an engine that is slow to load, where that is hard to tell.
pub(crate) fn recognise(spec: &EngineSpec, guard: &Guard, wanted: &Wanted) -> Option<ProtocolName> {
    let variant = Variant::preset("gomoku").ok()?;
    let mut engine = EngineDriver::new(spec, variant, PATIENCE, guard);
    while !engine.conversation.is_broken() && wanted.is_wanted() {
        engine.attend(Instant::now() + POLL, &mut |_, _| {});
        if let Some(known) = engine.conversation.protocol() {
            return Some(known);
        }
    }
    None
}

/// The protocol of an engine that also gets ready for a game, as long as that is wanted: a program
/// that says nothing may only seem to be recognised.
pub(crate) fn try_out(spec: &EngineSpec, guard: &Guard, wanted: &Wanted) -> Option<ProtocolName> {
    let variant = Variant::preset("gomoku").ok()?;
    let mut engine = EngineDriver::new(spec, variant, PATIENCE, guard);
    let limits = Limits { movetime_ms: Some(1000), ..Limits::default() };
    let mut known = None;
    while wanted.is_wanted() {
        let now = Instant::now();
        known = engine.conversation.protocol().or(known);
        if engine.conversation.wants_game(1) {
            engine.conversation.new_game(1, 0, &limits, now);
        }
        if engine.conversation.is_ready(1, now) {
            return known;
        }
        match engine.attend(now + POLL, &mut |_, _| {}) {
            // An engine for other games is one, too.
            ConversationNews::Fault { kind: FaultKind::Unplayed, .. } => return known,
            _ if engine.conversation.is_broken() => return None,
            _ => {}
        }
    }
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use tengen_games::spec::read_engine;

    #[test]
    fn an_engine_that_never_falls_silent_has_no_more_time() {
        let words = "cmd=\"sh -c 'while :; do echo hm; done'\" st=1";
        let spec = read_engine("--engine", words, "").unwrap();
        let spec = EngineSpec { start: Some(Duration::from_millis(50)), ..spec };
        let (tell, told) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            tell.send(recognise(&spec, &Guard::none(), &Wanted::always())).unwrap();
        });
        // As one that says nothing: it may be a brain that does not know `ABOUT`.
        let found = told.recv_timeout(Duration::from_secs(60));
        assert_eq!(found, Ok(Some(ProtocolName::Gomocup)));
    }
}
