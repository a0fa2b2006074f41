//! The program under everything that may go wrong around it: senseless lines,
//! pipes that close, signals at any moment.

#![expect(clippy::panic, reason = "tests stop at the first surprise")]

#[path = "robustness/boardstorm.rs"]
mod boardstorm;
#[path = "robustness/brainstorm.rs"]
mod brainstorm;
#[path = "protocol/engine.rs"]
mod engine;
#[path = "robustness/farewells.rs"]
mod farewells;
#[path = "robustness/noise.rs"]
mod noise;
#[path = "robustness/parsers.rs"]
mod parsers;
#[path = "robustness/storm.rs"]
mod storm;
