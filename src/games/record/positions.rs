//! Lists of positions: one FEN in a line, `startpos` for the empty board.

use tengen_engine::game::Setup;

use super::check::{Draft, Drafts};
use super::error::{Place, RecordError, problem};
use super::source::Source;
use super::text::noted_lines;
use super::tree::GameTree;

/// The word for the empty board.
pub(super) const EMPTY_BOARD: &str = "startpos";

/// Reads one position from each line, in any form that `position fen` takes.
pub(super) fn read(input: Source<'_>) -> Drafts<'_> {
    Box::new(noted_lines(input.text).map(move |(place, line)| read_line(line, place, &input)))
}

fn read_line(line: &str, place: Place, input: &Source) -> Result<Draft, RecordError> {
    if line.eq_ignore_ascii_case(EMPTY_BOARD) {
        return Ok(Draft::new(Setup::new(&input.defaults), place));
    }
    let setup = Setup::parse(line, &input.defaults)
        .map_err(|error| problem(place, error.offending(), error.expected().to_string()))?;
    Ok(Draft::new(setup, place))
}

/// Writes the last position of the main line.
pub(super) fn write(game: &GameTree) -> Result<Vec<u8>, RecordError> {
    let position = game
        .record()?
        .final_position()
        .map_err(|error| problem(Place::File, &error.to_string(), "moves that can be played"))?;
    Ok((position.fen() + "\n").into_bytes())
}

#[cfg(test)]
mod tests {
    use crate::record::{self, Format, Part};
    use tengen_engine::game::Variant;

    #[test]
    fn positions_are_read_with_notes_and_written_in_full() {
        let gomoku = Variant::preset("gomoku").unwrap();
        let text = b"# a list\nstartpos\n\nx2/1o1/3 x k=3 # one\n3 4 3 XO2/1X2/4 o 4\r\n";
        let games = record::read(Format::Fen, text, &gomoku).unwrap();
        let written = String::from_utf8(record::write(Format::Fen, &games).unwrap()).unwrap();
        let lines: Vec<&str> = written.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[0].ends_with("/15 x k=5 rule=freestyle destroy=0,0"), "{}", lines[0]);
        assert_eq!(lines[1], "x2/1o1/3 x k=3 rule=freestyle destroy=0,0");
        assert_eq!(lines[2], "xo2/1x2/4 o k=3 rule=freestyle destroy=0,0");
        let again = record::read(Format::Fen, written.as_bytes(), &gomoku).unwrap();
        assert_eq!(record::write(Format::Fen, &again).unwrap(), written.as_bytes());
    }

    #[test]
    fn a_foul_cannot_be_seen_in_the_stones() {
        let renju = Variant::preset("renju").unwrap();
        let losses = |moves: &str| {
            let games = record::read_trees(Format::Moves, moves.as_bytes(), &renju).unwrap();
            assert!(games[0].info.result.is_some());
            Format::Fen.losses(&games)
        };
        let foul = "i8 a1 j8 a15 h9 o1 h10 o15 h8";
        assert_eq!(losses(foul), [Part::Order, Part::Result]);
        assert_eq!(losses("h8 a1 i8 a3 j8 a5 k8 a7 l8"), [Part::Order]);
    }

    #[test]
    fn faults_are_named_with_their_line() {
        let gomoku = Variant::preset("gomoku").unwrap();
        let refusal = |text: &str| {
            record::read(Format::Fen, text.as_bytes(), &gomoku).unwrap_err().to_string()
        };
        assert!(refusal("startpos\n3/3/3 y k=3\n").starts_with("line 2: y: expected a side"));
        assert!(refusal("\nx2/3/3 x k=4\n").starts_with("line 2: k=4: expected k of at most"));
    }
}
