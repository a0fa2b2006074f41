//! What stands at the points of a board, kept from one position to the next.
//!
//! Positions come in the order of a game, so that most points are as they were.

use tengen_engine::eval::point_net;
use tengen_engine::eval::weights::{CLASSES, class};
use tengen_engine::game::{Color, Direction, Size, Square, Stone};
use tengen_engine::pattern::points::windows::{REACH, Windows};
use tengen_engine::pattern::{Board, Shapes};

/// Rows of a player at a point: the class, and a window in each direction.
pub const ROWS: usize = 5;

/// Bits of a row in a [`Key`].
const ROW_BITS: u32 = 12;

/// The rows of a player at a point, smallest first, in [`ROW_BITS`] each. Rows are counted from 1
/// in the order of the file; 0 adds nothing.
type PlayerKey = u64;

/// The rows of the side to move at a point, and those of the other one.
pub type Key = u128;

/// The rows of each player in a key, counted from 0, those that add nothing left out.
pub fn rows_of(key: Key, rows: &mut [[u16; ROWS]; 2]) -> [&[u16]; 2] {
    for (rows, key) in rows.iter_mut().zip([(key >> 64) as PlayerKey, key as PlayerKey]) {
        for (place, row) in rows.iter_mut().rev().enumerate() {
            *row = (key >> (ROW_BITS * place as u32)) as u16 & ((1 << ROW_BITS) - 1);
        }
    }
    rows.each_mut().map(|rows| {
        let first = rows.partition_point(|&row| row == 0);
        rows[first..].iter_mut().for_each(|row| *row -= 1);
        &rows[first..]
    })
}

/// What stands at the points.
pub struct Seen {
    size: Size,
    stones: Vec<Option<Stone>>,
    points: Vec<[PlayerPoint; 2]>,
    /// The rows of classes, by their numbers.
    classes: Box<[u16]>,
    changed: Vec<Square>,
}

/// What stands at a point for a player.
#[derive(Clone, Copy)]
struct PlayerPoint {
    windows: [u16; Direction::ALL.len()],
    shapes: Shapes,
    key: PlayerKey,
}

impl Seen {
    /// An empty board.
    pub fn new(size: Size) -> Seen {
        let mut classes = vec![0; CLASSES].into_boxed_slice();
        for (row, shapes) in (Windows::get().count()..).zip(point_net::classes()) {
            classes[class(shapes)] = row as u16;
        }
        let last = size.squares().map(Square::index).max().unwrap_or_default();
        // No point has such shapes, so that the first position asks for all.
        let unknown = PlayerPoint { windows: [0; 4], shapes: Shapes(u16::MAX), key: 0 };
        Seen {
            size,
            stones: vec![None; last + 1],
            points: vec![[unknown; 2]; last + 1],
            classes,
            changed: Vec::new(),
        }
    }

    /// Follows a board, and tells the key of each empty point where any row stands.
    pub fn follow(&mut self, board: &Board<'_>, mut tell: impl FnMut(Square, Key)) {
        let position = board.position();
        self.changed.clear();
        for square in self.size.squares() {
            let stone = position.at(square);
            if std::mem::replace(&mut self.stones[square.index()], stone) != stone {
                self.changed.push(square);
            }
        }
        for place in 0..self.changed.len() {
            self.look_around(board, self.changed[place]);
        }
        let (own, other) = (board.side(), !board.side());
        for square in position.empty_squares() {
            let point = &mut self.points[square.index()];
            for color in Color::ALL {
                let (shapes, point) =
                    (board.patterns().shapes(square, color), &mut point[color.index()]);
                if shapes != point.shapes {
                    point.shapes = shapes;
                    point.key = key(point, &self.classes);
                }
            }
            let [own, other] = [own, other].map(|color| point[color.index()].key);
            let key = Key::from(own) << 64 | Key::from(other);
            if key != 0 {
                tell(square, key);
            }
        }
    }

    /// Reads the windows again that a changed square is in.
    fn look_around(&mut self, board: &Board<'_>, changed: Square) {
        let (windows, lines) = (Windows::get(), board.position().lines());
        let reach = REACH as isize;
        for direction in Direction::ALL {
            for steps in -reach..=reach {
                let there = changed.step(direction, steps);
                let Some(square) = there.filter(|&square| self.size.contains(square)) else {
                    continue;
                };
                // A stone's own point is read once the stone is gone.
                if self.stones[square.index()].is_some() {
                    continue;
                }
                for color in Color::ALL {
                    let number = windows.number(&lines.view(square, direction, color));
                    let point = &mut self.points[square.index()][color.index()];
                    if std::mem::replace(&mut point.windows[direction as usize], number) != number {
                        point.key = key(point, &self.classes);
                    }
                }
            }
        }
    }
}

/// The key of what stands at a point for a player.
fn key(point: &PlayerPoint, classes: &[u16]) -> PlayerKey {
    let [a, b, c, d] = point.windows;
    // What was never looked at has no class yet.
    let class =
        if point.shapes == Shapes(u16::MAX) { 0 } else { classes[class(point.shapes.all())] };
    let mut rows = [a, b, c, d, class];
    rows.sort_unstable();
    rows.into_iter().fold(0, |key, row| key << ROW_BITS | PlayerKey::from(row))
}
