//! Work that blocks, done where it keeps no connection waiting.
//!
//! The runtime carries lines to and fro and does nothing else: what reads files, asks
//! the store or starts programs goes to a few threads, with a turn for each address, so
//! that one address that asks for much waits for itself.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::ledger::{Ledger, Resource, household};
use super::limits::{WORK_AT_ONCE, WORK_OF_ONE_ADDRESS};

/// Where blocking work is done.
#[derive(Debug)]
pub(super) struct WorkPool {
    ledger: Arc<Ledger>,
    all: Arc<Semaphore>,
    /// Turns of addresses that have work here.
    each: Mutex<BTreeMap<IpAddr, Weak<Semaphore>>>,
}

impl WorkPool {
    /// A pool without work, which counts requests in that ledger.
    pub fn new(ledger: Arc<Ledger>) -> WorkPool {
        let all = Arc::new(Semaphore::new(WORK_AT_ONCE));
        WorkPool { ledger, all, each: Mutex::default() }
    }

    /// Does a piece of work for that address and gives its result.
    ///
    /// # Errors
    /// One line: too many requests wait, or the work broke.
    pub async fn run<T: Send + 'static>(
        &self,
        address: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, String> {
        let share = self.ledger.take(Resource::Requests, address, 1);
        let share = share.map_err(|full| format!("request: one too many: expected {full}"))?;
        let gone = || "request: this one: expected a server that goes on".to_owned();
        let turn = self.turn(address).acquire_owned().await.map_err(|_| gone())?;
        let room = Arc::clone(&self.all).acquire_owned().await.map_err(|_| gone())?;
        let done = tokio::task::spawn_blocking(move || {
            // They are held until the work is done, also when nobody waits for it any more.
            let _held: (_, OwnedSemaphorePermit, OwnedSemaphorePermit) = (share, turn, room);
            work()
        });
        done.await.map_err(|_| "request: this one: expected another".to_owned())
    }

    fn turn(&self, address: IpAddr) -> Arc<Semaphore> {
        let mut each = self.each.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = each.get(&household(address)).and_then(Weak::upgrade) {
            return turn;
        }
        each.retain(|_, turn| turn.strong_count() > 0);
        let turn = Arc::new(Semaphore::new(WORK_OF_ONE_ADDRESS));
        each.insert(household(address), Arc::downgrade(&turn));
        turn
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::super::ledger::{Limit, LimitTable};
    use super::*;

    #[test]
    fn one_address_waits_for_itself_alone() {
        let mut limits = LimitTable::default();
        *limits.of_mut(Resource::Requests) = Limit { all: 100, each: 3 };
        let pool = Arc::new(WorkPool::new(Ledger::new(limits)));
        let at = |text: &str| -> IpAddr { text.parse().unwrap() };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let (release, waits) = mpsc::channel::<()>();
            let greedy = Arc::clone(&pool);
            let blocked = tokio::spawn(async move {
                greedy.run(at("10.0.0.1"), move || waits.recv().is_ok()).await
            });
            let more: Vec<_> = (0..2)
                .map(|_| {
                    let greedy = Arc::clone(&pool);
                    tokio::spawn(async move { greedy.run(at("10.0.0.1"), || true).await })
                })
                .collect();
            tokio::time::sleep(Duration::from_millis(20)).await;
            let refusal = pool.run(at("10.0.0.1"), || true).await.unwrap_err();
            assert!(refusal.ends_with("expected at most 3 at a time of one address"), "{refusal}");
            // Another address is served meanwhile.
            assert_eq!(pool.run(at("10.0.0.2"), || 7).await, Ok(7));
            assert!(more.iter().all(|task| !task.is_finished()));
            release.send(()).unwrap();
            assert_eq!(blocked.await.unwrap(), Ok(true));
            for task in more {
                assert_eq!(task.await.unwrap(), Ok(true));
            }
            let broken: Result<(), String> = pool.run(at("10.0.0.1"), || panic!("broken")).await;
            assert!(broken.is_err());
            assert_eq!(pool.run(at("10.0.0.1"), || 8).await, Ok(8));
        });
    }
}
