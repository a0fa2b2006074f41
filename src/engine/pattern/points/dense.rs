//! A layer of neurons.

use super::rows::ONE;

/// Bits behind the point of weights.
const FRACTION: u32 = 8;

/// A layer of neurons that are each held between 0 and [`ONE`]. Its weights stand by input, so
/// that all neurons are summed up at once, side by side.
pub struct Dense<const INPUTS: usize, const NEURONS: usize> {
    weights: Box<[[i16; NEURONS]; INPUTS]>,
    biases: [i32; NEURONS],
}

impl<const INPUTS: usize, const NEURONS: usize> Dense<INPUTS, NEURONS> {
    /// A layer of the weights of each neuron, 256 for 1, and of biases, 65,536 for 1.
    pub fn new(
        neurons: &[[i16; INPUTS]; NEURONS],
        biases: [i32; NEURONS],
    ) -> Dense<INPUTS, NEURONS> {
        let mut weights = Box::new([[0; NEURONS]; INPUTS]);
        for (neuron, own) in neurons.iter().enumerate() {
            weights.iter_mut().zip(own).for_each(|(weights, &weight)| weights[neuron] = weight);
        }
        Dense { weights, biases }
    }

    /// The neurons for an input.
    #[inline(always)]
    pub(super) fn of(&self, input: &[i16; INPUTS]) -> [i16; NEURONS] {
        let mut sums = self.biases;
        for (weights, &x) in self.weights.iter().zip(input) {
            for (sum, &weight) in sums.iter_mut().zip(weights) {
                *sum += i32::from(weight) * i32::from(x);
            }
        }
        sums.map(|sum| (sum >> FRACTION).clamp(0, ONE.into()) as i16)
    }
}
