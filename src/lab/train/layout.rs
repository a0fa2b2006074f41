//! Where the numbers of a network stand, and with which it begins.

use tengen_engine::eval::point_net::rows;
use tengen_engine::pattern::points::{CHANNELS, HIDDEN, SUMS};
use tengen_engine::player::{Rng, draw};

use super::neighbours::{self, Neighbours};
use super::regions::{self, Regions};

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
    /// Blocks that not all have.
    pub blocks: Blocks,
    pub neighbours: usize,
    pub regions: usize,
    pub count: usize,
}

/// Blocks that not all networks have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// See [`neighbours`]: only an experiment has them.
    pub neighbours: bool,
    /// See [`regions`].
    pub regions: bool,
}

impl Blocks {
    /// Whether it matters where a point is.
    pub const fn is_any(self) -> bool {
        self.neighbours || self.regions
    }
}

impl Layout {
    /// The layout of every network that is taught.
    pub fn new() -> Layout {
        Layout::with(Blocks { regions: true, neighbours: false })
    }

    /// The layout of an experiment, or of a network without regions.
    pub fn with(blocks: Blocks) -> Layout {
        let [windows, classes] = rows();
        let (classes, bias) = (windows * ROW, (windows + classes) * ROW);
        let first = bias + CHANNELS;
        let second = first + HIDDEN[0] * (SUMS + 1);
        let value = second + HIDDEN[1] * (HIDDEN[0] + 1);
        let size = |is_there: bool, count: usize| if is_there { count } else { 0 };
        let regions = value + HIDDEN[1] + 1;
        let neighbours = regions + size(blocks.regions, regions::COUNT);
        let count = neighbours + size(blocks.neighbours, neighbours::COUNT);
        Layout { classes, bias, first, second, value, blocks, neighbours, regions, count }
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
    fill(layout.value, layout.regions, 0.1);
    if layout.blocks.regions {
        let ends = Regions::layers().map(|(from, ..)| from).skip(1).chain([regions::COUNT]);
        for ((from, inputs, is_held), to) in Regions::layers().zip(ends) {
            // What the block adds to the others is little in the beginning.
            let size = if is_held { width(inputs) } else { 0.2 * width(inputs) };
            fill(layout.regions + from, layout.regions + to, size);
        }
    }
    // The middle of the bounds is avoided: here a small change either way is felt.
    numbers[layout.bias..layout.first].fill(0.1);
    for (from, inputs, to) in
        [(layout.first, SUMS, layout.second), (layout.second, HIDDEN[0], layout.value)]
    {
        numbers[from..to].iter_mut().skip(inputs).step_by(inputs + 1).for_each(|bias| *bias = 0.5);
    }
    if layout.blocks.neighbours {
        Neighbours::begin(&mut numbers[layout.neighbours..]);
    }
    if layout.blocks.regions {
        for (from, inputs, is_held) in Regions::layers() {
            let to = from + if is_held { 16 } else { HIDDEN[0] } * (inputs + 1);
            let biases = numbers[layout.regions + from..layout.regions + to].iter_mut();
            let bias = if is_held { 0.5 } else { 0.0 };
            biases.skip(inputs).step_by(inputs + 1).for_each(|number| *number = bias);
        }
    }
    numbers
}
