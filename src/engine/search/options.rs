//! The options of a search.

/// The options of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions {
    /// Number of best lines to report, from 1.
    pub multi_pv: usize,
    /// Time lost between the engine and its manager for each move, in milliseconds.
    pub move_overhead_ms: u64,
    /// A number that decides between equal first moves; 0 is always the same choice.
    pub variety: u64,
    /// Number of searching threads, from 1; with more than one, no two searches
    /// need be alike. Fewer are used where `Searcher` has no memory for them.
    pub threads: usize,
    /// The largest number of nodes of any search for continuous fours, beside its own limits: a
    /// weaker player does not see far. With 0 only what ends the game with the next stone is seen.
    pub vcf_nodes: u64,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions {
            multi_pv: 1,
            move_overhead_ms: 10,
            variety: 0,
            threads: 1,
            vcf_nodes: u64::MAX,
        }
    }
}
