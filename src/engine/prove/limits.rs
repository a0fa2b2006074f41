//! How long a proof may take.

/// How long a solver may work.
#[derive(Clone, Copy, Debug)]
pub struct ProveLimits {
    /// The largest number of positions that are visited.
    pub nodes: u64,
    /// Bytes for what is remembered.
    pub memory: usize,
    /// The largest number of nodes in the file.
    pub file_nodes: usize,
    /// Threads, 1 or more; with several the order of the search may differ each time, and under
    /// limits what it finds.
    pub threads: usize,
}

impl Default for ProveLimits {
    fn default() -> ProveLimits {
        ProveLimits { nodes: u64::MAX, memory: 256 << 20, file_nodes: 4_000_000, threads: 1 }
    }
}
