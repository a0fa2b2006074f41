//! `tengen serve` as programs and browsers meet it: over real connections, some of
//! them malicious.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests say what went wrong by ending")]

mod engines;
mod gate;
mod lines;
mod load;
mod noise;
mod reviews;
mod support;
mod tables;
