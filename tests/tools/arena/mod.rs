//! Matches from the outside: real engines, engines that misbehave, and a runner
//! that is interrupted.
//!
//! The engines that misbehave are small shell scripts.
mod faults;
mod games;
mod guests;
mod resume;
mod support;
