//! What classes and windows add to the numbers of points.

use super::windows::Windows;
use crate::game::ByColor;
use crate::pattern::class::Shape;
use crate::pattern::threat;

/// Numbers of a point for each player.
pub const CHANNELS: usize = 32;

/// What stands for 1 in the numbers of points.
pub const ONE: i16 = 256;

/// Numbers of a point for one player.
pub type Channels = [i16; CHANNELS];

/// The numbers of a point, of Black and of White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct PointNumbers(pub [Channels; 2]);

/// What a class or a window adds to the numbers of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct PointRow {
    /// To those of the player whose class or window it is.
    pub own: Channels,
    /// To those of the other player.
    pub other: Channels,
}

impl PointRow {
    /// Nothing.
    pub const ZERO: PointRow = PointRow { own: [0; CHANNELS], other: [0; CHANNELS] };
}

/// The sums over all points, of Black and of White.
pub type PointTotals = ByColor<[i32; CHANNELS]>;

/// The rows of an evaluation.
pub struct PointRows {
    /// By number of the window.
    pub(super) windows: Box<[PointRow]>,
    /// Of classes, the first one for all that add nothing.
    classes: Vec<PointRow>,
    /// The place of a class among them, by the row of the lookups of combinations.
    places: Box<[u16]>,
    /// What every point has.
    pub bias: Channels,
    /// The numbers of windows.
    pub(super) table: &'static Windows,
}

impl PointRows {
    /// Rows by number of the window, what every point has, and rows of combinations of
    /// shapes, whatever their order.
    ///
    /// # Panics
    /// When there is no row for each window.
    pub fn new(
        windows: Box<[PointRow]>,
        bias: Channels,
        combinations: impl IntoIterator<Item = ([Shape; 4], PointRow)>,
    ) -> PointRows {
        let table = Windows::get();
        assert_eq!(windows.len(), table.count(), "one row for each window");
        let mut places = vec![0; threat::ROWS].into_boxed_slice();
        let mut classes = vec![PointRow::ZERO];
        for (shapes, row) in combinations {
            places[threat::row_of(shapes)] = classes.len() as u16;
            classes.push(row);
        }
        PointRows { windows, classes, places, bias, table }
    }

    /// What a combination adds.
    #[inline(always)]
    pub(super) fn class(&self, row: u16) -> &PointRow {
        &self.classes[usize::from(self.places[usize::from(row)])]
    }
}

/// Held between 0 and [`ONE`].
#[inline(always)]
const fn held(number: i16) -> i16 {
    if number < 0 {
        0
    } else if number > ONE {
        ONE
    } else {
        number
    }
}

/// Adds what a row has for both players, and takes away what another one has.
#[inline(always)]
pub(super) fn exchange(numbers: &mut PointNumbers, color: usize, new: &PointRow, old: &PointRow) {
    let halves = [(color, &new.own, &old.own), (1 - color, &new.other, &old.other)];
    for (color, new, old) in halves {
        for (number, (new, old)) in numbers.0[color].iter_mut().zip(new.iter().zip(old)) {
            *number = number.wrapping_add(new.wrapping_sub(*old));
        }
    }
}

/// What a point's numbers add to the sums.
#[inline(always)]
pub(super) fn contribute(delta: &mut [[i16; CHANNELS]; 2], new: &PointNumbers, old: &PointNumbers) {
    let sides = delta.iter_mut().zip(new.0.iter().zip(&old.0));
    for (delta, (new, old)) in sides {
        for (delta, (new, old)) in delta.iter_mut().zip(new.iter().zip(old)) {
            *delta = delta.wrapping_add(held(*new) - held(*old));
        }
    }
}

/// Adds changes to sums.
#[inline(always)]
pub(super) fn add(totals: &mut PointTotals, delta: &[[i16; CHANNELS]; 2]) {
    for (total, delta) in totals.0.iter_mut().zip(delta) {
        for (total, delta) in total.iter_mut().zip(delta) {
            *total += i32::from(*delta);
        }
    }
}
