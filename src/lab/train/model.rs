//! The network of [`point_net`](tengen_engine::eval::point_net) in floating point: the value that
//! it gives a sample, and the slope of the loss for each of its numbers.

use tengen_engine::eval::point_net::rows;
use tengen_engine::pattern::points::{CHANNELS, HIDDEN, SUMS};
use tengen_engine::player::{Rng, draw};

use super::chance::{cross_entropy, entropy, sigmoid};
use super::positions::{Rows, Sample};

/// What the sums are divided by, so that they have the size of the other numbers.
pub const SUM_UNITS: f32 = 8.0;
/// Internal units for which the odds grow by a factor of e.
pub const UNITS: f32 = 364.0;

/// Numbers of a row: first those for the player that the row belongs to, then those for the other.
pub const ROW: usize = 2 * CHANNELS;

/// Where the parts of the network stand among its numbers: rows of windows, rows of classes,
/// what every point has, two layers with the bias behind each neuron's weights, and the value.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    pub classes: usize,
    pub bias: usize,
    pub first: usize,
    pub second: usize,
    pub value: usize,
    pub count: usize,
}

impl Layout {
    /// The layout of every network.
    pub fn new() -> Layout {
        let [windows, classes] = rows();
        let (classes, bias) = (windows * ROW, (windows + classes) * ROW);
        let first = bias + CHANNELS;
        let second = first + HIDDEN[0] * (SUMS + 1);
        let value = second + HIDDEN[1] * (HIDDEN[0] + 1);
        Layout { classes, bias, first, second, value, count: value + HIDDEN[1] + 1 }
    }
}

/// Random numbers with which the teaching of a network begins.
pub fn begin(layout: &Layout, lots: &mut Rng) -> Vec<f32> {
    let mut numbers = vec![0.0; layout.count];
    let mut fill = |from: usize, to: usize, size: f32| {
        for number in &mut numbers[from..to] {
            *number = size * (draw(lots, 1 << 16) as f32 / 32768.0 - 1.0);
        }
    };
    let width = |inputs: usize| (1.5 / inputs as f32).sqrt();
    fill(0, layout.bias, 0.05);
    fill(layout.first, layout.second, width(SUMS));
    fill(layout.second, layout.value, width(HIDDEN[0]));
    fill(layout.value, layout.count, 0.1);
    // The middle of the bounds is avoided: here a small change either way is felt.
    numbers[layout.bias..layout.first].fill(0.1);
    for (from, inputs, to) in
        [(layout.first, SUMS, layout.second), (layout.second, HIDDEN[0], layout.value)]
    {
        numbers[from..to].iter_mut().skip(inputs).step_by(inputs + 1).for_each(|bias| *bias = 0.5);
    }
    numbers
}

/// Sums of losses over samples, in nats above the least that is possible.
#[derive(Clone, Copy, Debug, Default)]
pub struct Losses {
    /// The loss of the network.
    pub value: f64,
    /// The loss of the present evaluation.
    pub present: f64,
    /// Number of samples.
    pub count: f64,
}

impl Losses {
    /// Adds the losses of other samples.
    pub fn add(&mut self, other: &Losses) {
        self.value += other.value;
        self.present += other.present;
        self.count += other.count;
    }
}

/// The target for the value of a sample.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Share of what the game showed later; the rest is the score.
    pub later: f32,
    /// Units of scores for which the odds grow by a factor of e.
    pub scale: f32,
}

impl Target {
    /// The wanted chance to win, a draw counted half.
    fn of(self, sample: &Sample) -> f32 {
        let score = sigmoid(f32::from(sample.score) / self.scale);
        sample.later.map_or(score, |later| self.later * later + (1.0 - self.later) * score)
    }
}

/// The numbers of a network being taught.
pub struct Model {
    /// Where the parts of the network stand among `numbers`.
    pub layout: Layout,
    /// The numbers.
    pub numbers: Vec<f32>,
    /// The target that the network is taught.
    pub target: Target,
}

/// The numbers that a network computes on the way to a value, before they are held in bounds.
struct Run {
    points: Vec<[[f32; CHANNELS]; 2]>,
    input: [f32; SUMS],
    first: [f32; HIDDEN[0]],
    second: [f32; HIDDEN[1]],
    value: f32,
}

/// The sums of a dense layer, by neuron, before they are held between 0 and 1.
fn dense<const N: usize>(weights: &[f32], input: &[f32]) -> [f32; N] {
    let width = input.len();
    std::array::from_fn(|neuron| {
        let weights = &weights[neuron * (width + 1)..][..=width];
        weights.iter().zip(input).map(|(w, x)| w * x).sum::<f32>() + weights[width]
    })
}

/// Passes an error back through a dense layer, and adds what the weights change by.
fn dense_back(weights: &[f32], input: &[f32], errors: &[f32], grads: &mut [f32]) -> Vec<f32> {
    let width = input.len();
    let mut back = vec![0.0; width];
    for (neuron, error) in errors.iter().enumerate() {
        let at = neuron * (width + 1);
        for (place, back) in back.iter_mut().enumerate() {
            grads[at + place] += error * input[place];
            *back += error * weights[at + place];
        }
        grads[at + width] += error;
    }
    back
}

/// The error of each number that lies between its bounds; 0 for each that is held at one.
fn through<const N: usize>(numbers: &[f32; N], errors: &[f32]) -> [f32; N] {
    std::array::from_fn(
        |place| {
            if (0.0..1.0).contains(&numbers[place]) { errors[place] } else { 0.0 }
        },
    )
}

fn held<const N: usize>(numbers: &[f32; N]) -> [f32; N] {
    numbers.map(|number| number.clamp(0.0, 1.0))
}

impl Model {
    /// The numbers that one half of a row adds; `None` for row 0.
    fn half(&self, row: u16, half: usize) -> Option<&[f32; CHANNELS]> {
        let row = usize::from(row.checked_sub(1)?);
        self.numbers[row * ROW + half * CHANNELS..].first_chunk()
    }

    /// The numbers of a point for both players.
    fn point(&self, rows: &Rows) -> [[f32; CHANNELS]; 2] {
        let bias = self.numbers[self.layout.bias..].first_chunk().expect("a bias");
        let mut both = [*bias; 2];
        for (owner, rows) in rows.iter().enumerate() {
            for &row in rows {
                for (half, player) in [owner, 1 - owner].into_iter().enumerate() {
                    if let Some(half) = self.half(row, half) {
                        (0..CHANNELS).for_each(|channel| both[player][channel] += half[channel]);
                    }
                }
            }
        }
        both
    }

    /// The numbers of a point without any rows.
    fn nothing(&self) -> [f32; CHANNELS] {
        self.point(&Rows::default())[0]
    }

    /// The value of a sample in nats of log-odds, with the numbers that led to it.
    fn run(&self, sample: &Sample) -> Run {
        let Layout { first: at_first, second: at_second, value: at_value, .. } = self.layout;
        let base = held(&self.nothing());
        let mut input = [0.0_f32; SUMS];
        let points: Vec<_> = sample.points.iter().map(|(rows, _)| self.point(rows)).collect();
        for ((_, count), both) in sample.points.iter().zip(&points) {
            for (input, z) in input.chunks_exact_mut(CHANNELS).zip(both) {
                for channel in 0..CHANNELS {
                    let more = z[channel].clamp(0.0, 1.0) - base[channel];
                    input[channel] += count * more / SUM_UNITS;
                }
            }
        }
        let first = dense(&self.numbers[at_first..at_second], &input);
        let second = dense(&self.numbers[at_second..at_value], &held(&first));
        let [value] = dense(&self.numbers[at_value..], &held(&second));
        Run { points, input, first, second, value: value + f32::from(sample.worth) / UNITS }
    }

    /// Adds a sample's losses to `losses` and, where `grads` are given, the slopes of the loss to
    /// them.
    pub fn pass(&self, sample: &Sample, losses: &mut Losses, grads: Option<&mut [f32]>) {
        let Layout { bias, first: at_first, second: at_second, value: at_value, .. } = self.layout;
        let nothing = self.nothing();
        let Run { points, input, first, second, value } = self.run(sample);
        let (active, last) = (held(&first), held(&second));
        let wanted = self.target.of(sample);
        losses.value += f64::from(cross_entropy(wanted, value) - entropy(wanted));
        let present = f32::from(sample.present) / UNITS;
        losses.present += f64::from(cross_entropy(wanted, present) - entropy(wanted));
        losses.count += 1.0;

        let Some(grads) = grads else { return };
        let error = [sigmoid(value) - wanted];
        let back = dense_back(&self.numbers[at_value..], &last, &error, &mut grads[at_value..]);
        let errors = through(&second, &back);
        let weights = &self.numbers[at_second..at_value];
        let back = dense_back(weights, &active, &errors, &mut grads[at_second..at_value]);
        let errors = through(&first, &back);
        let weights = &self.numbers[at_first..at_second];
        let back = dense_back(weights, &input, &errors, &mut grads[at_first..at_second]);
        let (own, other) = back.split_at(CHANNELS);
        let back = [own, other].map(|back| *back.first_chunk::<CHANNELS>().expect("its half"));
        let of_nothing = back.map(|back| through(&nothing, &back));
        for ((rows, count), both) in sample.points.iter().zip(&points) {
            let scale = count / SUM_UNITS;
            let errors: [[f32; CHANNELS]; 2] = std::array::from_fn(|player| {
                through(&both[player], &back[player]).map(|error| error * scale)
            });
            for channel in 0..CHANNELS {
                grads[bias + channel] += errors[0][channel] + errors[1][channel]
                    - scale * (of_nothing[0][channel] + of_nothing[1][channel]);
            }
            for (owner, rows) in rows.iter().enumerate() {
                for row in rows.iter().filter_map(|row| row.checked_sub(1)) {
                    let grads = &mut grads[usize::from(row) * ROW..][..ROW];
                    for channel in 0..CHANNELS {
                        grads[channel] += errors[owner][channel];
                        grads[CHANNELS + channel] += errors[1 - owner][channel];
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tengen_engine::eval::{self, point_net};
    use tengen_engine::game::{Move, Position, Variant};
    use tengen_engine::pattern::Board;
    use tengen_engine::player::seeded;

    use super::*;
    use crate::datagen::file::Recipe;
    use crate::datagen::play::Table;
    use crate::train::positions::{Extractor, Later};
    use crate::train::quantise::file;

    /// What the trainer says of positions of games is what the program says with the numbers
    /// that are written, but for what rounding takes.
    #[test]
    fn the_program_and_the_trainer_agree() {
        let variant = Variant::preset("gomoku").unwrap();
        let recipe = Recipe::new(variant, 100, 5, String::new()).unwrap();
        let layout = Layout::new();
        let mut numbers = begin(&layout, &mut seeded(3));
        // As strong as numbers that were taught.
        numbers[..layout.bias].iter_mut().for_each(|number| *number *= 4.0);
        numbers[layout.value..].iter_mut().for_each(|number| *number *= 10.0);
        let net = Arc::new(point_net::read(&file(&layout, &numbers)).unwrap());
        let model = Model { layout, numbers, target: Target { later: 0.5, scale: 350.0 } };
        let usual = tengen_engine::eval::tables(variant.rule, variant.k);
        let tables = eval::table::build(variant.rule, variant.k, Some(Arc::clone(&net)));
        let mut extractor = Extractor::new(variant, Later::RESULT).unwrap();
        let (mut seen, mut table) = (0, Table::new(&recipe).unwrap());
        for game in (0..3).map(|number| table.play(number)) {
            let mut board = Board::new(Position::new(variant).unwrap(), &tables);
            game.opening.iter().for_each(|&square| board.play(Move::place(square)));
            for mv in &game.moves {
                let mut known = Board::new(board.position().clone(), &usual);
                if let Some(sample) = extractor.sample(&mut known, mv.score, None) {
                    let value = model.run(&sample).value * UNITS - f32::from(sample.worth);
                    let side = board.side();
                    let whole = net.value(board.totals().unwrap(), side) as f32;
                    assert!((value - whole).abs() < 8.0, "{value} {whole}");
                    seen += usize::from(whole.abs() > 20.0);
                }
                board.play(Move::place(mv.square));
            }
        }
        assert!(seen > 10, "{seen}");
    }

    /// A small step against the gradient of each kind of number changes the loss as the
    /// gradient says.
    #[test]
    fn gradients_are_slopes() {
        let layout = Layout::new();
        let target = Target { later: 0.5, scale: 350.0 };
        let mut model = Model { layout, numbers: begin(&layout, &mut seeded(3)), target };
        let points = Box::new([
            ([[0, 0, 3, 5, 1500], [0, 0, 0, 0, 1501]], 3.0),
            ([[0; 5], [0, 0, 0, 3, 1500]], 1.0),
            ([[0, 7, 7, 9, 1502], [0; 5]], 2.0),
        ]);
        let sample = Sample { points, worth: 120, present: 0, score: 300, later: Some(1.0) };
        let mut grads = vec![0.0; layout.count];
        model.pass(&sample, &mut Losses::default(), Some(&mut grads));
        let places = [
            2 * ROW + 1,
            6 * ROW + CHANNELS,
            1499 * ROW + CHANNELS + 2,
            layout.bias + 3,
            layout.first + 4,
            layout.first + SUMS,
            layout.second + 5,
            layout.value + 1,
            layout.count - 1,
        ];
        let step = 1e-2;
        for place in places {
            let mut loss_at = |shift: f32| {
                let before = model.numbers[place];
                model.numbers[place] += shift;
                let mut losses = Losses::default();
                model.pass(&sample, &mut losses, None);
                model.numbers[place] = before;
                losses.value
            };
            let slope = (loss_at(step) - loss_at(-step)) / f64::from(2.0 * step);
            let gradient = f64::from(grads[place]);
            assert!(
                (slope - gradient).abs() < 2e-3 + 0.05 * slope.abs(),
                "{place}: {slope} {gradient}"
            );
        }
        assert!(places.iter().filter(|&&place| grads[place] != 0.0).count() >= 6);
    }
}
