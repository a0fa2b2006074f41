//! Universal Game Interface.

pub mod client;
