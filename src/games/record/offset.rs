//! Openings as distances from the centre: `0,0, 1,0, 1,3`, Black first, the
//! second number growing downwards. On even sides the centre is the point with
//! the larger coordinates, counted from the top left.

use tengen_engine::game::{Setup, Size, Square};

use super::check::{Draft, Drafts};
use super::error::{Place, RecordError, problem};
use super::source::Source;
use super::text::{from_top, noted_lines, number, off_board, to_top};
use super::tree::{GameTree, NodeId};

/// Reads one opening from each line.
pub(super) fn read(input: Source<'_>) -> Drafts<'_> {
    Box::new(noted_lines(input.text).map(move |(place, line)| read_line(line, place, &input)))
}

fn read_line(line: &str, place: Place, input: &Source) -> Result<Draft, RecordError> {
    let mut draft = Draft::new(Setup::new(&input.defaults), place);
    let size = input.defaults.size;
    // A comma at the end separates nothing.
    let line = line.strip_suffix(',').unwrap_or(line);
    let read = |word: &str| {
        number::<i32>(word)
            .ok_or_else(|| problem(place, word, "whole numbers with commas, as in 0,0, 1,3"))
    };
    let numbers: Vec<i32> =
        line.split(',').map(|word| read(word.trim())).collect::<Result<_, _>>()?;
    let mut last = NodeId::ROOT;
    for pair in numbers.chunks(2) {
        let &[dx, dy] = pair else {
            let expected = "an even count of numbers, two for each stone";
            return Err(problem(place, line, expected));
        };
        let square =
            square(size, dx, dy).ok_or_else(|| off_board(place, &format!("{dx},{dy}"), size))?;
        last = draft.play(last, square.into(), place);
    }
    draft.tree.info.opening = numbers.len() / 2;
    Ok(draft)
}

fn square(size: Size, dx: i32, dy: i32) -> Option<Square> {
    let at = |side: usize, distance| usize::try_from((side as i32 / 2).checked_add(distance)?).ok();
    from_top(size, at(size.width(), dx)?, at(size.height(), dy)?)
}

/// Writes the main line as an opening, in the form that every reader takes.
pub(super) fn write(game: &GameTree) -> Result<Vec<u8>, RecordError> {
    let size = game.start.size;
    let offset = |square: Square| {
        let (col, row) = to_top(size, square);
        let distance = |at: usize, side: usize| at as i32 - side as i32 / 2;
        format!("{},{}", distance(col, size.width()), distance(row, size.height()))
    };
    let record = game.record()?;
    let pairs: Vec<String> = record.plain_moves().map(|mv| offset(mv.square())).collect();
    if pairs.is_empty() {
        return Err(problem(Place::File, "a game without moves", "at least one move"));
    }
    Ok((pairs.join(", ") + "\n").into_bytes())
}

#[cfg(test)]
mod tests {
    use crate::record::{self, Format};
    use tengen_engine::game::Variant;

    #[test]
    fn the_second_number_grows_downwards() {
        for (variant, expected) in
            [("gomoku", "h8 i8 i5"), ("gomoku20", "k10 l10 l7"), ("gomoku20x15", "k8 l8 l5")]
        {
            let variant = Variant::preset(variant).unwrap();
            let text = b"0,0, 1,0, 1,3\n";
            let games = record::read(Format::Offset, text, &variant).unwrap();
            let names: Vec<String> = games[0].plain_moves().map(|mv| mv.to_string()).collect();
            assert_eq!(names.join(" "), expected, "{variant}");
            assert_eq!(games[0].info.opening, 3);
            assert_eq!(record::write(Format::Offset, &games).unwrap(), text);
        }
    }

    #[test]
    fn faults_are_named_with_their_line() {
        let gomoku = Variant::preset("gomoku").unwrap();
        for (text, message) in [
            ("0,0, 1", "line 1: 0,0, 1: expected an even count"),
            ("\n0,0;1,0", "line 2: 0;1: expected whole numbers"),
            ("0,,0", "line 1: (nothing): expected whole numbers"),
            ("8,0", "line 1: 8,0: expected a point of the 15x15 board"),
            ("-8,0", "line 1: -8,0: expected a point"),
            ("2147483647,0", "line 1: 2147483647,0: expected a point"),
            ("0,0 0,0", "line 1: 0 0: expected whole numbers"),
            ("0,0,\t0 ,0,", "line 1: h8 (occupied)"),
        ] {
            let error = record::read(Format::Offset, text.as_bytes(), &gomoku).unwrap_err();
            assert!(error.to_string().starts_with(message), "{text}: {error}");
        }
    }
}
