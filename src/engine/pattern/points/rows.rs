//! What classes and windows add to the numbers of points.

use super::lanes::Lanes;
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
pub struct PointRow(
    /// To those of the player whose class or window it is, and to those of the other player.
    pub [Channels; 2],
);

impl PointRow {
    /// Nothing.
    pub const ZERO: PointRow = PointRow([[0; CHANNELS]; 2]);
}

/// The sums over all points, of Black and of White.
pub type PointTotals = ByColor<[i32; CHANNELS]>;

/// The rows of an evaluation.
pub struct PointRows {
    /// By number of the window, then those of classes; the first one adds nothing.
    rows: Box<[PointRow]>,
    /// The place of a class among them, by the row of the lookups of combinations.
    classes: Box<[u16]>,
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
        windows: Vec<PointRow>,
        bias: Channels,
        combinations: impl IntoIterator<Item = ([Shape; 4], PointRow)>,
    ) -> PointRows {
        let table = Windows::get();
        assert_eq!(windows.len(), table.count(), "one row for each window");
        let mut classes = vec![0; threat::ROWS].into_boxed_slice();
        let mut rows = windows;
        for (shapes, row) in combinations {
            classes[threat::row_of(shapes)] = rows.len() as u16;
            rows.push(row);
        }
        PointRows { rows: rows.into(), classes, bias, table }
    }

    /// The row of a combination, by its row in the lookups of those.
    #[inline(always)]
    pub(super) fn class(&self, row: u16) -> u16 {
        self.classes[usize::from(row)]
    }

    /// What a row adds.
    #[inline(always)]
    pub(super) fn row(&self, row: u16) -> &PointRow {
        &self.rows[usize::from(row)]
    }
}

/// A point's numbers while they are computed, Black's and White's.
#[derive(Clone, Copy)]
pub(super) struct Point<L>([L; 2]);

impl<L: Lanes> Point<L> {
    #[inline(always)]
    pub(super) fn zero() -> Point<L> {
        Point([L::zero(); 2])
    }

    #[inline(always)]
    pub(super) fn load(numbers: &PointNumbers) -> Point<L> {
        Point([L::load(&numbers.0[0]), L::load(&numbers.0[1])])
    }

    #[inline(always)]
    pub(super) fn store(self, numbers: &mut PointNumbers) {
        let [black, white] = &mut numbers.0;
        self.0[0].store(black);
        self.0[1].store(white);
    }

    /// With what a player's row has for both in place of what another one has.
    #[inline(always)]
    pub(super) fn exchange(self, player: usize, new: &PointRow, old: &PointRow) -> Point<L> {
        // By place, so that nothing depends on whose it is but an address.
        let add = |numbers: L, to: usize| {
            let [new, old] = [new, old].map(|row| L::load(&row.0[to ^ player]));
            numbers.plus(new.minus(old))
        };
        Point([add(self.0[0], 0), add(self.0[1], 1)])
    }

    /// With what a point's numbers add to the sums, less what those before it did.
    #[inline(always)]
    pub(super) fn contribute(self, new: Point<L>, old: Point<L>) -> Point<L> {
        let add = |color: usize| {
            let (new, old): (L, L) = (new.0[color], old.0[color]);
            self.0[color].plus(new.held().minus(old.held()))
        };
        Point([add(0), add(1)])
    }

    /// Adds changes to sums.
    #[inline(always)]
    pub(super) fn add_to(self, totals: &mut PointTotals) {
        let mut delta = PointNumbers([[0; CHANNELS]; 2]);
        self.store(&mut delta);
        for (total, delta) in totals.0.iter_mut().zip(&delta.0) {
            for (total, delta) in total.iter_mut().zip(delta) {
                *total += i32::from(*delta);
            }
        }
    }
}
