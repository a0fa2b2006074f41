//! Lines of moves: `h8 i9 j10` or `h8i9j10`, one game in a line.
//!
//! Two worlds use the same letters and numbers. Here, in Yixin-Board and on
//! every printed renju diagram row 1 is at the bottom ([`read_moves`]); in
//! c-gomoku-cli, `GomocupJudge` and Rapfi it is at the top ([`read_pos`]).
//! Nothing in a line tells which is meant.

use tengen_engine::game::{Move, Setup, Size, Square};

use super::check::{Draft, Drafts};
use super::error::{Place, RecordError, problem};
use super::positions::EMPTY_BOARD;
use super::source::Source;
use super::text::{from_top, noted_lines, off_board};
use super::tree::{GameTree, NodeId};

/// Where row 1 is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rows {
    Bottom,
    Top,
}

impl Rows {
    /// Turns a square counted from one side into the same one counted from the other side.
    fn turn(self, size: Size, square: Square) -> Option<Square> {
        match self {
            Rows::Bottom => size.contains(square).then_some(square),
            Rows::Top => from_top(size, square.col(), square.row()),
        }
    }
}

/// Reads lines whose row 1 is at the bottom.
pub(super) fn read_moves(input: Source<'_>) -> Drafts<'_> {
    read(input, Rows::Bottom)
}

/// Reads lines whose row 1 is at the top.
pub(super) fn read_pos(input: Source<'_>) -> Drafts<'_> {
    read(input, Rows::Top)
}

/// Writes moves with blanks between them, row 1 at the bottom.
pub(super) fn write_moves(game: &GameTree) -> Result<Vec<u8>, RecordError> {
    write(game, Rows::Bottom, " ")
}

/// Writes moves without anything between them, row 1 at the top.
pub(super) fn write_pos(game: &GameTree) -> Result<Vec<u8>, RecordError> {
    write(game, Rows::Top, "")
}

fn read(input: Source<'_>, rows: Rows) -> Drafts<'_> {
    let game = move |(place, line)| read_line(line, place, &input, rows);
    Box::new(noted_lines(input.text).map(game))
}

fn read_line(line: &str, place: Place, input: &Source, rows: Rows) -> Result<Draft, RecordError> {
    let mut draft = Draft::new(Setup::new(&input.defaults), place);
    let size = input.defaults.size;
    let mut last = NodeId::ROOT;
    if line.eq_ignore_ascii_case(EMPTY_BOARD) {
        return Ok(draft);
    }
    for word in line.split_whitespace() {
        let mut rest = word;
        while !rest.is_empty() {
            let name;
            (name, rest) = rest.split_at(name_length(rest));
            let wrong = || problem(place, name, "moves such as h8i9 or h8 i9");
            let mv: Move = name.parse().map_err(|_| wrong())?;
            let square =
                rows.turn(size, mv.square()).ok_or_else(|| off_board(place, name, size))?;
            let mv = if mv.is_conversion() { Move::convert(square) } else { square.into() };
            last = draft.play(last, mv, place);
        }
    }
    Ok(draft)
}

/// Bytes of the first name in a text: a star perhaps, letters, then digits. Where the text begins
/// with none of these, all bytes of the text.
fn name_length(text: &str) -> usize {
    let star = usize::from(text.starts_with('*'));
    let letters = text[star..].bytes().take_while(u8::is_ascii_alphabetic).count();
    let digits = text[star + letters..].bytes().take_while(u8::is_ascii_digit).count();
    match star + letters + digits {
        0 => text.len(),
        length => length,
    }
}

fn write(game: &GameTree, rows: Rows, between: &str) -> Result<Vec<u8>, RecordError> {
    let size = game.start.size;
    let name = |mv: Move| {
        let square = rows.turn(size, mv.square()).unwrap_or(mv.square());
        let star = if mv.is_conversion() { "*" } else { "" };
        format!("{star}{square}")
    };
    let names: Vec<String> = game.record()?.plain_moves().map(name).collect();
    let mut text = names.join(between);
    if names.is_empty() {
        if rows == Rows::Top {
            return Err(problem(Place::File, "a game without moves", "at least one move"));
        }
        text += EMPTY_BOARD;
    }
    text.push('\n');
    Ok(text.into_bytes())
}

#[cfg(test)]
mod tests {
    use crate::record::{self, Format};
    use tengen_engine::game::Variant;

    #[test]
    fn rows_are_counted_both_ways() {
        let wide = Variant::preset("gomoku20x15").unwrap();
        let games = record::read(Format::Pos, b"a1b2t15\n\n# note\nh8 # h9\n", &wide).unwrap();
        let names: Vec<String> = games[0].plain_moves().map(|mv| mv.to_string()).collect();
        assert_eq!(names, ["a15", "b14", "t1"]);
        assert_eq!(games.len(), 2);
        assert_eq!(record::write(Format::Moves, &games).unwrap(), b"a15 b14 t1\nh8\n");
        assert_eq!(record::write(Format::Pos, &games).unwrap(), b"a1b2t15\nh8\n");
        assert_eq!(record::read(Format::Moves, b"a15b14 t1\nH8", &wide), Ok(games));
    }

    #[test]
    fn faults_are_named_with_their_line() {
        let gomoku = Variant::preset("gomoku").unwrap();
        for (text, message) in [
            ("h8\nh8h\n", "line 2: h: expected moves such as h8i9 or h8 i9"),
            ("h8,i9", "line 1: ,i9: expected moves"),
            ("h8--", "line 1: --: expected moves"),
            ("h8 h123", "line 1: h123: expected moves"),
            ("p1", "line 1: p1: expected a point of the 15x15 board"),
            ("\n\nh8i9h8", "line 3: h8 (occupied): expected an empty square"),
            ("h8*h8", "line 1: *h8 (no conversion left): expected a placement"),
            ("h8 ä1", "line 1: ä1: expected moves"),
        ] {
            let error = record::read(Format::Moves, text.as_bytes(), &gomoku).unwrap_err();
            assert!(error.to_string().starts_with(message), "{text}: {error}");
        }
    }

    #[test]
    fn empty_boards_and_conversions_have_words() {
        let destroy = Variant::preset("destroy").unwrap();
        let text = b"startpos\nh8 *h8 i9\n";
        let games = record::read(Format::Moves, text, &destroy).unwrap();
        assert_eq!(games.iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [0, 3]);
        assert_eq!(record::write(Format::Moves, &games).unwrap(), text);
        let error = record::write(Format::Pos, &games).unwrap_err().to_string();
        assert!(error.starts_with("game 1: conversions of stones: expected a format with"));
    }
}
