//! Which positions an evaluation has to judge.

use tengen_engine::pattern::Board;
use tengen_engine::solve::{Vcf, Verdict};

/// The most fours that are tried to see that fours decide a position.
const FOURS: u64 = 256;

/// Whether the search would judge a position by its shapes alone: no side has to answer a four
/// or an open four, and the side to move does not win by fours. `vcf` is only the room for that search:
/// the answer is the same after any other position.
pub fn is_quiet(board: &mut Board<'_>, vcf: &mut Vcf) -> bool {
    let (own, other) = (board.side(), !board.side());
    let patterns = board.patterns();
    let is_forced = !patterns.fives(own).is_empty()
        || !patterns.fives(other).is_empty()
        || !patterns.open_fours(other).is_empty();
    // What a search from an earlier position left would let this one see further.
    vcf.clear();
    !is_forced && !matches!(vcf.search(board, FOURS, &|| false), Verdict::Win(_))
}
