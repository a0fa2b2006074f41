//! Adam (Kingma and Ba 2014), with weight decay beside the gradient (Loshchilov and
//! Hutter 2017).

const FIRST: f32 = 0.9;
const SECOND: f32 = 0.999;
const TINY: f32 = 1e-8;

/// The memory of the method: means and squares of slopes, and the number of steps.
pub struct Adam {
    pub(super) means: Vec<f32>,
    pub(super) squares: Vec<f32>,
    pub(super) steps: i32,
}

impl Adam {
    /// A memory for `count` numbers.
    pub fn new(count: usize) -> Adam {
        Adam { means: vec![0.0; count], squares: vec![0.0; count], steps: 0 }
    }

    /// One step against the gradient; `decay` is the share that the numbers below `rows`
    /// lose for each unit of the rate.
    pub fn step(
        &mut self,
        numbers: &mut [f32],
        grads: &[f32],
        rate: f32,
        (decay, rows): (f32, usize),
    ) {
        self.steps += 1;
        let mean_share = 1.0 - FIRST.powi(self.steps);
        let square_share = 1.0 - SECOND.powi(self.steps);
        let (rate_of_mean, root) = (rate / mean_share, square_share.sqrt().recip());
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for (place, ((number, grad), (mean, square))) in
            numbers.iter_mut().zip(grads).zip(moments).enumerate()
        {
            *mean += (1.0 - FIRST) * (grad - *mean);
            *square += (1.0 - SECOND) * (grad * grad - *square);
            if place < rows {
                *number -= rate * decay * *number;
            }
            *number -= rate_of_mean * *mean / (square.sqrt() * root + TINY);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bottom_of_a_bowl_is_found() {
        let mut numbers = [3.0_f32, -2.0];
        let mut adam = Adam::new(2);
        for _ in 0..2000 {
            let grads = [2.0 * (numbers[0] - 1.0), 20.0 * (numbers[1] - 0.5)];
            adam.step(&mut numbers, &grads, 0.01, (0.0, 0));
        }
        assert!((numbers[0] - 1.0).abs() < 0.01 && (numbers[1] - 0.5).abs() < 0.01, "{numbers:?}");
    }
}
