//! The strong engine seen from outside: what it reports is true, what it plays
//! overlooks nothing, and both depend on nothing but position and limits.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests stop at the first surprise"
)]

#[path = "../rules/support.rs"]
#[allow(dead_code, reason = "each test program uses a part")]
mod support;
#[path = "../verify/mod.rs"]
#[allow(dead_code, reason = "each test program uses a part")]
mod verify;

#[allow(dead_code, reason = "each test program uses a part")]
mod listener;
mod mates;
mod reports;
mod small;
mod tactics;
mod thinker;
mod threads;
mod threats;
