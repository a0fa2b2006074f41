//! Quotas: everything that a client can take of the server is counted here, for each
//! client prefix and for all together, against one table of limits.
//!
//! Some things are held and given back ([`Quotas::take`]), others are used up and come
//! back with time ([`Quotas::spend`]). Beyond a limit the answer comes at once and says
//! which limit it was.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tengen_engine::game::{Code, Problem};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Resource {
    /// Open connections of all kinds.
    Connections,
    /// Connections beyond that limit which are told of it; others are closed at once.
    Refusals,
    /// Child processes: of conversations, players, hints, choices in an opening, trial starts.
    Engines,
    /// Tables that are open.
    Tables,
    /// Bytes of messages that are worked on, or wait for that.
    Messages,
    /// Requests that read files or the store, at work or waiting for their turn.
    Requests,
    /// Tries at puzzles and hints, at work or waiting for their turn.
    Puzzles,
    /// Proofs that are checked, or wait for that.
    Proofs,
    /// Bytes of large answers that are being made or wait to be read.
    Answers,
    /// Games that are reviewed or wait for it.
    Reviews,
    /// Matches between engines that are played.
    Matches,
    /// Tables that are founded.
    Founded,
    /// Finished games that are kept.
    Games,
    /// Bytes of new tables and finished games that are kept.
    Stored,
}

impl Resource {
    const COUNT: usize = LIMITS.len();

    /// The row of this resource in the table of limits.
    pub const fn spec(self) -> &'static LimitSpec {
        &LIMITS[self as usize]
    }
}

/// A row of the table of limits.
#[derive(Debug)]
pub(super) struct LimitSpec {
    /// What is counted.
    pub resource: Resource,
    /// The name of the resource, also in `--limit`.
    pub name: &'static str,
    /// What the name means, for people.
    pub meaning: &'static str,
    /// For all addresses together.
    pub all: u64,
    /// For one address.
    pub each: u64,
    /// Whether amounts are used up and come back after an hour, instead of being held.
    pub is_hourly: bool,
    /// Whether an address gets at most as much as is left for all others then: a few that take
    /// all they can get leave something for one more.
    pub is_shared: bool,
}

const fn held(
    resource: Resource,
    name: &'static str,
    (all, each): (u64, u64),
    meaning: &'static str,
) -> LimitSpec {
    LimitSpec { resource, name, meaning, all, each, is_hourly: false, is_shared: false }
}

const fn shared(
    resource: Resource,
    name: &'static str,
    (all, each): (u64, u64),
    meaning: &'static str,
) -> LimitSpec {
    LimitSpec { resource, name, meaning, all, each, is_hourly: false, is_shared: true }
}

const fn hourly(
    resource: Resource,
    name: &'static str,
    (all, each): (u64, u64),
    meaning: &'static str,
) -> LimitSpec {
    LimitSpec { resource, name, meaning, all, each, is_hourly: true, is_shared: false }
}

/// The table of limits, in the order of [`Resource`]; help and manual are compared with it.
pub(super) const LIMITS: [LimitSpec; 14] = [
    shared(Resource::Connections, "connections", (500, 250), "open connections"),
    held(
        Resource::Refusals,
        "refusals",
        (64, 16),
        "connections beyond that which are told so; others are closed at once",
    ),
    held(
        Resource::Engines,
        "engines",
        (64, 48),
        "engines: of conversations, at tables, for hints and on trial",
    ),
    held(
        Resource::Tables,
        "tables",
        (100, 50),
        "open tables, counted for the address that opens them",
    ),
    shared(
        Resource::Messages,
        "messages",
        (32 << 20, 4 << 20),
        "bytes of messages that are worked on or wait",
    ),
    shared(
        Resource::Requests,
        "requests",
        (400, 32),
        "requests that read files or the store, at work or waiting",
    ),
    shared(
        Resource::Puzzles,
        "puzzles",
        (128, 8),
        "tries at puzzles and hints, at work or waiting",
    ),
    shared(Resource::Proofs, "proofs", (32, 2), "proofs that are checked or wait"),
    shared(
        Resource::Answers,
        "answers",
        (64 << 20, 8 << 20),
        "bytes of large answers that wait to be read",
    ),
    shared(Resource::Reviews, "reviews", (64, 8), "games that are reviewed or wait for it"),
    held(Resource::Matches, "matches", (4, 2), "matches between engines that are played"),
    hourly(Resource::Founded, "founded", (20_000, 1000), "new tables"),
    hourly(Resource::Games, "games", (50_000, 5000), "finished games that are kept"),
    hourly(
        Resource::Stored,
        "stored",
        (256 << 20, 1536 << 10),
        "bytes of new tables and finished games",
    ),
];

/// How long an amount that was used up stays used up.
const HOUR: Duration = Duration::from_secs(3600);

/// Entries beyond which those whose hour is over are dropped.
const ENTRIES: usize = 4096;

/// What may be taken: for all addresses together, and for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limit {
    /// For all.
    pub all: u64,
    /// For one address.
    pub each: u64,
}

/// Every limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct LimitTable([Limit; Resource::COUNT]);

impl Default for LimitTable {
    fn default() -> LimitTable {
        LimitTable(std::array::from_fn(|row| Limit {
            all: LIMITS[row].all,
            each: LIMITS[row].each,
        }))
    }
}

impl LimitTable {
    /// The limit of a resource.
    pub const fn of(&self, what: Resource) -> Limit {
        self.0[what as usize]
    }

    /// The limit of a resource, to be changed.
    pub const fn of_mut(&mut self, what: Resource) -> &mut Limit {
        &mut self.0[what as usize]
    }
}

/// What each client holds.
#[derive(Debug)]
pub(super) struct Quotas {
    limits: LimitTable,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    all: [Count; Resource::COUNT],
    /// Only addresses that have some, or have used some up within the hour.
    each: BTreeMap<(Resource, IpAddr), Count>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    amount: u64,
    /// Since when what is used up within an hour is counted.
    since: Option<Instant>,
}

impl Count {
    fn has_expired(&self, now: Instant) -> bool {
        self.since.is_some_and(|since| now.saturating_duration_since(since) >= HOUR)
    }

    /// What counts at the moment `now`: nothing once the hour is over.
    fn at(self, now: Instant) -> Count {
        if self.has_expired(now) { Count::default() } else { self }
    }
}

/// An amount of a resource that an address holds; dropping the guard gives it back.
#[derive(Debug)]
pub(super) struct QuotaGuard {
    quotas: Arc<Quotas>,
    what: Resource,
    client_prefix: IpAddr,
    amount: u64,
}

/// Less is left than was asked for; the text says what was expected instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at most {limit}{} {}{}", self.unit(), self.span(), if *is_each { " of one address" } else { "" })]
pub(super) struct Full {
    what: Resource,
    limit: u64,
    /// Whether `limit` is that of one address, and not that of all together.
    is_each: bool,
}

impl Full {
    fn span(&self) -> &'static str {
        if self.what.spec().is_hourly { "an hour" } else { "at a time" }
    }

    fn unit(&self) -> &'static str {
        match self.what {
            Resource::Messages | Resource::Answers | Resource::Stored => " bytes",
            _ => "",
        }
    }

    /// The problem that `text`, given as `what`, has met this limit.
    pub fn refusal(&self, what: &str, text: &str) -> Problem {
        Problem::new(what, text, self.to_string()).coded(Code::Full)
    }
}

impl Quotas {
    /// Nothing is taken yet.
    pub fn new(limits: LimitTable) -> Arc<Quotas> {
        Arc::new(Quotas { limits, taken: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        // Nothing is done under the lock that could leave it half done.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes so much for that address, until the share is dropped.
    ///
    /// # Errors
    /// When there is not enough left.
    pub fn take(
        self: &Arc<Self>,
        what: Resource,
        address: IpAddr,
        amount: u64,
    ) -> Result<QuotaGuard, Full> {
        self.add(what, address, amount, None)?;
        Ok(QuotaGuard {
            quotas: Arc::clone(self),
            what,
            client_prefix: client_prefix(address),
            amount,
        })
    }

    /// Uses up so much for that address; it comes back after an hour.
    ///
    /// # Errors
    /// When there is not enough left.
    pub fn spend(&self, what: Resource, address: IpAddr, amount: u64) -> Result<(), Full> {
        self.add(what, address, amount, Some(Instant::now()))
    }

    fn add(
        &self,
        what: Resource,
        address: IpAddr,
        amount: u64,
        now: Option<Instant>,
    ) -> Result<(), Full> {
        let limit = self.limits.of(what);
        let key = (what, client_prefix(address));
        let mut taken = self.lock();
        let current = |count: Count| now.map_or(count, |now| count.at(now));
        let all = current(taken.all[what as usize]);
        let own = current(taken.each.get(&key).copied().unwrap_or_default());
        let full = |limit, is_each| Full { what, limit, is_each };
        let most = if what.spec().is_shared && limit.each < limit.all {
            let left = limit.all.saturating_sub(all.amount - own.amount);
            limit.each.min(left.div_ceil(2))
        } else {
            limit.each
        };
        if own.amount + amount > most {
            // What the others leave stands in no table: the limit is that of all.
            return Err(if most < limit.each { full(limit.all, false) } else { full(most, true) });
        }
        if all.amount + amount > limit.all {
            return Err(full(limit.all, false));
        }
        let more =
            |count: Count| Count { amount: count.amount + amount, since: count.since.or(now) };
        taken.all[what as usize] = more(all);
        taken.each.insert(key, more(own));
        if let Some(now) = now
            && taken.each.len() > ENTRIES
        {
            taken.each.retain(|_, count| !count.has_expired(now));
        }
        Ok(())
    }

    fn give_back(&self, what: Resource, client_prefix: IpAddr, amount: u64) {
        let mut taken = self.lock();
        taken.all[what as usize].amount -= amount;
        if let Some(own) = taken.each.get_mut(&(what, client_prefix)) {
            own.amount -= amount;
            if own.amount == 0 {
                taken.each.remove(&(what, client_prefix));
            }
        }
    }
}

impl QuotaGuard {
    /// The amount that is held.
    pub const fn amount(&self) -> u64 {
        self.amount
    }

    /// Gives back all but `amount`.
    pub fn shrink(&mut self, amount: u64) {
        let excess = self.amount.saturating_sub(amount);
        self.quotas.give_back(self.what, self.client_prefix, excess);
        self.amount -= excess;
    }
}

impl Drop for QuotaGuard {
    fn drop(&mut self) {
        self.quotas.give_back(self.what, self.client_prefix, self.amount);
    }
}

/// The part of an address that a client cannot change: all of it, or in version 6 the first 64
/// bits.
pub(super) fn client_prefix(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into()
        }
        other => other,
    }
}

#[cfg(test)]
mod tests;
