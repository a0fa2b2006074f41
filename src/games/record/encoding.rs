//! The encodings of texts: what a file declares, what it begins with, and what it looks like.
//!
//! Two modules know the letters of encodings, of which a build has one: `tables` knows all that the
//! web knows, and `plain` those that need no tables, for pages whose browser has the tables.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use super::error::{Place, RecordError, problem};

#[cfg(any(test, not(feature = "encodings")))]
#[cfg_attr(feature = "encodings", expect(dead_code, reason = "tests try it beside the other one"))]
mod plain;
#[cfg(feature = "encodings")]
mod tables;

#[cfg(not(feature = "encodings"))]
use plain::PlainCharset as Charset;
#[cfg(feature = "encodings")]
use tables::Charset;

/// Most bytes without a meaning that are told one by one.
const MOST_FAULTS: usize = 20;

/// The letter that replaces bytes without a meaning.
const UNKNOWN_LETTER: char = char::REPLACEMENT_CHARACTER;

/// How letters are written as bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextEncoding(Charset);

impl FromStr for TextEncoding {
    type Err = ();

    /// Reads a name that the standard of the web knows, or another one that files use.
    fn from_str(name: &str) -> Result<TextEncoding, ()> {
        Charset::named(name.trim()).map(TextEncoding).ok_or(())
    }
}

impl fmt::Display for TextEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

impl TextEncoding {
    pub(super) const UTF_8: TextEncoding = TextEncoding(Charset::UTF_8);

    /// Whether `byte` begins a letter of several bytes, in an encoding where a later byte of a
    /// letter may be that of a bracket.
    pub(super) fn hides_next(self, byte: u8) -> bool {
        match self.0.name() {
            "Shift_JIS" => matches!(byte, 0x81..=0x9f | 0xe0..=0xfc),
            "Big5" | "GBK" | "gb18030" => matches!(byte, 0x81..=0xfe),
            _ => false,
        }
    }

    /// The encoding that a text declares by `name`. A declaration that can be read as ASCII cannot
    /// stand in UTF-16: such a text is in UTF-8.
    pub(super) fn declared(name: &str) -> Option<TextEncoding> {
        let encoding: TextEncoding = name.parse().ok()?;
        Some(TextEncoding(encoding.0.of_bytes()))
    }

    /// The encoding that a file begins with, and how many bytes at the beginning tell that.
    pub(super) fn of_beginning(bytes: &[u8]) -> Option<(TextEncoding, usize)> {
        if let Some((encoding, length)) = Charset::of_mark(bytes) {
            return Some((TextEncoding(encoding), length));
        }
        // Formats begin with letters of ASCII, which have a zero beside them in UTF-16.
        match *bytes {
            [1..=0x7f, 0, 1..=0x7f, 0, ..] => Some((TextEncoding(Charset::UTF_16LE), 0)),
            [0, 1..=0x7f, 0, 1..=0x7f, ..] => Some((TextEncoding(Charset::UTF_16BE), 0)),
            _ => None,
        }
    }

    /// The encoding that undeclared text is most likely in: UTF-8 if it can be that.
    pub(super) fn guess(pieces: &[&[u8]]) -> TextEncoding {
        // Texts of seven bits are ASCII, unless an escape byte changes to Japanese letters.
        let is_utf8 = |piece: &&[u8]| std::str::from_utf8(piece).is_ok() && !piece.contains(&0x1b);
        if pieces.iter().all(is_utf8) {
            return TextEncoding::UTF_8;
        }
        TextEncoding(Charset::likeliest(pieces))
    }

    /// The text of bytes. Bytes without a meaning become U+FFFD and are told in `faults`.
    pub(super) fn decode<'a>(
        self,
        bytes: &'a [u8],
        first_line: usize,
        faults: &mut UndecodedBytes,
    ) -> Cow<'a, str> {
        match self.0.decode(bytes) {
            (text, false) => text,
            (_, true) => Cow::Owned(self.decode_slowly(bytes, first_line, faults)),
        }
    }

    /// The text of bytes that are said to be in this encoding. Bytes that cannot be in it, but are
    /// UTF-8, were changed after their encoding was declared.
    pub(super) fn decode_or_utf8<'a>(
        self,
        bytes: &'a [u8],
        first_line: usize,
        faults: &mut UndecodedBytes,
    ) -> Cow<'a, str> {
        match (self.0.decode(bytes), std::str::from_utf8(bytes)) {
            ((text, false), _) => text,
            (_, Ok(text)) => Cow::Borrowed(text),
            (_, Err(_)) => self.decode(bytes, first_line, faults),
        }
    }

    fn decode_slowly(self, bytes: &[u8], first_line: usize, faults: &mut UndecodedBytes) -> String {
        let (mut line, mut counted) = (first_line, 0);
        self.0.decode_around(bytes, &mut |text, wrong| {
            line += text[counted..].bytes().filter(|&byte| byte == b'\n').count();
            counted = text.len();
            faults.add(line, wrong, self);
            text.push(UNKNOWN_LETTER);
        })
    }

    /// The bytes of a text; `None` if a letter has none.
    pub(super) fn encode(self, text: &str) -> Option<Vec<u8>> {
        self.0.encode(text)
    }

    /// Whether the encoding is UTF-8, which needs no words.
    pub(super) fn is_utf8(self) -> bool {
        self.0 == Charset::UTF_8
    }
}

/// Bytes without a meaning in their encoding.
#[derive(Clone, Debug, Default)]
pub(super) struct UndecodedBytes {
    /// The errors about the first bytes.
    pub told: Vec<RecordError>,
    /// The number of bytes beyond those in `told`.
    pub more: usize,
}

impl UndecodedBytes {
    fn add(&mut self, line: usize, bytes: &[u8], encoding: TextEncoding) {
        if self.told.len() == MOST_FAULTS {
            self.more += 1;
            return;
        }
        let shown: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let expected = format!("a letter in {encoding}");
        self.told.push(problem(Place::Line(line), &format!("bytes {}", shown.join(" ")), expected));
    }
}
