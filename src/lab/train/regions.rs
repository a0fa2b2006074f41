//! The part of the network that hears where on the board things stand: sums over nine regions, and
//! a small star of layers for each (after the value head of Mixnet).

use tengen_engine::pattern::points::HIDDEN;
use tengen_engine::pattern::points::regions::{KINDS, QUARTERS, REGIONS};

use super::dense::{Dense, held, through};
use super::neighbours::Near;

/// What the sums of a region are divided by.
pub const REGION_UNITS: f32 = 2.0;

const INPUTS: usize = size_of::<Near>() / size_of::<f32>();

/// Numbers that a region comes to.
const OUT: usize = 16;

type Branch = Dense<INPUTS, OUT>;
type Into = Dense<OUT, { HIDDEN[0] }>;

/// Where the layer begins that leads into the others.
const INTO: usize = 6 * Branch::COUNT;

/// Numbers of the block.
pub const COUNT: usize = INTO + Into::COUNT;

/// How much a region counts.
fn share(region: usize) -> f32 {
    f32::from(QUARTERS[KINDS[region]]) / 4.0
}

/// The block with its numbers.
pub struct Regions {
    /// The two branches of each kind, whose neurons are multiplied.
    branches: Vec<[Branch; 2]>,
    into: Into,
}

/// What the block computes on the way.
pub struct RegionRun {
    branches: [[[f32; OUT]; 2]; REGIONS],
    /// The sums of the stars.
    all: [f32; OUT],
}

impl Regions {
    /// The block whose numbers a list begins with.
    pub fn new(numbers: &[f32]) -> Regions {
        let branch = |number: usize| Branch::new(&numbers[number * Branch::COUNT..]);
        let branches = (0..3).map(|kind| [branch(2 * kind), branch(2 * kind + 1)]).collect();
        Regions { branches, into: Into::new(&numbers[INTO..]) }
    }

    /// Where the layers begin, their inputs, and whether their neurons are held between bounds.
    pub fn layers() -> impl Iterator<Item = (usize, usize, bool)> {
        let branches = (0..6).map(|number| (number * Branch::COUNT, INPUTS, true));
        branches.chain([(INTO, OUT, false)])
    }

    /// What the regions add to the neurons of the first layer.
    #[inline(always)]
    pub fn run(&self, sums: &[Near; REGIONS]) -> (RegionRun, [f32; HIDDEN[0]]) {
        let mut run = RegionRun { branches: [[[0.0; OUT]; 2]; REGIONS], all: [0.0; OUT] };
        for region in 0..REGIONS {
            let [one, other] = &self.branches[KINDS[region]];
            run.branches[region] = [one.sums(&sums[region]), other.sums(&sums[region])];
            let [one, other] = [held(&run.branches[region][0]), held(&run.branches[region][1])];
            for place in 0..OUT {
                run.all[place] += share(region) * one[place] * other[place];
            }
        }
        let out = self.into.sums(&run.all);
        (run, out)
    }

    /// Passes the errors of those neurons back to the sums, and adds slopes to `grads`.
    #[inline(always)]
    pub fn back(
        &self,
        sums: &[Near; REGIONS],
        run: &RegionRun,
        errors: &[f32; HIDDEN[0]],
        grads: &mut [f32],
    ) -> [Near; REGIONS] {
        let (of_branches, of_into) = grads.split_at_mut(INTO);
        let stars = self.into.back(&run.all, errors, of_into);
        let mut all = [[0.0; INPUTS]; REGIONS];
        for region in 0..REGIONS {
            let neurons = &run.branches[region];
            for branch in 0..2 {
                let mut errors = held(&neurons[1 - branch]);
                for (error, star) in errors.iter_mut().zip(&stars) {
                    *error *= share(region) * star;
                }
                let errors = through(&neurons[branch], &errors);
                let grads = &mut of_branches[(2 * KINDS[region] + branch) * Branch::COUNT..];
                let layer = &self.branches[KINDS[region]][branch];
                let back = layer.back(&sums[region], &errors, grads);
                for (sum, back) in all[region].iter_mut().zip(&back) {
                    *sum += back;
                }
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::super::slopes::{assert_slopes, some_numbers, weigh};
    use super::*;

    #[test]
    fn gradients_are_slopes() {
        let mut numbers = some_numbers(COUNT + REGIONS * INPUTS);
        for (at, inputs, _) in Regions::layers() {
            numbers[at + inputs] += 0.5;
        }
        let weights: [f32; HIDDEN[0]] = *some_numbers(HIDDEN[0]).first_chunk().unwrap();
        let sums = |numbers: &[f32]| *numbers[COUNT..].as_chunks().0.first_chunk().unwrap();
        let loss = |numbers: &[f32]| {
            let (_, out) = Regions::new(numbers).run(&sums(numbers));
            weigh(&out, &weights)
        };
        let block = Regions::new(&numbers);
        let (run, _) = block.run(&sums(&numbers));
        let mut grads = vec![0.0; numbers.len()];
        let (own, rest) = grads.split_at_mut(COUNT);
        let back = block.back(&sums(&numbers), &run, &weights, own);
        rest.copy_from_slice(back.as_flattened());
        assert_slopes(&numbers, &grads, loss);
    }
}
