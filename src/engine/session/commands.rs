//! What each command does, once its turn has come.

use std::time::Instant;

use crate::control::{Choice, Info, Limits, Report};
use crate::game::{IllegalMove, Move, Position, Setup, SetupError};
use crate::player::{self, Player, Settings};
use crate::value::Score;

use super::message::{Command, Event, Order, Problem, Query, Response, Start};
use super::options::{Effect, Options};
use super::running::{Held, Running};
use super::worker::{self, Job, Lent, Search};
use super::{Listener, Session, inspect};

/// Whether a command may not be carried out beside a search.
pub(super) fn changes_state(command: &Command) -> bool {
    match command {
        Command::SetOption { .. }
        | Command::NewGame
        | Command::Position { .. }
        | Command::Go(_)
        | Command::Perft { .. }
        | Command::Bench => true,
        Command::Order(order) => !matches!(order, Order::Show(_) | Order::Reach),
        // A refused `go` is answered in its place among the other answers.
        Command::Refused { owes_answer, .. } => *owes_answer,
        _ => false,
    }
}

/// Whether the command need not wait for the end of a search once everything
/// before it is done.
pub(super) fn acts_at_once(command: &Command) -> bool {
    matches!(
        command,
        Command::Ready | Command::Stop | Command::PonderHit | Command::Order(Order::Reach)
    )
}

/// The work that the first of these waiting commands will start, as those behind
/// it will have left it; `None` if it starts none.
pub(super) fn as_it_will_run<'a>(
    mut waiting: impl Iterator<Item = &'a Command>,
) -> Option<Running> {
    let mut work = work_of(waiting.next()?)?;
    for command in waiting {
        match command {
            Command::Stop => work.signals.stop(),
            Command::PonderHit => work.ponder_hit(),
            // What is further behind is for the next work.
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
        | Command::Order(
            Order::Reply { limits, .. } | Order::Swap2 { limits, .. } | Order::Ask { limits, .. },
        ) => Some(Running::search(limits.clone(), "")),
        Command::Perft { .. } => Some(Running::errand("perft")),
        Command::Bench => Some(Running::errand("bench")),
        _ => None,
    }
}

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
            Command::Identify => self.say(Event::Identity, listener),
            Command::Ready => self.ready(listener),
            Command::Help => self.say(Event::Help, listener),
            Command::Show => {
                let board = Box::new(self.board("d")?.clone());
                self.say(Event::Board(board), listener);
            }
            Command::Eval => {
                let report = inspect::evaluation(self.board("eval")?);
                self.say(Event::Eval(report), listener);
            }
            Command::Patterns => {
                let report = inspect::patterns(self.board("patterns")?);
                self.say(Event::Patterns(report), listener);
            }
            Command::Moves => {
                let report = inspect::candidates(self.board("moves")?);
                self.say(Event::Moves(report), listener);
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
                self.position = Ok(self.build(&start, &moves)?);
                self.debug("position set up", listener);
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
            Command::Bench => {
                self.check_memory_for_bench()?;
                self.start(Job::Bench, Running::errand("bench"), at, listener)?;
            }
            Command::Refused { problem, owes_answer: true } => self.refuse_go(problem, listener),
            Command::Refused { problem, owes_answer: false } => return Err(problem),
            Command::Stop => self.stop(listener),
            Command::PonderHit => self.ponder_hit(listener),
            Command::Order(order) => self.manage(order, at, listener)?,
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
            Command::Position { start, moves } => self.build(start, moves).map(|_| ()),
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
        let effect = self.options.set(name, value)?;
        self.manager.hash_is_chosen |= name.eq_ignore_ascii_case("Hash");
        if self.options.is_overruled(name) {
            self.say_text("Variant has no effect while UCI_Variant is not native", listener);
        }
        match effect {
            Effect::None => {}
            Effect::EmptyBoard => self.empty_board(),
            Effect::Reseed => self.rng = player::seeded(self.options.settings.seed),
            Effect::Forget => self.forget(),
            Effect::MoveLog => self.say(Event::LogFile(self.options.log_file.clone()), listener),
        }
        Ok(())
    }

    fn empty_board(&mut self) {
        self.position = self.options.variant().and_then(Position::new);
    }

    pub(super) fn forget(&mut self) {
        if let Some((_, player)) = &mut self.player {
            player.forget();
        }
    }

    /// The position, if the options define a game.
    pub(super) fn board(&self, what: &str) -> Result<&Position, Problem> {
        self.position.as_ref().map_err(|error| Problem::explain(what, error))
    }

    fn build(&self, start: &Start, moves: &[Move]) -> Result<Position, Problem> {
        build(&self.options, start, moves)
    }

    fn go(&mut self, limits: Limits, at: Instant, listener: &mut Listener) -> Result<(), Problem> {
        let position = self.board("go")?;
        if position.is_over() {
            let info = Info { score: final_score(position), ..Info::default() };
            self.say(Event::Report(Report::Info(info)), listener);
            let mut running = Running::search(limits, &self.options.settings.player);
            running.held = Some(Held::Choice(Choice::default()));
            self.run(running, listener);
            return Ok(());
        }
        self.search(limits, self.settings(), false, at, listener)
    }

    /// Starts to choose a move on the board, which is to be played there if it
    /// is a reply.
    pub(super) fn search(
        &mut self,
        limits: Limits,
        settings: Settings,
        is_reply: bool,
        at: Instant,
        listener: &mut Listener,
    ) -> Result<(), Problem> {
        let position = self.board("go")?.clone();
        check_moves(&position, &limits.search_moves)?;
        let player = self.take_player()?;
        if limits.trace && !player.can_trace() {
            let name = settings.player.clone();
            self.player = Some((name.clone(), player));
            return Err(Problem::new("go trace", name, "expected minimax or alphabeta as Player"));
        }
        let lent = Lent { player, rng: self.rng.clone() };
        let mut running = Running::search(limits.clone(), &settings.player);
        running.has_own_limit = lent.player.has_own_limit();
        running.is_reply = is_reply;
        let job = Job::Search(Box::new(Search { position, limits, settings, lent }));
        self.start(job, running, at, listener)
    }

    fn perft(
        &mut self,
        depth: u32,
        moves: Vec<Move>,
        at: Instant,
        listener: &mut Listener,
    ) -> Result<(), Problem> {
        let position = Box::new(self.board("go perft")?.clone());
        check_moves(&position, &moves)?;
        let job = Job::Perft { position, depth, moves };
        self.start(job, Running::errand("perft"), at, listener)
    }

    /// Says that everything is done, and sees to it that nothing slow is left
    /// to do when the clock runs.
    pub(super) fn ready(&mut self, listener: &mut Listener) {
        if self.running.is_none() {
            self.prepare();
        }
        self.say(Event::Ready, listener);
    }

    /// Gets the player ready for its next question; not while one is asked.
    pub(super) fn prepare(&mut self) {
        let settings = self.settings();
        if let Ok(mut player) = self.take_player() {
            if let Ok(position) = &self.position {
                player.prepare(&settings, position.variant());
            }
            self.player = Some((settings.player, player));
        }
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

    /// The player that the options name.
    pub(super) fn take_player(&mut self) -> Result<Box<dyn Player>, Problem> {
        let name = &self.options.settings.player;
        match self.player.take() {
            Some((known, player)) if known == *name || self.has_guest => Ok(player),
            _ if self.has_guest => Err(Problem::new("go", "the guest", "expected one who is here")),
            _ => player::create(name)
                .ok_or_else(|| Problem::new("go", name, "expected a player of this build")),
        }
    }

    pub(super) fn start(
        &mut self,
        job: Job,
        running: Running,
        at: Instant,
        listener: &mut Listener,
    ) -> Result<(), Problem> {
        worker::start(job, running.signals.clone(), at, self.deliver.clone()).map_err(|error| {
            Problem::new("go", error.to_string(), "expected a thread from the system")
        })?;
        self.run(running, listener);
        Ok(())
    }
}

/// The position that a `position` command describes: what its text leaves out
/// is as the options say.
///
/// # Errors
/// When the text is no position or a move cannot be played.
pub fn build(options: &Options, start: &Start, moves: &[Move]) -> Result<Position, Problem> {
    let no_game = |error| Problem::explain("position", &error);
    let mut position = match start {
        Start::Empty => options.variant().and_then(Position::new).map_err(no_game)?,
        Start::Text(text) => {
            let defaults = options.unchecked_variant().map_err(no_game)?;
            Setup::parse(text, &defaults)
                .and_then(|setup| setup.build())
                .map_err(|error| setup_problem(&error))?
        }
    };
    for &mv in moves {
        position.play(mv).map_err(|error| illegal("position", mv, error))?;
    }
    Ok(position)
}

/// The value of a finished game for the side to move; a draw's otherwise.
pub fn final_score(position: &Position) -> Score {
    match position.winner() {
        None => Score::DRAW,
        Some(winner) if winner == position.side() => Score::win_in(0),
        Some(_) => Score::loss_in(0),
    }
}

/// Whether these first moves can be searched; in a finished game none is.
///
/// # Errors
/// When one of them cannot be played.
pub fn check_moves(position: &Position, moves: &[Move]) -> Result<(), Problem> {
    if position.is_over() {
        return Ok(());
    }
    for &mv in moves {
        position.check(mv).map_err(|error| illegal("go searchmoves", mv, error))?;
    }
    Ok(())
}

fn illegal(what: &str, mv: Move, error: IllegalMove) -> Problem {
    Problem::new(what, mv.to_string(), format!("{error}, expected a legal move"))
}

fn setup_problem(error: &SetupError) -> Problem {
    Problem::new("position", error.offending(), format!("expected {}", error.expected()))
}
