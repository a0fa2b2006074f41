//! Work that blocks, done where it keeps no connection waiting.
//!
//! The runtime carries lines to and fro and does nothing else. What reads files or the store,
//! starts programs, checks proofs or looks for moves has a place in a lane: a queue with threads
//! of its own, in which the next turn is that of the address that has had the least time. One
//! address that asks for much waits for itself, and what takes long keeps nothing waiting that
//! does not. A place is taken of the quotas
//! before anything is done, and kept until the answer is on its way.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use tengen_engine::game::{Code, Problem};
use tengen_engine::session::STACK_BYTES;

use super::quotas::{QuotaGuard, Quotas, Resource, client_prefix};

/// Where a request is worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    /// What reads files or the store, or starts programs: milliseconds, mostly.
    Requests,
    /// Tries at puzzles and hints: up to seconds.
    Puzzles,
    /// Proofs that are checked: up to ten seconds.
    Proofs,
    /// Games that are reviewed: up to minutes.
    Reviews,
}

/// A row of the table of lanes.
struct LaneSpec {
    lane: Lane,
    /// The resource that a place in the lane is counted as.
    resource: Resource,
    name: &'static str,
    /// Pieces of work that are done at a time; at most one of them is of the same address.
    threads: usize,
    stack: usize,
    /// Whether the lane computes for long and can wait: then everything else goes first.
    gives_way: bool,
}

/// Enough for records, whose variations are nested.
const USUAL_STACK: usize = 16 << 20;

/// The table of lanes, in the order of [`Lane`].
const LANES: [LaneSpec; 4] = [
    LaneSpec {
        lane: Lane::Requests,
        resource: Resource::Requests,
        name: "request",
        threads: 4,
        stack: USUAL_STACK,
        gives_way: false,
    },
    LaneSpec {
        lane: Lane::Puzzles,
        resource: Resource::Puzzles,
        name: "puzzle",
        threads: 2,
        stack: STACK_BYTES,
        gives_way: false,
    },
    LaneSpec {
        lane: Lane::Proofs,
        resource: Resource::Proofs,
        name: "proof",
        threads: 1,
        stack: STACK_BYTES,
        gives_way: true,
    },
    LaneSpec {
        // A child process does the work of this lane; the thread only waits for it.
        lane: Lane::Reviews,
        resource: Resource::Reviews,
        name: "review",
        threads: 1,
        stack: USUAL_STACK,
        gives_way: false,
    },
];

impl Lane {
    const fn spec(self) -> &'static LaneSpec {
        &LANES[self as usize]
    }
}

/// A place in a lane; it is given back when the last copy is dropped.
#[derive(Clone, Debug)]
pub(super) struct Place {
    lane: Lane,
    client_prefix: IpAddr,
    share: Arc<QuotaGuard>,
}

/// Whether the result of a piece of work is still waited for.
#[derive(Clone, Debug)]
pub(super) struct Wanted(Arc<AtomicBool>);

impl Wanted {
    /// A mark that says for ever that the result is waited for.
    #[cfg(test)]
    pub fn always() -> Wanted {
        Wanted(Arc::new(AtomicBool::new(true)))
    }

    /// Whether the result is still waited for.
    pub fn is_wanted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Says that nothing is waited for any more when it is dropped.
pub(super) struct Waiting(Wanted);

impl Waiting {
    /// Something is waited for as long as this is there.
    pub fn new() -> Waiting {
        Waiting(Wanted(Arc::new(AtomicBool::new(true))))
    }

    /// The mark that says elsewhere whether something is waited for.
    pub fn wanted(&self) -> Wanted {
        self.0.clone()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.0.store(false, Ordering::Relaxed);
    }
}

/// A piece of work that waits for its turn.
struct Job {
    wanted: Wanted,
    share: Arc<QuotaGuard>,
    work: Box<dyn FnOnce(&Wanted) + Send>,
}

/// The work of a lane that waits.
#[derive(Default)]
struct Queue {
    state: Mutex<QueueState>,
    /// Tells threads that there is something to do, or that they are to end.
    changed: Condvar,
}

/// Addresses share the time of the threads by start-time fair queueing (Goyal, Vin and Cheng,
/// 1996): work begins at the time that its address has had, and at the queue's own at least, so
/// that time in which an address asked for nothing is not saved up.
#[derive(Default)]
struct QueueState {
    /// What each address has asked for, the oldest first.
    jobs: BTreeMap<IpAddr, VecDeque<Job>>,
    /// Addresses with work that waits and none that is done now, in the order in which they came.
    turns: VecDeque<IpAddr>,
    /// Addresses whose work is done now, and when it began in their time.
    busy: Vec<(IpAddr, Duration)>,
    /// The beginning of the work that was taken last.
    now: Duration,
    /// The times of addresses whose time is later than `now`.
    used: BTreeMap<IpAddr, Duration>,
    is_closed: bool,
}

impl QueueState {
    /// Takes out the work that is not waited for any more. Its places are free once it is
    /// dropped, which is for after the lock: it may have much to give back.
    fn forget(&mut self) -> Vec<Job> {
        let mut gone = Vec::new();
        for jobs in self.jobs.values_mut() {
            let (kept, unwanted) =
                std::mem::take(jobs).into_iter().partition(|job| job.wanted.is_wanted());
            *jobs = kept;
            gone.extend::<VecDeque<Job>>(unwanted);
        }
        gone
    }

    /// Takes in a piece of work.
    fn push(&mut self, client_prefix: IpAddr, job: Job) {
        self.jobs.entry(client_prefix).or_default().push_back(job);
        self.give_turn(client_prefix);
    }

    fn give_turn(&mut self, client_prefix: IpAddr) {
        let is_busy = self.busy.iter().any(|(other, _)| *other == client_prefix);
        if !is_busy && !self.turns.contains(&client_prefix) {
            self.turns.push_back(client_prefix);
        }
    }

    /// When the next piece of work of that address begins, in its time.
    fn beginning(&self, client_prefix: IpAddr) -> Duration {
        self.used.get(&client_prefix).map_or(self.now, |used| self.now.max(*used))
    }

    /// The next piece of work of the address whose turn it is, wanted or not.
    fn pop(&mut self) -> Option<(IpAddr, Job)> {
        loop {
            let by_time = |&index: &usize| self.beginning(self.turns[index]);
            let next = (0..self.turns.len()).min_by_key(by_time)?;
            let client_prefix = self.turns.remove(next)?;
            if let Some(job) = self.jobs.get_mut(&client_prefix).and_then(VecDeque::pop_front) {
                self.now = self.beginning(client_prefix);
                self.busy.push((client_prefix, self.now));
                return Some((client_prefix, job));
            }
            self.jobs.remove(&client_prefix);
        }
    }

    /// The work of that address is done, and took so long.
    fn finish(&mut self, client_prefix: IpAddr, took: Duration) {
        if let Some(index) = self.busy.iter().position(|(other, _)| *other == client_prefix) {
            let (_, began) = self.busy.swap_remove(index);
            self.used.insert(client_prefix, began + took);
        }
        let now = self.now;
        self.used.retain(|_, used| *used > now);
        if self.jobs.get(&client_prefix).is_some_and(|jobs| !jobs.is_empty()) {
            self.give_turn(client_prefix);
        } else {
            self.jobs.remove(&client_prefix);
        }
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        // Nothing is done under the lock that could leave it half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a thread of the lane does until the server ends.
    fn serve(&self) {
        let mut state = self.lock();
        while !state.is_closed {
            let Some((client_prefix, job)) = state.pop() else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            drop(state);
            let Job { wanted, share, work } = job;
            let begin = Instant::now();
            if wanted.is_wanted() {
                // Work that breaks has no result, and the next piece does not suffer for it.
                let _ = catch_unwind(AssertUnwindSafe(|| work(&wanted)));
            } else {
                drop(work);
            }
            drop(share);
            state = self.lock();
            state.finish(client_prefix, begin.elapsed());
            self.changed.notify_one();
        }
    }
}

/// Where blocking work is done.
pub(super) struct Lanes {
    quotas: Arc<Quotas>,
    queues: [Arc<Queue>; LANES.len()],
}

impl Lanes {
    /// Lanes without work, which take places of those quotas.
    ///
    /// # Errors
    /// When the system has no threads for them.
    pub fn start(quotas: Arc<Quotas>) -> io::Result<Lanes> {
        let lanes = Lanes { quotas, queues: LANES.each_ref().map(|_| Arc::default()) };
        for LaneSpec { lane, name, threads, stack, gives_way, .. } in &LANES {
            for _ in 0..*threads {
                let queue = Arc::clone(&lanes.queues[*lane as usize]);
                let gives_way = *gives_way;
                let builder = thread::Builder::new().name((*name).to_owned()).stack_size(*stack);
                builder.spawn(move || {
                    if gives_way {
                        give_way();
                    }
                    queue.serve();
                })?;
            }
        }
        Ok(lanes)
    }

    /// A place for a piece of work of that address.
    ///
    /// # Errors
    /// When there is none.
    pub fn admit(&self, lane: Lane, address: IpAddr) -> Result<Place, Problem> {
        let LaneSpec { resource, name, .. } = lane.spec();
        let gone = self.queues[lane as usize].lock().forget();
        drop(gone);
        match self.quotas.take(*resource, address, 1) {
            Ok(share) => {
                Ok(Place { lane, client_prefix: client_prefix(address), share: Arc::new(share) })
            }
            Err(full) => Err(full.refusal(name, "one too many")),
        }
    }

    /// Does `work`, which has the place `place`, and gives its result. Where the caller goes away
    /// meanwhile, work that has not begun is dropped, and other work is told so.
    ///
    /// # Errors
    /// When the work broke.
    pub async fn run<T: Send + 'static>(
        &self,
        place: &Place,
        work: impl FnOnce(&Wanted) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let (sender, receiver) = oneshot::channel();
        let waiting = Waiting::new();
        let job = Job {
            wanted: waiting.wanted(),
            share: Arc::clone(&place.share),
            work: Box::new(move |wanted| {
                // The page that waited may be gone.
                let _ = sender.send(work(wanted));
            }),
        };
        let queue = &self.queues[place.lane as usize];
        queue.lock().push(place.client_prefix, job);
        queue.changed.notify_one();
        let name = place.lane.spec().name;
        let broke = |_| Problem::new(name, "this one broke", "another").coded(Code::Failed);
        receiver.await.map_err(broke)
    }
}

impl Drop for Lanes {
    fn drop(&mut self) {
        for queue in &self.queues {
            queue.lock().is_closed = true;
            queue.changed.notify_all();
        }
    }
}

/// How much less of a busy machine is asked for: about a tenth of what others get.
pub(super) const NICENESS: i32 = 10;

/// Lets this thread go behind everything else on the machine. People wait for moves; for what is
/// computed for minutes a little more is nothing.
#[cfg(target_os = "linux")]
fn give_way() {
    // A system that does not allow it is only a little slower to answer.
    let _ = rustix::process::setpriority_process(None, NICENESS);
}

/// Elsewhere threads have no such order of their own.
#[cfg(not(target_os = "linux"))]
fn give_way() {}

/// Does something that blocks on a thread of its own: what has a share already, or is done once
/// in an hour.
///
/// # Errors
/// When the system has no thread for it, or the work broke.
pub(super) async fn aside<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<T> {
    let (sender, receiver) = oneshot::channel();
    thread::Builder::new().name(name.to_owned()).spawn(move || {
        let _ = sender.send(work());
    })?;
    receiver.await.map_err(|_| io::Error::other("it broke"))
}

#[cfg(test)]
mod tests;
