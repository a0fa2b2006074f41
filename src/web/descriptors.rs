//! Descriptors: connections, pipes of engines and files all need them, and an engine that
//! cannot be started for lack of one loses its game. So no more is promised than there are.

use tengen_host::cli::failure::Failure;

use super::quotas::{LimitTable, Resource};

/// What everything but connections and engines needs: the store, ports, the runtime, the guard.
const OTHERS: u64 = 24;
/// What an engine needs: its input, output and errors, and some while it is started.
const ENGINE: u64 = 8;
/// Connections that are told that there are too many, and engines, where little is left.
const FEW: u64 = 4;
/// Descriptors of the least that can be served: a page with an engine.
const LEAST: u64 = OTHERS + 3 * ENGINE + 2 * FEW;

/// Descriptors that the server needs when all limits are reached.
fn needed(limits: &LimitTable) -> u64 {
    let all = |what| limits.of(what).all;
    // The reviewer is one engine more.
    let engines = all(Resource::Engines) + 1;
    all(Resource::Connections) + all(Resource::Refusals) + ENGINE * engines + OTHERS
}

/// Lowers limits to what `has` descriptors are enough for.
fn lower(limits: &mut LimitTable, has: u64) {
    let spare = has.saturating_sub(OTHERS + ENGINE);
    // Half of them for engines, the rest for connections.
    let engines = (spare / 2 / ENGINE).max(1);
    let refusals = FEW;
    let connections = spare.saturating_sub(ENGINE * engines + refusals).max(1);
    for (what, most) in [
        (Resource::Engines, engines),
        (Resource::Refusals, refusals),
        (Resource::Connections, connections),
    ] {
        let limit = limits.of_mut(what);
        // Where one address may have all, as behind a proxy, it still may.
        let own = if limit.each < limit.all { most.div_ceil(2) } else { most };
        limit.all = limit.all.min(most);
        limit.each = limit.each.min(own).min(limit.all);
    }
}

/// Asks the system for as many descriptors as the limits need. Where it has fewer, the limits are
/// lowered, which is said.
///
/// # Errors
/// When not even an engine and its page could be served.
#[cfg(unix)]
pub(super) fn fit(limits: &mut LimitTable) -> Result<(), Failure> {
    use rustix::process::{Resource as Kind, Rlimit, getrlimit, setrlimit};

    let needed = needed(limits);
    let Rlimit { current, maximum } = getrlimit(Kind::Nofile);
    if current.is_none_or(|current| current >= needed) {
        return Ok(());
    }
    let granted = maximum.map_or(needed, |maximum| maximum.min(needed));
    let has_risen = setrlimit(Kind::Nofile, Rlimit { current: Some(granted), maximum }).is_ok();
    let has = if has_risen { granted } else { current.unwrap_or(granted) };
    if has < LEAST {
        let text = format!("descriptors: {has}: expected {LEAST} at least (ulimit -n)");
        return Err(Failure::Other(anyhow::anyhow!(text)));
    }
    if has < needed {
        lower(limits, has);
        let all = |what| limits.of(what).all;
        tengen_host::cli::failure::note(&format!(
            "descriptors: {has}: expected {needed} for all limits (ulimit -n): {} connections and \
             {} engines are the most now",
            all(Resource::Connections),
            all(Resource::Engines)
        ));
    }
    Ok(())
}

/// Elsewhere there is no such limit.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub(super) fn fit(limits: &mut LimitTable) -> Result<(), Failure> {
    let _ = (needed(limits), lower as fn(&mut LimitTable, u64), LEAST);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::quotas::Limit;
    use super::*;

    #[test]
    fn lowered_limits_fit_and_leave_something() {
        for has in (LEAST..2000).step_by(7) {
            let mut limits = LimitTable::default();
            lower(&mut limits, has);
            assert!(needed(&limits) <= has, "{has}: {}", needed(&limits));
            for what in [Resource::Engines, Resource::Connections, Resource::Refusals] {
                let Limit { all, each } = limits.of(what);
                assert!(each > 0 && (each < all || all == 1), "{has}: {each} of {all}");
            }
        }
    }

    #[test]
    fn one_address_that_may_have_all_still_may() {
        let mut limits = LimitTable::default();
        limits.of_mut(Resource::Connections).each = limits.of(Resource::Connections).all;
        lower(&mut limits, 200);
        let Limit { all, each } = limits.of(Resource::Connections);
        assert!(all < 200 && each == all, "{each} of {all}");
    }
}
