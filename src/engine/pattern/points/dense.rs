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
        held(&self.sums::<L>(input, &self.biases))
    }

    /// The neurons for an input where their sums are larger by `more`.
    #[inline(always)]
    pub(super) fn with<L: Lanes>(
        &self,
        input: &[i16; INPUTS],
        more: &[i32; NEURONS],
    ) -> [i16; NEURONS] {
        let mut begin = self.biases;
        begin.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        held(&self.sums::<L>(input, &begin))
    }

    /// The sums of the neurons alone, 65,536 for 1.
    #[inline(always)]
    pub(super) fn alone<L: Lanes>(&self, input: &[i16; INPUTS]) -> [i32; NEURONS] {
        self.sums::<L>(input, &self.biases)
    }

    #[inline(always)]
    fn sums<L: Lanes>(&self, input: &[i16; INPUTS], begin: &[i32; NEURONS]) -> [i32; NEURONS] {
        let mut all = [0; NEURONS];
        let (pairs, _) = input.as_chunks::<2>();
        let (begin, _) = begin.as_chunks::<AT_ONCE>();
        let groups = all.as_chunks_mut::<AT_ONCE>().0.iter_mut().zip(begin);
        for ((all, begin), weights) in groups.zip(self.weights.chunks_exact(INPUTS / 2)) {
            let mut sums = L::load_sums(begin);
            for (weights, &pair) in weights.iter().zip(pairs) {
                sums = L::load(weights).add_products(sums, pair);
            }
            let of_group: &mut PairSums = all;
            L::store_sums(sums, of_group);
        }
        all
    }
}

/// Sums as neurons.
#[inline(always)]
fn held<const NEURONS: usize>(sums: &[i32; NEURONS]) -> [i16; NEURONS] {
    let mut neurons = [0; NEURONS];
    for (neuron, sum) in neurons.iter_mut().zip(sums) {
        *neuron = (sum >> FRACTION).clamp(0, ONE.into()) as i16;
    }
    neurons
}
