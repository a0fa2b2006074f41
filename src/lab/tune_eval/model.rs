//! What is fitted: a weight for every class of shapes, made of a share for each
//! line and a difference of its own.
//!
//! Classes that hardly occur keep the sum of their lines, since only the
//! differences are held small.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use argmin::core::{CostFunction, Error, Gradient};

use tengen_engine::eval::weights::CLASSES;
use tengen_engine::pattern::policy::{LAST_MOVES, PAIRS};
use tengen_engine::pattern::{Shape, threat};

use super::samples::{Candidate, NEAR, ROLES, Samples};

/// Shapes of a line.
const SHAPES: usize = Shape::ALL.len();

/// Numbers of one player in one role: a share for each shape, then the differences.
const BLOCK: usize = SHAPES + CLASSES;

/// Numbers of stones at which the scale of values is fitted; between them the scale is linear.
pub const KNOTS: [u16; 12] = [2, 5, 8, 11, 14, 18, 22, 27, 33, 40, 50, 64];

/// The knot at which the scale is held at 1, so that the fit has one answer only.
const FIXED_KNOT: usize = 6;

/// Numbers of a player's policy: for pairs of pairs of lines, then for the distance
/// to each of the last moves.
pub const POLICY: usize = PAIRS * PAIRS + LAST_MOVES * NEAR;

/// How much more strongly pairs are held than the differences of classes: what classes alone can
/// say, pairs should not.
const PAIR_DECAY: f64 = 100.0;

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

/// A point of the fit with its loss and gradient.
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
    /// The pair of strongest lines of each class.
    pairs: Vec<usize>,
    /// The weight that 1 stands for, for each number. Numbers that occur often have small units:
    /// then a step is about as long for the loss in every direction, and far fewer steps are
    /// needed.
    units: Vec<f64>,
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
        let pair = |class| threat::pair(shapes(class).map(|shape| Shape::ALL[shape]));
        let pairs = (0..CLASSES).map(pair).collect();
        let units = Vec::new();
        let mut problem = Problem {
            samples,
            goal,
            decay,
            threads,
            players,
            pairs,
            units,
            last: Mutex::new(None),
        };
        problem.units = problem.units();
        problem
    }

    /// For each number, one over the root of the mean square of how often a sample has it.
    fn units(&self) -> Vec<f64> {
        /// Numbers that occur less often than this are treated as if they occurred this often.
        const RARE: f64 = 1e-3;
        let mut squares = vec![0.0; self.players * ROLES * CLASSES + self.others()];
        for index in 0..self.count() {
            match self.goal {
                Goal::Value { .. } => {
                    for &(weight, count) in self.samples.terms(index) {
                        squares[usize::from(weight)] += f64::from(count).powi(2);
                    }
                }
                Goal::Choice => {
                    let (candidates, _) = self.samples.choice(index);
                    for place in candidates.iter().flat_map(|candidate| self.places(candidate)) {
                        squares[place] += 1.0;
                    }
                }
            }
        }
        let (classes, others) = squares.split_at(self.players * ROLES * CLASSES);
        let mut sums = self.zero();
        Problem::spread(classes, &mut sums, |times| times * times);
        let first = self.points();
        sums[first..].copy_from_slice(others);
        let count = self.count_f64().max(1.0);
        let mut units: Vec<f64> =
            sums.into_iter().map(|sum| (sum / count).max(RARE).sqrt().recip()).collect();
        if matches!(self.goal, Goal::Value { .. }) {
            units[first..].fill(1.0);
        }
        units
    }

    /// Adds the amount of each class to the number of that class, and the amount times `times(n)`
    /// to the number of each shape, where `n` is how often the class has the shape.
    fn spread(classes: &[f64], numbers: &mut [f64], times: impl Fn(f64) -> f64) {
        for (block, classes) in numbers.chunks_mut(BLOCK).zip(classes.chunks(CLASSES)) {
            for (class, amount) in classes.iter().enumerate().filter(|(_, amount)| **amount != 0.0)
            {
                block[SHAPES + class] += amount;
                let mut has = [0.0; SHAPES];
                for shape in shapes(class) {
                    has[shape] += 1.0;
                }
                for (number, has) in block.iter_mut().zip(has) {
                    *number += amount * times(has);
                }
            }
        }
    }

    /// The numbers to begin with: everything is worth nothing, at every stage the same.
    pub fn zero(&self) -> Vec<f64> {
        vec![0.0; self.points() + self.others()]
    }

    /// How many numbers stand for the weights of points.
    const fn points(&self) -> usize {
        self.players * ROLES * BLOCK
    }

    /// How many numbers follow those of the points: the logarithm of the scale at each knot, or
    /// policy.
    const fn others(&self) -> usize {
        match self.goal {
            Goal::Value { .. } => KNOTS.len(),
            Goal::Choice => self.players * POLICY,
        }
    }

    /// The weights that the numbers stand for, as [`Samples`] numbers them, and behind
    /// them the other numbers as they are.
    pub fn weights(&self, numbers: &[f64]) -> Vec<f64> {
        let block = |block: &[f64]| -> Vec<f64> {
            let (lines, own) = block.split_at(SHAPES);
            let sum = |class: usize| shapes(class).map(|shape| lines[shape]).iter().sum::<f64>();
            own.iter().enumerate().map(|(class, own)| own + sum(class)).collect()
        };
        let scaled: Vec<f64> =
            numbers.iter().zip(&self.units).map(|(one, unit)| one * unit).collect();
        let (points, others) = scaled.split_at(self.points());
        points.chunks(BLOCK).flat_map(block).chain(others.iter().copied()).collect()
    }

    /// The loss alone, without the hold on differences: in nats per sample.
    pub fn loss(&self, numbers: &[f64]) -> f64 {
        self.sum(&self.weights(numbers)).0 / self.count_f64()
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
        let weights = self.weights(numbers);
        let (loss, slopes) = self.sum(&weights);
        let count = self.count_f64();
        let mut gradient = self.zero();
        let (classes, others) = slopes.split_at(self.players * ROLES * CLASSES);
        Problem::spread(classes, &mut gradient, |times| times);
        gradient[self.points()..].copy_from_slice(others);
        let mut held = 0.0;
        for (place, number) in numbers.iter().enumerate() {
            let other = place.checked_sub(self.points());
            let decay = match place % BLOCK {
                _ if other.is_some() => match self.goal {
                    Goal::Value { .. } if other == Some(FIXED_KNOT) => {
                        gradient[place] = 0.0;
                        continue;
                    }
                    Goal::Value { .. } => 0.0,
                    Goal::Choice => PAIR_DECAY * self.decay,
                },
                // Adding a constant to every number of both sides changes no value. So that it does
                // not wander, lines that promise nothing are worth nothing.
                0 | 1 if matches!(self.goal, Goal::Value { .. }) => {
                    gradient[place] = 0.0;
                    continue;
                }
                // The shares of lines are held a little too: some always come together.
                0..SHAPES => self.decay / 100.0,
                _ => self.decay,
            };
            let number = number * self.units[place];
            held += decay / 2.0 * number * number;
            gradient[place] += decay * number * count;
        }
        gradient.iter_mut().zip(&self.units).for_each(|(slope, unit)| *slope *= unit / count);
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
                let sum: f64 = terms
                    .iter()
                    .map(|&(weight, count)| weights[usize::from(weight)] * f64::from(count))
                    .sum();
                let knots = weights.len() - KNOTS.len();
                let share = shares(self.samples.stones(index));
                let logarithm: f64 =
                    share.iter().map(|(knot, part)| weights[knots + knot] * part).sum();
                let factor = logarithm.exp();
                let value = sum * factor;
                let seen = logistic(self.samples.score(index) / scale);
                let target = result * self.samples.result(index) + (1.0 - result) * seen;
                let slope = logistic(value) - target;
                for &(weight, count) in terms {
                    slopes[usize::from(weight)] += slope * factor * f64::from(count);
                }
                for (knot, part) in share {
                    slopes[knots + knot] += slope * value * part;
                }
                // Cross entropy less the entropy of the target: 0 is perfect.
                cross_entropy(target, value) - entropy(target)
            }
            Goal::Choice => {
                let (candidates, chosen) = self.samples.choice(index);
                let rate = |candidate: &Candidate| -> f64 {
                    self.places(candidate).map(|place| weights[place]).sum()
                };
                let rates: Vec<f64> = candidates.iter().map(rate).collect();
                let most = rates.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let total: f64 = rates.iter().map(|rate| (rate - most).exp()).sum();
                for (place, (candidate, rate)) in candidates.iter().zip(&rates).enumerate() {
                    let slope = (rate - most).exp() / total - f64::from(u8::from(place == chosen));
                    self.places(candidate).for_each(|place| slopes[place] += slope);
                }
                most + total.ln() - rates[chosen]
            }
        }
    }

    /// The places of all weights that rate a candidate.
    fn places(&self, candidate: &Candidate) -> impl Iterator<Item = usize> {
        let &Candidate { attack, defence, near } = candidate;
        let [attack, defence] = [attack, defence].map(usize::from);
        let player = attack / (ROLES * CLASSES);
        let policy = self.players * ROLES * CLASSES + player * POLICY;
        let [own, other] = [attack, defence].map(|weight| self.pairs[weight % CLASSES]);
        let last_moves = near.into_iter().enumerate().filter_map(move |(back, near)| {
            let place = policy + PAIRS * PAIRS + back * NEAR + usize::from(near);
            (usize::from(near) < NEAR).then_some(place)
        });
        [attack, defence, policy + own * PAIRS + other].into_iter().chain(last_moves)
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

/// The knots next to a number of stones, and how much each of them counts there.
fn shares(stones: u16) -> [(usize, f64); 2] {
    let last = KNOTS.len() - 1;
    let after = KNOTS.iter().position(|&knot| knot >= stones).unwrap_or(last).max(1);
    let [low, high] = [KNOTS[after - 1], KNOTS[after]].map(f64::from);
    let part = ((f64::from(stones) - low) / (high - low)).clamp(0.0, 1.0);
    [(after - 1, 1.0 - part), (after, part)]
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
