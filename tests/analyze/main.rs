//! Analysis of positions and games as its users meet it: a process, its lines
//! and its exit code.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a failing test may say so at once")]

#[path = "../protocol/engine.rs"]
#[expect(dead_code, reason = "not everything in it is needed here")]
mod engine;

mod endings;
mod order;
mod review;
mod schema;
