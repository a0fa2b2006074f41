//! Our engine, asked about positions: questions, the thinking about them, and what came of it.

pub mod analyst;
pub mod defaults;
pub mod last_score;
pub mod proofs;
pub mod question;
