//! Texts for tests of readers: good ones with a few changes.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// One of the `seeds` in which up to five times some characters are gone, and one of the
/// `pieces` stands there, perhaps many times.
pub fn changed(
    seeds: &'static [&'static str],
    pieces: &'static [&'static str],
) -> impl Strategy<Value = String> {
    let change = (any::<Index>(), 0_usize..12, 0..pieces.len(), 1_usize..40);
    (0..seeds.len(), vec(change, 1..6)).prop_map(|(seed, changes)| {
        let mut text: Vec<char> = seeds[seed].chars().collect();
        for (at, gone, piece, times) in changes {
            let at = at.index(text.len() + 1);
            let end = (at + gone).min(text.len());
            text.splice(at..end, pieces[piece].repeat(times).chars());
        }
        text.into_iter().collect()
    })
}
