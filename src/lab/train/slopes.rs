//! How tests see that a gradient is one.

use tengen_engine::player::{draw, seeded};

/// Numbers between -0.5 and 0.5.
pub fn some_numbers(count: usize) -> Vec<f32> {
    let mut lots = seeded(11);
    (0..count).map(|_| draw(&mut lots, 1001) as f32 / 1000.0 - 0.5).collect()
}

/// Sees that a small step of each number changes a loss as the gradient says.
pub fn assert_slopes(numbers: &[f32], grads: &[f32], loss: impl Fn(&[f32]) -> f32) {
    const STEP: f32 = 1.0 / 512.0;
    let mut felt = 0;
    for place in 0..numbers.len() {
        let at = |shift: f32| {
            let mut numbers = numbers.to_vec();
            numbers[place] += shift;
            loss(&numbers)
        };
        let slope = (at(STEP) - at(-STEP)) / (2.0 * STEP);
        let gradient = grads[place];
        assert!(
            (slope - gradient).abs() < 2e-3 + 0.02 * slope.abs(),
            "{place}: {slope} {gradient}"
        );
        felt += usize::from(gradient != 0.0);
    }
    assert!(3 * felt > numbers.len(), "{felt} of {}", numbers.len());
}
