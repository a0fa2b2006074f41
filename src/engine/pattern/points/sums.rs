//! The numbers of all points of a position, and their sums, as moves are played and undone.

#[cfg(test)]
mod tests;

use super::change::{Away, Exchanges};
#[cfg(target_arch = "x86_64")]
use super::lanes::{Avx2, Avx512};
use super::lanes::{Lanes, Usual};
use super::net::PointNet;
use super::numbers::{PointNumbers, PointTotals};
use super::regions::region;
use super::rows::{Exchange, PointRows, RowPoint};
use crate::game::lines::Lines;
use crate::game::{Color, Direction, Move, Size, Square};
use crate::pattern::changed::ChangedPoint;
use crate::pattern::registers::Registers;

/// A move whose effect on the points is kept.
#[derive(Clone, Copy)]
struct SumsFrame {
    /// A number that no other move has.
    stamp: u64,
    mv: Move,
    /// The owner of the stone now.
    color: Color,
    /// Where this frame's part of the saved numbers begins.
    saved: usize,
    /// The sums before the move.
    totals: PointTotals,
}

/// The numbers of all points of a position, and of those on the way to it.
///
/// Most positions are valued once and left again: of those the sums are computed, and no
/// point is changed. Only a position whose successors are asked for is entered.
pub(in crate::pattern) struct PointSums<'t> {
    rows: &'t PointRows,
    registers: Registers,
    size: Size,
    lines: Box<Lines>,
    /// By place of the square, see [`PointSums::place`]; those of stones are kept as they
    /// were before the stone.
    points: Box<[PointNumbers]>,
    /// The regions of places, where the network asks for them.
    regions: Option<Box<[u8]>>,
    totals: PointTotals,
    frames: Vec<SumsFrame>,
    /// What points were before the moves of the frames, and their places.
    saved: Vec<PointNumbers>,
    saved_places: Vec<u16>,
    /// The move after those of the frames that was looked at last, and the sums after it.
    ahead: (u64, PointTotals),
    exchanges: Box<Exchanges>,
}

/// A move that the sums have to follow.
#[derive(Clone, Copy)]
pub(in crate::pattern) struct Step<'a> {
    /// A number that no other move has, and is not 0.
    pub stamp: u64,
    /// The move.
    pub mv: Move,
    /// The owner of the stone now.
    pub color: Color,
    /// The points whose combinations the move changes.
    pub changes: &'a [ChangedPoint],
}

impl<'t> PointSums<'t> {
    /// The sums of a board; `row` gives the row of each player's combination at a point.
    pub(in crate::pattern) fn new(
        net: &'t PointNet,
        size: Size,
        lines: &Lines,
        row: impl Fn(Square, Color) -> u16,
    ) -> PointSums<'t> {
        let PointNet { rows, registers, .. } = net;
        let nothing = PointNumbers([rows.bias; 2]);
        let sides = [size.width(), size.height()];
        let place = |square: Square| square.row() * size.width() + square.col();
        let regions = || {
            let mut regions = vec![0; size.area()].into_boxed_slice();
            for square in size.squares() {
                regions[place(square)] = region([square.col(), square.row()], sides) as u8;
            }
            regions
        };
        let mut sums = PointSums {
            rows,
            registers: *registers,
            size,
            lines: Box::new(lines.clone()),
            points: vec![nothing; size.area()].into_boxed_slice(),
            regions: net.regional.is_some().then(regions),
            totals: PointTotals::ZERO,
            frames: Vec::with_capacity(64),
            saved: Vec::with_capacity(1024),
            saved_places: Vec::with_capacity(1024),
            ahead: (0, PointTotals::ZERO),
            exchanges: Box::new(Exchanges::NONE),
        };
        for square in size.squares().filter(|&square| lines.is_empty(square)) {
            let empty = RowPoint::<Usual>::load(&nothing);
            let mut numbers = empty;
            for color in Color::ALL {
                let player = color.index();
                for direction in Direction::ALL {
                    let new = rows.table.number(&lines.view(square, direction, color));
                    numbers = numbers.exchange(player, &rows.windows, Exchange { new, old: 0 });
                }
                let new = rows.class(row(square, color));
                numbers = numbers.exchange(player, &rows.classes, Exchange { new, old: 0 });
            }
            let place = place(square);
            let (new, old) = (numbers.held(), empty.held());
            RowPoint::zero().contribute(new, old).add_to(&mut sums.totals);
            if let Some(regions) = &sums.regions {
                let region = &mut sums.totals.regions[usize::from(regions[place])];
                RowPoint::contribute_near(new, old, region);
            }
            numbers.store(&mut sums.points[place]);
        }
        sums
    }

    fn place(&self, square: Square) -> usize {
        square.row() * self.size.width() + square.col()
    }

    /// The numbers of an empty point after the moves that are kept.
    #[cfg(test)]
    pub(in crate::pattern) fn point(&self, square: Square) -> &PointNumbers {
        &self.points[self.place(square)]
    }

    /// The sums over all points after `count` moves, which `at` gives.
    #[inline]
    pub(in crate::pattern) fn after<'a>(
        &mut self,
        count: usize,
        at: impl Fn(usize) -> Step<'a>,
    ) -> &PointTotals {
        self.leave(count, &at);
        if self.frames.len() == count {
            return &self.totals;
        }
        self.enter(count - 1, &at);
        let step = at(count - 1);
        if self.ahead.0 != step.stamp {
            self.ahead = (step.stamp, self.totals);
            self.change::<false>(&step);
        }
        &self.ahead.1
    }

    /// Takes back the frames of moves that are not among the first `count` moves of `at`.
    #[inline]
    fn leave<'a>(&mut self, count: usize, at: &impl Fn(usize) -> Step<'a>) {
        while let Some(last) = self.frames.last() {
            let known = self.frames.len();
            if known <= count && last.stamp == at(known - 1).stamp {
                break;
            }
            self.undo();
        }
    }

    /// Keeps what the moves up to the first `count` change.
    #[inline]
    pub(in crate::pattern) fn enter<'a>(&mut self, count: usize, at: &impl Fn(usize) -> Step<'a>) {
        while self.frames.len() < count {
            self.change::<true>(&at(self.frames.len()));
        }
    }

    fn undo(&mut self) {
        let frame = self.frames.pop().expect("only what was played is undone");
        let saved = self.saved_places[frame.saved..].iter().zip(&self.saved[frame.saved..]);
        for (&place, numbers) in saved {
            self.points[usize::from(place)].clone_from(numbers);
        }
        self.saved_places.truncate(frame.saved);
        self.saved.truncate(frame.saved);
        self.totals = frame.totals;
        self.toggle(frame.mv, frame.color);
    }

    /// Puts a stone on the lines, or takes it back.
    fn toggle(&mut self, mv: Move, color: Color) {
        self.lines.toggle(mv.square(), color);
        if mv.is_conversion() {
            self.lines.toggle(mv.square(), !color);
        }
    }

    /// Computes the sums after a move, and enters the position if it is to be kept.
    fn change<const KEPT: bool>(&mut self, step: &Step<'_>) {
        match self.registers {
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "the same code for wider registers")]
            // SAFETY: `Registers` are those that the processor has.
            Registers::Avx512 => unsafe { self.change_avx512::<KEPT>(step) },
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "the same code for wider registers")]
            // SAFETY: as above.
            Registers::Avx2 => unsafe { self.change_avx2::<KEPT>(step) },
            Registers::Usual => self.change_with::<Usual, KEPT>(step),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt")]
    fn change_avx512<const KEPT: bool>(&mut self, step: &Step<'_>) {
        self.change_with::<Avx512, KEPT>(step);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]
    fn change_avx2<const KEPT: bool>(&mut self, step: &Step<'_>) {
        self.change_with::<Avx2, KEPT>(step);
    }

    #[inline(always)]
    fn change_with<L: Lanes, const KEPT: bool>(&mut self, step: &Step<'_>) {
        let Step { stamp, mv, color, changes } = *step;
        let (rows, here) = (self.rows, self.place(mv.square()));
        self.exchanges.find(rows, &self.lines, (mv, color), changes);
        if KEPT {
            let (saved, totals) = (self.saved.len(), self.totals);
            self.frames.push(SumsFrame { stamp, mv, color, saved, totals });
        }
        let totals = if KEPT { &mut self.totals } else { &mut self.ahead.1 };
        let regions = self.regions.as_deref();
        let mut changed = Changed { delta: RowPoint::<L>::zero(), regions, totals };
        if !mv.is_conversion() {
            // The point itself is gone.
            let nothing = RowPoint::load(&PointNumbers([rows.bias; 2]));
            changed.contribute(here, nothing, RowPoint::load(&self.points[here]));
        }
        let width = self.size.width() as isize;
        let offsets = [1, width, width + 1, 1 - width];
        for Away { point: number, direction, steps } in self.exchanges.points() {
            let place = (here as isize + offsets[direction] * steps) as usize;
            let point = &mut self.points[place];
            let old = RowPoint::load(point);
            let new = self.exchanges.apply(rows, number, old);
            changed.contribute(place, new, old);
            if KEPT {
                self.saved_places.push(place as u16);
                // From slice to slice: by value it would go over the stack.
                self.saved.extend_from_slice(std::slice::from_ref(point));
                new.store(point);
            }
        }
        changed.delta.add_to(changed.totals);
        if KEPT {
            self.toggle(mv, color);
        }
    }
}

/// Sums that are being changed.
struct Changed<'a, L> {
    /// What is to be added to those over all points.
    delta: RowPoint<L>,
    regions: Option<&'a [u8]>,
    totals: &'a mut PointTotals,
}

impl<L: Lanes> Changed<'_, L> {
    /// Makes a point's numbers `new` ones in place of `old` ones.
    // A closure would not be compiled for the registers of its caller.
    #[inline(always)]
    fn contribute(&mut self, place: usize, new: RowPoint<L>, old: RowPoint<L>) {
        let (new, old) = (new.held(), old.held());
        self.delta = self.delta.contribute(new, old);
        if let Some(regions) = self.regions {
            let region = &mut self.totals.regions[usize::from(regions[place])];
            RowPoint::contribute_near(new, old, region);
        }
    }
}
