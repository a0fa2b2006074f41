//! A step of learning: the positions of a batch, several threads at once.

use std::thread;

use super::adam::Adam;
use super::contents::{Content, rows_of, rows_of_mut};
use super::layout::ROW;
use super::model::{Judge, Losses, Model, Sums};
use super::positions::Sample;

/// Positions that are summed up one after the other. Sums of these are added in their order, so
/// that what is learned does not depend on how many threads there are.
const PART: usize = 256;

/// How many times as long as the list of rows a batch has to be so that all rows count as there.
const OFTEN: usize = 32;

/// What teaches a network by batches.
pub struct Teacher {
    parts: Vec<Sums>,
    /// The sums of all parts.
    grads: Vec<f32>,
    /// Whether a row stands in the batch.
    is_there: Vec<bool>,
    /// The rows that do, smallest first, or more.
    rows: Vec<usize>,
    threads: usize,
    /// The most that the length of a gradient may be.
    clip: Option<f32>,
}

impl Teacher {
    /// One for batches of `size`.
    pub fn new(model: &Model, size: usize, threads: usize, clip: Option<f32>) -> Teacher {
        let count = model.layout.count;
        Teacher {
            parts: (0..size.div_ceil(PART)).map(|_| Sums::new(count)).collect(),
            grads: vec![0.0; count],
            is_there: vec![false; model.layout.bias / ROW],
            rows: Vec::new(),
            threads,
            clip,
        }
    }

    /// Teaches with a batch.
    pub fn step(
        &mut self,
        model: &mut Model,
        adam: &mut Adam,
        batch: &[&Sample],
        rate: f32,
    ) -> Losses {
        self.find_rows(batch);
        self.rows.iter().for_each(|&row| adam.settle(&mut model.numbers, row));
        each(&model.judge(), batch, &mut self.parts, self.threads, Judge::learn);
        let losses = self.sum_up(model.layout.bias, batch.len());
        if let Some(most) = self.clip {
            self.clip(model.layout.bias, most);
        }
        adam.step(&mut model.numbers, &self.grads, rate, &self.rows);
        losses
    }

    fn find_rows(&mut self, batch: &[&Sample]) {
        self.rows.clear();
        // Where rows stand dozens of times each, to change all of them costs less than to look.
        let words: usize = batch.iter().map(|sample| sample.points.words()).sum();
        if words > OFTEN * self.is_there.len() {
            self.rows.extend(0..self.is_there.len());
            return;
        }
        self.is_there.fill(false);
        for Content { rows, .. } in batch.iter().flat_map(|sample| sample.points.iter()) {
            rows.into_iter().flatten().for_each(|&row| self.is_there[usize::from(row)] = true);
        }
        self.rows.extend((0..self.is_there.len()).filter(|&row| self.is_there[row]));
    }

    /// Adds the parts up, and empties them.
    fn sum_up(&mut self, bias: usize, count: usize) -> Losses {
        let mut losses = Losses::default();
        for part in &mut self.parts {
            losses.add(&std::mem::take(&mut part.losses));
        }
        let share = 1.0 / count as f32;
        let (rows, rest) = self.grads.split_at_mut(bias);
        rest.fill(0.0);
        let rows = rows_of_mut(rows);
        self.rows.iter().for_each(|&row| rows[row] = Default::default());
        for part in &mut self.parts {
            let (of_rows, of_rest) = part.grads.split_at_mut(bias);
            let of_rows = rows_of_mut(of_rows);
            for &row in &self.rows {
                let part = std::mem::take(&mut of_rows[row]);
                let sums = rows[row].as_flattened_mut().iter_mut();
                sums.zip(part.as_flattened()).for_each(|(sum, part)| *sum += part * share);
            }
            for (sum, part) in rest.iter_mut().zip(of_rest) {
                *sum += std::mem::take(part) * share;
            }
        }
        losses
    }

    /// Shortens a gradient that is longer than `most`.
    fn clip(&mut self, bias: usize, most: f32) {
        let (rows, rest) = self.grads.split_at(bias);
        let of_rows = self.rows.iter().flat_map(|&row| rows_of(rows)[row].as_flattened());
        let square = |number: &f32| f64::from(*number) * f64::from(*number);
        let length = of_rows.chain(rest).map(square).sum::<f64>().sqrt() as f32;
        if length > most {
            let share = most / length;
            let (rows, rest) = self.grads.split_at_mut(bias);
            let rows = rows_of_mut(rows);
            for &row in &self.rows {
                rows[row].as_flattened_mut().iter_mut().for_each(|number| *number *= share);
            }
            for number in rest {
                *number *= share;
            }
        }
    }
}

/// The losses of samples.
pub fn examine(model: &Model, samples: &[Sample], threads: usize) -> Losses {
    let samples: Vec<&Sample> = samples.iter().collect();
    let mut parts: Vec<Sums> = (0..samples.len().div_ceil(PART)).map(|_| Sums::new(0)).collect();
    each(&model.judge(), &samples, &mut parts, threads, Judge::examine);
    let mut losses = Losses::default();
    for part in &parts {
        losses.add(&part.losses);
    }
    losses
}

/// Does the work for each part of the samples.
fn each<'a>(
    judge: &Judge<'a>,
    samples: &[&Sample],
    parts: &mut [Sums],
    threads: usize,
    work: fn(&Judge<'a>, &[&Sample], &mut Sums),
) {
    let share = samples.len().div_ceil(PART).div_ceil(threads).max(1);
    let run = |samples: &[&Sample], parts: &mut [Sums]| {
        samples.chunks(PART).zip(parts).for_each(|(samples, part)| work(judge, samples, part));
    };
    let mut shares = samples.chunks(share * PART).zip(parts.chunks_mut(share));
    let Some((first, own)) = shares.next() else { return };
    thread::scope(|scope| {
        for (samples, parts) in shares {
            scope.spawn(move || run(samples, parts));
        }
        run(first, own);
    });
}

#[cfg(test)]
mod tests {
    use tengen_engine::player::{draw, seeded};

    use super::super::adam::Moments;
    use super::super::contents::Contents;
    use super::super::layout::{Layout, begin};
    use super::super::model::Target;
    use super::super::row_plan;
    use super::*;

    /// Positions with rows that lots chose.
    fn samples(count: usize) -> Vec<Sample> {
        let mut lots = seeded(9);
        let mut below = |count: usize| draw(&mut lots, count) as u16;
        let mut sample = || {
            let mut points = Contents::default();
            for _ in 0..4 {
                let rows = [[below(1500), below(2000)], [below(40), below(2000)]];
                points.push(Content { rows: [&rows[0], &rows[1]], count: 1 + below(3) });
            }
            let [worth, present, score] = [0; 3].map(|_: i32| below(800) as i16 - 400);
            Sample {
                points,
                cells: Box::default(),
                width: 15,
                worth,
                present,
                score,
                later: Some(0.5),
            }
        };
        (0..count).map(|_| sample()).collect()
    }

    fn model() -> Model {
        let layout = Layout::new();
        let target = Target { later: 0.5, scale: 350.0 };
        Model { layout, numbers: begin(&layout, &mut seeded(3)), target }
    }

    /// The numbers after some steps.
    fn learned(threads: usize, clip: Option<f32>) -> Vec<f32> {
        let (mut model, samples) = (model(), samples(3 * PART));
        let plan = row_plan(&model.layout, 0.02);
        let mut adam = Adam::new(Moments::new(model.layout.count), plan);
        let mut teacher = Teacher::new(&model, samples.len(), threads, clip);
        let begun = examine(&model, &samples, threads);
        assert_eq!(begun.count as usize, samples.len());
        for _ in 0..12 {
            let batch: Vec<&Sample> = samples.iter().skip(7).collect();
            teacher.step(&mut model, &mut adam, &batch, 0.004);
        }
        adam.settle_all(&mut model.numbers);
        let ended = examine(&model, &samples, threads);
        assert!(ended.value < 0.99 * begun.value, "{begun:?} {ended:?}");
        model.numbers
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let one = learned(1, None);
        assert!(one == learned(2, None) && one == learned(16, None));
        assert!(one == learned(1, Some(1e9)) && one != learned(1, Some(1e-6)));
    }

    #[test]
    fn long_gradients_are_shortened() {
        let model = model();
        let batch = samples(20);
        let batch: Vec<&Sample> = batch.iter().collect();
        let length_with = |clip: Option<f32>| {
            let mut teacher = Teacher::new(&model, batch.len(), 1, clip);
            teacher.find_rows(&batch);
            each(&model.judge(), &batch, &mut teacher.parts, 1, Judge::learn);
            teacher.sum_up(model.layout.bias, batch.len());
            if let Some(most) = clip {
                teacher.clip(model.layout.bias, most);
            }
            teacher.grads.iter().map(|number| number * number).sum::<f32>().sqrt()
        };
        let length = length_with(None);
        assert!(length > 0.02, "{length}");
        assert!((length_with(Some(0.01)) - 0.01).abs() < 1e-5);
        assert!((length_with(Some(1.0)) - length).abs() < 1e-5);
    }
}
