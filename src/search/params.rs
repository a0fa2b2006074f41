//! Every tunable of the search, reached through functions with a meaning.
//!
//! All arithmetic is on integers, so that every machine searches the same tree.

/// Margin, in internal units, by which a position may be better than the bound
/// before a shallow search of `depth` plies is skipped.
pub const fn reverse_futility_margin(depth: i32) -> i32 {
    90 * depth
}

/// Deepest remaining depth at which the two kinds of futility apply.
pub const FUTILITY_DEPTH: i32 = 4;

/// Margin by which a position may be worse than the bound before its quiet
/// moves are skipped at `depth`.
pub const fn futility_margin(depth: i32) -> i32 {
    110 + 90 * depth
}

/// Number of moves searched at `depth` before the quiet rest is skipped.
pub const fn move_count_limit(depth: i32) -> usize {
    (5 + depth * depth * 3 / 2) as usize
}

/// Deepest remaining depth at which late moves are skipped by number.
pub const MOVE_COUNT_DEPTH: i32 = 8;

/// Plies by which the `number`th move (from 1) is searched less deeply first.
pub const fn late_move_reduction(depth: i32, number: usize, is_pv: bool) -> i32 {
    if depth < 2 || number < 3 {
        return 0;
    }
    // Sixteenths of log2(depth) * log2(number), by table-free integer logarithms.
    let product = log2_16(depth as u32) * log2_16(number as u32) / 16;
    let plies = (product / 56) as i32;
    if is_pv { plies - 1 } else { plies }
}

/// Binary logarithm in sixteenths, rounded down, interpolated linearly.
const fn log2_16(number: u32) -> u32 {
    let whole = number.ilog2();
    whole * 16 + ((number << 4 >> whole) & 15)
}

/// Fours that a threat search may try in a position with `depth` plies left.
pub const fn vcf_limit(depth: i32) -> u64 {
    match depth {
        ..=0 => 64,
        1 | 2 => 128,
        3..=5 => 512,
        _ => 2048,
    }
}

/// Fours that the threat searches at the root may try.
pub const ROOT_VCF_LIMIT: u64 = 200_000;

/// Most plies beyond the nominal depth in which open threes are still answered.
pub const MAX_QUIET_PLIES: i32 = 8;

/// Half-width of the first aspiration window, in internal units.
pub const ASPIRATION: i32 = 24;

/// Nodes after which the root says which move it searches.
pub const CURRENT_MOVE_NODES: u64 = 2_000_000;

/// Boards up to this many squares are searched with every legal move wherever
/// the side to move seems lost, so that wins on them are proven as they are found.
pub const SMALL_AREA: usize = 64;

/// Positions with at most this many empty squares are searched without any
/// shortcut, so that distances to the end are exact.
pub const EXACT_EMPTIES: usize = 12;

/// Deepest iteration.
pub const MAX_DEPTH: i32 = 100;
