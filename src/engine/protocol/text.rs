//! Lines as they come: bytes, words, and what may be shown of them again.

use std::fmt::Write;

use crate::game::problem::is_plain;

/// Longest piece of foreign text that is shown again, in characters.
const SHOWN: usize = 60;

/// The text of a line. Bytes that are not UTF-8 become visible escapes, so that
/// a line that contains them is refused for what it says, not lost.
pub fn from_bytes(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    // Some shells put a byte order mark before the first line, and Windows ends
    // lines with a carriage return.
    text.trim_start_matches('\u{feff}').trim_end_matches('\r').to_owned()
}

/// The words of a line, separated by blanks and tabs.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    rest: &'a str,
}

const BLANKS: [char; 2] = [' ', '\t'];

impl<'a> Words<'a> {
    pub fn new(line: &'a str) -> Words<'a> {
        Words { rest: line }
    }

    /// What is left of the line, without the blanks around it.
    pub fn rest(&self) -> &'a str {
        self.rest.trim_matches(BLANKS)
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.rest.trim_start_matches(BLANKS);
        let word;
        (word, self.rest) = text.split_at(text.find(BLANKS).unwrap_or(text.len()));
        (!word.is_empty()).then_some(word)
    }
}

/// Foreign text in one of our lines: control characters escaped, and cut.
pub fn shown(text: &str) -> String {
    escaped(text.chars().take(SHOWN)).chars().take(SHOWN).collect()
}

/// Text without anything that ends a line, moves the cursor or turns the text around.
pub fn escaped(text: impl IntoIterator<Item = char>) -> String {
    let mut safe = String::new();
    for character in text {
        match character {
            _ if is_plain(character) => safe.push(character),
            _ if !character.is_control() => safe.extend(character.escape_unicode()),
            _ => {
                let _ = write!(safe, "\\x{:02x}", u32::from(character));
            }
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_visible() {
        assert_eq!(from_bytes(b"uci\r"), "uci");
        assert_eq!(from_bytes(b"\xef\xbb\xbfuci"), "uci");
        assert_eq!(from_bytes(b"go \xff\xfe!"), "go \\xff\\xfe!");
        assert_eq!(shown("a\0b\u{85}\u{2028}"), "a\\x00b\\x85\\u{2028}");
        assert_eq!(shown("a\u{202e}b\u{200b}"), "a\\u{202e}b\\u{200b}");
        assert_eq!(shown(&"\u{1}".repeat(100)).len(), 60);
        assert_eq!(shown(&"ä".repeat(100)).chars().count(), 60);
    }

    #[test]
    fn blanks_and_tabs_separate() {
        let mut words = Words::new("\t go  depth\t3 ");
        assert_eq!(words.next(), Some("go"));
        assert_eq!(words.rest(), "depth\t3");
        assert_eq!(words.collect::<Vec<_>>(), ["depth", "3"]);
        assert_eq!(Words::new(" \t").count(), 0);
    }
}
