//! Whether there is still something to play for.

use super::color::Color;
use super::position::Position;
use super::square::{Direction, Square};

/// Turns until the board is full and every conversion is spent.
pub fn turns_left(position: &Position) -> usize {
    let conversions = Color::ALL.map(|color| usize::from(position.conversions(color)));
    position.empty_count() + conversions.iter().sum::<usize>()
}

/// Whether a player can still complete a line if the other one helps. If not, the
/// game will be a draw. With conversions left it always says yes.
pub fn can_be_won(position: &Position) -> bool {
    if Color::ALL.into_iter().any(|color| position.conversions(color) > 0) {
        return true;
    }
    let empty = position.empty_count();
    let placements = |color| if color == position.side() { empty.div_ceil(2) } else { empty / 2 };
    Color::ALL.into_iter().any(|color| has_open_stretch(position, color, placements(color)))
}

/// Whether some stretch as long as a line has nothing of the other player, and
/// lacks no more stones than that.
fn has_open_stretch(position: &Position, color: Color, placements: usize) -> bool {
    let size = position.size();
    let lacking = |start: Square, direction: Direction| {
        let mut lacking = 0;
        for step in 0..isize::from(position.variant().k) {
            let square = start.step(direction, step).filter(|&square| size.contains(square))?;
            match position.at(square) {
                Some(stone) if stone.color == color => {}
                None if position.is_empty(square) => lacking += 1,
                _ => return None,
            }
        }
        Some(lacking)
    };
    let is_open = |start, direction| lacking(start, direction).is_some_and(|it| it <= placements);
    size.squares().any(|start| Direction::ALL.into_iter().any(|along| is_open(start, along)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board;

    #[test]
    fn lines_are_open_while_there_is_time_to_fill_them() {
        let open = board!(
            "x k=3",
            "
            x o x
            . . .
            . x o"
        );
        assert!(can_be_won(&open) && turns_left(&open) == 4, "a2 and a1 could be x");
        let late = board!(
            "o k=3",
            "
            x o x
            x . .
            o x o"
        );
        assert!(!can_be_won(&late), "o lacks two stones, x has one turn");
        let shut = board!(
            "x k=3",
            "
            x o x
            x o o
            o x ."
        );
        assert!(!can_be_won(&shut) && turns_left(&shut) == 1);
        let destroy = board!(
            "x k=3 destroy=1,1",
            "
            x o x
            x o o
            o x ."
        );
        assert!(can_be_won(&destroy) && turns_left(&destroy) == 3);
    }
}
