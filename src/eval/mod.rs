//! An opinion about a position.

pub mod table;
pub mod weights;

pub use table::{evaluate, evaluate_point, tables};
