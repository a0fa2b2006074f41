//! Work for many machines: whoever does it, in whatever order, however often it is
//! interrupted, the result is that of one machine.

#[cfg(target_os = "linux")]
mod cluster;
mod contract;
#[cfg(target_os = "linux")]
mod hyperqueue;
mod limits;
mod matches;
mod mishaps;
mod perft;
mod proofs;
#[cfg(target_os = "linux")]
mod slurm;
mod support;
mod texts;
