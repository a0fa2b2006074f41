//! Programs of others: how they are described, started, spoken to and blamed.

pub mod connection;
pub mod conversation;
pub mod engine_file;
pub mod fault;
pub mod process;
pub mod spec;
