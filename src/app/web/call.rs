//! A conversation with a program in its own protocol.

use std::time::{Duration, Instant};

use crate::app::arena::spec::{Dialect, EngineSpec};
use crate::app::process::{Guard, Listened, Process};
use crate::app::room::{Desk, News, Order, Talk};
use crate::game::Variant;

/// How often somebody who waits for an engine looks around.
const GLANCE: Duration = Duration::from_millis(10);

/// A conversation with a program, and the program.
pub(super) struct Call {
    pub talk: Talk,
    /// What is to be done next; [`Call::attend`] does it.
    pub orders: Vec<Order>,
    pub variant: Variant,
    program: Option<Process>,
    guard: Guard,
    since: Instant,
}

impl Call {
    /// Starts the program and greets it.
    pub fn start(spec: &EngineSpec, variant: Variant, guard: &Guard) -> Option<Call> {
        let (mut orders, since) = (Vec::new(), Instant::now());
        let talk = Talk::start(Desk::First, spec.clone(), variant, 0, &mut orders)?;
        Some(Call { talk, program: None, guard: guard.clone(), orders, variant, since })
    }

    /// The time of the conversation, in milliseconds.
    pub fn now(&self) -> u64 {
        self.since.elapsed().as_millis() as u64
    }

    /// Carries out what is ordered, listens for a moment, and says what came of it.
    /// Every line in both directions is shown to `tap`.
    pub fn attend(&mut self, tap: &mut dyn FnMut(&str, &str)) -> News {
        let now = self.now();
        let orders = std::mem::take(&mut self.orders);
        for order in orders {
            match order {
                Order::Start { command, dir, .. } => {
                    self.program = Process::start(&command, dir.as_deref(), &self.guard).ok();
                    if self.program.is_none() {
                        return self.talk.gone("does not start", now, &mut self.orders);
                    }
                }
                Order::Say { lines, .. } => {
                    for line in &lines {
                        tap("sent", line);
                        if let Some(program) = &self.program {
                            program.send(line);
                        }
                    }
                }
                Order::Stop { .. } => self.program = None,
            }
        }
        let Some(program) = &mut self.program else { return News::Nothing };
        match program.listen(Instant::now() + GLANCE) {
            Listened::Line(line) => {
                tap("heard", &line.text);
                self.talk.hear(&line.text, now, &mut self.orders)
            }
            Listened::Silence => self.talk.tick(now, &mut self.orders),
            Listened::Closed => {
                let status = program.wait(Instant::now() + GLANCE);
                self.program = None;
                let why =
                    status.map_or("closed its output".to_owned(), |status| status.to_string());
                self.talk.gone(&why, now, &mut self.orders)
            }
        }
    }
}

/// Finds out which protocol an engine speaks; takes seconds where that is hard to tell.
pub(super) fn recognise(spec: &EngineSpec, guard: &Guard) -> Option<Dialect> {
    let variant = Variant::preset("gomoku").ok()?;
    let mut call = Call::start(spec, variant, guard)?;
    while !call.talk.is_broken() {
        call.attend(&mut |_, _| {});
        if let Some(known) = call.talk.dialect() {
            return Dialect::ALL.into_iter().find(|dialect| dialect.name() == known.name);
        }
    }
    None
}
