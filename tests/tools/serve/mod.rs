//! `tengen serve` as programs and browsers meet it: over real connections, some of
//! them malicious.

mod adding;
mod engines;
mod gate;
mod lines;
mod load;
#[cfg(unix)]
mod matches;
mod noise;
mod puzzles;
mod reviews;
mod shares;
#[cfg(target_os = "linux")]
mod siege;
mod start;
#[cfg_attr(
    not(target_os = "linux"),
    expect(dead_code, reason = "not everything in it is needed there")
)]
mod support;
mod tables;
