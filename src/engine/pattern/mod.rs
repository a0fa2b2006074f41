//! What lines mean: shapes of single lines, threats of points, kept up to date.
//!
//! All tables are generated from one definition, what makes a five, for every
//! rule and every `k`.

pub mod board;
pub mod changed;
mod class;
pub mod line;
mod names;
pub mod near;
pub mod points;
pub mod policy;
pub mod reader;
pub mod registers;
mod standing;
pub mod state;
pub mod stretch;
pub mod sums;
pub mod table;
pub mod tables;
pub mod threat;

pub use board::Board;
pub use class::{Shape, Shapes};
pub use names::ThreatName;
pub use policy::Policy;
pub use standing::{StandingShape, standing};
pub use state::PatternState;
pub use sums::{PlayerSums, Sum, Worth};
pub use table::ShapeTable;
pub use tables::Tables;
pub use threat::{Combination, Combinations, Rating, Threat};
