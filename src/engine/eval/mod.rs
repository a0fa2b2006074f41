//! An opinion about a position.

mod network;
pub mod point_net;
pub mod table;
pub mod weights;

pub use network::choose as choose_network;
pub use network::shipped as shipped_networks;
pub use table::{
    evaluate, evaluate_point, evaluate_points, evaluate_together, evaluate_within, tables,
};
