//! The order of commands: what acts at once, what waits for the end of a search,
//! and what ends it.

use crate::clock::Instant;

use super::message::{Command, Event, ManagerCommand};
use super::running::Running;
use super::state::{Listener, Session};
use super::worker::{Notice, WorkerNews};

/// Whether a command may not be carried out beside a search.
fn changes_state(command: &Command) -> bool {
    match command {
        Command::SetOption { .. }
        | Command::NewGame
        | Command::Position { .. }
        | Command::Go(_)
        | Command::Perft { .. }
        | Command::Prove(_)
        | Command::Bench => true,
        Command::Manager(order) => {
            !matches!(order, ManagerCommand::Show(_) | ManagerCommand::Reach)
        }
        // A refused `go` is answered in its place among the other answers.
        Command::Refused { owes_answer, .. } => *owes_answer,
        _ => false,
    }
}

/// Whether the command need not wait for the end of a search once everything
/// before it is done.
fn acts_at_once(command: &Command) -> bool {
    matches!(
        command,
        Command::Ready
            | Command::Stop
            | Command::PonderHit
            | Command::Manager(ManagerCommand::Reach)
    )
}

/// The work that the first command of `waiting` will start, as the commands behind it will have
/// left that work; `None` if the first one starts none.
fn as_it_will_run<'a>(mut waiting: impl Iterator<Item = &'a Command>) -> Option<Running> {
    let mut work = work_of(waiting.next()?)?;
    for command in waiting {
        match command {
            Command::Stop => work.signals.stop(),
            Command::PonderHit => work.ponder_hit(),
            // Anything further behind is for the next work.
            other if work_of(other).is_some() => {
                if work.is_unlimited() {
                    work.signals.stop();
                }
                break;
            }
            _ => {}
        }
    }
    Some(work)
}

/// The work that a command starts, if any.
fn work_of(command: &Command) -> Option<Running> {
    match command {
        Command::Go(limits)
        | Command::Manager(
            ManagerCommand::Reply { limits, .. }
            | ManagerCommand::Swap2 { limits, .. }
            | ManagerCommand::Ask { limits, .. },
        ) => Some(Running::search(limits.clone(), "")),
        Command::Perft { .. } => Some(Running::errand("perft")),
        Command::Prove(_) => Some(Running::errand("prove")),
        Command::Bench => Some(Running::errand("bench")),
        _ => None,
    }
}

impl Session {
    /// Takes a command that arrived at `arrived`.
    pub fn command(&mut self, command: Command, arrived: Instant, listener: &mut Listener) {
        match command {
            Command::Stop | Command::PonderHit => match self.place_of(&command) {
                Some(place) => self.queue.insert(place, (command, arrived)),
                None => self.carry_out(command, arrived, listener),
            },
            Command::Quit => self.quit(),
            Command::Debug(on) => self.is_debug = on,
            Command::Ready if self.queue.is_empty() => self.ready(listener),
            command => {
                if self.running.is_some() {
                    self.debug("a command arrived during a search", listener);
                }
                self.queue.push_back((command, arrived));
            }
        }
        self.drain(listener);
    }

    /// Takes a word of the thinking thread.
    pub fn notice(&mut self, Notice(news): Notice, listener: &mut Listener) {
        match news {
            WorkerNews::Report(report) => self.say(Event::Report(report), listener),
            WorkerNews::PerftMove { mv, games } => {
                self.say(Event::PerftMove { mv, games }, listener);
            }
            WorkerNews::Bench(line) => self.say(Event::Bench(line), listener),
            WorkerNews::Finished(finished) => {
                self.finish(*finished, listener);
                self.drain(listener);
            }
        }
    }

    /// Takes the end of the input: what was asked for is still answered, but
    /// nothing waits for a `stop` that cannot come.
    pub fn end_of_input(&mut self, listener: &mut Listener) {
        self.input_ended = true;
        if let Some(running) = &mut self.running {
            running.end_of_input();
        }
        self.release(listener);
        self.drain(listener);
    }

    /// Carries out what waits, as far as the work in progress allows.
    fn drain(&mut self, listener: &mut Listener) {
        while let Some((command, arrived)) = self.queue.pop_front() {
            match &self.running {
                None => {
                    // What had to wait has used none of its time yet.
                    let at = arrived.max(self.free_since);
                    self.carry_out(command, at, listener);
                }
                Some(running) if !running.is_unlimited() && !acts_at_once(&command) => {
                    self.queue.push_front((command, arrived));
                    return;
                }
                Some(_) if !changes_state(&command) => {
                    self.carry_out(command, arrived, listener);
                }
                Some(_) => {
                    if let Err(problem) = self.check(&command) {
                        self.say(Event::Problem(problem), listener);
                    } else {
                        self.queue.push_front((command, arrived));
                        self.stop(listener);
                    }
                }
            }
        }
    }

    /// The place in the queue of a `stop` or `ponderhit` that arrives now: right
    /// behind the work it is meant for, if that waits there. The first one that
    /// can still use it is meant, so that each of many questions that were sent
    /// at once gets its own.
    fn place_of(&self, signal: &Command) -> Option<usize> {
        if self.running.as_ref().is_some_and(|running| running.awaits(signal)) {
            return None;
        }
        let is_meant = |&place: &usize| {
            as_it_will_run(self.queue.range(place..).map(|(command, _)| command))
                .is_some_and(|work| work.awaits(signal))
        };
        (0..self.queue.len()).find(is_meant).map(|place| place + 1)
    }
}
