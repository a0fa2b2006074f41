//! What is written about the program holds: the manual names everything, the
//! README shows what happens, and the sources keep their order.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test helper says which row is missing, and stops at the first surprise"
)]

#[cfg(unix)]
#[path = "../support/folder.rs"]
mod folder;
#[path = "../support/waiting.rs"]
#[cfg_attr(not(unix), expect(dead_code, reason = "not everything in it is needed there"))]
mod waiting;

mod dependencies;
mod docs;
mod documents;
#[cfg(unix)]
mod help;
mod layers;
#[cfg(unix)]
mod readme;
mod registry;
