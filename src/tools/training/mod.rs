//! Games against itself, and the fit of the evaluation to them.

pub(crate) mod datagen;
mod quiet;
pub(crate) mod train;
pub(crate) mod tune_eval;
