//! Listening to the changes of a board.

use super::color::Color;
use super::lines::Lines;
use super::square::Square;

/// Follows the board: hears of every change of a square, after the lines of
/// the board show it. Undoing a change is reported as the opposite change.
pub trait Observer {
    /// `square` held `before` and holds `after` now.
    fn changed(
        &mut self,
        lines: &Lines,
        square: Square,
        before: Option<Color>,
        after: Option<Color>,
    );
}

/// The observer that does not look.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    #[inline]
    fn changed(&mut self, _: &Lines, _: Square, _: Option<Color>, _: Option<Color>) {}
}
