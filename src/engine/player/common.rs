//! What the classic players share: which moves they may choose from, and
//! how they say what they chose.

use std::cmp::Reverse;

use super::motive::Motive;
use super::task::Task;
use crate::control::{Choice, Info, LOGGED_MOVES, LogEntry, Report, Unit, is_logged};
use crate::game::{Move, Size, Square, sort_by_key};
use crate::language::Language;

/// The legal moves that the question allows, in the order of
/// [`Position::legal_moves`](crate::game::Position::legal_moves).
pub fn candidates(task: &Task<'_>) -> Vec<Move> {
    let allowed = &task.limits.search_moves;
    let mut moves = task.position.legal_moves();
    moves.retain(|mv| allowed.is_empty() || allowed.contains(mv));
    moves
}

/// The placements among the [`candidates`], top row first; conversions only
/// when there is no placement.
pub fn placements(task: &Task<'_>) -> Vec<Move> {
    let mut moves = candidates(task);
    if moves.iter().any(|mv| !mv.is_conversion()) {
        moves.retain(|mv| !mv.is_conversion());
    }
    sort_by_key(&mut moves, |mv| reading_rank(mv.square()));
    moves
}

/// Sorts squares as a page is read: top row first, each row from the left.
pub const fn reading_rank(square: Square) -> (Reverse<usize>, usize) {
    (Reverse(square.row()), square.col())
}

/// How far a square is from the centre of the board: the squared distance in
/// half squares, which is a whole number on even boards too.
pub const fn off_centre(size: Size, square: Square) -> usize {
    let dx = (2 * square.col() + 1).abs_diff(size.width());
    let dy = (2 * square.row() + 1).abs_diff(size.height());
    dx * dx + dy * dy
}

/// Reports a move that was not searched for, with its reason and without a value, and
/// answers it.
pub fn answer(task: &Task<'_>, mv: Move, why: Motive) -> Choice {
    let info = Info { depth: 1, unit: Unit::Nothing, pv: vec![mv], ..Info::default() };
    task.monitor.report(Report::Info(info));
    explain(task, why);
    Choice { best: Some(mv), ponder: None }
}

/// Tells the log the moves that were weighed, the best first, and what each is worth to
/// the player. Where no log wants them, nothing is made.
pub fn log_candidates(task: &Task<'_>, candidates: impl FnOnce() -> Vec<(Move, String)>) {
    if !is_logged(log::Level::Debug) {
        return;
    }
    let tell = |entry| task.monitor.report(Report::Log(entry));
    let candidates = candidates();
    let count = candidates.len();
    for (mv, worth) in candidates.into_iter().take(LOGGED_MOVES) {
        tell(LogEntry::Candidate { mv, worth });
    }
    if count > LOGGED_MOVES {
        let count = count - LOGGED_MOVES;
        tell(LogEntry::Omitted { count, level: log::Level::Debug });
    }
}

/// Says why a move was chosen, in the language of the settings.
pub fn explain(task: &Task<'_>, why: Motive) {
    let size = task.position.size();
    let all = match task.settings.language {
        Some(language) => vec![why.words(language)],
        None => Language::ALL.map(|language| why.words_at_board(language, size)).into(),
    };
    for words in all {
        task.monitor.report(Report::Text(format!("why {words}")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_centre_is_the_middle() {
        let nearest = |width, height| {
            let size = Size::new(width, height).unwrap();
            size.reading_order().min_by_key(|&square| off_centre(size, square)).unwrap().to_string()
        };
        assert_eq!(nearest(15, 15), "h8");
        assert_eq!(nearest(9, 5), "e3");
        assert_eq!(nearest(4, 6), "b4");
    }
}
