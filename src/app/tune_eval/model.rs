//! What is fitted: a weight for every class of shapes, made of a share for each
//! line and a difference of its own.
//!
//! Classes that hardly occur keep the sum of their lines, since only the
//! differences are held small.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use argmin::core::{CostFunction, Error, Gradient};

use crate::eval::weights::CLASSES;
use crate::pattern::Shape;

use super::samples::{ROLES, Samples};

/// Shapes of a line.
const SHAPES: usize = Shape::ALL.len();

/// Numbers of one player in one role: a share for each shape, then the differences.
const BLOCK: usize = SHAPES + CLASSES;

/// What the numbers are fitted to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// The value of positions: `result` is the share of the game's result in the
    /// target, the rest is the search's score divided by `scale`.
    Value {
        /// Share of the result, 0 to 1.
        result: f64,
        /// Internal units of the scores at which the odds grow by a factor of e.
        scale: f64,
    },
    /// The choice of moves.
    Choice,
}

/// A point with what is known of it.
struct Known {
    numbers: Vec<f64>,
    loss: f64,
    gradient: Vec<f64>,
}

/// A loss over samples as a function of the numbers.
pub struct Problem {
    samples: Arc<Samples>,
    goal: Goal,
    /// Weight of the squared differences beside the mean loss.
    decay: f64,
    threads: usize,
    players: usize,
    /// The last point asked for, with its loss and gradient: both are found at once.
    last: Mutex<Option<Known>>,
}

impl Problem {
    /// A problem for one or two `players` with weights of their own.
    pub fn new(
        samples: Arc<Samples>,
        goal: Goal,
        decay: f64,
        threads: usize,
        players: usize,
    ) -> Problem {
        Problem { samples, goal, decay, threads, players, last: Mutex::new(None) }
    }

    /// The numbers to begin with: everything is worth nothing.
    pub fn zero(&self) -> Vec<f64> {
        vec![0.0; self.players * ROLES * BLOCK]
    }

    /// The weights that the numbers stand for, as [`Samples`] numbers them.
    pub fn weights(numbers: &[f64]) -> Vec<f64> {
        let block = |block: &[f64]| -> Vec<f64> {
            let (lines, own) = block.split_at(SHAPES);
            let sum = |class: usize| shapes(class).map(|shape| lines[shape]).iter().sum::<f64>();
            own.iter().enumerate().map(|(class, own)| own + sum(class)).collect()
        };
        numbers.chunks(BLOCK).flat_map(block).collect()
    }

    /// The loss alone, without the hold on differences: in nats per sample.
    pub fn loss(&self, numbers: &[f64]) -> f64 {
        self.sum(&Problem::weights(numbers)).0 / self.count_f64()
    }

    fn count(&self) -> usize {
        match self.goal {
            Goal::Value { .. } => self.samples.len(),
            Goal::Choice => self.samples.choice_count(),
        }
    }

    /// The number of samples as a divisor: exact below 2^52.
    #[expect(clippy::cast_precision_loss)]
    fn count_f64(&self) -> f64 {
        self.count() as f64
    }

    /// Loss and gradient at a point.
    fn at(&self, numbers: &[f64]) -> (f64, Vec<f64>) {
        let weights = Problem::weights(numbers);
        let (loss, slopes) = self.sum(&weights);
        let count = self.count_f64();
        let mut gradient = self.zero();
        for (block, slopes) in gradient.chunks_mut(BLOCK).zip(slopes.chunks(CLASSES)) {
            for (class, slope) in slopes.iter().enumerate().filter(|(_, slope)| **slope != 0.0) {
                block[SHAPES + class] = slope / count;
                for shape in shapes(class) {
                    block[shape] += slope / count;
                }
            }
        }
        let mut held = 0.0;
        for (place, number) in numbers.iter().enumerate() {
            let decay = match place % BLOCK {
                // The same number more for every point of both sides changes no value.
                // So that it does not wander, lines that promise nothing are worth nothing.
                0 | 1 if matches!(self.goal, Goal::Value { .. }) => {
                    gradient[place] = 0.0;
                    continue;
                }
                // The shares of lines are held a little too: some always come together.
                0..SHAPES => self.decay / 100.0,
                _ => self.decay,
            };
            held += decay / 2.0 * number * number;
            gradient[place] += decay * number;
        }
        (loss / count + held, gradient)
    }

    /// The summed loss of all samples, and its slope for each weight.
    fn sum(&self, weights: &[f64]) -> (f64, Vec<f64>) {
        let share = self.count().div_ceil(self.threads).max(1);
        let parts: Vec<(f64, Vec<f64>)> = thread::scope(|scope| {
            let work = |begin: usize| {
                let range = begin..(begin + share).min(self.count());
                scope.spawn(move || {
                    let mut slopes = vec![0.0; weights.len()];
                    let loss = range.map(|index| self.one(index, weights, &mut slopes)).sum();
                    (loss, slopes)
                })
            };
            let running: Vec<_> = (0..self.count()).step_by(share).map(work).collect();
            running.into_iter().filter_map(|thread| thread.join().ok()).collect()
        });
        let mut total = (0.0, vec![0.0; weights.len()]);
        for (loss, slopes) in parts {
            total.0 += loss;
            total.1.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
        }
        total
    }

    /// The loss of one sample; adds its slopes.
    fn one(&self, index: usize, weights: &[f64], slopes: &mut [f64]) -> f64 {
        match self.goal {
            Goal::Value { result, scale } => {
                let terms = self.samples.terms(index);
                let value: f64 = terms
                    .iter()
                    .map(|&(weight, count)| weights[usize::from(weight)] * f64::from(count))
                    .sum();
                let seen = logistic(self.samples.score(index) / scale);
                let target = result * self.samples.result(index) + (1.0 - result) * seen;
                let slope = logistic(value) - target;
                for &(weight, count) in terms {
                    slopes[usize::from(weight)] += slope * f64::from(count);
                }
                // Cross entropy less that of the target itself: 0 is perfect.
                cross_entropy(target, value) - entropy(target)
            }
            Goal::Choice => {
                let (candidates, chosen) = self.samples.choice(index);
                let rate = |pair: &[u16; 2]| -> f64 {
                    pair.iter().map(|&weight| weights[usize::from(weight)]).sum()
                };
                let rates: Vec<f64> = candidates.iter().map(rate).collect();
                let most = rates.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let total: f64 = rates.iter().map(|rate| (rate - most).exp()).sum();
                for (place, (pair, rate)) in candidates.iter().zip(&rates).enumerate() {
                    let slope = (rate - most).exp() / total - f64::from(u8::from(place == chosen));
                    for &weight in pair {
                        slopes[usize::from(weight)] += slope;
                    }
                }
                most + total.ln() - rates[chosen]
            }
        }
    }

    fn remembered<T>(&self, numbers: &[f64], pick: impl Fn(f64, &[f64]) -> T) -> T {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = last.as_ref().filter(|known| known.numbers == numbers) {
            return pick(known.loss, &known.gradient);
        }
        let (loss, gradient) = self.at(numbers);
        let picked = pick(loss, &gradient);
        *last = Some(Known { numbers: numbers.to_vec(), loss, gradient });
        picked
    }
}

impl CostFunction for Problem {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, numbers: &Vec<f64>) -> Result<f64, Error> {
        Ok(self.remembered(numbers, |loss, _| loss))
    }
}

impl Gradient for Problem {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, numbers: &Vec<f64>) -> Result<Vec<f64>, Error> {
        Ok(self.remembered(numbers, |_, gradient| gradient.to_vec()))
    }
}

/// The four shapes of a class.
pub fn shapes(class: usize) -> [usize; 4] {
    std::array::from_fn(|place| class / SHAPES.pow(place as u32) % SHAPES)
}

pub fn logistic(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

/// −t ln σ(v) − (1 − t) ln (1 − σ(v)), without overflow.
pub fn cross_entropy(target: f64, value: f64) -> f64 {
    value.max(0.0) - target * value + (-value.abs()).exp().ln_1p()
}

fn entropy(target: f64) -> f64 {
    let part = |share: f64| if share > 0.0 { -share * share.ln() } else { 0.0 };
    part(target) + part(1.0 - target)
}
