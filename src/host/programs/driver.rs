//! An engine in a program: what the conversation with it wants is done with a process, and what
//! the process says is told to the conversation, each line with the moment at which it came.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use tengen_engine::game::Variant;
use tengen_games::conversation::{Conversation, ConversationNews, EngineStep, Patience};
use tengen_games::fault::Fault;
use tengen_games::spec::EngineSpec;

use super::connection::{CLOSED, Connection, LineDirection};
use super::process::{Guard, LAST_WORDS, Listened, Receipt, StartError};

/// Time for the exit status of a program that has closed its output, and for a program that was
/// asked to quit.
const EXIT_TIME: Duration = Duration::from_millis(500);
/// Lines of a conversation that are kept for a report of a fault.
const KEPT_LINES: usize = 20;
/// Characters that are kept of each line.
const KEPT_CHARS: usize = 1000;

/// What sees every line in both directions.
pub type LineTap<'a> = &'a mut dyn FnMut(LineDirection, &str);

/// A conversation with an engine, and the program that the engine runs in.
pub struct EngineDriver {
    /// The conversation; its steps are taken by [`EngineDriver::carry_out`].
    pub conversation: Conversation,
    connection: Connection,
    /// The last lines in both directions, `> ` before ours and `< ` before its own.
    recent: VecDeque<String>,
}

impl EngineDriver {
    /// An engine that is to be started and greeted: the next [`EngineDriver::carry_out`] does both.
    pub fn new(
        spec: &EngineSpec,
        variant: Variant,
        patience: Patience,
        guard: &Guard,
    ) -> EngineDriver {
        EngineDriver {
            conversation: Conversation::start(spec.clone(), variant, patience, Instant::now()),
            connection: Connection::new(guard.clone()),
            recent: VecDeque::with_capacity(KEPT_LINES),
        }
    }

    /// Does what the conversation wants. The receipt tells when the last lines were written.
    ///
    /// # Errors
    /// When the program does not start.
    pub fn carry_out(&mut self, tap: LineTap<'_>) -> Result<Option<Receipt>, StartError> {
        let mut receipt = None;
        for step in self.conversation.take_steps(Instant::now()) {
            if matches!(step, EngineStep::Start { .. }) {
                self.recent.clear();
            }
            let recent = &mut self.recent;
            let written = self.connection.carry_out(step, &mut |line| {
                keep(recent, "> ", line);
                tap(LineDirection::To, line);
            })?;
            receipt = written.or(receipt);
        }
        Ok(receipt)
    }

    /// Listens for a line, at most until `until`. Gives what the line means, or what the time has
    /// brought, and when that was; `None` where no program runs.
    pub fn listen(
        &mut self,
        until: Instant,
        tap: LineTap<'_>,
    ) -> Option<(ConversationNews, Instant)> {
        let listened = self.connection.listen(until)?;
        let now = Instant::now();
        Some(match listened {
            Listened::Line(line) => {
                keep(&mut self.recent, "< ", &line.text);
                tap(LineDirection::From, &line.text);
                // What comes after its time is over is late, however late it is heard; a program
                // that never falls silent has no more time than others.
                let news = match self.conversation.tick(line.at) {
                    ConversationNews::Nothing => self.conversation.hear(&line.text, line.at),
                    news => news,
                };
                (news, line.at)
            }
            Listened::Silence => (self.conversation.tick(now), now),
            Listened::Closed => {
                let status = self.connection.end(now + EXIT_TIME);
                let end = status.map_or(CLOSED.to_owned(), |status| format!("ended with {status}"));
                (self.conversation.gone(&end, Instant::now()), now)
            }
        })
    }

    /// Does what the conversation wants, then listens at most until `until`: a turn of a caller
    /// that only wants the news.
    pub fn attend(&mut self, until: Instant, tap: LineTap<'_>) -> ConversationNews {
        if self.carry_out(tap).is_err() {
            return self.conversation.gone("does not start", Instant::now());
        }
        self.listen(until, tap).map_or(ConversationNews::Nothing, |(news, _)| news)
    }

    /// The last line that the program said, if nothing was said to it since.
    pub fn last_heard(&self) -> Option<&str> {
        self.recent.back().and_then(|line| line.strip_prefix("< "))
    }

    /// The fault with the last lines in both directions and of standard error. Those of a program
    /// that has ended say why, and are waited for.
    #[must_use]
    pub fn witness(&self, fault: Fault) -> Fault {
        let lines = self.recent.iter().cloned().collect();
        let errors = self.connection.process().map(|process| {
            if process.has_ended() {
                process.last_errors(Instant::now() + LAST_WORDS).lines
            } else {
                process.errors().lines
            }
        });
        Fault { lines, stderr: errors.unwrap_or_default().into(), ..fault }
    }

    /// Kills the program.
    pub fn kill(&mut self) {
        if let Some(process) = self.connection.process_mut() {
            process.kill();
        }
    }

    /// Asks the program to quit; one that does not is killed.
    pub fn quit(mut self) {
        self.conversation.leave();
        for step in self.conversation.take_steps(Instant::now()) {
            if let EngineStep::Say(_) = step {
                // Only a start can fail.
                let _ = self.connection.carry_out(step, &mut |_| {});
            }
        }
        // A program may exit at the end of its input; what still runs is ended when this is
        // dropped.
        if let Some(process) = self.connection.process_mut() {
            process.close_input();
            process.wait(Instant::now() + EXIT_TIME);
        }
    }
}

/// Keeps the beginning of a line in `recent`, and forgets the oldest line where there are too many.
fn keep(recent: &mut VecDeque<String>, direction: &str, line: &str) {
    if recent.len() == KEPT_LINES {
        recent.pop_front();
    }
    let line: String = line.chars().take(KEPT_CHARS).collect();
    recent.push_back(format!("{direction}{line}"));
}
