//! A step over the board in which each point hears of the eight around it: an experiment, which
//! the program does not have.

use tengen_engine::pattern::points::CHANNELS;

use super::dense::through;

/// Numbers of a point, for each player, that take part.
pub const SPREAD: usize = CHANNELS / 2;

/// Those of both players, of the side to move first.
pub type Near = [f32; 2 * SPREAD];

/// Numbers of the step: for each number of a point the weight of the point itself, of the four that
/// share an edge with it, and of the four at its corners.
pub const COUNT: usize = 3 * SPREAD;

/// The numbers of the points of a board with a margin of nothing around it.
#[derive(Default)]
pub struct Field {
    /// Columns with the margin.
    width: usize,
    /// The first place that is no margin, and the one after the last.
    inner: [usize; 2],
    pub cells: Vec<Near>,
}

impl Field {
    /// Becomes an empty field for a board.
    pub fn clear(&mut self, width: usize, height: usize) {
        self.width = width + 2;
        self.inner = [width + 3, (height + 1) * (width + 2) - 1];
        self.cells.clear();
        self.cells.resize((width + 2) * (height + 2), [0.0; 2 * SPREAD]);
    }

    /// Where a point is kept.
    pub fn place(&self, col: usize, row: usize) -> usize {
        (row + 1) * self.width + col + 1
    }

    /// The sums over the four points with a common edge and over the four at the corners.
    #[inline(always)]
    fn around(&self, place: usize) -> [Near; 2] {
        let (below, above) = (place - self.width, place + self.width);
        [
            self.sum([below, place - 1, place + 1, above]),
            self.sum([below - 1, below + 1, above - 1, above + 1]),
        ]
    }

    #[inline(always)]
    fn sum(&self, places: [usize; 4]) -> Near {
        let mut sum = self.cells[places[0]];
        add(&mut sum, &self.cells[places[1]]);
        add(&mut sum, &self.cells[places[2]]);
        add(&mut sum, &self.cells[places[3]]);
        sum
    }
}

/// Adds numbers to others.
#[inline(always)]
pub fn add(to: &mut Near, more: &Near) {
    for (to, more) in to.iter_mut().zip(more) {
        *to += more;
    }
}

/// The step with its numbers, those of each player.
pub struct Neighbours {
    weights: [Near; 3],
}

impl Neighbours {
    /// The step whose numbers a list begins with.
    pub fn new(numbers: &[f32]) -> Neighbours {
        let weights =
            |kind: usize| std::array::from_fn(|channel| numbers[kind * SPREAD + channel % SPREAD]);
        Neighbours { weights: [0, 1, 2].map(weights) }
    }

    /// The numbers with which the teaching begins: each point hears of itself alone.
    pub fn begin(numbers: &mut [f32]) {
        numbers[..SPREAD].fill(1.0);
        numbers[SPREAD..COUNT].fill(0.0);
    }

    /// Takes the step: `sums` are the new numbers, before they are held between 0 and 1, of points
    /// whose numbers without anything are `base`; `from` and `to` are what points have beyond that.
    #[inline(always)]
    pub fn step(&self, base: &Near, from: &Field, sums: &mut Field, to: &mut Field) {
        let [own, edge, corner] = &self.weights;
        for place in from.inner[0]..from.inner[1] {
            let column = place % from.width;
            if column == 0 || column == from.width - 1 {
                continue;
            }
            let [edges, corners] = from.around(place);
            let here = from.cells[place];
            let (mut sum, mut more) = (*base, *base);
            for channel in 0..2 * SPREAD {
                sum[channel] += own[channel] * here[channel]
                    + edge[channel] * edges[channel]
                    + corner[channel] * corners[channel];
                more[channel] = sum[channel].clamp(0.0, 1.0) - base[channel];
            }
            sums.cells[place] = sum;
            to.cells[place] = more;
        }
    }

    /// Passes `errors` back: they become those before the bounds, and `back` those of `from`. Adds
    /// the slopes to `grads` and those of `base` to `of_base`.
    #[inline(always)]
    pub fn back(
        &self,
        from: &Field,
        sums: &Field,
        errors: &mut Field,
        back: &mut Field,
        (grads, of_base): (&mut [f32], &mut Near),
    ) {
        let mut slopes = [[0.0; 2 * SPREAD]; 3];
        for place in from.inner[0]..from.inner[1] {
            let column = place % from.width;
            if column == 0 || column == from.width - 1 {
                continue;
            }
            let error = errors.cells[place];
            let free = through(&sums.cells[place], &error);
            let [edges, corners] = from.around(place);
            let here = from.cells[place];
            for channel in 0..2 * SPREAD {
                of_base[channel] += free[channel] - error[channel];
                slopes[0][channel] += free[channel] * here[channel];
                slopes[1][channel] += free[channel] * edges[channel];
                slopes[2][channel] += free[channel] * corners[channel];
            }
            errors.cells[place] = free;
        }
        for (kind, slopes) in slopes.iter().enumerate() {
            for (channel, slope) in slopes.iter().enumerate() {
                grads[kind * SPREAD + channel % SPREAD] += slope;
            }
        }
        let [own, edge, corner] = &self.weights;
        for place in from.inner[0]..from.inner[1] {
            let [edges, corners] = errors.around(place);
            let here = errors.cells[place];
            let mut sum = [0.0; 2 * SPREAD];
            for channel in 0..2 * SPREAD {
                sum[channel] = own[channel] * here[channel]
                    + edge[channel] * edges[channel]
                    + corner[channel] * corners[channel];
            }
            back.cells[place] = sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::slopes::{assert_slopes, some_numbers, weigh};
    use super::*;

    const BOARD: [usize; 2] = [4, 3];

    fn field(numbers: &[f32]) -> Field {
        let mut field = Field::default();
        field.clear(BOARD[0], BOARD[1]);
        for (place, numbers) in numbers.as_chunks().0.iter().enumerate() {
            let place = field.place(place % BOARD[0], place / BOARD[0]);
            field.cells[place] = *numbers;
        }
        field
    }

    #[test]
    fn gradients_are_slopes() {
        const AREA: usize = BOARD[0] * BOARD[1];
        const WIDTH: usize = 2 * SPREAD;
        let mut numbers = some_numbers(COUNT + WIDTH + AREA * WIDTH);
        for number in &mut numbers[COUNT..COUNT + WIDTH] {
            *number = 0.3 + 0.2 * *number;
        }
        let weights = some_numbers(AREA * WIDTH);
        let run = |numbers: &[f32]| {
            let base = *numbers[COUNT..].first_chunk().unwrap();
            let from = field(&numbers[COUNT + WIDTH..]);
            let (mut sums, mut to) = (field(&[]), field(&[]));
            Neighbours::new(numbers).step(&base, &from, &mut sums, &mut to);
            (from, sums, to)
        };
        let errors = field(&weights);
        let loss = |numbers: &[f32]| {
            let (_, _, to) = run(numbers);
            weigh(to.cells.as_flattened(), errors.cells.as_flattened())
        };
        let (from, sums, _) = run(&numbers);
        let mut grads = vec![0.0; numbers.len()];
        let (mut back, mut of_base) = (field(&[]), [0.0; WIDTH]);
        let (own, rest) = grads.split_at_mut(COUNT);
        let mut passed = field(&weights);
        let step = Neighbours::new(&numbers);
        step.back(&from, &sums, &mut passed, &mut back, (own, &mut of_base));
        rest[..WIDTH].copy_from_slice(&of_base);
        for (place, grads) in rest[WIDTH..].chunks_exact_mut(WIDTH).enumerate() {
            grads.copy_from_slice(&back.cells[back.place(place % BOARD[0], place / BOARD[0])]);
        }
        assert_slopes(&numbers, &grads, loss);
    }

    #[test]
    fn at_the_beginning_nothing_changes() {
        let mut numbers = [0.5; COUNT];
        Neighbours::begin(&mut numbers);
        let from = field(&some_numbers(12 * 2 * SPREAD));
        let (mut sums, mut to) = (field(&[]), field(&[]));
        Neighbours::new(&numbers).step(&[0.5; 2 * SPREAD], &from, &mut sums, &mut to);
        let far = from.cells.as_flattened().iter().zip(to.cells.as_flattened());
        assert!(far.map(|(one, other)| (one - other).abs()).fold(0.0, f32::max) < 1e-6);
    }
}
