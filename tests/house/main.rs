//! What is written about the program holds: the manual names everything, the
//! README shows what happens, and the sources keep their order.

#![expect(clippy::panic, reason = "a test helper says which row is missing")]

mod docs;
mod layers;
#[cfg(unix)]
mod readme;
