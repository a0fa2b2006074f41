//! What a stone changes: rows of points in the four lines through it.

use super::lanes::Lanes;
use super::rows::{Exchange, Point, PointRows};
use super::windows::{FIVE, REACH, STONES, Windows};
use crate::game::lines::Lines;
use crate::game::{Color, Direction, Move, Square};
use crate::pattern::changed::ChangedPoint;

/// Points of a line that a stone may change, itself among them.
const PER_LINE: usize = 2 * REACH as usize + 1;

/// Points that a stone may change.
const POINTS: usize = Direction::ALL.len() * PER_LINE;

/// Rows that a point may exchange at once: a window and a class of each player.
const KINDS: usize = 4;

/// All rows that a stone exchanges, by point: first those of Black's and of White's window,
/// then those of their classes.
pub(super) struct Exchanges {
    /// Points with any, as bits.
    points: u64,
    /// Bits of the kinds of each point.
    kinds: [u8; POINTS],
    rows: [[Exchange; KINDS]; POINTS],
}

/// Where a point stands that a stone changes.
#[derive(Clone, Copy)]
pub(super) struct Away {
    /// Its number among all that a stone may change.
    pub point: usize,
    pub direction: usize,
    /// Steps from the stone, -5 to 5.
    pub steps: isize,
}

/// What the players see along a line through a square.
#[derive(Clone, Copy)]
struct Line {
    stones: [u64; 2],
    wall: u64,
    bit: u32,
}

impl Line {
    #[inline(always)]
    fn of(lines: &Lines, square: Square, direction: Direction) -> Line {
        let black = lines.view(square, direction, Color::Black);
        let white = lines.view(square, direction, Color::White).own;
        Line { stones: [black.own, white], wall: black.wall, bit: black.bit }
    }
}

impl Exchanges {
    /// None.
    pub(super) const NONE: Exchanges = Exchanges {
        points: 0,
        kinds: [0; POINTS],
        rows: [[Exchange { new: 0, old: 0 }; KINDS]; POINTS],
    };

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

    /// A point's numbers after its exchanges.
    #[inline(always)]
    pub(super) fn apply<L: Lanes>(
        &self,
        rows: &PointRows,
        point: usize,
        mut numbers: Point<L>,
    ) -> Point<L> {
        let (kinds, exchanges) = (self.kinds[point], &self.rows[point]);
        for player in 0..2 {
            if kinds >> player & 1 != 0 {
                numbers = numbers.exchange(player, &rows.windows, exchanges[player]);
            }
            if kinds >> (2 + player) & 1 != 0 {
                numbers = numbers.exchange(player, &rows.classes, exchanges[2 + player]);
            }
        }
        numbers
    }

    /// Finds what a move exchanges; `lines` are those before it.
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
        for direction in Direction::ALL {
            let line = Line::of(lines, square, direction);
            let first = PER_LINE * direction as usize;
            self.find_windows(rows.table, &line, (color.index(), mv.is_conversion()), first);
        }
        for change in changes.iter().filter(|change| change.square() != square) {
            let [new, old] = [change.after, change.before.row()].map(|row| rows.class(row));
            if new != old {
                let point = point(square, change.square());
                self.add(point, 2 + change.color().index(), Exchange { new, old });
            }
        }
    }

    #[inline(always)]
    fn add(&mut self, point: usize, kind: usize, exchange: Exchange) {
        let known = if self.points >> point & 1 == 0 { 0 } else { self.kinds[point] };
        self.points |= 1 << point;
        self.kinds[point] = known | 1 << kind;
        self.rows[point][kind] = exchange;
    }

    /// The windows of a line through a stone of `mover`, which took the place of one of the
    /// opponent if it was `converted`.
    #[inline(always)]
    fn find_windows(
        &mut self,
        table: &Windows,
        line: &Line,
        (mover, converted): (usize, bool),
        first: usize,
    ) {
        let Line { stones, wall, bit } = *line;
        for color in 0..2 {
            let own = stones[color] & !(1 << bit);
            let stops = (stones[1 - color] | wall) & !(1 << bit);
            // As far as any window reaches that has the stone's square in it.
            let low = bit - (stops << (64 - bit)).leading_zeros().min(2 * REACH);
            let high = bit + (stops >> (bit + 1)).trailing_zeros().min(2 * REACH);
            let seen = ((2_u64 << (high - low)) - 1) << low;
            // Most lines have no room for a five, or too few stones.
            let most = (own & seen).count_ones() + u32::from(color == mover || converted);
            if high - low + 1 < FIVE || most < STONES {
                continue;
            }
            let near = ((1 << PER_LINE) - 1_u64) << (bit - REACH);
            let mut points = seen & near & !own & !(1 << bit);
            while points != 0 {
                let at = points.trailing_zeros();
                points &= points - 1;
                let (left, right) = ((at - low).min(REACH), (high - at).min(REACH));
                let leading = |cells: u32| 1_u64 << cells;
                let halves = [own >> (at - left), own >> (at + 1)];
                let [before, after] = [(halves[0], left), (halves[1], right)]
                    .map(|(half, cells)| (half & (leading(cells) - 1) | leading(cells)) as usize);
                // The same with the square free, with an own stone, and with a stop there.
                let [free, own_stone, stop] = if at < bit {
                    let there = leading(bit - at - 1) as usize;
                    let cut = after & (there - 1) | there;
                    [(before, after), (before, after | there), (before, cut)]
                } else {
                    let between = at - bit - 1;
                    let there = leading(left - between - 1) as usize;
                    let cut = (before | there) >> (left - between)
                        & (leading(between) as usize - 1)
                        | leading(between) as usize;
                    [(before, after), (before | there, after), (cut, after)]
                };
                let [old, new] = match (color == mover, converted) {
                    (true, false) => [free, own_stone],
                    (true, true) => [stop, own_stone],
                    (false, false) => [free, stop],
                    (false, true) => [own_stone, stop],
                };
                let [old, new] = [old, new].map(|(before, after)| table.of_halves(before, after));
                if old != new {
                    let point = first + (at + REACH - bit) as usize;
                    self.add(point, color, Exchange { new, old });
                }
            }
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
        let away = steps * Direction::ALL[point / PER_LINE].offset();
        numbers[(away + FARTHEST) as usize] = point as u8;
        point += 1;
    }
    numbers
};
