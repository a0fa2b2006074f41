//! Announced wins, judged by a solver that knows nothing but the rules: slow, and
//! complete. What it cannot decide with little work it leaves open.

use std::cell::Cell;

use tengen_engine::game::{Move, Position};

/// Positions that may be looked at for one announcement.
const WORK: usize = 20_000;

/// Whether the side to move wins within `moves` moves of its own, `first` being the first of
/// them if it is given; `None` when that takes too long to find out.
pub(super) fn wins_within(position: &Position, moves: u64, first: Option<Move>) -> Option<bool> {
    let (mut position, work) = (position.clone(), Cell::new(WORK));
    match first {
        None => wins(&mut position, moves, &work),
        Some(_) if moves == 0 => Some(false),
        Some(first) => {
            let side = position.side();
            position.play(first).ok()?;
            if position.is_over() {
                return Some(position.winner() == Some(side));
            }
            loses(&mut position, moves - 1, &work)
        }
    }
}

/// Whether the side to move loses within `moves` moves of its opponent, whatever it
/// plays; `None` when that takes too long to find out.
pub(super) fn loses_within(position: &Position, moves: u64) -> Option<bool> {
    loses(&mut position.clone(), moves, &Cell::new(WORK))
}

/// Counts a position that is looked at; `None` when there were too many.
fn count(work: &Cell<usize>) -> Option<()> {
    work.set(work.get().checked_sub(1)?);
    Some(())
}

fn wins(position: &mut Position, moves: u64, work: &Cell<usize>) -> Option<bool> {
    count(work)?;
    if moves == 0 || position.is_over() {
        return Some(false);
    }
    let (side, legal) = (position.side(), position.legal_moves());
    if legal.iter().any(|mv| position.has_line_through(mv.square(), side)) {
        return Some(true);
    }
    if moves == 1 {
        return Some(false);
    }
    any(position, &legal, |child| loses(child, moves - 1, work))
}

fn loses(position: &mut Position, moves: u64, work: &Cell<usize>) -> Option<bool> {
    count(work)?;
    if moves == 0 || position.is_over() {
        return Some(false);
    }
    let (side, legal) = (position.side(), position.legal_moves());
    if legal.iter().any(|mv| position.has_line_through(mv.square(), side)) {
        return Some(false);
    }
    let escapes = any(position, &legal, |child| wins(child, moves, work).map(|wins| !wins));
    escapes.map(|escapes| !escapes)
}

/// Whether `is_one` is true after one of `moves`; `None` as soon as `is_one` does not know.
fn any(
    position: &mut Position,
    moves: &[Move],
    mut is_one: impl FnMut(&mut Position) -> Option<bool>,
) -> Option<bool> {
    for &mv in moves {
        if position.with_move(mv, &mut is_one).ok()?? {
            return Some(true);
        }
    }
    Some(false)
}

#[cfg(test)]
mod tests {
    use super::super::positions::{self, BLOCK, FIVE_AT_ONCE, QUIET, WIN_IN_TWO};
    use super::*;

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn wins_are_counted_in_own_moves() {
        let five = positions::after("gomoku", FIVE_AT_ONCE).unwrap();
        assert_eq!(wins_within(&five, 1, None), Some(true));
        assert_eq!(wins_within(&five, 1, Some(mv("l8"))), Some(true));
        assert_eq!(wins_within(&five, 1, Some(mv("a1"))), Some(false));
        let two = positions::after("gomoku", WIN_IN_TWO).unwrap();
        assert_eq!(wins_within(&two, 1, None), Some(false));
        assert_eq!(wins_within(&two, 2, Some(mv("k8"))), Some(true));
        // A four that is not open can be stopped.
        assert_eq!(wins_within(&two, 2, Some(mv("l8"))), Some(false));
    }

    #[test]
    fn losses_are_counted_in_the_opponents_moves() {
        let mut four = positions::after("gomoku", FIVE_AT_ONCE).unwrap();
        four.play(mv("a1")).unwrap();
        // The second player has an open four as well.
        assert_eq!(loses_within(&four, 1), Some(false));
        let mut two = positions::after("gomoku", WIN_IN_TWO).unwrap();
        two.play(mv("k8")).unwrap();
        assert_eq!(loses_within(&two, 1), Some(true));
        let block = positions::after("gomoku", BLOCK).unwrap();
        assert_eq!(loses_within(&block, 1), Some(false));
    }

    #[test]
    fn nothing_is_won_where_nothing_is_to_be_won() {
        let full = positions::nearly_full("gomoku", 4).unwrap();
        assert_eq!(wins_within(&full, 9, None), Some(false));
        assert_eq!(loses_within(&full, 9), Some(false));
        let quiet = positions::after("gomoku", QUIET).unwrap();
        assert_eq!(wins_within(&quiet, 3, Some(mv("h9"))), Some(false));
        assert_eq!(wins_within(&quiet, 9, None), None);
        // Tic-tac-toe is a draw, but a corner and a bad answer are not.
        let corner = positions::after("tictactoe", "a1").unwrap();
        assert_eq!(loses_within(&corner, 4), Some(false));
        let edge = positions::after("tictactoe", "a1 b1").unwrap();
        assert_eq!(wins_within(&edge, 3, None), Some(true));
    }
}
