//! The network of [`point_net`](tengen_engine::eval::point_net) in floating point: the value that
//! it gives a sample, and the slope of the loss for each of its numbers.

use tengen_engine::pattern::points::{CHANNELS, HIDDEN, SUMS};
use tengen_engine::pattern::registers::Registers;

use super::chance::{cross_entropy, entropy, sigmoid};
use super::contents::{Content, Point, RowNumbers, gather, rows_of, rows_of_mut, scatter};
use super::dense::{Dense, held, through};
use super::layout::{Layout, SUM_UNITS, UNITS};
use super::neighbours::SPREAD;
use super::places::{PlaceRun, Places};
use super::positions::Sample;
use super::wide::{Work, widely};

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

impl Model {
    /// The network in the form in which it judges samples.
    pub fn judge(&self) -> Judge<'_> {
        let Layout { bias, first, second, value, .. } = self.layout;
        let (rows, rest) = self.numbers.split_at(bias);
        let bias = rest.first_chunk().expect("what every point has");
        Judge {
            layout: self.layout,
            rows: rows_of(rows),
            bias,
            base: held(bias),
            first: Dense::new(&self.numbers[first..]),
            second: Dense::new(&self.numbers[second..]),
            value: Dense::new(&self.numbers[value..]),
            places: Places::new(&self.layout, &self.numbers),
            target: self.target,
        }
    }
}

/// A network with its numbers as they are between two steps.
pub struct Judge<'a> {
    layout: Layout,
    rows: &'a [RowNumbers],
    bias: &'a [f32; CHANNELS],
    /// The numbers of a point without any rows.
    base: [f32; CHANNELS],
    first: Dense<SUMS, { HIDDEN[0] }>,
    second: Dense<{ HIDDEN[0] }, { HIDDEN[1] }>,
    value: Dense<{ HIDDEN[1] }, 1>,
    /// Where it matters where a point is.
    places: Option<Places>,
    target: Target,
}

/// What samples add up to.
pub struct Sums {
    /// The losses.
    pub losses: Losses,
    /// The slopes of the loss, by number.
    pub grads: Vec<f32>,
    scratch: Scratch,
}

/// What the present sample comes to on the way.
#[derive(Default)]
struct Scratch {
    /// The numbers of its contents.
    points: Vec<Point>,
    places: PlaceRun,
}

impl Sums {
    /// Nothing, with room for `count` slopes.
    pub fn new(count: usize) -> Sums {
        Sums { losses: Losses::default(), grads: vec![0.0; count], scratch: Scratch::default() }
    }
}

/// The numbers that a network computes on the way to a value, before they are held in bounds.
struct Run {
    input: [f32; SUMS],
    first: [f32; HIDDEN[0]],
    second: [f32; HIDDEN[1]],
    value: f32,
}

impl Judge<'_> {
    /// Adds the losses of samples to `sums`.
    pub fn examine(&self, samples: &[&Sample], sums: &mut Sums) {
        widely(Registers::widest(), Examination { judge: self, samples, sums });
    }

    /// Adds the losses of samples and their slopes to `sums`.
    pub fn learn(&self, samples: &[&Sample], sums: &mut Sums) {
        widely(Registers::widest(), Lesson { judge: self, samples, sums });
    }

    #[inline(always)]
    fn tell(&self, sample: &Sample, value: f32, losses: &mut Losses) {
        let wanted = self.target.of(sample);
        losses.value += f64::from(cross_entropy(wanted, value) - entropy(wanted));
        losses.count += 1.0;
    }

    /// The value of a sample in nats of log-odds, with the numbers that led to it; those of its
    /// contents go to `points`.
    #[inline(always)]
    fn run(&self, sample: &Sample, scratch: &mut Scratch) -> Run {
        let mut sums = [[0.0_f32; CHANNELS]; 2];
        let Scratch { points, places } = scratch;
        points.clear();
        for Content { rows, count } in sample.points.iter() {
            let point = gather(self.rows, self.bias, rows);
            let count = f32::from(count) / SUM_UNITS;
            for (sums, numbers) in sums.iter_mut().zip(&point) {
                let more = sums.iter_mut().zip(numbers.iter().zip(&self.base));
                more.for_each(|(sum, (x, base))| *sum += count * (x.clamp(0.0, 1.0) - base));
            }
            points.push(point);
        }
        let more = match &self.places {
            Some(block) => block.run(sample, points, &self.base, &mut sums, places),
            None => [0.0; HIDDEN[0]],
        };
        let input = *sums.as_flattened().first_chunk().expect("both sides");
        let mut first = self.first.sums(&input);
        if self.places.is_some() {
            first.iter_mut().zip(&more).for_each(|(sum, more)| *sum += more);
        }
        let second = self.second.sums(&held(&first));
        let [value] = self.value.sums(&held(&second));
        Run { input, first, second, value: value + f32::from(sample.worth) / UNITS }
    }

    /// Adds the slopes of a sample's loss to `grads`.
    #[inline(always)]
    fn back(&self, sample: &Sample, run: &Run, scratch: &mut Scratch, grads: &mut [f32]) {
        let Scratch { points, places } = scratch;
        let Layout { bias, first, second, value, .. } = self.layout;
        let error = [sigmoid(run.value) - self.target.of(sample)];
        let back = self.value.back(&held(&run.second), &error, &mut grads[value..]);
        let errors = through(&run.second, &back);
        let back = self.second.back(&held(&run.first), &errors, &mut grads[second..]);
        let errors = through(&run.first, &back);
        let back = self.first.back(&run.input, &errors, &mut grads[first..]);
        let back = back.as_chunks::<CHANNELS>().0;
        if let Some(block) = &self.places {
            block.back(sample, &errors, back, places, grads);
            self.back_by_content(sample, back, points, places, grads);
            return;
        }
        let (rows, rest) = grads.split_at_mut(bias);
        let (rows, mut of_bias) = (rows_of_mut(rows), [0.0; CHANNELS]);
        let mut all = 0.0;
        for (Content { rows: content, count }, point) in sample.points.iter().zip(points) {
            let count = f32::from(count) / SUM_UNITS;
            all += count;
            let mut errors = [[0.0; CHANNELS]; 2];
            for (errors, (numbers, back)) in errors.iter_mut().zip(point.iter().zip(back)) {
                let free = through(numbers, back);
                errors.iter_mut().zip(&free).for_each(|(error, free)| *error = free * count);
            }
            let both = errors[0].iter().zip(&errors[1]);
            of_bias.iter_mut().zip(both).for_each(|(sum, (own, other))| *sum += own + other);
            scatter(rows, &errors, content);
        }
        // Each point counts for what it has beyond one without rows.
        let less = [&back[0], &back[1]].map(|back| through(self.bias, back));
        for (channel, grad) in rest[..CHANNELS].iter_mut().enumerate() {
            *grad += of_bias[channel] - all * (less[0][channel] + less[1][channel]);
        }
    }
}

impl Judge<'_> {
    /// Adds the slopes of rows where the errors of contents differ: half of their numbers went over
    /// the board.
    #[inline(always)]
    fn back_by_content(
        &self,
        sample: &Sample,
        back: &[[f32; CHANNELS]],
        points: &[Point],
        places: &PlaceRun,
        grads: &mut [f32],
    ) {
        let (rows, rest) = grads.split_at_mut(self.layout.bias);
        let (rows, mut of_bias) = (rows_of_mut(rows), [0.0; CHANNELS]);
        let mut less = [0.0; CHANNELS];
        let all = sample.points.iter().zip(points).zip(&places.errors);
        for ((Content { rows: content, count }, point), near) in all {
            let count = f32::from(count) / SUM_UNITS;
            let mut errors = [[0.0; CHANNELS]; 2];
            for player in 0..2 {
                let errors = &mut errors[player];
                errors[..SPREAD].copy_from_slice(&near[player * SPREAD..][..SPREAD]);
                for channel in SPREAD..CHANNELS {
                    errors[channel] = back[player][channel] * count;
                }
                less.iter_mut().zip(&*errors).for_each(|(less, error)| *less += error);
                *errors = through(&point[player], errors);
                of_bias.iter_mut().zip(&*errors).for_each(|(sum, error)| *sum += error);
            }
            scatter(rows, &errors, content);
        }
        // What the steps over the board take as that of a point without rows is that of both sides.
        for (less, of_base) in less.iter_mut().zip(places.of_base.as_chunks::<SPREAD>().0[0]) {
            *less -= of_base;
        }
        for (less, of_base) in less.iter_mut().zip(places.of_base.as_chunks::<SPREAD>().0[1]) {
            *less -= of_base;
        }
        let less = through(self.bias, &less);
        for (channel, grad) in rest[..CHANNELS].iter_mut().enumerate() {
            *grad += of_bias[channel] - less[channel];
        }
    }
}

/// See [`Judge::examine`].
struct Examination<'a> {
    judge: &'a Judge<'a>,
    samples: &'a [&'a Sample],
    sums: &'a mut Sums,
}

impl Work for Examination<'_> {
    #[inline(always)]
    fn run(self) {
        let Sums { losses, scratch, .. } = self.sums;
        for sample in self.samples {
            let Run { value, .. } = self.judge.run(sample, scratch);
            self.judge.tell(sample, value, losses);
            let wanted = self.judge.target.of(sample);
            let present = cross_entropy(wanted, f32::from(sample.present) / UNITS);
            losses.present += f64::from(present - entropy(wanted));
        }
    }
}

/// See [`Judge::learn`].
struct Lesson<'a> {
    judge: &'a Judge<'a>,
    samples: &'a [&'a Sample],
    sums: &'a mut Sums,
}

impl Work for Lesson<'_> {
    #[inline(always)]
    fn run(self) {
        let Sums { losses, grads, scratch } = self.sums;
        for sample in self.samples {
            let run = self.judge.run(sample, scratch);
            self.judge.tell(sample, run.value, losses);
            self.judge.back(sample, &run, scratch, grads);
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

    use super::super::layout::{Blocks, ROW, begin};
    use super::*;
    use crate::datagen::file::Recipe;
    use crate::datagen::play::Table;
    use crate::train::contents::Contents;
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
        numbers[layout.value..layout.regions].iter_mut().for_each(|number| *number *= 10.0);
        numbers[layout.regions..].iter_mut().for_each(|number| *number *= 2.0);
        let net = Arc::new(point_net::read(&file(&layout, &numbers)).unwrap());
        let model = Model { layout, numbers, target: Target { later: 0.5, scale: 350.0 } };
        let usual = tengen_engine::eval::tables(variant.rule, variant.k);
        let tables = eval::table::build(variant.rule, variant.k, Some(Arc::clone(&net)));
        let mut extractor = Extractor::new(variant, Later::RESULT).unwrap().with_places();
        let (mut seen, mut table) = (0, Table::new(&recipe).unwrap());
        for game in (0..3).map(|number| table.play(number)) {
            let mut board = Board::new(Position::new(variant).unwrap(), &tables);
            game.opening.iter().for_each(|&square| board.play(Move::place(square)));
            for mv in &game.moves {
                let mut known = Board::new(board.position().clone(), &usual);
                if let Some(sample) = extractor.sample(&mut known, mv.score, None) {
                    let run = model.judge().run(&sample, &mut Scratch::default());
                    let value = run.value * UNITS - f32::from(sample.worth);
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

    #[test]
    fn gradients_are_slopes() {
        for (neighbours, regions) in [(false, false), (true, false), (false, true), (true, true)] {
            see_slopes(Layout::with(Blocks { neighbours, regions }));
        }
    }

    /// Sees that a small step against the gradient of each kind of number changes the loss as the
    /// gradient says.
    fn see_slopes(layout: Layout) {
        let target = Target { later: 0.5, scale: 350.0 };
        let mut model = Model { layout, numbers: begin(&layout, &mut seeded(3)), target };
        let all: [([&[u16]; 2], u16); 3] =
            [([&[2, 4, 1499], &[1500]], 3), ([&[], &[2, 1499]], 1), ([&[6, 6, 8, 1501], &[]], 2)];
        let mut points = Contents::default();
        for (rows, count) in all {
            points.push(Content { rows, count });
        }
        // In the beginning numbers that are held are exactly at their bounds: here they are beyond.
        for number in &mut model.numbers[layout.neighbours..layout.count] {
            *number = 4.0 * *number + 0.3;
        }
        // A row of points: three contents, six times one.
        let cells = Box::new([1, 0, 1, 2, 3, 0, 1, 3, 0, 0]);
        let (worth, present, score, later) = (120, 0, 300, Some(1.0));
        let sample = Sample { points, cells, width: 5, worth, present, score, later };
        let mut sums = Sums::new(layout.count);
        model.judge().learn(&[&sample], &mut sums);
        let grads = sums.grads;
        let places = [
            2 * ROW,
            2 * ROW + 1,
            6 * ROW + CHANNELS,
            1499 * ROW + CHANNELS + 2,
            layout.bias,
            layout.bias + 3,
            layout.bias + CHANNELS - 1,
            layout.first + 4,
            layout.first + SUMS,
            layout.second + 5,
            layout.value + 1,
            layout.regions - 1,
        ];
        // Of the blocks of an experiment some forty.
        let blocks =
            (layout.regions..layout.count).step_by(1 + (layout.count - layout.regions) / 40);
        let places: Vec<usize> = places.into_iter().chain(blocks).collect();
        for &place in &places {
            let mut loss_at = |shift: f32| {
                let before = model.numbers[place];
                model.numbers[place] += shift;
                let mut sums = Sums::new(0);
                model.judge().examine(&[&sample], &mut sums);
                model.numbers[place] = before;
                sums.losses.value
            };
            let gradient = f64::from(grads[place]);
            // A long step may meet a bound on the way, a short one drowns in rounding.
            let slopes = [1e-2_f32, 2e-3].map(|step| {
                let slope = (loss_at(step) - loss_at(-step)) / f64::from(2.0 * step);
                ((slope - gradient).abs() - 0.03 * slope.abs(), slope)
            });
            let is_close = slopes.iter().any(|(far, _)| *far < 6e-5);
            assert!(is_close, "{place} of {layout:?}: {slopes:?} {gradient}");
        }
        assert!(places.iter().filter(|&&place| grads[place] != 0.0).count() >= 6);
    }
}
