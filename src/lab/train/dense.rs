//! A layer of neurons.

/// The numbers of a layer of `NEURONS` sums over `INPUTS` numbers. They are kept twice, so that
/// every loop runs over neighbours.
pub struct Dense<const INPUTS: usize, const NEURONS: usize> {
    by_neuron: Vec<[f32; INPUTS]>,
    by_input: Vec<[f32; NEURONS]>,
    biases: [f32; NEURONS],
}

impl<const INPUTS: usize, const NEURONS: usize> Dense<INPUTS, NEURONS> {
    /// Numbers of the layer in a list: for each neuron its weights, then its bias.
    pub const COUNT: usize = NEURONS * (INPUTS + 1);

    /// The layer whose numbers a list begins with.
    pub fn new(numbers: &[f32]) -> Dense<INPUTS, NEURONS> {
        let neurons = numbers[..Self::COUNT].chunks_exact(INPUTS + 1);
        let by_neuron: Vec<[f32; INPUTS]> =
            neurons.clone().map(|neuron| std::array::from_fn(|input| neuron[input])).collect();
        let mut biases = [0.0; NEURONS];
        neurons.zip(&mut biases).for_each(|(neuron, bias)| *bias = neuron[INPUTS]);
        let column = |input: usize| std::array::from_fn(|neuron| by_neuron[neuron][input]);
        let by_input = (0..INPUTS).map(column).collect();
        Dense { by_neuron, by_input, biases }
    }

    /// The sums of the neurons.
    #[inline(always)]
    pub fn sums(&self, input: &[f32; INPUTS]) -> [f32; NEURONS] {
        let mut sums = self.biases;
        for (weights, number) in self.by_input.iter().zip(input) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += weight * number;
            }
        }
        sums
    }

    /// Passes the errors of the sums back to the inputs, and adds the slopes of the layer's numbers
    /// to `grads`, which begin with those.
    #[inline(always)]
    pub fn back(
        &self,
        input: &[f32; INPUTS],
        errors: &[f32; NEURONS],
        grads: &mut [f32],
    ) -> [f32; INPUTS] {
        let mut back = [0.0; INPUTS];
        let neurons = grads[..Self::COUNT].chunks_exact_mut(INPUTS + 1);
        for ((weights, grads), &error) in self.by_neuron.iter().zip(neurons).zip(errors) {
            // Half of the neurons are held at a bound.
            if error == 0.0 {
                continue;
            }
            let (bias, grads) = grads.split_last_mut().expect("a bias");
            for ((back, weight), (grad, number)) in
                back.iter_mut().zip(weights).zip(grads.iter_mut().zip(input))
            {
                *back += error * weight;
                *grad += error * number;
            }
            *bias += error;
        }
        back
    }
}

/// The numbers held between 0 and 1.
#[inline(always)]
pub fn held<const N: usize>(numbers: &[f32; N]) -> [f32; N] {
    // A `map` would be a call of its own, compiled for usual registers.
    let mut held = *numbers;
    for number in &mut held {
        *number = number.clamp(0.0, 1.0);
    }
    held
}

/// The error of each number that lies between its bounds; 0 for each that is held at one.
#[inline(always)]
pub fn through<const N: usize>(numbers: &[f32; N], errors: &[f32; N]) -> [f32; N] {
    let mut passed = [0.0; N];
    for (passed, (number, error)) in passed.iter_mut().zip(numbers.iter().zip(errors)) {
        *passed = if (0.0..1.0).contains(number) { *error } else { 0.0 };
    }
    passed
}

#[cfg(test)]
mod tests {
    use super::super::slopes::{assert_slopes, some_numbers, weigh};
    use super::*;

    /// The slopes of a layer's numbers and of its inputs, held between bounds.
    #[test]
    fn gradients_are_slopes() {
        type Layer = Dense<6, 4>;
        let weights: [f32; 4] = [0.3, -0.7, 0.9, 0.2];
        let numbers = some_numbers(Layer::COUNT + 6);
        let loss = |numbers: &[f32]| {
            let input = *numbers[Layer::COUNT..].first_chunk().unwrap();
            let neurons = held(&Layer::new(numbers).sums(&input));
            weigh(&neurons, &weights)
        };
        let input = *numbers[Layer::COUNT..].first_chunk().unwrap();
        let layer = Layer::new(&numbers);
        let mut grads = vec![0.0; numbers.len()];
        let back = layer.back(&input, &through(&layer.sums(&input), &weights), &mut grads);
        grads[Layer::COUNT..].copy_from_slice(&back);
        assert_slopes(&numbers, &grads, loss);
    }
}
