//! An opinion about a position.

mod network;
pub mod point_net;
pub mod table;
pub mod weights;

pub use network::choose as choose_network;
#[cfg(feature = "networks")]
pub use network::{ShippedNetwork, shipped as shipped_networks};
pub use network::{fetch_by as fetch_networks_by, file_of as network_file};
pub use table::{
    evaluate, evaluate_point, evaluate_points, evaluate_together, evaluate_within, tables,
};
