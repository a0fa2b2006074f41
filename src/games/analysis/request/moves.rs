//! Moves in a text.

use tengen_engine::game::Move;
use tengen_engine::protocol::shown;
use tengen_engine::session::message::Problem;

/// Reads moves that stand in one text, with blanks or commas between them or
/// nothing at all: `h8 i9`, `h8,i9`, `h8i9`.
///
/// # Errors
/// When a part is no move; `name` says what was read.
pub fn moves(name: &str, all: &str) -> Result<Vec<Move>, Problem> {
    let mut list = Vec::new();
    for word in all.split([' ', '\t', ',', '\r', '\n']).filter(|word| !word.is_empty()) {
        // A move ends with the last digit of its row.
        let mut rest = word;
        while !rest.is_empty() {
            let digit = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
            let row = rest[digit..].find(|c: char| !c.is_ascii_digit());
            let (mv, behind) = rest.split_at(row.map_or(rest.len(), |length| digit + length));
            list.push(one_move(name, mv)?);
            rest = behind;
        }
    }
    Ok(list)
}

/// What a move must look like.
pub(super) const MOVE_EXPECTED: &str = "a move such as h8, or *h8 to convert a stone";

/// Reads one move; `name` says where it stands.
///
/// # Errors
/// When it is none.
pub(super) fn one_move(name: &str, word: &str) -> Result<Move, Problem> {
    word.parse().map_err(|_| Problem::new(name, shown(word), MOVE_EXPECTED))
}
