//! The program at the other end of a conversation: what the conversation wants is
//! done with a process, and what the process says is passed on.
//!
//! Matches, tables and the page each decide for themselves when to listen and what
//! an end means; how a program is started, written to and ended stands here alone.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use super::process::{Guard, Listened, Process, Receipt, StartError, Waker};
use tengen_games::conversation::EngineStep;

/// A line that went to a program, or came from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineDirection {
    /// To the program.
    To,
    /// From the program.
    From,
}

/// A program that runs for a conversation, or ran for it, or does not yet.
pub struct Connection {
    guard: Guard,
    wake: Waker,
    process: Option<Process>,
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").field("process", &self.process).finish_non_exhaustive()
    }
}

impl Connection {
    /// A connection without a program yet; the guard ends the program whatever happens to us.
    pub fn new(guard: Guard) -> Connection {
        Connection::waking(guard, Arc::new(|| {}))
    }

    /// As [`Connection::new`], but `wake` is called whenever there is something to listen to.
    pub fn waking(guard: Guard, wake: Waker) -> Connection {
        Connection { guard, wake, process: None }
    }

    /// Does what the conversation wants. Every line is shown to `tap` before it is written; the
    /// receipt gets the moment at which the lines were written.
    ///
    /// # Errors
    /// When the program does not start.
    pub fn carry_out(
        &mut self,
        step: EngineStep,
        tap: &mut dyn FnMut(&str),
    ) -> Result<Option<Receipt>, StartError> {
        match step {
            EngineStep::Start { command, dir } => {
                // The program that ran before is ended first.
                self.process = None;
                let (dir, wake) = (dir.as_deref(), Arc::clone(&self.wake));
                self.process = Some(Process::start_waking(&command, dir, &self.guard, wake)?);
            }
            EngineStep::Say(lines) => {
                let mut text = String::new();
                for line in &lines {
                    tap(line);
                    text.extend([line, "\n"]);
                }
                return Ok(self.process.as_ref().map(|process| process.send_bytes(text.into())));
            }
            EngineStep::Stop => self.process.iter_mut().for_each(Process::kill),
        }
        Ok(None)
    }

    /// Waits for a line until `until`; `None` where no program runs.
    pub fn listen(&self, until: Instant) -> Option<Listened> {
        self.running().map(|process| process.listen(until))
    }

    /// Whether a program runs, as far as is known.
    pub fn is_running(&self) -> bool {
        self.running().is_some()
    }

    fn running(&self) -> Option<&Process> {
        self.process.as_ref().filter(|process| !process.has_ended())
    }

    /// The program, also when it has ended.
    pub fn process(&self) -> Option<&Process> {
        self.process.as_ref()
    }

    /// The program, also when it has ended; for callers that end it.
    pub fn process_mut(&mut self) -> Option<&mut Process> {
        self.process.as_mut()
    }

    /// The status of a program that closed its output; `None` where it does not arrive until
    /// `until`. The program does not run any more after this.
    pub fn end(&mut self, until: Instant) -> Option<String> {
        let process = self.process.as_mut()?;
        let status = process.wait(until);
        process.kill();
        status.map(|status| status.to_string())
    }
}

/// What is said of a program that closed its output and does not end.
pub const CLOSED: &str = "closed its output";
