//! Threads that work at a tree until it is proven, or the time is over.

use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use indicatif::ProgressBar;

use tengen_engine::proof::{self, Proof, Settings, Verdict};
use tengen_engine::prove::{Job, JobFinding, JobLimits};

use super::super::cli::Prove;
use super::folder::{Folder, read_strategy};
use super::line::words;

/// Bytes of stack of a thread.
const STACK_BYTES: usize = 64 << 20;
/// How long a thread without work waits before it looks at the clock again.
const PAUSE: Duration = Duration::from_millis(100);

/// Positions that a search visits first in a job, where the arguments say nothing.
const NODES: u64 = 2_000_000;

/// What a job may take.
pub(super) fn limits(arguments: &Prove) -> JobLimits {
    JobLimits {
        nodes: arguments.nodes.unwrap_or(NODES),
        memory: (arguments.memory << 20) / arguments.threads,
    }
}

/// What the threads share.
struct Shared<'a> {
    folder: &'a mut Folder,
    /// Jobs that somebody works at.
    busy: usize,
    /// Jobs that may still be begun.
    left: usize,
    failed: Option<anyhow::Error>,
}

/// What is to be done about a position.
enum Task {
    /// Somebody has to look at it.
    Search,
    /// What lies behind it proves it, if the checker agrees.
    Check(Box<Proof>),
}

/// How the work is done.
pub(super) struct Workers<'a> {
    pub path: &'a Path,
    pub threads: usize,
    pub limits: JobLimits,
    pub deadline: Option<Instant>,
    /// How many jobs are tried by strategies of other positions alone; `None` where all are
    /// done.
    pub only_hints: Option<usize>,
    pub bar: &'a ProgressBar,
}

impl Workers<'_> {
    /// Works at a tree until nothing is left to do, or the time is over.
    ///
    /// # Errors
    /// When a finding cannot be kept, or a strategy not be read.
    pub fn work(&self, folder: &mut Folder) -> anyhow::Result<()> {
        let shared = Mutex::new(Shared {
            folder,
            busy: 0,
            left: self.only_hints.unwrap_or(usize::MAX),
            failed: None,
        });
        let changed = Condvar::new();
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                let work = || self.work_on(&shared, &changed);
                let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
                if let Err(error) = builder.spawn_scoped(scope, work) {
                    let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                    shared.failed.get_or_insert(error.into());
                }
            }
        });
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        shared.failed.map_or(Ok(()), Err)
    }

    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn work_on(&self, shared: &Mutex<Shared<'_>>, changed: &Condvar) {
        while let Some((job, work)) = self.take(shared, changed) {
            let done = match work {
                Task::Search => self.look(&job),
                Task::Check(proof) => checked(&job, *proof).map(|finding| (Some(finding), 0)),
            };
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            shared.busy -= 1;
            let kept = done.and_then(|(finding, positions)| match finding {
                Some(finding) => shared.folder.keep(&job, &finding, positions),
                // Who only tries hints goes on to the next job.
                None if self.only_hints.is_some() => Ok(()),
                None => {
                    shared.folder.tree.give_up(&job.moves);
                    Ok(())
                }
            });
            if let Err(error) = kept {
                shared.failed.get_or_insert(error);
            }
            self.show(&job, &shared);
            changed.notify_all();
        }
    }

    /// The next piece of work; `None` when nothing is left, or the time is over.
    fn take(&self, shared: &Mutex<Shared<'_>>, changed: &Condvar) -> Option<(Job, Task)> {
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        while shared.failed.is_none() && !self.is_over() {
            let mut kept = |number| read_strategy(self.path, number).ok();
            let work = match shared.folder.tree.settled(&mut kept) {
                Some((job, Some(proof))) => Some((job, Task::Check(Box::new(proof)))),
                Some((job, None)) => {
                    let text = "expected all strategies of its findings";
                    shared.failed =
                        Some(anyhow!("{}: {}: {text}", self.path.display(), words(&job.moves)));
                    return None;
                }
                None if shared.left > 0 => {
                    shared.left -= 1;
                    shared.folder.tree.next_job().map(|job| (job, Task::Search))
                }
                None => None,
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

    fn look(&self, job: &Job) -> anyhow::Result<(Option<JobFinding>, u64)> {
        let hints: anyhow::Result<Vec<Arc<_>>> =
            job.hints.iter().map(|&number| read_strategy(self.path, number)).collect();
        let hints = hints?;
        Ok(match self.only_hints {
            Some(_) => (job.by_hints(&hints), 0),
            None => job.work(self.limits, &hints, &mut |_| !self.is_over()),
        })
    }

    fn show(&self, job: &Job, shared: &Shared<'_>) {
        let tree = &shared.folder.tree;
        let left = tree.cost().map_or_else(|| "no".to_owned(), |cost| cost.to_string());
        self.bar.set_message(format!(
            "{} findings, {} positions in the tree, some {left} jobs left, {}",
            tree.findings(),
            tree.len(),
            words(&job.moves)
        ));
        self.bar.tick();
    }
}

/// The finding that a strategy of the tree is one that wins.
fn checked(job: &Job, proof: Proof) -> anyhow::Result<JobFinding> {
    match proof::check(&proof, &Settings::default(), &mut |_| true) {
        Verdict::Proven(_) => Ok(JobFinding::Won(Box::new(proof))),
        verdict => {
            Err(anyhow!("{}: the findings behind it are no proof: {verdict:?}", words(&job.moves)))
        }
    }
}
