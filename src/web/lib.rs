//! The network side: one page for browsers, a WebSocket behind it, and a plain
//! port for lines.
//!
//! Everything that a browser or a program says over the network is a line of the
//! native protocol, in an envelope where lines cannot say it. An engine is never
//! part of this process: each conversation has a child of its own, so that a
//! thinker that crashes or does not stop takes no other client with it.

mod arguments;
mod descriptors;
mod engines;
mod invitations;
mod limits;
mod matches;
mod module;
mod net;
mod open_tables;
mod outbox;
mod price;
mod quotas;
mod reviews;
mod store;
mod tables;
mod work;

use std::future::Future;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use std::{io, thread};

use anyhow::Context;
use tokio::net::TcpListener as AsyncListener;

use crate::engines::known::KnownEngines;
use crate::engines::pool::EngineKind;
use crate::net::server::Server;
use crate::net::{files, http, plain};

pub use arguments::Serve;

use engines::pool::EnginePool;
use invitations::Invitations;
use limits::{LOOK, SWEEP};
use matches::Matches;
use net::origin_check::OriginCheck;
use net::rate_limit::RateLimits;
use open_tables::registry::Tables;
use quotas::Quotas;
use reviews::Reviews;
use store::database::Store;
use tengen_games::spec::EngineSpec;
use tengen_host::cli::failure::{Failure, note, put};
use tengen_host::cli::logging::Log;
use tengen_host::cli::settings::Setting;
use tengen_host::programs::process::{Guard, Process};
use tengen_page::new_table::Means;
use work::{Lanes, NICENESS, aside};

/// The manual of `tengen serve`.
pub const MANUAL: &str = include_str!("README.md");

/// Serves the page until a signal asks the program to leave.
///
/// # Errors
/// When an argument or the store is no good, a port is taken, or the system has no threads for it.
pub fn serve(arguments: &Serve, before: &[Setting], log: &Log) -> Result<(), Failure> {
    let _log = log.write_behind().map_err(|error| no_threads(&error))?;
    let settings = [before, &arguments.settings.list].concat();
    let engines = arguments.engines()?;
    let guard = Guard::start().context("no guard for the engines")?;
    // Whatever engines compute, the server answers at once.
    let guard = guard.with_niceness(NICENESS);
    report_missing(&engines, &guard);
    let module = arguments.module()?;
    let mut limits = arguments.limits();
    descriptors::fit(&mut limits.shares)?;
    // A server that cannot be reached leaves nothing behind.
    let ports = Ports::open(arguments)?;
    let store = Arc::new(arguments.store()?);
    let quotas = Quotas::new(limits.shares);
    let lanes = Lanes::start(Arc::clone(&quotas)).map_err(|error| no_threads(&error))?;
    look_after(&store).map_err(|error| no_threads(&error))?;
    let pack = thread::Builder::new().name("page".to_owned()).spawn(files::prepare);
    pack.map_err(|error| no_threads(&error))?;
    let shared = || Arc::clone(&quotas);
    let means = Means { engines, options: values(&settings) };
    let known = KnownEngines::new(means, arguments.add_engines, arguments.start());
    let known = Arc::new(known);
    let own = EngineKind::own(&settings);
    let pool = EnginePool::new(own, Arc::clone(&known), limits.think, shared(), guard.clone());
    let reviews = Reviews::new(Arc::clone(&store), guard.clone());
    // Visitors of this machine alone may know what their engines complain of.
    let shows_stderr = arguments.listen.ip().is_loopback() && arguments.hosts.is_empty();
    let matches = Matches::new(Arc::clone(&known), guard.clone(), shared(), shows_stderr);
    let tables = Tables::new(store, Arc::clone(&known), guard, shared(), shows_stderr);
    let listens = ports.web.local_addr().context("an open port without an address")?;
    let server = Arc::new(Server {
        tables: Arc::new(tables),
        matches: Arc::new(matches),
        reviews,
        invitations: Invitations::new(listens, &arguments.hosts),
        known: Arc::default(),
        module,
        origins: OriginCheck::new(arguments.listen.ip(), &arguments.hosts),
        limits,
        rates: RateLimits::default(),
        lanes,
        pool: Arc::new(pool),
        engines: known,
        quotas,
    });
    probe_threads(WORKERS).map_err(|error| no_threads(&error))?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(WORKERS)
        .enable_all()
        .build()
        .context("no runtime to serve with")?;
    let result = runtime.block_on(open(ports, server));
    // Children end with the guard and with their pumps; nothing waits for a slow reader.
    runtime.shutdown_background();
    result
}

/// Threads that carry lines to and fro: what blocks or computes has others.
const WORKERS: usize = 2;

fn no_threads(error: &io::Error) -> Failure {
    let expected = "expected more memory and threads (ulimit -v, ulimit -u)";
    Failure::Other(anyhow::anyhow!("threads: {error}: {expected}"))
}

/// Starts `count` threads and lets them go again: a runtime that cannot start a thread does
/// not say so, it panics.
fn probe_threads(count: usize) -> io::Result<()> {
    let (open, end) = std::sync::mpsc::channel::<()>();
    let end = Arc::new(std::sync::Mutex::new(end));
    let start = |_| {
        let end = Arc::clone(&end);
        // Every thread lives until the other side of the channel is dropped: all exist at once.
        thread::Builder::new().spawn(move || end.lock().is_ok_and(|end| end.recv().is_ok()))
    };
    let threads = (0..count).map(start).collect::<io::Result<Vec<_>>>();
    drop(open);
    threads?.into_iter().for_each(|thread| drop(thread.join()));
    Ok(())
}

/// Looks again and again whether the store is still there, and says when it is not.
fn look_after(store: &Arc<Store>) -> io::Result<()> {
    if let Some(text) = store.warning() {
        note(&text);
    }
    let store = Arc::downgrade(store);
    let look = move || {
        while let Some(store) = store.upgrade() {
            if let Some(text) = store.look_after() {
                note(&text);
            }
            drop(store);
            thread::sleep(LOOK);
        }
    };
    thread::Builder::new().name("store".to_owned()).spawn(look).map(|_| ())
}

/// Deletes tables that were not opened for long, again and again.
async fn sweep(server: Arc<Server>) {
    let Some(keep) = server.limits.keep else { return std::future::pending().await };
    let mut due = tokio::time::interval(SWEEP);
    loop {
        due.tick().await;
        let tables = Arc::clone(&server.tables);
        // A store on a slow disk keeps nothing waiting.
        match aside("sweep", move || tables.sweep(keep)).await {
            Ok(Ok(count)) => log::info!("{count} old tables were deleted"),
            Ok(Err(error)) => log::error!("old tables could not be deleted: {error}"),
            Err(error) => log::error!("old tables could not be looked for: {error}"),
        }
    }
}

/// The options of our engine that have values, with these.
fn values(settings: &[Setting]) -> Vec<(String, String)> {
    let value = |setting: &Setting| Some((setting.name.clone(), setting.value.clone()?));
    settings.iter().filter_map(value).collect()
}

/// Says which registered engines do not start. The server goes on without them: a
/// program that is put back can be asked at once.
fn report_missing(engines: &[EngineSpec], guard: &Guard) {
    for spec in engines {
        let (command, folder) = (spec.command(), spec.dir.as_deref());
        if let Err(error) = Process::probe_start(&command, folder, guard, Duration::ZERO) {
            note(&format!("engine {}: {error}; the others are served", spec.name));
        }
    }
}

/// The ports that are served, bound before anything else is made.
struct Ports {
    web: TcpListener,
    plain: Option<TcpListener>,
}

impl Ports {
    /// Binds the ports, or says in one line why that cannot be.
    fn open(arguments: &Serve) -> Result<Ports, Failure> {
        Ok(Ports {
            web: bind("--listen", arguments.listen)?,
            plain: arguments.tcp.map(|address| bind("--tcp", address)).transpose()?,
        })
    }
}

/// Says where the ports are, and serves.
async fn open(ports: Ports, server: Arc<Server>) -> Result<(), Failure> {
    let leave = leave()?;
    put(format!("page at http://{}/\n", address(&ports.web)?).as_bytes())?;
    if let Some(plain) = &ports.plain {
        put(format!("lines at {}\n", address(plain)?).as_bytes())?;
    }
    let hand_over = |port| AsyncListener::from_std(port).context("a port that cannot be served");
    let plain = ports.plain.map(hand_over).transpose()?;
    tokio::select! {
        () = http::serve(hand_over(ports.web)?, Arc::clone(&server)) => {}
        () = plain::serve(plain, Arc::clone(&server)) => {}
        () = sweep(Arc::clone(&server)) => {}
        () = leave => {}
    }
    Ok(())
}

/// Opens a port, or says in one line why that cannot be.
fn bind(flag: &str, address: SocketAddr) -> Result<TcpListener, Failure> {
    let bound =
        TcpListener::bind(address).and_then(|port| port.set_nonblocking(true).map(|()| port));
    bound.map_err(|error| {
        let expected = match error.kind() {
            std::io::ErrorKind::AddrInUse => "a port that no other program has",
            std::io::ErrorKind::AddrNotAvailable => "an address of this machine",
            std::io::ErrorKind::PermissionDenied => "a port that this user may open",
            _ => "an address that can be listened on",
        };
        Failure::Other(anyhow::anyhow!("{flag}: {address} ({error}): expected {expected}"))
    })
}

fn address(listener: &TcpListener) -> Result<SocketAddr, Failure> {
    Ok(listener.local_addr().context("an open port without an address")?)
}

/// Waits for a signal that asks the program to leave.
#[cfg(unix)]
fn leave() -> Result<impl Future<Output = ()>, Failure> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate()).context("no signals")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("no signals")?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Waits for Ctrl-C.
#[cfg(not(unix))]
fn leave() -> Result<impl Future<Output = ()>, Failure> {
    Ok(async {
        // Without the signal the program is ended by the system.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    })
}
