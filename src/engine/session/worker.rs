//! The thread that thinks, so that the session can listen meanwhile.

use std::io;
use std::sync::Arc;
use std::thread;

use crate::clock::Instant;
use crate::control::{Choice, Draws, Limits, Monitor, Report, Signals, catch_crash};
use crate::game::{Move, Position, perft};
use crate::player::{Player, PlayerError, Rng, Settings, Task};
use crate::search::STACK_BYTES;
use crate::search::bench::{self, BenchLine};

use super::consult::consult;
use super::message::{ManagerQuestion, ProofReport};
use super::prove::ProveJob;
use super::running::Held;

/// Takes what a worker has to say; called on the worker's thread.
pub type Deliver = Arc<dyn Fn(Notice) + Send + Sync>;

/// Work on a question: long, and without an end of its own where the question has none.
pub type Work = Box<dyn FnOnce() + Send>;

/// Starts work beside the conversation, by default on a thread of its own; an error is that of the
/// system. A host without threads keeps the work, and does it when [`Session::command`] or
/// [`Session::notice`] has returned.
///
/// [`Session::command`]: super::Session::command
/// [`Session::notice`]: super::Session::notice
pub type StartWork = Arc<dyn Fn(Work) -> io::Result<()> + Send + Sync>;

/// Starts work on a thread of its own.
///
/// # Errors
/// When the system gives no thread.
pub(super) fn on_thread(work: Work) -> io::Result<()> {
    thread::Builder::new().name("thinker".to_owned()).stack_size(STACK_BYTES).spawn(work)?;
    Ok(())
}

/// A word from the thinking thread, to be handed to
/// [`Session::notice`](super::Session::notice).
pub struct Notice(pub(super) WorkerNews);

pub(super) enum WorkerNews {
    Report(Report),
    PerftMove { mv: Move, games: u64 },
    Bench(String),
    Finished(Box<Finished>),
}

/// What a worker gives back at the end.
pub(super) struct Finished {
    /// The player and the generator that were lent; the player is gone when it crashed.
    pub lent: Option<Lent>,
    pub outcome: JobResult,
}

/// What a search borrows from the session.
pub(super) struct Lent {
    pub player: Box<dyn Player>,
    pub rng: Rng,
}

pub(super) enum JobResult {
    Choice(Result<Choice, PlayerError>),
    /// The answer to a question, if there is room for one.
    Consulted(Option<Held>),
    Proof(Box<ProofReport>),
    /// Games counted, or `None` when it was stopped.
    Perft(Option<u64>),
    Bench {
        is_complete: bool,
    },
    /// The thinker broke one of its own rules.
    Crashed {
        owes_answer: bool,
    },
}

/// Something to think about.
pub(super) enum WorkerJob {
    Search(Box<SearchJob>),
    /// A question for stones that are not simply the best move.
    Consult(Box<SearchJob>, ManagerQuestion),
    Perft {
        position: Box<Position>,
        depth: u32,
        moves: Vec<Move>,
    },
    Prove(Box<ProveJob>),
    Bench,
}

/// A question to a player.
pub(super) struct SearchJob {
    pub position: Position,
    pub limits: Limits,
    pub settings: Settings,
    pub lent: Lent,
}

/// The work on a job. `started` is when the command arrived.
pub(super) fn work(
    job: WorkerJob,
    signals: Arc<Signals>,
    started: Instant,
    deliver: Deliver,
) -> Work {
    let owes_answer = matches!(job, WorkerJob::Search(_) | WorkerJob::Consult(..));
    Box::new(move || {
        let draws = match &job {
            WorkerJob::Search(search) | WorkerJob::Consult(search, _) => {
                Some(Draws::of(&search.position))
            }
            WorkerJob::Perft { .. } | WorkerJob::Prove(_) | WorkerJob::Bench => None,
        };
        let monitor = WorkMonitor { signals, started, draws, deliver: Arc::clone(&deliver) };
        let finished = catch_crash(|| monitor.work(job))
            .unwrap_or(Finished { lent: None, outcome: JobResult::Crashed { owes_answer } });
        deliver(Notice(WorkerNews::Finished(Box::new(finished))));
    })
}

/// Gives a thinker the signals, and hands its reports out.
struct WorkMonitor {
    signals: Arc<Signals>,
    started: Instant,
    /// What the position of the question says about draws.
    draws: Option<Draws>,
    deliver: Deliver,
}

impl Monitor for WorkMonitor {
    fn signals(&self) -> &Signals {
        &self.signals
    }

    fn started(&self) -> Instant {
        self.started
    }

    fn report(&self, mut report: Report) {
        // A move without a search has cost no time worth telling.
        if let Report::Info(info) = &mut report {
            if info.nodes.is_some() {
                info.time.get_or_insert_with(|| self.started.elapsed());
            }
            info.draw = self.draws.map_or(0, |draws| draws.share(info));
        }
        (self.deliver)(Notice(WorkerNews::Report(report)));
    }
}

impl WorkMonitor {
    fn work(&self, job: WorkerJob) -> Finished {
        match job {
            WorkerJob::Search(search) => {
                let SearchJob { position, limits, settings, mut lent } = *search;
                let task = Task {
                    position: &position,
                    limits: &limits,
                    monitor: self,
                    settings: &settings,
                };
                let choice = lent.player.choose(task, &mut lent.rng);
                Finished { lent: Some(lent), outcome: JobResult::Choice(choice) }
            }
            WorkerJob::Consult(search, question) => {
                let SearchJob { position, limits, settings, mut lent } = *search;
                let task = Task {
                    position: &position,
                    limits: &limits,
                    monitor: self,
                    settings: &settings,
                };
                let answer = consult(&question, &task, lent.player.as_mut(), &mut lent.rng);
                Finished { lent: Some(lent), outcome: JobResult::Consulted(answer) }
            }
            WorkerJob::Perft { mut position, depth, moves } => {
                let total = self.perft(&mut position, depth, &moves);
                Finished { lent: None, outcome: JobResult::Perft(total) }
            }
            WorkerJob::Prove(question) => {
                let report = question.carry_out(&self.signals, self.started);
                Finished { lent: None, outcome: JobResult::Proof(Box::new(report)) }
            }
            WorkerJob::Bench => {
                let nodes = bench::run(&self.signals, &mut |finding| {
                    (self.deliver)(Notice(WorkerNews::Bench(bench_line(&finding))));
                });
                Finished { lent: None, outcome: JobResult::Bench { is_complete: nodes.is_some() } }
            }
        }
    }

    /// Counts games move by move, so that each is reported when it is known.
    /// `None` when told to stop.
    fn perft(&self, position: &mut Position, depth: u32, moves: &[Move]) -> Option<u64> {
        let mut stop = || self.signals.is_stopped();
        let mut total = 0;
        for mv in position.legal_moves() {
            if moves.is_empty() || moves.contains(&mv) {
                let count = |child: &mut Position| perft::count(child, depth - 1, &mut stop);
                let games = position.with_move(mv, count).ok()??;
                total += games;
                (self.deliver)(Notice(WorkerNews::PerftMove { mv, games }));
            }
        }
        Some(total)
    }
}

/// What the bench has found out, as a line of its output.
fn bench_line(finding: &BenchLine) -> String {
    match finding {
        BenchLine::Case { number, count, variant, moves, depth, best, nodes } => {
            let best = best.map_or_else(|| "(none)".to_owned(), |mv| mv.to_string());
            format!(
                "{number}/{count}: {variant}, {moves} moves, depth {depth}: \
                 bestmove {best}, {nodes} nodes"
            )
        }
        BenchLine::Total { nodes, nps } => format!("{nodes} nodes {nps} nps"),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::game::Variant;
    use crate::player;

    struct Broken;

    impl Player for Broken {
        fn choose(&mut self, _: Task<'_>, _: &mut Rng) -> Result<Choice, PlayerError> {
            panic!("a player broke one of its own rules")
        }
    }

    #[test]
    fn a_crash_is_reported_not_passed_on() {
        let (sender, notices) = mpsc::channel();
        let deliver: Deliver = Arc::new(move |notice| sender.send(notice).unwrap());
        let search = SearchJob {
            position: Position::new(Variant::preset("tictactoe").unwrap()).unwrap(),
            limits: Limits::default(),
            settings: Settings::default(),
            lent: Lent { player: Box::new(Broken), rng: player::seeded(0) },
        };
        work(WorkerJob::Search(Box::new(search)), Arc::default(), Instant::now(), deliver)();
        let Notice(WorkerNews::Finished(finished)) = notices.recv().unwrap() else {
            panic!("nothing comes before the end")
        };
        assert!(matches!(finished.outcome, JobResult::Crashed { owes_answer: true }));
    }
}
