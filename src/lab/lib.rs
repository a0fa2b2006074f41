//! Games of the engine against itself, and the fit of its evaluation to them. The program has
//! these tools with the feature `datagen`: shards of them run wherever it does.

pub mod datagen;
mod quiet;
pub mod train;
pub mod tune_eval;
