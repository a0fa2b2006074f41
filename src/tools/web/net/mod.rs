//! The ports: HTTP, the WebSocket behind the page, and plain lines.

pub(super) mod gate;
pub(super) mod pace;
pub(super) mod plain;
pub(super) mod server;
pub(super) mod socket;
