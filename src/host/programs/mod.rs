//! Programs of others: how they are started, spoken to and ended.

pub mod connection;
pub mod driver;
pub mod engine_file;
pub mod process;
pub mod table;
