//! Proof, not opinion: threats that win whatever the opponent does.

pub mod defence;
pub mod vcf;

pub use vcf::{Vcf, Verdict};
