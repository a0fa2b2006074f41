use std::sync::mpsc;
use std::time::Duration;

use super::*;
use crate::quotas::{Limit, LimitTable};

fn at(text: &str) -> IpAddr {
    text.parse().unwrap()
}

fn lanes(resource: Resource, limit: Limit) -> Arc<Lanes> {
    let mut limits = LimitTable::default();
    *limits.of_mut(resource) = limit;
    Arc::new(Lanes::start(Quotas::new(limits)).unwrap())
}

async fn run<T: Send + 'static>(
    lanes: &Lanes,
    lane: Lane,
    address: &str,
    work: impl FnOnce(&Wanted) -> T + Send + 'static,
) -> Result<T, Problem> {
    let place = lanes.admit(lane, at(address))?;
    lanes.run(&place, work).await
}

fn block_on(future: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(future);
}

/// Lets tasks go on that have been spawned.
async fn moment() {
    tokio::time::sleep(Duration::from_millis(20)).await;
}

#[test]
fn the_table_has_the_order_of_its_rows() {
    for (row, spec) in LANES.iter().enumerate() {
        assert_eq!(spec.lane as usize, row, "{}", spec.name);
    }
}

#[test]
fn one_address_waits_for_itself_alone() {
    let lanes = lanes(Resource::Requests, Limit { all: 100, each: 3 });
    block_on(async {
        let (release, waits) = mpsc::channel::<()>();
        let greedy = |work: Box<dyn FnOnce(&Wanted) -> bool + Send>| {
            let lanes = Arc::clone(&lanes);
            tokio::spawn(async move { run(&lanes, Lane::Requests, "10.0.0.1", work).await })
        };
        let blocked = greedy(Box::new(move |_| waits.recv().is_ok()));
        let more: Vec<_> = (0..2).map(|_| greedy(Box::new(|_| true))).collect();
        moment().await;
        let refusal = lanes.admit(Lane::Requests, at("10.0.0.1")).unwrap_err();
        assert_eq!(refusal.code, Code::Full);
        let refusal = refusal.to_string();
        assert_eq!(refusal, "request: one too many: expected at most 3 at a time of one address");
        // Another address is served meanwhile.
        assert_eq!(run(&lanes, Lane::Requests, "10.0.0.2", |_| 7).await, Ok(7));
        assert!(more.iter().all(|task| !task.is_finished()));
        release.send(()).unwrap();
        assert_eq!(blocked.await.unwrap(), Ok(true));
        for task in more {
            assert_eq!(task.await.unwrap(), Ok(true));
        }
        let broken = run(&lanes, Lane::Requests, "10.0.0.1", |_| -> u8 { panic!("broken") });
        assert!(broken.await.is_err());
        assert_eq!(run(&lanes, Lane::Requests, "10.0.0.1", |_| 8).await, Ok(8));
    });
}

#[test]
fn addresses_have_turns_and_lanes_do_not_wait_for_each_other() {
    let lanes = lanes(Resource::Reviews, Limit { all: 100, each: 100 });
    block_on(async {
        let (release, waits) = mpsc::channel::<()>();
        let (note, order) = mpsc::channel();
        let mut tasks = Vec::new();
        let mut review = |address: &'static str, number: u8, first: Option<_>| {
            let (lanes, note) = (Arc::clone(&lanes), note.clone());
            tasks.push(tokio::spawn(async move {
                let work = move |_: &Wanted| {
                    first.map(|waits: mpsc::Receiver<()>| waits.recv());
                    note.send(number).unwrap();
                };
                run(&lanes, Lane::Reviews, address, work).await.unwrap();
            }));
        };
        review("10.0.0.1", 0, Some(waits));
        moment().await;
        (1..8).for_each(|number| review("10.0.0.1", number, None));
        moment().await;
        review("10.0.0.2", 100, None);
        review("10.0.0.3", 200, None);
        moment().await;
        // What takes no time is not behind all that.
        assert_eq!(run(&lanes, Lane::Requests, "10.0.0.1", |_| 7).await, Ok(7));
        assert_eq!(run(&lanes, Lane::Puzzles, "10.0.0.1", |_| 8).await, Ok(8));
        release.send(()).unwrap();
        for task in tasks {
            task.await.unwrap();
        }
        let order: Vec<u8> = order.try_iter().collect();
        assert_eq!(order, [0, 100, 200, 1, 2, 3, 4, 5, 6, 7]);
    });
}

#[test]
fn the_address_that_has_had_the_least_time_is_next() {
    let quotas = Quotas::new(LimitTable::default());
    let mut state = QueueState::default();
    let push = |state: &mut QueueState, address: &str| {
        let share = Arc::new(quotas.take(Resource::Puzzles, at(address), 1).unwrap());
        state.push(at(address), Job { wanted: Wanted::always(), share, work: Box::new(|_| ()) });
    };
    // Three attackers have work without end; a fourth address asks for a little at times.
    for _ in 0..4 {
        for address in ["10.0.0.1", "10.0.0.2", "10.0.0.3"] {
            push(&mut state, address);
        }
    }
    let mut done = Vec::new();
    for turn in 0..12 {
        if turn % 3 == 2 {
            push(&mut state, "10.0.0.9");
        }
        let (address, _) = state.pop().unwrap();
        done.push(address.to_string().pop().unwrap());
        let took = if address == at("10.0.0.9") { 1 } else { 100 + turn };
        state.finish(address, Duration::from_millis(took));
    }
    assert_eq!(done.iter().collect::<String>(), "123919239129");
    // Nothing is known of addresses whose time is that of all others.
    assert!(state.used.len() <= 4, "{:?}", state.used);
}

/// Says when it is dropped whether others get at the queue then.
struct Witness(Arc<Lanes>, mpsc::Sender<bool>);

impl Drop for Witness {
    fn drop(&mut self) {
        let queue = &self.0.queues[Lane::Proofs as usize];
        let _ = self.1.send(queue.state.try_lock().is_ok());
    }
}

#[test]
fn work_that_nothing_waits_for_is_dropped_beside_the_queue() {
    let lanes = lanes(Resource::Proofs, Limit { all: 9, each: 9 });
    block_on(async {
        let (release, waits) = mpsc::channel::<()>();
        let (note, seen) = mpsc::channel();
        let visitor = |work: Box<dyn FnOnce(&Wanted) + Send>| {
            let lanes = Arc::clone(&lanes);
            tokio::spawn(async move { run(&lanes, Lane::Proofs, "10.0.0.1", work).await })
        };
        let running = visitor(Box::new(move |_| assert!(waits.recv().is_ok())));
        moment().await;
        for forgets in [true, false] {
            let witness = Witness(Arc::clone(&lanes), note.clone());
            let waiting = visitor(Box::new(move |_| drop(witness)));
            moment().await;
            waiting.abort();
            moment().await;
            if forgets {
                drop(lanes.admit(Lane::Proofs, at("10.0.0.2")).unwrap());
                assert_eq!(seen.try_recv(), Ok(true));
            }
        }
        release.send(()).unwrap();
        running.await.unwrap().unwrap();
        assert_eq!(seen.recv_timeout(Duration::from_secs(60)), Ok(true));
    });
}

#[test]
fn work_ends_when_nothing_waits_for_it() {
    let lanes = lanes(Resource::Proofs, Limit { all: 3, each: 3 });
    block_on(async {
        let (note, seen) = mpsc::channel();
        let endless = move |wanted: &Wanted| {
            while wanted.is_wanted() {
                thread::sleep(Duration::from_millis(1));
            }
            note.send("ended").unwrap();
        };
        let visitor = |work: Box<dyn FnOnce(&Wanted) + Send>| {
            let lanes = Arc::clone(&lanes);
            tokio::spawn(async move { run(&lanes, Lane::Proofs, "10.0.0.1", work).await })
        };
        let running = visitor(Box::new(endless));
        let waiting: Vec<_> =
            (0..2).map(|_| visitor(Box::new(|_| panic!("it is begun")))).collect();
        moment().await;
        assert!(lanes.admit(Lane::Proofs, at("10.0.0.1")).is_err());
        // They leave, those that wait first.
        waiting.iter().for_each(tokio::task::JoinHandle::abort);
        moment().await;
        running.abort();
        moment().await;
        assert_eq!(seen.recv_timeout(Duration::from_secs(60)), Ok("ended"));
        // All places are free again.
        let deadline = std::time::Instant::now() + Duration::from_secs(60);
        let places = || (0..3).map_while(|_| lanes.admit(Lane::Proofs, at("10.0.0.1")).ok());
        while places().collect::<Vec<_>>().len() < 3 {
            assert!(std::time::Instant::now() < deadline, "places are not given back");
            moment().await;
        }
        assert_eq!(run(&lanes, Lane::Proofs, "10.0.0.1", |_| 9).await, Ok(9));
    });
}
