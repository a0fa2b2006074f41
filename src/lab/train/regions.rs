//! Where on the board things stand: sums over thirds of each side, a small star of layers for each,
//! and squares of four of them (the value head of Mixnet): an experiment, which the program does
//! not have.

use tengen_engine::pattern::points::HIDDEN;

use super::dense::{Dense, held, through};
use super::neighbours::Near;

/// Regions of a board.
pub const REGIONS: usize = 9;

/// What the sums of a region are divided by.
pub const REGION_UNITS: f32 = 2.0;

const INPUTS: usize = size_of::<Near>() / size_of::<f32>();

/// Numbers that a region comes to.
const OUT: usize = 16;

/// The four regions of each square.
const SQUARES: [[usize; 4]; 4] = [[0, 1, 3, 4], [1, 2, 4, 5], [3, 4, 6, 7], [4, 5, 7, 8]];

/// Kinds of regions, which share their numbers: at a corner, at an edge, in the centre.
const KINDS: [usize; REGIONS] = [0, 1, 0, 1, 2, 1, 0, 1, 0];

type Branch = Dense<INPUTS, OUT>;
type Into = Dense<{ 4 * OUT }, { HIDDEN[0] }>;

/// Numbers of the block.
pub const COUNT: usize = 6 * Branch::COUNT + Into::COUNT;

/// The region of a point, turned by one of the eight symmetries.
#[inline(always)]
pub fn region([col, row]: [usize; 2], [width, height]: [usize; 2], turn: usize) -> usize {
    let (mut x, mut y) = (3 * col / width, 3 * row / height);
    if turn & 1 != 0 {
        x = 2 - x;
    }
    if turn & 2 != 0 {
        y = 2 - y;
    }
    if turn & 4 != 0 {
        (x, y) = (y, x);
    }
    3 * y + x
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
    squares: [f32; 4 * OUT],
}

impl Regions {
    /// The block whose numbers a list begins with.
    pub fn new(numbers: &[f32]) -> Regions {
        let branch = |number: usize| Branch::new(&numbers[number * Branch::COUNT..]);
        let branches = (0..3).map(|kind| [branch(2 * kind), branch(2 * kind + 1)]).collect();
        Regions { branches, into: Into::new(&numbers[6 * Branch::COUNT..]) }
    }

    /// Where the layers begin, their inputs, and whether their neurons are held between bounds.
    pub fn layers() -> impl Iterator<Item = (usize, usize, bool)> {
        let branches = (0..6).map(|number| (number * Branch::COUNT, INPUTS, true));
        branches.chain([(6 * Branch::COUNT, 4 * OUT, false)])
    }

    /// What the regions add to the neurons of the first layer.
    #[inline(always)]
    pub fn run(&self, sums: &[Near; REGIONS]) -> (RegionRun, [f32; HIDDEN[0]]) {
        let mut run = RegionRun { branches: [[[0.0; OUT]; 2]; REGIONS], squares: [0.0; 4 * OUT] };
        let mut stars = [[0.0; OUT]; REGIONS];
        for region in 0..REGIONS {
            let [one, other] = &self.branches[KINDS[region]];
            run.branches[region] = [one.sums(&sums[region]), other.sums(&sums[region])];
            let [one, other] = [held(&run.branches[region][0]), held(&run.branches[region][1])];
            for place in 0..OUT {
                stars[region][place] = one[place] * other[place];
            }
        }
        for (square, regions) in run.squares.as_chunks_mut::<OUT>().0.iter_mut().zip(SQUARES) {
            for region in regions {
                for (mean, number) in square.iter_mut().zip(&stars[region]) {
                    *mean += number / 4.0;
                }
            }
        }
        let out = self.into.sums(&run.squares);
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
        let (of_branches, of_into) = grads.split_at_mut(6 * Branch::COUNT);
        let back = self.into.back(&run.squares, errors, of_into);
        let mut stars = [[0.0; OUT]; REGIONS];
        for (back, regions) in back.as_chunks::<OUT>().0.iter().zip(SQUARES) {
            for region in regions {
                for (star, back) in stars[region].iter_mut().zip(back) {
                    *star += back / 4.0;
                }
            }
        }
        let mut all = [[0.0; INPUTS]; REGIONS];
        for region in 0..REGIONS {
            let neurons = &run.branches[region];
            for branch in 0..2 {
                let mut errors = held(&neurons[1 - branch]);
                for (error, star) in errors.iter_mut().zip(&stars[region]) {
                    *error *= star;
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
    fn thirds_turn_with_the_board() {
        let of =
            |turn| [[0, 0], [14, 0], [7, 3], [2, 8]].map(|point| region(point, [15, 15], turn));
        assert_eq!(of(0), [0, 2, 1, 3]);
        assert_eq!(of(1), [2, 0, 1, 5]);
        assert_eq!(of(4), [0, 6, 3, 1]);
        assert_eq!(KINDS[region([7, 7], [15, 15], 5)], 2);
    }

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
