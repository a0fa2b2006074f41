//! What every connection shares.

use std::net::IpAddr;
use std::sync::Arc;

use super::engines::pool::EnginePool;
use super::limits::Limits;
use super::net::origin_check::OriginCheck;
use super::quota::{Quota, Slot};
use super::store::reviews::Reviews;
use super::tables::registry::Tables;

/// What every connection shares.
pub(in crate::tools::web) struct Server {
    pub origins: OriginCheck,
    pub limits: Limits,
    pub pool: Arc<EnginePool>,
    pub connections: Arc<Quota>,
    pub tables: Arc<Tables>,
    pub reviews: Arc<Reviews>,
}

impl Server {
    /// A slot for one more connection of that address.
    ///
    /// # Errors
    /// When there is none left: one line that says so.
    pub fn slot(&self, address: IpAddr) -> Result<Slot, String> {
        let slot = self.connections.take(address);
        slot.map_err(|full| format!("connection: one too many: expected {full}"))
    }
}
