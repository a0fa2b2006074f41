//! The shapes of every empty point for both players, kept up to date.
//!
//! A stone changes at most `k` points on each side of it in four lines, and a
//! player's shape only as far as nothing stops that player. Every change is
//! written to a journal, so undo restores instead of computing again.

#![expect(clippy::inline_always, reason = "only so are moves compiled for better processors")]

use super::changed::{AWAY, ChangedPoint, place};
use super::class::{Shape, Shapes};
use super::line::Segment;
use super::points::{PointSums, PointTotals, Step};
use super::policy::Policy;
use super::registers::Registers;
use super::stretch::{Change, StretchTable};
use super::sums::{PlayerSums, Sum, Sums, Worth};
use super::tables::{STAGES, Tables};
use super::threat::{Coded, Combination, Group, Threat};
use crate::game::lines::{AllThrough, Lines, View};
use crate::game::square::{Bits, SQUARES};
use crate::game::{ByColor, Color, Direction, Move, Position, Size, Square, SquareSet};

/// A player's point that went from one set to another.
#[derive(Clone, Copy)]
struct Moved {
    square: Square,
    color: Color,
    from: Group,
    to: Group,
}

/// What undo needs to know of one move.
#[derive(Clone, Copy)]
struct UndoRecord {
    entries: usize,
    moved: usize,
    /// A number that no other move has.
    stamp: u64,
    mv: Move,
    /// The owner of the stone.
    color: Color,
}

/// Incremental shapes of a position.
pub struct PatternState<'t> {
    tables: &'t Tables,
    size: Size,
    /// Both players' points, see [`place`].
    points: Box<[Coded]>,
    /// The points of each [`Group`] but the rest.
    sets: ByColor<[SquareSet; Group::ALL.len()]>,
    journal: Vec<ChangedPoint>,
    moved: Vec<Moved>,
    frames: Vec<UndoRecord>,
    /// The last stamp given to a frame.
    stamp: u64,
    sums: Sums,
    numbers: Option<PointSums<'t>>,
    registers: Registers,
}

impl<'t> PatternState<'t> {
    /// The shapes of a position.
    pub fn new(position: &Position, tables: &'t Tables) -> PatternState<'t> {
        let mut state = PatternState {
            tables,
            size: position.size(),
            points: vec![Coded::NOTHING; 2 * SQUARES].into_boxed_slice(),
            sets: ByColor::new(
                [SquareSet::EMPTY; Group::ALL.len()],
                [SquareSet::EMPTY; Group::ALL.len()],
            ),
            journal: Vec::with_capacity(4096),
            moved: Vec::with_capacity(512),
            frames: Vec::with_capacity(256),
            stamp: Sums::FIRST,
            sums: Sums::new(ByColor::new(Sum::ZERO, Sum::ZERO)),
            numbers: None,
            registers: Registers::widest(),
        };
        state.fill(position.lines());
        // From nothing to the first position is a change as well.
        let mut sums = ByColor::new(Sum::ZERO, Sum::ZERO);
        tables.update(&mut sums, &state.journal);
        state.sums = Sums::new(sums);
        state.journal.clear();
        state.moved.clear();
        state.numbers = tables.points.as_deref().map(|net| {
            let row = |square, color| state.point(square, color).row();
            PointSums::new(net, position.size(), position.lines(), row)
        });
        state
    }

    /// Each player's sums over all points.
    ///
    /// They follow only when asked for, since most positions of threat searches are
    /// left again before.
    pub fn sums(&mut self) -> &PlayerSums {
        let now = self.frames.len();
        let stamp = |changes: usize| self.frames[changes - 1].stamp;
        let known = self.sums.latest(now, stamp);
        if let Some(frame) = self.frames.get(known) {
            let sums = self.sums.copy(known, now, stamp(now));
            self.tables.update(sums, &self.journal[frame.entries..]);
        }
        self.sums.at(now)
    }

    /// Whether there is a network over all points.
    #[inline]
    pub const fn has_network(&self) -> bool {
        self.numbers.is_some()
    }

    /// What the network over all points says for a player who is to move, in internal
    /// units, if there is one.
    pub fn network(&mut self, side: Color) -> Option<i32> {
        let net = self.tables.points.as_deref()?;
        self.totals().map(|totals| net.value(totals, side))
    }

    /// The sums of the numbers of all points, where there is a network over them. The sums follow
    /// the moves only when they are asked for, too.
    pub fn totals(&mut self) -> Option<&PointTotals> {
        let PatternState { frames, numbers, journal, .. } = self;
        let at = |index| step(frames, journal, index);
        numbers.as_mut().map(|numbers| numbers.after(frames.len(), at))
    }

    /// The numbers of an empty point.
    #[cfg(test)]
    pub fn numbers(&mut self, square: Square) -> Option<super::points::PointNumbers> {
        let PatternState { frames, numbers, journal, .. } = self;
        let numbers = numbers.as_mut()?;
        let at = |index| step(frames, journal, index);
        numbers.after(frames.len(), at);
        numbers.enter(frames.len(), &at);
        Some(*numbers.point(square))
    }

    /// Computes the shapes of all points of a board.
    fn fill(&mut self, lines: &Lines) {
        for square in self.size.squares() {
            let is_empty = lines.is_empty(square);
            for color in Color::ALL {
                if !is_empty {
                    continue;
                }
                let all = Direction::ALL.into_iter().fold(Coded::NOTHING, |all, direction| {
                    let view = lines.view(square, direction, color);
                    let shape = self.tables.shapes.shape(&view, color);
                    all.exchange(direction as usize, Shape::Dead as u64, shape as u64)
                });
                self.set(square, color, all);
            }
        }
    }

    /// The shapes that `color` makes at an empty point; all dead on a stone.
    #[inline]
    pub fn shapes(&self, square: Square, color: Color) -> Shapes {
        self.point(square, color).shapes()
    }

    #[inline]
    fn point(&self, square: Square, color: Color) -> Coded {
        self.points[place(square, color)]
    }

    /// Whether no line at a point is better than an open two for either player, and at
    /// most one of a player's is one: such points are hardly ever worth a move.
    #[inline]
    pub fn is_weak(&self, square: Square) -> bool {
        Color::ALL.into_iter().all(|color| self.point(square, color).is_weak())
    }

    /// What `color` gets by playing an empty point.
    #[inline]
    pub fn combination(&self, square: Square, color: Color) -> Combination {
        self.tables.combinations(color).combination(self.point(square, color))
    }

    /// How early a move of `color` there should be tried, for what it makes and for
    /// what it takes from the opponent; larger is earlier.
    #[inline]
    pub fn order(&self, square: Square, color: Color) -> i32 {
        let [own, other] = [color, !color].map(|color| self.combination(square, color));
        self.order_of(color, own, other)
    }

    /// How early a move of `color` should be tried at a point that is `own` to the player and
    /// `other` to the opponent; larger is earlier.
    #[inline]
    pub fn order_of(&self, color: Color, own: Combination, other: Combination) -> i32 {
        let pair = self.policy(color).pairs[own.strongest()][other.strongest()];
        i32::from(own.attack()) + i32::from(other.defence()) + i32::from(pair)
    }

    /// What a sum of values counts when `stones` stones stand, in 256ths.
    #[inline]
    pub fn scale(&self, stones: usize) -> i32 {
        self.tables.scale[stones.min(STAGES - 1)]
    }

    /// How a player chooses moves.
    #[inline]
    pub fn policy(&self, color: Color) -> &'t Policy {
        self.tables.policy(color)
    }

    /// The threat that `color` makes at an empty point.
    #[inline]
    pub fn threat(&self, square: Square, color: Color) -> Threat {
        self.combination(square, color).threat()
    }

    /// The points where `color` completes a winning line.
    pub fn fives(&self, color: Color) -> &SquareSet {
        &self.sets[color][Group::Fives as usize]
    }

    /// The points where `color` makes a four that one move does not answer.
    pub fn open_fours(&self, color: Color) -> &SquareSet {
        &self.sets[color][Group::OpenFours as usize]
    }

    /// The points where `color` makes a four that one move answers.
    pub fn fours(&self, color: Color) -> &SquareSet {
        &self.sets[color][Group::Fours as usize]
    }

    /// The points where `color` makes an open three and no four.
    pub fn threes(&self, color: Color) -> &SquareSet {
        &self.sets[color][Group::Threes as usize]
    }

    /// What a point is worth to a player.
    pub fn worth(&self, square: Square, color: Color) -> Worth {
        self.tables.combinations(color).worth(self.point(square, color).row())
    }

    /// Whether a player can still complete a winning line by placing stones.
    ///
    /// Looks for a point where a line is alive, and finds one at once on any
    /// board that is not nearly full.
    pub fn can_win(&self, color: Color) -> bool {
        self.size.squares().any(|square| self.shapes(square, color) != Shapes::default())
    }

    /// Takes note of a stone that was placed or has changed its owner, after
    /// the lines show it.
    pub fn played(&mut self, lines: &Lines, mv: Move) {
        match self.registers {
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "the same code with shorter shifts and counts of bits")]
            // SAFETY: `Registers` are those that the processor has.
            Registers::Avx512 | Registers::Avx2 => unsafe { self.played_bmi(lines, mv) },
            Registers::Usual => self.played_with(lines, mv),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]
    fn played_bmi(&mut self, lines: &Lines, mv: Move) {
        self.played_with(lines, mv);
    }

    #[inline(always)]
    fn played_with(&mut self, lines: &Lines, mv: Move) {
        let square = mv.square();
        self.stamp += 1;
        let (entries, moved, stamp) = (self.journal.len(), self.moved.len(), self.stamp);
        let through = lines.all_through(square);
        let black = through[0].view(Color::Black);
        let is_black = black.own >> black.bit & 1 != 0;
        let color = if is_black { Color::Black } else { Color::White };
        self.frames.push(UndoRecord { entries, moved, stamp, mv, color });
        self.update::<true>(&through, mv, color);
        self.update::<false>(&through, mv, !color);
    }

    /// Brings a player's shapes up to date; with `OWN` the stone is the player's.
    #[inline(always)]
    fn update<const OWN: bool>(&mut self, through: &AllThrough, mv: Move, color: Color) {
        if self.point(mv.square(), color) != Coded::NOTHING {
            self.set(mv.square(), color, Coded::NOTHING);
        }
        if let Some(table) = self.tables.shapes.stretches(color) {
            self.update_lines::<OWN>(table, through, mv, color);
        } else {
            for (line, direction) in through.iter().zip(Direction::ALL) {
                self.update_line(&line.view(color), mv.square(), color, direction);
            }
        }
    }

    /// Takes back the last change.
    ///
    /// # Panics
    /// When there is none.
    pub fn undone(&mut self) {
        let frame = self.frames.pop().expect("a change was noted before it is taken back");
        for &ChangedPoint { before, place, .. } in self.journal[frame.entries..].iter().rev() {
            self.points[usize::from(place)] = before;
        }
        self.journal.truncate(frame.entries);
        for &Moved { square, color, from, to } in self.moved[frame.moved..].iter().rev() {
            exchange_sets(&mut self.sets[color], square, to, from);
        }
        self.moved.truncate(frame.moved);
    }

    /// Brings a player's shapes along the four lines up to date, as far as the stone reaches.
    ///
    /// All four at once: where a loop ends is what a processor foresees least.
    #[inline(always)]
    fn update_lines<const OWN: bool>(
        &mut self,
        table: &StretchTable,
        through: &AllThrough,
        mv: Move,
        color: Color,
    ) {
        let square = mv.square();
        let mut changes = [Change::NONE; Direction::ALL.len()];
        let (mut different, mut strong) = (0, 0);
        for (direction, (change, line)) in changes.iter_mut().zip(through).enumerate() {
            *change = table.change::<OWN>(&line.view(color), mv.is_conversion());
            let here = change.changed();
            different |= here << direction;
            strong |= change.strong(here) << direction;
        }
        let stone = place(square, color);
        // Where a point is kept whose bit is set, in which line, and what it was and is there.
        let point = |bit: u32| {
            let (direction, shift) = (bit as usize & 3, bit & !3);
            let change = &changes[direction];
            let [old, new] = [change.was, change.shapes].map(|shapes| shapes >> shift & 15);
            (stone.wrapping_add_signed(AWAY[bit as usize].into()), direction, old, new)
        };
        while strong != 0 {
            let (place, direction, old, new) = point(strong.trailing_zeros());
            strong &= strong - 1;
            let before = self.points[place];
            let after = before.exchange(direction, old, new);
            self.regroup(Square::from_index(place / 2), color, before, after);
        }
        while different != 0 {
            let (place, direction, old, new) = point(different.trailing_zeros());
            different &= different - 1;
            let before = self.points[place];
            let after = before.exchange(direction, old, new);
            self.points[place] = after;
            self.journal.push(ChangedPoint { before, after: after.row(), place: place as u16 });
        }
    }

    /// Brings a player's shapes along one line up to date, as far as the stone reaches.
    #[inline(always)]
    fn update_line(&mut self, view: &View, square: Square, color: Color, direction: Direction) {
        if view.blocked >> view.bit & 1 == 0 {
            self.update_segment(view, square, color, direction);
        } else {
            // A stone of the opponent splits the stretch in two.
            let free = |bit: u32| view.blocked >> bit & 1 == 0;
            for bit in [view.bit - 1, view.bit + 1].into_iter().filter(|&bit| free(bit)) {
                let side = View { bit, ..*view };
                let step = bit as isize - view.bit as isize;
                let there = (square.index() as isize + step * direction.offset()) as usize;
                self.update_segment(&side, Square::from_index(there), color, direction);
            }
        }
    }

    /// Computes a player's shapes near a point again, in the stretch of line
    /// that the player has around it.
    #[inline]
    fn update_segment(&mut self, view: &View, square: Square, color: Color, direction: Direction) {
        let tables = self.tables;
        let segment = Segment::around(view);
        let reader = tables.shapes.reader(color);
        let Segment { low, high, .. } = segment;
        let reach = tables.shapes.reach();
        let (first, last) = (low.max(view.bit - reach), high.min(view.bit + reach));
        let window = (2_u64 << (last - first)) - 1;
        let shift = 4 * direction as usize;
        let origin = square.index() as isize - view.bit as isize * direction.offset();
        let is_dead = high + 1 - low < reach;
        for bit in Bits(window << first & !view.own) {
            let there = (origin + bit as isize * direction.offset()) as usize;
            let there = Square::from_index(there);
            let before = self.point(there, color);
            let old = u64::from(before.shapes().0 >> shift & 15);
            // A line that cannot win any more stays so while stones are added.
            let shape = if is_dead { Shape::Dead } else { reader.shape(&segment, bit as u32) };
            if old != shape as u64 {
                let after = before.exchange(direction as usize, old, shape as u64);
                self.set(there, color, after);
            }
        }
    }

    /// Makes a point another combination to a player.
    fn set(&mut self, square: Square, color: Color, after: Coded) {
        let place = place(square, color);
        let before = std::mem::replace(&mut self.points[place], after);
        self.journal.push(ChangedPoint { before, after: after.row(), place: place as u16 });
        self.regroup(square, color, before, after);
    }

    /// Moves a player's point to the set of what it becomes.
    #[inline(always)]
    fn regroup(&mut self, square: Square, color: Color, before: Coded, after: Coded) {
        let combinations = self.tables.combinations(color);
        let [from, to] = [before, after].map(|coded| combinations.group(coded));
        if from != to {
            exchange_sets(&mut self.sets[color], square, from, to);
            self.moved.push(Moved { square, color, from, to });
        }
    }
}

/// A move of those that were played, with what it changed.
#[inline]
fn step<'a>(frames: &[UndoRecord], journal: &'a [ChangedPoint], index: usize) -> Step<'a> {
    let UndoRecord { stamp, mv, color, entries, .. } = frames[index];
    let end = frames.get(index + 1).map_or(journal.len(), |next| next.entries);
    Step { stamp, mv, color, changes: &journal[entries..end] }
}

/// Moves a point from one of a player's sets to another.
#[inline]
fn exchange_sets(sets: &mut [SquareSet; Group::ALL.len()], square: Square, from: Group, to: Group) {
    if from != Group::Rest {
        sets[from as usize].remove(square);
    }
    if to != Group::Rest {
        sets[to as usize].insert(square);
    }
}
