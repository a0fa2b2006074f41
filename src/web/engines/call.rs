//! A conversation with a program in its own protocol.

use std::time::{Duration, Instant};

use tengen_engine::game::Variant;
use tengen_engine::protocol::ProtocolName;

use crate::work::Wanted;
use tengen_games::conversation::{Conversation, ConversationNews};
use tengen_games::spec::EngineSpec;
use tengen_games::table::room::PATIENCE;
use tengen_host::programs::connection::{CLOSED, Connection};
use tengen_host::programs::process::{Guard, Listened};

/// Poll interval while a thread waits for an engine.
const POLL: Duration = Duration::from_millis(10);

/// A conversation with a program, and the program.
pub(crate) struct Call {
    pub conversation: Conversation,
    pub variant: Variant,
    connection: Connection,
}

impl Call {
    /// Starts the program and greets it.
    pub fn start(spec: &EngineSpec, variant: Variant, guard: &Guard) -> Call {
        let conversation = Conversation::start(spec.clone(), variant, PATIENCE, Instant::now());
        Call { conversation, connection: Connection::new(guard.clone()), variant }
    }

    /// Does what the conversation wants, listens for a moment, and says what came of it.
    /// Every line in both directions is shown to `tap`.
    pub fn attend(&mut self, tap: &mut dyn FnMut(&str, &str)) -> ConversationNews {
        for step in self.conversation.take_steps(Instant::now()) {
            if self.connection.carry_out(step, &mut |line| tap("sent", line)).is_err() {
                return self.conversation.gone("does not start", Instant::now());
            }
        }
        match self.connection.listen(Instant::now() + POLL) {
            None => ConversationNews::Nothing,
            Some(Listened::Line(line)) => {
                tap("heard", &line.text);
                // A program that never falls silent has no more time than others.
                match self.conversation.tick(line.at) {
                    ConversationNews::Nothing => self.conversation.hear(&line.text, line.at),
                    news => news,
                }
            }
            Some(Listened::Silence) => self.conversation.tick(Instant::now()),
            Some(Listened::Closed) => {
                let status = self.connection.end(Instant::now() + POLL);
                self.conversation.gone(status.as_deref().unwrap_or(CLOSED), Instant::now())
            }
        }
    }
}

/// Finds out which protocol an engine speaks, as long as that is wanted; takes seconds, and longer
/// for an engine that is slow to load, where that is hard to tell.
pub(crate) fn recognise(spec: &EngineSpec, guard: &Guard, wanted: &Wanted) -> Option<ProtocolName> {
    let variant = Variant::preset("gomoku").ok()?;
    let mut call = Call::start(spec, variant, guard);
    while !call.conversation.is_broken() && wanted.is_wanted() {
        call.attend(&mut |_, _| {});
        if let Some(known) = call.conversation.protocol() {
            return Some(known);
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
