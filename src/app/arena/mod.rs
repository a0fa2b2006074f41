//! Matches between engines.

pub mod generate;
pub mod openings;
pub mod report;
pub mod schedule;
pub mod spec;
pub mod stats;
pub mod time_control;
