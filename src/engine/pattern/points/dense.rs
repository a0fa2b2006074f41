//! A layer of neurons.

use super::lanes::{Lanes, PairSums};
use super::numbers::{CHANNELS, Channels, ONE};

/// Bits behind the point of weights.
const FRACTION: u32 = 8;

/// Neurons that are summed up at once.
const AT_ONCE: usize = CHANNELS / 2;

/// A layer of neurons that are each held between 0 and [`ONE`]. Numbers of both are even,
/// that of neurons a multiple of 16.
pub struct Dense<const INPUTS: usize, const NEURONS: usize> {
    /// For 16 neurons at a time and each pair of inputs: both weights of each neuron. So
    /// neurons are summed up side by side, two products at a time.
    weights: Box<[Channels]>,
    biases: [i32; NEURONS],
}

impl<const INPUTS: usize, const NEURONS: usize> Dense<INPUTS, NEURONS> {
    /// A layer of the weights of each neuron, 256 for 1, and of biases, 65,536 for 1.
    pub fn new(
        neurons: &[[i16; INPUTS]; NEURONS],
        biases: [i32; NEURONS],
    ) -> Dense<INPUTS, NEURONS> {
        const { assert!(NEURONS.is_multiple_of(AT_ONCE) && INPUTS.is_multiple_of(2)) };
        let weights = neurons.chunks_exact(AT_ONCE).flat_map(|neurons| {
            (0..INPUTS / 2)
                .map(|pair| std::array::from_fn(|place| neurons[place / 2][2 * pair + place % 2]))
        });
        Dense { weights: weights.collect(), biases }
    }

    /// The neurons for an input.
    #[inline(always)]
    pub(super) fn of<L: Lanes>(&self, input: &[i16; INPUTS]) -> [i16; NEURONS] {
        let mut neurons = [0; NEURONS];
        let (pairs, _) = input.as_chunks::<2>();
        let (biases, _) = self.biases.as_chunks::<AT_ONCE>();
        let groups = neurons.as_chunks_mut::<AT_ONCE>().0.iter_mut().zip(biases);
        for ((neurons, biases), weights) in groups.zip(self.weights.chunks_exact(INPUTS / 2)) {
            let mut sums = L::load_sums(biases);
            for (weights, &pair) in weights.iter().zip(pairs) {
                sums = L::load(weights).add_products(sums, pair);
            }
            let mut all: PairSums = [0; AT_ONCE];
            L::store_sums(sums, &mut all);
            *neurons = all.map(|sum| (sum >> FRACTION).clamp(0, ONE.into()) as i16);
        }
        neurons
    }
}
