//! Games that Yixin-Board saves: text (`.sav`) and bytes (`.pos`).
//!
//! Both count rows from the top, and name the row before the column.

use tengen_engine::game::Variant;

use super::check::{Draft, Drafts, sized};
use super::error::{Place, RecordError, problem};
use super::source::Source;
use super::text::{add, from_top, number, off_board, to_top};
use super::tree::{GameTree, NodeId};

/// Reads the text form: rows, columns and count in a line each, then a line
/// with row and column for each move.
pub(super) fn read_sav(input: Source<'_>) -> Drafts<'_> {
    Box::new(std::iter::once_with(move || read_text(&input)))
}

fn read_text(input: &Source) -> Result<Draft, RecordError> {
    let text = input.text;
    // Some versions write the three numbers in one line, so lines mean nothing here.
    let mut numbers = text.lines().enumerate().flat_map(|(index, line)| {
        line.split_whitespace().map(move |word| (Place::Line(index + 1), word))
    });
    let end = Place::Line(text.lines().count().max(1));
    let mut next = |expected: &str| {
        let (place, word) = numbers.next().unwrap_or((end, ""));
        let read = number::<usize>(word).ok_or_else(|| problem(place, word, expected))?;
        Ok((place, read))
    };
    let (place, height) = next("the number of rows")?;
    let (_, width) = next("the number of columns")?;
    let mut draft = Draft::new(sized(input.defaults, (width, height), place)?, place);
    let size = draft.tree.start.size;
    let (place, count) = next("the number of moves")?;
    if count > size.area() {
        let expected = format!("at most {} moves", size.area());
        return Err(problem(place, &count.to_string(), expected));
    }
    let mut last = NodeId::ROOT;
    for _ in 0..count {
        let (place, row) = next("the row of a move")?;
        let (_, col) = next("the column of a move")?;
        let square = from_top(size, col, row)
            .ok_or_else(|| off_board(place, &format!("{row} {col}"), size))?;
        last = draft.play(last, square.into(), place);
    }
    match numbers.next() {
        None => Ok(draft),
        Some((place, word)) => Err(problem(place, word, format!("the end after {count} moves"))),
    }
}

/// Writes the text form.
pub(super) fn write_sav(game: &GameTree) -> Result<Vec<u8>, RecordError> {
    let size = game.start.size;
    let record = game.record()?;
    let mut text = format!("{}\n{}\n{}\n", size.height(), size.width(), record.moves.len());
    for mv in record.plain_moves() {
        let (col, row) = to_top(size, mv.square());
        add(&mut text, format_args!("{row} {col}\n"));
    }
    Ok(text.into_bytes())
}

/// The only board of the binary form.
const SIDE: usize = 15;

/// Reads the binary form: a count, then `15 * row + column` for each move.
pub(super) fn read_pos(input: Source<'_>) -> Drafts<'_> {
    Box::new(std::iter::once_with(move || read_bytes(&input)))
}

fn read_bytes(input: &Source) -> Result<Draft, RecordError> {
    let at = Place::Byte;
    let mut draft = Draft::new(sized(input.defaults, (SIDE, SIDE), at(0))?, at(0));
    let Some((&count, moves)) = input.bytes.split_first() else {
        return Err(problem(at(0), "", "the number of moves"));
    };
    let mut last = NodeId::ROOT;
    for (index, &byte) in moves.iter().enumerate() {
        let place = at(index + 1);
        let shown = format!("{byte:02x}");
        if index == usize::from(count) {
            return Err(problem(place, &shown, format!("the end after {count} moves")));
        }
        let (row, col) = (usize::from(byte) / SIDE, usize::from(byte) % SIDE);
        let size = draft.tree.start.size;
        let square = from_top(size, col, row).ok_or_else(|| off_board(place, &shown, size))?;
        last = draft.play(last, square.into(), place);
    }
    if moves.len() < usize::from(count) {
        let expected = format!("{count} moves, not {}", moves.len());
        return Err(problem(at(input.bytes.len()), "", expected));
    }
    Ok(draft)
}

/// Writes the binary form.
pub(super) fn write_pos(game: &GameTree) -> Result<Vec<u8>, RecordError> {
    let variant = game.variant();
    check_side(variant, 0)?;
    let record = game.record()?;
    // A board of 225 points has at most 225 moves.
    let mut bytes = vec![record.moves.len() as u8];
    bytes.extend(record.plain_moves().map(|mv| {
        let (col, row) = to_top(variant.size, mv.square());
        (SIDE * row + col) as u8
    }));
    Ok(bytes)
}

/// Whether the board is 15x15, the only one that binary formats know; an error if not.
pub(super) fn check_side(variant: Variant, index: usize) -> Result<(), RecordError> {
    let size = variant.size;
    if (size.width(), size.height()) == (SIDE, SIDE) {
        return Ok(());
    }
    let text = format!("a board of {size}");
    Err(problem(Place::Game(index + 1), &text, "the board of 15x15"))
}

#[cfg(test)]
mod tests {
    use crate::record::{self, Format};
    use tengen_engine::game::Variant;

    fn gomoku() -> Variant {
        Variant::preset("gomoku").unwrap()
    }

    #[test]
    fn rows_come_first_and_from_the_top() {
        let text = b"15\n20\n3\n0 1\n14 19\n7 10\n";
        let games = record::read(Format::YixinSav, text, &gomoku()).unwrap();
        let names: Vec<String> = games[0].plain_moves().map(|mv| mv.to_string()).collect();
        assert_eq!(names, ["b15", "t1", "k8"]);
        assert_eq!(games[0].variant().size.to_string(), "20x15");
        assert_eq!(record::write(Format::YixinSav, &games).unwrap(), text);

        let bytes = [3, 1, 224, 112];
        let games = record::read(Format::YixinPos, &bytes, &gomoku()).unwrap();
        let names: Vec<String> = games[0].plain_moves().map(|mv| mv.to_string()).collect();
        assert_eq!(names, ["b15", "o1", "h8"]);
        assert_eq!(record::write(Format::YixinPos, &games).unwrap(), bytes);
    }

    #[test]
    fn faults_are_named_with_their_place() {
        for (text, message) in [
            ("", "line 1: (nothing): expected the number of rows"),
            ("15\n15\n", "line 2: (nothing): expected the number of moves"),
            ("15\n15\n4000000000\n", "line 3: 4000000000: expected at most 225 moves"),
            ("15\n15\n2\n7 7\n", "line 4: (nothing): expected the row of a move"),
            ("15\n15\n1\n7 15\n", "line 4: 7 15: expected a point of the 15x15 board"),
            ("15\n15\n2\n7 7\n7 7\n", "line 5: h8 (occupied)"),
            ("15\n15\n1\n7 7\n7 8\n", "line 5: 7: expected the end after 1 moves"),
            ("15\n15\n1\n7 -7\n", "line 4: -7: expected the column"),
        ] {
            let error = record::read(Format::YixinSav, text.as_bytes(), &gomoku()).unwrap_err();
            assert!(error.to_string().starts_with(message), "{text}: {error}");
        }
        for (bytes, message) in [
            (&[][..], "byte 0: (nothing): expected the number of moves"),
            (&[2, 112], "byte 2: (nothing): expected 2 moves, not 1"),
            (&[1, 112, 1], "byte 2: 01: expected the end after 1 moves"),
            (&[1, 225], "byte 1: e1: expected a point of the 15x15 board"),
            (&[2, 112, 112], "byte 2: h8 (occupied)"),
        ] {
            let error = record::read(Format::YixinPos, bytes, &gomoku()).unwrap_err();
            assert!(error.to_string().starts_with(message), "{bytes:?}: {error}");
        }
        let wide = record::read(Format::Moves, b"t1", &Variant::preset("gomoku20").unwrap());
        let error = record::write(Format::YixinPos, &wide.unwrap()).unwrap_err().to_string();
        assert_eq!(error, "game 1: a board of 20x20: expected the board of 15x15");
    }
}
