//! A layer of neurons.

use super::lanes::{GROUP, Lanes};
use super::numbers::{Channels, ONE};

/// Bits behind the point of weights.
const FRACTION: u32 = 8;

/// A layer of neurons that are each held between 0 and [`ONE`]. Numbers of both are even,
/// that of neurons a multiple of 16.
pub struct Dense<const INPUTS: usize, const NEURONS: usize> {
    /// For each group of neurons and each pair of inputs: both weights of each neuron. So neurons
    /// are summed up side by side, two products at a time.
    weights: Box<[Channels]>,
    biases: [i32; NEURONS],
}

impl<const INPUTS: usize, const NEURONS: usize> Dense<INPUTS, NEURONS> {
    /// A layer of the weights of each neuron, 256 for 1, and of biases, 65,536 for 1.
    pub fn new(
        neurons: &[[i16; INPUTS]; NEURONS],
        biases: [i32; NEURONS],
    ) -> Dense<INPUTS, NEURONS> {
        const { assert!(NEURONS.is_multiple_of(GROUP) && INPUTS.is_multiple_of(2)) };
        let weights = neurons.chunks_exact(GROUP).flat_map(|neurons| {
            (0..INPUTS / 2)
                .map(|pair| std::array::from_fn(|place| neurons[place / 2][2 * pair + place % 2]))
        });
        Dense { weights: weights.collect(), biases }
    }

    /// What the sums of a group begin with, 65,536 for 1.
    #[inline(always)]
    pub(super) fn begin<L: Lanes>(&self, group: usize) -> L::Sums {
        L::load_sums(&self.biases.as_chunks::<GROUP>().0[group])
    }

    /// The sums of a group for an input, from what they begin with.
    #[inline(always)]
    pub(super) fn sums<L: Lanes>(
        &self,
        group: usize,
        input: &[i16; INPUTS],
        begin: L::Sums,
    ) -> L::Sums {
        let weights = &self.weights[group * (INPUTS / 2)..][..INPUTS / 2];
        let mut sums = begin;
        for (weights, &pair) in weights.iter().zip(input.as_chunks::<2>().0) {
            sums = L::load(weights).add_products(sums, pair);
        }
        sums
    }
}

/// Sums as neurons.
#[inline(always)]
pub(super) fn held<L: Lanes>(sums: L::Sums) -> L::Sums {
    L::between(L::shifted(sums, FRACTION), 0, ONE.into())
}
