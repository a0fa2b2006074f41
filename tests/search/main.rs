//! The strong engine seen from outside: what it reports is true, what it plays
//! overlooks nothing, and both depend on nothing but position and limits.

#[path = "../rules/support.rs"]
#[allow(dead_code, reason = "each test program uses a part")]
mod support;
#[path = "../verify/mod.rs"]
#[allow(dead_code, reason = "each test program uses a part")]
mod verify;

mod mates;
mod reports;
mod small;
mod tactics;
mod thinker;
