//! Bytes to text and back, and the small words that many formats share.

use std::fmt::{self, Write};

use tengen_engine::game::{Size, Square};

use super::encoding::TextEncoding;
use super::error::{Place, RecordError, problem};

/// The bytes of a text for a file that does not name its encoding: in `encoding`, in which such a
/// file was read, if a reader would guess that encoding again, else in UTF-8.
pub(super) fn encode(text: &str, encoding: Option<TextEncoding>) -> Vec<u8> {
    let bytes = encoding.and_then(|encoding| encoding.encode(text));
    let is_same = |bytes: &Vec<u8>| encoding == Some(TextEncoding::guess(&[bytes.as_slice()]));
    bytes.filter(is_same).unwrap_or_else(|| text.as_bytes().to_vec())
}

/// A line without its `#` note and the blanks around it.
pub(super) fn without_note(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

/// The lines that say something, with their places.
pub(super) fn noted_lines(text: &str) -> impl Iterator<Item = (Place, &str)> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (Place::Line(index + 1), without_note(line)))
        .filter(|(_, line)| !line.is_empty())
}

/// Text that may stand in one line: whatever ends a line or moves the cursor
/// becomes a blank.
pub(super) fn one_line(text: &str) -> String {
    let calm = |letter: char| if letter.is_control() { ' ' } else { letter };
    text.chars().map(calm).collect::<String>().trim().to_owned()
}

/// A text as it is kept: line ends as `\n`, no other control characters than
/// tabs, no blanks at the end; `None` if nothing is left.
pub(super) fn tidy(text: &str) -> Option<String> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let calm = |letter: char| match letter {
        '\n' | '\t' => letter,
        letter if letter.is_control() => ' ',
        letter => letter,
    };
    let text: String = text.chars().map(calm).collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// A name or another text that is kept as one line; `None` if nothing is left.
pub(super) fn title(text: &str) -> Option<String> {
    Some(one_line(text)).filter(|text| !text.is_empty())
}

/// Appends words to a text.
pub(super) fn add(text: &mut String, words: fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(words);
}

/// The square in column `col` from the left and row `row` from the TOP, both counted from 0; `None`
/// outside the board.
pub(super) fn from_top(size: Size, col: usize, row: usize) -> Option<Square> {
    let is_inside = col < size.width() && row < size.height();
    is_inside.then(|| Square::new(col, size.height() - 1 - row))
}

/// Column from the left and row from the TOP, counted from 0.
pub(super) fn to_top(size: Size, square: Square) -> (usize, usize) {
    (square.col(), size.height() - 1 - square.row())
}

/// A whole number in digits, perhaps with a minus.
pub(super) fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// An error about a point that is not on the board.
pub(super) fn off_board(place: Place, text: &str, size: Size) -> RecordError {
    problem(place, text, format!("a point of the {size} board"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::record::encoding::UndecodedBytes;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_written_is_read_again(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
            let encoding = TextEncoding::guess(&[bytes.as_slice()]);
            let text = encoding.decode(&bytes, 1, &mut UndecodedBytes::default());
            let written = encode(&text, Some(encoding));
            let again = TextEncoding::guess(&[written.as_slice()]);
            prop_assert_eq!(again.decode(&written, 1, &mut UndecodedBytes::default()), text);
        }
    }

    #[test]
    fn numbers_have_one_form() {
        assert_eq!(number::<i32>("-7"), Some(-7));
        assert_eq!(number::<usize>("007"), Some(7));
        for bad in ["", "-", "+1", "1.0", " 1", "99999999999999999999"] {
            assert_eq!(number::<u32>(bad), None, "{bad}");
        }
    }

    #[test]
    fn rows_are_counted_from_the_top() {
        let size = Size::new(7, 4).unwrap();
        let square = from_top(size, 6, 1).unwrap();
        assert_eq!(square.to_string(), "g3");
        assert_eq!(to_top(size, square), (6, 1));
        assert_eq!(from_top(size, 7, 0), None);
        assert_eq!(from_top(size, 0, 4), None);
    }
}
