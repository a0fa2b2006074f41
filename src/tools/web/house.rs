//! What every connection shares.

use std::net::IpAddr;
use std::sync::Arc;

use super::engines::engine::Stable;
use super::limits::Limits;
use super::net::gate::Gate;
use super::places::{Place, Places};
use super::store::reviews::Reviews;
use super::tables::tables::Tables;

/// What every connection shares.
pub(in crate::tools::web) struct House {
    pub gate: Gate,
    pub limits: Limits,
    pub stable: Arc<Stable>,
    pub doors: Arc<Places>,
    pub tables: Arc<Tables>,
    pub reviews: Arc<Reviews>,
}

impl House {
    /// A place for one more connection of that address.
    ///
    /// # Errors
    /// When there is none left: one line that says so.
    pub fn place(&self, address: IpAddr) -> Result<Place, String> {
        let place = self.doors.take(address);
        place.map_err(|full| format!("connection: one too many: expected {full}"))
    }
}
