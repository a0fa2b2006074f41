//! Renju's forbidden points, read from the lines of the board.
//!
//! The definitions are the Renju International Federation's. An open three
//! counts only if the point that would make it an open four may itself be
//! played, which is judged with the first stone on the board: the test calls
//! itself. `judge.rs` says the same again on a plain grid, slowly, for tests.

use super::color::Color;
use super::lines::{Lines, View};
use super::square::{Bits, Direction, Square};

/// Why Black may not play a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Foul {
    /// Two or more open threes.
    DoubleThree,
    /// Two or more fours.
    DoubleFour,
    /// Six or more in a row.
    Overline,
}

impl Foul {
    /// The name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Foul::DoubleThree => "double-three",
            Foul::DoubleFour => "double-four",
            Foul::Overline => "overline",
        }
    }
}

/// The length of a five; renju knows no other.
const FIVE: u32 = 5;

/// Why Black may not play on the empty `square`, or `None` if Black may. Of
/// several reasons the first of overline, double-four and double-three is told.
pub fn foul(lines: &Lines, square: Square) -> Option<Foul> {
    ImaginedBoard { lines, added: Vec::new() }.foul(square)
}

/// The board with a few black stones more, as the recursion imagines it.
struct ImaginedBoard<'a> {
    lines: &'a Lines,
    /// Rarely holds anything, and then a handful.
    added: Vec<Square>,
}

impl ImaginedBoard<'_> {
    fn view(&self, square: Square, direction: Direction) -> View {
        let mut view = self.lines.view(square, direction, Color::Black);
        for &stone in &self.added {
            if let Some(steps) = distance(square, stone, direction) {
                view.own |= 1 << (view.bit as i32 + steps);
            }
        }
        view
    }

    fn foul(&mut self, square: Square) -> Option<Foul> {
        let views = Direction::ALL.map(|direction| self.view(square, direction));
        if !has_company(&views) {
            return None;
        }
        let views = views.map(View::with_own_stone);
        let lengths = views.map(|view| {
            let (before, after) = view.run();
            before + 1 + after
        });
        if lengths.contains(&(FIVE as usize)) {
            return None;
        }
        if lengths.iter().any(|&length| length > FIVE as usize) {
            return Some(Foul::Overline);
        }
        let fours: usize = views.iter().map(count_fours).sum();
        if fours >= 2 {
            return Some(Foul::DoubleFour);
        }
        let extensions = views.map(|view| open_four_points(&view));
        if extensions.iter().filter(|&&points| points != 0).count() < 2 {
            return None;
        }
        self.added.push(square);
        let threes = Direction::ALL
            .into_iter()
            .enumerate()
            .filter(|&(index, direction)| {
                let (view, points) = (views[index], extensions[index]);
                Bits(points).any(|bit| {
                    let steps = bit as isize - view.bit as isize;
                    let point = square.step(direction, steps).expect("windows stay on the board");
                    self.makes_open_four(point, direction)
                })
            })
            .take(2)
            .count();
        self.added.pop();
        (threes >= 2).then_some(Foul::DoubleThree)
    }

    /// Whether Black may play `point`, which completes an open four along
    /// `direction`, without making a five at the same time.
    fn makes_open_four(&mut self, point: Square, direction: Direction) -> bool {
        let makes_five =
            Direction::ALL.into_iter().filter(|&other| other != direction).any(|other| {
                let (before, after) = self.view(point, other).run();
                before + 1 + after == FIVE as usize
            });
        !makes_five && self.foul(point).is_none()
    }
}

/// Whether there are stones enough for any foul: four in one line (an overline
/// or two fours) or two in each of two lines. Most points are dismissed here.
fn has_company(views: &[View; 4]) -> bool {
    let reach = |view: &View| view.own >> (view.bit - FIVE) & ((1 << (2 * FIVE + 1)) - 1);
    let stones = views.map(|view| reach(&view).count_ones());
    stones.iter().any(|&count| count >= 4)
        || stones.iter().filter(|&&count| count >= 2).count() >= 2
}

/// Steps along `direction` from `from` to `to`, if they share that line and are
/// near enough to matter.
fn distance(from: Square, to: Square, direction: Direction) -> Option<i32> {
    let dx = to.col() as i32 - from.col() as i32;
    let dy = to.row() as i32 - from.row() as i32;
    let steps = match direction {
        Direction::Horizontal if dy == 0 => dx,
        Direction::Vertical if dx == 0 => dy,
        Direction::Diagonal if dx == dy => dx,
        Direction::Antidiagonal if dx == -dy => dx,
        _ => return None,
    };
    (steps.unsigned_abs() <= 2 * FIVE).then_some(steps)
}

/// The empty points that complete exactly five through the view's own stone.
fn five_points(view: &View) -> u64 {
    let empty = !(view.own | view.blocked);
    let mut points = 0;
    for bit in view.bit + 1 - FIVE..view.bit + FIVE {
        if empty >> bit & 1 != 0 {
            let filled = View { own: view.own | 1 << bit, ..*view };
            let (before, after) = filled.run();
            let reaches = view.bit - before as u32 <= bit && bit <= view.bit + after as u32;
            if reaches && before + 1 + after == FIVE as usize {
                points |= 1 << bit;
            }
        }
    }
    points
}

/// How many fours the view's own stone makes in this line: 0, 1 or 2.
fn count_fours(view: &View) -> usize {
    let points = five_points(view);
    if is_open_four(points) { 1 } else { points.count_ones().min(2) as usize }
}

/// Whether two five points are the two ends of one unbroken run of four.
const fn is_open_four(five_points: u64) -> bool {
    five_points.count_ones() == 2 && five_points.ilog2() - five_points.trailing_zeros() == FIVE
}

/// The empty points that complete an open four through the view's own stone.
fn open_four_points(view: &View) -> u64 {
    let empty = !(view.own | view.blocked);
    let mut points = 0;
    for bit in view.bit + 2 - FIVE..view.bit + FIVE - 1 {
        if empty >> bit & 1 != 0 {
            let filled = View { own: view.own | 1 << bit, ..*view };
            let (before, after) = filled.run();
            let reaches = view.bit - before as u32 <= bit && bit <= view.bit + after as u32;
            if reaches
                && before + 1 + after == FIVE as usize - 1
                && is_open_four(five_points(&filled))
            {
                points |= 1 << bit;
            }
        }
    }
    points
}
