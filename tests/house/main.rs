//! What is written about the program holds: the manual names everything, the
//! README shows what happens, and the sources keep their order.

#![expect(clippy::panic, reason = "a test helper says which row is missing")]

#[path = "../support/waiting.rs"]
#[expect(dead_code, reason = "not everything in it is needed here")]
mod waiting;

mod dependencies;
mod docs;
mod layers;
#[cfg(unix)]
mod readme;
