//! The contents of points: how they are kept, and the numbers that they come to.

use tengen_engine::pattern::points::CHANNELS;

/// The numbers of a row: what it adds for the player that it belongs to, and for the other.
pub type RowNumbers = [[f32; CHANNELS]; 2];

/// The numbers of a point, for the side to move and for the other one.
pub type Point = [[f32; CHANNELS]; 2];

/// A content of points: the rows of the side to move, those of the other one, and how many points
/// have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Content<'a> {
    pub rows: [&'a [u16]; 2],
    pub count: u16,
}

/// Contents in few bytes: of each one the count, the numbers of rows of both sides in a word, and
/// the rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents(Vec<u16>);

impl Contents {
    /// Adds a content.
    pub fn push(&mut self, Content { rows: [own, other], count }: Content<'_>) {
        self.0.extend([count, own.len() as u16 | (other.len() as u16) << 8]);
        self.0.extend_from_slice(own);
        self.0.extend_from_slice(other);
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// How long the list is, mostly with numbers of rows.
    pub fn words(&self) -> usize {
        self.0.len()
    }

    /// All contents.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = Content<'_>> {
        let mut rest = self.0.as_slice();
        std::iter::from_fn(move || {
            let (&[count, lengths], after) = rest.split_first_chunk()?;
            let (own, after) = after.split_at(usize::from(lengths & 255));
            let (other, after) = after.split_at(usize::from(lengths >> 8));
            rest = after;
            Some(Content { rows: [own, other], count })
        })
    }
}

/// The rows of a list of numbers.
pub fn rows_of(numbers: &[f32]) -> &[RowNumbers] {
    numbers.as_chunks::<CHANNELS>().0.as_chunks::<2>().0
}

/// The rows of a list of numbers, to change them.
pub fn rows_of_mut(numbers: &mut [f32]) -> &mut [RowNumbers] {
    numbers.as_chunks_mut::<CHANNELS>().0.as_chunks_mut::<2>().0
}

#[inline(always)]
fn add(to: &mut [f32; CHANNELS], more: &[f32; CHANNELS]) {
    to.iter_mut().zip(more).for_each(|(to, more)| *to += more);
}

/// The numbers of a point: what every point has, and what its rows add.
#[inline(always)]
pub fn gather(rows: &[RowNumbers], bias: &[f32; CHANNELS], content: [&[u16]; 2]) -> Point {
    let ([mut own, mut other], [of_own, of_other]) = ([*bias; 2], content);
    for &row in of_own {
        let [for_owner, for_opponent] = &rows[usize::from(row)];
        add(&mut own, for_owner);
        add(&mut other, for_opponent);
    }
    for &row in of_other {
        let [for_owner, for_opponent] = &rows[usize::from(row)];
        add(&mut own, for_opponent);
        add(&mut other, for_owner);
    }
    [own, other]
}

/// Adds the errors of a point to the slopes of its rows.
#[inline(always)]
pub fn scatter(rows: &mut [RowNumbers], errors: &Point, content: [&[u16]; 2]) {
    let ([own, other], [of_own, of_other]) = (errors, content);
    for &row in of_own {
        let [for_owner, for_opponent] = &mut rows[usize::from(row)];
        add(for_owner, own);
        add(for_opponent, other);
    }
    for &row in of_other {
        let [for_owner, for_opponent] = &mut rows[usize::from(row)];
        add(for_owner, other);
        add(for_opponent, own);
    }
}

#[cfg(test)]
mod tests {
    use super::super::slopes::{assert_slopes, some_numbers, weigh};
    use super::*;

    #[test]
    fn what_was_added_is_there() {
        let all = [
            Content { rows: [&[3, 5, 1499], &[1500]], count: 30 },
            Content { rows: [&[], &[2, 2]], count: 1 },
            Content { rows: [&[7], &[]], count: 225 },
        ];
        let mut contents = Contents::default();
        for content in all {
            contents.push(content);
        }
        assert_eq!(contents.iter().collect::<Vec<_>>(), all);
    }

    #[test]
    fn gradients_are_slopes() {
        const ROWS: usize = 3;
        let content: [&[u16]; 2] = [&[0, 2, 2], &[1, 2]];
        let numbers = some_numbers((2 * ROWS + 1) * CHANNELS);
        let weights = some_numbers(2 * CHANNELS);
        let loss = |numbers: &[f32]| {
            let (rows, bias) = numbers.split_at(2 * ROWS * CHANNELS);
            let point = gather(rows_of(rows), bias.first_chunk().unwrap(), content);
            let squares: Vec<f32> = point.as_flattened().iter().map(|x| x * x).collect();
            weigh(&squares, &weights)
        };
        let (rows, bias) = numbers.split_at(2 * ROWS * CHANNELS);
        let point = gather(rows_of(rows), bias.first_chunk().unwrap(), content);
        let mut errors = point;
        for (error, weight) in errors.as_flattened_mut().iter_mut().zip(&weights) {
            *error *= 2.0 * weight;
        }
        let mut grads = vec![0.0; numbers.len()];
        scatter(rows_of_mut(&mut grads[..2 * ROWS * CHANNELS]), &errors, content);
        for channel in 0..CHANNELS {
            grads[2 * ROWS * CHANNELS + channel] = errors[0][channel] + errors[1][channel];
        }
        assert_slopes(&numbers, &grads, loss);
    }
}
