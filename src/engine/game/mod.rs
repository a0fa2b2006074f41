//! The laws of the board: squares, stones, rules, legal moves, outcomes.
//!
//! Nothing here searches or has an opinion.

pub mod code;
pub mod color;
pub mod count;
pub mod diagram;
pub mod fen;
pub mod forbidden;
pub mod illegal;
pub mod judge;
pub mod lines;
pub mod moves;
pub mod open;
mod order;
pub mod outcome;
pub mod perft;
pub mod point;
pub mod position;
pub mod problem;
pub mod rule;
pub mod setup;
pub mod square;
pub mod symmetry;
pub mod zobrist;

pub use code::Code;
pub use color::{ByColor, Color};
pub use diagram::Diagram;
pub use forbidden::Foul;
pub use illegal::IllegalMove;
pub use moves::Move;
pub use order::sort_by_key;
pub use outcome::Outcome;
pub use point::Point;
pub use position::{Position, Stone};
pub use problem::Problem;
pub use rule::{Rule, Variant, VariantError};
pub use setup::{Expected, Setup, SetupError};
pub use square::{Direction, Size, Square, SquareSet};
pub use symmetry::Symmetry;
