//! Chooses moves: makes five, stops five, sees an open four coming, and else
//! takes the legal move that is nearest to the centre.

use tengen_engine::game::{Color, Move, Position};

/// A move with a win that it leads to.
pub struct Choice {
    pub best: Move,
    /// The line that wins by force, if one is seen.
    pub win: Option<Vec<Move>>,
}

/// Empty squares on which a player would complete a line.
fn five_points(position: &Position, color: Color) -> Vec<Move> {
    let squares = position.empty_squares();
    squares.filter(|&square| position.has_line_through(square, color)).map(Move::place).collect()
}

/// Steps between a move and the centre.
fn distance(position: &Position, mv: Move) -> usize {
    let centre = position.size().centre();
    let square = mv.square();
    square.col().abs_diff(centre.col()) + square.row().abs_diff(centre.row())
}

/// The legal move that is farthest from the centre.
pub fn farthest(position: &Position) -> Option<Move> {
    position.legal_moves().into_iter().max_by_key(|&mv| distance(position, mv))
}

/// Chooses among `allowed`, all legal moves if it is empty. Open fours are looked
/// for when `looks_ahead`.
pub fn choose(position: &Position, allowed: &[Move], looks_ahead: bool) -> Option<Choice> {
    let mut legal = position.legal_moves();
    if !allowed.is_empty() {
        legal.retain(|mv| allowed.contains(mv));
    }
    legal.sort_by_key(|&mv| distance(position, mv));
    let side = position.side();
    let plain = |best: Move| Choice { best, win: None };
    let own = five_points(position, side);
    if let Some(&best) = own.iter().find(|mv| legal.contains(mv)) {
        return Some(Choice { best, win: Some(vec![best]) });
    }
    let threats = five_points(position, !side);
    if let Some(&best) = threats.iter().find(|mv| legal.contains(mv)) {
        return Some(plain(best));
    }
    if looks_ahead && threats.is_empty() {
        for &best in &legal {
            let mut child = position.clone();
            if child.play(best).is_err() {
                continue;
            }
            let points = five_points(&child, side);
            if let [first, second, ..] = points[..] {
                let line = vec![best, first, second];
                return Some(Choice { best, win: Some(line) });
            }
        }
    }
    legal.first().copied().map(plain)
}
