//! Whether there is still something to play for.

use super::color::{ByColor, Color};
use super::position::Position;
use super::square::{Direction, Square};

/// Turns until the board is full and every conversion is spent.
pub fn turns_left(position: &Position) -> usize {
    let conversions = Color::ALL.map(|color| usize::from(position.conversions(color)));
    position.empty_count() + conversions.iter().sum::<usize>()
}

/// How many stretches as long as a line a player can still fill if the other one helps;
/// where there are none, the game will be a draw. While a conversion is left every
/// stretch counts, since it may open any.
pub fn stretches_left(position: &Position) -> usize {
    let conversions_left = Color::ALL.into_iter().any(|color| position.conversions(color) > 0);
    let empty = position.empty_count();
    let placements = |color| if color == position.side() { empty.div_ceil(2) } else { empty / 2 };
    let length = usize::from(position.variant().k);
    let is_open = |start: Square, along: Direction| {
        let Some(stones) = stones_along(position, start, along) else { return false };
        let can_fill =
            |color: Color| stones[!color] == 0 && length - stones[color] <= placements(color);
        conversions_left || Color::ALL.into_iter().any(can_fill)
    };
    let from = |start| Direction::ALL.into_iter().filter(|&along| is_open(start, along)).count();
    position.size().squares().map(from).sum()
}

/// The stones of each player in the stretch from `start`; `None` where the board has no such
/// stretch.
fn stones_along(position: &Position, start: Square, along: Direction) -> Option<ByColor<usize>> {
    let mut stones = ByColor::new(0, 0);
    for step in 0..isize::from(position.variant().k) {
        let square = start.step(along, step).filter(|&it| position.size().contains(it))?;
        match position.at(square) {
            Some(stone) => stones[stone.color] += 1,
            None if position.is_empty(square) => {}
            None => return None,
        }
    }
    Some(stones)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board;
    use crate::game::Setup;

    #[test]
    fn lines_are_open_while_there_is_time_to_fill_them() {
        let open = board!(
            "x k=3",
            "
            x o x
            . . .
            . x o"
        );
        assert_eq!((stretches_left(&open), turns_left(&open)), (2, 4), "a1-a3 and a1-c3");
        let late = board!(
            "o k=3",
            "
            x o x
            x . .
            o x o"
        );
        assert_eq!(stretches_left(&late), 0, "o lacks two stones, x has one turn");
        let both = board!(
            "x k=3",
            "
            x o x
            o o .
            x x ."
        );
        assert_eq!(stretches_left(&both), 2, "each has one turn: a1-c1 and a2-c2");
        let last = |side| {
            let rows = "
            x o x
            o x o
            o x .";
            stretches_left(&board!(side, rows))
        };
        assert_eq!((last("x k=3"), last("o k=3")), (1, 0), "a3-c1 if x has the last turn");
        let shut = board!(
            "x k=3",
            "
            x o x
            x o o
            o x ."
        );
        assert_eq!((stretches_left(&shut), turns_left(&shut)), (0, 1));
        let destroy = board!(
            "x k=3 destroy=1,1",
            "
            x o x
            x o o
            o x ."
        );
        assert_eq!((stretches_left(&destroy), turns_left(&destroy)), (8, 3));
        let empty = board!("x k=3", "\n. . .\n. . .\n. . .");
        assert_eq!(stretches_left(&empty), 8);
        let dead = vec!["b2".parse().unwrap()];
        let holed = Setup { dead, ..Setup::of(&empty) }.build().unwrap();
        assert_eq!(stretches_left(&holed), 4, "the edges");
    }
}
