//! The numbers of all points of a position, and their sums, as moves are played and undone.

use super::net::PointNet;
use super::rows::{
    CHANNELS, PointNumbers, PointRow, PointRows, PointTotals, add, contribute, exchange,
};
use super::windows::{REACH, STONES, Windows};
use crate::game::lines::{Lines, View};
use crate::game::{ByColor, Color, Direction, Move, Size, Square};
use crate::pattern::changed::ChangedPoint;
use crate::pattern::registers::Registers;

/// A move whose effect on the points is known.
#[derive(Clone, Copy)]
struct Frame {
    /// A number that no other move has.
    stamp: u64,
    mv: Move,
    /// The owner of the stone now.
    color: Color,
    /// Where its part of the saved numbers begins.
    saved: usize,
    /// The sums before it.
    totals: PointTotals,
}

/// The numbers of all points of a position, and of those on the way to it.
pub(in crate::pattern) struct PointSums<'t> {
    rows: &'t PointRows,
    registers: Registers,
    size: Size,
    lines: Box<Lines>,
    /// By place of the square, see [`PointSums::place`]; those of stones are kept as they
    /// were before the stone.
    points: Box<[PointNumbers]>,
    totals: PointTotals,
    frames: Vec<Frame>,
    /// What points were before the moves of the frames, and their places.
    saved: Vec<PointNumbers>,
    saved_places: Vec<u16>,
    /// By place: where the point was last saved.
    marks: Box<[u32]>,
}

/// A move that the sums have to follow.
#[derive(Clone, Copy)]
pub(in crate::pattern) struct Step<'a> {
    /// A number that no other move has.
    pub stamp: u64,
    /// The move.
    pub mv: Move,
    /// The owner of the stone now.
    pub color: Color,
    /// The points whose combinations it changes.
    pub changes: &'a [ChangedPoint],
}

/// What the lines through a stone say of the points near it.
struct Line {
    stones: [u64; 2],
    wall: u64,
    bit: u32,
}

impl Line {
    #[inline(always)]
    fn of(lines: &Lines, square: Square, direction: Direction) -> Line {
        let black = lines.view(square, direction, Color::Black);
        let wall = black.wall;
        let white = lines.view(square, direction, Color::White).own;
        Line { stones: [black.own, white], wall, bit: black.bit }
    }

    /// The number of a player's window at a bit.
    #[inline(always)]
    fn window(&self, table: &Windows, color: usize, bit: u32) -> u16 {
        let Line { stones, wall, .. } = *self;
        let (own, blocked) = (stones[color], stones[1 - color] | wall);
        table.number(&View { own, blocked, wall, bit })
    }
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
        let mut sums = PointSums {
            rows,
            registers: *registers,
            size,
            lines: Box::new(lines.clone()),
            points: vec![nothing; size.area()].into_boxed_slice(),
            totals: ByColor::new([0; CHANNELS], [0; CHANNELS]),
            frames: Vec::with_capacity(64),
            saved: Vec::with_capacity(1024),
            saved_places: Vec::with_capacity(1024),
            marks: vec![0; size.area()].into_boxed_slice(),
        };
        for square in size.squares().filter(|&square| lines.is_empty(square)) {
            let mut numbers = nothing;
            for direction in Direction::ALL {
                let line = Line::of(lines, square, direction);
                for color in 0..2 {
                    let window = line.window(rows.table, color, line.bit);
                    if window != 0 {
                        let row = &rows.windows[usize::from(window)];
                        exchange(&mut numbers, color, row, &PointRow::ZERO);
                    }
                }
            }
            for color in Color::ALL {
                let row = rows.class(row(square, color));
                exchange(&mut numbers, color.index(), row, &PointRow::ZERO);
            }
            let mut delta = [[0; CHANNELS]; 2];
            contribute(&mut delta, &numbers, &nothing);
            add(&mut sums.totals, &delta);
            let place = sums.place(square);
            sums.points[place] = numbers;
        }
        sums
    }

    fn place(&self, square: Square) -> usize {
        square.row() * self.size.width() + square.col()
    }

    /// The numbers of an empty point.
    #[cfg(test)]
    pub(in crate::pattern) fn point(&self, square: Square) -> &PointNumbers {
        &self.points[self.place(square)]
    }

    /// The sums over all points.
    #[inline]
    pub const fn totals(&self) -> &PointTotals {
        &self.totals
    }

    /// Follows to the position after `count` moves, which `at` gives.
    #[inline]
    pub(in crate::pattern) fn follow<'a>(&mut self, count: usize, at: impl Fn(usize) -> Step<'a>) {
        let is_known = |frame: &Frame, index: usize| frame.stamp == at(index).stamp;
        while let Some(last) = self.frames.last() {
            if self.frames.len() <= count && is_known(last, self.frames.len() - 1) {
                break;
            }
            self.undo();
        }
        while self.frames.len() < count {
            self.play(&at(self.frames.len()));
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
        let square = frame.mv.square();
        self.lines.toggle(square, frame.color);
        if frame.mv.is_conversion() {
            self.lines.toggle(square, !frame.color);
        }
    }

    fn play(&mut self, step: &Step<'_>) {
        match self.registers {
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "the same code for wider registers")]
            // SAFETY: `Registers` are those that the processor has.
            Registers::Avx512 => unsafe { self.change_avx512(step) },
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "the same code for wider registers")]
            // SAFETY: as above.
            Registers::Avx2 => unsafe { self.change_avx2(step) },
            Registers::Usual => self.change(step),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt")]
    fn change_avx512(&mut self, step: &Step<'_>) {
        self.change(step);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]
    fn change_avx2(&mut self, step: &Step<'_>) {
        self.change(step);
    }

    /// Remembers what a point was before the move, once.
    #[inline(always)]
    fn save(&mut self, place: usize, begin: usize) {
        let mark = self.marks[place] as usize;
        let is_saved = mark >= begin
            && self.saved_places.get(mark).is_some_and(|&saved| usize::from(saved) == place);
        if !is_saved {
            self.marks[place] = self.saved.len() as u32;
            self.saved_places.push(place as u16);
            // From slice to slice: by value it would go over the stack.
            self.saved.extend_from_slice(&self.points[place..=place]);
        }
    }

    #[inline(always)]
    fn change(&mut self, step: &Step<'_>) {
        let rows = self.rows;
        let Step { stamp, mv, color, changes } = *step;
        let square = mv.square();
        let begin = self.saved.len();
        self.frames.push(Frame { stamp, mv, color, saved: begin, totals: self.totals });
        let before = Direction::ALL.map(|direction| Line::of(&self.lines, square, direction));
        if mv.is_conversion() {
            self.lines.toggle(square, !color);
        }
        self.lines.toggle(square, color);
        let mut delta = [[0_i16; CHANNELS]; 2];
        let here = self.place(square);
        if !mv.is_conversion() {
            // The point itself is gone.
            contribute(&mut delta, &PointNumbers([rows.bias; 2]), &self.points[here]);
        }
        let width = self.size.width() as isize;
        let steps = [1, width, width + 1, 1 - width];
        for (direction, before) in Direction::ALL.into_iter().zip(&before) {
            let after = Line::of(&self.lines, square, direction);
            let way = (here, steps[direction as usize]);
            self.change_line([before, &after], color.index(), way, begin);
        }
        for change in changes.iter().filter(|change| change.square() != square) {
            let (new, old) = (rows.class(change.after), rows.class(change.before.row()));
            if !std::ptr::eq(new, old) {
                let place = self.place(change.square());
                self.save(place, begin);
                exchange(&mut self.points[place], change.color().index(), new, old);
            }
        }
        let saved = self.saved_places[begin..].iter().zip(&self.saved[begin..]);
        for (&place, was) in saved {
            contribute(&mut delta, &self.points[usize::from(place)], was);
        }
        add(&mut self.totals, &delta);
    }

    /// Changes the points of a line that a stone of `mover` was put into, at the place `here`;
    /// neighbours in the line stand `step` places apart.
    #[inline(always)]
    fn change_line(
        &mut self,
        [before, after]: [&Line; 2],
        mover: usize,
        (here, step): (usize, isize),
        begin: usize,
    ) {
        let rows = self.rows;
        let bit = before.bit;
        // Most lines have too few stones near for windows that have numbers.
        let near = ((1 << (4 * REACH + 1)) - 1_u64) << (bit - 2 * REACH);
        for color in [mover, 1 - mover] {
            // With the stone the mover has more than without, the other player less.
            let (less, more) = if color == mover { (before, after) } else { (after, before) };
            if (more.stones[color] & near).count_ones() < STONES {
                continue;
            }
            // The empty points from which the player sees the stone's square.
            let stops = (after.stones[1 - color] | after.wall) & !(1 << bit);
            let low = bit - (stops << (64 - bit)).leading_zeros().min(REACH);
            let high = bit + (stops >> (bit + 1)).trailing_zeros().min(REACH);
            let seen = ((2_u64 << (high - low)) - 1) << low;
            let mut points = seen & !(after.stones[color] | 1 << bit);
            while points != 0 {
                let at = points.trailing_zeros();
                points &= points - 1;
                let larger = more.window(rows.table, color, at);
                if larger == 0 {
                    continue;
                }
                let smaller = less.window(rows.table, color, at);
                if smaller != larger {
                    let windows = [smaller, larger].map(|at| &rows.windows[usize::from(at)]);
                    let [old, new] =
                        if color == mover { windows } else { [windows[1], windows[0]] };
                    let away = at as isize - bit as isize;
                    let place = (here as isize + step * away) as usize;
                    self.save(place, begin);
                    exchange(&mut self.points[place], color, new, old);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::game::{Rule, Setup, Variant};
    use crate::pattern::points::Dense;
    use crate::pattern::state::STAGES;
    use crate::pattern::{Board, Combinations, Policy, Rating, Shape, ShapeTable, Tables, Worth};

    /// A network with rows of all kinds of numbers.
    fn net(registers: Registers) -> PointNet {
        let mut state = 1_u64;
        let mut number = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 56) as i16 - 100
        };
        let mut channels = || std::array::from_fn(|_| number());
        let mut windows = vec![PointRow::ZERO];
        windows.resize_with(Windows::get().count(), || PointRow {
            own: channels(),
            other: channels(),
        });
        let mut all = vec![([Shape::Two; 4], PointRow { own: channels(), other: channels() })];
        for shape in [Shape::Two, Shape::OpenTwo, Shape::Three, Shape::OpenThree] {
            let shapes = [Shape::Live, Shape::Live, Shape::Live, shape];
            all.push((shapes, PointRow { own: channels(), other: channels() }));
        }
        PointNet {
            rows: PointRows::new(windows.into(), channels(), all),
            first: Dense::new(&[[0; _]; _], [0; _]),
            second: Dense::new(&[[0; _]; _], [0; _]),
            value: [0; _],
            value_bias: 0,
            registers,
        }
    }

    /// Tables with such a network.
    fn tables(registers: Registers) -> Tables {
        let rating = |_: [Shape; 4], _| Rating { worth: Worth::default(), attack: 0, defence: 0 };
        Tables {
            shapes: ShapeTable::build(Rule::Freestyle, 5),
            combinations: vec![Combinations::build(Rule::Freestyle, Color::Black, rating)],
            policy: vec![Policy::NONE],
            scale: [256; STAGES],
            points: Some(Arc::new(net(registers))),
        }
    }

    /// The sums that follow the moves, and those of the same board from nothing.
    fn compare(board: &mut Board<'_>, tables: &Tables) {
        let totals = *board.totals().unwrap();
        let mut fresh = Board::new(board.position().clone(), tables);
        assert_eq!(Some(&totals), fresh.totals(), "{}", board.position().fen());
        for square in board.position().empty_squares() {
            let [one, other] = [&*board, &fresh].map(|board| board.patterns().numbers(square));
            assert_eq!(one, other, "{square}: {}", board.position().fen());
        }
    }

    /// Plays moves there and back, and compares the sums on the way; the last ones are
    /// returned.
    fn walk(text: &str, tables: &Tables) -> PointTotals {
        let setup = Setup::parse(text, &Variant::preset("gomoku").unwrap()).unwrap();
        let mut board = Board::new(setup.build().unwrap(), tables);
        let (mut depth, mut played, mut lots) = (0, 0, 7_usize);
        for step in 0..300 {
            lots = lots.wrapping_mul(1_103_515_245).wrapping_add(12_345) % (1 << 31);
            let moves = board.position().legal_moves();
            // Two steps forward, one back, now and then several.
            if step % 3 == 2 || moves.is_empty() {
                let back = (1 + lots % 4).min(depth);
                (0..back).for_each(|_| board.undo());
                depth -= back;
            } else {
                board.play(moves[lots / 16 % moves.len()]);
                (depth, played) = (depth + 1, played + 1);
            }
            if lots % 5 < 3 {
                compare(&mut board, tables);
            }
        }
        assert!(played > 100);
        *board.totals().unwrap()
    }

    #[test]
    fn changes_add_up_to_the_sums_of_the_board() {
        for text in ["9/9/3xo4/9/9/9/9 x k=5", "15/4oX9/15/2x2o9/15/15 x k=5 destroy=3,3"] {
            let all = Registers::all();
            let sums: Vec<_> = all.into_iter().map(|one| walk(text, &tables(one))).collect();
            assert!(sums.iter().all(|one| *one == sums[0]), "{text}: {sums:?}");
            assert_ne!(sums[0], ByColor::new([0; CHANNELS], [0; CHANNELS]));
        }
    }

    #[test]
    fn points_that_see_nothing_add_nothing() {
        let net = net(Registers::Usual);
        for (width, height) in [(5, 5), (15, 15), (40, 40)] {
            let size = Size::new(width, height).unwrap();
            let sums = PointSums::new(&net, size, &Lines::new(size), |_, _| 0);
            assert_eq!(sums.totals, ByColor::new([0; CHANNELS], [0; CHANNELS]), "{size}");
        }
    }
}
