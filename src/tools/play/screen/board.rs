//! The board on the screen: which part of it is seen, and where each square is.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use tengen_engine::game::{Color, Position, Size, Square};

use super::theme::Theme;

/// Width of the names of rows.
const LABEL: u16 = 3;

/// Where the squares of a board are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Geometry {
    size: Size,
    /// The squares, without names of rows and columns.
    area: Rect,
    /// Columns and rows of the screen from one square to the next.
    step: (u16, u16),
    /// Whether stones stand on the crossings of lines, as on boards of wood; else squares
    /// are cells, as in tic-tac-toe.
    on_lines: bool,
    /// The first column from the left that is seen, and the first row from the top.
    pub offset: (usize, usize),
    /// Columns and rows that are seen.
    seen: (usize, usize),
}

impl Geometry {
    /// The board in `area`, seen from `offset` on as far as there is a choice.
    pub fn new(size: Size, area: Rect, offset: (usize, usize)) -> Geometry {
        let (width, height) = (size.width() as u16, size.height() as u16);
        let names = names_height(size);
        let room = (area.width.saturating_sub(LABEL), area.height.saturating_sub(names));
        // Squares are as large as there is room for the whole board, with its lines.
        let has_cells = width.max(height) <= LARGEST_OF_CELLS;
        let fits = |(right, down): (u16, u16)| {
            if has_cells {
                width * right < room.0 && height * down < room.1
            } else {
                (width - 1) * right + 3 <= room.0 && (height - 1) * down < room.1
            }
        };
        let steps: &[(u16, u16)] =
            if has_cells { &[(8, 4), (6, 3), (4, 2)] } else { &[(6, 3), (4, 2), (3, 2)] };
        let step = steps.iter().copied().find(|&step| fits(step));
        if let Some((right, down)) = step.filter(|_| !has_cells) {
            let area = Rect {
                x: area.x + LABEL,
                y: area.y,
                width: (width - 1) * right + 3,
                height: (height - 1) * down + 1,
            };
            let seen = (size.width(), size.height());
            return Geometry {
                size,
                area,
                step: (right, down),
                on_lines: true,
                offset: (0, 0),
                seen,
            };
        }
        let step = step.unwrap_or((2, 1));
        let lines = u16::from(step.1 > 1);
        let seen = (
            usize::from(room.0.saturating_sub(1) / step.0).min(size.width()),
            usize::from(room.1.saturating_sub(lines) / step.1).min(size.height()),
        );
        let area = Rect {
            x: area.x + LABEL.min(area.width),
            y: area.y,
            width: (seen.0 as u16 * step.0 + 1).min(room.0),
            height: (seen.1 as u16 * step.1 + lines).min(room.1),
        };
        let offset = (offset.0.min(size.width() - seen.0), offset.1.min(size.height() - seen.1));
        Geometry { size, area, step, on_lines: false, offset, seen }
    }

    /// This view of the board, moved so that `square` is seen.
    #[must_use]
    pub fn showing(self, square: Square) -> Geometry {
        let follow = |offset: usize, at: usize, seen: usize| {
            // A square at the very edge does not show what is beyond it.
            let margin = (seen.saturating_sub(1) / 2).min(2);
            let high = (at + margin + 1).saturating_sub(seen);
            offset.clamp(high.min(at), at.saturating_sub(margin).max(high))
        };
        let (col, row) = (square.col(), self.size.height() - 1 - square.row());
        let offset = (
            follow(self.offset.0, col, self.seen.0).min(self.size.width() - self.seen.0),
            follow(self.offset.1, row, self.seen.1).min(self.size.height() - self.seen.1),
        );
        Geometry { offset, ..self }
    }

    /// This view of the board, moved by `right` columns and `down` rows, but not beyond the board.
    #[must_use]
    pub fn moved(self, right: isize, down: isize) -> Geometry {
        let shift =
            |offset: usize, by: isize, most: usize| offset.saturating_add_signed(by).min(most);
        let offset = (
            shift(self.offset.0, right, self.size.width() - self.seen.0),
            shift(self.offset.1, down, self.size.height() - self.seen.1),
        );
        Geometry { offset, ..self }
    }

    /// Whether squares have room for more than a sign.
    const fn is_large(&self) -> bool {
        self.step.1 > 1
    }

    /// Whether squares are those of a small board, with room for a letter of three rows.
    const fn has_letters(&self) -> bool {
        self.step.1 == 4 && self.size.width() <= 5 && self.size.height() <= 5
    }

    /// What a stone fills of a large square with that middle.
    fn stone(&self, x: u16, y: u16) -> Rect {
        let (right, down) = self.step;
        if self.on_lines {
            // Stones of neighbours must not touch each other.
            let width = if right > 3 { 3 } else { 1 };
            return Rect { x: x - width / 2, y, width, height: 1 };
        }
        let width = (right - 1).min(5);
        Rect { x: x - width / 2, y: y + 1 - down / 2, width, height: down - 1 }
    }

    /// Height of the whole drawing, names included.
    pub fn height(&self) -> u16 {
        self.area.height + names_height(self.size)
    }

    /// Width of the whole drawing, names included.
    pub const fn width(&self) -> u16 {
        self.area.width + LABEL
    }

    /// Whether a square is seen.
    pub fn is_seen(&self, square: Square) -> bool {
        self.place(square).is_some()
    }

    /// The middle of a square on the screen, if it is seen.
    fn place(&self, square: Square) -> Option<(u16, u16)> {
        let col = square.col().checked_sub(self.offset.0)?;
        let row = (self.size.height() - 1 - square.row()).checked_sub(self.offset.1)?;
        (col < self.seen.0 && row < self.seen.1).then(|| {
            let (right, down) = self.step;
            if self.on_lines {
                return (self.area.x + 1 + col as u16 * right, self.area.y + row as u16 * down);
            }
            let x = self.area.x + col as u16 * right + right.div_ceil(2);
            (x, self.area.y + row as u16 * down + down / 2)
        })
    }

    /// The square at a place of the screen.
    pub fn square_at(&self, x: u16, y: u16) -> Option<Square> {
        let (x, y) = (x.checked_sub(self.area.x)?, y.checked_sub(self.area.y)?);
        let (right, down) = self.step;
        if self.on_lines {
            // A click means the nearest crossing.
            let (col, row) = ((x + right / 2).checked_sub(1)? / right, (y + (down - 1) / 2) / down);
            let (col, row) = (usize::from(col), usize::from(row));
            let is_seen = col < self.seen.0 && row < self.seen.1;
            return is_seen.then(|| Square::new(col, self.size.height() - 1 - row));
        }
        // Where squares touch each other, a click means the nearer one.
        let col = if right == 2 { x / 2 } else { x.checked_sub(1)? / right };
        let row = if down == 1 { y } else { y.checked_sub(1)? / down };
        let (col, row) = (usize::from(col), usize::from(row));
        (col < self.seen.0 && row < self.seen.1).then(|| {
            let (col, row) = (col + self.offset.0, row + self.offset.1);
            Square::new(col, self.size.height() - 1 - row)
        })
    }
}

/// Largest side of a board that is drawn as cells.
const LARGEST_OF_CELLS: u16 = 5;

/// The points that boards of wood mark: the middle, and for large ones those near the
/// corners, and of the largest ones those between.
fn is_star(size: Size, square: Square) -> bool {
    let marks = |side: usize| match side {
        0..=8 => Vec::new(),
        9..=12 => vec![2, side - 3],
        13..=16 => vec![3, side - 4],
        _ => vec![3, side / 2, side - 4],
    };
    let (cols, rows) = (marks(size.width()), marks(size.height()));
    let is_marked = cols.contains(&square.col()) && rows.contains(&square.row());
    let is_odd = size.width() % 2 == 1 && size.height() % 2 == 1;
    is_marked || is_odd && size.width() >= 9 && square == size.centre()
}

/// Lines that the names of columns take.
fn names_height(size: Size) -> u16 {
    if size.width() > 26 { 2 } else { 1 }
}

/// What is seen on a board.
pub(super) struct Picture<'a> {
    pub position: &'a Position,
    /// The line that has won.
    pub line: Vec<Square>,
    /// What a hint says.
    pub hint: Option<Square>,
    /// Whether the points that are forbidden to the side to move are marked.
    pub shows_fouls: bool,
    /// Moves that would follow, numbered from 1; the side to move begins.
    pub ghosts: &'a [Square],
    pub cursor: Option<Square>,
}

/// Draws the board with everything on it.
pub(super) fn draw(buffer: &mut Buffer, geometry: &Geometry, picture: &Picture<'_>, theme: Theme) {
    let Picture { position, line, .. } = picture;
    buffer.set_style(geometry.area, theme.board());
    if geometry.on_lines {
        draw_crossings(buffer, geometry, theme);
    } else if geometry.is_large() {
        draw_lines(buffer, geometry, theme);
    }
    draw_names(buffer, geometry, theme);
    let forbidden = if picture.shows_fouls && position.side() == Color::Black {
        position.forbidden_points()
    } else {
        tengen_engine::game::SquareSet::EMPTY
    };
    for square in geometry.size.squares() {
        let Some((x, y)) = geometry.place(square) else { continue };
        let (sign, style) = match position.at(square) {
            Some(stone) => (theme.stone(stone), theme.stone_style(stone.color)),
            None if !position.is_empty(square) => (Theme::dead(), theme.board()),
            None if forbidden.contains(square) => (theme.forbidden(), theme.forbidden_style()),
            // Lines show the squares well enough.
            None if geometry.on_lines => continue,
            None if geometry.is_large() => (" ", theme.board()),
            None => (theme.point(), theme.board()),
        };
        let block = position.at(square).and_then(|stone| theme.block(stone));
        let letter = position.at(square).filter(|_| geometry.has_letters()).and_then(|stone| {
            theme.letter(stone).map(|rows| (rows, theme.stone_style(stone.color)))
        });
        if let Some((rows, style)) = letter {
            let style = if line.contains(&square) { style.patch(theme.winning()) } else { style };
            for (row, signs) in (0..).zip(rows) {
                buffer.set_string(x - 1, y - 1 + row, signs, style);
            }
            continue;
        }
        let style = match block.filter(|_| geometry.is_large()) {
            Some(block) => {
                buffer.set_style(geometry.stone(x, y).intersection(geometry.area), block);
                block
            }
            None => style,
        };
        let style = if line.contains(&square) { style.patch(theme.winning()) } else { style };
        buffer.set_string(x, y, sign, style);
    }
    draw_marks(buffer, geometry, picture, theme);
}

/// The cell at `x` and `y` with the cells left and right of it.
const fn around(x: u16, y: u16) -> Rect {
    Rect { x: x - 1, y, width: 3, height: 1 }
}

/// Last move, hint and cursor.
fn draw_marks(buffer: &mut Buffer, geometry: &Geometry, picture: &Picture<'_>, theme: Theme) {
    let mut bracket = |square: Square, signs: [&str; 2], style| {
        if let Some((x, y)) = geometry.place(square) {
            buffer.set_string(x - 1, y, signs[0], style);
            buffer.set_string(x + 1, y, signs[1], style);
        }
    };
    let last = picture.position.last_move();
    if let Some(last) = last {
        bracket(last.square(), ["(", ")"], theme.last());
    }
    let mut color = picture.position.side();
    for (&square, number) in picture.ghosts.iter().zip(1..100_u16) {
        if let Some((x, y)) = geometry.place(square) {
            let style = theme.stone_style(color);
            buffer.set_string(x - u16::from(number > 9), y, number.to_string(), style);
        }
        color = !color;
    }
    let mut bracket = |square: Square, signs: [&str; 2], style| {
        if let Some((x, y)) = geometry.place(square) {
            buffer.set_string(x - 1, y, signs[0], style);
            buffer.set_string(x + 1, y, signs[1], style);
        }
    };
    if let Some(hint) = picture.hint {
        bracket(hint, ["<", ">"], theme.hint());
    }
    let Some(square) = picture.cursor else { return };
    // In colours the cursor is a colour, which leaves every bracket where it is. Without
    // them the brackets of the last move say as much as those of the cursor.
    let is_last = last.map(tengen_engine::game::Move::square) == Some(square);
    if !theme.is_coloured() && !is_last {
        bracket(square, ["[", "]"], theme.cursor());
    }
    if let Some((x, y)) = geometry.place(square) {
        buffer.set_style(around(x, y).intersection(geometry.area), theme.cursor());
    }
}

/// The lines whose crossings are the squares, and the points that are marked on them.
fn draw_crossings(buffer: &mut Buffer, geometry: &Geometry, theme: Theme) {
    let Geometry { size, step: (right, down), .. } = *geometry;
    let is_plain = theme.point() == ".";
    let (last_col, last_row) = (size.width() - 1, size.height() - 1);
    for square in size.squares() {
        let Some((x, y)) = geometry.place(square) else { continue };
        let (left, end) = (square.col() == 0, square.col() == last_col);
        let (top, bottom) = (square.row() == last_row, square.row() == 0);
        let star = is_star(size, square);
        let sign = match (is_plain, star) {
            (true, true) => "*",
            (true, false) => ".",
            (false, true) => "╋",
            (false, false) => crossing([left, end], [top, bottom]),
        };
        buffer.set_string(x, y, sign, theme.board());
        if is_plain {
            continue;
        }
        for dx in 1..right {
            if !end {
                buffer.set_string(x + dx, y, "─", theme.board());
            }
        }
        for dy in 1..down {
            if !bottom {
                buffer.set_string(x, y + dy, "│", theme.board());
            }
        }
    }
}

/// Where two lines cross, and whether that is their left or right end, and their top or
/// bottom.
const fn crossing([left, right]: [bool; 2], [top, bottom]: [bool; 2]) -> &'static str {
    match (left, right, top, bottom) {
        (true, _, true, _) => "┌",
        (true, _, _, true) => "└",
        (_, true, true, _) => "┐",
        (_, true, _, true) => "┘",
        (true, ..) => "├",
        (_, true, ..) => "┤",
        (_, _, true, _) => "┬",
        (_, _, _, true) => "┴",
        _ => "┼",
    }
}

/// The lines around the squares of a small board.
fn draw_lines(buffer: &mut Buffer, geometry: &Geometry, theme: Theme) {
    let (right, down) = geometry.step;
    let Rect { x, y, width, height } = geometry.area;
    let is_plain = theme.point() == ".";
    for dy in 0..height {
        for dx in 0..width {
            let (is_column, is_row) = (dx % right == 0, dy % down == 0);
            let (left, top) = (dx == 0, dy == 0);
            let (end, bottom) = (dx + 1 == width, dy + 1 == height);
            let sign = match (is_column, is_row) {
                (false, false) => continue,
                (true, false) if is_plain => "|",
                (false, true) if is_plain => "-",
                (true, true) if is_plain => "+",
                (true, false) => "│",
                (false, true) => "─",
                (true, true) => crossing([left, end], [top, bottom]),
            };
            buffer.set_string(x + dx, y + dy, sign, theme.board());
        }
    }
}

/// The names of rows and columns, and signs where the board goes on.
fn draw_names(buffer: &mut Buffer, geometry: &Geometry, theme: Theme) {
    let Geometry { size, area, offset, seen, .. } = *geometry;
    let (width, height) = (size.width(), size.height());
    for row in offset.1..offset.1 + seen.1 {
        let square = Square::new(offset.0, height - 1 - row);
        let Some((_, y)) = geometry.place(square) else { continue };
        buffer.set_string(area.x - LABEL, y, format!("{:2}", square.row() + 1), theme.faint());
    }
    let names = names_height(size);
    for col in offset.0..offset.0 + seen.0 {
        let square = Square::new(col, height - 1 - offset.1);
        let Some((x, _)) = geometry.place(square) else { continue };
        let square = Square::new(col, 0).to_string();
        let name = square.trim_end_matches('1');
        for (index, letter) in name.chars().rev().enumerate() {
            let y = area.bottom() + (names - 1).saturating_sub(index as u16);
            buffer.set_string(x, y, letter.to_string(), theme.faint());
        }
    }
    let (left, foot) = (area.x - 1, area.bottom() + names - 1);
    let mut arrow = |is_there: bool, x: u16, y: u16, sign: &str| {
        if is_there && buffer.area.contains((x, y).into()) {
            buffer.set_string(x, y, sign, theme.title());
        }
    };
    arrow(offset.1 > 0, left, area.y, "^");
    arrow(offset.1 + seen.1 < height, left, area.bottom().saturating_sub(1), "v");
    arrow(offset.0 > 0, left, foot, "<");
    arrow(offset.0 + seen.0 < width, area.right(), foot, ">");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_that_is_seen_is_found_again() {
        for (width, height, columns, rows) in [
            (3, 3, 80, 24),
            (9, 7, 60, 30),
            (15, 15, 50, 31),
            (19, 13, 130, 50),
            (15, 15, 40, 18),
            (40, 30, 50, 20),
            (40, 40, 10, 5),
        ] {
            let size = Size::new(width, height).unwrap();
            let area = Rect::new(5, 2, columns, rows);
            for square in size.squares() {
                let geometry = Geometry::new(size, area, (0, 0)).showing(square);
                let (x, y) = geometry.place(square).expect("it is shown");
                assert_eq!(geometry.square_at(x, y), Some(square), "{size} {square}");
                assert!(area.contains((x, y).into()), "{size} {square}: {x} {y}");
            }
        }
    }

    #[test]
    fn the_part_that_is_seen_stays_on_the_board() {
        let size = Size::new(40, 30).unwrap();
        let geometry = Geometry::new(size, Rect::new(0, 0, 43, 22), (100, 100));
        assert_eq!((geometry.seen, geometry.offset), ((19, 20), (21, 10)));
        assert_eq!(geometry.moved(5, 5), geometry);
        assert_eq!(geometry.moved(-100, -1).offset, (0, 9));
        let nothing = Geometry::new(size, Rect::new(0, 0, 2, 1), (0, 0));
        assert_eq!((nothing.seen, nothing.square_at(3, 0)), ((0, 0), None));
    }
}
