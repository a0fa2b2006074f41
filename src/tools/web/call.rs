//! A conversation with a program in its own protocol.

use std::time::{Duration, Instant};

use crate::host::conversation::{News, Step, Talk};
use crate::host::process::{Guard, Listened, Process};
use crate::host::spec::EngineSpec;
use crate::table::room::PATIENCE;
use tengen_engine::game::Variant;
use tengen_engine::protocol::ProtocolName;

/// How often somebody who waits for an engine looks around.
const GLANCE: Duration = Duration::from_millis(10);

/// A conversation with a program, and the program.
pub(super) struct Call {
    pub talk: Talk,
    pub variant: Variant,
    program: Option<Process>,
    guard: Guard,
}

impl Call {
    /// Starts the program and greets it.
    pub fn start(spec: &EngineSpec, variant: Variant, guard: &Guard) -> Call {
        let talk = Talk::start(spec.clone(), variant, PATIENCE, Instant::now());
        Call { talk, program: None, guard: guard.clone(), variant }
    }

    /// Does what the conversation wants, listens for a moment, and says what came of it.
    /// Every line in both directions is shown to `tap`.
    pub fn attend(&mut self, tap: &mut dyn FnMut(&str, &str)) -> News {
        for step in self.talk.take_steps() {
            match step {
                Step::Start { command, dir } => {
                    self.program = Process::start(&command, dir.as_deref(), &self.guard).ok();
                    if self.program.is_none() {
                        return self.talk.gone("does not start", Instant::now());
                    }
                }
                Step::Say(lines) => {
                    for line in &lines {
                        tap("sent", line);
                        if let Some(program) = &self.program {
                            program.send(line);
                        }
                    }
                }
                Step::Stop => self.program = None,
            }
        }
        let Some(program) = &mut self.program else { return News::Nothing };
        match program.listen(Instant::now() + GLANCE) {
            Listened::Line(line) => {
                tap("heard", &line.text);
                self.talk.hear(&line.text, line.at)
            }
            Listened::Silence => self.talk.tick(Instant::now()),
            Listened::Closed => {
                let status = program.wait(Instant::now() + GLANCE);
                self.program = None;
                let why =
                    status.map_or("closed its output".to_owned(), |status| status.to_string());
                self.talk.gone(&why, Instant::now())
            }
        }
    }
}

/// Finds out which protocol an engine speaks; takes seconds where that is hard to tell.
pub(super) fn recognise(spec: &EngineSpec, guard: &Guard) -> Option<ProtocolName> {
    let variant = Variant::preset("gomoku").ok()?;
    let mut call = Call::start(spec, variant, guard);
    while !call.talk.is_broken() {
        call.attend(&mut |_, _| {});
        if let Some(known) = call.talk.protocol() {
            return Some(known);
        }
    }
    None
}
