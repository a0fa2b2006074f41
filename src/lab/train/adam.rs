//! Adam (Kingma and Ba 2014), with weight decay beside the gradient (Loshchilov and
//! Hutter 2017), for rows of which a step needs few.
//!
//! A row without a gradient moves on by itself: it decays, and what it learned last carries it
//! further. Nobody reads it meanwhile, so that this is made up for when a step needs the row again.

const FIRST: f32 = 0.9;
const SECOND: f32 = 0.999;
const TINY: f32 = 1e-8;

/// Steps after which all rows are made up for, so that the list of debts stays short.
const LONGEST: usize = 1024;

/// Which numbers are rows: those before all the others.
#[derive(Clone, Copy, Debug)]
pub struct RowPlan {
    /// Numbers of a row.
    pub width: usize,
    /// How many rows there are.
    pub count: usize,
    /// The share that a row loses for each unit of the rate.
    pub decay: f32,
    /// The first so many rows are held between bounds.
    pub held: usize,
    /// The bounds are this and its negative.
    pub most: f32,
}

/// The memory of the method: means and squares of slopes, and the number of steps.
pub struct Moments {
    pub means: Vec<f32>,
    pub squares: Vec<f32>,
    pub steps: i32,
}

impl Moments {
    /// The memory for `count` numbers before the first step.
    pub fn new(count: usize) -> Moments {
        Moments { means: vec![0.0; count], squares: vec![0.0; count], steps: 0 }
    }
}

/// The method.
pub struct Adam {
    /// What it remembers; right for a row once that has missed nothing.
    pub moments: Moments,
    plan: RowPlan,
    /// The place in `debts` of what each row has missed.
    missed: Vec<usize>,
    /// What a row has missed since each step, the present one last.
    debts: Vec<Debt>,
}

/// What some steps do to a number without a gradient.
#[derive(Clone, Copy)]
struct Debt {
    /// The share of the number that stays.
    kept: f32,
    /// How far it moves, in quotients of its mean and the root of its square at the beginning.
    drift: f32,
    /// That quotient now, as a share of what it was.
    quotient: f32,
    steps: i32,
}

impl Debt {
    const NONE: Debt = Debt { kept: 1.0, drift: 0.0, quotient: 1.0, steps: 0 };
}

/// The sizes of a step.
#[derive(Clone, Copy)]
struct Sizes {
    of_mean: f32,
    root: f32,
}

impl Sizes {
    fn new(rate: f32, steps: i32) -> Sizes {
        let mean_share = 1.0 - FIRST.powi(steps);
        let square_share = 1.0 - SECOND.powi(steps);
        Sizes { of_mean: rate / mean_share, root: square_share.sqrt().recip() }
    }
}

impl Adam {
    /// The method with what it remembers.
    pub fn new(moments: Moments, plan: RowPlan) -> Adam {
        Adam { moments, plan, missed: vec![0; plan.count], debts: vec![Debt::NONE] }
    }

    /// Makes up for what a row has missed.
    pub fn settle(&mut self, numbers: &mut [f32], row: usize) {
        let missed = std::mem::replace(&mut self.missed[row], self.debts.len() - 1);
        let Debt { kept, drift, steps, .. } = self.debts[missed];
        if steps == 0 {
            return;
        }
        // The squares hardly change while the mean still carries the number.
        let tiny = TINY * (1.0 - SECOND.powi(self.moments.steps)).sqrt();
        let (mean_falls, square_falls) = (FIRST.powi(steps), SECOND.powi(steps));
        let most = self.plan.most(row);
        let at = row * self.plan.width..(row + 1) * self.plan.width;
        let moments =
            self.moments.means[at.clone()].iter_mut().zip(&mut self.moments.squares[at.clone()]);
        for (number, (mean, square)) in numbers[at].iter_mut().zip(moments) {
            let moved = *number * kept - drift * *mean / (square.sqrt() + tiny);
            *number = moved.clamp(-most, most);
            *mean *= mean_falls;
            *square *= square_falls;
        }
    }

    /// Makes up for what any row has missed.
    pub fn settle_all(&mut self, numbers: &mut [f32]) {
        (0..self.plan.count).for_each(|row| self.settle(numbers, row));
        self.missed.fill(0);
        self.debts.truncate(1);
        self.debts[0] = Debt::NONE;
    }

    /// One step against the gradient, which is nothing but for `rows` and the numbers that are in
    /// no row. `rows` have missed nothing.
    pub fn step(&mut self, numbers: &mut [f32], grads: &[f32], rate: f32, rows: &[usize]) {
        self.moments.steps += 1;
        let sizes = Sizes::new(rate, self.moments.steps);
        let kept = 1.0 - rate * self.plan.decay;
        for debt in &mut self.debts {
            debt.kept *= kept;
            debt.quotient *= FIRST / SECOND.sqrt();
            debt.drift = debt.drift * kept + sizes.of_mean / sizes.root * debt.quotient;
            debt.steps += 1;
        }
        self.debts.push(Debt::NONE);
        let width = self.plan.width;
        for &row in rows {
            self.missed[row] = self.debts.len() - 1;
            let most = self.plan.most(row);
            self.change(numbers, grads, (row * width, (row + 1) * width), sizes, (kept, most));
        }
        let (from, to) = (self.plan.count * width, numbers.len());
        self.change(numbers, grads, (from, to), sizes, (1.0, f32::INFINITY));
        if self.debts.len() > LONGEST {
            self.settle_all(numbers);
        }
    }

    fn change(
        &mut self,
        numbers: &mut [f32],
        grads: &[f32],
        (from, to): (usize, usize),
        Sizes { of_mean, root }: Sizes,
        (kept, most): (f32, f32),
    ) {
        let moments =
            self.moments.means[from..to].iter_mut().zip(&mut self.moments.squares[from..to]);
        let numbers = numbers[from..to].iter_mut().zip(&grads[from..to]);
        for ((number, grad), (mean, square)) in numbers.zip(moments) {
            *mean += (1.0 - FIRST) * (grad - *mean);
            *square += (1.0 - SECOND) * (grad * grad - *square);
            let moved = *number * kept - of_mean * *mean / (square.sqrt() * root + TINY);
            *number = moved.clamp(-most, most);
        }
    }
}

impl RowPlan {
    /// The bound of a row's numbers.
    fn most(&self, row: usize) -> f32 {
        if row < self.held { self.most } else { f32::INFINITY }
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::player::{draw, seeded};

    use super::*;

    const NO_ROWS: RowPlan = RowPlan { width: 1, count: 0, decay: 0.0, held: 0, most: 0.0 };

    #[test]
    fn the_bottom_of_a_bowl_is_found() {
        let mut numbers = [3.0_f32, -2.0];
        let mut adam = Adam::new(Moments::new(2), NO_ROWS);
        for _ in 0..2000 {
            let grads = [2.0 * (numbers[0] - 1.0), 20.0 * (numbers[1] - 0.5)];
            adam.step(&mut numbers, &grads, 0.01, &[]);
        }
        assert!((numbers[0] - 1.0).abs() < 0.01 && (numbers[1] - 0.5).abs() < 0.01, "{numbers:?}");
    }

    /// Rows that are made up for when they are needed come to what they come to when each step
    /// changes all of them, but for rounding.
    #[test]
    fn what_rows_have_missed_is_made_up_for() {
        const ROWS: usize = 6;
        const WIDTH: usize = 3;
        let plan = RowPlan { width: WIDTH, count: ROWS, decay: 0.05, held: 2, most: 0.3 };
        let mut lots = seeded(5);
        let mut number = || draw(&mut lots, 2001) as f32 / 1000.0 - 1.0;
        let begin: Vec<f32> = (0..ROWS * WIDTH + 2).map(|_| 0.3 * number()).collect();
        let (mut lazy, mut dense) = (begin.clone(), begin.clone());
        let mut few = Adam::new(Moments::new(begin.len()), plan);
        let mut all = Adam::new(Moments::new(begin.len()), plan);
        for step in 0..3000_usize {
            // The first row is needed rarely, the last always.
            let rows: Vec<usize> =
                (0..ROWS).filter(|row| step.is_multiple_of([700, 90, 13, 5, 2, 1][*row])).collect();
            let mut grads = vec![0.0; begin.len()];
            for &row in &rows {
                grads[row * WIDTH..][..WIDTH].fill_with(|| 0.01 * number());
            }
            grads[ROWS * WIDTH..].fill_with(&mut number);
            let rate = 0.004 * (1.0 - step as f32 / 3000.0);
            for &row in &rows {
                few.settle(&mut lazy, row);
            }
            few.step(&mut lazy, &grads, rate, &rows);
            all.step(&mut dense, &grads, rate, &[0, 1, 2, 3, 4, 5]);
        }
        few.settle_all(&mut lazy);
        for (place, (one, other)) in lazy.iter().zip(&dense).enumerate() {
            assert!((one - other).abs() < 2e-5, "{place}: {one} {other}, from {}", begin[place]);
        }
        let (few, all) = (few.moments, all.moments);
        for (one, other) in [(&few.means, &all.means), (&few.squares, &all.squares)] {
            let close =
                |(one, other): (&f32, &f32)| (one - other).abs() <= 1e-4 * other.abs() + 1e-12;
            assert!(one.iter().zip(other).all(close), "{one:?} {other:?}");
        }
        assert!(lazy[..2 * WIDTH].iter().all(|number| number.abs() <= 0.3));
    }
}
