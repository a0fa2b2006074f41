//! Analysis of positions and games as its users meet it: a process, its lines
//! and its exit code.

mod endings;
mod order;
mod review;
pub mod schema;
