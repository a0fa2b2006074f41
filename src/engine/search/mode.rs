//! What a search may leave out.

/// What a search may leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofMode {
    /// Defences that look hopeless: a loss that the search finds is likely, not proven.
    Selective,
    /// Nothing where the side to move seems lost, so that a loss is proven.
    Complete,
    /// Nothing at all, so that distances to the end are exact too.
    Exact,
}

impl ProofMode {
    /// What the keys of remembered positions are combined with: searches that must
    /// look at more do not use results of those that looked at less.
    pub const fn key(self) -> u64 {
        match self {
            // The square roots of 2 and 3: they differ in the highest bits, as buckets want it.
            ProofMode::Selective => 0,
            ProofMode::Complete => 0x6a09_e667_f3bc_c909,
            ProofMode::Exact => 0xbb67_ae85_84ca_a73b,
        }
    }
}
