//! Work in progress: how it begins, how it ends, and what is said of it.

use crate::clock::Instant;

use crate::control::{Choice, Limits};
use crate::game::Move;
use crate::player::Settings;

use super::arrange::{any_move, play_on};
use super::consult::no_room;
use super::message::{Event, Problem};
use super::position::check_moves;
use super::running::{Held, Running};
use super::state::{Listener, Session};
use super::worker::{self, Finished, JobResult, Lent, SearchJob, WorkerJob};

impl Session {
    pub(super) fn start(
        &mut self,
        job: WorkerJob,
        running: Running,
        at: Instant,
        listener: &mut Listener,
    ) -> Result<(), Problem> {
        let work = worker::work(job, running.signals.clone(), at, self.deliver.clone());
        (self.start_work)(work)
            .map_err(|error| Problem::new("go", error.to_string(), "a thread from the system"))?;
        self.run(running, listener);
        Ok(())
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
        check_moves("go searchmoves", &position, &limits.search_moves)?;
        // A manager says move by move what happens.
        if is_reply {
            self.log_position(listener);
        }
        let player = self.take_player()?;
        if limits.trace.is_some() && !player.can_trace(&settings) {
            let name = settings.player.clone();
            self.player = Some((name.clone(), player));
            let expected = "minimax, alphabeta or the engine at its full strength as Player";
            return Err(Problem::new("go trace", name, expected));
        }
        let lent = Lent { player, rng: self.rng.clone() };
        let mut running = Running::search(limits.clone(), &settings.player);
        running.has_own_limit = lent.player.has_own_limit();
        running.is_reply = is_reply;
        let job = WorkerJob::Search(Box::new(SearchJob { position, limits, settings, lent }));
        self.start(job, running, at, listener)
    }

    /// Starts to choose a move and to play it, reporting `lines` lines of thought.
    pub(super) fn think(
        &mut self,
        limits: Limits,
        lines: usize,
        at: Instant,
        listener: &mut Listener,
    ) -> Result<(), Problem> {
        let position = self.board("question")?;
        let limits = self.manager.within_bans(limits, position);
        let moves = match &limits.search_moves[..] {
            // The first of them is as good as any.
            _ if position.only_fouls_left() => 1,
            [] => position.legal_moves().len(),
            moves => moves.len(),
        };
        self.manager.settle_memory();
        self.say(Event::Lines(lines.min(moves)), listener);
        let settings = Settings { multi_pv: lines, ..self.settings() };
        self.search(limits, settings, true, at, listener)
    }

    /// Makes `running` the work in progress, or gives its answer at once if it has one that need
    /// not wait.
    pub(super) fn run(&mut self, mut running: Running, listener: &mut Listener) {
        if self.input_ended {
            running.end_of_input();
        }
        self.running = Some(running);
        self.release(listener);
    }

    pub(super) fn stop(&mut self, listener: &mut Listener) {
        if let Some(running) = &self.running {
            running.signals.stop();
        }
        self.release(listener);
    }

    pub(super) fn ponder_hit(&mut self, listener: &mut Listener) {
        if let Some(running) = &mut self.running {
            running.ponder_hit();
        }
        self.release(listener);
    }

    /// Gives the held answer, if there is one and nothing keeps it any more.
    pub(super) fn release(&mut self, listener: &mut Listener) {
        let free = self.running.as_ref().filter(|running| !running.must_wait());
        match free.and_then(|running| running.held.clone()) {
            Some(Held::Choice(choice)) => self.answer(choice, listener),
            Some(Held::Placements(stones)) => self.answer_with_stones(stones, listener),
            Some(Held::Swap2(step)) => {
                self.say(Event::Swap2(step), listener);
                self.end_work();
            }
            None => {}
        }
    }

    /// Ends the work in progress with the answer to its `go`.
    pub(super) fn answer(&mut self, mut choice: Choice, listener: &mut Listener) {
        if !self.options.ponder {
            choice.ponder = None;
        }
        if self.running.as_ref().is_some_and(|running| running.is_reply) {
            self.play_answer(&mut choice);
        }
        self.say(Event::Answer(choice), listener);
        self.end_work();
    }

    /// Takes the result of the thinking thread.
    pub(super) fn finish(&mut self, finished: Finished, listener: &mut Listener) {
        let Some(running) = &mut self.running else { return };
        let player = running.player.clone();
        if let Some(Lent { player: lent, rng }) = finished.lent {
            self.player = Some((player.clone(), lent));
            self.rng = rng;
        }
        match finished.outcome {
            JobResult::Choice(Ok(choice)) => {
                running.held = Some(Held::Choice(choice));
                self.release(listener);
            }
            JobResult::Consulted(Some(answer)) => {
                running.held = Some(answer);
                self.release(listener);
            }
            JobResult::Consulted(None) => {
                self.refuse_go(no_room(), listener);
                self.end_work();
            }
            JobResult::Choice(Err(error)) => {
                self.refuse_go(Problem::explain("go", &error), listener);
                self.end_work();
            }
            JobResult::Proof(report) => {
                self.say(Event::Proof(*report), listener);
                self.end_work();
            }
            JobResult::Perft(Some(total)) => {
                self.say(Event::PerftTotal(total), listener);
                self.end_work();
            }
            JobResult::Perft(None) | JobResult::Bench { is_complete: false } => {
                self.say_text(&format!("{player} stopped"), listener);
                self.end_work();
            }
            JobResult::Bench { is_complete: true } => self.end_work(),
            JobResult::Crashed { .. } if running.is_reply => {
                self.say_text(&format!("{player} crashed"), listener);
                self.answer(Choice::default(), listener);
            }
            JobResult::Crashed { owes_answer } => {
                let problem = Problem::new("go", player, "a result").because("crashed");
                if owes_answer {
                    self.refuse_go(problem, listener);
                } else {
                    self.say(Event::Problem(problem), listener);
                }
                self.end_work();
            }
        }
    }

    /// Plays the answer to a [`ManagerCommand::Reply`](super::message::ManagerCommand::Reply) on the board. A player that had
    /// none to give is helped out: any move is better than none.
    pub(super) fn play_answer(&mut self, choice: &mut Choice) {
        let Ok(position) = &mut self.position else { return };
        if let Some(mv) = choice.best.or_else(|| any_move(position)) {
            choice.best = Some(mv);
            play_on(position, mv);
        }
    }

    /// Ends the work in progress with stones of both sides, which are placed on
    /// the board.
    pub(super) fn answer_with_stones(&mut self, stones: Vec<Move>, listener: &mut Listener) {
        if let Ok(position) = &mut self.position {
            for &stone in &stones {
                play_on(position, stone);
            }
        }
        self.say(Event::Placements(stones), listener);
        self.end_work();
    }
}
