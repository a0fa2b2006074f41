//! The Gomocup protocol, which Piskvork speaks.

pub mod client;
