//! Proof, not opinion: threats that win whatever the opponent does.

pub mod defence;
pub mod vcf;
pub mod vct;

pub use vcf::{Vcf, Verdict};
pub use vct::Vct;
