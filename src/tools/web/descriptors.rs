//! Descriptors: connections, pipes of engines and files all need them, and an engine that
//! cannot be started for lack of one loses its game.

use super::ledger::{LimitTable, Resource};

/// What everything but connections and engines needs: the store, ports, the runtime.
const OTHERS: u64 = 64;
/// What an engine needs: its input, output and errors, and some while it is started.
const ENGINE: u64 = 8;

/// Descriptors that the server needs when all limits are reached.
fn needed(limits: &LimitTable) -> u64 {
    let all = |what| limits.of(what).all;
    // The reviewer is one engine more.
    let engines = all(Resource::Engines) + 1;
    all(Resource::Connections) + all(Resource::Refusals) + ENGINE * engines + OTHERS
}

/// Asks the system for as many descriptors as the limits need; says so where it has fewer.
#[cfg(unix)]
pub(super) fn raise(limits: &LimitTable) {
    use rustix::process::{Resource as Kind, Rlimit, getrlimit, setrlimit};

    let needed = needed(limits);
    let Rlimit { current, maximum } = getrlimit(Kind::Nofile);
    if current.is_none_or(|current| current >= needed) {
        return;
    }
    let granted = maximum.map_or(needed, |maximum| maximum.min(needed));
    let has_risen = setrlimit(Kind::Nofile, Rlimit { current: Some(granted), maximum }).is_ok();
    if !has_risen || granted < needed {
        let has = if has_risen { granted } else { current.unwrap_or(granted) };
        crate::cli::failure::note(&format!(
            "descriptors: {has}: expected {needed} for all limits (ulimit -n), or lower limits"
        ));
    }
}

/// Elsewhere there is no such limit.
#[cfg(not(unix))]
pub(super) fn raise(limits: &LimitTable) {
    let _ = needed(limits);
}
