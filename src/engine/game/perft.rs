//! Counting legal games: the classic test of move generation.

use super::moves::Move;
use super::position::Position;

/// The number of legal games of `depth` plies from the position. A game that
/// ends sooner has no continuation and counts nothing.
///
/// ```
/// use tengen_engine::game::{Position, Variant};
///
/// let mut empty = Position::new(Variant::preset("tictactoe")?)?;
/// assert_eq!(tengen_engine::game::perft::perft(&mut empty, 5), 9 * 8 * 7 * 6 * 5);
/// assert_eq!(tengen_engine::game::perft::perft(&mut empty, 9), 127_872);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    // Nothing interrupts it, so the default is never used.
    count(position, depth, &mut || false).unwrap_or_default()
}

/// [`perft`] of each legal move, in the order of [`Position::legal_moves`];
/// empty at depth 0. `stop` is asked in every position whose moves are counted.
///
/// Returns `None` if `stop` said so before the end.
pub fn divide(
    position: &mut Position,
    depth: u32,
    stop: &mut dyn FnMut() -> bool,
) -> Option<Vec<(Move, u64)>> {
    let Some(below) = depth.checked_sub(1) else { return Some(Vec::new()) };
    position
        .legal_moves()
        .into_iter()
        .map(|mv| Some((mv, count_after(position, mv, below, stop)?)))
        .collect()
}

/// [`perft`] that asks `stop` in every position whose moves are counted.
///
/// Returns `None` if `stop` said so before the end.
pub fn count(position: &mut Position, depth: u32, stop: &mut dyn FnMut() -> bool) -> Option<u64> {
    match depth {
        0 => Some(1),
        _ if stop() => None,
        // The moves of the last ply need not be played to be counted.
        1 => Some(position.legal_move_count() as u64),
        _ => {
            let moves = position.legal_moves();
            moves.into_iter().map(|mv| count_after(position, mv, depth - 1, stop)).sum()
        }
    }
}

fn count_after(
    position: &mut Position,
    mv: Move,
    depth: u32,
    stop: &mut dyn FnMut() -> bool,
) -> Option<u64> {
    position.play_unchecked(mv);
    let games = count(position, depth, stop);
    position.undo();
    games
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    #[test]
    fn a_division_adds_up_and_can_be_stopped() {
        let mut position = Position::new(Variant::mnk(4, 3, 3).unwrap()).unwrap();
        let parts = divide(&mut position, 4, &mut || false).unwrap();
        assert_eq!(parts.len(), 12);
        assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), perft(&mut position, 4));
        assert_eq!(divide(&mut position, 0, &mut || true), Some(Vec::new()));
        let mut questions = 0;
        let mut stop = || {
            questions += 1;
            questions > 5
        };
        assert_eq!(divide(&mut position, 4, &mut stop), None);
        assert_eq!(position.stone_count(), 0, "everything was taken back");
    }
}
