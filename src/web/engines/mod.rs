//! Engines that connections and tables ask, and the conversations with them.

pub(super) mod foreign_player;
pub(super) mod known;
pub(super) mod line_filter;
pub(super) mod pool;
mod recognise;
pub(super) mod session;
pub(super) mod uci_bridge;
