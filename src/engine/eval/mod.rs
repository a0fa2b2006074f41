//! An opinion about a position.

pub mod point_net;
pub mod table;
pub mod weights;

pub use table::{
    evaluate, evaluate_point, evaluate_points, evaluate_together, evaluate_within, tables,
};
