//! How tests see that a gradient is one.

use tengen_engine::player::{draw, seeded};

/// Numbers between -0.5 and 0.5.
pub fn some_numbers(count: usize) -> Vec<f32> {
    let mut lots = seeded(11);
    (0..count).map(|_| draw(&mut lots, 1001) as f32 / 1000.0 - 0.5).collect()
}

/// Sees that a small step of each number, or of some 500 of them, changes a loss as the gradient
/// says.
pub fn assert_slopes(numbers: &[f32], grads: &[f32], loss: impl Fn(&[f32]) -> f64) {
    // Small, so that few numbers meet a bound on the way.
    const STEP: f32 = 1.0 / 4096.0;
    let (mut felt, mut tried) = (0, 0);
    for place in (0..numbers.len()).step_by(1 + numbers.len() / 500) {
        let at = |shift: f32| {
            let mut numbers = numbers.to_vec();
            numbers[place] += shift;
            loss(&numbers)
        };
        let slope = (at(STEP) - at(-STEP)) / f64::from(2.0 * STEP);
        let gradient = f64::from(grads[place]);
        assert!(
            (slope - gradient).abs() < 2e-3 + 0.02 * slope.abs(),
            "{place}: {slope} {gradient}"
        );
        (felt, tried) = (felt + usize::from(gradient != 0.0), tried + 1);
    }
    assert!(3 * felt > tried, "{felt} of {tried}");
}

/// The weighted sum of numbers.
pub fn weigh(numbers: &[f32], weights: &[f32]) -> f64 {
    numbers.iter().zip(weights).map(|(&x, &weight)| f64::from(x) * f64::from(weight)).sum()
}
