//! Matches from the outside: real engines, engines that misbehave, and a runner
//! that is interrupted.
//!
//! The engines that misbehave are small shell scripts.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "tests stop at the first surprise")]

mod faults;
mod games;
mod resume;
mod support;
