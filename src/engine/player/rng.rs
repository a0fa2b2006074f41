//! The one source of chance: a generator with a fixed stream, and drawing from it.

use rand::{Rng as _, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The generator of every random choice: its stream is the same on every
/// platform and in every version.
pub type Rng = ChaCha8Rng;

/// Seeds the generator of every random choice.
pub fn seeded(seed: u64) -> Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A number below `count`, each with the same probability: Lemire's
/// multiply-and-shift ("Fast Random Integer Generation in an Interval", 2019).
/// Written out here, not left to `rand`: how its distributions use the stream
/// changes between versions, and what a seed plays is promised to stay.
///
/// # Panics
/// When `count` is 0.
pub fn draw(rng: &mut Rng, count: usize) -> usize {
    let count = count as u64;
    let unfair = count.wrapping_neg() % count;
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(count);
        if product as u64 >= unfair {
            return (product >> 64) as usize;
        }
    }
}

/// Puts a list into a random order, each order with the same probability (Fisher and Yates).
/// Written out for the same reason as [`draw`].
pub fn shuffle<T>(list: &mut [T], rng: &mut Rng) {
    for last in (1..list.len()).rev() {
        list.swap(last, draw(rng, last + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lots_are_fair_and_repeat() {
        let mut counts = [0; 7];
        let mut rng = seeded(5);
        for _ in 0..70_000 {
            counts[draw(&mut rng, 7)] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..=10_500).contains(count)), "{counts:?}");

        let drawn = |seed| {
            let mut rng = seeded(seed);
            (0..20).map(|_| draw(&mut rng, 225)).collect::<Vec<_>>()
        };
        assert_eq!(drawn(9), drawn(9));
        assert_ne!(drawn(9), drawn(10));
    }
}
