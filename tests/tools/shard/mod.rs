//! Work for many machines: whoever does it, in whatever order, however often it is
//! interrupted, the result is that of one machine.

#[cfg(target_os = "linux")]
mod cluster;
mod contract;
mod limits;
mod matches;
mod mishaps;
mod perft;
mod proofs;
mod support;
mod texts;
