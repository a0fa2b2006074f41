//! The positions that checks ask about. All are reached by legal moves from the
//! empty board, so that every protocol can show them.

use tengen_engine::game::{Color, Move, Position, Square, Variant};

use super::verdict::{Outcome, fail};

/// The empty board of a game.
pub(super) fn empty(game: &str) -> Outcome<Position> {
    let position = Variant::preset(game).and_then(Position::new);
    position.or_else(|error| fail("a game", error.to_string()))
}

/// The position of a game after `moves`.
pub(super) fn after(game: &str, moves: &str) -> Outcome<Position> {
    let mut position = empty(game)?;
    for text in moves.split_whitespace() {
        let mv: Move = text.parse().or_else(|_| fail("a move", text))?;
        position.play(mv).or_else(|error| fail("a legal move", format!("{text}: {error}")))?;
    }
    Ok(position)
}

/// Moves to a position in which nothing is decided and that no search ends soon.
pub(super) const QUIET: &str = "h8 i9 f6 k7";

/// The squares that win after [`FIVE_AT_ONCE`].
pub(super) const FIVE_SQUARES: [&str; 2] = ["g8", "l8"];

/// Moves after which the side to move, the first player, wins at once.
pub(super) const FIVE_AT_ONCE: &str = "h8 h9 i8 i9 j8 j9 k8 k9";

/// Moves after which the side to move, the second player, wins at once.
pub(super) const FIVE_FOR_SECOND: &str = "h8 h9 i8 i9 j8 j9 k8 k9 a1";

/// The squares that win after [`FIVE_FOR_SECOND`].
pub(super) const FIVE_FOR_SECOND_SQUARES: [&str; 2] = ["g9", "l9"];

/// The side to move must play g8: the opponent has four, one end is closed.
pub(super) const BLOCK: &str = "h8 l8 i8 h10 j8 m6 k8";

/// The side to move has an open three and nothing to fear: a win in two.
pub(super) const WIN_IN_TWO: &str = "h8 a1 i8 a3 j8 o15";

/// The first player has five.
pub(super) const FINISHED: &str = "h8 h9 i8 i9 j8 j9 k8 k9 l8";

/// Renju: white threatens five at h12 alone, which is forbidden to black, who is to
/// move (the column would have six).
pub(super) const FORCED_FOUL: &str = "h9 d12 h10 e12 h11 f12 h13 a1 h14 o1 c12 g12";

/// A game in which only `left` squares are empty and neither side has more than two in a row.
pub(super) fn nearly_full(game: &str, left: usize) -> Outcome<Position> {
    let mut position = empty(game)?;
    let size = position.size();
    // Rows of pairs, each row shifted by two against the next: no line of three.
    let of = |color: Color| {
        let is_black = |square: &Square| (square.col() + 2 * square.row()) % 4 < 2;
        let mut squares: Vec<Square> =
            size.squares().filter(|s| is_black(s) == (color == Color::Black)).collect();
        squares.reverse();
        squares
    };
    let (mut black, mut white) = (of(Color::Black), of(Color::White));
    let mut stones = size.area() - left;
    while stones > 0 {
        let own = if position.side() == Color::Black { &mut black } else { &mut white };
        let Some(square) = own.pop() else { break };
        if position.check(square.into()).is_err() {
            return fail("a nearly full board", format!("{square} cannot be played"));
        }
        position.play_unchecked(square.into());
        stones -= 1;
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(position: &Position, names: &[&str]) -> bool {
        names.iter().all(|name| {
            let mut next = position.clone();
            next.play(name.parse().unwrap()).unwrap();
            next.winner() == Some(position.side())
        })
    }

    #[test]
    fn positions_are_what_their_names_say() {
        for game in ["gomoku", "standard", "caro"] {
            let five = after(game, FIVE_AT_ONCE).unwrap();
            assert!(squares(&five, &FIVE_SQUARES), "{game}");
            let second = after(game, FIVE_FOR_SECOND).unwrap();
            assert!(squares(&second, &FIVE_FOR_SECOND_SQUARES), "{game}");
        }
        assert!(after("gomoku", FINISHED).unwrap().is_over());
        let mut block = after("gomoku", BLOCK).unwrap();
        block.pass();
        assert!(squares(&block, &["g8"]));
        block.undo();
        assert!(!after("gomoku", QUIET).unwrap().is_over());
    }

    #[test]
    fn the_forced_foul_is_one() {
        let mut position = after("renju", FORCED_FOUL).unwrap();
        let h12: Square = "h12".parse().unwrap();
        assert_eq!(position.side(), Color::Black);
        assert!(position.foul(h12).is_some());
        position.pass();
        assert!(squares(&position, &["h12"]));
    }

    #[test]
    fn nearly_full_boards_are_still_open() {
        for (game, left) in [("gomoku", 4), ("gomoku", 1), ("gomoku20", 3), ("tictactoe", 1)] {
            let position = nearly_full(game, left).unwrap();
            assert_eq!(position.empty_count(), left, "{game}");
            assert!(!position.is_over(), "{game}");
        }
        let full = nearly_full("gomoku", 0).unwrap();
        assert!(full.is_over() && full.winner().is_none());
    }
}
