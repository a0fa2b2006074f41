//! The shapes of every empty point for both players, kept up to date.
//!
//! A stone changes at most `k` points on each side of it in four lines, and a
//! player's shape only as far as nothing stops that player. Every change is
//! written to a journal, so undo restores instead of computing again.

use super::class::{Shape, Shapes};
use super::habits::Habits;
use super::line::Segment;
use super::stretch::Change;
use super::sums::{Lanes, PlayerSums, Sums};
use super::table::ShapeTable;
use super::threat::{Combination, Combinations, Group, Threat, Worth};
use crate::game::lines::{Lines, View};
use crate::game::square::{Bits, MAX_SIDE, SQUARES};
use crate::game::{ByColor, Color, Direction, Move, Position, Size, Square, SquareSet};

/// The lookups of one rule and `k`, with the values of one evaluation.
pub struct Tables {
    /// Lines to shapes.
    pub shapes: &'static ShapeTable,
    /// Shapes to threats: one lookup for both players, or one for each where the
    /// rule tells them apart.
    pub combinations: Vec<Combinations>,
    /// How moves are chosen: the same for both players, or for each.
    pub habits: Vec<Habits>,
    /// What a sum of values counts when so many stones stand, in 256ths; the last one
    /// is for all further numbers.
    pub scale: [i32; STAGES],
}

/// Numbers of stones that are told apart.
pub const STAGES: usize = 65;

impl Tables {
    /// Shapes to threats for one player.
    #[inline]
    fn combinations(&'static self, color: Color) -> &'static Combinations {
        &self.combinations[color.index() & (self.combinations.len() - 1)]
    }

    /// How one player chooses moves.
    #[inline]
    fn habits(&'static self, color: Color) -> &'static Habits {
        &self.habits[color.index() & (self.habits.len() - 1)]
    }
}

/// A point that was changed, and what it was to a player.
#[derive(Clone, Copy)]
struct Entry {
    before: Combination,
    /// The row of the lookups that is about what it became.
    after: u16,
    square: Square,
    color: Color,
}

/// Rows above and below a stone in which it makes candidates.
const REACH: usize = 3;

/// What undo needs to know of one move.
#[derive(Clone, Copy)]
struct Frame {
    entries: usize,
    /// A number that no other move has.
    stamp: u64,
    values: ByColor<[i32; 2]>,
    row: usize,
    near: [u64; 2 * REACH + 1],
}

/// Incremental shapes of a position.
pub struct PatternState {
    tables: &'static Tables,
    size: Size,
    points: Box<[[Combination; 2]]>,
    /// The points of each [`Group`] but the rest.
    sets: ByColor<[SquareSet; Group::ALL.len()]>,
    values: ByColor<[i32; 2]>,
    near: SquareSet,
    journal: Vec<Entry>,
    frames: Vec<Frame>,
    /// The last stamp given to a frame.
    stamp: u64,
    sums: Sums,
}

impl PatternState {
    /// The shapes of a position.
    pub fn new(position: &Position, tables: &'static Tables) -> PatternState {
        let mut state = PatternState {
            tables,
            size: position.size(),
            points: vec![[Combination::NOTHING; 2]; SQUARES].into_boxed_slice(),
            sets: ByColor::new(
                [SquareSet::EMPTY; Group::ALL.len()],
                [SquareSet::EMPTY; Group::ALL.len()],
            ),
            values: ByColor::default(),
            near: SquareSet::EMPTY,
            journal: Vec::with_capacity(4096),
            frames: Vec::with_capacity(256),
            stamp: Sums::FIRST,
            sums: Sums::new(ByColor::new(Lanes::ZERO, Lanes::ZERO)),
        };
        state.fill(position.lines());
        position.occupied().iter().for_each(|square| state.spread(square));
        // From nothing to the first position is a change as well.
        state.sums = Sums::new(state.changed(ByColor::new(Lanes::ZERO, Lanes::ZERO), 0));
        state.journal.clear();
        state
    }

    /// Sums as they are after the entries of the journal from `entries` on.
    fn changed(&self, mut sums: PlayerSums, entries: usize) -> PlayerSums {
        for &Entry { before, after, color, .. } in &self.journal[entries..] {
            let combinations = self.tables.combinations(color);
            let [new, old] = [after, before.row()].map(|row| combinations.lanes(row));
            sums[color].exchange(new, old);
        }
        sums
    }

    /// Each player's sums of [`Lanes`] over all points.
    ///
    /// They follow only when asked for, since most positions of threat searches are
    /// left again before.
    pub fn sums(&mut self) -> &PlayerSums {
        let now = self.frames.len();
        let stamp = |changes: usize| self.frames[changes - 1].stamp;
        let (known, &sums) = self.sums.latest(now, stamp);
        if let Some(frame) = self.frames.get(known) {
            let sums = self.changed(sums, frame.entries);
            self.sums.keep(now, stamp(now), sums);
        }
        self.sums.at(now)
    }

    /// Computes the shapes of all points of a board.
    fn fill(&mut self, lines: &Lines) {
        for square in self.size.squares() {
            let is_empty = lines.is_empty(square);
            for color in Color::ALL {
                if !is_empty {
                    continue;
                }
                let combinations = self.tables.combinations(color);
                let all =
                    Direction::ALL.into_iter().fold(Combination::NOTHING, |all, direction| {
                        let view = lines.view(square, direction, color);
                        let shape = self.tables.shapes.shape(&view, color);
                        combinations.with(all, direction as usize, shape as u64)
                    });
                self.set(combinations, square, color, all);
            }
        }
    }

    /// The shapes that `color` makes at an empty point; all dead on a stone.
    #[inline]
    pub fn shapes(&self, square: Square, color: Color) -> Shapes {
        self.combination(square, color).shapes()
    }

    /// What `color` gets by playing an empty point.
    #[inline]
    pub fn combination(&self, square: Square, color: Color) -> &Combination {
        &self.points[square.index()][color.index()]
    }

    /// How early a move of `color` there should be tried, for what it makes and for
    /// what it takes from the opponent; larger is earlier.
    #[inline]
    pub fn order(&self, square: Square, color: Color) -> i32 {
        let [attack, defence] = self.orders(square, color);
        let [own, other] = [color, !color].map(|color| self.combination(square, color).strongest());
        attack + defence + i32::from(self.habits(color).pairs[own][other])
    }

    /// What a sum of values counts when so many stones stand, in 256ths.
    #[inline]
    pub fn scale(&self, stones: usize) -> i32 {
        self.tables.scale[stones.min(STAGES - 1)]
    }

    /// How a player chooses moves.
    #[inline]
    pub fn habits(&self, color: Color) -> &'static Habits {
        self.tables.habits(color)
    }

    /// Two parts of [`PatternState::order`]: what the move makes, and what it takes.
    #[inline]
    pub fn orders(&self, square: Square, color: Color) -> [i32; 2] {
        let [own, other] = [color, !color].map(|color| *self.combination(square, color));
        let attack = self.tables.combinations(color).attack(own);
        let defence = self.tables.combinations(!color).defence(other);
        [attack.into(), defence.into()]
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
        self.tables.combinations(color).worth(*self.combination(square, color))
    }

    /// The sum of [`Worth::to_move`] over a player's points.
    pub fn worth_to_move(&self, color: Color) -> i32 {
        self.values[color][0]
    }

    /// The sum of [`Worth::waiting`] over a player's points.
    pub fn worth_waiting(&self, color: Color) -> i32 {
        self.values[color][1]
    }

    /// Whether a player can still complete a winning line by placing stones.
    ///
    /// Looks for a point where a line is alive, and finds one at once on any
    /// board that is not nearly full.
    pub fn can_win(&self, color: Color) -> bool {
        self.size.squares().any(|square| self.shapes(square, color) != Shapes::default())
    }

    /// The empty points near stones: up to two squares away, or three in line.
    pub fn near(&self) -> &SquareSet {
        &self.near
    }

    /// Takes note of a stone that was placed or has changed its owner, after
    /// the lines show it.
    pub fn played(&mut self, lines: &Lines, mv: Move) {
        let square = mv.square();
        let row = square.row();
        let near = std::array::from_fn(|step| match (row + step).checked_sub(REACH) {
            Some(row) if row < MAX_SIDE => self.near.row(row),
            _ => 0,
        });
        self.stamp += 1;
        let (entries, stamp, values) = (self.journal.len(), self.stamp, self.values);
        self.frames.push(Frame { entries, stamp, values, row, near });
        self.spread(square);
        for color in Color::ALL {
            if self.shapes(square, color) != Shapes::default() {
                self.set(self.tables.combinations(color), square, color, Combination::NOTHING);
            }
        }
        for direction in Direction::ALL {
            self.update_line(lines, mv, direction);
        }
    }

    /// Takes back the last change.
    ///
    /// # Panics
    /// When there is none.
    pub fn undone(&mut self) {
        let frame = self.frames.pop().expect("a change was noted before it is taken back");
        while self.journal.len() > frame.entries {
            let Some(Entry { square, color, before, .. }) = self.journal.pop() else { break };
            let point = &mut self.points[square.index()][color.index()];
            let after = std::mem::replace(point, before);
            self.move_between_sets(square, color, after, before);
        }
        self.values = frame.values;
        for (step, bits) in frame.near.into_iter().enumerate() {
            if let Some(row) = (frame.row + step).checked_sub(REACH).filter(|&row| row < MAX_SIDE) {
                self.near.set_row(row, bits);
            }
        }
    }

    /// Brings the shapes along one line up to date, as far as the stone reaches.
    #[inline]
    fn update_line(&mut self, lines: &Lines, mv: Move, direction: Direction) {
        let (tables, square) = (self.tables, mv.square());
        for color in Color::ALL {
            let view = lines.view(square, direction, color);
            if let Some(table) = tables.shapes.stretches(color) {
                let old = view.before(mv.is_conversion());
                self.apply(&table.change(&old, &view), square, color, direction);
            } else if view.blocked >> view.bit & 1 == 0 {
                self.update_segment(&view, square, color, direction);
            } else {
                // A stone of the opponent splits the stretch in two.
                let free = |bit: u32| view.blocked >> bit & 1 == 0;
                for bit in [view.bit - 1, view.bit + 1].into_iter().filter(|&bit| free(bit)) {
                    let side = View { bit, ..view };
                    let step = bit as isize - view.bit as isize;
                    let there = (square.index() as isize + step * direction.offset()) as usize;
                    self.update_segment(&side, Square::from_index(there), color, direction);
                }
            }
        }
    }

    /// Takes over the changes that a stone makes in one line.
    #[inline]
    fn apply(&mut self, change: &Change, square: Square, color: Color, direction: Direction) {
        let combinations = self.tables.combinations(color);
        let first = square.index() as isize - change.reach as isize * direction.offset();
        let mut difference = change.difference;
        while difference != 0 {
            let shift = difference.trailing_zeros() & !3;
            difference &= !(15 << shift);
            let there = (first + (shift / 4) as isize * direction.offset()) as usize;
            let shape = change.shapes >> shift & 15;
            self.change(combinations, Square::from_index(there), color, direction, shape);
        }
    }

    /// Computes a player's shapes near a point again, in the stretch of line
    /// that the player has around it.
    #[inline]
    fn update_segment(&mut self, view: &View, square: Square, color: Color, direction: Direction) {
        let tables = self.tables;
        let combinations = tables.combinations(color);
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
            let old = self.points[there][color.index()].shapes();
            // A line that cannot win any more stays so while stones are added.
            let shape = if is_dead { Shape::Dead } else { reader.shape(&segment, bit as u32) };
            if (old.0 >> shift & 15) != shape as u16 {
                let there = Square::from_index(there);
                self.change(combinations, there, color, direction, shape as u64);
            }
        }
    }

    /// Changes a player's shape at a point in one direction.
    #[inline]
    fn change(
        &mut self,
        combinations: &Combinations,
        square: Square,
        color: Color,
        direction: Direction,
        shape: u64,
    ) {
        let before = self.points[square.index()][color.index()];
        self.set(combinations, square, color, combinations.with(before, direction as usize, shape));
    }

    /// Makes a point another combination to a player, whose lookup is `combinations`.
    #[inline]
    fn set(
        &mut self,
        combinations: &Combinations,
        square: Square,
        color: Color,
        after: Combination,
    ) {
        let before = std::mem::replace(&mut self.points[square.index()][color.index()], after);
        self.journal.push(Entry { before, after: after.row(), square, color });
        let (new, old) = (combinations.worth(after), combinations.worth(before));
        let values = &mut self.values[color];
        values[0] += i32::from(new.to_move) - i32::from(old.to_move);
        values[1] += i32::from(new.waiting) - i32::from(old.waiting);
        self.move_between_sets(square, color, before, after);
    }

    #[inline]
    fn move_between_sets(
        &mut self,
        square: Square,
        color: Color,
        old: Combination,
        new: Combination,
    ) {
        let (old, new) = (old.group(), new.group());
        if old != new {
            let sets = &mut self.sets[color];
            if old != Group::Rest {
                sets[old as usize].remove(square);
            }
            if new != Group::Rest {
                sets[new as usize].insert(square);
            }
        }
    }

    /// Makes the neighbourhood of a stone candidates.
    fn spread(&mut self, square: Square) {
        /// Columns near a stone in its own row and the rows 1, 2, 3 away; bit 3 is its column.
        const STAR: [u64; REACH + 1] = [0b111_1111, 0b011_1110, 0b011_1110, 0b100_1001];
        let width = (1 << self.size.width()) - 1;
        let row = square.row();
        let low = row.saturating_sub(REACH);
        let high = (row + REACH).min(self.size.height() - 1);
        for there in low..=high {
            let bits = (STAR[there.abs_diff(row)] << square.col()) >> REACH & width;
            self.near.set_row(there, self.near.row(there) | bits);
        }
    }
}
