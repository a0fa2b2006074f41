//! What a stone changes: rows of points in the four lines through it.

use super::lanes::Lanes;
use super::rows::{Exchange, PointRows, RowPoint};
use super::windows::{FIVE, REACH, STONES, Windows};
use crate::game::lines::{AllThrough, Lines};
use crate::game::{Color, Direction, Move, Square};
use crate::pattern::changed::ChangedPoint;

/// Numbers of points of a line that a stone may change: [`REACH`] is the stone's own.
const PER_LINE: usize = 16;

/// Numbers of points that a stone may change.
const POINTS: usize = Direction::ALL.len() * PER_LINE;

/// The first number of each line, as bits.
const FIRST: u64 = 0x0001_0001_0001_0001;

/// The numbers of points before the stone in their lines.
const BEFORE: u64 = FIRST * ((1 << REACH) - 1);

/// The numbers that the stone itself has in its lines.
const STONE: u64 = FIRST << REACH;

/// Rows that a point may exchange at once: a window and a class of each player.
const KINDS: usize = 4;

/// All rows that a stone exchanges, by point: first those of Black's and of White's window,
/// then those of their classes.
pub(super) struct Exchanges {
    /// Points with any, as bits; all others exchange rows for themselves.
    points: u64,
    rows: [[Exchange; KINDS]; POINTS],
}

/// Where a point stands that a stone changes.
#[derive(Clone, Copy)]
pub(super) struct Away {
    /// The number of the point among all that a stone may change.
    pub point: usize,
    pub direction: usize,
    /// Steps from the stone, -5 to 5.
    pub steps: isize,
}

/// What a player sees along a line through a stone, as if it did not stand there.
#[derive(Clone, Copy, Default)]
struct SightLine {
    own: u64,
    /// The first and the last cell of the stretch around the stone, as far as any window
    /// reaches that has it in it.
    low: u32,
    high: u32,
    /// The place of the stone.
    bit: u32,
}

impl Exchanges {
    /// None.
    pub(super) const NONE: Exchanges =
        Exchanges { points: 0, rows: [[Exchange { new: 0, old: 0 }; KINDS]; POINTS] };

    /// The points with exchanges.
    #[inline(always)]
    pub(super) fn points(&self) -> impl Iterator<Item = Away> + use<> {
        let mut points = self.points;
        std::iter::from_fn(move || {
            let point = (points != 0).then(|| points.trailing_zeros() as usize)?;
            points &= points - 1;
            let steps = (point % PER_LINE) as isize - REACH as isize;
            Some(Away { point, direction: point / PER_LINE, steps })
        })
    }

    /// A point's numbers after its exchanges, which are forgotten.
    ///
    /// Where there is none it takes a row in place of itself: that costs less than to foresee
    /// wrongly which ones there are.
    #[inline(always)]
    pub(super) fn apply<L: Lanes>(
        &mut self,
        rows: &PointRows,
        point: usize,
        mut numbers: RowPoint<L>,
    ) -> RowPoint<L> {
        let exchanges = std::mem::take(&mut self.rows[point]);
        for player in 0..2 {
            numbers = numbers.exchange(player, &rows.windows, exchanges[player]);
            numbers = numbers.exchange(player, &rows.classes, exchanges[2 + player]);
        }
        numbers
    }

    /// Finds what a move exchanges; `lines` are the lines before the move.
    #[inline(always)]
    pub(super) fn find(
        &mut self,
        rows: &PointRows,
        lines: &Lines,
        (mv, color): (Move, Color),
        changes: &[ChangedPoint],
    ) {
        self.points = 0;
        let square = mv.square();
        let through = lines.all_through(square);
        self.find_windows::<true>(rows.table, &through, (color, mv.is_conversion()));
        self.find_windows::<false>(rows.table, &through, (!color, mv.is_conversion()));
        for change in changes {
            let [new, old] = [change.after, change.before.row()].map(|row| rows.class(row));
            // The stone's own point is gone and has no bit in the end.
            let point = point(square, change.square());
            self.points |= u64::from(new != old) << point;
            self.rows[point][2 + change.color().index()] = Exchange { new, old };
        }
        self.points &= !STONE;
    }

    /// Exchanges the windows of a player; with `OWN` the stone is the player's. A stone that was
    /// `converted` took the place of one of the other player.
    #[inline(always)]
    fn find_windows<const OWN: bool>(
        &mut self,
        table: &Windows,
        through: &AllThrough,
        (color, converted): (Color, bool),
    ) {
        let mut known = [SightLine::default(); Direction::ALL.len()];
        let mut points = 0;
        for (direction, (known, line)) in known.iter_mut().zip(through).enumerate() {
            let view = line.view(color);
            let bit = view.bit;
            let own = view.own & !(1 << bit);
            let stops = view.blocked & !(1 << bit);
            let low = bit - (stops << (64 - bit)).leading_zeros().min(2 * REACH);
            let high = bit + (stops >> (bit + 1)).trailing_zeros().min(2 * REACH);
            *known = SightLine { own, low, high, bit };
            let seen = ((2_u64 << (high - low)) - 1) << low;
            // Most lines have no room for a five, or too few stones.
            let most = (own & seen).count_ones() + u32::from(OWN || converted);
            let is_seen = high - low + 1 >= FIVE && most >= STONES;
            let near = ((1 << (2 * REACH + 1)) - 1_u64) & !(1 << REACH);
            let here = (seen & !own) >> (bit - REACH) & near;
            points |= (if is_seen { here } else { 0 }) << (PER_LINE * direction);
        }
        let player = color.index();
        self.exchange::<OWN, true>(table, &known, points & BEFORE, player, converted);
        self.exchange::<OWN, false>(table, &known, points & !BEFORE, player, converted);
    }

    /// Exchanges the windows of some points of the lines, all before the stone or all after it.
    #[inline(always)]
    fn exchange<const OWN: bool, const IS_BEFORE: bool>(
        &mut self,
        table: &Windows,
        lines: &[SightLine; Direction::ALL.len()],
        mut points: u64,
        player: usize,
        converted: bool,
    ) {
        while points != 0 {
            let point = points.trailing_zeros() as usize;
            points &= points - 1;
            let SightLine { own, low, high, bit } = lines[point / PER_LINE];
            let at = bit + (point % PER_LINE) as u32 - REACH;
            let (left, right) = ((at - low).min(REACH), (high - at).min(REACH));
            let leading = |cells: u32| 1_u64 << cells;
            let halves = [own >> (at - left), own >> (at + 1)];
            let [before, after] = [(halves[0], left), (halves[1], right)]
                .map(|(half, cells)| (half & (leading(cells) - 1) | leading(cells)) as usize);
            // The same with the square free, with an own stone, and with a stop there.
            let [free, own_stone, stop] = if IS_BEFORE {
                let there = leading(bit - at - 1) as usize;
                let cut = after & (there - 1) | there;
                [(before, after), (before, after | there), (before, cut)]
            } else {
                let between = at - bit - 1;
                let there = leading(left - between - 1) as usize;
                let cut = (before | there) >> (left - between) & (leading(between) as usize - 1)
                    | leading(between) as usize;
                [(before, after), (before | there, after), (cut, after)]
            };
            let [old, new] = match (OWN, converted) {
                (true, false) => [free, own_stone],
                (true, true) => [stop, own_stone],
                (false, false) => [free, stop],
                (false, true) => [own_stone, stop],
            };
            let [old, new] = [old, new].map(|(before, after)| table.of_halves(before, after));
            self.points |= u64::from(old != new) << point;
            self.rows[point][player] = Exchange { new, old };
        }
    }
}

/// The number of a point that a stone changes.
#[inline(always)]
fn point(stone: Square, changed: Square) -> usize {
    let steps = changed.index() as isize - stone.index() as isize;
    usize::from(NUMBERS[(steps + FARTHEST) as usize])
}

/// How far apart the indices of a stone and a point may be that it changes.
const FARTHEST: isize = {
    let (one, other) = (Direction::ALL[2].offset(), Direction::ALL[3].offset());
    let longest = if one > other { one } else { other };
    longest * REACH as isize
};

/// The numbers of points by how far apart the indices are.
static NUMBERS: [u8; 2 * FARTHEST as usize + 1] = {
    let mut numbers = [0; 2 * FARTHEST as usize + 1];
    let mut point = 0;
    while point < POINTS {
        let steps = (point % PER_LINE) as isize - REACH as isize;
        if steps <= REACH as isize {
            let away = steps * Direction::ALL[point / PER_LINE].offset();
            numbers[(away + FARTHEST) as usize] = point as u8;
        }
        point += 1;
    }
    numbers
};
