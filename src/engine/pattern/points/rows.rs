//! What classes and windows add to the numbers of points.

use super::lanes::Lanes;
use super::numbers::{CHANNELS, Channels, PointNumbers, PointTotals, RegionTotals};
use super::windows::Windows;
use crate::pattern::class::Shape;
use crate::pattern::threat;

/// What a class adds to the numbers of a point: to those of the player whose class it is, and
/// to those of the other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct ClassRow(pub [Channels; 2]);

/// What a window adds to the numbers of a point: to those of the player whose window it is, and to
/// those of the other player. There are many windows, and their numbers are small: bytes, so that a
/// row is one line of a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct WindowRow(pub [[i8; CHANNELS]; 2]);

/// What adds to the numbers of a point.
pub(super) trait Row {
    /// What the row adds to the numbers of the player whose row it is (`half` 0), or of the other
    /// (1).
    fn half<L: Lanes>(&self, half: usize) -> L;
}

impl Row for ClassRow {
    #[inline(always)]
    fn half<L: Lanes>(&self, half: usize) -> L {
        L::load(&self.0[half])
    }
}

impl Row for WindowRow {
    #[inline(always)]
    fn half<L: Lanes>(&self, half: usize) -> L {
        L::load_bytes(&self.0[half])
    }
}

/// The rows of an evaluation.
pub struct PointRows {
    /// By number of the window; the first one adds nothing.
    pub(super) windows: Box<[WindowRow]>,
    /// Of classes; the first one for all that add nothing.
    pub(super) classes: Box<[ClassRow]>,
    /// The place of a class in `classes`, by the row of the lookups of combinations.
    places: Box<[u16]>,
    /// What every point has.
    pub bias: Channels,
    /// The numbers of windows.
    pub(super) table: &'static Windows,
}

impl PointRows {
    /// Rows by number of the window (from 1), what every point has, and rows of combinations
    /// of shapes, whatever their order.
    ///
    /// # Panics
    /// When there is no row for each window.
    pub fn new(
        windows: impl IntoIterator<Item = WindowRow>,
        bias: Channels,
        combinations: impl IntoIterator<Item = ([Shape; 4], ClassRow)>,
    ) -> PointRows {
        let table = Windows::get();
        let nothing = WindowRow([[0; CHANNELS]; 2]);
        let windows: Box<[_]> = std::iter::once(nothing).chain(windows).collect();
        assert_eq!(windows.len(), table.count(), "one row for each window");
        let mut places = vec![0; threat::ROWS].into_boxed_slice();
        let mut classes = vec![ClassRow([[0; CHANNELS]; 2])];
        for (shapes, row) in combinations {
            places[threat::row_of(shapes)] = classes.len() as u16;
            classes.push(row);
        }
        PointRows { windows, classes: classes.into(), places, bias, table }
    }

    /// The place of a combination's class row, by the combination's row in the lookups.
    #[inline(always)]
    pub(super) fn class(&self, row: u16) -> u16 {
        self.places[usize::from(row)]
    }
}

/// A row that takes the place of another one.
#[derive(Clone, Copy, Default)]
pub(super) struct Exchange {
    pub new: u16,
    pub old: u16,
}

/// A point's numbers while they are computed, Black's and White's.
#[derive(Clone, Copy)]
pub(super) struct RowPoint<L>([L; 2]);

impl<L: Lanes> RowPoint<L> {
    #[inline(always)]
    pub(super) fn zero() -> RowPoint<L> {
        RowPoint([L::zero(); 2])
    }

    #[inline(always)]
    pub(super) fn load(numbers: &PointNumbers) -> RowPoint<L> {
        RowPoint([L::load(&numbers.0[0]), L::load(&numbers.0[1])])
    }

    #[inline(always)]
    pub(super) fn store(self, numbers: &mut PointNumbers) {
        let [black, white] = &mut numbers.0;
        self.0[0].store(black);
        self.0[1].store(white);
    }

    /// With what a player's row has for both in place of what another one has.
    #[inline(always)]
    pub(super) fn exchange<R: Row>(self, player: usize, rows: &[R], row: Exchange) -> RowPoint<L> {
        let (new, old) = (&rows[usize::from(row.new)], &rows[usize::from(row.old)]);
        let [black, white] = self.0;
        // No closure, see the lanes of AVX2.
        let (own, other) = (player, 1 - player);
        RowPoint([
            black.plus(new.half::<L>(own).minus(old.half(own))),
            white.plus(new.half::<L>(other).minus(old.half(other))),
        ])
    }

    /// What the point adds to sums.
    #[inline(always)]
    pub(super) fn held(self) -> RowPoint<L> {
        RowPoint([self.0[0].held(), self.0[1].held()])
    }

    /// This change with what a point adds to the sums that is `new`, less what it added as `old`.
    #[inline(always)]
    pub(super) fn contribute(self, new: RowPoint<L>, old: RowPoint<L>) -> RowPoint<L> {
        let [black, white] = self.0;
        RowPoint([black.plus(new.0[0].minus(old.0[0])), white.plus(new.0[1].minus(old.0[1]))])
    }

    /// Changes the sums of a region in the same way.
    #[inline(always)]
    pub(super) fn contribute_near(new: RowPoint<L>, old: RowPoint<L>, totals: &mut RegionTotals) {
        let [new, old] = [new.0[0].near(new.0[1]), old.0[0].near(old.0[1])];
        L::load(totals).plus(new.minus(old)).store(totals);
    }

    /// Adds changes to the sums over all points.
    #[inline(always)]
    pub(super) fn add_to(self, totals: &mut PointTotals) {
        let mut delta = PointNumbers([[0; CHANNELS]; 2]);
        self.store(&mut delta);
        for (total, delta) in totals.all.0.iter_mut().zip(&delta.0) {
            for (total, delta) in total.iter_mut().zip(delta) {
                *total += i32::from(*delta);
            }
        }
    }
}
