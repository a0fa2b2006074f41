//! Our engine, asked about positions: questions about games in lines and files,
//! the thinking, and what came of it.

pub(crate) mod analyst;
pub(crate) mod defaults;
pub(crate) mod games;
pub(crate) mod last_score;
pub mod openings;
pub(crate) mod proofs;
pub(crate) mod puzzles;
pub(crate) mod question;
pub(crate) mod work;
