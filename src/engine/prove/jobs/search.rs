//! Threads that work at a tree until it is proven, or the keeper says that it is enough.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::game::Square;
use crate::game::symmetry::Symmetry;
use crate::proof::{self, CheckSettings, Proof, ProofVerdict, Refutation};

use super::super::pns::STACK_BYTES;
use super::line::name;
use super::similar::seen;
use super::{Hint, Job, JobFinding, JobLimits, JobMemory, JobTree, Known, Template};

/// How long a thread without work waits before it asks again whether to go on.
const PAUSE: Duration = Duration::from_millis(100);

/// The largest number of replies that are played to check what parts of the tree make together.
const REPLIES: u64 = 4_000_000;

/// Keeps a tree and what was found out.
pub trait JobKeeper: Send {
    /// Why something cannot be kept or read.
    type Error: From<JobFault> + Send;

    /// The tree.
    fn tree(&mut self) -> &mut JobTree;

    /// Takes what a job found out into the tree; nothing where it ended before.
    ///
    /// # Errors
    /// When it cannot be kept.
    fn keep(
        &mut self,
        job: &Job,
        found: Option<JobFinding>,
        positions: u64,
    ) -> Result<(), Self::Error>;

    /// The strategy of a finding is lost: makes the tree forget it, so that it is asked again.
    ///
    /// # Errors
    /// When asking again does not help.
    fn lose(&mut self, number: u64, why: Self::Error) -> Result<(), Self::Error>;

    /// What lies behind a position is no proof: makes the tree forget what is to blame.
    ///
    /// # Errors
    /// When nothing is.
    fn search_lies(&mut self, fault: JobFault) -> Result<(), Self::Error>;
}

/// Why a job was not done.
enum Undone<E> {
    /// The strategy of a finding cannot be read.
    Lost(u64, E),
    /// What lies behind the position of the job is no proof.
    Untrue(JobFault),
}

/// Why a tree is not what it should be.
#[derive(Clone, Debug, thiserror::Error)]
pub enum JobFault {
    /// A finding has lost its strategy.
    #[error("{}: expected all strategies of its findings", name(.0))]
    Missing(Vec<Square>),
    /// What lies behind a position is no proof.
    #[error("{}: expected findings that prove it: {}", name(.0), .1)]
    Untrue(Vec<Square>, Box<Refutation>),
}

/// How the work is done.
pub struct JobSearch<'a, E> {
    /// Threads, 1 or more.
    pub threads: usize,
    /// What the next job may take; nothing when no more are to be begun. What lies behind
    /// positions is put together all the same.
    pub limits: &'a (dyn Fn() -> Option<JobLimits> + Sync),
    /// Whether to go on, asked now and then.
    pub goes_on: &'a (dyn Fn() -> bool + Sync),
    /// A proof whose moves are tried first.
    pub template: Option<&'a Template>,
    /// The strategy of a finding.
    pub strategy: &'a (dyn Fn(u64) -> Result<Arc<Proof>, E> + Sync),
}

/// What is to be done about a position.
enum PositionTask {
    /// A job has to be done for the position; what may win there, too, is tried first.
    Look(JobLimits, Vec<Hint>),
    /// The places behind the position prove it, if the checker accepts this strategy.
    Check(Box<Proof>),
}

/// What the threads share.
struct Shared<'a, K: JobKeeper> {
    keeper: &'a mut K,
    /// Threads that work at something.
    busy: usize,
    failed: Option<K::Error>,
}

fn locked<'a, 'b, K: JobKeeper>(shared: &'a Mutex<Shared<'b, K>>) -> MutexGuard<'a, Shared<'b, K>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<E: From<JobFault> + Send> JobSearch<'_, E> {
    /// Works at a tree until nothing is left to do, or it is enough. A job that found nothing is
    /// not begun again before the next call.
    ///
    /// # Errors
    /// When a finding cannot be kept, or a strategy not be read.
    pub fn work<K: JobKeeper<Error = E>>(&self, keeper: &mut K) -> Result<(), E> {
        keeper.tree().leave_all();
        let shared = Mutex::new(Shared { keeper, busy: 0, failed: None });
        let changed = Condvar::new();
        thread::scope(|scope| {
            let work = || self.work_on(&shared, &changed);
            let begin = |_: &usize| {
                thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).is_ok()
            };
            // Fewer threads are no harm.
            if (0..self.threads).filter(begin).count() == 0 {
                work();
            }
        });
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        shared.failed.map_or(Ok(()), Err)
    }

    fn work_on<K: JobKeeper<Error = E>>(&self, shared: &Mutex<Shared<'_, K>>, changed: &Condvar) {
        let mut memory = JobMemory::default();
        while let Some((job, task)) = self.take(shared, changed) {
            let done = match task {
                PositionTask::Look(limits, hints) => self.look(&job, limits, &hints, &mut memory),
                PositionTask::Check(proof) => {
                    checked(&job, *proof).map(|finding| (Some(finding), 0))
                }
            };
            let mut shared = locked(shared);
            shared.busy -= 1;
            let keeper = &mut *shared.keeper;
            if done.is_err() {
                keeper.tree().leave(&job.moves);
            }
            // While a thread looks at one move of a position, another may have shown that another
            // one wins.
            let is_asked = keeper.tree().question(&job.moves).is_some();
            let kept = match done {
                Ok((found, positions)) => keeper.keep(&job, found.filter(|_| is_asked), positions),
                Err(Undone::Lost(number, why)) => keeper.lose(number, why),
                Err(Undone::Untrue(fault)) => keeper.search_lies(fault),
            };
            if let Err(error) = kept {
                shared.failed.get_or_insert(error);
            }
            changed.notify_all();
        }
    }

    /// The next piece of work; `None` when nothing is left, or it is enough.
    fn take<K: JobKeeper<Error = E>>(
        &self,
        shared: &Mutex<Shared<'_, K>>,
        changed: &Condvar,
    ) -> Option<(Job, PositionTask)> {
        let mut shared = locked(shared);
        while shared.failed.is_none() && (self.goes_on)() {
            let work = match self.next(shared.keeper) {
                Ok(work) => work,
                Err(error) => {
                    shared.failed = Some(error);
                    return None;
                }
            };
            if work.is_some() {
                shared.busy += 1;
                return work;
            }
            if shared.busy == 0 {
                return None;
            }
            let waited = changed.wait_timeout(shared, PAUSE);
            shared = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }

    fn next(
        &self,
        keeper: &mut impl JobKeeper<Error = E>,
    ) -> Result<Option<(Job, PositionTask)>, E> {
        loop {
            let mut unread = None;
            let mut kept = |number| {
                let read = (self.strategy)(number);
                read.map_err(|error| unread = Some((number, error))).ok()
            };
            let Some((job, proof)) = keeper.tree().settled(&mut kept) else { break };
            match (proof, unread) {
                (Some(proof), _) => return Ok(Some((job, PositionTask::Check(Box::new(proof))))),
                (None, Some((number, error))) => {
                    keeper.tree().leave(&job.moves);
                    keeper.lose(number, error)?;
                }
                (None, None) => return Err(JobFault::Missing(job.moves).into()),
            }
        }
        let Some(limits) = (self.limits)() else { return Ok(None) };
        let tree = keeper.tree();
        let Some(job) = tree.next_job() else { return Ok(None) };
        let hints = tree.hints(&job);
        Ok(Some((job, PositionTask::Look(limits, hints))))
    }

    fn look(
        &self,
        job: &Job,
        limits: JobLimits,
        hints: &[Hint],
        memory: &mut JobMemory,
    ) -> Result<(Option<JobFinding>, u64), Undone<E>> {
        let hints: Result<Vec<Arc<Proof>>, Undone<E>> =
            hints.iter().map(|&hint| self.strategy_of(hint)).collect();
        let template = self.template.and_then(|template| template.after(job));
        let known = Known { hints: &hints?, template: template.as_ref() };
        Ok(job.work(limits, known, memory, &mut |_| (self.goes_on)()))
    }

    /// The strategy of a hint, as the position for which it is one shows it.
    fn strategy_of(&self, Hint { number, view }: Hint) -> Result<Arc<Proof>, Undone<E>> {
        let proof = (self.strategy)(number).map_err(|error| Undone::Lost(number, error))?;
        Ok(if view == Symmetry::IDENTITY { proof } else { Arc::new(seen(&proof, view)) })
    }
}

/// The finding that a strategy of the tree is one that wins. What it is made of was checked, and
/// the writer of the whole checks that: to check all that lies between in full would repeat most
/// of it for every two moves.
fn checked<E>(job: &Job, proof: Proof) -> Result<JobFinding, Undone<E>> {
    let settings = CheckSettings { replies: REPLIES, ..CheckSettings::default() };
    match proof::check(&proof, &settings, &mut |_| true) {
        ProofVerdict::Refuted(why, _) => {
            Err(Undone::Untrue(JobFault::Untrue(job.moves.clone(), Box::new(why))))
        }
        _ => Ok(JobFinding::Won(Box::new(proof))),
    }
}
