//! An opinion about a position.

pub mod network;
pub mod table;
pub mod weights;

pub use table::{evaluate, evaluate_point, evaluate_points, evaluate_together, tables};
