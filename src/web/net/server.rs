//! What every connection shares.

use std::net::IpAddr;
use std::sync::Arc;

use tengen_games::puzzles::Known;

use crate::engines::known::KnownEngines;
use crate::engines::pool::EnginePool;
use crate::invitations::Invitations;
use crate::limits::Limits;
use crate::matches::Matches;
use crate::module::Module;
use crate::open_tables::registry::Tables;
use crate::quotas::{QuotaGuard, Quotas, Resource};
use crate::reviews::Reviews;
use crate::work::Lanes;

use super::origin_check::OriginCheck;
use super::rate_limit::RateLimits;

/// What every connection shares.
pub(crate) struct Server {
    pub origins: OriginCheck,
    pub limits: Limits,
    pub pool: Arc<EnginePool>,
    /// The engines of others that can be asked for.
    pub engines: Arc<KnownEngines>,
    pub quotas: Arc<Quotas>,
    pub rates: RateLimits,
    /// Where everything is done that blocks.
    pub lanes: Lanes,
    pub tables: Arc<Tables>,
    pub matches: Arc<Matches>,
    pub reviews: Reviews,
    pub invitations: Invitations,
    /// The engine for the browsers of visitors.
    pub module: Option<Module>,
    /// What was found of tries at puzzles.
    pub known: Arc<Known>,
}

/// A connection beyond the limit.
pub(crate) struct Refused {
    /// The line that tells the client of the limit.
    pub line: String,
    /// Held while the client is told.
    pub share: QuotaGuard,
}

impl Server {
    /// A share for one more connection of `address`; where none is left, the refusal to tell the
    /// client, or `None` to close it without a word, as too many are told already.
    pub fn admit(&self, address: IpAddr) -> Option<Result<QuotaGuard, Refused>> {
        let full = match self.quotas.take(Resource::Connections, address, 1) {
            Ok(share) => return Some(Ok(share)),
            Err(full) => full,
        };
        let share = self.quotas.take(Resource::Refusals, address, 1).ok()?;
        let line = format!("connection: one too many: expected {full}");
        Some(Err(Refused { line, share }))
    }
}
