//! An opinion about a position.

pub mod table;

pub use table::{evaluate, tables};
