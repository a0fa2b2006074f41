//! The ports: HTTP, the WebSocket behind the page, and plain lines.

mod deadline;
pub(super) mod files;
pub(super) mod http;
pub(super) mod origin_check;
pub(super) mod plain;
pub(super) mod rate_limit;
pub(super) mod server;
pub(super) mod socket;
mod watching;
