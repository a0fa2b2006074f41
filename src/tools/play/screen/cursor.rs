//! The cursor on the board of a screen: what keys do to it.

use ratatui::crossterm::event::KeyCode;

use tengen_engine::game::{Size, Square};

/// Squares that the keys for long steps move the cursor by.
const FAR: isize = 5;

/// Columns to the right and rows up by which a key moves the cursor, if it does.
pub const fn shift_of(key: KeyCode) -> Option<(isize, isize)> {
    Some(match key {
        KeyCode::Left => (-1, 0),
        KeyCode::Right => (1, 0),
        KeyCode::Up => (0, 1),
        KeyCode::Down => (0, -1),
        KeyCode::Home => (-FAR, 0),
        KeyCode::End => (FAR, 0),
        KeyCode::PageUp => (0, FAR),
        KeyCode::PageDown => (0, -FAR),
        _ => return None,
    })
}

/// Where a cursor comes to that moves so far, within the board.
pub fn moved(cursor: Square, size: Size, (right, up): (isize, isize)) -> Square {
    let shift = |at: usize, by: isize, count: usize| at.saturating_add_signed(by).min(count - 1);
    Square::new(shift(cursor.col(), right, size.width()), shift(cursor.row(), up, size.height()))
}
