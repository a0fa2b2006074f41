//! Programs of others: how they are described, started, spoken to and blamed.

pub(crate) mod connection;
pub(crate) mod conversation;
pub mod engine_file;
pub(crate) mod fault;
pub(crate) mod process;
pub mod spec;
