//! What each command does, once its turn has come.

use crate::clock::Instant;

use crate::control::{Choice, Info, Limits, LogEntry, Report, is_logged};
use crate::game::Move;
use crate::player::{self, Basis};
use crate::search::explain::explain;

use super::inspect;
use super::message::{Command, Event, Problem, ProveQuestion, Query, Response};
use super::options::Effect;
use super::position::{build, check_moves, final_score};
use super::prove::ProveJob;
use super::running::{Held, Running};
use super::state::{Listener, Session};
use super::worker::WorkerJob;

impl Session {
    /// Carries out a command while nothing runs (or, when it changes nothing,
    /// beside a search). `at` is the moment from which its clock counts.
    pub(super) fn carry_out(&mut self, command: Command, at: Instant, listener: &mut Listener) {
        if let Err(problem) = self.try_carry_out(command, at, listener) {
            self.say(Event::Problem(problem), listener);
        }
    }

    fn try_carry_out(
        &mut self,
        command: Command,
        at: Instant,
        listener: &mut Listener,
    ) -> Result<(), Problem> {
        match command {
            Command::Identify => {
                // Managers ask for this, too, to learn that all before it is done.
                if self.running.is_none() {
                    self.claim_memory();
                }
                self.say(Event::Identity, listener);
            }
            Command::Ready => self.ready(listener),
            Command::Help => self.say(Event::Help, listener),
            Command::Show => {
                let board = Box::new(self.board("d")?.clone());
                self.say(Event::Board(board), listener);
            }
            Command::Eval => {
                let player = self.options.settings.player.clone();
                let position = self.board("eval")?;
                let event = match player::basis_of(&player, position) {
                    Basis::Engine => Event::Eval(inspect::evaluation(position)),
                    basis => Event::Basis { player, basis },
                };
                self.say(event, listener);
            }
            Command::Patterns => {
                let report = inspect::patterns(self.board("patterns")?);
                self.say(Event::Patterns(report), listener);
            }
            Command::Standing => {
                let report = inspect::standing(self.board("patterns")?);
                self.say(Event::Standing(report), listener);
            }
            Command::Moves => {
                let report = inspect::candidates(self.board("moves")?);
                self.say(Event::Moves(report), listener);
            }
            Command::Explain(moves) => {
                let position = self.board("explain")?;
                check_moves("explain", position, &moves)?;
                let reasons = explain(position, &moves);
                self.say(Event::Reasons(reasons), listener);
            }
            Command::Query(query) => self.respond(query, listener),
            Command::SetOption { name, value } => {
                self.set_option(&name, value.as_deref(), listener)?;
            }
            Command::NewGame => {
                self.forget();
                self.empty_board();
            }
            Command::Position { start, moves } => {
                self.position = Ok(build(&self.options, &start, &moves)?);
                self.debug("position set up", listener);
                self.log_position(listener);
            }
            Command::Go(limits) => {
                if let Err(problem) = self.go(limits, at, listener) {
                    self.refuse_go(problem, listener);
                }
            }
            Command::Perft { depth, search_moves } => {
                if let Err(problem) = self.perft(depth, search_moves, at, listener) {
                    self.refuse_go(problem, listener);
                }
            }
            Command::Prove(question) => self.prove(question, at, listener)?,
            Command::Bench => {
                self.manager.check_memory_for_bench()?;
                self.start(WorkerJob::Bench, Running::errand("bench"), at, listener)?;
            }
            Command::Refused { problem, owes_answer: true } => self.refuse_go(problem, listener),
            Command::Refused { problem, owes_answer: false } => return Err(problem),
            Command::Stop => self.stop(listener),
            Command::PonderHit => self.ponder_hit(listener),
            Command::Manager(order) => self.manage(order, at, listener)?,
            // These act the moment they arrive and are never scheduled.
            Command::Quit | Command::Debug(_) => {}
        }
        Ok(())
    }

    /// Whether the command would be refused, as far as that can be told before
    /// a running search is stopped for it.
    pub(super) fn check(&self, command: &Command) -> Result<(), Problem> {
        match command {
            Command::SetOption { name, value } => {
                self.options.clone().set(name, value.as_deref()).map(|_| ())
            }
            Command::Position { start, moves } => build(&self.options, start, moves).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// Sets an option before or during the conversation.
    ///
    /// # Errors
    /// When there is no such option or it does not take this value.
    pub fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
        listener: &mut Listener,
    ) -> Result<(), Problem> {
        let (before, book) = (self.options.eval_file.clone(), self.options.book_file.clone());
        let old = is_logged(log::Level::Debug).then(|| self.options.clone());
        let effect = self.options.set(name, value)?;
        if name.eq_ignore_ascii_case("Hash") {
            self.manager.choose_hash();
        }
        if self.options.is_overruled(name) {
            self.say_text("Variant has no effect while UCI_Variant is not native", listener);
        }
        match effect {
            Effect::None => {}
            Effect::EmptyBoard => self.empty_board(),
            Effect::Reseed => self.rng = player::seeded(self.options.settings.seed),
            Effect::Forget => self.forget(),
            Effect::LoadNetwork => match self.options.load_network() {
                // What it valued differently is worth nothing now.
                Ok(()) => self.forget(),
                Err(problem) => {
                    self.options.eval_file = before;
                    return Err(problem);
                }
            },
            Effect::LoadBook => {
                if let Err(problem) = self.options.load_book() {
                    self.options.book_file = book;
                    return Err(problem);
                }
            }
            Effect::MoveLog => self.say(Event::LogFile(self.options.log_file.clone()), listener),
        }
        for (name, old, new) in old.iter().flat_map(|old| self.options.changes_since(old)) {
            self.log(listener, || Some(LogEntry::Changed { name, old, new }));
        }
        Ok(())
    }

    fn go(&mut self, limits: Limits, at: Instant, listener: &mut Listener) -> Result<(), Problem> {
        let position = self.board("go")?;
        if position.is_over() {
            let draw = if position.winner().is_none() { 1000 } else { 0 };
            let info = Info { score: final_score(position), draw, ..Info::default() };
            self.say(Event::Report(Report::Info(info)), listener);
            let mut running = Running::search(limits, &self.options.settings.player);
            running.held = Some(Held::Choice(Choice::default()));
            self.run(running, listener);
            return Ok(());
        }
        self.search(limits, self.settings(), false, at, listener)
    }

    fn perft(
        &mut self,
        depth: u32,
        moves: Vec<Move>,
        at: Instant,
        listener: &mut Listener,
    ) -> Result<(), Problem> {
        let position = Box::new(self.board("go perft")?.clone());
        check_moves("go searchmoves", &position, &moves)?;
        let job = WorkerJob::Perft { position, depth, moves };
        self.start(job, Running::errand("perft"), at, listener)
    }

    fn prove(
        &mut self,
        question: ProveQuestion,
        at: Instant,
        listener: &mut Listener,
    ) -> Result<(), Problem> {
        let job = ProveJob::new(self.board("prove")?, question, self.settings().hash_mb)?;
        self.start(WorkerJob::Prove(Box::new(job)), Running::errand("prove"), at, listener)
    }

    /// Says that everything is done, and sees to it that nothing slow is left
    /// to do when the clock runs.
    pub(super) fn ready(&mut self, listener: &mut Listener) {
        if self.running.is_none() {
            self.prepare();
            self.claim_memory();
        }
        self.say(Event::Ready, listener);
    }

    /// Answers a manager. Some of them wait for the answer without end, so there
    /// is one even when there is no position to ask about.
    fn respond(&self, query: Query, listener: &mut Listener) {
        let position = match self.board("query") {
            _ if matches!(query, Query::Engine | Query::Unknown) => None,
            Ok(position) => Some(Box::new(position.clone())),
            Err(problem) => {
                self.say(Event::Problem(problem), listener);
                None
            }
        };
        self.say(Event::Response(Response { query, position }), listener);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::session::options::Options;

    #[test]
    fn memory_is_not_found_for_those_who_leave() {
        for is_leaving in [false, true] {
            let asked = Arc::<AtomicUsize>::default();
            let count = Arc::clone(&asked);
            let mut session = Session::new(Arc::new(|_| {})).heeding(move || {
                count.fetch_add(1, Ordering::Relaxed);
                is_leaving
            });
            let mut answers = 0;
            let mut listener = |_: &Options, event: Event| {
                answers += usize::from(matches!(event, Event::Ready));
            };
            session.set_option("Hash", Some("64"), &mut listener).unwrap();
            session.command(Command::Ready, Instant::now(), &mut listener);
            assert_eq!(answers, 1);
            let asked = asked.load(Ordering::Relaxed);
            assert_eq!(asked < 5, is_leaving, "{asked}");
        }
    }
}
